"""What an answer of the word solver must be, by the engine's own reading (W7, W9–W11, W14, R-12)."""

import json
import random
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tilemeld.adapters.lexicons import polish_lexicon
from tilemeld.bots.words.to_tiles import lay_words, words_on
from tilemeld.engine.rules import profile
from tilemeld.engine.sets.letters import LetterSets, Words
from tilemeld.engine.sets.lexicon import Lexicon
from tilemeld.engine.tiles import Face, LaidTile, Table, TileId, tile_ids, tiles_of
from tilemeld.solver.words import WordSearch
from tilemeld.solver.words.position import LaidWord, WordPosition, WordSolution, parse_word

DATA = Path(__file__).parents[1] / "data" / "positions" / "words.jsonl"
LETTERS = "AOKTSY"


class KnownWords(NamedTuple):
    """A position with its known best score."""

    position: WordPosition
    best: int


def known_words() -> list[KnownWords]:
    """Read the positions whose best score an exhaustive search has proven (word_brute.py)."""
    return [
        KnownWords(WordPosition(tuple(map(parse_word, data["table"])), data["rack"]), data["best"])
        for data in map(json.loads, DATA.read_text(encoding="utf-8").splitlines())
    ]


@cache
def polish(backend: str | None = None) -> WordSearch:
    return WordSearch(polish_lexicon(), backend="twin" if backend == "twin" else None)


def judge_words(position: WordPosition, solution: WordSolution, words: Words) -> None:
    """Check by the engine's reading that an answer is a legal turn and scores what it says."""
    assert solution.before == position.table
    assert solution.points <= solution.bound
    if solution.word is None:
        assert solution.points == 0
        return
    before, rack = _with_tiles(position)
    after = lay_words(before, rack, solution)
    sets = LetterSets(profile("pl-word"), words)
    old = set(before)
    assert [fault for laid in after if laid not in old for fault in sets.read(laid).faults] == []
    assert sets.table_faults(before, after) == ()
    tiles = set(tiles_of(after))
    assert len(tiles) == len(tiles_of(after))
    assert set(tiles_of(before)) <= tiles <= {*tiles_of(before), *rack}
    laid = tiles - set(tiles_of(before))
    score = sets.turn_score(before, after, laid)
    assert score.points == len(solution.word.word)
    assert solution.is_double == (len(laid) == len(rack) >= 7)
    assert solution.points == score.points * (2 if solution.is_double else 1)
    assert sorted(solution.laid) == sorted(tile[0] for tile in laid)
    assert words_on(after) == solution.table


def _with_tiles(position: WordPosition) -> tuple[Table, list[TileId]]:
    """Give every letter a tile of its own."""
    faces = [Face(face) for face in "".join(laid.faces for laid in position.table) + position.rack]
    ids = iter(tile_ids(faces))
    table = tuple(
        tuple(
            LaidTile(next(ids), Face(letter) if place in laid.jokers else None)
            for place, letter in enumerate(laid.word)
        )
        for laid in position.table
    )
    return table, list(ids)


def toy_lexicon(rng: random.Random) -> Lexicon:
    """Make up a small language of few letters, in which much can be tried."""
    lengths = [3, 3, 4, 4, 5, 6, 7, 8]
    return Lexicon.from_words({"".join(rng.choices(LETTERS, k=rng.choice(lengths))) for _ in range(70)})


def toy_position(rng: random.Random, lexicon: Lexicon) -> WordPosition:
    """Lay one to three words of a small language, some with a joker, and draw a rack."""
    words = [word for word in lexicon if len(word) <= 6]
    table = tuple(
        LaidWord(word, tuple(place for place in range(len(word)) if rng.random() < 0.08)[:1])
        for word in rng.sample(words, rng.randrange(1, 4))
    )
    rack = "".join(rng.choices(LETTERS * 2 + "?", k=rng.choice([1, 2, 3, 5, 7, 8])))
    return WordPosition(table, rack)
