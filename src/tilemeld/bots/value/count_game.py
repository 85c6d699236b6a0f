"""A number game in counted tiles: the rules that decide games, and nothing else.

Laying, taking, passing, the opening, the last lap and the score are the engine's, turn for turn; clocks,
rulings, announcements and what lies in which set are left out. A differential test plays thousands of games
on both (``tests/bots/value/test_count_game.py``, ``python -m bench.count_games``).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from tilemeld.engine.rules import Rules
from tilemeld.solver import Count, CountSolver, count_tiles, joker_worth, list_units, rack_value

from .count_view import CountView, box_of


class CountPlayer(Protocol):
    """A player who decides in counts: the same view and dice give the same tiles."""

    def lay(self, view: CountView, asker: CountSolver, rng: Random) -> Count:
        """Return the tiles to lay; none to take a tile or to pass."""
        ...


@dataclass(frozen=True, slots=True)
class CountResult:
    """How a game in counts ended."""

    winners: tuple[int, ...]
    points: tuple[int, ...]

    def share(self, seat: int) -> float:
        """Return the seat's share of the win."""
        return (seat in self.winners) / len(self.winners)


@dataclass(slots=True)
class CountGame:
    """A game in counts; mutable, played once and discarded."""

    rules: Rules
    table: Count
    racks: list[Count]
    opened: list[bool]
    bank: list[Count]
    """The tiles of the bank, the next one last."""
    turn: int
    """Whose turn it is."""
    lap_left: int | None = None
    idle: int = 0
    turns: list[int] = field(default_factory=list)
    lays: list[int] = field(default_factory=list)
    silent: list[int] = field(default_factory=list)
    last_taken: list[Count] = field(default_factory=list)
    is_over: bool = False

    def __post_init__(self) -> None:
        for known in (self.turns, self.lays, self.silent, self.last_taken):
            known.extend([0] * (len(self.racks) - len(known)))

    def copy(self) -> "CountGame":
        """Return another game of the same game."""
        return CountGame(
            rules=self.rules,
            table=self.table,
            racks=self.racks[:],
            opened=self.opened[:],
            bank=self.bank[:],
            turn=self.turn,
            lap_left=self.lap_left,
            idle=self.idle,
            turns=self.turns[:],
            lays=self.lays[:],
            silent=self.silent[:],
            last_taken=self.last_taken[:],
            is_over=self.is_over,
        )

    def lay(self, tiles: Count) -> bool:
        """Lay tiles, or take or pass with none; say whether the game is over."""
        seat, bank, players = self.turn, self.bank, len(self.racks)
        self.turns[seat] += 1
        if tiles:
            self.racks[seat] -= tiles
            self.table += tiles
            self.opened[seat] = True
            self.lays[seat] += 1
            self.silent[seat] = self.idle = self.last_taken[seat] = 0
            if not self.racks[seat]:
                self.is_over = True
                return True
        else:
            self.silent[seat] += 1
            self.last_taken[seat] = bank.pop() if bank else 0
            self.racks[seat] += self.last_taken[seat]
            self.idle = 0 if self.last_taken[seat] else self.idle + 1
        if self.lap_left is not None:
            self.lap_left -= 1
            self.is_over = not self.lap_left
        elif self.rules.bank_end == "last-lap":
            if not bank:
                self.lap_left = players
        else:
            self.is_over = self.idle >= players
        self.turn = (seat + 1) % players
        return self.is_over

    def view(self, seat: int) -> CountView:
        """Return what a seat knows."""
        return CountView(
            rules=self.rules,
            seat=seat,
            rack=self.racks[seat],
            free=self.racks[seat],
            table=self.table,
            held=tuple(map(count_tiles, self.racks)),
            opened=tuple(self.opened),
            bank=len(self.bank),
            active=self.turn,
            lap_left=self.lap_left,
            idle=self.idle,
            turns=tuple(self.turns),
            lays=tuple(self.lays),
            silent=tuple(self.silent),
        )

    def result(self, asker: CountSolver) -> CountResult:
        """Score the game (E1, E3 to E7, R-8, R-9): an empty rack wins, or else the lowest."""
        values = [rack_value(rack, self.rules.joker_rack_value) for rack in self.racks]
        emptied = 0 in self.racks
        lowest = min(values)
        best = 0 if emptied else lowest
        winners = tuple(
            [
                seat
                for seat, value in enumerate(values)
                if value == best and not (emptied and self.racks[seat])
            ]
        )
        losses = [
            0 if seat in winners else self._loss(asker, seat, value, lowest, emptied=emptied)
            for seat, value in enumerate(values)
        ]
        share = sum(losses) // len(winners)
        own = self.rules.lowest_rack_scores == "own-rack"
        points = tuple(
            [share - own * value if seat in winners else -losses[seat] for seat, value in enumerate(values)]
        )
        return CountResult(winners, points)

    def _loss(self, asker: CountSolver, seat: int, value: int, lowest: int, *, emptied: bool) -> int:
        rules = self.rules
        if not emptied:
            return value - lowest if rules.lowest_rack_scores == "difference" else value
        if self.opened[seat] or not self.turns[seat]:
            return value
        rack = self.racks[seat]
        if not asker.can_open(rules, rack):
            return value if rules.unopened_penalty is None else rules.unopened_penalty
        if rules.could_open_penalty is None:
            return value
        is_waived = not rules.strict and not asker.can_open(rules, rack - self.last_taken[seat])
        return value if is_waived else rules.could_open_penalty


def deal(rules: Rules, players: int, rng: Random) -> CountGame:
    """Shuffle a box and deal it, again where a rack gives the right to that: bots ask for it (S7)."""
    units = list(list_units(box_of(rules)))
    size = rules.rack_size
    while True:
        rng.shuffle(units)
        racks = [sum(units[seat * size : (seat + 1) * size]) for seat in range(players)]
        if all(doublets(rack) < (rules.redeal_doublets or size) for rack in racks):
            break
    return CountGame(
        rules=rules,
        table=0,
        racks=racks,
        opened=[False] * players,
        bank=units[players * size :],
        turn=rng.randrange(players),
    )


def doublets(rack: Count) -> int:
    """Count the faces of which a rack has two or more, jokers aside (S7)."""
    return sum([count > 1 for count in rack.to_bytes(53, "little")[:-1]])


def play(
    game: CountGame,
    players: Sequence[CountPlayer],
    rng: Random,
    *,
    asker: CountSolver | None = None,
    watch: Callable[[CountGame, CountView, Count], None] | None = None,
    most_turns: int = 1_000,
) -> CountResult:
    """Play a game to its end; ``watch`` sees every turn before it is carried out."""
    asker = asker or CountSolver(joker_worth(game.rules))
    for _ in range(most_turns):
        view = game.view(game.turn)
        tiles = players[game.turn].lay(view, asker, rng)
        if watch is not None:
            watch(game, view, tiles)
        if game.lay(tiles):
            break
    return game.result(asker)
