"""Requests that nobody thought of: whatever is asked of the HTTP API, its answer fits the published page.

A file of its own, since its cases are made while it is collected, which ``make quick`` does without.
"""

import asyncio
import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from at_night import at_night
from server.live_server import ask, live
from tilemeld.adapters.lexicons import sets_with_words
from tilemeld.adapters.memory.store import InlineThinker
from tilemeld.server.openapi import openapi


class Background:
    """A server in a thread of its own, for a client that is not async."""

    def __init__(self) -> None:
        self.port = 0
        self._token = ""
        self._ready = threading.Event()
        self._stop: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()))

    def token(self, *, fresh: bool) -> str:
        """The token of a guest; one of its own for a guest who may be forgotten."""
        token = "" if fresh else self._token
        if not token:
            token = str(json.loads(ask(self.port, "POST", "/api/guests", body={})[2])["token"])
        if not fresh:
            self._token = token
        return token

    async def _run(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        async with live(thinker=InlineThinker(sets_with_words)) as server:
            self.port = server.port
            self._ready.set()
            await self._stop.wait()

    def __enter__(self) -> "Background":
        self._thread.start()
        assert self._ready.wait(20)
        return self

    def __exit__(self, *_error: object) -> None:
        assert self._loop is not None
        assert self._stop is not None
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()


@pytest.fixture(scope="module")
def background() -> Iterator[Background]:
    with Background() as server:
        yield server


SCHEMA = schemathesis.openapi.from_dict(openapi()).include(path_regex="^/api/").exclude(deprecated=True)


@SCHEMA.parametrize()
@settings(
    max_examples=at_night(50, by_day=2),
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_whatever_is_asked_the_answer_fits_the_openapi_page(case: Any, background: Background) -> None:
    case.call_and_validate(
        base_url=f"http://127.0.0.1:{background.port}",
        headers={"Authorization": f"Bearer {background.token(fresh=case.method == 'DELETE')}"},
        excluded_checks=[positive_data_acceptance],  # profiles and names are checked beyond their form
    )
