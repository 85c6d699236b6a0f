"""What the desk relies on: nothing twice, nothing lost between two writers, nothing without a bound.

Proves `service/tournament/cache.py`, `service/tournament/pages.py`, `service/tournament/roles.py`.
"""

import asyncio
import random
import sqlite3
from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path

import pytest

from service.hall import Hall, a_format, in_hall, under
from tilemeld.adapters.memory.store import InlineClerk
from tilemeld.adapters.sql import migrations
from tilemeld.adapters.sqlite.store import SqliteStore
from tilemeld.engine.tiles import Seat
from tilemeld.service.claims import Claim, Rank
from tilemeld.service.ports import Answer, Given, PersonId
from tilemeld.service.tournament import tournaments as service
from tilemeld.service.tournament.cache import TournamentCache, WrittenPage
from tilemeld.service.tournament.pages import SMALL
from tilemeld.service.tournament.ports import TournamentId
from tilemeld.service.tournament.tournament_log import TournamentLog
from tilemeld.service.tournament.tournaments import TournamentQuota, Tournaments
from tilemeld.tournament.errors import TournamentError
from tilemeld.tournament.log.entries import first_broken
from tilemeld.tournament.log.facts import CheckedIn, ResultEntered, Undone, Withdrawn
from tilemeld.tournament.log.state import TournamentState
from tilemeld.tournament.players import Card, NewPlayer
from tilemeld.tournament.result_sheet import Sheet

RIGHT = Sheet((30, -10, -15, -5), (Seat(0),))


def test_players_who_are_entered_at_the_same_moment_get_numbers_of_their_own(tmp_path: Path) -> None:
    async def story(hall: Hall) -> None:
        tournaments = hall.server.tournaments
        await asyncio.gather(
            *(tournaments.enter(hall.tournament, hall.director, [NewPlayer(f"Late {n}")]) for n in range(6)),
            *(
                tournaments.substitute(
                    hall.tournament, hall.director, f"P{n}", new=NewPlayer(f"Sub {n}"), why="ill"
                )
                for n in range(1, 5)
            ),
        )
        cards = await tournaments.cards(hall.tournament)
        names = sorted(card.name for card in cards.values())
        assert names == sorted(
            [f"Name {n}" for n in range(1, 5)]
            + [f"Late {n}" for n in range(6)]
            + [f"Sub {n}" for n in range(1, 5)]
        )

    in_hall(story, SqliteStore.open(tmp_path / "games.sqlite"), place="hall")


def test_two_processes_that_enter_players_do_not_share_a_number(tmp_path: Path) -> None:
    async def story(hall: Hall) -> None:
        other = hall.another_server()
        other.tournaments.start(hall.server.guests.key)
        await other.tournaments.state(hall.tournament)
        await hall.server.tournaments.enter(hall.tournament, hall.director, [NewPlayer("Here")])
        await other.tournaments.enter(hall.tournament, hall.director, [NewPlayer("There")])
        cards = await other.tournaments.cards(hall.tournament)
        assert (cards["P5"].name, cards["P6"].name) == ("Here", "There")

    in_hall(story, SqliteStore.open(tmp_path / "games.sqlite"), place="hall")


def test_what_is_sent_twice_under_one_id_is_written_once(tmp_path: Path) -> None:
    async def story(hall: Hall) -> None:
        await hall.publish()
        tournaments, fact = hall.server.tournaments, ResultEntered(1, 1, 1, RIGHT)
        first = await tournaments.act(hall.tournament, hall.director, fact, key=under("a1"))
        again = await asyncio.gather(
            *(tournaments.act(hall.tournament, hall.director, fact, key=under("a1")) for _ in range(3))
        )
        assert again == [first] * 3
        players = [NewPlayer("Late")]
        entered = await tournaments.enter(hall.tournament, hall.director, players, key=under("a2"))
        assert await tournaments.enter(hall.tournament, hall.director, players, key=under("a2")) == entered
        with pytest.raises(TournamentError, match="used for another"):
            await tournaments.act(hall.tournament, hall.director, CheckedIn("P1"), key=under("a1", "other"))
        with pytest.raises(TournamentError, match="used for another"):
            await tournaments.act(hall.tournament, hall.people["P1"], fact, key=under("a1"))
        count = len(await tournaments.log(hall.tournament))
        await hall.crash()
        tournaments = hall.server.tournaments
        assert await tournaments.act(hall.tournament, hall.director, fact, key=under("a1")) == first, (
            "after a crash, too"
        )
        log = await tournaments.log(hall.tournament)
        assert len(log) == count
        assert first_broken(log) is None

    in_hall(story, SqliteStore.open(tmp_path / "games.sqlite"), place="hall")


def test_what_was_sent_again_after_it_was_undone_stays_undone() -> None:
    async def story(hall: Hall) -> None:
        tournaments = hall.server.tournaments
        entry = await tournaments.act(hall.tournament, hall.director, Withdrawn("P1"), key=under("w"))
        await hall.act(Undone(entry.number), why="was somebody else")
        assert await tournaments.act(hall.tournament, hall.director, Withdrawn("P1"), key=under("w")) == entry
        assert (await tournaments.state(hall.tournament)).players["P1"].status == "in"

    in_hall(story, place="hall")


def test_everybody_finds_their_own_tournaments_until_the_role_is_taken_back() -> None:
    async def story(hall: Hall) -> None:
        tournaments = hall.server.tournaments
        hall.clock.move_to(hall.clock.now_ms() + 1_000)
        second = await tournaments.open(hall.director, "Second", a_format())
        assert [(each.id, each.role) for each in await tournaments.mine(hall.director)] == [
            (second, "director"),
            (hall.tournament, "director"),
        ]
        remi = (await hall.server.guests.arrive("Remi"))[0].id
        assert await tournaments.mine(remi) == []
        codes = await tournaments.roles.codes(hall.tournament)
        await tournaments.claim(hall.tournament, remi, codes["referee", None])
        given = len(await tournaments.log(hall.tournament))
        assert [each.role for each in await tournaments.mine(remi)] == ["referee"]
        await hall.act(Undone(given), why="went home")
        assert await tournaments.mine(remi) == []
        await tournaments.delete(second, hall.director)
        assert [each.id for each in await tournaments.mine(hall.director)] == [hall.tournament]

    in_hall(story)


def test_nobody_directs_more_tournaments_than_the_limit() -> None:
    async def story(hall: Hall) -> None:
        server, quota = hall.server, TournamentQuota(per_person=3)
        tournaments = Tournaments(hall.store, server.bus, hall.clock, clerk=InlineClerk(), quota=quota)
        tournaments.start(server.guests.key)
        tries = await asyncio.gather(
            *(tournaments.open(hall.director, f"Cup {n}", a_format()) for n in range(4)),
            return_exceptions=True,
        )
        refused = [each for each in tries if isinstance(each, TournamentError)]
        assert [each.code for each in refused] == ["tournament/too-many"] * 2
        await tournaments.delete(hall.tournament, hall.director)
        await tournaments.open(hall.director, "Room again", a_format())

    in_hall(story)


def test_a_tournament_has_no_more_players_and_no_longer_a_log_than_is_kept() -> None:
    async def story(hall: Hall) -> None:
        server = hall.server
        for quota, code in (
            (TournamentQuota(players=6), "tournament/too-many-players"),
            (TournamentQuota(megabytes=0), "tournament/full"),
        ):
            tournaments = Tournaments(hall.store, server.bus, hall.clock, clerk=InlineClerk(), quota=quota)
            more = [NewPlayer(f"More {number}") for number in range(3)]
            with pytest.raises(TournamentError) as caught:
                await tournaments.enter(hall.tournament, hall.director, more)
            assert caught.value.code == code
        before = len((await server.tournaments.state(hall.tournament)).players)
        await server.tournaments.enter(hall.tournament, hall.director, [NewPlayer("Neighbour")])
        assert len((await server.tournaments.state(hall.tournament)).players) == before + 1

    in_hall(story)


def test_tournaments_that_nobody_asks_for_are_dropped_from_memory_and_come_back_from_the_store() -> None:
    async def story(hall: Hall) -> None:
        tournaments, memory = hall.server.tournaments, TournamentCache(kept=2)
        log = TournamentLog(hall.store, hall.server.bus, hall.clock, memory=memory)
        others = [await tournaments.open(PersonId("somebody"), f"Cup {n}", a_format()) for n in range(3)]
        held = await log.loaded(hall.tournament)
        async with memory.writing(hall.tournament, 0) as now:
            assert now is held
            for other in others:
                await log.loaded(other)
            assert await log.loaded(hall.tournament) is held, "what is being written to stays"
        for other in others:
            assert (await log.loaded(other)).now.name.startswith("Cup")
        assert len(memory) == 2
        again = await log.loaded(hall.tournament)
        assert again is not held
        assert again.state == held.state
        with pytest.raises(TournamentError, match="no such tournament"):
            await log.loaded(TournamentId("none"))

    in_hall(story)


def test_tournaments_with_long_logs_do_not_fill_the_memory() -> None:
    async def story(hall: Hall) -> None:
        tournaments = hall.server.tournaments
        others = [await tournaments.open(PersonId("somebody"), f"Cup {n}", a_format()) for n in range(3)]
        size = (await TournamentLog(hall.store, hall.server.bus, hall.clock).loaded(others[0])).size
        memory = TournamentCache(kept=3, characters=2 * size)
        log = TournamentLog(hall.store, hall.server.bus, hall.clock, memory=memory)
        for other in others:
            await log.loaded(other)
        assert len(memory) == 2
        small = TournamentLog(
            hall.store, hall.server.bus, hall.clock, memory=TournamentCache(kept=1, characters=1)
        )
        assert await small.loaded(others[0]) is await small.loaded(others[0]), "the one in use stays"

    in_hall(story)


def test_pages_count_as_memory_and_are_dropped_before_any_log() -> None:
    async def story(hall: Hall) -> None:
        tournaments = hall.server.tournaments
        others = [await tournaments.open(PersonId("somebody"), f"Cup {n}", a_format()) for n in range(2)]
        size = (await TournamentLog(hall.store, hall.server.bus, hall.clock).loaded(others[0])).size
        memory = TournamentCache(kept=2, characters=2 * size + 1_500)
        log = TournamentLog(hall.store, hall.server.bus, hall.clock, memory=memory)
        first, second = [await log.loaded(other) for other in others]
        page = WrittenPage[str].of(random.Random(1).randbytes(4_000))
        for known in (first, second):
            before = known.weight
            known.keep_page("page", page)
            assert known.weight == before + page.size
            memory.lose_weight()
        assert not first.pages, "the tournament that was used longest ago"
        assert second.pages == {"page": page}
        assert len(memory) == 2, "the logs are still there"
        second.name()
        assert (second.pages, second.weight) == ({}, first.weight)

    in_hall(story)


class PatientClerk(InlineClerk):
    """Waits until it is told to go on."""

    def __init__(self) -> None:
        self.go_on = asyncio.Event()
        self.claims: list[Claim] = []

    async def run(
        self, claim: Claim, work: Callable[Given, Answer], *given: Given.args, **more: Given.kwargs
    ) -> Answer:
        self.claims.append(claim)
        await self.go_on.wait()
        return await super().run(claim, work, *given, **more)


def test_only_so_many_draws_of_a_tournament_wait_and_each_is_made_on_the_account_of_who_asks() -> None:
    async def story(hall: Hall) -> None:
        clerk = PatientClerk()
        tournaments = Tournaments(hall.store, hall.server.bus, hall.clock, clerk=clerk)
        claim = Claim("203.0.113.5", hall.director)
        wanted = service.DRAWS_LIMIT + 3
        tries = [
            asyncio.create_task(
                tournaments.propose(hall.tournament, hall.director, 1, seed=str(n), claim=claim)
            )
            for n in range(wanted)
        ]
        while sum(each.done() for each in tries) < 2:
            await asyncio.sleep(0)
        clerk.go_on.set()
        results = await asyncio.gather(*tries, return_exceptions=True)
        refused = [each.code for each in results if isinstance(each, TournamentError)]
        assert refused == ["tournament/drawing"] * 2
        assert clerk.claims == [claim] * (wanted - 2)
        await tournaments.propose(hall.tournament, hall.director, 1)

    in_hall(story)


def test_pages_of_a_large_tournament_are_written_apart_and_once_for_all_who_ask() -> None:
    async def story(hall: Hall) -> None:
        clerk = PatientClerk()
        tournaments = Tournaments(hall.store, hall.server.bus, hall.clock, clerk=clerk)
        tournaments.start(hall.server.guests.key)
        await tournaments.pages.public(hall.tournament)
        assert not clerk.claims, "a small one is written at once"
        more = [NewPlayer(f"More {number}") for number in range(SMALL)]
        await tournaments.enter(hall.tournament, hall.director, more)
        asked = [asyncio.create_task(tournaments.pages.public(hall.tournament)) for _ in range(20)]
        await asyncio.sleep(0)
        clerk.go_on.set()
        assert len({page.tag for page in await asyncio.gather(*asked)}) == 1
        assert clerk.claims == [Claim(f"tournament {hall.tournament}", hall.tournament, Rank.PLAY)]

    in_hall(story)


def test_a_page_is_made_once_for_each_version_and_again_after_every_change() -> None:
    made: list[tuple[int, int]] = []

    def count(state: TournamentState, cards: Mapping[str, Card], version: int, name: str) -> str:
        made.append((version, len(cards)))
        return f"{name} {len(state.present)}"

    async def story(hall: Hall) -> None:
        tournaments = hall.server.tournaments
        first = [await tournaments.pages.of(hall.tournament, count, "Cup") for _ in range(3)]
        assert (len(made), len(set(first))) == (1, 1)
        await tournaments.act(hall.tournament, hall.director, Withdrawn("P1"))
        assert await tournaments.pages.of(hall.tournament, count, "Cup") != first[0]
        await tournaments.rename(hall.tournament, hall.director, "P2", NewPlayer("Ola"))
        await tournaments.pages.of(hall.tournament, count, "Cup")
        assert len(made) == 3, "also names are part of it"

    in_hall(story)


def test_an_old_store_knows_whose_tournaments_it_has(tmp_path: Path) -> None:
    async def story() -> None:
        hall = Hall(SqliteStore.open(tmp_path / "games.sqlite"))
        await hall.open()
        await hall.server.stop()
        file = sqlite3.connect(tmp_path / "games.sqlite")
        step = (files(migrations) / "0003_event_people.sql").read_text(encoding="utf-8")
        file.executescript(f"DROP TABLE event_people; {step}")
        file.close()
        later = SqliteStore.open(tmp_path / "games.sqlite")
        assert list(await later.tournaments_of(hall.director)) == [hall.tournament]
        await later.close()

    asyncio.run(story())
