"""The coach's hints in words, in three steps: you can, with these, like this."""

from tilemeld.bots.coach.hint import hint
from tilemeld.bots.coach.hint_values import STEPS, Hint
from tilemeld.cli.text.tiles import count_tiles
from tilemeld.engine.game.views import GameView
from tilemeld.engine.notation import WrittenSet, WrittenTile, format_faces
from tilemeld.engine.tiles import Table, faces_of
from tilemeld.solver.plan import format_step

LAST = STEPS[-1]


def find_hint(view: GameView, table: Table) -> Hint:
    """Ask the coach for everything it has to say about the table, whose sets are in the viewer's order."""
    return hint(view, LAST, table=[faces_of(laid.tile for laid in laid_set) for laid_set in table])


def hinted_table(found: Hint) -> tuple[WrittenSet, ...]:
    """Return the whole table after the hinted play, as a player would type it; empty if there is none."""
    return tuple(tuple(WrittenTile(face) for face in laid) for laid in found.table)


def hint_lines(found: Hint) -> tuple[str, ...]:
    """Say what could be played, more clearly with each line."""
    if not found.can_play:
        return (_nothing(found),)
    return (
        f"{_can(found)} ('hint' again says with which.)",
        f"With these tiles: {format_faces(found.played)} ('hint' again says how.)",
        "\n".join([*_moves(found), "'hint play' does it for you; then 'done'."]),
    )


def _moves(found: Hint) -> list[str]:
    return [f"{number}. {format_step(step)}" for number, step in enumerate(found.plan, start=1)]


def _can(found: Hint) -> str:
    at_least = "" if found.proven else "at least "
    wins = " That wins the game." if found.goes_out else ""
    if found.code == "hint/open":
        return f"You can open, with {at_least}{found.points} points.{wins}"
    return f"You can lay {at_least}{count_tiles(found.tiles)}.{wins}"


def _nothing(found: Hint) -> str:
    otherwise = {"hint/take": "'take'", "hint/pass": "'pass'"}.get(found.code)
    if otherwise is None:
        return "There are no hints for this box of tiles."
    if found.needed:
        worth = f"your best sets are worth {found.points} of {found.needed} points"
        return f"You cannot open yet, {worth}: {otherwise}."
    return f"Nothing of your rack can be laid: {otherwise}."
