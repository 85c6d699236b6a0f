"""Rulings have an id: what is sent again is done once in the game and written once in the log."""

import asyncio
from typing import Any

import pytest

from service.hall import Hall, in_hall, last_lap, under
from tilemeld.adapters.memory.store import MemoryStore
from tilemeld.service.errors import Forbidden, Unavailable
from tilemeld.service.ports import GameId
from tilemeld.service.tournament.ports import StoredEntry, TournamentId
from tilemeld.tournament.errors import TournamentError
from tilemeld.tournament.log.entries import Entry
from tilemeld.tournament.log.facts import RulingMade

PENALTY = RulingMade(1, 1, "penalty-tiles", "P3", 2)


class TornStore(MemoryStore):
    """Loses its connection, when told to, before an entry of a log is written."""

    def __init__(self) -> None:
        super().__init__()
        self.torn = False

    async def append_entry(self, tournament: TournamentId, entry: StoredEntry, **more: Any) -> None:
        if self.torn:
            raise Unavailable("store/unavailable")
        await super().append_entry(tournament, entry, **more)


async def rule(hall: Hall, ruling: RulingMade = PENALTY, *, why: str = "touched the bank") -> Entry:
    """The director rules, always under the same id."""
    return await hall.server.referees.rule(
        hall.tournament, hall.director, ruling, why=why, key=under("r1", f"{ruling} {why}")
    )


async def rack(hall: Hall, game: GameId | None = None) -> int:
    """How many tiles P3 has."""
    state = await hall.server.tournaments.state(hall.tournament)
    seat = state.rounds[1].seating.tables[0].index("P3")
    return len((await hall.server.games.state(game or await hall.game)).seats[seat].rack)


async def rulings(hall: Hall) -> int:
    return len((await hall.server.tournaments.state(hall.tournament)).rulings)


def test_a_ruling_sent_twice_gives_the_tiles_once() -> None:
    async def story(hall: Hall) -> None:
        await hall.publish()
        await hall.to_first_turn()
        assert await rack(hall) == 14
        first = await rule(hall)
        assert await rule(hall) == first
        assert await asyncio.gather(*(rule(hall) for _ in range(5))) == [first] * 5
        assert await rack(hall) == 16
        await hall.crash()
        assert await rule(hall) == first
        assert (await rack(hall), await rulings(hall)) == (16, 1)

    in_hall(story)


def test_the_same_ruling_at_the_same_time_is_one() -> None:
    async def story(hall: Hall) -> None:
        await hall.publish()
        await hall.to_first_turn()
        numbers = {entry.number for entry in await asyncio.gather(*(rule(hall) for _ in range(5)))}
        assert len(numbers) == 1
        assert (await rack(hall), await rulings(hall)) == (16, 1)

    in_hall(story)


def test_a_crash_between_the_game_and_the_log_is_made_good_by_sending_the_ruling_again() -> None:
    store = TornStore()

    async def story(hall: Hall) -> None:
        await hall.publish()
        await hall.to_first_turn()
        store.torn = True
        with pytest.raises(Unavailable):
            await rule(hall)
        store.torn = False
        assert (await rack(hall), await rulings(hall)) == (16, 0)
        await hall.crash()
        assert (await rule(hall)).fact == PENALTY
        assert (await rack(hall), await rulings(hall)) == (16, 1)

    in_hall(story, store=store)


def test_a_ruling_that_a_game_has_done_is_not_done_again_in_the_next_game() -> None:
    store = TornStore()

    async def story(hall: Hall) -> None:
        await hall.publish()
        await hall.to_first_turn()
        played = await hall.game
        store.torn = True
        with pytest.raises(Unavailable):
            await rule(hall)
        store.torn = False
        await last_lap(hall)
        table = await hall.server.tables.get(await hall.table)
        for seat, place in enumerate(table.places):
            assert place.person is not None
            await hall.server.play.ready(place.person, table.id, seat, ready=True)
        assert await hall.game != played
        await hall.to_first_turn()
        await rule(hall)
        assert (await rack(hall), await rulings(hall)) == (14, 1)

    in_hall(story, store=store, games=2, round_minutes=None)


@pytest.mark.parametrize("lost", [False, True])
def test_an_id_that_stands_for_another_ruling_is_refused(lost: bool) -> None:
    store = TornStore()

    async def story(hall: Hall) -> None:
        await hall.publish()
        await hall.to_first_turn()
        if lost:
            store.torn = True
            with pytest.raises(Unavailable):
                await rule(hall)
            store.torn = False
        else:
            await rule(hall)
        before = await rulings(hall)
        for other, why in (
            (RulingMade(1, 1, "penalty-tiles", "P3", 3), "touched the bank"),
            (RulingMade(1, 1, "penalty-tiles", "P2", 2), "touched the bank"),
            (PENALTY, "looked at the bank"),
        ):
            with pytest.raises((TournamentError, Forbidden)) as caught:
                await rule(hall, other, why=why)
            assert isinstance(caught.value, TournamentError | Forbidden)
            assert caught.value.code in ("tournament/reused", "command/reused")
        codes = await hall.server.tournaments.roles.codes(hall.tournament)
        referee = (await hall.server.guests.arrive())[0].id
        await hall.server.tournaments.claim(hall.tournament, referee, codes["referee", None])
        with pytest.raises((TournamentError, Forbidden)):
            await hall.server.referees.rule(
                hall.tournament, referee, PENALTY, why="touched the bank", key=under("r1")
            )
        assert (await rack(hall), await rulings(hall)) == (16, before)

    in_hall(story, store=store)
