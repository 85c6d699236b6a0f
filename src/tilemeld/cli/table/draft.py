"""A draft: the table as a player rebuilds it during a turn, before the engine judges it.

Sets keep their numbers within a turn: a new set gets the next number, an emptied one leaves a gap. A
draft knows where tiles are and refuses only what no hand could do (a tile that is not there); whether
sets read and the turn may end like this is for the engine to say.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tilemeld.cli.text.catalogue import Key
from tilemeld.cli.text.notations import Notation, notation_of
from tilemeld.cli.text.speech import ENGLISH, Speech
from tilemeld.engine.errors import TilemeldError
from tilemeld.engine.notation import WrittenSet, WrittenTile, tiles_with
from tilemeld.engine.sets.set_rules import Reading, SetRules, arrange
from tilemeld.engine.tiles import Face, LaidSet, LaidTile, Table, TileId, face_of, faces_of, tiles_of

from .set_numbers import keep_places


class DraftError(TilemeldError):
    """No hand could do that: says why, and what would work, in any language (``in_words``).

    Sets and faces are given as tuples, for each language joins them in its own way.
    """

    def __init__(self, key: Key, **values: str | int | tuple[int | str, ...]) -> None:
        self.key = key
        self._values = values
        super().__init__(self.in_words(ENGLISH))

    def in_words(self, speech: Speech) -> str:
        """Return the reason in a language."""
        joint: Literal["and", "or"] = "or" if "faces" in self._values else "and"
        values = {
            name: speech.listed(value, joint) if isinstance(value, tuple) else value
            for name, value in self._values.items()
        }
        return speech.say(self.key, **values)


@dataclass(frozen=True, slots=True)
class Draft:
    """A table in the making."""

    sets: SetRules
    table: Table
    """The table when the turn began."""
    rack: tuple[TileId, ...]
    """The player's rack when the turn began."""
    slots: Table
    """The sets by their numbers, counted from 1; an empty one has been taken apart."""
    opened: bool = True
    """Whether the player has opened, and so may take tiles out of sets."""

    @classmethod
    def begin(cls, sets: SetRules, table: Table, rack: Iterable[TileId], *, opened: bool = True) -> "Draft":
        """Start from the present table."""
        return cls(sets, table, tuple(rack), table, opened)

    @property
    def notation(self) -> Notation:
        """How tiles and sets of this game are written."""
        return notation_of(self.sets)

    @property
    def left(self) -> tuple[TileId, ...]:
        """The tiles still on the rack."""
        laid = set(tiles_of(self.slots))
        return tuple(tile for tile in self.rack if tile not in laid)

    @property
    def laid(self) -> frozenset[TileId]:
        """The rack's tiles that lie on the table."""
        return frozenset(self.rack).intersection(tiles_of(self.slots))

    @property
    def numbered(self) -> tuple[tuple[int, LaidSet], ...]:
        """The sets that have tiles, each with its number."""
        return tuple((number, laid) for number, laid in enumerate(self.slots, 1) if laid)

    @property
    def result(self) -> Table:
        """The table to be confirmed."""
        return tuple(laid for laid in self.slots if laid)

    @property
    def is_changed(self) -> bool:
        """Whether anything was moved."""
        return self.slots != self.table

    def number_of(self, place: int) -> int:
        """Return the number under which the player knows a set, given its place in the result."""
        return self.numbered[place][0]

    def read(self, number: int) -> Reading:
        """Say how a set reads."""
        return self.sets.read(self.slots[number - 1])

    def lay(self, written: Sequence[WrittenSet]) -> "Draft":
        """Lay new sets from the rack."""
        draft = self
        for each in written:
            tiles = draft._from_rack(each)
            draft = draft._with_new(draft._grown((), tiles))
        return draft

    def remake(self, numbers: Sequence[int], written: Sequence[WrittenSet]) -> "Draft":
        """Take sets apart and lay others of all their tiles and any of the rack."""
        for number in numbers:
            self._slot(number)
        broken = [laid.tile for number in dict.fromkeys(numbers) for laid in self.slots[number - 1]]
        pool = _pool([*broken, *self.left])
        new = [tuple(self._from_pool(tile, pool) for tile in each) for each in written]
        used = set(tiles_of(new))
        missing = faces_of(tile for tile in broken if tile not in used and tile not in self.laid)
        if missing:
            raise DraftError("draft.missing-sets", tiles=" ".join(missing))
        draft = self
        for number in numbers:
            draft = draft._with_slot(number, ())
        for number, laid in zip([*dict.fromkeys(numbers), *[0] * len(new)], new, strict=False):
            settled = draft._settled(laid)
            draft = draft._with_slot(number, settled) if number else draft._with_new(settled)
        return draft

    def add(self, written: WrittenSet, number: int) -> "Draft":
        """Add tiles from the rack to a set."""
        laid = self._slot(number)
        tiles = self._from_rack(written)
        return self._with_slot(number, self._grown(laid, tiles))

    def move(self, written: WrittenSet, source: int | None, target: int | None) -> "Draft":
        """Move tiles from one set to another, or to a new set; the source may be left to be found."""
        if source is None:
            source = self._find_source(written, target)
        if source == target:
            raise DraftError("draft.same-set", number=source)
        tiles = self._from_set(written, source)
        base = () if target is None else self._slot(target)
        draft = self._without(source, tiles)
        grown = self._grown(base, tiles)
        return draft._with_new(grown) if target is None else draft._with_slot(target, grown)

    def back(self, written: WrittenSet) -> "Draft":
        """Take tiles laid this turn back to the rack."""
        draft = self
        for tile in written:
            own = [(n, laid) for n, each in draft.numbered for laid in each if laid.tile in draft.laid]
            found = next(((n, laid) for n, laid in own if face_of(laid.tile) == tile.face), None)
            if found is None:
                raise DraftError("draft.not-laid", face=tile.face)
            draft = draft._without(found[0], [found[1]])
        return draft

    def split(self, number: int, written: WrittenTile) -> "Draft":
        """Cut a set in two before one of its tiles; the second part is a new set."""
        laid = self._slot(number)
        places = [place for place, each in enumerate(laid) if face_of(each.tile) == written.face]
        if not places:
            raise DraftError("draft.not-in-set", face=written.face, number=number, set=self._name(number))
        if places[-1] == 0:
            raise DraftError("draft.first-tile", face=written.face, number=number)
        cut = places[-1]
        draft = self._with_slot(number, self._settled(laid[:cut]))
        return draft._with_new(self._settled(laid[cut:]))

    def join(self, first: int, second: int) -> "Draft":
        """Add the tiles of the second set to the first."""
        if first == second:
            raise DraftError("draft.join-itself", number=first)
        tiles = self._slot(second)
        draft = self._with_slot(
            first, self._settled((*self._slot(first), *tiles), (*tiles, *self._slot(first)))
        )
        return draft._with_slot(second, ())

    def swap(self, written: WrittenTile, number: int) -> "Draft":
        """Put a tile, from the rack or else the table, in place of a joker, which gets a new set (P5)."""
        laid = self._slot(number)
        place = self._joker_place(written, number)
        joker = LaidTile(laid[place].tile)
        draft, tile = self._fetch(written, number)
        laid = draft.slots[number - 1]
        changed = (*laid[:place], LaidTile(tile), *laid[place + 1 :])
        return draft._with_slot(number, draft._settled(changed))._with_new((joker,))

    def retype(self, written: Sequence[WrittenSet]) -> "Draft":
        """Lay the whole table as it was typed: all of its tiles, and any from the rack.

        Sets typed as they lie keep their tiles; the others share what is left, the table's first.
        """
        wanted = [list(each) for each in written]
        places = self._keep_lying(wanted)
        kept = {place for place in places if place is not None}
        free = [laid.tile for place, each in enumerate(self.table) if place not in kept for laid in each]
        pool = _pool([*free, *self.rack])
        slots = []
        for each, place in zip(wanted, places, strict=True):
            if place is not None:
                slots.append(self.table[place])
            else:
                slots.append(self._settled(tuple(self._from_pool(tile, pool) for tile in each)))
        missing = faces_of(
            tile for tile in free if tile in {left for tiles in pool.values() for left in tiles}
        )
        if missing:
            raise DraftError("draft.missing-table", tiles=" ".join(missing))
        return replace(self, slots=keep_places(tuple(slots), self.table))

    def _keep_lying(self, wanted: Sequence[Sequence[WrittenTile]]) -> list[int | None]:
        """Find, for each typed set, a set of the table with the same tiles."""
        letters = self.notation.letters
        lying: dict[tuple[Face, ...], list[int]] = {}
        for place in reversed(range(len(self.table))):
            faces = faces_of(laid.tile for laid in self.table[place])
            lying.setdefault(faces if letters else tuple(sorted(faces)), []).append(place)
        found: list[int | None] = []
        for each in wanted:
            faces = tuple(tile.face for tile in each)
            places = lying.get(faces if letters else tuple(sorted(faces)))
            if places and letters and not self._names_fit(each, places[-1]):
                places = None
            found.append(places.pop() if places else None)
        return found

    def _names_fit(self, written: Sequence[WrittenTile], place: int) -> bool:
        """Say whether the letters that were typed for jokers are those that they lie as."""
        return all(
            tile.stands_for in (None, laid.stands_for)
            for tile, laid in zip(written, self.table[place], strict=True)
        )

    def _from_pool(self, written: WrittenTile, pool: dict[Face, list[TileId]]) -> LaidTile:
        if not pool.get(written.face):
            raise DraftError("draft.none-left", face=written.face)
        return LaidTile(pool[written.face].pop(), written.stands_for)

    def _from_rack(self, written: WrittenSet) -> list[LaidTile]:
        """Pick tiles of the rack by their faces."""
        held = Counter(faces_of(self.left))
        for face, count in Counter(tile.face for tile in written).items():
            if held[face] < count:
                raise self._not_on_rack(face, count, held[face])
        return _named(written, self.left)

    def _not_on_rack(self, face: Face, count: int, have: int) -> DraftError:
        if have:
            return DraftError("draft.too-few-on-rack", have=have, face=face, count=count)
        lying = tuple(n for n, laid in self.numbered if face in faces_of(each.tile for each in laid))
        if lying and not self.opened:
            return DraftError("draft.on-table-unopened", face=face, sets=lying)
        if lying:
            return DraftError("draft.on-table", face=face, sets=lying, first=lying[0])
        return DraftError("draft.not-on-rack", face=face)

    def _from_set(self, written: WrittenSet, number: int) -> list[LaidTile]:
        """Pick tiles of a set by their faces; a joker that moves forgets what it stood for."""
        lying = tiles_of([self._slot(number)])
        held = Counter(faces_of(lying))
        for face, count in Counter(tile.face for tile in written).items():
            have = held[face]
            if have < count:
                key: Key = "draft.too-few-in-set" if have else "draft.not-in-set"
                raise DraftError(key, face=face, number=number, set=self._name(number))
        return _named(written, lying)

    def _find_source(self, written: WrittenSet, target: int | None) -> int:
        """Find the one set that holds the tiles to be moved."""
        wanted = Counter(tile.face for tile in written)
        holding = [
            number
            for number, laid in self.numbered
            if number != target and wanted <= Counter(faces_of(each.tile for each in laid))
        ]
        name = self.notation.format([written])
        if len(holding) == 1:
            return holding[0]
        if not holding:
            raise self._in_no_other_set(wanted, name, target)
        raise DraftError("draft.several-sets", sets=tuple(holding), tiles=name, first=holding[0])

    def _in_no_other_set(self, wanted: Counter[Face], name: str, target: int | None) -> DraftError:
        """Name the order that takes the tiles off the rack, if they are there."""
        if not wanted <= Counter(faces_of(self.left)):
            return DraftError("draft.no-other-set", tiles=name)
        if target:
            return DraftError("draft.no-other-set-add", tiles=name, target=target)
        return DraftError("draft.no-other-set-lay", tiles=name)

    def _fetch(self, written: WrittenTile, number: int) -> tuple["Draft", TileId]:
        """Take a tile off the rack, or out of another set."""
        if written.face in faces_of(self.left):
            return self, self._from_rack((WrittenTile(written.face),))[0].tile
        source = self._find_source((WrittenTile(written.face),), number)
        (picked,) = self._from_set((WrittenTile(written.face),), source)
        return self._without(source, [picked]), picked.tile

    def _joker_place(self, written: WrittenTile, number: int) -> int:
        """Find the joker of a set that the tile may replace."""
        laid = tuple(LaidTile(each.tile) for each in self._slot(number))
        jokers = [place for place, each in enumerate(laid) if face_of(each.tile) == self.sets.joker]
        if not jokers:
            raise DraftError("draft.no-joker", number=number, set=self._name(number))
        reading = self.sets.read(laid)
        may_be = dict(zip(reading.order, reading.may_be, strict=True)) if reading.valid else {}
        if self.notation.letters:  # a joker is replaced by the letter that was named (W14)
            named = [each.stands_for for each in self._slot(number)]
            may_be = {place: (name,) for place, name in enumerate(named) if name is not None}
        fitting = [place for place in jokers if written.face in may_be.get(place, ())]
        if not fitting:
            could = tuple(sorted({face for place in jokers for face in may_be.get(place, ())}))
            if could:
                raise DraftError("draft.joker-is", face=written.face, number=number, faces=could)
            raise DraftError("draft.joker-kept", face=written.face, number=number)
        return fitting[0]

    def _grown(self, base: LaidSet, tiles: Sequence[LaidTile]) -> LaidSet:
        """Put tiles to a set, each where it reads, at the end if it reads nowhere."""
        if self.notation.letters:  # letters stay together as they were typed
            block = tuple(tiles)
            places = (len(base), *range(len(base)))
            blocks = [(*base[:place], *block, *base[place:]) for place in places]
            return next((way for way in blocks if self.sets.read(way).valid), blocks[0])
        for tile in tiles:
            ways = [(*base[:place], tile, *base[place:]) for place in (len(base), *range(len(base)))]
            base = next((way for way in ways if self._honours(way, tile)), ways[0])
        return self._settled(base)

    def _honours(self, laid: LaidSet, tile: LaidTile) -> bool:
        """Say whether the tiles read as they lie, and a joker as what it was said to stand for."""
        reading = self.sets.read(laid)
        if not reading.valid or reading.order != tuple(range(len(laid))):
            return False
        return tile.stands_for is None or tile.stands_for in reading.may_be[laid.index(tile)]

    def _settled(self, *ways: LaidSet) -> LaidSet:
        """Lay tiles in the order in which they read: as they lie in one of these ways, or put in order."""
        readings = [(laid, self.sets.read(laid)) for laid in ways]
        valid = [(laid, reading) for laid, reading in readings if reading.valid]
        valid.sort(key=lambda each: each[1].order != tuple(range(len(each[0]))))
        return arrange(*valid[0]) if valid else ways[0]

    def _slot(self, number: int) -> LaidSet:
        if 1 <= number <= len(self.slots) and self.slots[number - 1]:
            return self.slots[number - 1]
        listed = tuple(each for each, _ in self.numbered)
        if listed:
            raise DraftError("draft.no-set", number=number, sets=listed)
        raise DraftError("draft.no-sets-yet", number=number)

    def _name(self, number: int) -> str:
        return self.notation.format_table((self._slot(number),))

    def _with_slot(self, number: int, laid: LaidSet) -> "Draft":
        return replace(self, slots=(*self.slots[: number - 1], laid, *self.slots[number:]))

    def _with_new(self, laid: LaidSet) -> "Draft":
        return replace(self, slots=(*self.slots, laid))

    def _without(self, number: int, tiles: Iterable[LaidTile]) -> "Draft":
        gone = {laid.tile for laid in tiles}
        return self._with_slot(
            number, self._settled(tuple(laid for laid in self.slots[number - 1] if laid.tile not in gone))
        )


def _named(written: WrittenSet, among: Iterable[TileId]) -> list[LaidTile]:
    """Pick a tile for each written one, with what a joker is said to stand for."""
    tiles = tiles_with([tile.face for tile in written], among)
    return [LaidTile(tile, each.stands_for) for tile, each in zip(tiles, written, strict=True)]


def _pool(tiles: Sequence[TileId]) -> dict[Face, list[TileId]]:
    """Sort tiles by face, the first of each to be picked first."""
    pool: dict[Face, list[TileId]] = {}
    for tile in reversed(tiles):
        pool.setdefault(face_of(tile), []).append(tile)
    return pool
