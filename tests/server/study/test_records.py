"""Finished games: who finds them, who may read them, and records that are sent in for a review."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest

from server.live_server import HttpProblem, Json, Live, all_ready, ask, client, live, play_on, set_table
from tilemeld.engine.record.record import format_record, parse_record
from tilemeld.engine.rules import profile
from tilemeld.lab.simulate import play_random_game
from tilemeld.server.study.records import RECORD_BYTES
from tilemeld.service.study.foreign_records import RECORD_STEPS

GOLDEN = Path(__file__).parents[2] / "data" / "games"
Story = Callable[[Live], Awaitable[None]]


def tell(story: Story) -> None:
    async def run() -> None:
        async with asyncio.timeout(60), live() as server:
            await story(server)

    asyncio.run(run())


async def code_of(asking: Awaitable[Json]) -> tuple[int, list[str]]:
    with pytest.raises(HttpProblem) as caught:
        await asking
    return caught.value.status, caught.value.codes


async def finished(server: Live, *, spectators: bool = False) -> tuple[str, str, str]:
    """A finished game against a bot: its table, its id and the token of the person."""
    table, tokens = await set_table(server, people=1, bots=1, profile="cs", spectators=spectators)
    async with client(server, tokens[0]) as player:
        await player.enter(table["id"])
        await all_ready(server, table["id"], tokens)
        await play_on(server, player, Random(5))
        assert player.game is not None
        return table["id"], player.game, tokens[0]


async def when_listed(server: Live, token: str) -> list[Json]:
    """One's games, once the one that has just ended stands on the table's list."""
    while not (answer := await server.http("GET", "/api/me/games", token=token))["games"]:
        pass
    return list(answer["games"])


def test_a_finished_game_is_found_by_who_played_it_and_by_nobody_else() -> None:
    async def story(server: Live) -> None:
        _, game, token = await finished(server)
        (mine,) = await when_listed(server, token)
        assert (mine["game"], mine["profile"]) == (game, "cs")
        assert [(seat["kind"], seat["yours"]) for seat in mine["seats"]] == [("person", True), ("bot", False)]
        assert mine["at"] > 0
        assert mine["winners"] in ([0], [1], [0, 1])  # the deal is chance, and equal racks share the win (E3)
        assert await server.http("GET", f"/api/games/{game}", token=token) == mine
        stranger = (await server.guest())["token"]
        assert (await server.http("GET", "/api/me/games", token=stranger))["games"] == []
        answer = await code_of(server.http("GET", f"/api/games/{game}", token=stranger))
        assert answer == (403, ["table/no-spectators"])

    tell(story)


def test_games_of_earlier_matches_are_remembered_with_who_sat_there_then() -> None:
    async def story(server: Live) -> None:
        table, game, token = await finished(server)
        await when_listed(server, token)
        await server.http("POST", f"/api/tables/{table}/rematch", token=token)
        await server.http("PUT", f"/api/tables/{table}/seats/1/bot", {"bot": None}, token=token)
        await server.http("DELETE", f"/api/tables/{table}/seats/0", token=token)
        (mine,) = (await server.http("GET", "/api/me/games", token=token))["games"]
        assert (mine["game"], mine["seats"][0]["yours"], mine["seats"][1]["kind"]) == (game, True, "bot")
        await server.http("GET", f"/api/games/{game}", token=token)

    tell(story)


def test_nothing_of_a_running_game_is_reported() -> None:
    async def story(server: Live) -> None:
        table, tokens = await set_table(server, people=2, bots=0)
        running = (await all_ready(server, table["id"], tokens))["game"]
        for path in (f"/api/games/{running}", f"/api/games/{running}/record"):
            answer = await code_of(server.http("GET", path, token=tokens[0]))
            assert answer == (409, ["game/not-ended"])
        assert (await server.http("GET", "/api/me/games", token=tokens[0]))["games"] == []

    tell(story)


def test_a_record_that_is_sent_in_is_reviewed() -> None:
    async def story(server: Live) -> None:
        token = (await server.guest())["token"]
        text = (GOLDEN / "cs-1.jsonl").read_text(encoding="utf-8")
        begun = await server.http("POST", "/api/records/reviews", {"record": text}, token=token)
        path = f"/api/records/reviews/{begun['key']}"
        while (answer := await server.http("GET", path, token=token))["state"] in ("waiting", "working"):
            pass
        assert answer["state"] == "done"
        turns = [turn["version"] for turn in answer["review"]["turns"]]
        assert len(turns) > 10
        again = await server.http("POST", "/api/records/reviews", {"record": text}, token=token)
        assert (again["key"], again["analysis"]["state"]) == (begun["key"], "done"), "it is not done twice"
        unknown = server.http("GET", "/api/records/reviews/none", token=token)
        assert await code_of(unknown) == (404, ["analysis/unknown"])

    tell(story)


def test_a_record_tells_which_seats_bots_played_and_no_names() -> None:
    async def story(server: Live) -> None:
        _, game, token = await finished(server)
        path = f"/api/games/{game}/record"
        _, _, text = await asyncio.to_thread(ask, server.port, "GET", path, token=token)
        assert parse_record(text).bots == (None, "random")

    tell(story)


def test_a_box_that_the_coach_does_not_know_is_named_as_the_reason() -> None:
    async def story(server: Live) -> None:
        token = (await server.guest())["token"]
        rules = profile("cs").override({"copies": 4})
        text = format_record(play_random_game(rules, 2, "large box")[0].record)
        begun = await server.http("POST", "/api/records/reviews", {"record": text}, token=token)
        path = f"/api/records/reviews/{begun['key']}"
        while (answer := await server.http("GET", path, token=token))["state"] in ("waiting", "working"):
            pass
        assert (answer["state"], answer["review"]) == ("failed", None)
        (why,) = answer["refusals"]
        assert why["code"] == "analysis/box"
        assert why["params"] == {"copies": 4, "jokers": 2, "most_copies": 3, "most_jokers": 4}
        assert why["text"] == "reviews allow 3 of a tile, 4 jokers, not 4 and 2"

    tell(story)


def test_what_is_no_record_is_refused_with_its_place() -> None:
    async def story(server: Live) -> None:
        token = (await server.guest())["token"]
        lines = (GOLDEN / "cs-1.jsonl").read_text(encoding="utf-8").splitlines()

        async def sent(text: str) -> tuple[int, list[str]]:
            return await code_of(server.http("POST", "/api/records/reviews", {"record": text}, token=token))

        assert await sent("hello") == (400, ["record/unreadable"])
        assert await sent("\n".join([*lines[:4], *lines[5:]])) == (400, ["record/unreadable"]), "a gap"
        assert await sent("\n".join([*lines[:3], lines[3][:60]])) == (400, ["record/unreadable"])
        assert await sent("x" * (RECORD_BYTES + 1)) == (400, ["http/malformed"])
        assert await sent("x" * (3 * RECORD_BYTES)) == (413, ["http/too-large"])

    tell(story)


def test_a_record_with_endless_steps_is_refused() -> None:
    async def story(server: Live) -> None:
        token = (await server.guest())["token"]
        lines = (GOLDEN / "cs-1.jsonl").read_text(encoding="utf-8").splitlines()
        version = parse_record("\n".join(lines[:2])).steps[0].version
        entropy = {"type": "entropy-added", "seat": 0, "entropy": "x"}
        command = {"type": "add-entropy", "seat": 0, "entropy": "x"}
        steps = [
            json.dumps({"version": version + at, "at": 0, "command": command, "events": [entropy]})
            for at in range(RECORD_STEPS + 1)
        ]
        sending = server.http(
            "POST", "/api/records/reviews", {"record": "\n".join([lines[0], *steps])}, token=token
        )
        assert await code_of(sending) == (400, ["record/too-long"])

    tell(story)
