"""One suite for every store of tournaments: all behave alike.

Proves `adapters/memory/tournament_store.py`, `adapters/sql/tournament_store.py`.
"""

import asyncio

import pytest

from adapters.stores import Tell
from tilemeld.service.errors import Conflict
from tilemeld.service.ports import CommandKey, PersonId
from tilemeld.service.tournament.ports import (
    StoredCard,
    StoredClock,
    StoredEntry,
    TournamentId,
    TournamentStore,
)

TOURNAMENT, OTHER = TournamentId("e1"), TournamentId("e2")


def test_entries_come_back_in_order(tell: Tell) -> None:
    async def story(store: TournamentStore) -> None:
        for number in (1, 2, 3):
            await store.append_entry(TOURNAMENT, StoredEntry(number, f"body {number} ąж"))
        await store.append_entry(OTHER, StoredEntry(1, "x"))
        assert [entry.number for entry in await store.load_entries(TOURNAMENT)] == [1, 2, 3]
        assert list(await store.load_entries(TOURNAMENT, after=2)) == [StoredEntry(3, "body 3 ąж")]
        assert list(await store.load_entries(TournamentId("none"))) == []
        assert list(await store.tournaments()) == [TOURNAMENT, OTHER]

    tell(story)


@pytest.mark.parametrize("number", [1, 3, 0])
def test_a_second_writer_is_turned_away_and_no_gap_is_left(tell: Tell, number: int) -> None:
    async def story(store: TournamentStore) -> None:
        await store.append_entry(TOURNAMENT, StoredEntry(1, "first"))
        card = StoredCard("P1", "Ala", "", "")
        with pytest.raises(Conflict):
            await store.append_entry(TOURNAMENT, StoredEntry(number, "second"), cards=[card])
        assert [entry.body for entry in await store.load_entries(TOURNAMENT)] == ["first"]
        assert list(await store.cards(TOURNAMENT)) == []

    tell(story)


def test_a_name_is_stored_once_under_a_key(tell: Tell) -> None:
    async def story(store: TournamentStore) -> None:
        key, ada = CommandKey("p", "k", "d"), StoredCard("P1", "Ada", "", "")
        await store.append_entry(TOURNAMENT, StoredEntry(1, "x"))
        await store.put_card(TOURNAMENT, ada, at=5, key=key)
        with pytest.raises(Conflict):
            await store.put_card(TOURNAMENT, StoredCard("P1", "Ala", "", ""), at=6, key=key)
        assert list(await store.cards(TOURNAMENT)) == [ada]

    tell(story)


def test_names_are_kept_beside_the_log_and_can_be_erased(tell: Tell) -> None:
    async def story(store: TournamentStore) -> None:
        ala, ola = StoredCard("P1", "Ala", "Kot", "Kraków"), StoredCard("P2", "Ola", "", "")
        await store.append_entry(TOURNAMENT, StoredEntry(1, "x"), cards=[ala, ola])
        await store.put_card(TOURNAMENT, StoredCard("P2", "Ola Lis", "", "Brno"))
        assert list(await store.cards(TOURNAMENT)) == [ala, StoredCard("P2", "Ola Lis", "", "Brno")]
        await store.erase_card(TOURNAMENT, "P1")
        await store.erase_card(TOURNAMENT, "P9")
        assert [card.id for card in await store.cards(TOURNAMENT)] == ["P2"]
        await store.delete_tournament(TOURNAMENT)
        assert list(await store.load_entries(TOURNAMENT)) == []
        assert list(await store.cards(TOURNAMENT)) == []
        assert list(await store.tournaments()) == []

    tell(story)


def test_the_tournaments_of_a_person_are_found_again(tell: Tell) -> None:
    async def story(store: TournamentStore) -> None:
        ala, ola = PersonId("ala"), PersonId("ola")
        await store.append_entry(OTHER, StoredEntry(1, "x"), person=ala)
        await store.append_entry(TOURNAMENT, StoredEntry(1, "x"), person=ala)
        await store.append_entry(TOURNAMENT, StoredEntry(2, "x"), person=ala)
        with pytest.raises(Conflict):
            await store.append_entry(TOURNAMENT, StoredEntry(2, "x"), person=ola)
        assert list(await store.tournaments_of(ala)) == [TOURNAMENT, OTHER]
        assert list(await store.tournaments_of(ola)) == []
        await store.delete_tournament(TOURNAMENT)
        assert list(await store.tournaments_of(ala)) == [OTHER]

    tell(story)


def test_of_many_writers_at_once_one_wins(tell: Tell) -> None:
    async def story(store: TournamentStore) -> None:
        tries = await asyncio.gather(
            *(store.append_entry(TOURNAMENT, StoredEntry(1, str(at))) for at in range(10)),
            return_exceptions=True,
        )
        assert sum(each is None for each in tries) == 1
        assert all(each is None or isinstance(each, Conflict) for each in tries)

    tell(story)


def test_the_clock_that_was_pressed_most_often_is_kept_until_the_tournament_goes(
    tell: Tell,
) -> None:
    async def story(store: TournamentStore) -> None:
        here, there = (TOURNAMENT, 1, 2), (OTHER, 1, 2)
        assert await store.clock_at(here) is None
        first, second = StoredClock(1, "first"), StoredClock(2, "second")
        assert await store.press_clock(here, first) == first
        assert await store.press_clock(there, first) == first
        assert await store.press_clock(here, second) == second
        for late in (first, StoredClock(2, "late")):
            assert await store.press_clock(here, late) == second
        assert await store.clock_at(here) == second
        assert await store.clock_at((TOURNAMENT, 2, 2)) is None
        await store.delete_tournament(TOURNAMENT)
        assert (await store.clock_at(here), await store.clock_at(there)) == (None, first)

    tell(story)
