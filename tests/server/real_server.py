"""A server in a process of its own, to be killed: prints its port when it is ready."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from server.live_server import QUICK, SteadyThinker
from tilemeld.server.app import Overrides, create_app
from tilemeld.server.run import listen, run


def main() -> None:
    kept: dict[str, Any] = {"data": Path(sys.argv[1])}
    if "://" in sys.argv[1]:
        kept = {"database": sys.argv[1], "bus": sys.argv[2] if len(sys.argv) > 2 else None}
    settings = replace(QUICK, **kept, port=0, resume_after_ms=0)
    listener = listen(settings)
    app = create_app(settings, Overrides(thinker=SteadyThinker()))
    run(app, settings, listener, lambda: print(listener.getsockname()[1], flush=True))


if __name__ == "__main__":
    main()
