"""Words on the server: looked up by anybody, and played by bots in processes of their own.

Proves `service/study/dictionary.py`.
"""

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random
from urllib.parse import quote

import pytest

from server.live_server import QUICK, HttpProblem, all_ready, ask, client, live, play_on, set_table
from tilemeld.adapters.lexicons import polish_lexicon, sets_with_words
from tilemeld.adapters.memory.store import InlineThinker
from tilemeld.adapters.workers import ProcessThinker
from tilemeld.bots.coach.hint import hint
from tilemeld.bots.coach.hint_values import Hint
from tilemeld.engine.game.commands import BeginGame, CreateGame
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.record.record import parse_record, verify
from tilemeld.engine.rules import profile


@pytest.mark.rule("W8")
def test_a_word_is_looked_up_without_a_token() -> None:
    asyncio.run(look_words_up())


async def look_words_up() -> None:
    async with live() as server:
        answers = {
            word: await server.http("GET", f"/api/words/{quote(word)}")
            for word in ("kot", "ŻÓŁW", "Warszawa", "ko", "k0t", "kot kot", "dupa")
        }
        with pytest.raises(HttpProblem) as caught:
            await server.http("GET", f"/api/words/{'k' * 65}")
    assert caught.value.status == 404
    assert answers["kot"] == {"word": "KOT", "valid": True, "reasons": [], "vulgar": False}
    assert (answers["dupa"]["valid"], answers["dupa"]["vulgar"]) == (True, True)
    assert answers["ŻÓŁW"]["valid"]
    codes = {word: [each["code"] for each in answer["reasons"]] for word, answer in answers.items()}
    assert codes["Warszawa"] == ["word/unknown"]
    assert codes["ko"] == ["word/too-short"]
    assert codes["k0t"] == ["notation/letter"]
    assert codes["kot kot"] == ["word/unknown"]


@pytest.mark.rule("W16")
def test_a_theme_without_its_list_is_refused_when_the_table_is_set() -> None:
    async def refused() -> list[str]:
        async with live() as server:
            with pytest.raises(HttpProblem) as caught:
                await set_table(server, profile="pl-word", house={"theme": "cats"})
            return list(caught.value.codes)

    assert asyncio.run(refused()) == ["letters/no-list"]


@pytest.mark.rule("W16")
def test_a_server_with_word_lists_offers_and_plays_their_themes(tmp_path: Path) -> None:
    (tmp_path / "animals.txt").write_text("kot\nosa\nkoza\nsokolica\n", encoding="utf-8")

    async def play() -> None:
        async with live(replace(QUICK, themes=tmp_path)) as server:
            assert (await server.http("GET", "/api/choices"))["themes"] == ["animals"]
            table, tokens = await set_table(
                server, people=2, bots=0, profile="pl-word", house={"theme": "animals"}
            )
            async with client(server, tokens[0]) as player:
                await player.enter(table["id"])
                await all_ready(server, table["id"], tokens)
                view = await player.until_view(lambda _view: True)
                assert view["words"].count("+") == 1
                assert view["rules"]["theme"] == "animals"

    asyncio.run(play())


@pytest.mark.rule("W8", "W16")
def test_a_word_is_looked_up_in_a_theme(tmp_path: Path) -> None:
    (tmp_path / "dzikie zwierzęta.txt").write_text("kot\nosa\nkoza\nsokolica\n", encoding="utf-8")

    async def look() -> dict[str, list[str]]:
        async with live(replace(QUICK, themes=tmp_path)) as server:
            path = f"/api/themes/{quote('dzikie zwierzęta')}/words/"
            answer = [await server.http("GET", path + quote(word)) for word in ("kot", "koc", "kott", "ko")]
            assert (await server.http("GET", "/api/words/koc"))["valid"], "without the theme it is a word"
            with pytest.raises(HttpProblem) as caught:
                await server.http("GET", "/api/themes/cats/words/kot")
            assert caught.value.codes == ["letters/no-list"]
            return {each["word"]: [reason["code"] for reason in each["reasons"]] for each in answer}

    assert asyncio.run(look()) == {
        "KOT": [],
        "KOC": ["word/off-theme"],
        "KOTT": ["word/unknown"],
        "KO": ["word/too-short"],
    }


@pytest.mark.rule("W15")
def test_bots_of_several_levels_finish_a_word_game_over_the_wire() -> None:
    asyncio.run(play_with_levels())


async def play_with_levels() -> None:
    async with live(thinker=InlineThinker(sets_with_words)) as server:
        tokens = [(await server.guest())["token"]]
        wish = {"seats": 3, "bots": ["beginner", "expert"], "profile": "pl-word"}
        table = await server.http("POST", "/api/tables", wish, tokens[0])
        async with client(server, tokens[0]) as player:
            await player.enter(table["id"])
            await all_ready(server, table["id"], tokens)
            async with asyncio.timeout(120):
                await play_on(server, player, Random(4))
            assert player.view is not None
            result = player.view["result"]
            rows = [score["turn_points"] for score in result["scores"]]
            assert [sum(row) for row in rows] == [score["points"] for score in result["scores"]]
            assert sum(rows[2]) > 0
            path = f"/api/games/{player.game}/record"
            status, _, text = await asyncio.to_thread(ask, server.port, "GET", path, token=tokens[0])
            assert status == 200
            assert verify(parse_record(text), sets_for=sets_with_words) == ()


def test_bots_find_the_words_in_their_own_processes() -> None:
    game = LocalGame(CreateGame(profile("pl-word"), 2), chance=FixedChance("bots"), sets_for=sets_with_words)
    game.do(BeginGame())
    game.run_out()

    async def think() -> None:
        thinker = ProcessThinker(sets_for=sets_with_words, patience_seconds=60)
        try:
            game.do(await thinker.think("club", game.view(game.active), "1"))  # type: ignore[arg-type]
        finally:
            thinker.close()

    asyncio.run(think())
    assert game.state.turn == 2


def test_the_coach_finds_the_words_in_its_own_process() -> None:
    game = LocalGame(CreateGame(profile("pl-word"), 2), chance=FixedChance("bots"), sets_for=sets_with_words)
    game.do(BeginGame())
    game.run_out()

    async def ask_it() -> Hint:
        thinker = ProcessThinker(sets_for=sets_with_words, patience_seconds=60)
        try:
            return await thinker.hint(game.view(game.active), 3)
        finally:
            thinker.close()

    said = asyncio.run(ask_it())
    assert said == hint(game.view(game.active), 3, words=polish_lexicon())
    assert said.code == "hint/open"


def test_hints_of_a_word_game_come_over_the_wire_in_three_steps() -> None:
    asyncio.run(be_advised())


async def be_advised() -> None:
    async with live(thinker=InlineThinker(sets_with_words)) as server:
        house = {"opening_letters": 3, "redeal_few": None}
        table, tokens = await set_table(server, bots=0, profile="pl-word", house=house, hints=True)
        async with client(server, tokens[0]) as first, client(server, tokens[1]) as second:
            await all_ready(server, table["id"], tokens)
            for each in (first, second):
                await each.enter(table["id"])
                await each.until_view(lambda _view: True)
                await each.command("add-entropy", entropy="e")
            view = await first.until_view(lambda view: view["phase"] == "turn")
            player = (first, second)[view["active"]]
            await player.until_view(lambda view: view["phase"] == "turn")
            found = []
            for step in (1, 2, 3):
                await player.send("hint", id="h", game=player.game, seat=player.seat, step=step)
                found.append((await player.next_of("hinted", "refused"))["hint"])
            assert {each["code"] for each in found} == {"hint/open"}
            assert [bool(each["played"]) for each in found] == [False, True, True]
            assert [bool(each["word"]) for each in found] == [False, False, True]
            word = found[2]["word"]
            assert found[2]["points"] == len(word) * (2 if found[2]["double"] else 1)
            assert word in [
                "".join(face[2] if face[0] == "?" else face for face in faces) for faces in found[2]["table"]
            ]
