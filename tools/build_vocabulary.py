"""Build the lists of common words that ship for bots and the coach, from word frequencies.

    python -m venv /tmp/frequencies && /tmp/frequencies/bin/pip install wordfreq==3.1.1
    /tmp/frequencies/bin/python tools/vocabulary/frequencies.py frequencies.tsv
    .venv/bin/python tools/build_vocabulary.py frequencies.tsv
    .venv/bin/python tools/build_vocabulary.py                   # after a new edition of the lexicon

The source are wordfreq's frequencies of Polish (version 3.1.1, CC-BY-SA-4.0). Words of the shipped lexicon
stay, by how common they are; the same source gives the same bytes. What no list has, or only the last, says
tools/vocabulary/polish-reviewed.txt, a list that people have read, and ``bots/words/unsuitable.py``. A word
that is more common in English, German, French, Spanish or Italian than in Polish is foreign, unless the
review says otherwise. docs/lexicon.md says why this source.

Without the source the shipped lists lose what the lexicon does not have any more or the review refuses. That
comes to the same: a word's place does not depend on other words.
"""

import argparse
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from tilemeld.adapters.lexicons import COMMON, polish_lexicon
from tilemeld.bots.words.unsuitable import is_unsuitable
from tilemeld.engine.sets.lexicon import Lexicon

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "src" / "tilemeld" / "data"
REVIEWED = Path(__file__).parent / "vocabulary" / "polish-reviewed.txt"
DIGEST = "645e7f40fbf1baf38403d5b0aaa8b0774d40e362d9fa0da28152276478fac251"
"""SHA-256 of the frequencies that the shipped lists were built from."""
RANKS = (11_000, 36_000, 150_000)
"""How far each list goes among the words of the lexicon, by how common they are."""
CHILDISH = 7
"""The first list has no longer words: it was read word by word."""
FOREIGN, ROMANCE = 0.3, 0.8
"""How many times more common, as a power of ten, a foreign word is in English, or in one of the others."""
SOURCE = (
    "Frequencies of Polish words by wordfreq 3.1.1 (Robyn Speer), from Wikipedia, subtitles (OpenSubtitles), "
    "news, books, web texts, Twitter and Reddit. Modified: only words of tilemeld's Polish lexicon, without "
    "foreign, vulgar and, for low levels, violent and grown-up words, packed into an automaton."
)
LICENCE = (
    "Copyright 2022 Robyn Speer and the sources named in NOTICE. CC-BY-SA-4.0; not covered by tilemeld's MIT "
    "licence."
)


class Review(NamedTuple):
    """What people decided about words."""

    grown_up: re.Pattern[str]
    """What the first list does not have."""
    refused: re.Pattern[str]
    """What the first two lists do not have."""
    exceptions: re.Pattern[str]
    """What is innocent although it begins so."""
    native: frozenset[str]
    """Words that are not foreign although they are common elsewhere."""


def main() -> None:
    """Build and write the lists, each with the words of those before."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("frequencies", type=Path, nargs="?")
    source: Path | None = parser.parse_args().frequencies
    review, lexicon = read_review(REVIEWED.read_text(encoding="utf-8")), polish_lexicon()
    grades = shipped_grades() if source is None else read_grades(source.read_bytes(), review, lexicon)
    first = {word: max(each, first_list(word, review)) for word, each in grades.items() if word in lexicon}
    for grade, name in enumerate(COMMON, 1):
        words = [word for word, each in first.items() if each <= grade]
        built = Lexicon.from_words(words, title=f"Common Polish, {grade}", source=SOURCE, licence=LICENCE)
        (TARGET / name).write_bytes(built.to_bytes())
        print(f"{name}: {built.size} words, {len(built.to_bytes())} bytes, hash {built.hash}")


def shipped_grades() -> dict[str, int]:
    """Return the words of the shipped lists with the first list that has each."""
    lists = list(enumerate(polish_lexicon().common, 1))
    return {word: grade for grade, words in reversed(lists) for word in words if not is_unsuitable(word)}


def read_grades(data: bytes, review: Review, lexicon: Lexicon) -> dict[str, int]:
    """Return the source's words in capitals with the first list that may have each by its frequency.

    Raises ``SystemExit`` when it is another source.
    """
    if sha256(data).hexdigest() != DIGEST:
        raise SystemExit(f"These are not the frequencies of wordfreq 3.1.1: {sha256(data).hexdigest()}")
    grades: dict[str, int] = {}
    rank = 0
    for line in data.decode().splitlines():
        lower, polish, english, others = line.split("\t")
        word = lower.upper()
        if word not in lexicon:
            continue
        rank += 1
        is_foreign = float(english) >= float(polish) + FOREIGN or float(others) >= float(polish) + ROMANCE
        if (is_foreign and lower.isascii() and word not in review.native) or is_unsuitable(word):
            continue
        grade = next((grade for grade, last in enumerate(RANKS, 1) if rank <= last), None)
        if grade is not None:
            grades[word] = max(grade, 2 if len(word) > CHILDISH else 1)
    return grades


def first_list(word: str, review: Review) -> int:
    """Return the first list that may have a word by the review, from 1."""
    if review.exceptions.match(word):
        return 1
    return 3 if review.refused.match(word) else 2 if review.grown_up.match(word) else 1


def read_review(text: str) -> Review:
    """Read the reviewed list: sections that say which lists they are about, then words and beginnings."""
    patterns: dict[str, list[str]] = {"grown up": [], "refused": [], "exceptions": []}
    native: set[str] = set()
    for heading, entry in _entries(text):
        word = entry.removeprefix("-").removesuffix("*").upper()
        pattern = word if entry.endswith("*") else f"{word}$"
        if "not foreign" in heading:
            native.add(word)
        elif entry.startswith("-"):
            patterns["exceptions"].append(pattern)
        else:
            patterns["refused" if "first two" in heading else "grown up"].append(pattern)
    grown_up, refused, exceptions = (re.compile("|".join(each)) for each in patterns.values())
    return Review(grown_up, refused, exceptions, frozenset(native))


def _entries(text: str) -> Iterator[tuple[str, str]]:
    heading = ""
    for line in text.splitlines():
        if line.startswith("["):
            heading = line
        elif not line.startswith("#"):
            for word in line.split():
                yield heading, word


if __name__ == "__main__":
    main()
