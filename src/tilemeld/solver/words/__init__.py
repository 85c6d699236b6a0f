"""The word game: what letters spell and the best turn, kernel and plain twin.

>>> from tilemeld.engine.sets.lexicon import Lexicon
>>> from tilemeld.solver.words import LaidWord, WordPosition, best_turn
>>> lexicon = Lexicon.from_words(["KOSZYK", "SZCZYT", "SZYSZKA", "OCZY", "KAT", "KOT", "SZYK"])
>>> position = WordPosition((LaidWord("SZCZYT"), LaidWord("KOSZYK")), "AA")
>>> best = best_turn(position, lexicon)
>>> best.points, [laid.word for laid in best.table], best.optimal
(7, ['SZYSZKA', 'OCZY', 'KAT'], True)
"""

from .ladder import BUDGET
from .lexicon_search import WordSearch, word_search
from .plan import WORD_PLAN_CODES, make_word_plan, word_faces
from .position import (
    SHORTEST,
    LaidWord,
    WordPosition,
    WordSolution,
    format_word,
    from_written,
    parse_word,
    tiles_laid,
)
from .solve import best_turn, can_empty, openings, words_from

__all__ = [
    "BUDGET",
    "SHORTEST",
    "WORD_PLAN_CODES",
    "LaidWord",
    "WordPosition",
    "WordSearch",
    "WordSolution",
    "best_turn",
    "can_empty",
    "format_word",
    "from_written",
    "make_word_plan",
    "openings",
    "parse_word",
    "tiles_laid",
    "word_faces",
    "word_search",
    "words_from",
]
