"""The pulse: how late the loop is, why, where it was seen, and that the page of metrics tells it."""

import asyncio
import gc
import sys

from server.live import ask, live
from tilemeld.server.metrics import Metrics
from tilemeld.server.pulse import Pulse, place_of


def value(metrics: Metrics, name: str, **labels: str) -> float:
    found = metrics.registry.get_sample_value(name, labels)
    return 0.0 if found is None else found


def test_a_late_loop_is_counted_by_what_held_it_up() -> None:
    metrics = Metrics()
    pulse = Pulse(metrics)
    for late, used in ((0.001, 0.0), (0.3, 0.25), (0.3, 0.01), (0.049, 0.049)):
        pulse.note(late, used)
    assert value(metrics, "tilemeld_loop_lag_seconds_count") == 4
    assert value(metrics, "tilemeld_loop_lag_seconds_bucket", le="0.05") == 2
    assert value(metrics, "tilemeld_loop_held_total", cause="own") == 1
    assert value(metrics, "tilemeld_loop_held_total", cause="waiting") == 1
    assert abs(value(metrics, "tilemeld_loop_cpu_seconds_total") - 0.309) < 1e-9


def test_collections_are_timed_while_it_watches_and_not_after() -> None:
    async def story() -> None:
        metrics = Metrics()
        pulse = Pulse(metrics)
        pulse.start()
        gc.collect()
        await pulse.stop()
        gc.collect()
        assert value(metrics, "tilemeld_collection_seconds_count", generation="2") == 1

    asyncio.run(story())


def test_the_place_where_a_loop_is_held_up_names_our_function() -> None:
    assert place_of(None) == "nothing"
    assert "test_the_place_where" in place_of(sys._getframe())


def test_the_page_of_metrics_tells_loop_commits_and_memory() -> None:
    async def story() -> None:
        async with live() as server:
            _, _, page = await asyncio.to_thread(ask, server.port, "GET", "/metrics")
            for name in (
                "tilemeld_loop_lag_seconds_bucket",
                "tilemeld_commit_seconds_count",
                "tilemeld_open_games",
                "tilemeld_open_games_bytes",
            ):
                assert name in page

    asyncio.run(story())
