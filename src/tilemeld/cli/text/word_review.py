"""Turns of a word game in words: what was scored, what could have been, and with which words."""

from rich.text import Text

from tilemeld.bots.coach.review_values import TurnReview
from tilemeld.engine.tiles import Face

from .event_sentences import Cast
from .speech import Speech
from .tiles import BAD, DIM, GOOD


def said_deed(turn: TurnReview, cast: Cast, tiles: str) -> str:
    """Say what a player did in a turn."""
    name = cast.name(turn.seat)
    if turn.played:
        deed = f"{turn.deed}-wins" if turn.wins and not turn.by_points else turn.deed
        return cast.speech.say_of("deed", deed, name=name, tiles=tiles)
    return cast.speech.say_of("deed", turn.deed, name=name)


def word_turn_lines(turn: TurnReview, cast: Cast, line: Text) -> list[Text]:
    """Say what a turn scored and, where that was not the best, what would have scored more."""
    say = cast.speech.say
    scored = _scored(turn.word, turn.points, double=turn.double, speech=cast.speech)
    line.append(said_deed(turn, cast, scored), style="none")
    lines = [line]
    if turn.is_best:
        line.append(" ✓" if turn.is_choice else "", style=GOOD)
    if turn.missed_win:
        line.append(f"; {say('review.lead-missed')}", style=BAD)
    if not turn.is_best:
        line.append(f"; {say('review.points-missed', count=turn.missed_points)}", style="yellow")
        best = _scored(turn.best_word, turn.best_points, double=turn.best_double, speech=cast.speech)
        said = say("review.best-word" if turn.proven else "review.better-word", scored=best)
        lines.append(Text(f"  {said}"))
        lines.append(Text(f"  → {_changed(turn)}", style=DIM))
    if turn.person_word and turn.points < turn.person_points < turn.best_points:
        found = _scored(turn.person_word, turn.person_points, double=False, speech=cast.speech)
        lines.append(Text(f"  {say('review.person', scored=found)}"))
    if turn.dictionary_points > max(turn.points, turn.best_points):
        lines.append(Text(f"  {_dictionary(turn, cast.speech)}", style=DIM))
    return lines


def _scored(word: str, points: int, *, double: bool, speech: Speech) -> str:
    return speech.say("review.word-double" if double else "review.word", word=word, points=points)


def _dictionary(turn: TurnReview, speech: Speech) -> str:
    """Say what the whole dictionary would have given, and how far that is from the bound."""
    scored = _scored(turn.dictionary_word, turn.dictionary_points, double=False, speech=speech)
    said = speech.say("review.dictionary", scored=scored)
    if turn.bound == turn.dictionary_points:
        return said
    return f"{said}; {speech.say('review.bound', bound=turn.bound)}"


def _changed(turn: TurnReview) -> str:
    """Write the words of the best table that did not lie there before."""
    return " ".join(_spelled(faces) for faces in turn.best_table if faces not in turn.table)


def _spelled(faces: tuple[Face, ...]) -> str:
    return "".join(faces)
