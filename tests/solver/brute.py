"""A brute force for tiny positions, to judge the solver by: it tries everything and shares no code with it.

Every choice of rack tiles is tried; every way to part table and chosen tiles into sets is listed; the
best is taken. A set is found by the words of RULES.md (N2, N3, R-10) and nothing cleverer.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product

Tiles = tuple[str, ...]
"""Faces, sorted, jokers last: a multiset."""


@dataclass(frozen=True)
class Best:
    """The best value of a goal, and the least disturbance among the plays that reach it."""

    possible: bool
    value: tuple[int, ...] = ()
    untouched: int = 0
    moved: int = 0


def best_play(
    table: Sequence[Sequence[str]],
    rack: Sequence[str],
    goal: str,
    *,
    joker: int = 30,
    required: Sequence[str] = (),
    forbidden: Sequence[str] = (),
) -> Best:
    """Try every choice of rack tiles and every table they can make."""
    lying = [face for laid in table for face in laid]
    covers = covers_of(as_tiles([*lying, *rack]))
    plays = [
        (goal_value(goal, played, joker), played)
        for played in choices(rack, required, forbidden)
        if covers.exists(as_tiles([*lying, *played]))
    ]
    if not plays:
        return Best(possible=False)
    top = max(value for value, _ in plays)
    disturbed = [
        disturbance(table, after)
        for value, played in plays
        if value == top
        for after in covers.all(as_tiles([*lying, *played]))
    ]
    untouched, minus_moved = max(disturbed)
    return Best(possible=True, value=top, untouched=untouched, moved=-minus_moved)


def best_opening(rack: Sequence[str], *, required: Sequence[str] = (), forbidden: Sequence[str] = ()) -> Best:
    """Try every choice of rack tiles and every way to part it into sets; count the highest readings (P2)."""
    covers = covers_of(as_tiles(rack))
    totals = [
        sum(highest_reading(laid) for laid in sets)
        for played in choices(rack, required, forbidden)
        for sets in covers.all(played)
    ]
    return Best(possible=bool(totals), value=(max(totals),) if totals else ())


def goal_value(goal: str, played: Tiles, joker: int) -> tuple[int, ...]:
    tiles = len(played)
    points = sum(joker if face == "J" else int(face[1:]) for face in played)
    return {
        "tiles": (tiles,),
        "points": (points,),
        "tiles-points": (tiles, points),
        "points-tiles": (points, tiles),
    }[goal]


def choices(rack: Sequence[str], required: Sequence[str], forbidden: Sequence[str]) -> Iterator[Tiles]:
    """Yield every choice of rack tiles, the required among them and the forbidden left on the rack."""
    counts = Counter(rack)
    lowest = Counter(required)
    banned = Counter(forbidden)
    faces = sorted(counts)
    for numbers in product(*(range(counts[face] + 1) for face in faces)):
        chosen = dict(zip(faces, numbers, strict=True))
        if all(lowest[face] <= n <= counts[face] - banned[face] for face, n in chosen.items()):
            yield as_tiles([face for face, n in chosen.items() for _ in range(n)])


def as_tiles(faces: Sequence[str]) -> Tiles:
    """Sort the faces, jokers last: fewest sets begin with the first tile then."""
    return tuple(sorted(faces, key=lambda face: (face == "J", face)))


def is_group(tiles: Tiles) -> bool:
    """3 or 4 tiles of one number, all of different colours; a joker may be any (N2, N4)."""
    naturals = [face for face in tiles if face != "J"]
    one_number = len({face[1:] for face in naturals}) <= 1
    different = len({face[0] for face in naturals}) == len(naturals)
    return 3 <= len(tiles) <= 4 and one_number and different


def is_run(tiles: Tiles) -> bool:
    """3 or more consecutive numbers of one colour; jokers fill what is missing (N3, N4)."""
    return 3 <= len(tiles) <= 13 and bool(run_starts(tiles))


def run_starts(tiles: Tiles) -> list[int]:
    """Every number at which the tiles can begin as a run."""
    naturals = [face for face in tiles if face != "J"]
    numbers = [int(face[1:]) for face in naturals]
    if len({face[0] for face in naturals}) > 1 or len(set(numbers)) < len(numbers):
        return []
    size = len(tiles)
    return [low for low in range(1, 14 - size + 1) if all(low <= n < low + size for n in numbers)]


def highest_reading(tiles: Tiles) -> int:
    """What a set counts at most, its jokers standing for the best they can (P2, R-10)."""
    size = len(tiles)
    readings = [sum(range(low, low + size)) for low in run_starts(tiles)]
    if is_group(tiles):
        number = max((int(face[1:]) for face in tiles if face != "J"), default=13)
        readings.append(number * size)
    return max(readings)


@lru_cache(maxsize=4)
def covers_of(tiles: Tiles) -> "Covers":
    return Covers(Counter(tiles))


class Covers:
    """All ways to part tiles into sets; ``box`` holds all the tiles that will be asked about."""

    def __init__(self, box: Counter[str]) -> None:
        self._sets: dict[str, list[Tiles]] = {face: [] for face in box}
        for laid in all_sets(box):
            self._sets[laid[0]].append(laid)
        self._exists: dict[Tiles, bool] = {(): True}
        self._all: dict[Tiles, list[tuple[Tiles, ...]]] = {(): [()]}

    def exists(self, tiles: Tiles) -> bool:
        if tiles not in self._exists:
            self._exists[tiles] = any(self.exists(rest) for _, rest in self._first(tiles))
        return self._exists[tiles]

    def all(self, tiles: Tiles) -> list[tuple[Tiles, ...]]:
        if tiles not in self._all:
            self._all[tiles] = [
                (laid, *others) for laid, rest in self._first(tiles) for others in self.all(rest)
            ]
        return self._all[tiles]

    def _first(self, tiles: Tiles) -> Iterator[tuple[Tiles, Tiles]]:
        """Yield every set that holds the first of the tiles, with the tiles that are left.

        Sets are sorted like the tiles, so a set holds the first tile of all exactly when it begins with it.
        """
        for laid in self._sets[tiles[0]]:
            rest = Counter(tiles)
            rest.subtract(laid)
            if min(rest.values()) >= 0:
                yield laid, as_tiles([*rest.elements()])


def all_sets(box: Counter[str]) -> set[Tiles]:
    """Every set that the tiles of the box can make: tiles of one number or one colour, and jokers."""
    naturals = sorted(face for face in box if face != "J")
    families = [
        [face for face in naturals if face[1:] == number] for number in {face[1:] for face in naturals}
    ]
    families += [
        [face for face in naturals if face[0] == colour] for colour in {face[0] for face in naturals}
    ]
    found = set()
    for family in [*families, []]:
        for size in range(len(family) + 1):
            for faces in combinations(family, size):
                for jokers in range(box["J"] + 1):
                    tiles = as_tiles([*faces, *["J"] * jokers])
                    if is_group(tiles) or is_run(tiles):
                        found.add(tiles)
    return found


def disturbance(before: Sequence[Sequence[str]], after: Sequence[Tiles]) -> tuple[int, int]:
    """How many sets lie there again, and minus how many table tiles change their set."""
    old = Counter(as_tiles(laid) for laid in before)
    untouched = sum((old & Counter(after)).values())
    return untouched, largest_overlap([as_tiles(laid) for laid in before], after) - sum(map(len, before))


def largest_overlap(old: Sequence[Tiles], new: Sequence[Tiles]) -> int:
    """The greatest total overlap when every old set is given a new one of its own, or none."""
    if not old or not new:
        return 0
    first, *rest = old
    best = largest_overlap(rest, new)
    for index, laid in enumerate(new):
        overlap = sum((Counter(first) & Counter(laid)).values())
        if overlap:
            best = max(best, overlap + largest_overlap(rest, [*new[:index], *new[index + 1 :]]))
    return best
