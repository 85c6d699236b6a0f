"""The coach after the game: best plays, accuracy, openings and wins that were missed.

Proves `bots/coach/review_values.py`, `bots/coach/turn_outcome.py`.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from table_setup import a_turn
from tilemeld.bots import player_named
from tilemeld.bots.coach import review_game as chapter
from tilemeld.bots.coach.review_game import analyse
from tilemeld.bots.coach.review_values import Analysis, analysis_to_json
from tilemeld.bots.numbers.best_turn import PROOF
from tilemeld.engine.game.commands import (
    BeginGame,
    Command,
    Confirm,
    CreateGame,
    GivePenalty,
    Take,
    TakeBackTurn,
)
from tilemeld.engine.game.evolve import evolve
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.game.state import GameState, Phase
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.record.record import Record, parse_record, verify
from tilemeld.engine.rules import NUMBER_PROFILES, profile
from tilemeld.engine.tiles import Seat
from tilemeld.solver import PositionError

GAMES = Path(__file__).parents[2] / "data" / "games"


def golden(name: str) -> Record:
    return parse_record((GAMES / f"{name}-1.jsonl").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", NUMBER_PROFILES)
def test_golden_games_are_reviewed_turn_by_turn(name: str) -> None:
    record = golden(name)
    heard: list[tuple[int, int]] = []
    analysis = analyse(record, on_turn=lambda done, total: heard.append((done, total)), budget=PROOF)
    assert heard == [(n, len(analysis.turns)) for n in range(1, len(analysis.turns) + 1)]
    assert analysis.finished
    assert all(turn.proven for turn in analysis.turns)
    for turn in analysis.turns:
        assert len(turn.played) <= len(turn.best_played)
        assert turn.missed_tiles == len(turn.best_played) - len(turn.played)
        assert turn.is_choice or turn.deed not in ("lay", "open")
    for player in analysis.players:
        assert player.turns == sum(turn.seat == player.seat for turn in analysis.turns)
        assert player.accuracy is None or 0 <= player.accuracy <= 100
        if player.opened_at is not None:
            assert player.could_open_at is not None
            assert player.could_open_at <= player.opened_at


def test_a_golden_game_in_figures() -> None:
    """Counted by hand from the report: what seat A of the Czech game could and did do."""
    first = analyse(golden("cs")).players[0]
    assert (first.tiles, first.best_tiles, first.seen) == (12, 25, 48.0)
    assert (first.could_open_at, first.opened_at, first.late_turns) == (3, 3, 0)
    assert first.missed_wins == (23,)
    assert (first.score, first.won) == (-17, False)


def test_club_plays_every_turn_as_well_as_can_be() -> None:
    game = LocalGame(CreateGame(profile("cs"), 2), chance=FixedChance("accuracy"))
    game.do(BeginGame())
    rng = random.Random(1)
    while not game.is_over:
        game.do(player_named("club").choose(game.view(game.active), rng))  # type: ignore[arg-type]
    assert verify(game.record) == ()
    analysis = analyse(game.record)
    assert [player.seen for player in analysis.players] == [100.0, 100.0]
    assert all(turn.is_best for turn in analysis.turns)
    assert sum(player.won for player in analysis.players) >= 1


class Played:
    """A game from a written position on, kept as a record whose creation is followed by that position."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, state: GameState) -> None:
        self.game = LocalGame(CreateGame(state.rules, state.players), chance=FixedChance("x"))
        self.game.state = state
        self.game.now = 1_000_000
        self._start = state
        self._patch = monkeypatch

    def do(self, command: Command) -> None:
        self.game.do(command)

    def analysis(self) -> Analysis:
        """Review it; replaying begins at the written position instead of the creation."""

        def from_here(record: Record) -> Iterator[GameState]:
            state = self._start
            yield state
            for step in record.steps:
                for event in step.events:
                    state = evolve(state, event)
                yield state

        self._patch.setattr(chapter, "replay", from_here)
        return analyse(self.game.record)


def test_openings_that_were_possible_and_wins_that_were_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    state = a_turn(
        profile("cs"), ["r10 b10 k10", "b6 k5"], table="b3 b4 b5", bank="k1 k2 k3 k4", opened=[False, True]
    )
    played = Played(monkeypatch, state)
    played.do(Take(Seat(0)))  # could have opened with all it has: a win missed
    played.do(Take(Seat(1)))  # could have laid b6
    analysis = played.analysis()
    first, second = analysis.turns
    assert (first.deed, first.best_played, first.best_worth, first.missed_win) == (
        "take",
        ("r10", "b10", "k10"),
        30,
        True,
    )
    assert (second.deed, second.best_played, second.missed_tiles, second.missed_points) == (
        "take",
        ("b6",),
        1,
        6,
    )
    one, two = analysis.players
    assert (one.could_open_at, one.opened_at, one.late_turns, one.missed_wins) == (
        first.turn,
        None,
        1,
        (first.turn,),
    )
    assert (one.seen, two.seen, two.missed_wins) == (0.0, 0.0, ())
    assert not analysis.finished
    assert one.score is None


@pytest.mark.rule("M5")
def test_a_turn_that_was_taken_back_does_not_count_and_a_penalty_is_no_deed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = a_turn(profile("cs"), ["b6 k9", "b7 k5"], table="b3 b4 b5", bank="k1 k2 k3 k4")
    played = Played(monkeypatch, state)
    played.do(GivePenalty(Seat(0), 1, "late"))
    played.do(Take(Seat(0)))
    played.do(TakeBackTurn("a slip"))
    view = played.game.view(Seat(0))
    table = player_named("club").choose(view, random.Random(1))
    assert isinstance(table, Confirm)
    played.do(table)
    (turn,) = played.analysis().turns
    assert (turn.deed, turn.played) == ("lay", ("b6",))


def test_letters_and_odd_boxes_are_refused() -> None:
    rules = profile("cs").override({"copies": 4})
    game = LocalGame(CreateGame(rules, 2), chance=FixedChance("odd"))
    game.do(BeginGame())
    assert game.state.phase == Phase.TURN
    game.do(Take(game.active))
    with pytest.raises(PositionError):
        analyse(game.record)


def test_the_wire_form_has_every_figure() -> None:
    data = json.loads(json.dumps(analysis_to_json(analyse(golden("cs")))))
    assert list(data) == ["profile", "sets", "finished", "players", "turns", "by_chance", "result"]
    players, turns = data["players"], data["turns"]
    assert isinstance(players, list)
    assert isinstance(turns, list)
    assert isinstance(players[0], dict)
    assert isinstance(turns[0], dict)
    assert players[0]["seen"] == 48.0
    assert {"accuracy", "luck", "skill", "deal"} <= players[0].keys()
    assert {"chances", "cost", "best_choice", "matters"} <= turns[0].keys()
    assert {"best_table", "missed_tiles", "missed_win", "version"} <= turns[0].keys()
