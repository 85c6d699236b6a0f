"""Two people and a bot finish games over real sockets."""

import asyncio
import contextlib
from random import Random

import pytest

from server.live import HttpProblem, Json, all_ready, ask, client, live, play_on, set_table
from tilemeld.engine.record import parse_record, verify
from tilemeld.engine.rules import PROFILES


@pytest.mark.parametrize("profile", PROFILES)
def test_two_people_and_a_bot_finish_a_game_of_every_profile(profile: str) -> None:
    asyncio.run(finish_a_game(profile))


async def finish_a_game(profile: str) -> None:
    async with live() as server, contextlib.AsyncExitStack() as stack:
        table, tokens = await set_table(server, profile=profile)
        players = [await stack.enter_async_context(client(server, token)) for token in tokens]
        for player in players:
            await player.enter(table["id"])
        await all_ready(server, table["id"], tokens)
        async with asyncio.timeout(60):
            await asyncio.gather(*(play_on(server, each, Random(7)) for each in players))
        first, second = players
        assert first.view is not None
        assert second.view is not None
        assert first.view["result"] == second.view["result"]
        while first.table["stage"] != "over":
            await first.next()
        assert [score["points"] for score in first.view["result"]["scores"]] == first.table["totals"]
        await check_record(server.port, first.game, tokens)


async def check_record(port: int, game: str | None, tokens: list[str]) -> None:
    status, _, text = await asyncio.to_thread(ask, port, "GET", f"/api/games/{game}/record", token=tokens[0])
    assert status == 200
    assert verify(parse_record(text)) == ()


def test_no_record_before_the_end() -> None:
    async def story() -> None:
        async with live() as server:
            table, tokens = await set_table(server)
            told: Json = await all_ready(server, table["id"], tokens)
            with pytest.raises(HttpProblem) as error:
                await server.http("GET", f"/api/games/{told['game']}/record", token=tokens[0])
            assert error.value.codes == ["game/not-ended"]

    asyncio.run(story())
