"""Build the lexicon that ships with the package from the list it is made of; the same list, the same bytes.

    .venv/bin/python tools/build_lexicon.py polish-20260301.txt.xz

The list is the Polish Alternative Dictionary's as Debian's package wpolish 20260301 carries it, less
what the tiles cannot spell, proper names, hyphenated words and abbreviations (W8); docs/lexicon.md says
more. It does not ship, the automaton does, under the licence written into it and into NOTICE.

The first edition was all of that list. The second leaves out what src/tilemeld/data/polish-left-out.txt
names, and this says how many for which reason. It builds the first edition, too, to make sure that the
second and what it leaves out are together exactly the words by which old records are judged.
"""

import argparse
from collections import Counter
from pathlib import Path

from tilemeld.adapters.lexicons import SHIPPED, LeftOut, left_out_words, read_list
from tilemeld.engine.sets.lexicon import Lexicon

TARGET = Path(__file__).parents[1] / "src" / "tilemeld" / "data" / SHIPPED
TITLE = "Polish, 1 March 2026, second edition"
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
    words, left_out = read_list(chosen.list).words, left_out_words()
    check_first_edition(words, left_out)
    kept = [word for word in words if word not in left_out.reasons]
    lexicon = Lexicon.from_words(kept, title=TITLE, source=SOURCE, licence=LICENCE)
    chosen.output.write_bytes(lexicon.to_bytes())
    for kind, count in Counter(reason.kind for reason in left_out.reasons.values()).most_common():
        print(f"left out {count}: {kind}")
    print(f"{chosen.output.name}: {lexicon.size} words, {len(lexicon.edges)} edges, hash {lexicon.hash}")


def check_first_edition(words: tuple[str, ...], left_out: LeftOut) -> None:
    """Make sure that the list is the first edition and has everything that is left out of it.

    Raises ``SystemExit`` with the difference when it is another list.
    """
    strangers = sorted(left_out.reasons.keys() - set(words))
    if strangers:
        raise SystemExit(f"The list does not have what is left out of it: {' '.join(strangers)}")
    first = Lexicon.from_words(words)
    if (first.size, first.hash) != (left_out.edition_size, left_out.edition_hash):
        raise SystemExit(f"The list is not the first edition: {first.size} words, hash {first.hash}")
    print(f"first edition: {first.size} words, hash {first.hash}, as its records name it")


if __name__ == "__main__":
    main()
