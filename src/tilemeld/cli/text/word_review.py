"""Turns of a word game in words: what was scored, what could have been, and with which words."""

from rich.text import Text

from tilemeld.bots.coach.review_values import Deed, TurnReview
from tilemeld.engine.tiles import Face

from .tiles import BAD, DIM, GOOD

DEEDS: dict[Deed, str] = {
    "open": "opened with",
    "lay": "laid",
    "take": "took a tile",
    "pass": "passed",
    "mistake": "made a mistake",
    "time-up": "ran out of time",
    "left": "had left",
}
"""What a player did in a turn, in words."""


def word_turn_lines(turn: TurnReview, who: str, line: Text) -> list[Text]:
    """Say what a turn scored and, where that was not the best, what would have scored more."""
    line.append(f"{who} {_did(turn)}", style="none")
    lines = [line]
    if turn.is_best:
        line.append(" ✓" if turn.is_choice else "", style=GOOD)
    if turn.missed_win:
        line.append("; the game could have been ended in the lead", style=BAD)
    if not turn.is_best:
        line.append(f"; {turn.missed_points} points missed", style="yellow")
        best = "best" if turn.proven else "better"
        lines.append(Text(f"  {best}: {_scored(turn.best_word, turn.best_points, double=turn.best_double)}"))
        lines.append(Text(f"  → {_changed(turn)}", style=DIM))
    if turn.dictionary_points > max(turn.points, turn.best_points):
        lines.append(Text(f"  {_dictionary(turn)}", style=DIM))
    return lines


def _did(turn: TurnReview) -> str:
    if turn.played:
        return f"{DEEDS[turn.deed]} {_scored(turn.word, turn.points, double=turn.double)}"
    return DEEDS[turn.deed]


def _scored(word: str, points: int, *, double: bool) -> str:
    return f"{word} for {points}{', a double' if double else ''}"


def _dictionary(turn: TurnReview) -> str:
    """Say what the whole dictionary would have given, and how far that is from the bound."""
    limit = "" if turn.bound == turn.dictionary_points else f"; nothing scores more than {turn.bound}"
    return f"with the whole dictionary: {turn.dictionary_word} for {turn.dictionary_points}{limit}"


def _changed(turn: TurnReview) -> str:
    """Write the words of the best table that did not lie there before."""
    return " ".join(_spelled(faces) for faces in turn.best_table if faces not in turn.table)


def _spelled(faces: tuple[Face, ...]) -> str:
    return "".join(faces)
