"""What scripted people write down, a JSON object a line; `tools.checker` reads it."""

import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

Json = Any
SHOWN = ("phase", "turn", "active", "table")


class Notebook:
    """A journal in a file; a line is written at once or not at all."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("ab")
        self.lines = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def write(self, did: str, who: str, **fields: Json) -> None:
        """Write a line."""
        if self._file.closed:
            return
        line = {"did": did, "at": time.time_ns() // 1_000_000, "who": who, **fields}
        self._file.write(msgspec.json.encode(line) + b"\n")
        self.lines += 1

    def flush(self) -> None:
        """Bring everything into the file."""
        self._file.flush()

    def saw(self, who: str, link: int, game: str, view: dict[str, Json]) -> None:
        """Write down what everybody may see of a view."""
        shown = {name: view[name] for name in SHOWN}
        counts = [seat["count"] for seat in view["seats"]]
        self.write(
            "saw",
            who,
            link=link,
            game=game,
            version=view["version"],
            counts=counts,
            bank=view["bank"],
            **shown,
        )
