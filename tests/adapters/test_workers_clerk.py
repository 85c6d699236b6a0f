"""The clerk: what takes long or much memory is done in another process, and the server stays as it is.

Proves `adapters/pools.py`, `service/study/foreign_records.py`.
"""

import asyncio
import json
import pickle
import sys
from pathlib import Path

import pytest

from tilemeld.adapters.pools import Pool
from tilemeld.adapters.workers import ProcessAnalyst
from tilemeld.engine.errors import RecordError
from tilemeld.service.claims import NOBODY
from tilemeld.service.errors import ServiceError, Unavailable
from tilemeld.service.study.foreign_records import Reading, Sent
from tilemeld.tournament.errors import TournamentError, tournament_error

GAME = (Path(__file__).parents[1] / "data" / "games" / "cs-1.jsonl").read_text(encoding="utf-8")
HEAVY = GAME.splitlines()[0] + "\n[" + "[]," * 300_000 + "[]]"
"""A text of 900 kB whose second line makes 300,000 lists."""
linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the bound is the system's")


def read(text: str, *, seconds: float = 60, megabytes: int = 512) -> Sent:
    async def story() -> Sent:
        pool = Pool(patience_seconds=seconds, megabytes=megabytes)
        try:
            reading = Reading(pool, seconds=seconds, megabytes=megabytes)
            return await reading.read(text, claim=NOBODY)
        finally:
            pool.close()

    return asyncio.run(story())


def test_a_record_is_read_in_another_process_and_only_its_rules_come_back() -> None:
    sent = read(GAME)
    assert (sent.text, sent.rules.profile) == (GAME, "cs")


def test_what_is_no_record_is_refused_from_there_with_its_place() -> None:
    first, *rest = GAME.splitlines()
    header = json.loads(first)
    header["created"]["players"] = 10**8
    with pytest.raises(RecordError, match=r"line 1: created.players: expected a whole number from 2 to 6"):
        read("\n".join([json.dumps(header), *rest]))


@linux_only
def test_a_record_that_takes_too_much_memory_is_refused_as_too_hard() -> None:
    with pytest.raises(Unavailable) as caught:
        read(HEAVY, megabytes=1)
    assert (caught.value.code, caught.value.params["megabytes"]) == ("record/too-hard", 1)


def test_a_record_that_takes_too_long_is_refused_as_too_hard() -> None:
    with pytest.raises(Unavailable) as caught:
        read(GAME, seconds=0)
    assert caught.value.code == "record/too-hard"


@pytest.mark.parametrize(
    "error",
    [
        ServiceError("record/too-long", limit=1, count=2),
        Unavailable("record/too-hard", seconds=1, megabytes=2),
        tournament_error("seating/too-few", players=2, smallest=3),
    ],
)
def test_a_refusal_comes_back_with_its_code_and_values(error: ServiceError | TournamentError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.code, again.params, str(again)) == (
        type(error),
        error.code,
        error.params,
        str(error),
    )


def test_with_enough_memory_the_same_text_is_refused_with_its_place() -> None:
    with pytest.raises(RecordError, match="line 2"):
        read(HEAVY)


@linux_only
def test_a_review_that_takes_too_much_memory_or_too_long_fails_and_says_so() -> None:
    async def review(analyst: ProcessAnalyst) -> None:
        await analyst.analyse(HEAVY, lambda done, total: None)

    with pytest.raises(Unavailable, match="1 MB"):
        asyncio.run(review(ProcessAnalyst(megabytes=1)))
    with pytest.raises(TimeoutError):
        asyncio.run(review(ProcessAnalyst(seconds=0)))
