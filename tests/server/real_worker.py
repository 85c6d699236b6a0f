"""A worker in a process of its own, to be killed: says when it is ready, and each job that it takes."""

import asyncio
import sys

from server.live_server import SteadyThinker
from tilemeld.adapters.clocks import SystemClock
from tilemeld.adapters.postgres.jobs import PostgresJobs
from tilemeld.adapters.postgres.store import PostgresStore
from tilemeld.adapters.workers import ProcessAnalyst
from tilemeld.bots.player import Choice
from tilemeld.engine.game.views import GameView
from tilemeld.server.workers import open_bus
from tilemeld.service.claims import NOBODY, Claim
from tilemeld.service.jobs.job import KINDS, WorkerInfo
from tilemeld.service.jobs.worker import Worker, lanes_for


class SayingThinker(SteadyThinker):
    """Says which turns it is asked for; a dreamy one never comes to an end."""

    def __init__(self, *, is_dreamy: bool) -> None:
        super().__init__()
        self._is_dreamy = is_dreamy

    async def think(self, bot: str, view: GameView, seed: str, *, claim: Claim = NOBODY) -> Choice:
        print(f"took {view.version}", flush=True)
        if self._is_dreamy:
            await asyncio.Event().wait()
        return await super().think(bot, view, seed, claim=claim)


async def main() -> None:
    url = sys.argv[1]
    bus = open_bus(None, url)
    worker = Worker(
        PostgresJobs(PostgresStore(url)),
        bus,
        SystemClock(),
        me=WorkerInfo(f"worker {sys.argv[2]}", KINDS),
        thinker=SayingThinker(is_dreamy="dreamy" in sys.argv),
        analyst=ProcessAnalyst(),
        lanes=lanes_for(KINDS, 2),
    )
    await bus.connected()
    worker.start()
    print("ready", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main())
