"""The solver's page for words over HTTP: a position of a real table comes in, the best turn goes out.

Proves `service/questions/words.py`.
"""

import asyncio

import pytest

from server.live_server import HttpProblem, Json, live
from tilemeld.adapters.lexicons import polish_lexicon, sets_with_words
from tilemeld.adapters.memory.store import InlineThinker
from tilemeld.adapters.workers import ProcessThinker
from tilemeld.engine.rules import profile
from tilemeld.engine.sets.letters import LetterSets
from tilemeld.service.questions.words import (
    MOST_LISTED,
    MOST_SPELLED,
    BestWords,
    answer_words,
    make_word_question,
)


def solved(rack: str, table: str = "", **more: Json) -> Json:
    async def run() -> Json:
        async with live(thinker=InlineThinker(sets_with_words)) as server:
            asked = {"rack": rack, "table": table.split(), **more}
            return await server.http("POST", "/api/solve/words", asked)

    return asyncio.run(run())


@pytest.mark.rule("W10", "W17")
def test_the_best_turn_comes_with_its_word_the_table_afterwards_and_the_moves() -> None:
    found = solved("aa", "szczyt koszyk")
    assert found["points"] >= 7
    assert len(found["word"]) == found["points"]
    assert (set(found["played"]), found["double"]) == ({"A"}, False)
    assert found["goes_out"] == (len(found["played"]) == 2)
    assert found["points"] <= found["bound"]
    assert (found["proven"], found["needed"]) == (found["points"] == found["bound"], 0)
    words = {"".join(faces) for faces in found["table"]}
    assert found["word"] in words
    assert sorted("".join(words)) == sorted("SZCZYTKOSZYK" + "".join(found["played"]))
    assert found["plan"][-1]["code"].startswith("plan/")
    assert sum(step["source"] is None for step in found["plan"]) >= 1


@pytest.mark.kernel  # the twin has a tenth of the budget
@pytest.mark.rule("W14", "W11")
def test_jokers_are_written_with_their_letters_and_a_double_is_said() -> None:
    found = solved("ATOMNE?", "KOSZYK KO?(T)")
    assert (found["points"], found["double"], found["goes_out"]) == (26, True, True)
    jokers = [face for faces in found["table"] for face in faces if face.startswith("?")]
    assert len(jokers) == 2
    assert all(face[1] == "(" for face in jokers)
    assert sorted(found["played"]) == sorted("ATOMNE?")


def test_natural_words_are_thought_of_alone_where_that_is_wished() -> None:
    wide, few = solved("CHMURNIKAMIFGU"), solved("CHMURNIKAMIFGU", natural=True)
    assert few["points"] <= wide["points"]
    assert few["word"] in polish_lexicon().common[-1]


@pytest.mark.rule("W6")
def test_every_opening_is_counted_and_the_longest_are_listed() -> None:
    found = solved("KOSZYKATOMNE??", goal="openings")
    assert (found["needed"], len(found["words"])) == (6, MOST_LISTED)
    assert found["count"] > 5_000
    lengths = [len(word.replace("(", "").replace(")", "").replace("?", "")) for word in found["words"]]
    assert lengths == sorted(lengths, reverse=True)
    assert "?(" in found["words"][0]
    none = solved("Ź", goal="openings")
    assert (none["words"], none["count"], none["proven"]) == ([], 0, True)
    closed = solved("KOSZYKA", "KOT", opened=False)
    assert (closed["word"], closed["needed"], closed["table"][0]) == ("KOSZYKA", 6, ["K", "O", "T"])


@pytest.mark.rule("W6", "W11", "W16")
def test_a_house_game_is_solved_by_its_own_rules() -> None:
    short = solved("KOT", opened=False, house={"opening_letters": 3})
    assert (short["points"], short["needed"]) == (3, 3)
    assert solved("KOT", opened=False)["points"] == 0
    single = solved("ATOMNE?", "KOSZYK KO?(T)", house={"double_from": None})
    assert (single["double"], single["points"] < 26) == (False, True)
    voted = solved("Y", "KOT", house={"theme": "animals", "theme_by": "vote"})
    assert voted["word"] == "KOTY"


def test_what_letters_spell_and_whether_the_rack_can_be_emptied() -> None:
    found = solved("kto", goal="words")
    assert {"KOT", "KTO", "TOK"} <= set(found["words"])
    assert found["count"] == len(found["words"])
    whole = solved("Y", "KOT", goal="empty")
    assert (whole["goes_out"], whole["word"], whole["points"]) == (True, "KOTY", 4)
    none = solved("Ź", "KOT", goal="empty")
    assert (none["goes_out"], none["points"], none["table"]) == (False, 0, [["K", "O", "T"]])


def test_the_solver_says_no_vulgar_word() -> None:
    assert "DUPA" not in solved("DUPA", goal="words")["words"]
    assert "DUPA" in polish_lexicon()


@pytest.mark.rule("W8", "W9", "W1")
def test_what_is_no_position_is_refused_with_its_reason() -> None:
    async def run() -> None:
        async with live(thinker=InlineThinker(sets_with_words)) as server:
            for asked, code in (
                ({"rack": "A", "table": ["KOTX"]}, "notation/letter"),
                ({"rack": "A", "table": ["KOTT"]}, "solve/bad-set"),
                ({"rack": "A", "table": ["KOT", "KOT"]}, "solve/bad-set"),
                ({"rack": "A", "table": ["KO?"]}, "solve/bad-set"),
                ({"rack": "A", "table": ["KO"]}, "solve/bad-set"),
                ({"rack": "A?(T)"}, "notation/letter"),
                ({"rack": "ŹŹ"}, "solve/too-many"),
                ({"rack": "???"}, "solve/too-many"),
                ({"rack": "A", "rules": "pl"}, "solve/numbers"),
                ({"rack": "A", "house": {"theme": "animals"}}, "letters/no-list"),
                ({"rack": "A", "house": {"opening_points": 50}}, "rules/other-game"),
                ({"rack": "A", "rules": "nowhere"}, "rules/unknown-profile"),
                ({"rack": "AEIOUYKLMNPRSTWZ" + "AEIOZWKNR", "goal": "words"}, "solve/many-letters"),
                ({"rack": "A", "goal": "glory"}, "http/malformed"),
                ({"rack": "A" * 201}, "http/malformed"),
                ({}, "http/malformed"),
            ):
                with pytest.raises(HttpProblem) as caught:
                    await server.http("POST", "/api/solve/words", asked)
                assert (caught.value.status, caught.value.codes) == (400, [code]), asked

    asyncio.run(run())
    assert MOST_SPELLED == 24


def test_a_bad_word_says_which_and_why() -> None:
    sets = sets_with_words(profile("pl-word"))
    assert isinstance(sets, LetterSets)
    with pytest.raises(Exception, match=r"set 2 on the table is not a set: .*KOTT") as caught:
        make_word_question(["KOT", "KOTT"], "", sets)
    params = caught.value.params  # type: ignore[attr-defined]  # a ServiceError, as its text says
    assert (params["set"], params["fault"], params["word"]) == (2, "word/unknown", "KOTT")


def test_the_workers_answer_in_a_process_of_their_own() -> None:
    sets = sets_with_words(profile("pl-word"))
    assert isinstance(sets, LetterSets)
    question = make_word_question(["KOT"], "Y", sets)

    async def run() -> BestWords:
        thinker = ProcessThinker(patience_seconds=60, sets_for=sets_with_words)
        try:
            return await thinker.solve_words(question)
        finally:
            thinker.close()

    assert asyncio.run(run()) == answer_words(question, polish_lexicon())
