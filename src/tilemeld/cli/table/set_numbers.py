"""Set numbers: a set keeps its number from turn to turn as long as it can be recognised.

The engine's table has its sets in whatever order the last player left them; a person who was about to
type ``add r7 3`` wants set 3 to be where it was.
"""

from tilemeld.engine.tiles import LaidSet, Table


def keep_places(table: Table, remembered: Table) -> Table:
    """Order the sets of a table like the ones remembered; new ones fill the gaps and then come last.

    Two sets are taken for the same when they share the most tiles, and at least two.
    """
    left = list(table)
    placed: list[LaidSet | None] = []
    for old in remembered:
        same = max(left, key=lambda laid: _shared(laid, old), default=())
        if _shared(same, old) >= 2:
            left.remove(same)
            placed.append(same)
        else:
            placed.append(None)
    newcomers = iter(left)
    filled = [next(newcomers, ()) if laid is None else laid for laid in placed]
    return tuple(laid for laid in (*filled, *newcomers) if laid)


def _shared(first: LaidSet, second: LaidSet) -> int:
    return len({laid.tile for laid in first} & {laid.tile for laid in second})
