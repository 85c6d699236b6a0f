"""A server in a process of its own, to be killed: prints its port when it is ready."""

import asyncio
import os
import signal
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from server.live_server import LOOSE, QUICK, SteadyThinker
from tilemeld.adapters.memory.store import InlineThinker
from tilemeld.adapters.postgres.bus import PostgresBus
from tilemeld.adapters.postgres.store import PostgresStore
from tilemeld.bots.player import Choice
from tilemeld.engine.game.views import GameView
from tilemeld.server.app import Overrides, create_app
from tilemeld.server.run import listen, run
from tilemeld.service.claims import NOBODY, Claim
from tilemeld.service.ports import Append, GameId, StoredTable
from tilemeld.service.tournament.ports import StoredEntry, TournamentId


class Deaf(PostgresBus):
    """Loses every notice that is sent to other processes."""

    def _send(self, topic: str, message: str) -> None:
        pass


class MortalStore(PostgresStore):
    """Kills its server, as soon as something was stored for the nth time: ``dies=over:2``."""

    def __init__(self, url: str, order: str) -> None:
        super().__init__(url)
        self._kind, _, count = order.partition(":")
        self._left = int(count)

    async def append(self, game: GameId, append: Append) -> None:
        await super().append(game, append)
        self._count("over" if append.over else "step")

    async def put_table(self, table: StoredTable, *people: Any, **more: Any) -> None:
        await super().put_table(table, *people, **more)
        self._count("begun" if more.get("begins") else "table")

    async def append_entry(self, tournament: TournamentId, entry: StoredEntry, **more: Any) -> None:
        await super().append_entry(tournament, entry, **more)
        for kind in ("table-opened", "clock-started", "time-ended", "result-entered"):
            if f'"{kind}"' in entry.body:
                self._count(kind)

    def _count(self, kind: str) -> None:
        self._left -= kind == self._kind
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


class DreamyThinker(InlineThinker):
    """Bots that never come to an end."""

    async def think(self, bot: str, view: GameView, seed: str, *, claim: Claim = NOBODY) -> Choice:
        await asyncio.Event().wait()
        raise AssertionError("nobody wakes it")


def main() -> None:
    kept: dict[str, Any] = {"data": Path(sys.argv[1])}
    if "://" in sys.argv[1]:
        kept = {"database": sys.argv[1]}
    settings = replace(QUICK, **kept, port=0, resume_after_ms=0)
    if "draining" in sys.argv:  # it says for a while that it ends
        settings = replace(settings, drain_seconds=1)
    if "impatient" in sys.argv:  # a game that everybody has left waits soon
        settings = replace(settings, grace_ms=500)
    if "tight" in sys.argv:
        settings = replace(settings, limits=replace(LOOSE, guests_per_minute=30, tables_per_person=2))
    listener = listen(settings)
    if bus_url := next((each for each in sys.argv[2:] if "://" in each), None):
        settings = replace(settings, bus=bus_url)
    bus = Deaf(sys.argv[1], look_again_seconds=1) if "deaf" in sys.argv else None
    thinker = DreamyThinker() if "dreamy" in sys.argv else SteadyThinker()
    orders = [each.removeprefix("dies=") for each in sys.argv if each.startswith("dies=")]
    store = MortalStore(sys.argv[1], orders[0]) if orders else None
    chosen = Overrides(thinker=None if "queue" in sys.argv else thinker, bus=bus, store=store)
    app = create_app(replace(settings, work="idle" not in sys.argv), chosen)
    run(app, settings, listener, lambda: print(listener.getsockname()[1], flush=True))


if __name__ == "__main__":
    main()
