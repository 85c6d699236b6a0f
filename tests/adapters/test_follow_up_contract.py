"""One suite for every store of what is still to be done: stored with what it follows from, or not at all.

Proves `adapters/memory/follow_ups.py`, `adapters/sql/follow_ups.py`.
"""

from dataclasses import replace

import pytest

from adapters.stores import Tell
from adapters.test_store_contract import GAME, OTHER, TABLE, step
from tilemeld.server.app import Store
from tilemeld.service.errors import Conflict
from tilemeld.service.ports import FollowUp, StoredTable
from tilemeld.service.tournament.ports import StoredEntry, TournamentId

CUP, LEAGUE = TournamentId("e1"), TournamentId("e2")
SET = StoredTable(id=TABLE, code="ABC", version=1, body="{}", listed=False, playing=True, touched_at=50)
START = FollowUp("game-start", TABLE, number=1, at=50)
ENTRY = FollowUp("entry", CUP, number=1, at=70)


def test_the_end_of_a_game_is_to_be_followed_until_that_is_done(tell: Tell) -> None:
    async def story(store: Store) -> None:
        await store.append(GAME, step(0, 1))
        assert list(await store.follow_ups()) == []
        await store.append(GAME, step(1, 2, over=True))
        over = FollowUp("game-over", GAME, number=2, at=101)
        assert list(await store.follow_ups()) == [over]
        with pytest.raises(Conflict):
            await store.append(GAME, step(1, 3, over=True))
        assert list(await store.follow_ups()) == [over]
        await store.append(GAME, step(2, 3, over=True))  # a score is corrected
        await store.finish_follow_up(replace(over, at=500))
        assert list(await store.follow_ups()) == [FollowUp("game-over", GAME, number=3, at=102)]
        await store.delete_game(GAME)
        assert list(await store.follow_ups()) == []

    tell(story)


def test_a_table_that_begins_a_game_is_followed_until_the_game_is_there(tell: Tell) -> None:
    async def story(store: Store) -> None:
        await store.put_table(SET, begins=True)
        assert list(await store.follow_ups()) == [START]
        with pytest.raises(Conflict):
            await store.put_table(SET, begins=True)
        await store.append(OTHER, replace(step(0, 1), table=SET.id))
        assert list(await store.follow_ups()) == []
        await store.put_table(replace(SET, version=2))
        assert list(await store.follow_ups()) == []

    tell(story)


def test_an_entry_brings_what_follows_and_a_refused_one_nothing(
    tell: Tell,
) -> None:
    async def story(store: Store) -> None:
        await store.append_entry(CUP, StoredEntry(1, "x"), follow_up=ENTRY, round_ends={1: 900, 2: 60})
        late = replace(ENTRY, number=9)
        with pytest.raises(Conflict):
            await store.append_entry(CUP, StoredEntry(1, "y"), follow_up=late, round_ends={3: 1})
        ends = [FollowUp("round-end", CUP, number=number, at=at) for number, at in ((2, 60), (1, 900))]
        assert list(await store.follow_ups()) == [ends[0], ENTRY, ends[1]]
        assert list(await store.follow_ups(until=70)) == [ends[0], ENTRY]
        assert list(await store.follow_ups(limit=1)) == [ends[0]]
        assert list(await store.follow_ups(limit=1, kinds=["entry", "game-over"])) == [ENTRY]
        await store.append_entry(CUP, StoredEntry(2, "z"))
        assert len(await store.follow_ups()) == 3, "other entries change nothing"
        await store.append_entry(CUP, StoredEntry(3, "z"), round_ends={1: 950})
        await store.finish_follow_up(ends[1])  # it was due then, but time was added
        assert list(await store.follow_ups()) == [ENTRY, FollowUp("round-end", CUP, number=1, at=950)]
        await store.append_entry(LEAGUE, StoredEntry(1, "x"), round_ends={1: 10})
        await store.delete_tournament(CUP)
        assert list(await store.follow_ups()) == [FollowUp("round-end", LEAGUE, number=1, at=10)]

    tell(story)


def test_what_fails_is_put_off_and_counted_and_what_was_done_stays_done(tell: Tell) -> None:
    async def story(store: Store) -> None:
        await store.append_entry(CUP, StoredEntry(1, "x"), follow_up=ENTRY)
        await store.put_off(ENTRY, at=200)
        await store.put_off(ENTRY, at=300)
        later = replace(ENTRY, at=300, tries=2)
        assert list(await store.follow_ups()) == [later]
        await store.finish_follow_up(later)
        await store.put_off(later, at=400)
        assert list(await store.follow_ups()) == []

    tell(story)
