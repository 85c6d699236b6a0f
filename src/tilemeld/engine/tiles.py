"""Tiles: what is printed on them (faces), their identity (ids), and tiles laid on the table.

A *face* is the text the notation uses: ``r7`` for the red seven, ``J`` for the joker of the number
game, a letter or ``?`` in the word game. Rules, solver and equality look at faces only. A *tile id*
is the face and a letter for the copy, ``r7a`` and ``r7b``, unique in a game: that is what events,
records and the wire carry. Hidden tiles' ids are never sent.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, NewType

Face = NewType("Face", str)
"""What is printed on a tile: ``r7``, ``k13``, ``J``; in the word game ``Ą`` or ``?``."""

TileId = NewType("TileId", str)
"""One physical tile of a game: its face and the letter of the copy, ``r7a``."""

Seat = NewType("Seat", int)
"""A place at the table, counted clockwise from 0 (book B calls them A, B, C, D)."""

MAX_SEATS = 6
"""The most seats of a table."""
PLAYERS = {"between": (2, MAX_SEATS)}
"""Metadata of fields that count players: nothing is built for more, whatever a record claims."""

FaceSet = tuple[Face, ...]
"""One set as faces alone, in the order in which they lie."""

COPIES = "abcdefghijklmnopqrstuvwxyz"


class LaidTile(NamedTuple):
    """A tile on the table and, for a joker, the face it stands for (or nothing yet)."""

    tile: TileId
    stands_for: Face | None = None


LaidSet = tuple[LaidTile, ...]
"""The tiles of one set, in the order in which they lie."""

Table = tuple[LaidSet, ...]
"""All sets on the table, in the order in which they were laid."""


def face_of(tile: TileId) -> Face:
    """Return what is printed on the tile.

    >>> face_of(TileId("r7b"))
    'r7'
    """
    return Face(tile[:-1])


def tile_ids(faces: Iterable[Face]) -> tuple[TileId, ...]:
    """Number the copies of each face: the tiles of a box, in the order of the faces given.

    >>> tile_ids([Face("r7"), Face("r7"), Face("J")])
    ('r7a', 'r7b', 'Ja')
    """
    seen: dict[Face, int] = {}
    ids = []
    for face in faces:
        copy = seen.get(face, 0)
        seen[face] = copy + 1
        ids.append(TileId(face + COPIES[copy]))
    return tuple(ids)


def tiles_of(table: Iterable[Sequence[LaidTile]]) -> list[TileId]:
    """List every tile that lies in the sets given, in order."""
    return [laid.tile for laid_set in table for laid in laid_set]


def faces_of(tiles: Iterable[TileId]) -> tuple[Face, ...]:
    """Return the faces of the tiles, in order."""
    return tuple(face_of(tile) for tile in tiles)
