"""Laying: from sets of faces, as searches think of them, back to the tiles that lie and are held."""

from collections.abc import Iterable, Sequence
from typing import cast

from tilemeld.engine.game.views import GameView
from tilemeld.engine.tiles import Face, FaceSet, LaidSet, LaidTile, Table, TileId


def table_faces(view: GameView) -> list[FaceSet]:
    """Return the sets on the table as faces, in the order in which they lie."""
    # ``face_of`` written out: bots that play thousands of games look at every tile of every table
    return [cast(FaceSet, tuple([laid.tile[:-1] for laid in laid_set])) for laid_set in view.table]


def lay(view: GameView, after: Iterable[FaceSet]) -> Table:
    """Return the whole table after a play: sets that are there already keep lying as they lie.

    Tiles of the table are used up before tiles of the rack, so that none of them is left over.
    """
    lying: dict[FaceSet, list[LaidSet]] = {}
    for faces, laid_set in zip(table_faces(view), view.table, strict=True):
        lying.setdefault(_key(faces), []).append(laid_set)
    kept: list[LaidSet] = []
    changed: list[FaceSet] = []
    for faces in after:
        same = lying.get(_key(faces))
        if same:
            kept.append(same.pop(0))
        else:
            changed.append(faces)
    moving = [laid.tile for sets in lying.values() for laid_set in sets for laid in laid_set]
    return (*kept, *_with_tiles(changed, [*moving, *view.rack]))


def _key(faces: FaceSet) -> FaceSet:
    return tuple(sorted(faces))


def _with_tiles(sets: Sequence[FaceSet], tiles: list[TileId]) -> Table:
    """Pick a tile for every face, the first ones first."""
    free: dict[Face, list[TileId]] = {}
    for tile in reversed(tiles):
        free.setdefault(cast(Face, tile[:-1]), []).append(tile)
    return tuple([tuple([LaidTile(free[face].pop()) for face in faces]) for faces in sets])
