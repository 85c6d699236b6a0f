"""One suite for every store of shared limits.

Proves `adapters/memory/limits.py`, `adapters/sql/limits.py`, `service/guests/ports.py`.
"""

import asyncio
from dataclasses import replace

from adapters.stores import Tell
from adapters.test_store_contract import TABLE
from tilemeld.server.app import Store
from tilemeld.service.limits.ports import Spending
from tilemeld.service.ports import StoredTable, TableId

SET = StoredTable(id=TABLE, code="ABC", version=1, body="{}", listed=True, playing=False, touched_at=50)
ONE = Spending("a", 4.0, 2.0, burst=10.0)


def test_what_processes_spend_is_taken_from_one_bucket_that_refills_with_time(tell: Tell) -> None:
    async def story(store: Store) -> None:
        assert await store.settle([ONE], at=1_000) == {"a": 6.0}
        assert await store.settle([ONE, replace(ONE, name="b", spent=0.5)], at=1_000) == {"a": 2.0, "b": 9.5}
        assert await store.settle([ONE], at=2_000) == {"a": 0.0}
        assert await store.settle([replace(ONE, spent=30.0)], at=2_500) == {"a": -29.0}, "a debt"
        assert await store.settle([replace(ONE, spent=0.0)], at=12_500) == {"a": -9.0}
        assert await store.settle([replace(ONE, spent=0.0)], at=1_000_000) == {"a": 10.0}, (
            "never over the brim"
        )
        assert await store.settle([replace(ONE, spent=1.0)], at=999_000) == {"a": 9.0}, "a clock that is late"
        await store.forget_buckets(before=1_000_000)
        assert await store.settle([replace(ONE, name="b", spent=0.0)], at=9) == {"b": 10.0}
        assert await store.settle([replace(ONE, spent=0.0)], at=1_000_000) == {"a": 9.0}

    tell(story)


def test_many_who_settle_at_once_are_all_counted(tell: Tell) -> None:
    async def story(store: Store) -> None:
        both = [replace(ONE, burst=1_000.0), replace(ONE, name="b", burst=1_000.0)]
        await asyncio.gather(*(store.settle(both[::turn], at=1_000) for turn in (1, -1) * 20))
        assert await store.settle([replace(each, spent=0.0) for each in both], at=1_000) == {
            "a": 840.0,
            "b": 840.0,
        }

    tell(story)


def test_what_is_held_elsewhere_is_known_without_ones_own_and_without_the_dead(tell: Tell) -> None:
    async def story(store: Store) -> None:
        assert await store.share_held("one", {"a": 3, "b": 1}, at=1_000, since=0) == {}
        assert await store.share_held("two", {"a": 5}, at=2_000, since=0) == {"a": 3}
        assert await store.share_held("three", {"a": 1, "c": 1}, at=3_000, since=1_500) == {"a": 5}
        assert await store.share_held("one", {"a": 0}, at=4_000, since=0) == {"a": 6}
        await store.forget_buckets(before=2_500)
        assert await store.share_held("four", {"a": 1, "b": 1}, at=4_000, since=0) == {"a": 1}
        await store.forget_held("four")
        assert await store.share_held("one", {"a": 2, "b": 2}, at=4_000, since=0) == {"a": 1}

    tell(story)


def test_tables_are_found_by_who_has_set_them_until_they_are_gone(tell: Tell) -> None:
    async def story(store: Store) -> None:
        other = replace(SET, id=TableId("t2"), code="XYZ", listed=False, touched_at=90)
        for table in (SET, other):
            await store.put_table(table)
            await store.note_origin(table.id, ["ola", "home"], at=60)
            await store.note_origin(table.id, ["ola"], at=70)
        await store.note_origin(TableId("none"), ["ola"], at=60)
        every = [SET.id, other.id]
        assert list(await store.tables_from("ola", since=0, listed=False, limit=9)) == every
        assert list(await store.tables_from("home", since=0, listed=False, limit=1)) == every[:1]
        assert list(await store.tables_from("ola", since=0, listed=True, limit=9)) == [SET.id]
        assert list(await store.tables_from("ola", since=50, listed=False, limit=9)) == [other.id]
        assert list(await store.tables_from("jan", since=0, listed=False, limit=9)) == []
        await store.delete_table(SET.id)
        assert list(await store.tables_from("ola", since=0, listed=False, limit=9)) == [other.id]

    tell(story)
