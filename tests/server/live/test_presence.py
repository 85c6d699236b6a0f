"""Who is at a table: the counts are those of the connections that are there, whatever they do and when."""

import asyncio
import json
from collections import Counter
from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from server.live_server import client, live, set_table
from tilemeld.adapters.bus import LocalBus
from tilemeld.server.live.presence import Presence
from tilemeld.service.ports import TableId

TABLE = TableId("t")


def test_two_enters_in_one_packet_count_one_spectator() -> None:
    async def story() -> None:
        async with asyncio.timeout(15), live() as server:
            table, tokens = await set_table(server, people=2, bots=0)
            async with client(server, tokens[0]) as host:
                await host.enter(table["id"])
                await host.until("table")
                for times in (2, 5, 1):
                    async with client(server, (await server.guest())["token"]) as watcher:
                        frame = masked(json.dumps({"type": "enter", "table": table["id"]}))
                        watcher.connection.transport.write(frame * times)
                        await watcher.until("table")
                        await host.until("online", lambda found: bool(found["spectators"] == 1))
                    message = await host.until("online", lambda found: bool(found["spectators"] == 0))
                    assert message["seats"] == [True, False]

    asyncio.run(story())


def masked(text: str) -> bytes:
    """A text frame as a client sends it, with a mask of zeros."""
    body = text.encode()
    assert len(body) < 126
    return bytes([0x81, 0x80 | len(body)]) + bytes(4) + body


@dataclass
class ClientSession:
    """A follower in small: it takes its seats, changes them when asked, and ends when it is stopped."""

    task: asyncio.Task[None]
    changes: asyncio.Queue[tuple[int, ...]]
    seats: list[tuple[int, ...]] = field(default_factory=list)


def connect(presence: Presence, seats: tuple[int, ...]) -> ClientSession:
    found: asyncio.Queue[tuple[int, ...]] = asyncio.Queue()
    found.put_nowait(seats)
    taken: list[tuple[int, ...]] = []

    async def follow() -> None:
        async with presence.visit(TABLE) as visit:
            while True:
                now = await found.get()
                await visit.sit(now)
                taken.append(now)

    return ClientSession(asyncio.create_task(follow()), found, taken)


Seats = st.sampled_from([(), (0,), (1,), (0, 1), (2,)])
Steps = st.lists(
    st.one_of(
        st.tuples(st.just("enter"), st.just(0), Seats),
        st.tuples(st.just("sit"), st.integers(0, 5), Seats),
        st.tuples(st.just("stop"), st.integers(0, 5), st.just(())),
        st.tuples(st.just("stop twice"), st.integers(0, 5), st.just(())),
        st.tuples(st.just("breathe"), st.integers(0, 3), st.just(())),
    ),
    max_size=40,
)


@given(Steps)
def test_any_order_of_entering_sitting_standing_and_stopping_counts_who_is_there(
    steps: list[tuple[str, int, tuple[int, ...]]],
) -> None:
    async def story() -> None:
        presence = Presence(LocalBus())
        here: list[ClientSession] = []
        for kind, which, seats in steps:
            if kind == "enter":
                here.append(connect(presence, seats))
            elif kind == "breathe":
                for _ in range(which):
                    await asyncio.sleep(0)
            elif here and kind == "sit":
                here[which % len(here)].changes.put_nowait(seats)
            elif here:
                gone = here.pop(which % len(here))
                gone.task.cancel()
                if kind == "stop twice":
                    await asyncio.sleep(0)
                    gone.task.cancel()
                await asyncio.gather(gone.task, return_exceptions=True)
            assert counted(presence) == expected(here)
        for each in here:
            each.task.cancel()
        await asyncio.gather(*(each.task for each in here), return_exceptions=True)
        assert counted(presence) == Counter()
        assert not len(presence)

    asyncio.run(story())


def counted(presence: Presence) -> Counter[int | None]:
    return +presence.counts(TABLE)


def expected(here: list[ClientSession]) -> Counter[int | None]:
    found: Counter[int | None] = Counter()
    for each in here:
        if each.seats:
            found.update(each.seats[-1] or (None,))
    return found
