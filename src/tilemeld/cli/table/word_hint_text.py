"""Hints of the word game in words: what can be scored, with which letters, and how."""

from tilemeld.bots.coach.hint import hint
from tilemeld.bots.coach.hint_values import STEPS, Hint
from tilemeld.bots.words.vocabulary import words_of
from tilemeld.engine.game.views import GameView
from tilemeld.engine.notation import WrittenSet
from tilemeld.engine.sets.letters import LetterSets
from tilemeld.engine.sets.word_notation import parse_words
from tilemeld.engine.tiles import Face
from tilemeld.solver.plan import Step

SENTENCES = {
    "plan/new-set": "Lay {tiles} from the rack as a new word.",
    "plan/add": "Add {tiles} from the rack to {target}: {result}.",
    "plan/split": "Split {source} into {left} and {result}.",
    "plan/take": "Take {tiles} from {source} to begin a new word.",
    "plan/move": "Move {tiles} from {source} to {target}: {result}.",
    "plan/join": "Join {source} and {target}: {result}.",
    "plan/order": "Put the letters of {source} in another order: {result}.",
}
"""The moves of a plan with words."""


def find_word_hint(view: GameView, sets: LetterSets) -> Hint:
    """Ask the coach for everything it has to say."""
    return hint(view, STEPS[-1], words=words_of(sets))


def hinted_words(found: Hint) -> tuple[WrittenSet, ...]:
    """Return the whole table after the hinted turn, as a player would type it; empty if there is none."""
    return parse_words(_table(found))


def word_hint_lines(found: Hint) -> tuple[str, ...]:
    """Say what could be scored, more clearly with each line."""
    if not found.can_play:
        return (_nothing(found),)
    double = ", the whole rack at once" if found.double else ""
    at_least = "" if found.proven else "at least "
    ends = " That ends the game." if found.goes_out else ""
    moves = [f"{number}. {format_word_step(step)}" for number, step in enumerate(found.plan, start=1)]
    return (
        f"You can score {at_least}{found.points}{double}.{ends} ('hint' again says with which letters.)",
        f"Laying {' '.join(found.played)}. ('hint' again says how.)",
        "\n".join(
            [
                f"{found.word} scores. The table then: {_table(found)}",
                *moves,
                "'hint play' does it for you; then 'done'.",
            ]
        ),
    )


def format_word_step(step: Step) -> str:
    """Write one move of a plan with words."""
    return SENTENCES[step.code].format(
        tiles=_spelled(step.tiles),
        source=_spelled(step.source_set),
        target=_spelled(step.target_set),
        left=_spelled(step.left),
        result=_spelled(step.result),
    )


def _nothing(found: Hint) -> str:
    otherwise = {"hint/take": "'take'", "hint/pass": "'pass'"}.get(found.code)
    if otherwise is None:
        return "There are no hints for this list of words."
    if found.needed:
        longest = f"your longest word has {found.points} of {found.needed} letters"
        return f"You cannot open yet, {longest}: {otherwise}."
    return f"Nothing of your rack can be laid: {otherwise}."


def _table(found: Hint) -> str:
    return " ".join(map(_spelled, found.table))


def _spelled(faces: tuple[Face, ...]) -> str:
    return "".join(faces)
