"""Levels: bots that play to win, or to give a good game; each is a name and values.

*Beginner* sees sets on its rack and tiles that fit at the end of a set, and overlooks some, as people
do; once in twenty turns it notices that a long set can spare a tile. *Casual* always splits
runs and takes spare tiles, one or two sets a turn. *Club* plays the exact best turn: most
tiles, then most points. *Expert* plays by the chance to win (``expert``). *Holder* holds everything
back until its whole rack goes out (``holder``). *Adaptive* keeps the game
close, whoever plays against it (``adaptive``).
"""

from dataclasses import dataclass, field, replace
from random import Random
from typing import Literal

from tilemeld.bots.personality import BRISK, CHATTY, CHEERFUL, KIND, SILENT, SLY, Personality
from tilemeld.bots.player import Choice, Dawdle, take_or_pass
from tilemeld.bots.value.count_game import CountPlayer
from tilemeld.bots.value.count_view import count_view
from tilemeld.bots.value.model import asker_for
from tilemeld.engine.game.commands import Announce, AskRedeal, ChooseStack, Confirm, EndTurn
from tilemeld.engine.game.state import Phase
from tilemeld.engine.game.views import GameView
from tilemeld.engine.number_faces import JOKER
from tilemeld.engine.sets.numbers import NumberSets, read_numbers
from tilemeld.engine.tiles import Face, FaceSet, Seat, Table, faces_of
from tilemeld.solver import (
    NO_BUDGET,
    Goal,
    PositionError,
    has_kernel,
    is_known_box,
)

from .adaptive import Adaptive, may_open, plays_its_best, tiles_to_lay
from .best_turn import Budget, ask, best_turn, free_rack
from .expert import Expert
from .holder import Holder
from .laying import table_with
from .random_cover import attach, counts_by_face, pack
from .splits import change_one
from .to_tiles import lay, table_faces

NODES = NO_BUDGET if has_kernel() else 4_000
"""The node budget of one question: without the kernel a large rack would keep people waiting."""
TIDY = Budget(None, 3_000)
"""Prove the best play and then look for the table that is easiest to follow."""


@dataclass(frozen=True, slots=True)
class Level:
    """What a bot can do."""

    name: str
    reach: Literal["own-sets", "splits", "whole-table"]
    """Whether it only lays sets from its rack and adds single tiles, also splits sets, or rearranges all."""
    overlooks: float = 0.0
    """The share of sets, additions and changes that it does not see."""
    changes: int = 2
    """How many sets of the table it splits or steals from in a turn, where that is its reach."""
    notices: float = 1.0
    """The share of turns in which it thinks of splitting and stealing at all."""
    asks_redeal: bool = True
    """Whether it asks for a new deal when it may (S7)."""
    budget: Budget = TIDY
    """The node budgets of its searches; those for calm only make its tables easier to follow."""
    strategy: CountPlayer | None = None
    """Who decides which tiles are laid; none: it lays what it finds."""
    balance: Adaptive | None = None
    """How it keeps the game close; none: it plays to win."""
    personality: Personality = field(default_factory=Personality)


LEVELS: dict[str, Level] = {
    level.name: level
    for level in (
        Level(
            "beginner",
            "splits",
            overlooks=0.12,
            changes=1,
            notices=0.05,
            personality=CHEERFUL,
        ),
        Level("casual", "splits", overlooks=0.06, personality=CHATTY),
        Level("club", "whole-table", personality=BRISK),
        Level("expert", "whole-table", strategy=Expert(), personality=SILENT),
        Level("holder", "whole-table", strategy=Holder(), personality=SLY),
        Level("adaptive", "whole-table", balance=Adaptive(), personality=KIND),
    )
}
"""The levels by name: the ladder from the weakest up, and the one that adapts."""


@dataclass(frozen=True, slots=True)
class LevelPlayer:
    """A bot of some level."""

    level: Level

    def hurried(self) -> "LevelPlayer":
        """Return the same player without the pass for calm tables: it lays the same tiles, faster."""
        return LevelPlayer(replace(self.level, budget=replace(self.level.budget, calm_nodes=0)))

    def choose(self, view: GameView, rng: Random) -> Choice:
        """Answer for the seat that the view belongs to."""
        assert view.viewer is not None, "a player looks from a seat"
        seat = view.viewer
        match view.phase:
            case Phase.TURN:
                return self._play(view, seat, rng)
            case Phase.STACKS:
                return ChooseStack(seat, rng.randrange(len(view.stacks) - 1))
            case Phase.REDEAL:
                return AskRedeal(seat) if view.may_redeal and self.level.asks_redeal else Dawdle()
            case _:
                can_open = NumberSets(view.rules).can_open(faces_of(view.rack))
                return Announce(seat) if can_open else EndTurn(seat)

    def _play(self, view: GameView, seat: Seat, rng: Random) -> Choice:
        table = self.find_play(view, rng)
        return take_or_pass(view, seat, rng) if table is None else Confirm(seat, table)

    def find_play(self, view: GameView, rng: Random) -> Table | None:
        """Return the table that the bot would confirm, or nothing when it would take a tile."""
        assert view.viewer is not None, "a player looks from a seat"
        if self.level.strategy is not None and is_known_box(view.rules):
            asker = asker_for(view.rules, budget_nodes=NODES)
            tiles = self.level.strategy.lay(count_view(view), asker, rng)
            return table_with(view, tiles, calm_nodes=self.level.budget.calm_nodes) if tiles else None
        if not view.seats[view.viewer].opened:
            sets = self._opening(view, rng)
            return None if sets is None else lay(view, [*table_faces(view), *sets])
        after = self._manipulation(view, rng)
        return None if after is None else lay(view, after)

    def _opening(self, view: GameView, rng: Random) -> list[FaceSet] | None:
        """Open with as many tiles as possible, or else with the most points, if that is enough."""
        balance = self.level.balance
        if balance is not None and not may_open(view, balance):
            return None
        rack = tuple(face for face in free_rack(view) if face != JOKER or view.rules.opening_jokers)
        for goal in (Goal.TILES_POINTS, Goal.OPENING):
            sets = [each for each in _own_sets(view, rack, goal, rng) if rng.random() >= self.level.overlooks]
            if sets and sum(read_numbers(each).worth for each in sets) >= view.rules.opening_points:
                return sets
        return None

    def _manipulation(self, view: GameView, rng: Random) -> list[FaceSet] | None:
        level = self.level
        if level.reach != "whole-table" or not is_known_box(view.rules):
            return self._by_eye(view, rng)
        best = best_turn(view.rules, table_faces(view), free_rack(view), opened=True, budget=level.budget)
        if level.balance is not None and best.tiles and not plays_its_best(view, level.balance):
            most = tiles_to_lay(view, level.balance)
            if best.tiles > most:
                return _a_few(view, most, rng)
        return list(best.table) if best.tiles else None

    def _by_eye(self, view: GameView, rng: Random) -> list[FaceSet] | None:
        """Lay sets from the rack, add single tiles, split sets and take spare tiles; overlook some."""
        rack = counts_by_face(free_rack(view))
        held = sum(rack.values())
        new = []
        for faces in _own_sets(view, free_rack(view), Goal.TILES_POINTS, rng):
            if rng.random() >= self.level.overlooks:
                new.append(faces)
                for face in faces:
                    rack[face] -= 1
        sets = table_faces(view) + new
        unseen = frozenset(
            face for face, many in rack.items() if many and rng.random() < self.level.overlooks
        )
        _add_singles(sets, rack, rng, unseen=unseen)
        notices = self.level.reach != "own-sets" and rng.random() < self.level.notices
        for _ in range(self.level.changes if notices else 0):
            if not change_one(sets, rack, rng, unseen=unseen):
                break
            _add_singles(sets, rack, rng, unseen=unseen)
        return sets if sum(rack.values()) < held else None


def _a_few(view: GameView, most: int, rng: Random) -> list[FaceSet] | None:
    """Lay sets from the rack and single tiles, up to a number of tiles."""
    sets, rack = table_faces(view), counts_by_face(free_rack(view))
    left = most
    for faces in _own_sets(view, free_rack(view), Goal.TILES_POINTS, rng):
        if len(faces) <= left:
            sets.append(faces)
            left -= len(faces)
            for face in faces:
                rack[face] -= 1
    for face in [face for face, held in rack.items() if held]:
        place = attach(face, sets, rng) if left > 0 else None
        if place is not None:
            sets[place] = (*sets[place], face)
            left -= 1
    return sets if left < most else None


def _own_sets(view: GameView, rack: tuple[Face, ...], goal: Goal, rng: Random) -> list[FaceSet]:
    """Return the best sets of rack tiles alone; by a greedy packing where the solver has no such box."""
    try:
        return list(ask(view.rules, (), rack, goal, Budget()).table)
    except PositionError:
        return pack(counts_by_face(rack), rng)


def _add_singles(sets: list[FaceSet], rack: dict[Face, int], rng: Random, *, unseen: frozenset[Face]) -> None:
    """Add tiles of the rack, one at a time, until no more fit."""
    progress = True
    while progress:
        progress = False
        for face in [face for face, held in rack.items() if held and face not in unseen]:
            place = attach(face, sets, rng)
            if place is not None:
                sets[place] = (*sets[place], face)
                rack[face] -= 1
                progress = True
