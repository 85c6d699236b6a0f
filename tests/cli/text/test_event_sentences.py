"""Telling: every event has its sentence, and sheets say when something does not add up.

Proves `cli/text/record_turns.py`, `cli/text/notations.py`.
"""

import re
from dataclasses import replace
from typing import get_args

import pytest
from rich.console import Console

from tilemeld.adapters.lexicons import sets_with_words
from tilemeld.cli.text.catalogue import LANGUAGES
from tilemeld.cli.text.event_sentences import Cast, Teller
from tilemeld.cli.text.record_turns import chapters
from tilemeld.cli.text.refusals import in_words
from tilemeld.cli.text.speech import Speech
from tilemeld.cli.text.tiles import result_view, score_sheet, sum_check
from tilemeld.engine.errors import refuse
from tilemeld.engine.game.events import (
    AnnounceOpened,
    Deadline,
    Event,
    GameEnded,
    RedealSkipped,
    ScoreCorrected,
    StackChosen,
    StacksBuilt,
    TurnEnded,
    TurnStarted,
)
from tilemeld.engine.game.match import Match, line_of
from tilemeld.engine.game.scoring import FinalSeat, Result, score_game
from tilemeld.engine.rules import profile
from tilemeld.engine.sets.numbers import NumberSets
from tilemeld.engine.tiles import Seat, TileId
from tilemeld.lab.simulate import play_random_game

SEATS = Cast(("Seat A", "Seat B", "Seat C", "Seat D"))
VOTES = {"VoteOpened", "VoteCast", "VoteClosed"}
SILENT = (TurnStarted, TurnEnded, AnnounceOpened, GameEnded)
"""Events that only keep the books; what follows from them has its own sentence."""


def test_every_event_of_many_games_is_reported() -> None:
    rules = profile("pl-tournament").override({"stacks_by_hand": True, "redeal_doublets": 1})
    tellers = [Teller(SEATS, NumberSets(rules)), Teller(Cast(("You", "Ola", "Jan")), NumberSets(rules))]
    for speech in map(Speech, LANGUAGES):
        tellers.append(Teller(Cast((speech.say("you"), "Ola", "Jan"), speech), NumberSets(rules)))
    found: set[type] = {ScoreCorrected, RedealSkipped}  # random players wait for the end of the window
    skipped = [" ".join(line.plain for line in each.tell(RedealSkipped(Seat(0)), ())) for each in tellers]
    assert all(skipped)
    assert len(set(skipped[2:])) == len(LANGUAGES), skipped
    for number in range(24):
        game, _ = play_random_game(rules, 3, f"telling/{number}")
        for chapter in chapters(game.record):
            for event in chapter.events:
                found.add(type(event))
                lines = [
                    " ".join(line.plain for line in each.tell(event, chapter.before.table))
                    for each in tellers
                ]
                assert all(bool(line) != isinstance(event, SILENT) for line in lines), event
                assert not re.search(r"\bYou (takes|lays|opens|has|passes|starts|is)\b", lines[1]), lines[1]
    missing = {kind.__name__ for kind in get_args(Event)} - {kind.__name__ for kind in found}
    assert missing <= {"TimeUp", "SeatReturned", "Resumed", "Paused", "TurnRestarted", *VOTES}, missing


def test_every_event_of_word_games_is_reported_without_any_words() -> None:
    rules = profile("pl-word").override({"theme": "anything", "theme_by": "vote", "strict": True})
    found: set[type] = set()
    for number in range(6):
        game, _ = play_random_game(rules, 3, f"telling/{number}", sets_for=sets_with_words)
        for chapter in chapters(game.record):
            teller = Teller(SEATS, chapter.before.sets)
            for event in chapter.events:
                found.add(type(event))
                lines = " ".join(line.plain for line in teller.tell(event, chapter.before.table))
                assert bool(lines) != isinstance(event, SILENT), event
    assert {kind.__name__ for kind in found} >= VOTES


def test_a_corrected_score_is_reported() -> None:
    line = Teller(SEATS, NumberSets(profile("pl"))).tell(
        ScoreCorrected(Seat(1), -5, (Seat(0),), 0, "miscounted"), ()
    )[0]
    assert line.plain == "Ruling: Seat B’s score is −5 (miscounted)."


def test_people_know_tiles_by_their_faces() -> None:
    assert in_words(refuse("table/tile-missing", tile="r7a")) == "r7 was on the table and has to stay there"
    assert in_words(refuse("table/unknown-tile", tile="zz")) == "there is no tile 'zz' in this game"


def result_of(name: str, racks: list[str]) -> Result:
    rules = profile(name)
    seats = [
        FinalSeat(tuple(TileId(f"{face}a") for face in rack.split()), True, True, (), False) for rack in racks
    ]
    return score_game(rules, NumberSets(rules), seats, cause="last-lap")


@pytest.mark.rule("M3")
@pytest.mark.parametrize(
    ("name", "check"), [("pl", "−1 ✓ (M3)"), ("cs", "0 ✓"), ("uk", "0 ✓"), ("pl-tournament", "0 ✓")]
)
def test_the_sheet_checks_the_sum_of_every_game(name: str, check: str) -> None:
    result = result_of(name, ["r1", "r5", "r10", "r2 r13"])
    assert sum_check(profile(name), result).plain == check
    wrong = replace(result, scores=(replace(result.scores[0], points=99), *result.scores[1:]))
    assert "does not add up (M3)" in sum_check(profile(name), wrong).plain


@pytest.mark.rule("E6")
def test_the_books_example_on_the_sheet() -> None:
    lines = render(score_sheet_of("pl", result_of("pl", ["r1", "r5", "r10", "r2 r13"])))
    assert re.search(r"1 │ \+29 │ +−5 │ +−10 │ +−15 │", lines)


def test_big_points_and_wins_stand_where_they_count() -> None:
    result = result_of("pl-tournament", ["r1", "r5", "r10", "r2 r13"])
    sheet = render(score_sheet_of("pl-tournament", result))
    assert "big" in sheet
    assert "wins" in sheet
    assert "big" not in render(score_sheet_of("uk", result_of("uk", ["r1", "r5", "r10", "r2 r13"])))
    view = render(result_view(result, ("You", "Ola", "Jan", "Ewa")))
    assert "difference from the winner’s rack" in view


def score_sheet_of(name: str, result: Result) -> object:
    match = Match(profile(name), 4).with_game(line_of(result, Seat(0)))
    return score_sheet(match, [result], ("You", "Ola", "Jan", "Ewa"))


def render(view: object) -> str:
    console = Console(width=120)
    with console.capture() as capture:
        console.print(view)
    return capture.get()


@pytest.mark.rule("S5")
def test_the_person_at_the_terminal_is_you_within_a_sentence_too() -> None:
    teller = Teller(Cast(("You", "Ola")), NumberSets(profile("pl-tournament")))
    stack = StackChosen(Seat(1), Seat(0), 12, by_chance=False, chooser=None, deadline=None)
    assert [str(line) for line in teller.tell(stack, ())] == ["Ola chooses stack 13 for you."]
    deadline = Deadline("stack", 0)
    stacks = StacksBuilt(1, (7, 7), None, chooser=Seat(0), deadline=deadline)
    assert [str(line) for line in teller.tell(stacks, ())] == [
        "The tiles stand in 2 stacks; you choose first."
    ]
