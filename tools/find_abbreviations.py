"""Find forms whose only lemmas are abbreviations, with the morphological dictionary of Morfeusz (W8).

    python tools/find_abbreviations.py polish-20260301.txt.xz

Needs the package ``morfeusz2`` (1.99.15 with the dictionary SGJP of June 2026 was used; both are under a
two-clause BSD licence), which the project does not depend on: install it into an environment of its own
together with this project. Nothing of its dictionary ships; its lemmas only say which forms of our list go.

SGJP marks abbreviations that take endings as nouns: mgra is "mgr", genitive. What gives them away is a lemma
without a vowel that is not an interjection; the one lemma with a vowel, abp, is named below. A form that has
any other common lemma is a word. Prints what is found and not yet in polish-left-out.txt, for a person to
judge. Takes some four minutes.
"""

import argparse
import importlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol

from tilemeld.adapters.lexicons import left_out_words, read_list
from tilemeld.engine.sets.letters import VOWELS

NOT_WORDS = ("ign", "brev", "frag", "romandig")
"""Tags of what is unknown, abbreviated, part of a phrase, or a Roman numeral."""

WITH_VOWELS = frozenset({"abp"})
"""Nouns of SGJP that it also marks ``brev`` and that are nothing else; cal, dag and min are words, too."""

Analysis = tuple[int, int, tuple[str, str, str, list[str], list[str]]]
"""Where a segment begins and ends, then its form, lemma, tag, names and labels."""


class Analyser(Protocol):
    """What is used of Morfeusz."""

    def analyse(self, text: str) -> list[Analysis]:
        """List the ways to read a text."""
        ...


def main() -> None:
    """Look every form of a list up and print what its lemmas say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("list", type=Path)
    morfeusz = importlib.import_module("morfeusz2")
    analyser: Analyser = morfeusz.Morfeusz(expand_tags=False, case_handling=morfeusz.IGNORE_CASE)
    found = set(abbreviations(read_list(parser.parse_args().list).words, analyser))
    known = left_out_words().reasons
    print(f"found {len(found)}, of them listed {len(found & known.keys())}")
    print("to be judged:", " ".join(sorted(found - known.keys())))


def abbreviations(words: Iterable[str], analyser: Analyser) -> Iterator[str]:
    """Yield the words all of whose common lemmas are abbreviations."""
    for word in words:
        lemmas = [entry for entry in whole(analyser.analyse(word.lower())) if entry[1][0].islower()]
        if lemmas and all(is_abbreviation(lemma, tag) for _, lemma, tag, _, _ in lemmas):
            yield word


def whole(found: list[Analysis]) -> list[tuple[str, str, str, list[str], list[str]]]:
    """Return the analyses that take the word as a whole, unless it is unknown or part of a phrase."""
    end = max(last for _, last, _ in found)
    return [
        entry
        for first, last, entry in found
        if (first, last) == (0, end) and entry[2].partition(":")[0] not in NOT_WORDS
    ]


def is_abbreviation(lemma: str, tag: str) -> bool:
    """Say whether a lemma is an abbreviation: it has no vowel to be said with, or is known as one."""
    plain = lemma.partition(":")[0]
    return plain in WITH_VOWELS or (VOWELS.isdisjoint(plain.upper()) and not tag.startswith("interj"))


if __name__ == "__main__":
    main()
