"""Counted tiles: any number of tiles as one whole number, a byte for each face in the kernel's order.

What lies together does not matter to the search, only how many of each face there are; and adding or
taking away counted tiles is one step. Kernel and twin take the same bytes.
"""

from collections.abc import Iterable, Iterator

from tilemeld.engine.number_faces import HIGHEST, JOKER
from tilemeld.engine.tiles import Face

Count = int
"""Tiles counted in one whole number, a byte for each face in the kernel's order, jokers last."""

KERNEL_COLOURS = "rbko"
"""Red, blue, black, orange: the order in which kernel and twin number the faces and write their answers."""

FACES: tuple[Face, ...] = (
    *(Face(f"{colour}{number}") for colour in KERNEL_COLOURS for number in range(1, HIGHEST + 1)),
    JOKER,
)
"""Every face of the number game in the kernel's order: red, blue, black, orange 1-13, then the joker."""
SIZE = len(FACES)
JOKER_INDEX = SIZE - 1
FACE_INDEX: dict[Face, int] = {face: index for index, face in enumerate(FACES)}
NUMBER_OF: dict[Face, int] = {face: int(face[1:]) for face in FACES[:JOKER_INDEX]}
"""The number printed on a face; the joker has none."""

UNITS: tuple[Count, ...] = tuple(1 << 8 * index for index in range(SIZE))
"""One tile of each face, in the kernel's order."""
UNIT_OF: dict[Face, Count] = dict(zip(FACES, UNITS, strict=True))
"""One tile of each face, by the face."""
ONE_JOKER: Count = UNITS[JOKER_INDEX]
NO_JOKERS: Count = ONE_JOKER - 1
"""A mask: every tile but the jokers."""
EVERY_TILE: Count = sum(UNITS[:JOKER_INDEX])
"""One tile of each face but the joker's."""

END = 255
"""Ends each set where sets are written as bytes, the index of a face each."""

_NUMBERS = tuple(NUMBER_OF.values())


def count_faces(faces: Iterable[Face]) -> Count:
    """Count faces, at most 255 of each.

    >>> count_faces([Face("r1"), Face("r1")])
    2

    Raises ``KeyError`` for a face that no tile has.
    """
    return sum(map(UNIT_OF.__getitem__, faces))


def list_faces(counted: Count) -> tuple[Face, ...]:
    """List the faces that were counted, in the kernel's order.

    >>> list_faces(count_faces([Face("J"), Face("b2"), Face("r7"), Face("b2")]))
    ('r7', 'b2', 'b2', 'J')
    """
    faces: list[Face] = []
    while counted:
        shift = (counted & -counted).bit_length() - 1 & ~7
        count = counted >> shift & 255
        faces += [FACES[shift >> 3]] * count
        counted -= count << shift
    return tuple(faces)


def count_written(written: bytes) -> Count:
    """Count the faces of sets as kernel and twin write them."""
    return sum([UNITS[index] for index in written.translate(None, _END)])


_END = bytes([END])


def list_units(counted: Count) -> Iterator[Count]:
    """Yield each counted tile by itself, in the kernel's order."""
    for unit, many in zip(UNITS, as_bytes(counted), strict=True):
        for _ in range(many):
            yield unit


def count_tiles(counted: Count) -> int:
    """Return how many tiles were counted."""
    return sum(as_bytes(counted))


def count_jokers(counted: Count) -> int:
    """Return how many jokers are among the tiles."""
    return counted >> 8 * JOKER_INDEX


def rack_value(counted: Count, joker_value: int) -> int:
    """Return what the tiles count on a rack (E4)."""
    each = as_bytes(counted)
    return sum(map(int.__mul__, _NUMBERS, each)) + joker_value * each[JOKER_INDEX]


def as_bytes(counted: Count) -> bytes:
    """Return counted tiles as kernel and twin take them: a byte for each face, jokers last."""
    return counted.to_bytes(SIZE, "little")
