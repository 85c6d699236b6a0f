"""Analyses as background jobs: asked for by who may have the record, with progress, one at a time.

Proves `server/study/reviews.py`, `service/study/analyses.py`.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from random import Random

import msgspec
import pytest

from server.live_server import HttpProblem, Json, Live, all_ready, client, live, play_on, set_table
from tilemeld.adapters.lexicons import sets_with_words
from tilemeld.adapters.memory.reviews import MemoryReviews
from tilemeld.adapters.memory.store import InlineAnalyst
from tilemeld.adapters.workers import ProcessAnalyst
from tilemeld.bots.coach.review_game import OnTurn, analyse
from tilemeld.bots.coach.review_values import Analysis, analysis_to_json
from tilemeld.bots.numbers.best_turn import Budget
from tilemeld.engine.errors import CodedError
from tilemeld.engine.record.record import Record
from tilemeld.server.http.endpoint import encode
from tilemeld.server.study.reviews import analysis_info
from tilemeld.service.errors import NotFound, Unavailable
from tilemeld.service.jobs.job import TOO_LONG, JobProgress
from tilemeld.service.ports import GameId
from tilemeld.service.study.analyses import WAITING, Analyses, ReviewJob


class PatientAnalyst:
    """Reviews a game turn by turn, each when it is told to."""

    def __init__(self) -> None:
        self.go_on = asyncio.Event()

    async def analyse(self, record: Record | str, on_turn: OnTurn, **_more: object) -> Analysis:
        on_turn(1, 7)
        await self.go_on.wait()
        assert isinstance(record, Record), "a game of this server"
        return analyse(record, on_turn=on_turn, budget=Budget(200, 0))


class BrokenAnalyst:
    def __init__(self, fault: Exception) -> None:
        self._fault = fault

    async def analyse(self, record: Record | str, on_turn: OnTurn, **_more: object) -> Analysis:
        raise self._fault


async def finished(server: Live, profile: str = "cs") -> tuple[str, list[str]]:
    """A finished game at a table that wants no spectators, and the tokens of its people."""
    table, tokens = await set_table(server, people=1, bots=1, profile=profile, spectators=False)
    async with client(server, tokens[0]) as player:
        await player.enter(table["id"])
        await all_ready(server, table["id"], tokens)
        await play_on(server, player, Random(5))
        assert player.game is not None
        return player.game, tokens


async def code_of(asking: Awaitable[Json]) -> tuple[int, list[str]]:
    with pytest.raises(HttpProblem) as caught:
        await asking
    return caught.value.status, caught.value.codes


def tell(story: Callable[[Live], Awaitable[None]], analyst: object) -> None:
    async def run() -> None:
        async with asyncio.timeout(60), live(analyst=analyst) as server:
            await story(server)

    asyncio.run(run())


def test_a_finished_game_is_reviewed_in_the_background_with_progress() -> None:
    async def run() -> None:
        analyst = PatientAnalyst()
        async with asyncio.timeout(60), live(analyst=analyst) as server:
            game, tokens = await finished(server)
            path = f"/api/games/{game}/analysis"
            assert (await server.http("GET", path, token=tokens[0]))["state"] == "none"
            begun = await server.http("POST", path, token=tokens[0])
            assert begun["state"] in ("waiting", "working")
            while (answer := await server.http("GET", path, token=tokens[0]))["state"] == "waiting":
                pass
            assert (answer["state"], answer["done"], answer["total"], answer["review"]) == (
                "working",
                1,
                7,
                None,
            )
            analyst.go_on.set()
            while (answer := await server.http("GET", path, token=tokens[0]))["state"] == "working":
                pass
            assert answer["done"] == answer["total"] == len(answer["review"]["turns"])
            assert [player["seat"] for player in answer["review"]["players"]] == [0, 1]
            assert (await server.http("POST", path, token=tokens[0]))["state"] == "done", "it is kept"

    asyncio.run(run())


def test_only_who_may_have_the_record_gets_a_review_and_not_before_the_end() -> None:
    async def story(server: Live) -> None:
        game, _ = await finished(server)
        stranger = (await server.guest())["token"]
        for method in ("GET", "POST"):
            answer = await code_of(server.http(method, f"/api/games/{game}/analysis", token=stranger))
            assert answer == (403, ["table/no-spectators"])
            assert (await code_of(server.http(method, f"/api/games/{game}/analysis")))[0] == 401
        table, others = await set_table(server, people=2, bots=0)
        running = (await all_ready(server, table["id"], others))["game"]
        path = f"/api/games/{running}/analysis"
        assert await code_of(server.http("POST", path, token=others[0])) == (409, ["game/not-ended"])
        assert (await server.http("GET", path, token=others[0]))["state"] == "none"

    tell(story, None)


@pytest.mark.parametrize(
    ("analyst", "code"),
    [
        (BrokenAnalyst(CodedError("bots/unknown", name="x", names="y")), "bots/unknown"),
        (BrokenAnalyst(TimeoutError("the process died")), "analysis/stopped"),
        (BrokenAnalyst(ZeroDivisionError()), "server/failed"),
    ],
)
def test_a_review_that_failed_says_why_and_can_be_asked_for_again(analyst: BrokenAnalyst, code: str) -> None:
    async def story(server: Live) -> None:
        game, tokens = await finished(server)
        path = f"/api/games/{game}/analysis"
        for _ in range(2):
            answer = await server.http("POST", path, token=tokens[0])
            assert answer["state"] in ("waiting", "failed")
            while (answer := await server.http("GET", path, token=tokens[0]))["state"] == "waiting":
                pass
            assert (answer["state"], answer["review"]) == ("failed", None)
            assert [each["code"] for each in answer["refusals"]] == [code]

    tell(story, analyst)


def test_only_so_many_games_wait_for_their_review(some_record: Record) -> None:
    async def story() -> None:
        analyst = PatientAnalyst()
        analyses = Analyses(analyst, MemoryReviews())

        async def read() -> Record:
            return some_record

        jobs = [await analyses.start(GameId(str(number)), read) for number in range(WAITING)]
        with pytest.raises(Unavailable):
            await analyses.start(GameId("one too many"), read)
        assert await analyses.start(GameId("0"), read) is jobs[0], "asking again begins nothing"
        analyst.go_on.set()
        async with asyncio.timeout(60):
            while any(job.state != "done" for job in jobs[:3]):
                await asyncio.sleep(0)
        await analyses.close()
        with pytest.raises(NotFound):
            await analyses.look(GameId("one too many"))

    asyncio.run(story())


def test_a_server_reviews_one_game_at_a_time_in_turn(some_record: Record) -> None:
    class Patient(ProcessAnalyst):
        running = most_running = 0

        async def _analyse(self, record: Record | str, on_turn: OnTurn) -> Analysis:
            self.running += 1
            self.most_running = max(self.most_running, self.running)
            await asyncio.sleep(0)
            self.running -= 1
            return analyse(some_record, budget=Budget(1, 0))

    async def story() -> None:
        analyst = Patient()
        await asyncio.gather(*(analyst.analyse(some_record, lambda _done, _total: None) for _ in range(4)))
        assert analyst.most_running == 1

    asyncio.run(story())


class Elsewhere:
    """A review that another server has asked for."""

    def __init__(self, progress: JobProgress | None) -> None:
        self.progress = progress

    async def look(self, key: str) -> JobProgress | None:
        return self.progress


def test_a_review_that_another_server_has_asked_for_is_found_with_its_progress(some_record: Record) -> None:
    async def story() -> None:
        elsewhere, archive, game = Elsewhere(None), MemoryReviews(), GameId("g")
        analyses = Analyses(BrokenAnalyst(AssertionError("made once")), archive, elsewhere=elsewhere)

        async def read() -> Record:
            raise AssertionError("made once")

        assert await analyses.find(game) is None
        elsewhere.progress = JobProgress()
        assert (await analyses.look(game)).state == "waiting"
        elsewhere.progress = JobProgress(is_taken=True, done=2, total=9)
        job = await analyses.start(game, read)
        assert (job.state, job.done, job.total) == ("working", 2, 9)
        elsewhere.progress = JobProgress(outcome=TOO_LONG)
        failed = await analyses.look(game)
        assert (failed.state, failed.problem and failed.problem.code) == ("failed", "analysis/stopped")
        review = analyse(some_record, budget=Budget(1, 0))
        elsewhere.progress = JobProgress(is_taken=True, outcome=review)
        assert (await analyses.look(game)).result == review
        elsewhere.progress = None
        others = Analyses(BrokenAnalyst(AssertionError("made once")), archive)
        found = await others.start(game, read)
        assert (found.state, found.result, found.done) == ("done", review, len(review.turns))

    asyncio.run(story())


@pytest.mark.parametrize("steps", [0, 1, 5])
def test_who_waits_for_a_review_that_is_cancelled_does_not_wait_for_ever(steps: int) -> None:
    async def story() -> None:
        analyses = Analyses(
            BrokenAnalyst(AssertionError("never asked")), MemoryReviews(), elsewhere=Elsewhere(None)
        )

        async def read() -> Record:
            await asyncio.Event().wait()
            raise AssertionError("never read")

        asked = asyncio.create_task(analyses.start(GameId("g"), read))
        while await analyses.find(GameId("g")) is None:
            await asyncio.sleep(0)
        for _ in range(steps):
            await asyncio.sleep(0)
        await analyses.close()
        async with asyncio.timeout(5):
            assert (await asked).result is None

    asyncio.run(story())


def test_every_field_of_an_analysis_is_reported(some_record: Record) -> None:
    review = analyse(some_record, budget=Budget(200, 0))
    job = ReviewJob("done", result=review)
    review_sent = msgspec.json.decode(encode(analysis_info(job)))["review"]
    assert review_sent == json.loads(json.dumps(analysis_to_json(review)))
    assert len(review_sent["turns"]) > 5
    assert {"missed_tiles", "missed_points", "is_choice", "is_best", "missed_win"} <= review_sent["turns"][
        0
    ].keys()


@pytest.mark.rule("W10")
def test_a_word_game_is_reviewed_by_words() -> None:
    async def run() -> Json:
        async with asyncio.timeout(120), live(analyst=InlineAnalyst(sets_with_words)) as server:
            game, tokens = await finished(server, profile="pl-word")
            path = f"/api/games/{game}/analysis"
            await server.http("POST", path, token=tokens[0])
            while (answer := await server.http("GET", path, token=tokens[0]))["state"] != "done":
                assert answer["state"] != "failed"
            return answer["review"]

    review = asyncio.run(run())
    assert review["sets"] == "letters"
    assert all(turn["by_points"] and turn["points"] <= turn["best_points"] for turn in review["turns"])
    assert any(turn["best_word"] for turn in review["turns"])
    assert sum(player["points"] for player in review["players"]) == sum(
        turn["points"] for turn in review["turns"]
    )
