"""Whatever is broken in the file, the server starts and serves the rest."""

import asyncio
from pathlib import Path

import pytest

from at_night import at_night
from server.broken import BREAKS, Sound, break_once, make_sound

SEEDS = range(at_night(20, by_day=1))
"""A thousand are tried by ``python -m server.broken``; what failed there once is added here."""


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Sound:
    path = tmp_path_factory.mktemp("sound") / "games.sqlite"
    return asyncio.run(make_sound(path, games=at_night(60, by_day=40), running=at_night(20, by_day=8)))


def test_a_name_in_the_schema_that_is_broken_is_noticed_before_anybody_writes(
    sound: Sound, tmp_path: Path
) -> None:
    """Every page is sound, but the next write would fail: "table commands has no column named after"."""
    asyncio.run(break_once(sound, tmp_path, 488, way="flip-header"))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("way", BREAKS)
def test_a_broken_file_costs_what_was_broken_and_nothing_else(
    sound: Sound, tmp_path: Path, way: str, seed: int
) -> None:
    asyncio.run(break_once(sound, tmp_path, seed, way=way))
