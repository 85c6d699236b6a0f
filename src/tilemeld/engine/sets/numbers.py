"""Numbers: runs and groups, what they are worth, and what a joker is in them (N1–N5, R-1, R-10)."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, NamedTuple

from tilemeld.engine.errors import Refusal, RulesError, refuse
from tilemeld.engine.number_faces import (
    COLOUR_AND_NUMBER,
    COLOUR_NAMES,
    COLOURS,
    HIGHEST,
    JOKER,
    NUMBER_FACES,
    colour_and_number,
    colour_of,
    number_of,
)
from tilemeld.engine.tiles import Face, LaidSet, LaidTile, TileId, face_of

from .number_opening import best_opening
from .set_rules import NO_SCORE, Reading, TurnScore

if TYPE_CHECKING:
    from tilemeld.engine.rules import Rules


def read_numbers(faces: Sequence[Face], stands_for: Sequence[Face | None] = ()) -> Reading:
    """Say how the tiles read as a run or a group in the order in which they lie, or what is wrong.

    A joker's name is honoured where it fits its place; where it does not, the place decides (N4). The
    worth is that of the highest reading that all names leave (R-10).

    >>> read_numbers([Face("k12"), Face("k13"), Face("J")]).order  # put in order: J k12 k13 (R-1)
    (2, 0, 1)
    """
    return _read(tuple(faces), tuple(stands_for) or (None,) * len(faces), as_named=True)


class _Candidate(NamedTuple):
    """One way to read the tiles: each in its place, with the faces they stand for."""

    worth: int
    kind: str
    order: tuple[int, ...]
    may_be: tuple[tuple[Face, ...], ...]


@lru_cache(maxsize=1 << 12)
def _read(faces: tuple[Face, ...], names: tuple[Face | None, ...], *, as_named: bool) -> Reading:
    """Read a set; the cache is safe because the answer depends on nothing but the arguments."""
    misnamed = tuple(
        refuse("set/not-a-joker", face=face, stands_for=name)
        for face, name in zip(faces, names, strict=True)
        if name is not None and face != JOKER
    )
    if misnamed:
        return Reading(faults=misnamed)
    if len(faces) < 3:
        for face in faces:
            if face != JOKER:
                colour_and_number(face)
        return Reading(faults=(refuse("set/too-few", count=len(faces)),))
    candidates = (as_named and _as_named(faces, names)) or _as_it_lies(faces) or _put_in_order(faces)
    if not candidates:
        return Reading(faults=_faults(faces))
    fitting = [candidate for candidate in candidates if _fits(candidate, names)]
    best = max(fitting or candidates, key=lambda candidate: candidate.worth)
    faces_meant = tuple(
        _face_meant(names[place] if fitting else None, faces)
        for place, faces in zip(best.order, best.may_be, strict=True)
    )
    return Reading(
        kind=best.kind, order=best.order, may_be=best.may_be, stands_for=faces_meant, worth=best.worth
    )


def _fits(candidate: _Candidate, names: tuple[Face | None, ...]) -> bool:
    """Say whether all names are possible together: each in its place, none twice, one colour in a run."""
    named = {name for name in names if name is not None}
    if len(named) < len(names) - names.count(None):
        return False
    if candidate.kind == "run" and len({name[0] for name in named if name}) > 1:
        return False
    return all(
        names[place] is None or names[place] in faces
        for place, faces in zip(candidate.order, candidate.may_be, strict=True)
    )


def _face_meant(name: Face | None, faces: tuple[Face, ...]) -> Face | None:
    """Return what a joker stands for: its name, or the only possible face, or ``None`` if that is open."""
    return name or (faces[0] if len(faces) == 1 else None)


def _as_named(faces: tuple[Face, ...], names: tuple[Face | None, ...]) -> list[_Candidate]:
    """List the readings that depend on names: of jokers alone, of tiles to be put in order (R-1, R-10)."""
    if not any(names):
        return []
    named = tuple([name or face for face, name in zip(faces, names, strict=True)])
    if all(face == JOKER for face in faces):
        found = _as_it_lies(named)
    else:
        found = [] if _as_it_lies(faces) else _put_in_order(named)  # tiles that read lie in their places (N4)
    return [_with_names(candidate, names) for candidate in found]


def _with_names(candidate: _Candidate, names: tuple[Face | None, ...]) -> _Candidate:
    """Restrict each named joker to its name."""
    named = [names[place] for place in candidate.order]
    may_be = zip(named, candidate.may_be, strict=True)
    return candidate._replace(may_be=tuple([faces if name is None else (name,) for name, faces in may_be]))


def _as_it_lies(faces: tuple[Face, ...]) -> list[_Candidate]:
    """List the readings of the tiles in the order in which they lie: rising, falling, group (N2, N3, N5)."""
    naturals = [(place, *colour_and_number(face)) for place, face in enumerate(faces) if face != JOKER]
    return [*_runs(faces, naturals), *_groups(faces, naturals)]


def _runs(faces: tuple[Face, ...], naturals: list[tuple[int, str, int]]) -> list[_Candidate]:
    """Read the tiles as a rising or falling run, where each place says the number (N4)."""
    colours = {colour for _, colour, _ in naturals} or set(COLOURS)
    if len(colours) > 1 and naturals:
        return []
    found = []
    last = len(faces) - 1
    for step in (1, -1):
        starts = {number - step * place for place, _, number in naturals} or {
            HIGHEST - last if step == 1 else HIGHEST
        }
        if len(starts) > 1:
            continue
        (start,) = starts
        end = start + step * last
        if min(start, end) >= 1 and max(start, end) <= HIGHEST:
            found.append(_run(faces, sorted(colours, key=COLOURS.index), range(start, end + step, step)))
    return found


def _run(faces: tuple[Face, ...], colours: list[str], numbers: range) -> _Candidate:
    may_be = tuple(
        tuple(Face(f"{colour}{number}") for colour in colours) if face == JOKER else ()
        for face, number in zip(faces, numbers, strict=True)
    )
    return _Candidate(worth=sum(numbers), kind="run", order=tuple(range(len(faces))), may_be=may_be)


def _groups(faces: tuple[Face, ...], naturals: list[tuple[int, str, int]]) -> list[_Candidate]:
    """Read the tiles as a group; jokers alone are a group of thirteens (R-10)."""
    numbers = {number for _, _, number in naturals} or {HIGHEST}
    colours = {colour for _, colour, _ in naturals}
    if len(numbers) > 1 or len(colours) < len(naturals) or len(faces) > len(COLOURS):
        return []
    (number,) = numbers
    missing = tuple(Face(f"{colour}{number}") for colour in COLOURS if colour not in colours)
    may_be = tuple(missing if face == JOKER else () for face in faces)
    return [
        _Candidate(worth=number * len(faces), kind="group", order=tuple(range(len(faces))), may_be=may_be)
    ]


def _put_in_order(faces: tuple[Face, ...]) -> list[_Candidate]:
    """Arrange tiles that form a run, but not in the order in which they lie, as a rising run (R-1)."""
    if len(faces) > HIGHEST:
        return []
    jokers = [place for place, face in enumerate(faces) if face == JOKER]
    naturals = sorted(
        (colour_and_number(face)[1], place) for place, face in enumerate(faces) if face != JOKER
    )
    low, high = naturals[0][0], naturals[-1][0]
    free = len(faces) - (high - low + 1)
    if free < 0 or len({number for number, _ in naturals}) < len(naturals):
        return []
    start = low - max(0, free - (HIGHEST - high))  # spare jokers go to the high end while there is room
    place_of = dict(naturals)
    spare = iter(jokers)
    order = tuple(
        place_of[number] if number in place_of else next(spare) for number in range(start, start + len(faces))
    )
    return [
        candidate._replace(order=order)
        for candidate in _as_it_lies(tuple(faces[place] for place in order))
        if candidate.kind == "run"
    ]


def _faults(faces: tuple[Face, ...]) -> tuple[Refusal, ...]:
    """Say everything that is wrong with three or more tiles that form no set."""
    naturals = [colour_and_number(face) for face in faces if face != JOKER]
    if not naturals:
        return (refuse("set/run-too-long", count=len(faces)),)
    by_colour = Counter(colour for colour, _ in naturals).most_common()
    by_number = Counter(number for _, number in naturals).most_common()
    if by_colour[0][1] == 1 and by_number[0][1] == 1:
        return (refuse("set/nothing-in-common"),)
    if len(by_number) == 1 or (by_number[0][1] >= by_colour[0][1] and len(by_colour) > 1):
        return _group_faults(faces, by_number[0][0])
    return _run_faults(faces, by_colour[0][0])


def _group_faults(faces: tuple[Face, ...], number: int) -> tuple[Refusal, ...]:
    faults = [
        refuse("set/group-number-differs", face=face, number=number)
        for face in faces
        if face != JOKER and number_of(face) != number
    ]
    colours = Counter(colour_of(face) for face in faces if face != JOKER and number_of(face) == number)
    faults += [
        refuse("set/group-colour-repeats", colour=COLOUR_NAMES[colour], count=count)
        for colour, count in colours.items()
        if count > 1
    ]
    if len(faces) > len(COLOURS):
        faults.append(refuse("set/group-too-many", count=len(faces)))
    return tuple(faults)


def _run_faults(faces: tuple[Face, ...], colour: str) -> tuple[Refusal, ...]:
    faults = [
        refuse("set/run-colour-differs", face=face, colour=COLOUR_NAMES[colour])
        for face in faces
        if face != JOKER and colour_of(face) != colour
    ]
    counts = Counter(number_of(face) for face in faces if face != JOKER and colour_of(face) == colour)
    faults += [
        refuse("set/run-number-repeats", face=f"{colour}{number}", count=count)
        for number, count in sorted(counts.items())
        if count > 1
    ]
    if len(faces) > HIGHEST:
        faults.append(refuse("set/run-too-long", count=len(faces)))
    return (*faults, *_gap_faults(sorted(counts), colour, faces.count(JOKER)))


def _gap_faults(numbers: list[int], colour: str, jokers: int) -> tuple[Refusal, ...]:
    """Name the gaps that the jokers cannot fill, and a 1 that comes after 13."""
    gaps = [(low, high) for low, high in pairwise(numbers) if high - low > 1]
    if sum(high - low - 1 for low, high in gaps) <= jokers:
        return ()
    if numbers[0] == 1 and numbers[-1] == HIGHEST:
        return (refuse("set/run-after-13", face=f"{colour}1"),)
    return tuple(
        refuse("set/run-gap", low=f"{colour}{low}", high=f"{colour}{high}", missing=high - low - 1)
        for low, high in gaps
    )


@dataclass(frozen=True, slots=True)
class NumberSets:
    """The number game's answers to the questions of ``SetRules``."""

    rules: "Rules"

    def __post_init__(self) -> None:
        if self.rules.sets != "numbers":
            allowed = "numbers here; letters need a lexicon, so pass sets_for"
            raise RulesError("rules/bad-value", field="sets", value=repr(self.rules.sets), allowed=allowed)

    @property
    def scores_turns(self) -> bool:
        """The racks at the end make the score."""
        return False

    @property
    def words(self) -> str | None:
        """Numbers need no words."""
        return None

    def in_edition(self, words: str | None) -> "NumberSets":
        """Numbers have no editions."""
        return self

    @property
    def joker(self) -> Face:
        """The joker is written J."""
        return JOKER

    def box(self) -> tuple[Face, ...]:
        """Return 1–13 in four colours, as many of each as the rules say, and the jokers (N1)."""
        return NUMBER_FACES * self.rules.copies + (JOKER,) * self.rules.jokers

    def read(self, laid: LaidSet) -> Reading:
        """Read the tiles as a run or a group."""
        return _read(
            tuple([face_of(tile.tile) for tile in laid]),
            tuple([tile.stands_for for tile in laid]),
            as_named=self.rules.opening_as_named,
        )

    def keep(self, laid: LaidSet, own: Collection[TileId]) -> LaidSet:
        """Return the largest valid set, of equals the one worth most, with all its table tiles (T6)."""
        fixed = [tile for tile in laid if tile.tile not in own]
        best: tuple[int, int] = (0, 0)
        found: LaidSet = ()
        for spare in _spare_choices(fixed, [tile for tile in laid if tile.tile in own]):
            kept = tuple(tile for tile in laid if tile in fixed or tile in spare)
            reading = self.read(kept)
            if reading.valid and (len(kept), reading.worth) > best:
                best, found = (len(kept), reading.worth), kept
        return found

    def opening_faults(self, sets: Sequence[LaidSet]) -> tuple[Refusal, ...]:
        """Say why these sets are not an opening: too low, or with a joker where none may be (P2, R-14)."""
        faults = []
        points = sum(self._opening_worth(laid) for laid in sets)
        if points < self.rules.opening_points:
            faults.append(refuse("opening/too-low", points=points, needed=self.rules.opening_points))
        jokers = any(face_of(tile.tile) == JOKER for laid in sets for tile in laid)
        if jokers and not self.rules.opening_jokers:
            faults.append(refuse("opening/no-jokers"))
        return tuple(faults)

    def _opening_worth(self, laid: LaidSet) -> int:
        """Return what a set counts in the opening: as named, or the most for its order (R-10)."""
        if self.rules.opening_as_named:
            return self.read(laid).worth
        return read_numbers([face_of(tile.tile) for tile in laid]).worth

    def table_faults(self, before: Sequence[LaidSet], after: Sequence[LaidSet]) -> tuple[Refusal, ...]:
        """Return nothing: number sets are independent of each other."""
        return ()

    def turn_score(
        self, before: Sequence[LaidSet], after: Sequence[LaidSet], laid: Collection[TileId]
    ) -> TurnScore:
        """A turn with numbers scores nothing by itself."""
        return NO_SCORE

    def words_to_vote(self, before: Sequence[LaidSet], after: Sequence[LaidSet]) -> tuple[str, ...]:
        """Nobody votes on numbers."""
        return ()

    def can_open(self, rack: Sequence[Face]) -> bool:
        """Say whether the rack holds an opening, with jokers where the rules allow them (E7).

        Where a house game requires no points, an opening is still a set.
        """
        needed = max(1, self.rules.opening_points)
        return best_opening(rack, jokers_allowed=self.rules.opening_jokers, enough=needed) >= needed

    def rack_value(self, rack: Sequence[Face]) -> int:
        """Return the sum of the numbers; a joker counts what the rules say (E4)."""
        return sum(
            self.rules.joker_rack_value if face == JOKER else COLOUR_AND_NUMBER[face][1] for face in rack
        )

    def starter_rank(self, face: Face) -> int | None:
        """The highest number starts; a joker is drawn again (S1, R-2)."""
        return None if face == JOKER else number_of(face)

    def may_redeal(self, rack: Sequence[Face]) -> bool:
        """Say whether enough pairs are equal in number and colour; three equal tiles are one pair (R-4)."""
        needed = self.rules.redeal_doublets
        counts = Counter(face for face in rack if face != JOKER)
        return needed is not None and sum(count > 1 for count in counts.values()) >= needed


def _spare_choices(fixed: list[LaidTile], own: list[LaidTile]) -> list[list[LaidTile]]:
    """List which of the player's tiles could stay with the fixed ones.

    A set is one number in different colours or one colour with different numbers, so a player's tile
    can stay only with tiles of its number or its colour: that keeps the choices few.
    """
    jokers = [tile for tile in own if face_of(tile.tile) == JOKER]
    choices = []
    for trait in (number_of, colour_of):
        families: dict[str | int, dict[Face, LaidTile]] = {}
        for tile in own:
            if (face := face_of(tile.tile)) != JOKER:
                families.setdefault(trait(face), {}).setdefault(face, tile)
        taken = {face_of(tile.tile) for tile in fixed}
        for family in families.values():
            rest = [tile for face, tile in family.items() if face not in taken]
            rest.sort(key=lambda tile: number_of(face_of(tile.tile)))
            choices += _stretches(rest, jokers)
    choices += [jokers[:count] for count in range(len(jokers) + 1)]
    return choices


def _stretches(tiles: list[LaidTile], jokers: list[LaidTile]) -> list[list[LaidTile]]:
    """List every stretch of neighbouring tiles, with none, some or all of the jokers."""
    return [
        tiles[start:end] + jokers[:count]
        for start, end in combinations(range(len(tiles) + 1), 2)
        for count in range(len(jokers) + 1)
    ]
