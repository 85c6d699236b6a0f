"""Build the lexicon that ships with the package from the list it is made of; the same list, the same bytes.

    .venv/bin/python tools/build_lexicon.py polish-20260301.txt.xz

The list is the Polish Alternative Dictionary's as Debian's package wpolish 20260301 carries it, less
what the tiles cannot spell, proper names, hyphenated words and abbreviations (W8); docs/lexicon.md says
more. It does not ship, the automaton does, under the licence written into it and into NOTICE.
"""

import argparse
from pathlib import Path

from tilemeld.adapters.lexicons import SHIPPED, read_list
from tilemeld.engine.lexicon import Lexicon

TARGET = Path(__file__).parents[1] / "src" / "tilemeld" / "data" / SHIPPED
TITLE = "Polish, 1 March 2026"
SOURCE = (
    "The word list of the Polish Alternative Dictionary (sjp.pl), as Debian's package wpolish 20260301 "
    "carries it. Modified: proper names, hyphenated words, abbreviations and what the tiles cannot spell are "
    "left out, and the rest is packed into an automaton."
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
    words = read_list(chosen.list).words
    lexicon = Lexicon.from_words(words, title=TITLE, source=SOURCE, licence=LICENCE)
    chosen.output.write_bytes(lexicon.to_bytes())
    print(f"{chosen.output.name}: {lexicon.size} words, {len(lexicon.edges)} edges, hash {lexicon.hash}")


if __name__ == "__main__":
    main()
