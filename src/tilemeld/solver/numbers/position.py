"""What the solver is asked and what it answers: positions, goals and solutions, as faces.

Nothing here searches. A position is a table and a rack under a box of tiles; a solution is the table
after the best play, what was laid for it, and how sure the solver is.

Two numbers say how much a solution disturbs the table, and both look at faces only:

* ``untouched``: how many sets of the table before are there after it with exactly the same faces (as
  multisets), matched one to one;
* ``moved``: the tiles on the table before, less the largest total overlap of a one-to-one assignment of
  sets before to sets after, where the overlap of two sets is the size of their multiset intersection.
"""

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from itertools import chain
from typing import Literal

from tilemeld.engine.errors import TilemeldError
from tilemeld.engine.number_faces import JOKER
from tilemeld.engine.tiles import Face, FaceSet

from .counts import EVERY_TILE, NUMBER_OF, ONE_JOKER, Count, count_faces
from .disturbance import count_moved, count_untouched

MAX_COPIES = 3
MAX_JOKERS = 4
MAX_JOKER_VALUE = 200


class PositionError(TilemeldError, ValueError):
    """This is not a position that the solver can be asked about; ``code`` names the reason."""

    def __init__(self, code: str, message: str, **params: object) -> None:
        super().__init__(message)
        self.code = code
        self.params = params


class Goal(Enum):
    """What the best play maximises."""

    TILES = "tiles"
    """Most tiles laid from the rack."""
    POINTS = "points"
    """Most points off the rack, a joker counting as on the rack (E4)."""
    TILES_POINTS = "tiles-points"
    """Most tiles, and among those most points."""
    POINTS_TILES = "points-tiles"
    """Most points, and among those most tiles."""
    OPENING = "opening"
    """The highest total of sets from the rack alone, a joker counting as what it stands for (P2)."""


@dataclass(frozen=True, slots=True)
class Position:
    """A table, a rack, and the box their tiles come from.

    >>> Position(table=((Face("r3"), Face("r4"), Face("r5")),), rack=(Face("r6"), Face("J"))).rack
    ('r6', 'J')

    Raises PositionError for faces the box does not have, or has fewer of (``position/…``).
    """

    table: tuple[FaceSet, ...]
    """The sets as they lie. Together they must be coverable by sets; solving says so when they are not."""
    rack: tuple[Face, ...]
    copies: int = 2
    """How many of each numbered tile the box has: 2, or 3 with the XP set (N1)."""
    jokers: int = 2
    """How many jokers the box has: up to 4 (N1)."""
    joker_value: int = 30
    """What a joker on the rack counts (E4): 30, or 50 in book B."""
    lying: Count = field(init=False, repr=False, compare=False)
    """The faces on the table, counted in one whole number (``count_faces``)."""
    held: Count = field(init=False, repr=False, compare=False)
    """The faces on the rack, counted likewise."""

    def __post_init__(self) -> None:
        if not (1 <= self.copies <= MAX_COPIES and 0 <= self.jokers <= MAX_JOKERS):
            raise PositionError(
                "position/unknown-box",
                f"the solver knows boxes of 1 to {MAX_COPIES} copies of each tile and up to {MAX_JOKERS} "
                f"jokers, got {self.copies} copies and {self.jokers} jokers",
                copies=self.copies,
                jokers=self.jokers,
            )
        if not 0 <= self.joker_value <= MAX_JOKER_VALUE:
            raise PositionError(
                "position/joker-value",
                f"expected a joker value from 0 to {MAX_JOKER_VALUE}, got {self.joker_value}",
                value=self.joker_value,
            )
        try:
            lying, held = count_faces(chain.from_iterable(self.table)), count_faces(self.rack)
        except KeyError as error:
            [face] = error.args
            raise PositionError(
                "position/unknown-face", f"expected a face like r7 or J, got {face!r}", face=face
            ) from None
        tiles = len(self.rack) + sum(map(len, self.table))
        if tiles > self.box_size or _has_more(lying + held, self.copies, self.jokers):
            raise self._too_many()
        object.__setattr__(self, "lying", lying)
        object.__setattr__(self, "held", held)

    @property
    def box_size(self) -> int:
        """How many tiles the box has."""
        return len(NUMBER_OF) * self.copies + self.jokers

    def _too_many(self) -> PositionError:
        """Name a face of which there are more than the box has."""
        counts = Counter(chain(*self.table, self.rack))
        allowed = {face: self.jokers if face == JOKER else self.copies for face in counts}
        face = next(face for face in counts if counts[face] > allowed[face])
        return PositionError(
            "position/too-many",
            f"expected at most {allowed[face]} of {face} on table and rack together, got {counts[face]}",
            face=face,
            count=counts[face],
            allowed=allowed[face],
        )


def _has_more(counted: Count, copies: int, jokers: int) -> bool:
    """Say whether there are more of any face than the box has: then the top bit of its byte gets set."""
    room = (127 - copies) * EVERY_TILE + (127 - jokers) * ONE_JOKER
    return bool(counted + room & 128 * (EVERY_TILE + ONE_JOKER))


@dataclass(frozen=True, slots=True)
class Solution:
    """The best play found for a position, and what is known about it."""

    goal: Goal
    possible: bool
    """Whether a play satisfies the question: required tiles can make that impossible. When a
    budget ran out (``optimal`` is false) it only means that none was found."""
    tiles: int
    """How many tiles leave the rack."""
    points: int
    """What they count: on the rack (E4), or for the opening what they stand for (P2)."""
    played: tuple[Face, ...]
    """The tiles that leave the rack, sorted by colour and number, jokers last."""
    table: tuple[FaceSet, ...]
    """The sets afterwards, sets that stay first; for the opening only the opening's own sets."""
    optimal: bool
    """Whether nothing better exists: proven, unless a budget ran out first."""
    bound: tuple[int, ...]
    """No play is better than this, in the goal's own order: (tiles,), (points,), (tiles, points)…"""
    least: Literal["proven", "found"] | None
    """Whether no equally good play disturbs the table less; None if that was not asked."""
    nodes: int
    """How many nodes the search looked at, both passes together."""
    before: tuple[FaceSet, ...]
    """The table before the play."""

    @property
    def untouched(self) -> int:
        """How many table sets are there afterwards with the same faces (see the top of this module)."""
        if self.goal is Goal.OPENING:
            return len(self.before)
        return count_untouched(self.before, self.table)

    @property
    def moved(self) -> int:
        """How many table tiles change their set (see the top of this module)."""
        return 0 if self.goal is Goal.OPENING else count_moved(self.before, self.table)

    @property
    def value(self) -> tuple[int, ...]:
        """What the goal counts, in the goal's own order; compares with ``bound``."""
        return goal_value(self.goal, tiles=self.tiles, points=self.points)


def goal_value(goal: Goal, *, tiles: int, points: int) -> tuple[int, ...]:
    """Put tiles and points into the order of the goal.

    >>> goal_value(Goal.POINTS_TILES, tiles=2, points=15)
    (15, 2)
    """
    return {
        Goal.TILES: (tiles,),
        Goal.POINTS: (points,),
        Goal.OPENING: (points,),
        Goal.TILES_POINTS: (tiles, points),
        Goal.POINTS_TILES: (points, tiles),
    }[goal]
