"""Faults, by seed: what breaks, when, and for how long."""

import asyncio
import contextlib
import resource
import signal
import subprocess
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random
from typing import Literal

from .fault_proxy import FaultProxy
from .installation import Installation
from .parts import RealServer, family_of

Kind = Literal["kill", "stop", "freeze", "slow", "cut", "hole", "full disk", "clock", "upgrade"]
FROZEN = (5.0, 9.0)
"""Longer than every time-out: the database's four seconds, the three of a silent server."""
DOWN = (0.2, 3.0)
DISTURBED = (0.5, 6.0)
FULL = 8192
"""Bytes of a file on a full disk: next to nothing can be written."""
JUMP_SECONDS = 12
"""How far the database's clock jumps ahead, and when that is mended, back."""
Mend = Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that breaks after some seconds and is mended after some more."""

    kind: Kind
    part: str
    after: float
    lasts: float

    def __str__(self) -> str:
        return f"{self.kind} {self.part} after {self.after:.1f} s for {self.lasts:.1f} s"


def planned(seed: int, installation: Installation, *, number: int, within: float) -> list[Fault]:
    """Return faults for an installation, in the order in which they come; the same for the same seed."""
    rng = Random(seed)
    choices = _choices(installation)
    found = []
    for _ in range(number):
        kind, part = rng.choice(choices)
        lasts = {"kill": DOWN, "stop": DOWN, "upgrade": DOWN, "freeze": FROZEN}.get(kind, DISTURBED)
        found.append(Fault(kind, part, rng.uniform(0.5, within), rng.uniform(*lasts)))
    return sorted(found, key=lambda fault: fault.after)


def one_of_each(installation: Installation, *, every: float) -> list[Fault]:
    """Return a kill of one part of each kind, one after the other."""
    first: dict[str, str] = {}
    for part in installation.parts:
        first.setdefault(part.name.partition("-")[0], part.name)
    order = [name for name in ("server", "worker", "valkey", "postgres", "proxy") if name in first]
    return [Fault("kill", first[name], every * (at + 1), 1.0) for at, name in enumerate(order)]


def _choices(installation: Installation) -> list[tuple[Kind, str]]:
    """Return everything that may break here."""
    names = [part.name for part in installation.parts]
    found: list[tuple[Kind, str]] = [("kill", name) for name in names]
    found += [("freeze", name) for name in names if name != "proxy"]
    found += [("stop", name) for name in names if name.startswith(("server", "worker"))]
    modes: tuple[Kind, ...] = ("slow", "cut", "hole")
    found += [(mode, f"link {name}") for name in installation.links for mode in modes]
    found += [("upgrade", each.name) for each in installation.servers if installation.is_older(each)]
    store = "server-1" if installation.postgres is None else "postgres"
    found += [("clock", store)] if installation.shape.has_clock else []
    return [*found, ("full disk", store)]


class Breaker:
    """Breaks parts and mends them again."""

    def __init__(self, installation: Installation, links: dict[str, FaultProxy]) -> None:
        self._installation = installation
        self._parts = {part.name: part for part in installation.parts}
        self._links = links

    def break_it(self, fault: Fault) -> Mend:
        """Break something; return what mends it, which is nothing if it is broken already."""
        if fault.part.startswith("link "):
            return self._disturb(self._links[fault.part.removeprefix("link ")], fault.kind)
        if fault.kind == "clock":
            self._installation.set_clock(JUMP_SECONDS)
            return _at_once(lambda: self._installation.set_clock(0))
        part = self._parts[fault.part]
        if not (part.is_wanted and part.lives):
            return _nothing
        if fault.kind == "freeze":
            part.freeze()
            return _at_once(part.thaw)
        if fault.kind == "full disk":
            return self._fill(part)
        part.thaw()
        if fault.kind == "upgrade":
            self._installation.upgrade(part)
        part.tell_to_end(signal.SIGKILL if fault.kind == "kill" else signal.SIGTERM)

        async def start_again() -> None:
            await asyncio.to_thread(part.reap)
            part.launch()

        return start_again

    def _disturb(self, link: FaultProxy, kind: Kind) -> Mend:
        assert kind in ("slow", "cut", "hole"), kind
        link.set(kind)
        return _at_once(lambda: link.set("pass"))

    def _fill(self, part: RealServer) -> Mend:
        """Let files grow no further, as on a full disk: by a limit on their size, which needs no root."""
        _limit_files(part, FULL)
        return _at_once(lambda: _limit_files(part, resource.RLIM_INFINITY))


async def _nothing() -> None:
    """Mend what was broken already."""


def _at_once(act: Callable[[], None]) -> Mend:
    async def mend() -> None:
        act()

    return mend


def _limit_files(part: RealServer, size: int) -> None:
    pids = family_of(part.pid) if part.lives else []

    def limit() -> None:
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    # as the user of the part: for others' processes not even root may do it everywhere
    subprocess.run(["true"], check=True, preexec_fn=limit, **part.user)
