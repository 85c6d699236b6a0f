"""Properties of whole random games, in every profile and for every number of players.

Proves `engine/game/evolve.py`, `engine/game/state.py`, `engine/game/story.py`.
"""

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from at_night import at_night
from tilemeld.adapters.lexicons import sets_with_words
from tilemeld.engine.errors import Refused
from tilemeld.engine.game.commands import Announce, BeginGame, ChooseStack, Confirm, Pass, Take
from tilemeld.engine.game.events import (
    Dealt,
    Event,
    GameEnded,
    MistakeMade,
    StarterChosen,
    TilesLaid,
    TilesTaken,
    TimeUp,
    VoteOpened,
)
from tilemeld.engine.game.match import is_sum_right
from tilemeld.engine.game.shuffle import commit_to
from tilemeld.engine.game.state import GameState, Phase
from tilemeld.engine.game.views import Viewer, redact, view
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.record.codec import Json, to_json
from tilemeld.engine.record.record import format_record, parse_record, replay, verify
from tilemeld.engine.rules import NUMBER_PROFILES, Rules, Value, profile
from tilemeld.engine.sets.letters import spell
from tilemeld.engine.sets.set_rules import arrange
from tilemeld.engine.tiles import LaidTile, Seat, TileId, tile_ids, tiles_of
from tilemeld.lab.simulate import play_random_game

pytestmark = (
    pytest.mark.repeats
)  # hundreds of games: tracing them takes minutes and finds nothing more (docs/testing.md)
GAMES = at_night(30, by_day=1)
VARIANTS = 3
WORD_GAMES = at_night(10, by_day=1)
WORD_HOUSES: tuple[dict[str, Value], ...] = (
    {},
    {"strict": True, "stacks_by_hand": True},
    {"theme": "anything", "theme_by": "vote"},
    {"theme": "anything", "theme_by": "vote", "strict": True, "leaver": "pass"},
    {"opening_letters": 3, "turn_seconds": None, "copies": 2},
    {"timeout_salvage": "penalised", "rack_end": "at-once", "bank_end": "last-lap"},
)
"""House games with letters: strict, by hand, with votes, with two boxes, with what other books do."""


def tables() -> Iterator[tuple[str, int]]:
    for name in NUMBER_PROFILES:
        rules = profile(name)
        for players in range(rules.min_players, rules.max_players + 1):
            yield name, players


def variants(name: str, first: int) -> Iterator[Rules]:
    """The profile as it is; in the other of strict and helpful play, by hand; without a clock.

    By day there is one game for each number of players, and each begins with another variant.
    """
    rules = profile(name)
    all_variants = (
        rules,
        rules.override({"strict": not rules.strict, "stacks_by_hand": rules.stacks != "none"}),
        rules.override({"turn_seconds": None, "strict": True}),
    )
    for number in itertools.count(first):
        yield all_variants[number % VARIANTS]


def all_tiles(state: GameState) -> list[TileId]:
    racks = [tile for seat in state.seats for tile in seat.rack]
    hidden = [tile for stack in (*state.bank, *state.stacks) for tile in stack]
    return sorted([*racks, *hidden, *tiles_of(state.table)])


class Watcher:
    """Looks at every state of a game as it is played."""

    def __init__(self, seed: str) -> None:
        self.rng = random.Random(seed)
        self.seen = 0
        self.shown: dict[Viewer, set[str]] = {}
        """The tiles that each viewer has rightly been shown so far."""
        self.box: list[TileId] = []
        self.read: set[tuple[LaidTile, ...]] = set()
        """The sets that have been read: what is valid once stays so under the same rules."""

    def __call__(self, game: LocalGame) -> None:
        self.box = self.box or sorted(tile_ids(game.state.sets.box()))
        self.check_tiles(game.state)
        self.check_table(game.state)
        self.check_events(game)
        if self.rng.random() < 0.2:
            self.check_views(game.state)
            self.check_refusals(game)

    def check_tiles(self, state: GameState) -> None:
        if state.deal:
            assert all_tiles(state) == self.box, "a tile was lost or invented"

    def check_table(self, state: GameState) -> None:
        for laid_set in set(state.table) - self.read:
            self.read.add(laid_set)
            reading = state.sets.read(laid_set)
            assert reading.valid, f"{laid_set} lies on the table"
            assert arrange(laid_set, reading) == laid_set, "a set is kept as it reads"

    def check_views(self, state: GameState) -> None:
        """Two games that differ only in what is hidden look the same."""
        viewer = self.rng.choice([None, *map(Seat, range(state.players))])
        assert view(state, viewer) == view(self.with_other_hidden_tiles(state, viewer), viewer)

    def with_other_hidden_tiles(self, state: GameState, viewer: Viewer) -> GameState:
        if state.phase == Phase.ENDED:
            return state
        others = [seat for seat in range(state.players) if seat != viewer]
        pool = [tile for seat in others for tile in state.seats[seat].rack]
        pool += [tile for stack in (*state.bank, *state.stacks) for tile in stack]
        self.rng.shuffle(pool)
        deck = iter(pool)

        def again(tiles: tuple[TileId, ...]) -> tuple[TileId, ...]:
            return tuple(next(deck) for _ in tiles)

        seats = tuple(
            seat if place == viewer else replace(seat, rack=again(seat.rack), last_taken=())
            for place, seat in enumerate(state.seats)
        )
        return replace(
            state,
            seats=seats,
            bank=tuple(map(again, state.bank)),
            stacks=tuple(map(again, state.stacks)),
            secret="another",
            redeals_asked_by=(),
            this_turn=None,
            last_turn=None,
        )

    def check_events(self, game: LocalGame) -> None:
        """What is sent to a viewer names no tile that the viewer may not know."""
        steps = game.record.steps
        box = set[str](self.box)
        viewers: list[Viewer] = [None, *map(Seat, range(game.state.players))]
        for event in (event for step in steps[self.seen :] for event in step.events):
            sent: list[tuple[Event, set[str]]] = []
            for viewer in viewers:
                held = self.shown.setdefault(viewer, set())
                held.update(_rightly_shown(event, viewer))
                assert _named(redact(event, viewer), sent) & box <= held
        self.seen = len(steps)

    def check_refusals(self, game: LocalGame) -> None:
        """A refused command changes nothing, not even the record."""
        state, steps = game.state, len(game.record.steps)
        if game.is_over:
            return
        wrong = Seat((state.active or 0) + 1)
        foreign = tuple(tile for stack in state.bank for tile in stack)[:1] or (TileId("zz"),)
        for command in (
            Take(wrong),
            Take(Seat(99)),
            Pass(Seat(-1)),
            Announce(Seat(7)),
            BeginGame(),
            ChooseStack(wrong, 10**9),
            Take(Seat(state.active or 0), seen=state.version - 1),
            Confirm(Seat(state.active or 0), (*state.table, (LaidTile(foreign[0]),))),
            Confirm(Seat(state.active or 0), state.table * 2),
        ):
            with pytest.raises(Refused) as error:
                game.do(command)
            assert error.value.refusals
            assert game.state is state
            assert len(game.record.steps) == steps


def _named(event: Event, sent: list[tuple[Event, set[str]]]) -> set[str]:
    """The texts in an event, without what jokers stand for; what equals one sent before is read once."""
    for other, texts in sent:
        if event is other or event == other:
            return texts
    texts = {text.partition("(")[0] for text in _texts(to_json(event))}
    sent.append((event, texts))
    return texts


def _texts(data: Json) -> Iterator[str]:
    """Every text inside a JSON value."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, list | dict):
        for item in data.values() if isinstance(data, dict) else data:
            yield from _texts(item)


def _rightly_shown(event: Event, viewer: Viewer) -> list[TileId]:
    """The tiles that an event may show to a viewer: their own, and what lies or lay on the table."""
    match event:
        case Dealt():
            return [] if viewer is None else list(event.racks[viewer] or ())
        case TilesTaken():
            return list(event.tiles or ()) if event.seat == viewer else []
        case TilesLaid():
            return tiles_of(event.table)
        case VoteOpened():
            return tiles_of(event.table)
        case TimeUp() | MistakeMade():
            return tiles_of(event.draft or ())  # a draft is seen by all while it is built
        case StarterChosen():
            return [tile for drawn in event.draws for _, tile in drawn]
        case GameEnded():
            return [tile for score in event.result.scores for tile in score.rack]
        case _:
            return []


@pytest.mark.rule("N6", "P4", "P7", "M3", "M4", "R-4", "S4")
@pytest.mark.parametrize(("name", "players"), list(tables()))
def test_random_games_keep_every_promise(name: str, players: int) -> None:
    for number, rules in zip(range(GAMES), variants(name, players), strict=False):
        seed = f"properties/{name}/{players}/{number}"
        game, _ = play_random_game(rules, players, seed, watch=Watcher(seed))
        assert game.state.result is not None
        assert is_sum_right(rules, game.state.result)
        assert list(replay(game.record))[-1] == game.state
        assert game.state.secret is not None
        assert commit_to(game.state.secret) == game.state.commitment
        if number == 0:
            assert verify(parse_record(format_record(game.record))) == ()


@pytest.mark.rule("N6", "P4", "P7", "W7", "W9", "W10", "W11", "W12", "W14", "W15", "W16")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("number", range(len(WORD_HOUSES)))
def test_random_word_games_keep_every_promise(number: int, players: int) -> None:
    rules = profile("pl-word").override(WORD_HOUSES[number])
    for game_number in range(WORD_GAMES):
        seed = f"properties/words/{number}/{players}/{game_number}"
        game, _ = play_random_game(rules, players, seed, watch=WordWatcher(seed), sets_for=sets_with_words)
        assert game.state.result is not None
        assert is_sum_right(rules, game.state.result)
        check_points(game)
        assert list(replay(game.record, sets_for=sets_with_words))[-1] == game.state
        blind = list(replay(game.record))[-1]  # without any words: replaying judges nothing
        assert replace(blind, sets=game.state.sets) == game.state
        if game_number == 0:
            assert verify(parse_record(format_record(game.record)), sets_for=sets_with_words) == ()


class WordWatcher(Watcher):
    """Looks at every state of a word game, too: all words differ, and nobody scores in secret."""

    def check_table(self, state: GameState) -> None:
        super().check_table(state)
        words = [spell(laid) for laid in state.table]
        assert len(set(words)) == len(words), f"a word lies twice: {words}"
        assert all(len(seat.turn_points) in (seat.turns, seat.turns + 1) for seat in state.seats)


def check_points(game: LocalGame) -> None:
    """Every turn scores as W10 and W11 say, and is followed by the refill of W12; by other means."""
    rules = game.rules
    states = replay(game.record)
    for step, before in zip(game.record.steps, states, strict=False):
        for place, event in enumerate(step.events):
            if not isinstance(event, TilesLaid):
                continue
            old = {spell(laid) for laid in before.table}
            rack = before.seats[event.seat].rack
            new = [laid for laid in event.table if spell(laid) not in old and set(tiles_of([laid])) & {*rack}]
            longest = max((len(laid) for laid in new), default=0)
            doubled = set(rack) == set(event.laid) and len(rack) >= 7
            assert event.points == longest * (2 if doubled else 1)
            assert event.double == doubled
            left, bank = len(rack) - len(event.laid), before.bank_count
            follow = step.events[place + 1]
            refill = follow.count if isinstance(follow, TilesTaken) and follow.cause == "refill" else 0
            assert refill == min(max(0, (rules.refill_to or 0) - left), bank)
