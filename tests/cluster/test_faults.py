"""Faults by seed, under load: whatever breaks, nothing acknowledged is lost and every game comes to its end.

By day a handful, by ``make nightly`` hundreds; a seed that failed once stays in ``FOUND``.
"""

import pytest
from tools.cluster.__main__ import summary
from tools.cluster.faults import planned
from tools.cluster.installation import Installation, Shape
from tools.cluster.story import Script, Story

from at_night import at_night

SHAPES = {
    "sqlite": Shape("sqlite"),
    "postgres": Shape(servers=2, has_bus=True, has_links=True, is_durable=False),
    "clocks": Shape(servers=2, has_bus=True, has_links=True, is_durable=False, has_clock=True),
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
        *(("workers", seed) for seed in range(at_night(40, by_day=1))),
    }
)


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
