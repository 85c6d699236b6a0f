"""Build the lists of common words that ship for the bots, from a language model's word list.

    .venv/bin/python tools/build_vocabulary.py pol.traineddata
    .venv/bin/python tools/build_vocabulary.py                   # after a new edition of the lexicon

The source is Polish data of the text recogniser Tesseract (Debian's package tesseract-ocr-pol 1:4.1.0-2,
Apache-2.0), which carries the words that were most common in a large collection of texts, each in the
spellings in which it was common: lower case, capitalised, all capitals. A word that made it in all three is
more common than one that made it in one, and that is the grade used here. Only words of the shipped
lexicon stay, and none that bots leave alone (bots/family.py). docs/lexicon.md says why this source.

Without the source the shipped lists lose what the lexicon does not have any more. That comes to the same:
a word's grade does not depend on other words.
"""

import argparse
import struct
from pathlib import Path

from tilemeld.adapters.lexicons import COMMON, polish_lexicon
from tilemeld.engine.sets.lexicon import Lexicon
from tilemeld.engine.sets.vulgar_words import is_vulgar

TARGET = Path(__file__).parents[1] / "src" / "tilemeld" / "data"
WORD_DAWG, UNICHARSET = 19, 21
"""The places of the two components in the file, counted from 0."""
SOURCE = (
    "Words of the Polish data of the text recogniser Tesseract (tessdata_fast, as Debian's package "
    "tesseract-ocr-pol 1:4.1.0-2 carries it). Modified: only words of tilemeld's Polish lexicon, graded by "
    "the number of their spellings, packed into an automaton."
)
LICENCE = (
    "Copyright 1988-1995 Hewlett Packard Company, 2006-2022 Google Inc. Apache-2.0; not covered by "
    "tilemeld's MIT licence."
)


def main() -> None:
    """Build and write the lists, each with the words of those before."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("traineddata", type=Path, nargs="?")
    source: Path | None = parser.parse_args().traineddata
    grades = shipped_grades() if source is None else read_grades(source.read_bytes())
    lexicon = polish_lexicon()
    dropped = sorted(word for word in grades if word not in lexicon)
    print(f"left out, since the lexicon does not have them: {len(dropped)} {' '.join(dropped[:200])}")
    for grade, name in enumerate(COMMON, 1):
        words = [word for word, each in grades.items() if each <= grade and word in lexicon]
        built = Lexicon.from_words(words, title=f"Common Polish, {grade}", source=SOURCE, licence=LICENCE)
        (TARGET / name).write_bytes(built.to_bytes())
        print(f"{name}: {built.size} words, {len(built.to_bytes())} bytes, hash {built.hash}")


def shipped_grades() -> dict[str, int]:
    """Return the words of the shipped lists with the first list that has each."""
    lists = list(enumerate(polish_lexicon().common, 1))
    return {word: grade for grade, words in reversed(lists) for word in words}


def read_grades(data: bytes) -> dict[str, int]:
    """Return the source's words in capitals, none of them vulgar, graded by their spellings."""
    spelled = set(read_words(data))
    return {
        word.upper(): 3 - (word.capitalize() in spelled) - (word.upper() in spelled)
        for word in spelled
        if word.islower() and not is_vulgar(word.upper())
    }


def read_words(data: bytes) -> list[str]:
    """Read the words of the file's word graph: 64-bit edges of letter, flags and next node."""
    (count,) = struct.unpack_from("<i", data)
    offsets = struct.unpack_from(f"<{count}q", data, 4)
    letters = [line.split(" ")[0] for line in part(data, offsets, UNICHARSET).decode().split("\n")[1:]]
    graph = part(data, offsets, WORD_DAWG)
    _, size, edges_count = struct.unpack_from("<hii", graph)
    edges = struct.unpack_from(f"<{edges_count}Q", graph, 10)
    bits = size.bit_length()
    last, backward, ends = (1 << bits + each for each in range(3))
    words = []
    stack = [(0, "")]
    while stack:
        place, word = stack.pop()
        while True:
            edge = edges[place]
            longer = word + letters[edge & last - 1]
            if not edge & backward:
                if edge & ends:
                    words.append(longer)
                if edge >> bits + 3:
                    stack.append((edge >> bits + 3, longer))
            if edge & last:
                break
            place += 1
    return words


def part(data: bytes, offsets: tuple[int, ...], index: int) -> bytes:
    """Return one component of the file."""
    start = offsets[index]
    return data[start : min([offset for offset in offsets if offset > start] + [len(data)])]


if __name__ == "__main__":
    main()
