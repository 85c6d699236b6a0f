"""One suite for every archive of reviews: what one process has made is found by another.

Proves `adapters/memory/reviews.py`, `adapters/stored_reviews.py`.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from adapters.stores import open_postgres, open_sqlite
from tilemeld.adapters.clocks import ManualClock
from tilemeld.adapters.memory.reviews import MemoryReviews
from tilemeld.adapters.sql.statements import do
from tilemeld.adapters.stored_reviews import SENT_MS, StoredReviews
from tilemeld.bots import Dawdle, player_named
from tilemeld.bots.coach.review_game import analyse
from tilemeld.bots.coach.review_values import Analysis
from tilemeld.bots.numbers.best_turn import Budget
from tilemeld.engine.game.commands import BeginGame, CreateGame
from tilemeld.engine.game.shuffle import FixedChance
from tilemeld.engine.local_game import LocalGame
from tilemeld.engine.rules import profile
from tilemeld.service.ports import ReviewArchive

KEPT = 3
OPEN: dict[str, Callable[[Path], Any]] = {"sqlite": open_sqlite, "postgres": open_postgres}


def a_review() -> Analysis:
    game = LocalGame(CreateGame(profile("cs"), 2), chance=FixedChance("review"))
    game.do(BeginGame())
    for _ in range(6):
        choice = player_named("club").choose(game.view(game.active), Random(1))
        assert not isinstance(choice, Dawdle)
        game.do(choice)
    return analyse(game.record, budget=Budget(100, 0))


REVIEW = a_review()


@pytest.mark.parametrize("kind", ["memory", *OPEN])
def test_a_review_is_found_as_it_was_kept_until_it_is_one_of_the_oldest(kind: str, tmp_path: Path) -> None:
    clock = ManualClock()
    store = OPEN[kind](tmp_path) if kind in OPEN else None

    async def story() -> None:
        archive: ReviewArchive = MemoryReviews(kept=KEPT)
        if store is not None:
            archive = StoredReviews(store, clock, kept=KEPT)
        assert await archive.find("g0") is None
        for number in range(5):
            await archive.keep(f"g{number}", replace(REVIEW, profile=f"p{number}"))
            clock.advance(1_000)
        assert [await archive.find(f"g{number}") is None for number in range(5)] == [True] * 2 + [False] * 3
        await archive.keep("g3", REVIEW)
        assert await archive.find("g3") == REVIEW
        if store is not None:
            await store.close()

    asyncio.run(story())


@pytest.mark.parametrize("kind", OPEN)
def test_what_another_version_made_or_nobody_can_read_is_made_again(kind: str, tmp_path: Path) -> None:
    clock, store = ManualClock(), OPEN[kind](tmp_path)

    async def story() -> None:
        one, two = StoredReviews(store, clock), StoredReviews(store, clock, program="another")
        await one.keep("g", REVIEW)
        assert (await one.find("g"), await two.find("g")) == (REVIEW, None)
        for body in ("", "nonsense", "Ac"):
            await store._write(do("UPDATE reviews SET body = ?1", body))
            assert await one.find("g") is None
        await store.close()

    asyncio.run(story())


@pytest.mark.parametrize("kind", OPEN)
def test_the_review_of_a_record_that_was_sent_in_is_kept_for_a_day(kind: str, tmp_path: Path) -> None:
    clock, store = ManualClock(), OPEN[kind](tmp_path)

    async def story() -> None:
        archive = StoredReviews(store, clock)
        await archive.keep("record/abc", REVIEW)
        await archive.keep("g", REVIEW)
        clock.advance(SENT_MS)
        await archive.keep("other", REVIEW)
        assert await archive.find("record/abc") == REVIEW
        clock.advance(1)
        await archive.keep("other", REVIEW)
        assert (await archive.find("record/abc"), await archive.find("g")) == (None, REVIEW)
        await store.close()

    asyncio.run(story())
