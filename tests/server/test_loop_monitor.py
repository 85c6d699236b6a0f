"""The pulse: how late the loop is, why, and that the page of metrics tells it.

Proves `server/metrics.py`.
"""

import asyncio
import gc

import pytest

from adapters.test_job_queue_contract import ANSWER, a_question
from server.live_server import all_ready, ask, client, live, set_table
from tilemeld.adapters.memory.store import InlineThinker
from tilemeld.adapters.workers import ProcessAnalyst
from tilemeld.server.loop_monitor import LoopMonitor
from tilemeld.server.metrics import Metrics
from tilemeld.server.workers import Measured
from tilemeld.service.claims import NOBODY, Claim
from tilemeld.service.questions.numbers import BestPlay, Question


def value(metrics: Metrics, name: str, **labels: str) -> float:
    found = metrics.registry.get_sample_value(name, labels)
    return 0.0 if found is None else found


def test_a_late_loop_is_counted_by_what_held_it_up() -> None:
    metrics = Metrics()
    loop_monitor = LoopMonitor(metrics)
    for late, used in ((0.001, 0.0), (0.3, 0.25), (0.3, 0.01), (0.049, 0.049)):
        loop_monitor.note(late, used)
    assert value(metrics, "tilemeld_loop_lag_seconds_count") == 4
    assert value(metrics, "tilemeld_loop_lag_seconds_bucket", le="0.05") == 2
    assert value(metrics, "tilemeld_loop_held_total", cause="own") == 1
    assert value(metrics, "tilemeld_loop_held_total", cause="waiting") == 1
    assert abs(value(metrics, "tilemeld_loop_cpu_seconds_total") - 0.309) < 1e-9


def test_collections_are_timed_while_it_watches_and_not_after() -> None:
    async def story() -> None:
        metrics = Metrics()
        loop_monitor = LoopMonitor(metrics)
        loop_monitor.start()
        gc.collect()
        await loop_monitor.stop()
        gc.collect()
        assert value(metrics, "tilemeld_collection_seconds_count", generation="2") == 1

    asyncio.run(story())


def test_the_page_of_metrics_tells_loop_commits_and_memory() -> None:
    async def story() -> None:
        async with live() as server:
            _, _, page = await asyncio.to_thread(ask, server.port, "GET", "/metrics")
            for name in (
                "tilemeld_loop_lag_seconds_bucket",
                "tilemeld_commit_seconds_count",
                "tilemeld_view_seconds_count",
                "tilemeld_open_games",
                "tilemeld_open_games_bytes",
            ):
                assert name in page

    asyncio.run(story())


def test_the_time_from_a_move_to_a_view_is_reported_for_live_moves_only() -> None:
    async def story() -> None:
        async with asyncio.timeout(60), live() as server:
            table, tokens = await set_table(server, people=2, bots=0, profile="cs")
            metrics = server.server.metrics
            async with client(server, tokens[0]) as first, client(server, tokens[1]) as second:
                await all_ready(server, table["id"], tokens)
                for player in (first, second):
                    await player.enter(table["id"])
                    await player.until_view(lambda _view: True)
                    await player.command("add-entropy", entropy="e")
                for player in (first, second):
                    await player.until_view(lambda view: bool(view["phase"] == "turn"))
                before = value(metrics, "tilemeld_view_seconds_count")
                assert before >= 2
                async with client(server, tokens[0]) as again:
                    await again.enter(table["id"], game=first.game, version=1)
                    await again.until("moved")
                assert value(metrics, "tilemeld_view_seconds_count") == before

    asyncio.run(story())


class MoodyThinker(InlineThinker):
    """Answers once, then takes too long."""

    answers = 1

    async def solve(self, question: Question, *, claim: Claim = NOBODY) -> BestPlay:
        self.answers -= 1
        if self.answers < 0:
            raise TimeoutError
        return await super().solve(question, claim=claim)


def test_what_a_server_works_out_in_processes_of_its_own_is_measured_too() -> None:
    async def story() -> None:
        metrics = Metrics()
        measured = Measured(MoodyThinker(), ProcessAnalyst(), metrics.jobs)
        assert await measured.solve(a_question()) == ANSWER
        with pytest.raises(TimeoutError):
            await measured.solve(a_question())
        counted = {
            outcome: value(metrics, "tilemeld_jobs_total", kind="question", outcome=outcome)
            for outcome in ("done", "failed")
        }
        assert counted == {"done": 1, "failed": 1}
        assert value(metrics, "tilemeld_job_wait_seconds_count", kind="question") == 1

    asyncio.run(story())
