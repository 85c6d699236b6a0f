"""Make small word positions with proven best scores, of the kind that tests/data/positions/words.jsonl holds.

    PYTHONPATH=tests .venv/bin/python tools/word_positions.py --count 54 > positions.jsonl

Words that the box's tiles can spell are laid on a table, some with a joker, and a rack is drawn; the best
score is found by the exhaustive search of tests/solver/word_brute.py, which shares nothing with the solver.
The last 54 lines of that file are this command's; the others came from an earlier form of this script.
"""

import argparse
import json
import random
import sys
from collections import Counter

from solver.word_brute import brute_points
from tilemeld.adapters.lexicons import polish_lexicon
from tilemeld.engine.sets.letters import JOKER, LETTERS
from tilemeld.engine.sets.vulgar_words import is_vulgar
from tilemeld.solver.words import LaidWord, WordPosition, WordSearch, format_word

KINDS = (
    (1, 0, 1, 4), (1, 1, 0, 4), (1, 1, 1, 5), (1, 0, 1, 7), (1, 1, 0, 7), (2, 0, 0, 4), (2, 0, 1, 3),
    (2, 1, 0, 4), (1, 0, 2, 4), (1, 0, 0, 7), (2, 1, 1, 3), (2, 0, 0, 7), (3, 0, 0, 3), (3, 1, 0, 3),
)  # fmt: skip
"""Words on the table, jokers that may lie there, jokers on the rack, tiles on the rack."""


def main() -> None:
    """Write so many positions, a line each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=54)
    parser.add_argument("--seed", type=int, default=2026)
    chosen = parser.parse_args()
    rng = random.Random(chosen.seed)
    lexicon = polish_lexicon()
    search = WordSearch(lexicon, avoid=is_vulgar)
    for number in range(chosen.count):
        words, on_table, on_rack, tiles = KINDS[number % len(KINDS)]
        position = draw(rng, search, words, on_table)
        bag = Counter({str(face): copies for face, copies in LETTERS.items()})
        bag -= Counter("".join(laid.faces for laid in position))
        rack = "".join(rng.sample(list(bag.elements()), tiles - on_rack)) + JOKER * on_rack
        data = {
            "rules": "pl-word",
            "table": [format_word(laid) for laid in position],
            "rack": rack,
            "opened": True,
        }
        best = brute_points(WordPosition(position, rack), lexicon)
        sys.stdout.write(json.dumps({**data, "best": best}, ensure_ascii=False) + "\n")
        sys.stdout.flush()


def draw(rng: random.Random, search: WordSearch, words: int, jokers: int) -> tuple[LaidWord, ...]:
    """Lay so many words from the box, one of them with a joker if there is one to lay."""
    bag = Counter({str(face): copies for face, copies in LETTERS.items()})
    laid: list[LaidWord] = []
    while len(laid) < words:
        length = rng.choice([4, 5, 6, 6, 7, 7, 8, 9, 10])
        hand = Counter(rng.sample(list(bag.elements()), length + 5))
        found = search.fits(hand, jokers, shortest=length, longest=length, most=500).words
        word = rng.choice(found) if found else ""
        if not word or any(word == each.word for each in laid):
            continue
        lacking = list((Counter(word) - hand).elements())
        laid.append(LaidWord(word, tuple(word.index(letter) for letter in lacking)))
        jokers -= len(lacking)
        bag -= Counter(word) - Counter(lacking)
    return tuple(laid)


if __name__ == "__main__":
    main()
