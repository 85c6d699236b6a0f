"""Rebuilding: from counts of tiles in runs and groups at every number to the sets themselves.

Sets are written as bytes, one face index a byte, ``END`` after each set: what the kernel returns too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tilemeld.solver.numbers.counts import END, JOKER_INDEX

from .runs import Kind


class Column(NamedTuple):
    """What is used of one number: in runs and in groups by colour, and the jokers in groups."""

    kinds: Sequence[Kind]
    grouped: Sequence[int]
    group_jokers: int


@dataclass(slots=True)
class _Run:
    """A run under construction; bit i of ``jokers`` says that its i-th tile is a joker."""

    colour: int
    first: int
    length: int
    jokers: int

    def grow(self, *, joker: bool) -> None:
        self.jokers |= joker << self.length
        self.length += 1


def rebuild(columns: Sequence[Column], spare_jokers: int) -> bytes:
    """Write out the sets: runs by colour, with spare jokers at their ends, then groups by number."""
    runs = [run for colour in range(4) for run in _runs(columns, colour)]
    for _ in range(spare_jokers):
        _attach_joker(runs)
    written = bytearray()
    for run in runs:
        for place in range(run.length):
            is_joker = run.jokers >> place & 1
            written.append(JOKER_INDEX if is_joker else run.colour * 13 + run.first + place)
        written.append(END)
    for number, column in enumerate(columns):
        _write_groups(written, number, column)
    return bytes(written)


def _runs(columns: Sequence[Column], colour: int) -> list[_Run]:
    """Deal the tiles in runs out: short runs first, then long ones, then new ones; jokers to the last."""
    done: list[_Run] = []
    open_runs: list[_Run] = []
    for number, column in enumerate(columns):
        count = column.kinds[colour].tiles + column.kinds[colour].jokers
        spare = count - sum(run.length < 3 for run in open_runs)
        going: list[_Run] = []
        for run in open_runs:
            if run.length < 3:
                going.append(run)
            elif spare > 0:
                spare -= 1
                going.append(run)
            else:
                done.append(run)
        going += [_Run(colour=colour, first=number, length=0, jokers=0) for _ in range(spare)]
        for place, run in enumerate(going):
            run.grow(joker=place >= column.kinds[colour].tiles)
        open_runs = going
    return done + open_runs


def _attach_joker(runs: list[_Run]) -> None:
    """Put a joker at the end of the first run with room; if all are full, split the first in two."""
    for run in runs:
        if run.length < 13:
            if run.first + run.length < 13:
                run.grow(joker=True)
            else:
                run.first -= 1
                run.length += 1
                run.jokers = run.jokers << 1 | 1
            return
    full = runs[0]
    runs[0] = _Run(colour=full.colour, first=0, length=7, jokers=full.jokers & 63 | 64)
    runs.insert(1, _Run(colour=full.colour, first=6, length=7, jokers=full.jokers >> 6))


def _write_groups(written: bytearray, number: int, column: Column) -> None:
    """Deal the tiles of one number out to its groups, colour by colour, jokers last."""
    tiles = [colour * 13 + number for colour in range(4) for _ in range(column.grouped[colour])]
    tiles += [JOKER_INDEX] * column.group_jokers
    groups = len(tiles) // 3
    for group in range(groups):
        written.extend(tiles[group::groups])
        written.append(END)
