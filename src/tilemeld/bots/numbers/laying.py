"""From a choice in counts to the table: which sets lie there after a seat has laid just these tiles."""

from tilemeld.engine.game.views import GameView
from tilemeld.engine.tiles import FaceSet, Table
from tilemeld.solver import Count, Goal, count_faces, list_faces, position_under, solve

from .best_turn import free_rack
from .to_tiles import lay, table_faces


def table_with(view: GameView, tiles: Count, *, calm_nodes: int = 0) -> Table:
    """Return the whole table after the viewer has laid these tiles, which has to be possible."""
    return lay(view, sets_with(view, tiles, calm_nodes=calm_nodes))


def sets_with(view: GameView, tiles: Count, *, calm_nodes: int = 0) -> list[FaceSet]:
    """Return the sets on the table after these tiles; an opening is laid beside it, for the most points."""
    assert view.viewer is not None, "a player looks from a seat"
    rules, laid = view.rules, list_faces(tiles)
    if not view.seats[view.viewer].opened:
        found = solve(position_under(rules, (), laid), Goal.OPENING, required=laid, least=False)
        return [*table_faces(view), *found.table]
    rack = free_rack(view)
    found = solve(
        position_under(rules, table_faces(view), rack),
        required=laid,
        forbidden=list_faces(count_faces(rack) - tiles),
        least=calm_nodes > 0,
        least_budget_nodes=calm_nodes,
    )
    return list(found.table)
