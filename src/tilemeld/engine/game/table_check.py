"""Judges a player's table (N6, P2, P4–P6), and finds what of it can be kept when the time is up (T6)."""

from typing import NamedTuple

from tilemeld.engine.errors import Refusal, refuse
from tilemeld.engine.sets.set_rules import arrange
from tilemeld.engine.tiles import LaidSet, Seat, Table, TileId, face_of, tile_ids, tiles_of

from .state import GameState

MAX_FOREIGN = 10
"""How many foreign tiles a refusal names before it stops counting them."""


class Play(NamedTuple):
    """A player's table, judged: what it is, what was laid, and everything that is wrong with it."""

    table: Table
    """The sets in the order in which they read; meaningful when nothing is wrong."""
    laid: tuple[TileId, ...]
    """The tiles that came from the rack."""
    nonsense: tuple[Refusal, ...]
    """Faults impossible at a real table: foreign tiles, a tile twice, a joker that stands for no tile."""
    faults: tuple[Refusal, ...]
    """What the rules forbid: sets that do not read, missing tiles, a poor opening."""
    in_pieces: bool = False
    """Whether the table itself is wrong, no matter who may touch it: sets that do not read, missing tiles."""

    @property
    def in_order(self) -> bool:
        """Whether the turn may end like this."""
        return bool(self.laid) and not self.nonsense and not self.faults


def examine(state: GameState, seat: Seat, draft: Table) -> Play:
    """Judge the table that a player has made; every fault at once."""
    tiles = tiles_of(draft)
    rack = set(state.seats[seat].rack)
    on_table = set(tiles_of(state.table))
    nonsense = _nonsense(state, tiles, rack | on_table, len(draft)) or _misnamed(state, draft)
    if nonsense:
        return Play(table=(), laid=(), nonsense=nonsense, faults=())
    laid = tuple([tile for tile in tiles if tile in rack])
    table, faults = _read_all(state, draft)
    missing = [refuse("table/tile-missing", tile=tile) for tile in sorted(on_table.difference(tiles))]
    in_pieces = bool(faults or missing)
    faults += [refuse("lay/just-taken", tile=tile) for tile in state.waiting if tile in laid]
    faults += missing
    if not state.seats[seat].opened:
        table, touched = _leave_alone(state, table)
        faults += touched
        faults += _opening_faults(state, table, rack) if laid else ()
    faults += state.sets.table_faults(state.table, table)
    if state.rejected:
        faults += _rejected(state, table)
    return Play(table=table, laid=laid, nonsense=(), faults=tuple(faults), in_pieces=in_pieces)


def salvage(state: GameState, seat: Seat, draft: Table) -> Play:
    """Send the player's loose tiles back to the rack and judge what remains (T6)."""
    rack = set(state.seats[seat].rack)
    kept = []
    for laid_set in draft:
        if state.sets.read(laid_set).valid:
            kept.append(laid_set)
        elif remaining := state.sets.keep(laid_set, rack):
            kept.append(remaining)
        else:
            kept.append(tuple(laid for laid in laid_set if laid.tile not in rack))
    return examine(state, seat, tuple(laid_set for laid_set in kept if laid_set))


def _nonsense(state: GameState, tiles: list[TileId], known: set[TileId], sets: int) -> tuple[Refusal, ...]:
    """Refuse foreign tiles, tiles that lie twice, and more tiles, or empty sets, than the box has tiles."""
    unique = set(tiles)
    if len(unique) == len(tiles) and unique <= known and sets <= len(known):
        return ()
    box = set(tile_ids(state.sets.box()))
    if max(len(tiles), sets) > len(box):
        return (refuse("table/too-large", count=max(len(tiles), sets)),)
    refusals = [
        refuse("table/foreign-tile" if tile in box else "table/unknown-tile", tile=tile[:20])
        for tile in sorted(unique - known)[:MAX_FOREIGN]
    ]
    twice = sorted(tile for tile in unique & known if tiles.count(tile) > 1)
    return (*refusals, *(refuse("table/twice", tile=tile) for tile in twice))


def _misnamed(state: GameState, draft: Table) -> tuple[Refusal, ...]:
    """Refuse names for tiles that are not jokers, and names that are not tiles of this game."""
    named = [laid for laid_set in draft for laid in laid_set if laid.stands_for is not None]
    if not named:
        return ()
    real = {face for face in state.sets.box() if face != state.sets.joker}
    unknown = sorted({str(laid.stands_for) for laid in named} - real)
    refusals = [refuse("table/unknown-face", face=name[:20]) for name in unknown[:MAX_FOREIGN]]
    refusals += [
        refuse("set/not-a-joker", face=face_of(laid.tile), stands_for=str(laid.stands_for)[:20])
        for laid in named
        if face_of(laid.tile) != state.sets.joker
    ]
    return tuple(refusals)


def _read_all(state: GameState, draft: Table) -> tuple[Table, list[Refusal]]:
    """Read every set; sets that did not change are not judged again."""
    settled = set(state.table)
    table: list[LaidSet] = []
    faults: list[Refusal] = []
    for laid_set in draft:
        if laid_set in settled:
            table.append(laid_set)
        elif laid_set:
            reading = state.sets.read(laid_set)
            faults += [_in_set(len(table), fault) for fault in reading.faults]
            table.append(arrange(laid_set, reading) if reading.valid else laid_set)
    return tuple(table), faults


def _in_set(place: int, fault: Refusal) -> Refusal:
    """Add to a fault the number of its set, counted from 1."""
    params = {**fault.params, "set": place + 1, "fault": fault.code, "reason": str(fault)}
    return refuse("table/bad-set", **params)


def _leave_alone(state: GameState, table: Table) -> tuple[Table, list[Refusal]]:
    """Refuse changes to the table, and freed jokers, before the opening (P2, P6)."""
    lying = {frozenset(_ids(laid_set)): laid_set for laid_set in state.table}
    table = tuple(lying.get(frozenset(_ids(laid_set)), laid_set) for laid_set in table)
    left_alone = set(table)
    faults = []
    for place, laid_set in enumerate(state.table):
        if laid_set not in left_alone:
            faults.append(refuse("opening/table-touched", set=place + 1))
            faults += [refuse("table/joker-freed", tile=tile) for tile in _freed(state, laid_set, table)]
    return table, faults


def _opening_faults(state: GameState, table: Table, rack: set[TileId]) -> tuple[Refusal, ...]:
    """The opening is made of rack tiles alone (P2); only sets that read count."""
    new = [laid_set for laid_set in table if rack.issuperset(_ids(laid_set))]
    return state.sets.opening_faults([laid_set for laid_set in new if state.sets.read(laid_set).valid])


def _rejected(state: GameState, table: Table) -> list[Refusal]:
    """Refuse words that the other players have rejected (W16, R-16)."""
    new = state.sets.words_to_vote(state.table, table)
    return [refuse("word/rejected", word=word) for word in new if word in state.rejected]


def _freed(state: GameState, laid_set: LaidSet, table: Table) -> list[TileId]:
    """List the jokers of a set that was taken apart; in a set that only grew they stay where they were."""
    tiles = _ids(laid_set)
    if any(set(tiles).issubset(_ids(each)) for each in table):
        return []
    return [tile for tile in tiles if face_of(tile) == state.sets.joker]


def _ids(laid_set: LaidSet) -> list[TileId]:
    return [laid.tile for laid in laid_set]
