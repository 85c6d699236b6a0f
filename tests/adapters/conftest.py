"""What the suites of the stores share."""

import asyncio
from pathlib import Path

import pytest

from adapters.stores import STORES, Story, Tell


@pytest.fixture(params=STORES)
def tell(request: pytest.FixtureRequest, tmp_path: Path) -> Tell:
    """Runs a story on a fresh store of each kind."""

    def run(story: Story) -> None:
        async def play() -> None:
            try:
                await story(store)
            finally:
                await store.close()

        store = STORES[request.param](tmp_path)
        asyncio.run(play())

    return run
