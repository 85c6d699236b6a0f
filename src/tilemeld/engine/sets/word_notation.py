"""Notation of the word game: ``KOSZYK``, ``KO?(T)`` for a joker that stands for T, spaces between words.

Letters are written together, as people write words; a joker is ``?``, since J is a letter. Parsing is
more lenient: small letters, letters made of two characters, commas and ``|`` are accepted.
"""

import unicodedata
from collections.abc import Iterable, Sequence

from tilemeld.engine.errors import NotationError
from tilemeld.engine.notation import LIMIT, WrittenSet, WrittenTile
from tilemeld.engine.tiles import Face

from .letters import JOKER, LETTERS


def parse_letters(text: str) -> tuple[Face, ...]:
    """Read letter tiles, such as a rack; spaces and commas between them do not matter.

    >>> parse_letters("kosz, y?")
    ('K', 'O', 'S', 'Z', 'Y', '?')
    """
    return tuple(_letter(each) for each in _tidy(text) if not each.isspace() and each != ",")


def format_letters(faces: Iterable[Face]) -> str:
    """Write letter tiles without separators."""
    return "".join(faces)


def parse_word(text: str) -> WrittenSet:
    """Read one word, with what each joker is said to stand for.

    >>> parse_word("ko?(t)")[2]
    WrittenTile(face='?', stands_for='T')
    """
    tiles: list[WrittenTile] = []
    letters = _tidy(text).strip()
    place = 0
    while place < len(letters):
        face = _letter(letters[place])
        if letters[place + 1 : place + 2] != "(":
            tiles.append(WrittenTile(face))
            place += 1
            continue
        name, closing = letters[place + 2 : place + 3], letters[place + 3 : place + 4]
        if face != JOKER or closing != ")" or name not in LETTERS:
            raise NotationError("notation/joker-letter", text=letters[place : place + 4])
        tiles.append(WrittenTile(face, Face(name)))
        place += 4
    return tuple(tiles)


def parse_words(text: str) -> tuple[WrittenSet, ...]:
    """Read words with spaces, commas or ``|`` between them.

    >>> [len(word) for word in parse_words("KOSZYK KO?(T)")]
    [6, 3]
    """
    return tuple(parse_word(word) for word in _tidy(text).replace(",", " ").replace("|", " ").split())


def format_word(word: Sequence[WrittenTile]) -> str:
    """Write a word.

    >>> format_word(parse_word("ko?(t)"))
    'KO?(T)'
    """
    return "".join(
        tile.face if tile.stands_for is None else f"{tile.face}({tile.stands_for})" for tile in word
    )


def format_words(words: Iterable[Sequence[WrittenTile]]) -> str:
    """Write words, with spaces between them."""
    return " ".join(format_word(word) for word in words)


def _tidy(text: str) -> str:
    if len(text) > LIMIT:
        raise NotationError("notation/too-long", length=len(text), limit=LIMIT)
    composed = unicodedata.normalize("NFC", text)
    return "".join(letter.upper() if len(letter.upper()) == 1 else letter for letter in composed)


def _letter(text: str) -> Face:
    if text != JOKER and text not in LETTERS:
        raise NotationError("notation/letter", text=text[:20])
    return Face(text)
