"""Places: a set keeps its number while others come and go."""

import pytest

from tilemeld.cli.table.set_numbers import keep_places
from tilemeld.engine.notation import WrittenTile, format_sets, parse_face_sets
from tilemeld.engine.tiles import LaidTile, Table, TileId, face_of


def table_of(text: str) -> Table:
    return tuple(tuple(LaidTile(TileId(f"{face}a")) for face in faces) for faces in parse_face_sets(text))


@pytest.mark.parametrize(
    ("remembered", "table", "ordered"),
    [
        ("", "r1 r2 r3 | k1 k2 k3", "r1 r2 r3 | k1 k2 k3"),
        ("r1 r2 r3 | k1 k2 k3", "k1 k2 k3 | r1 r2 r3", "r1 r2 r3 | k1 k2 k3"),
        ("r1 r2 r3 | k1 k2 k3", "k1 k2 k3 k4 | r2 r3 r4 | b1 b2 b3", "r2 r3 r4 | k1 k2 k3 k4 | b1 b2 b3"),
        ("r1 r2 r3 | k1 k2 k3", "o1 o2 o3 | k1 k2 k3", "o1 o2 o3 | k1 k2 k3"),
        ("r1 r2 r3 | k1 k2 k3 | b1 b2 b3", "b1 b2 b3", "b1 b2 b3"),
        ("r1 r2 r3", "", ""),
    ],
)
def test_sets_keep_their_numbers(remembered: str, table: str, ordered: str) -> None:
    result = keep_places(table_of(table), table_of(remembered))
    assert format_sets([[WrittenTile(face_of(laid.tile)) for laid in each] for each in result]) == ordered
