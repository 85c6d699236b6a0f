"""Random players: legal, lively and careless. They exercise every rule; they do not play to win.

They open, add, rearrange several sets and free jokers; they also let the time run out over
half-built tables, confirm mistakes, ask for redeals, announce, and leave. How often is data.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tilemeld.bots.player import Choice, Dawdle, take_or_pass
from tilemeld.engine.game.commands import (
    Announce,
    AskRedeal,
    ChooseStack,
    Confirm,
    EndTurn,
    Leave,
)
from tilemeld.engine.game.state import Phase
from tilemeld.engine.game.views import GameView
from tilemeld.engine.number_faces import JOKER
from tilemeld.engine.sets.numbers import read_numbers
from tilemeld.engine.tiles import Face, FaceSet, LaidTile, Table, faces_of

from .random_cover import Counts, attach, counts_by_face, cover, pack
from .to_tiles import lay, table_faces


@dataclass(frozen=True, slots=True)
class Habits:
    """How often a random player does what, as shares of 1."""

    hold_back: float = 0.08
    """Take although something could be laid."""
    delay_opening: float = 0.0
    """Take although an opening could be laid."""
    dawdle: float = 0.04
    """Let the time run out."""
    err: float = 0.02
    """Confirm an invalid table."""
    redeal: float = 0.5
    announce: float = 0.1
    """Announce although no opening was found; with one it is always announced."""
    leave: float = 0.001
    rearrange: int = 6
    """How many rearrangements to try in a turn."""


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """A player who does what the habits say, by chance."""

    habits: Habits = Habits()

    def choose(self, view: GameView, rng: Random) -> Choice:
        """Do something possible for the seat."""
        assert view.viewer is not None, "a player looks from a seat"
        seat = view.viewer
        if view.phase == Phase.TURN:
            return careless_turn(view, self.habits, rng, opening=_open, play=self._play)
        if view.phase == Phase.STACKS:
            choices = range(len(view.stacks) - 1)
            return Dawdle() if rng.random() < 0.2 else ChooseStack(seat, rng.choice(choices))
        if view.phase == Phase.REDEAL:
            return AskRedeal(seat) if view.may_redeal and rng.random() < self.habits.redeal else Dawdle()
        if rng.random() < self.habits.announce or _open(view, rng) is not None:
            return Announce(seat)
        return EndTurn(seat) if rng.random() < 0.7 else Dawdle()

    def _play(self, view: GameView, rng: Random) -> Table | None:
        return _manipulate(view, rng, tries=self.habits.rearrange)


Find = Callable[[GameView, Random], Table | None]
"""Something that looks for a table to confirm."""


def careless_turn(view: GameView, habits: Habits, rng: Random, *, opening: Find, play: Find) -> Choice:
    """Do in a turn what the habits say; how an opening or a play is found is up to the game."""
    assert view.viewer is not None, "a player looks from a seat"
    seat = view.viewer

    def find() -> Table | None:
        if view.seats[seat].opened:
            return play(view, rng)
        return None if rng.random() < habits.delay_opening else opening(view, rng)

    if rng.random() < habits.leave:
        return Leave(seat)
    if rng.random() < habits.dawdle:
        return Dawdle(_half_built(view, find(), rng))
    if rng.random() < habits.err and view.rack:
        return Confirm(seat, _with_mistake(view, find(), rng))
    if rng.random() >= habits.hold_back and (table := find()) is not None:
        return Confirm(seat, table)
    return take_or_pass(view, seat, rng)


def _open(view: GameView, rng: Random) -> Table | None:
    """Pack the rack a few times and open with the first packing that is worth enough."""
    rack = [face for face in faces_of(view.rack) if face != JOKER or view.rules.opening_jokers]
    for _ in range(3):
        sets = pack(counts_by_face(rack), rng)
        if sets and sum(read_numbers(each).worth for each in sets) >= view.rules.opening_points:
            return lay(view, [*table_faces(view), *sets])
    return None


def _manipulate(view: GameView, rng: Random, *, tries: int) -> Table | None:
    """Rearrange sets around a rack tile, lay sets from the rack, add single tiles: whatever works."""
    sets = table_faces(view)
    rack = counts_by_face(faces_of(view.rack))
    held = sorted(set(faces_of(view.rack)))
    for face in rng.sample(held, min(tries, len(held))):
        if rack[face]:
            _rearrange_around(face, sets, rack, rng)
    sets += pack(rack, rng)
    for face in held:
        while rack[face] and (place := attach(face, sets, rng)) is not None:
            sets[place] = (*sets[place], face)
            rack[face] -= 1
    if sum(rack.values()) == len(view.rack):
        return None
    return lay(view, [each for each in sets if each])


def _rearrange_around(face: Face, sets: list[FaceSet], rack: Counts, rng: Random) -> None:
    """Break up to three sets and lay them out again with the tile and others of the rack."""
    broken = rng.sample(range(len(sets)), min(len(sets), rng.randrange(1, 4)))
    must = [face, *(tile for place in broken for tile in sets[place])]
    rack[face] -= 1
    new = cover(must, rack, rng, budget_nodes=40)
    if new is None:
        rack[face] += 1
        return
    for place in broken:
        sets[place] = ()
    sets += new


def _half_built(view: GameView, play: Table | None, rng: Random) -> Table | None:
    """Leave the table as a player does whose time ran out."""
    kind = rng.randrange(5)
    if kind == 0 or not view.rack:
        return None
    if kind == 1:
        return view.table  # looked, moved nothing
    if kind == 2 and play is not None:
        return play  # in order, but not confirmed
    base = view.table if play is None else play
    laid = {tile.tile for laid_set in base for tile in laid_set}
    loose = [tile for tile in view.rack if tile not in laid]
    if kind == 3 and loose:
        return (*base, (LaidTile(rng.choice(loose)),))
    return _with_mistake(view, play, rng)


def _with_mistake(view: GameView, play: Table | None, rng: Random) -> Table:
    """Spoil a table: a rack tile in the wrong place, or a set taken apart."""
    base = [list(laid_set) for laid_set in (view.table if play is None else play)]
    laid = {tile.tile for laid_set in base for tile in laid_set}
    loose = [tile for tile in view.rack if tile not in laid]
    if base and rng.random() < 0.5:
        victim = rng.choice(base)
        base.append([victim.pop(rng.randrange(len(victim)))])
    if loose:
        wrong = LaidTile(rng.choice(loose))
        if base and rng.random() < 0.5:
            rng.choice(base).append(wrong)
        else:
            base.append([wrong])
    return tuple(tuple(laid_set) for laid_set in base if laid_set)
