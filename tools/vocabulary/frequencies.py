"""Write wordfreq's frequencies of Polish words as a table; runs where wordfreq is installed.

Each line has a word, how common it is in Polish, in English, and in the one of German, French, Spanish and
Italian in which it is most common, as powers of ten among a billion words; the most common first.
"""

import importlib
import math
import sys
from pathlib import Path


def main() -> None:
    """Write the table to the file that is named."""
    wordfreq = importlib.import_module("wordfreq")

    def table(language: str, kind: str) -> dict[str, float]:
        found = wordfreq.get_frequency_dict(language, kind)
        return {word: round(math.log10(each * 1e9), 2) for word, each in found.items()}

    polish, english = table("pl", "large"), table("en", "large")
    others = [table(language, "best") for language in ("de", "fr", "es", "it")]
    lines = [
        f"{word}\t{each}\t{english.get(word, 0.0)}\t{max(other.get(word, 0.0) for other in others)}"
        for word, each in sorted(polish.items(), key=lambda entry: (-entry[1], entry[0]))
    ]
    Path(sys.argv[1]).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
