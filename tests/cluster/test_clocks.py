"""Servers on machines whose clocks disagree: everybody follows the clock of the database."""

import pytest
from tools.cluster.__main__ import summary
from tools.cluster.faults import Fault
from tools.cluster.installation import Installation, Shape
from tools.cluster.parts import with_clock
from tools.cluster.story import Script, Story

from at_night import at_night


@pytest.mark.parametrize("seed", range(at_night(10, by_day=1)))
def test_when_the_clock_of_the_database_jumps_no_time_ends_early_or_twice(seed: int) -> None:
    installation = Installation(Shape(servers=2, has_bus=True, is_durable=False, has_clock=True))
    faults = [Fault("clock", "postgres", after=1.0 + seed / 4, lasts=4.0)]
    try:
        outcome = Story(installation, Script(seed, tables=2, faults=faults)).run()
    finally:
        installation.stop()
    assert outcome.is_good, "\n".join(summary(outcome))


@pytest.mark.parametrize("shift", at_night(["-40s", "+40s", "-3d", "+3d"], by_day=["-40s"]))
def test_a_server_whose_clock_is_wrong_does_no_harm(shift: str) -> None:
    installation = Installation(Shape(servers=2, has_bus=True, is_durable=False))
    installation.servers[1].environment |= with_clock(shift)
    try:
        outcome = Story(installation, Script(1, tables=at_night(2, by_day=1))).run()
    finally:
        installation.stop()
    assert outcome.is_good, "\n".join(summary(outcome))
    offsets = sorted(map(abs, outcome.tally.offsets_ms))
    assert offsets[len(offsets) * 9 // 10] < 20_000, "all servers tell people the same time"
