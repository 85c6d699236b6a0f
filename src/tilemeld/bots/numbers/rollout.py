"""A rollout: a game as counts of racks, table and bank, played on quickly by simple habits.

What a bot imagines when it looks ahead. The rules that decide games are kept (opening, taking, going
out, the end of the bank); clocks, announcements and joker names are left out. Hidden tiles are sampled:
every tile that is neither on the table nor on the bot's rack is in the bank or on another rack.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from tilemeld.engine.game.views import GameView
from tilemeld.engine.rules import Rules
from tilemeld.engine.tiles import faces_of
from tilemeld.solver import (
    EVERY_TILE,
    NO_JOKERS,
    ONE_JOKER,
    Count,
    CountSolver,
    count_faces,
    list_units,
    rack_value,
)


@dataclass(slots=True)
class Rollout:
    """A game in counts; the only mutable object in this room, discarded after one choice."""

    rules: Rules
    asker: CountSolver
    table: Count
    racks: list[Count]
    opened: list[bool]
    bank: list[Count]
    """The tiles of the bank, the next one last."""
    turn: int
    """Whose turn it is."""
    lap_left: int | None
    idle: int = 0
    holds: list[bool] = field(default_factory=list)
    """Which seats hold everything back until they can go out."""

    def copy(self) -> "Rollout":
        """Return another game of the same game."""
        return Rollout(
            rules=self.rules,
            asker=self.asker,
            table=self.table,
            racks=self.racks[:],
            opened=self.opened[:],
            bank=self.bank[:],
            turn=self.turn,
            lap_left=self.lap_left,
            idle=self.idle,
            holds=self.holds,
        )

    def lay(self, tiles: Count) -> bool:
        """Lay tiles, or take or pass with none; say whether the game is over."""
        seat = self.turn
        bank_was_empty = not self.bank
        if tiles:
            self.racks[seat] -= tiles
            self.table += tiles
            self.opened[seat] = True
            if not self.racks[seat]:
                return True
        elif self.bank:
            self.racks[seat] += self.bank.pop()
        self.idle = self.idle + 1 if bank_was_empty and not tiles else 0
        if self.lap_left is not None:
            self.lap_left -= 1
            if not self.lap_left:
                return True
        elif not self.bank and self.rules.bank_end == "last-lap":
            self.lap_left = len(self.racks)
        self.turn = (seat + 1) % len(self.racks)
        return self.idle >= len(self.racks)

    def habit(self) -> Count:
        """Return what the player whose turn it is would lay by habit."""
        seat = self.turn
        rack = self.racks[seat]
        if not self.opened[seat]:
            return self.opening(rack)
        best = self.asker.lay_most(self.table, rack)
        if best == rack or not self.holds[seat] or not self.bank or self.lap_left is not None:
            return best
        return 0

    def play_out(self, *, most_turns: int) -> None:
        """Play on by habit until the game is over, or for so many turns."""
        for _ in range(most_turns):
            if self.lay(self.habit()):
                return

    def points(self) -> tuple[int, ...]:
        """Return what each seat would score if the game ended now, roughly: the lowest rack wins (E3, E5)."""
        values = [rack_value(rack, self.rules.joker_rack_value) for rack in self.racks]
        lowest = min(values)
        winners = [seat for seat, each in enumerate(values) if each == lowest]
        lost = sum(values) - lowest * len(winners)
        share = lost // len(winners)
        return tuple(share if seat in winners else -each for seat, each in enumerate(values))

    def opening(self, rack: Count) -> Count:
        """Return the tiles of the most valuable opening that a rack holds; none if it cannot open (P2)."""
        usable = rack if self.rules.opening_jokers else rack & NO_JOKERS
        worth, tiles = self.asker.opening_points(usable)
        return tiles if tiles and worth >= self.rules.opening_points else 0


def box_of(rules: Rules) -> Count:
    """Count the tiles of a whole box (N1)."""
    return rules.copies * EVERY_TILE + rules.jokers * ONE_JOKER


def table_of(view: GameView) -> Count:
    """Count the tiles on the table."""
    return count_faces([face for laid_set in view.table for face in faces_of(laid.tile for laid in laid_set)])


def imagine(view: GameView, asker: CountSolver, rng: Random, *, holds: Sequence[bool], tries: int) -> Rollout:
    """Deal the tiles that the viewer cannot see at random to the other racks and the bank.

    A player who could have laid tiles would most likely have done so: a hand with which another player,
    except for one tile taken since, could lay something now is dealt again, up to ``tries`` times.
    """
    assert view.viewer is not None, "a player looks from a seat"
    table, own = table_of(view), count_faces(faces_of(view.rack))
    hidden = list(list_units(box_of(view.rules) - table - own))
    opened = [seat.opened for seat in view.seats]
    game = Rollout(
        rules=view.rules,
        asker=asker,
        table=table,
        racks=[],
        opened=opened,
        bank=[],
        turn=view.viewer,
        lap_left=view.lap_left,
        holds=list(holds),
    )
    for place, seat in enumerate(view.seats):
        if place == view.viewer:
            game.racks.append(own)
            continue
        for tries_left in range(tries, 0, -1):
            rng.shuffle(hidden)
            if tries_left == 1 or _is_likely(game, place, hidden[: seat.count]):
                break
        game.racks.append(sum(hidden[: seat.count]))
        del hidden[: seat.count]
    rng.shuffle(hidden)
    game.bank = hidden
    return game


def _is_likely(game: Rollout, seat: int, hand: Sequence[Count]) -> bool:
    """Say whether a player with this hand, but for the last tile of it, could not have laid anything."""
    if game.holds[seat] or len(hand) < 2:
        return True
    before = sum(hand[:-1])
    if not game.opened[seat]:
        return not game.opening(before)
    return not game.asker.lay_most(game.table, before)
