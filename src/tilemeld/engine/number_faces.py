"""What is printed on the tiles of the number game: four colours, 1 to 13, and the joker (N1)."""

from .errors import NotationError
from .tiles import Face

COLOURS = "krbo"
"""Black, red, blue, orange: the letters of the notation, in the order of N1."""
COLOUR_NAMES = {"k": "black", "r": "red", "b": "blue", "o": "orange"}
HIGHEST = 13
JOKER = Face("J")

NUMBER_FACES: tuple[Face, ...] = tuple(Face(f"{c}{n}") for c in COLOURS for n in range(1, HIGHEST + 1))
"""Every face but the joker's, once."""

COLOUR_AND_NUMBER: dict[Face, tuple[str, int]] = {face: (face[0], int(face[1:])) for face in NUMBER_FACES}
"""The colour's letter and the number of every face but the joker's."""


def colour_and_number(face: Face) -> tuple[str, int]:
    """Return the letter of the face's colour and its number.

    Raises ``NotationError`` for the joker, which has neither, and for anything that is not a face.
    """
    try:
        return COLOUR_AND_NUMBER[face]
    except KeyError:
        raise NotationError("notation/tile", text=str(face)[:20]) from None


def colour_of(face: Face) -> str:
    """Return the letter of the face's colour."""
    return colour_and_number(face)[0]


def number_of(face: Face) -> int:
    """Return the face's number."""
    return colour_and_number(face)[1]
