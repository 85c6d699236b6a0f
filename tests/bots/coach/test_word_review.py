"""The review of a word game: best turns, points, openings and wins that were missed."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from table_setup import LEXICON, a_turn, do, lay
from tilemeld.adapters.lexicons import sets_with_words
from tilemeld.bots.coach.review_game import analyse
from tilemeld.bots.coach.review_values import Analysis, TurnReview, analysis_to_json
from tilemeld.bots.coach.word_review import review_words
from tilemeld.bots.player import Dawdle
from tilemeld.bots.registry import player_for
from tilemeld.engine.errors import RulesError
from tilemeld.engine.game.commands import BeginGame, CastVote, Command, Confirm, CreateGame, Pass, Take
from tilemeld.engine.game.events import TilesLaid, VoteClosed
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.game.state import GameState, Phase
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.record.record import parse_record
from tilemeld.engine.rules import profile
from tilemeld.engine.sets.lexicon import Lexicon
from tilemeld.engine.sets.vulgar_words import is_vulgar
from tilemeld.engine.tiles import Seat

WORDS = profile("pl-word")
GAMES = Path(__file__).parents[2] / "data" / "games"


def golden() -> Analysis:
    record = parse_record((GAMES / "pl-word-1.jsonl").read_text(encoding="utf-8"))
    return analyse(record, sets_for=sets_with_words)


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return golden()


def of(state: GameState, played: str | Command, words: Lexicon = LEXICON) -> TurnReview:
    """The review of one turn, played as a table or as a command."""
    _, events = lay(state, played) if isinstance(played, str) else do(state, played)
    return review_words(state, events, words)


def test_a_golden_game_is_reviewed_turn_by_turn(analysis: Analysis) -> None:
    assert (analysis.sets, analysis.finished, len(analysis.turns)) == ("letters", True, 54)
    for turn in analysis.turns:
        assert turn.by_points
        assert turn.points <= turn.best_points <= turn.bound
        assert turn.dictionary_points <= turn.bound
        assert turn.person_points <= max(turn.best_points, turn.dictionary_points)
        assert len(turn.person_word) <= 10
        assert not is_vulgar(turn.best_word)
        assert not is_vulgar(turn.dictionary_word)
        assert turn.missed_points == turn.best_points - turn.points
        assert bool(turn.best_played) == bool(turn.best_table) == bool(turn.best_word)
        if turn.best_word:
            assert len(turn.best_word) * (2 if turn.best_double else 1) == turn.best_points
            tiles = sorted(face[0] for faces in turn.best_table for face in faces)
            lying = [face[0] for faces in turn.table for face in faces]
            assert tiles == sorted([*lying, *turn.best_played])


def test_a_golden_game_in_figures(analysis: Analysis) -> None:
    """Counted by hand from the report: what the seats scored and when they could have opened."""
    first, second, third = analysis.players
    assert (first.points, first.score, third.points, third.score) == (41, 41, 60, 60)
    assert (first.could_open_at, first.opened_at, first.late_turns) == (3, 3, 0)
    assert (second.could_open_at, second.opened_at, second.points) == (1, None, 0)
    assert second.late_turns == second.choices
    for player in analysis.players:
        mine = [turn for turn in analysis.turns if turn.seat == player.seat and turn.is_choice]
        assert player.best_points == sum(turn.best_points for turn in mine)
        assert player.accuracy == round(100 * player.points / player.best_points, 1)
    assert third.won


@pytest.mark.rule("W10", "W17")
def test_what_was_played_stands_beside_the_best_turn() -> None:
    state = a_turn(WORDS, ["AAKOTE", "O"], table="SZCZYT KOSZYK")
    review = of(state, "SZCZYT KOSZYK KOT")
    assert (review.deed, review.word, review.points, review.played) == ("lay", "KOT", 3, ("K", "O", "T"))
    assert (review.best_word, review.best_points, review.missed_points) == ("SZYSZKA", 7, 4)
    assert (review.is_best, review.proven, review.double, review.best_double) == (False, True, False, False)
    assert review.left == 7, "three laid, four taken (W12)"
    best = of(state, " ".join("".join(faces) for faces in review.best_table))
    assert (best.is_best, best.missed_points, best.word) == (True, 0, "SZYSZKA")
    idle = of(state, Take(Seat(0)))
    assert (idle.deed, idle.word, idle.points, idle.missed_points, idle.left) == ("take", "", 0, 7, 7)


def test_a_word_rarer_than_the_natural_ones_is_the_best_turn() -> None:
    words = Lexicon.from_words(["KOT", "KOTY", "KOTKA", "KOTEK"]).with_common(
        [Lexicon.from_words(["KOT", "KOTY"])]
    )
    state = a_turn(WORDS, ["YKA", "O"], table="KOT")
    review = of(state, "KOTKA", words)
    assert (review.best_word, review.best_points, review.is_best) == ("KOTKA", 5, True)
    assert (review.best_played, review.proven) == (("K", "A"), True)
    assert [*map("".join, review.best_table)] == ["KOTKA"]
    natural = of(state, Take(Seat(0)), words)
    assert (natural.best_word, natural.best_points) == ("KOTY", 4)
    assert (natural.dictionary_word, natural.dictionary_points, natural.bound) == ("KOTKA", 5, 5)


@pytest.mark.rule("W6")
def test_an_opening_that_was_possible_is_seen() -> None:
    review = of(a_turn(WORDS, ["KOSZYKA", "O"], opened=False), Take(Seat(0)))
    assert (review.opened, review.deed, review.best_word, review.missed_points) == (
        False,
        "take",
        "KOSZYK",
        6,
    )
    none = of(a_turn(WORDS, ["KOTEK", "O"], table="OKO", opened=False), Take(Seat(0)))
    assert (none.is_choice, none.best_word, none.best_table, none.is_best) == (False, "", (), True)


@pytest.mark.rule("W11", "W14")
def test_a_double_and_a_jokers_letter_are_reported() -> None:
    state = a_turn(WORDS, ["OSAKIT?", "O"], table="KOT")
    review = of(state, "KOT OSA KIT?(A)")
    assert (review.word, review.points, review.double, review.is_choice) == ("KITA", 8, True, True)
    assert review.best_double
    jokers = [face for faces in review.best_table for face in faces if face.startswith("?")]
    assert len(jokers) == 1
    assert jokers[0][1] == "("


@pytest.mark.rule("W15")
def test_a_win_is_missed_when_the_game_could_have_been_ended_in_the_lead() -> None:
    last = a_turn(WORDS, ["Y", "O"], table="KOT", bank="")
    missed = of(last, Pass(Seat(0)))
    assert (missed.could_win, missed.wins, missed.missed_win) == (True, False, True)
    won = of(last, "KOTY")
    assert (won.could_win, won.wins, won.missed_win, won.left) == (True, True, False, 0)
    assert not of(a_turn(WORDS, ["Y", "O"], table="KOT"), Take(Seat(0))).could_win, "the bank has tiles"
    assert not of(a_turn(WORDS, ["YĆ", "O"], table="KOT", bank=""), "KOTY").could_win, "a tile stays"
    behind = a_turn(WORDS, ["Y", "O"], table="KOT", bank="")
    seats = (behind.seats[0], replace(behind.seats[1], turn_points=(90,)))
    assert not of(replace(behind, seats=seats), Pass(Seat(0))).could_win, "the other would win"


@pytest.mark.rule("W16")
def test_a_turn_that_a_vote_decided_is_reviewed_when_the_vote_closes() -> None:
    rules = WORDS.override({"theme": "animals", "theme_by": "vote"})
    state = a_turn(rules, ["OSAE", "KAT"], table="KOT")
    voting, opened = lay(state, "KOT OSA")
    assert not any(isinstance(event, TilesLaid) for event in opened)
    _, events = do(voting, CastVote(Seat(1)))
    assert any(isinstance(event, VoteClosed) for event in events)
    review = review_words(voting, events, LEXICON)
    assert (review.deed, review.word, review.points, review.table) == ("lay", "OSA", 3, (("K", "O", "T"),))


def test_a_game_with_votes_is_analysed_from_its_record() -> None:
    rules = WORDS.override({"theme": "anything", "theme_by": "vote", "opening_letters": 3})
    game = LocalGame(CreateGame(rules, 2), chance=FixedChance("vote"), sets_for=sets_with_words)
    game.do(BeginGame())
    rng, bot = random.Random(1), player_for("club", sets_with_words(rules))
    turns = 0
    while turns < 6:
        waiting = [0, 1] if game.state.phase == Phase.REDEAL else [game.active]
        if game.state.phase == Phase.VOTE:
            waiting = [1 - game.active]
        choices = [bot.choose(game.view(Seat(seat)), rng) for seat in waiting]
        choice = next((each for each in choices if not isinstance(each, Dawdle)), None)
        turns += isinstance(choice, Confirm | Take)
        game.run_out() if choice is None else game.do(choice)
    if game.state.phase == Phase.VOTE:
        game.run_out()
    analysis = analyse(game.record, sets_for=sets_with_words)
    assert len(analysis.turns) == 6
    assert all(turn.deed in ("open", "lay", "take") for turn in analysis.turns)
    assert any(turn.word for turn in analysis.turns)


def test_a_word_game_without_words_is_refused() -> None:
    record = parse_record((GAMES / "pl-word-1.jsonl").read_text(encoding="utf-8"))
    with pytest.raises(RulesError, match="needs a lexicon"):
        analyse(record)


def test_the_wire_form_has_every_figure(analysis: Analysis) -> None:
    data = json.loads(json.dumps(analysis_to_json(analysis)))
    assert data["sets"] == "letters"
    turns = data["turns"]
    assert isinstance(turns, list)
    assert isinstance(turns[2], dict)
    assert turns[2]["best_word"] == "FIGURKAMI"
    assert turns[2]["best_table"][-1] == ["F", "I", "?(G)", "U", "R", "K", "A", "M", "I"]
    assert {"word", "double", "bound", "dictionary_word", "dictionary_points", "could_win"} <= turns[2].keys()
