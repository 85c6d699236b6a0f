"""Build the lexicon that ships with the package from the list it is made of; the same list, the same bytes.

    .venv/bin/python tools/build_lexicon.py polish-20260301.txt.xz

The list is the Polish Alternative Dictionary's as Debian's package wpolish 20260301 carries it, less
what the tiles cannot spell, proper names, hyphenated words and abbreviations (W8); docs/lexicon.md says
more. It does not ship, the automaton does, under the licence written into it and into NOTICE.

The first edition was all of that list. The second left out abbreviations and fragments; the third leaves out
what src/tilemeld/data/polish-left-out.txt names and has what polish-put-back.txt names, and this says how
many for which reason. It builds the earlier editions, too, to make sure that the differences which ship give
exactly the words by which old records are judged.
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Set
from pathlib import Path

from tilemeld.adapters.lexicons import (
    RESTORED,
    SHIPPED,
    Reason,
    Shipped,
    left_out_words,
    put_back_words,
    read_list,
)
from tilemeld.engine.sets.lexicon import Lexicon

TARGET = Path(__file__).parents[1] / "src" / "tilemeld" / "data" / SHIPPED
TITLE = "Polish, 1 March 2026, third edition"
SOURCE = (
    "The word list of the Polish Alternative Dictionary (sjp.pl), as Debian's package wpolish 20260301 "
    "carries it. Modified: proper names, hyphenated words, abbreviations, also with endings, fragments of "
    "foreign phrases and what the tiles cannot spell are left out, and the rest is packed into an automaton."
)
LICENCE = (
    "Copyright 2008-2026 Polish Alternative Dictionary Editing Team and Marek Futrega. CC-BY-4.0 "
    "(of the licences it is offered under); not covered by tilemeld's MIT licence."
)


def main() -> None:
    """Build and write the lexicon."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("list", type=Path)
    parser.add_argument("-o", "--output", type=Path, default=TARGET)
    chosen = parser.parse_args()
    words, left_out, back = set(read_list(chosen.list).words), left_out_words(), put_back_words()
    restored = {word for word, reason in back.items() if reason.kind == RESTORED}
    check_differences(words, left_out.reasons.keys() | restored, back.keys() - restored)
    kept = words - left_out.reasons.keys()
    for expected, edition in zip(left_out.editions, (words, kept - restored), strict=True):
        check_edition(expected, edition)
    lexicon = Lexicon.from_words(sorted(kept | back.keys()), title=TITLE, source=SOURCE, licence=LICENCE)
    chosen.output.write_bytes(lexicon.to_bytes())
    count("left out", left_out.reasons.values())
    count("put back", back.values())
    print(f"{chosen.output.name}: {lexicon.size} words, {len(lexicon.edges)} edges, hash {lexicon.hash}")


def count(what: str, reasons: Iterable[Reason]) -> None:
    """Say how many words there are for each reason."""
    for kind, number in Counter(reason.kind for reason in reasons).most_common():
        print(f"{what} {number}: {kind}")


def check_differences(words: Set[str], gone: Set[str], new: Set[str]) -> None:
    """Make sure that the list has everything that was ever left out of it, and nothing that is new.

    Raises ``SystemExit`` with the difference when it is another list.
    """
    strangers = sorted(gone - words) + sorted(new & words)
    if strangers:
        raise SystemExit(f"These do not fit the list: {' '.join(strangers)}")


def check_edition(expected: Shipped, words: Set[str]) -> None:
    """Make sure that an earlier edition is made again, to the word.

    Raises ``SystemExit`` when it is another one.
    """
    built = Lexicon.from_words(sorted(words))
    if (built.size, built.hash) != expected:
        raise SystemExit(f"This is not an earlier edition: {built.size} words, hash {built.hash}")
    print(f"an earlier edition: {built.size} words, hash {built.hash}, as its records name it")


if __name__ == "__main__":
    main()
