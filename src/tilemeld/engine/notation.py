"""Notation: tiles ``r7 b13 k1 o5 J``, sets separated by ``|``, ``J(r9)`` for a joker that stands for r9.

``parse_`` and ``format_`` are exact inverses on what ``format_`` writes; parsing is more lenient
(capitals, commas and extra spaces are accepted) and names what it could not read.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .errors import NotationError
from .number_faces import COLOUR_AND_NUMBER, JOKER
from .tiles import COPIES, Face, LaidTile, TileId, face_of

LIMIT = 20_000
"""The longest text that is read."""

_PART = re.compile(r"([^\s(),|]+)(?:\(([^\s(),|]*)\))?")


class WrittenTile(NamedTuple):
    """A tile in notation: its face and, for a joker, what it is said to stand for."""

    face: Face
    stands_for: Face | None = None


WrittenSet = tuple[WrittenTile, ...]


def parse_face(text: str) -> Face:
    """Read one tile.

    >>> parse_face("R7")
    'r7'
    """
    face = Face(text.lower()) if text not in ("J", "j") else JOKER
    if face != JOKER and face not in COLOUR_AND_NUMBER:
        raise NotationError("notation/tile", text=text[:20])
    return face


def parse_faces(text: str) -> tuple[Face, ...]:
    """Read tiles separated by spaces or commas, such as a rack.

    >>> parse_faces("r3 r4, J")
    ('r3', 'r4', 'J')
    """
    return tuple(parse_face(part) for part in _within_limit(text).replace(",", " ").split())


def format_faces(faces: Iterable[Face]) -> str:
    """Write tiles, separated by spaces."""
    return " ".join(faces)


def parse_sets(text: str) -> tuple[WrittenSet, ...]:
    """Read sets separated by ``|``, with what each joker is said to stand for.

    >>> parse_sets("r3 J(r4) r5 | k7 b7 o7")[0][1]
    WrittenTile(face='J', stands_for='r4')
    """
    sets = (_parse_set(part) for part in _within_limit(text).split("|"))
    return tuple(written for written in sets if written)


def format_sets(sets: Iterable[Sequence[WrittenTile]]) -> str:
    """Write sets, separated by ``|``."""
    return " | ".join(" ".join(_format_written(tile) for tile in written) for written in sets)


def parse_face_sets(text: str) -> tuple[tuple[Face, ...], ...]:
    """Read sets and forget what jokers are said to stand for.

    >>> parse_face_sets("r3 r4 r5 | k7 b7 J")
    (('r3', 'r4', 'r5'), ('k7', 'b7', 'J'))
    """
    return tuple(tuple(tile.face for tile in written) for written in parse_sets(text))


def format_laid(laid: LaidTile) -> str:
    """Write a tile on the table with its id: ``r7a``, ``Ja(r9)``.

    >>> format_laid(LaidTile(TileId("Ja"), Face("r9")))
    'Ja(r9)'
    """
    return laid.tile if laid.stands_for is None else f"{laid.tile}({laid.stands_for})"


def parse_laid(text: str) -> LaidTile:
    """Read what ``format_laid`` writes; whether the game has such a tile is for the game to say."""
    tile, bracket, rest = text.partition("(")
    if not tile or (bracket and not rest.endswith(")")) or len(text) > 20:
        raise NotationError("notation/tile", text=text[:20])
    return LaidTile(TileId(tile), Face(rest[:-1]) if bracket else None)


def tiles_with(faces: Iterable[Face], among: Iterable[TileId]) -> tuple[TileId, ...]:
    """Pick a tile for each face: people type faces, and the engine needs ids.

    Raises ``NotationError`` when there are fewer such tiles than faces.
    """
    free: dict[Face, list[TileId]] = {}
    for tile in sorted(among, key=lambda tile: COPIES.index(tile[-1]), reverse=True):
        free.setdefault(face_of(tile), []).append(tile)
    wanted = list(faces)
    picked: list[TileId] = []
    for face in wanted:
        if not free.get(face):
            copies = sum(face_of(tile) == face for tile in picked)
            raise NotationError("notation/copies", face=face, count=wanted.count(face), copies=copies)
        picked.append(free[face].pop())
    return tuple(picked)


def _within_limit(text: str) -> str:
    if len(text) > LIMIT:
        raise NotationError("notation/too-long", length=len(text), limit=LIMIT)
    return text


def _parse_set(text: str) -> WrittenSet:
    tiles = []
    for part in text.replace(",", " ").split():
        match = _PART.fullmatch(part)
        if match is None:
            raise NotationError("notation/tile", text=part[:20])
        face, name = match.groups()
        tile = WrittenTile(parse_face(face), None if name is None else parse_face(name))
        if tile.stands_for is not None and (tile.face != JOKER or tile.stands_for == JOKER):
            raise NotationError("notation/stands-for", text=part[:20])
        tiles.append(tile)
    return tuple(tiles)


def _format_written(tile: WrittenTile) -> str:
    return tile.face if tile.stands_for is None else f"{tile.face}({tile.stands_for})"
