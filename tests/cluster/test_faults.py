"""Faults by seed, under load: whatever breaks, nothing acknowledged is lost and every game comes to its end.

By day a handful, by ``make nightly`` hundreds; a seed that failed once stays in ``FOUND``.
"""

import subprocess

import pytest
from tools.cluster.__main__ import summary
from tools.cluster.faults import planned
from tools.cluster.installation import ROOT, Installation, Shape
from tools.cluster.story import Script, Story

from at_night import at_night
from tilemeld.server.live.protocol import PROTOCOL

OLDER = "47f96531"
"""The last commit whose servers know no numbered notices (decision 214): half of the servers run from it."""
SHAPES = {
    "sqlite": Shape("sqlite"),
    "postgres": Shape(servers=2, has_bus=True, has_links=True, is_durable=False),
    "clocks": Shape(servers=2, has_bus=True, has_links=True, is_durable=False, has_clock=True),
    "versions": Shape(servers=2, has_bus=True, has_links=True, is_durable=False, older=OLDER),
    "workers": Shape(servers=2, workers=2, has_bus=True, has_links=True, is_durable=False),
}
FOUND = (("postgres", 4),)
"""Faults that were found by these seeds and mended."""
RUNS = sorted(
    {
        *FOUND,
        *(("sqlite", seed) for seed in range(at_night(60, by_day=1))),
        *(("postgres", seed) for seed in range(at_night(120, by_day=0))),
        *(("clocks", seed) for seed in range(at_night(20, by_day=0))),
        *(("versions", seed) for seed in range(at_night(10, by_day=0))),
        *(("workers", seed) for seed in range(at_night(40, by_day=1))),
    }
)


def test_the_older_version_speaks_the_protocol_of_today() -> None:
    """When the protocol changes, ``OLDER`` moves on to a commit that speaks it."""
    path = f"{OLDER}:src/tilemeld/server/live/protocol.py"
    found = subprocess.run(["git", "-C", str(ROOT), "show", path], check=True, capture_output=True, text=True)
    assert f"\nPROTOCOL = {PROTOCOL}\n" in found.stdout


@pytest.mark.parametrize(("shape", "seed"), RUNS)
def test_nothing_is_lost_whatever_breaks(shape: str, seed: int) -> None:
    installation = Installation(SHAPES[shape])
    try:
        faults = planned(seed, installation, number=3, within=6.0)
        outcome = Story(installation, Script(seed, tables=at_night(3, by_day=2), faults=faults)).run()
    finally:
        installation.stop()
    story = [*map(str, faults), *summary(outcome)]
    assert outcome.is_good, "\n".join(story)
