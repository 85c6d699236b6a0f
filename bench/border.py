"""What the border costs: forwarding a draft to viewers and hashing a view, compared with protocol 1.

The old way is kept here as the peer: for every viewer the draft was decoded and written again, and a view
was hashed with SHA-256. Both run in one process, one after the other, best of several rounds.

    python -m bench.border [--viewers N]
"""

import argparse
import hashlib
import json
import time
import zlib
from collections.abc import Callable

import msgspec

from tilemeld.engine.game.views import view
from tilemeld.engine.record.codec import from_json, to_json
from tilemeld.engine.rules import profile
from tilemeld.engine.sets.for_rules import sets_of
from tilemeld.engine.tiles import LaidTile, Seat, Table, tile_ids
from tilemeld.lab.simulate import play_random_game
from tilemeld.server.live import protocol
from tilemeld.service.live.drafts import Draft, format_draft

ROUNDS, TIMES, TILES = 5, 200, 80


def microseconds(work: Callable[[], object]) -> float:
    """Return the CPU time of one call, the best of several rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        started = time.process_time()
        for _ in range(TIMES):
            work()
        best = min(best, (time.process_time() - started) / TIMES)
    return best * 1e6


def some_draft() -> Draft:
    """A table of 80 tiles in sets of four, as a client writes it."""
    tiles = tile_ids(sets_of(profile("pl")).box())[:TILES]
    table: Table = tuple(
        tuple(LaidTile(tile) for tile in tiles[start : start + 4]) for start in range(0, TILES, 4)
    )
    return Draft(seat=Seat(0), turn=3, number=12, table=table, text=json.dumps(to_json(table)))


def forward_now(draft: str, viewers: int) -> None:
    """Pass a draft on as it came."""
    for _ in range(viewers):
        seat, _, text = f"0 {draft}".partition(" ")
        assert int(seat) == 0
        protocol.drafted("O-NqCUNJEkPaPDwj", text)


def forward_before(draft: str, viewers: int) -> None:
    """Read the draft and write it again for every viewer, as protocol 1 did."""
    for _ in range(viewers):
        read = msgspec.json.decode(draft)
        table = from_json(Table, read["table"])
        raw = msgspec.Raw(msgspec.json.encode(to_json(table)))
        info = protocol.DraftInfo(seat=read["seat"], turn=read["turn"], number=read["number"], table=raw)
        protocol.encode(protocol.Drafted(game="O-NqCUNJEkPaPDwj", draft=info))


def main() -> None:
    """Print a table of both, with the ratio."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--viewers", type=int, default=10)
    viewers = parser.parse_args().viewers
    draft = format_draft(some_draft())
    state = play_random_game(profile("pl"), 4, "border")[0].state
    text = msgspec.json.encode(to_json(view(state, None), full=True), order="sorted")
    rows = (
        (
            f"a draft of {TILES} tiles, for each of {viewers} viewers",
            microseconds(lambda: forward_before(draft, viewers)) / viewers,
            microseconds(lambda: forward_now(draft, viewers)) / viewers,
        ),
        (
            f"the hash of a view of {len(text)} bytes",
            microseconds(lambda: hashlib.sha256(text).hexdigest()[:16]),
            microseconds(lambda: f"{zlib.crc32(text):08x}"),
        ),
    )
    print(f"{'what':<50} {'before':>10} {'now':>10} {'ratio':>7}")
    for what, before, now in rows:
        print(f"{what:<50} {before:>7.1f} µs {now:>7.1f} µs {before / now:>6.1f}×")


if __name__ == "__main__":
    main()
