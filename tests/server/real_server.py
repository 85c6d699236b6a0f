"""A server in a process of its own, to be killed: prints its port when it is ready."""

import asyncio
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from server.live_server import QUICK, SteadyThinker
from tilemeld.adapters.memory.store import InlineThinker
from tilemeld.adapters.postgres.bus import PostgresBus
from tilemeld.bots.player import Choice
from tilemeld.engine.game.views import GameView
from tilemeld.server.app import Overrides, create_app
from tilemeld.server.run import listen, run
from tilemeld.service.claims import NOBODY, Claim


class Deaf(PostgresBus):
    """Loses every notice that is sent to other processes."""

    def _send(self, topic: str, message: str) -> None:
        pass


class DreamyThinker(InlineThinker):
    """Bots that never come to an end."""

    async def think(self, bot: str, view: GameView, rng: Random, *, claim: Claim = NOBODY) -> Choice:
        await asyncio.Event().wait()
        raise AssertionError("nobody wakes it")


def main() -> None:
    kept: dict[str, Any] = {"data": Path(sys.argv[1])}
    if "://" in sys.argv[1]:
        kept = {"database": sys.argv[1]}
    settings = replace(QUICK, **kept, port=0, resume_after_ms=0)
    listener = listen(settings)
    bus = Deaf(sys.argv[1], look_again_seconds=1) if "deaf" in sys.argv else None
    thinker = DreamyThinker() if "dreamy" in sys.argv else SteadyThinker()
    app = create_app(settings, Overrides(thinker=thinker, bus=bus))
    run(app, settings, listener, lambda: print(listener.getsockname()[1], flush=True))


if __name__ == "__main__":
    main()
