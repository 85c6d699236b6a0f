"""Hints of the word game in words: what can be scored, with which letters, and how."""

from tilemeld.bots.coach.hint import hint
from tilemeld.bots.coach.hint_values import STEPS, Hint
from tilemeld.bots.words.vocabulary import words_of
from tilemeld.cli.text.catalogue import Key
from tilemeld.cli.text.speech import ENGLISH, Speech
from tilemeld.engine.game.views import GameView
from tilemeld.engine.notation import WrittenSet
from tilemeld.engine.sets.letters import LetterSets
from tilemeld.engine.sets.word_notation import parse_words
from tilemeld.engine.tiles import Face
from tilemeld.solver.plan import PlanStep

from .hint_text import order_instead


def find_word_hint(view: GameView, sets: LetterSets) -> Hint:
    """Ask the coach for everything it has to say."""
    return hint(view, STEPS[-1], words=words_of(sets))


def hinted_words(found: Hint) -> tuple[WrittenSet, ...]:
    """Return the whole table after the hinted turn, as a player would type it; empty if there is none."""
    return parse_words(_table(found))


def word_hint_lines(found: Hint, speech: Speech = ENGLISH) -> tuple[str, ...]:
    """Say what could be scored, more clearly with each line."""
    say = speech.say
    if not found.can_play:
        return (_nothing(found, speech),)
    moves = [f"{at}. {format_word_step(step, speech)}" for at, step in enumerate(found.plan, start=1)]
    return (
        f"{_can(found, speech)} {say('advice.which-letters')}",
        say("advice.letters", letters=" ".join(found.played)),
        "\n".join([say("advice.word", word=found.word, table=_table(found)), *moves, say("advice.play")]),
    )


def format_word_step(step: PlanStep, speech: Speech = ENGLISH) -> str:
    """Write one move of a plan with words."""
    return speech.say_of(
        "word-plan",
        step.code,
        tiles=_spelled(step.tiles),
        source=_spelled(step.source_set),
        target=_spelled(step.target_set),
        left=_spelled(step.left),
        result=_spelled(step.result),
    )


def _can(found: Hint, speech: Speech) -> str:
    key: Key = "advice.score" if found.proven else "advice.score-at-least"
    shown = [speech.say(key, points=found.points)]
    if found.double:
        shown.append(speech.say("advice.double"))
    if found.goes_out:
        shown.append(speech.say("advice.ends"))
    return " ".join(shown)


def _nothing(found: Hint, speech: Speech) -> str:
    order = order_instead(found)
    if order is None:
        return speech.say("advice.unknown-words")
    if found.needed:
        return speech.say("advice.cannot-open-word", found=found.points, needed=found.needed, order=order)
    return speech.say("advice.nothing", order=order)


def _table(found: Hint) -> str:
    return " ".join(map(_spelled, found.table))


def _spelled(faces: tuple[Face, ...]) -> str:
    return "".join(faces)
