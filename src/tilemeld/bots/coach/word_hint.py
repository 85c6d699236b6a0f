"""The coach of the word game: the best turn with words that people know, in the same three steps."""

from tilemeld.bots.words.levels import position_of
from tilemeld.bots.words.vocabulary import family, natural
from tilemeld.engine.game.views import GameView
from tilemeld.engine.sets.lexicon import Lexicon
from tilemeld.engine.tiles import Face
from tilemeld.solver import has_kernel
from tilemeld.solver.words import WordSolution, best_turn, make_word_plan, word_faces

from .hint_values import Hint, HintCode, HintStep

HINT_NODES = 600_000 if has_kernel() else 60_000
"""The node budget of a hint, so that nobody waits."""


def word_hint(view: GameView, step: HintStep, words: Lexicon) -> Hint:
    """Return the hint for the seat whose turn it is.

    Only where no word that people know can be laid does the coach open the dictionary.
    """
    position = position_of(view)
    best = best_turn(position, natural(words, without=view.rejected), budget_nodes=HINT_NODES)
    if best.word is None:
        best = best_turn(position, family(words, without=view.rejected), budget_nodes=HINT_NODES)
    needed = 0 if position.opened else position.opening_letters
    if best.word is None:
        code: HintCode = "hint/take" if view.bank_count else "hint/pass"
        longest = 0 if position.opened else best.longest
        return Hint(view.version, step, code, points=longest, needed=needed, proven=best.optimal)
    return _tell(view, step, best, needed)


def _tell(view: GameView, step: HintStep, best: WordSolution, needed: int) -> Hint:
    assert best.word is not None, "asked only for a turn that lays something"
    return Hint(
        view.version,
        step,
        "hint/open" if needed else "hint/lay",
        tiles=len(best.laid),
        points=best.points,
        needed=needed,
        goes_out=len(best.laid) == len(view.rack) and not view.bank_count,
        proven=best.optimal,
        played=tuple(map(Face, best.laid)) if step >= 2 else (),
        plan=make_word_plan(best.before, best.table).steps if step == 3 else (),
        table=tuple(map(word_faces, best.table)) if step == 3 else (),
        double=best.is_double,
        word=best.word.word if step == 3 else "",
    )
