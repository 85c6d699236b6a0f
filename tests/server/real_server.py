"""A server in a process of its own, to be killed: prints its port when it is ready."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from server.live_server import LOOSE, QUICK, SteadyThinker
from tilemeld.adapters.linked_bus import Link
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


@dataclass(frozen=True)
class Mishaps:
    """How often a message to other processes is lost, sent twice, or overtaken by the next one."""

    lost: float = 0.0
    doubled: float = 0.0
    late: float = 0.0


class BadBus(PostgresBus):
    """Mistreats what is sent to other processes."""

    def __init__(self, url: str, mishaps: Mishaps) -> None:
        super().__init__(url)
        self._mishaps = mishaps

    @contextlib.asynccontextmanager
    async def _connect(self) -> AsyncIterator[Link]:
        async with super()._connect() as link:
            yield BadLink(link, self._mishaps)


class BadLink:
    """A link on which messages are lost, doubled and overtaken."""

    def __init__(self, link: Link, mishaps: Mishaps) -> None:
        self._link, self._mishaps, self._rng = link, mishaps, Random(1)
        self._late: list[str] = []
        self.receive = link.receive

    async def send(self, messages: Sequence[str]) -> None:
        """Send what is left of messages."""
        sent: list[str] = []
        for each in messages:
            if self._rng.random() < self._mishaps.lost:
                continue
            if not self._late and self._rng.random() < self._mishaps.late:
                self._late.append(each)
                continue
            sent += [each] * (1 + (self._rng.random() < self._mishaps.doubled))
            sent += self._late
            self._late.clear()
        await self._link.send(sent)


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


MISHAPS = {"deaf": Mishaps(lost=1), "bad": Mishaps(lost=0.3, doubled=0.3, late=0.3)}


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
    mishaps = [MISHAPS[each] for each in sys.argv if each in MISHAPS]
    bus = BadBus(sys.argv[1], mishaps[0]) if mishaps else None
    thinker = DreamyThinker() if "dreamy" in sys.argv else SteadyThinker()
    orders = [each.removeprefix("dies=") for each in sys.argv if each.startswith("dies=")]
    store = MortalStore(sys.argv[1], orders[0]) if orders else None
    chosen = Overrides(thinker=None if "queue" in sys.argv else thinker, bus=bus, store=store)
    app = create_app(replace(settings, work="idle" not in sys.argv), chosen)
    run(app, settings, listener, lambda: print(listener.getsockname()[1], flush=True))


if __name__ == "__main__":
    main()
