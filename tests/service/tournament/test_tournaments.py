"""Tournaments through the service: codes, online tables that report, clocks, calls, rulings, restarts.

Proves `service/tournament/codes.py`, `service/tournament/game_commands.py`,
`service/tournament/online_tables.py`.
"""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest

from service.hall import Hall, a_format, in_hall, last_lap, under
from tilemeld.adapters.memory.store import MemoryStore
from tilemeld.adapters.sqlite.store import SqliteStore
from tilemeld.cli.tournament_simulation import simulate_tournament
from tilemeld.engine.rules import profile
from tilemeld.engine.tiles import Seat
from tilemeld.service.errors import Forbidden, Unavailable
from tilemeld.service.live.pause_reasons import CALLED
from tilemeld.service.ports import Append, CommandKey, FollowUp, GameId, TableId
from tilemeld.service.tournament.game_commands import tournament_rules
from tilemeld.service.tournament.ports import TournamentId
from tilemeld.tournament.errors import TournamentError
from tilemeld.tournament.log.entries import first_broken
from tilemeld.tournament.log.facts import (
    AllowanceGiven,
    CallAnswered,
    CheckedIn,
    ClockPaused,
    ClockStarted,
    ConductReported,
    Excluded,
    ResultCorrected,
    ResultEntered,
    RulingMade,
    Undone,
    WarningGiven,
    Withdrawn,
)
from tilemeld.tournament.players import NewPlayer
from tilemeld.tournament.result_sheet import Sheet
from tilemeld.tournament.results.standings import standings


@pytest.mark.rule("S2", "M2", "E8")
def test_simulated_players_play_a_tournament_to_the_end_and_seat_b_starts_the_second_game() -> None:
    store = MemoryStore()
    done = asyncio.run(simulate_tournament(a_format(games=2), 9, seed="s", bots=["beginner"], store=store))
    rows = standings(done.state)
    assert done.state.ended
    assert len(rows) == 9
    assert sum(row.big_points for row in rows) >= 12
    for now in done.state.published:
        assert now.missing(done.state.format) == ()
        for result in now.results.values():
            assert result.confirmed
            assert result.by.role == "server"

    async def look() -> None:
        for lobby in done.state.rounds[1].lobby_tables.values():
            stored = await store.get_table(TableId(lobby))
            assert stored is not None
            assert '"hints":false' in stored.body
            assert '"bot":' not in stored.body
            assert '"starter":1' in stored.body, "seat B started the second game"

    asyncio.run(look())


def test_the_same_seed_plays_the_same_tournament() -> None:
    first, second = (
        asyncio.run(simulate_tournament(a_format(rounds=1), 4, seed="s", bots=["random"])) for _ in range(2)
    )
    assert [(row.player, row.total) for row in standings(first.state)] == [
        (row.player, row.total) for row in standings(second.state)
    ]


@pytest.mark.rule("T10", "E2", "R-7")
def test_when_the_time_of_a_round_is_over_the_last_lap_is_played_and_no_game_is_begun() -> None:
    async def story(hall: Hall) -> None:
        await hall.publish()
        await hall.to_first_turn()
        await hall.until(hall_is_over(hall))
        state = await hall.server.games.state(await hall.game)
        assert state.round_over
        await last_lap(hall)
        ended = await hall.server.games.state(await hall.game)
        assert ended.lap_cause == "round-time"
        now = (await hall.server.tournaments.state(hall.tournament)).rounds[1]
        assert set(now.results) == {(1, 1)}
        assert now.skipped == {(1, 2)}
        assert (await hall.server.tables.get(await hall.table)).stage == "over"

    in_hall(story, games=2, round_minutes=1)


def hall_is_over(hall: Hall) -> Callable[[], Awaitable[bool]]:
    async def over() -> bool:
        return (await hall.server.tournaments.state(hall.tournament)).rounds[1].clock.over

    return over


def is_paused(hall: Hall) -> Callable[[], Awaitable[bool]]:
    async def paused() -> bool:
        return (await hall.server.games.state(await hall.game)).paused_at is not None

    return paused


@pytest.mark.rule("M9")
def test_time_allowances_reach_the_game() -> None:
    async def story(hall: Hall) -> None:
        await hall.act(AllowanceGiven("P2", 25), why="plays her first tournament")
        await hall.publish()
        await hall.to_first_turn()
        seating = (await hall.server.tournaments.state(hall.tournament)).rounds[1].seating.tables[0]
        seat = seating.index("P2")
        assert (await hall.server.games.state(await hall.game)).seats[seat].allowance_seconds == 25
        await hall.act(AllowanceGiven("P2", 5), why="has warmed up")
        assert (await hall.server.games.state(await hall.game)).seats[seat].allowance_seconds == 5

    in_hall(story)


@pytest.mark.rule("M5")
def test_a_call_stops_the_clock_after_the_turn_and_a_ruling_is_done_and_written_down() -> None:
    async def story(hall: Hall) -> None:
        await hall.publish()
        await hall.to_first_turn()
        desk, tournament = hall.server.referees, hall.tournament
        call = await desk.call(tournament, hall.people["P1"], 1, 1, why="pressed the clock too early")
        assert (await hall.server.games.state(await hall.game)).paused_at is None, "the turn is played first"
        await hall.take()
        await hall.until(is_paused(hall))
        paused = await hall.server.games.state(await hall.game)
        assert paused.pause_reason == CALLED
        with pytest.raises(TournamentError, match="may not"):
            await desk.rule(
                tournament, hall.people["P1"], RulingMade(1, 1, "take-back-turn"), why="x", key=under("r0")
            )
        back = RulingMade(1, 1, "take-back-turn")
        await desk.rule(tournament, hall.director, back, why="played out of turn", key=under("r1"))
        penalty = RulingMade(1, 1, "penalty-tiles", "P3", 2)
        await desk.rule(tournament, hall.director, penalty, why="touched the bank", key=under("r2"))
        state = await hall.server.tournaments.state(tournament)
        seat = state.rounds[1].seating.tables[0].index("P3")
        after = await hall.server.games.state(await hall.game)
        assert after.turn == paused.turn - 1
        assert len(after.seats[seat].rack) >= 16
        assert [entry.why for entry in state.rulings] == ["played out of turn", "touched the bank"]
        await hall.act(CallAnswered(call.number))
        assert (await hall.server.games.state(await hall.game)).paused_at is None

    in_hall(story)


def test_a_referee_sees_racks_only_with_a_logged_reason_and_players_never() -> None:
    async def story(hall: Hall) -> None:
        await hall.publish()
        await hall.to_first_turn()
        desk, tournament = hall.server.referees, hall.tournament
        with pytest.raises(TournamentError, match="reason"):
            await desk.look(tournament, hall.director, 1, 1, why=" ")
        with pytest.raises(TournamentError, match="may not"):
            await desk.look(tournament, hall.people["P1"], 1, 1, why="curious")
        seen = await desk.look(tournament, hall.director, 1, 1, why="a tile is missing")
        assert isinstance(seen, dict)
        racks = seen["racks"]
        assert isinstance(racks, list)
        assert len(racks) == 4
        looks = (await hall.server.tournaments.state(tournament)).looks
        assert [entry.why for entry in looks] == ["a tile is missing"]
        history = str(await desk.history(tournament, hall.director, 1, 1))
        state = await hall.server.games.state(await hall.game)
        hidden = [tile for seat in state.seats for tile in seat.rack]
        assert not [tile for tile in hidden if f"'{tile}'" in history]
        with pytest.raises(TournamentError, match="not played on this server"):
            await desk.look(tournament, hall.director, 2, 1, why="x")

    in_hall(story)


def test_nobody_changes_the_seats_of_a_tournament_table() -> None:
    async def story(hall: Hall) -> None:
        await hall.publish()
        await hall.to_first_turn()
        table = await hall.server.tables.get(await hall.table)
        sitting = table.places[0].person
        assert sitting is not None
        stranger = (await hall.server.guests.arrive())[0].id
        with pytest.raises(Forbidden):
            await hall.server.tables.stand_up(table.id, sitting, 0)
        with pytest.raises(Forbidden):
            await hall.server.tables.sit(table.id, stranger)
        with pytest.raises(Forbidden):
            await hall.server.tables.seat_bot(table.id, sitting, 0, bot="random")
        with pytest.raises(Forbidden, match="only the host"):
            await hall.server.tables.rematch(table.id, sitting)  # another match is the tournament's to set
        with pytest.raises(Forbidden, match="hints are off"):
            await hall.server.play.hint(sitting, await hall.game, 0, 1)

    in_hall(story)


def test_pausing_the_round_pauses_its_games() -> None:
    async def story(hall: Hall) -> None:
        await hall.publish()
        await hall.to_first_turn()
        await hall.act(ClockPaused(1))
        assert (await hall.server.games.state(await hall.game)).paused_at is not None
        await hall.act(ClockStarted(1))
        assert (await hall.server.games.state(await hall.game)).paused_at is None

    in_hall(story)


class AwayStore(MemoryStore):
    """Cannot write what happens in games for a while."""

    is_away = False

    async def append(self, game: GameId, append: Append) -> None:
        if self.is_away:
            raise Unavailable("store/unavailable")
        await super().append(game, append)


def test_a_round_that_resumes_while_the_store_is_away_resumes_its_games_afterwards() -> None:
    store = AwayStore()

    async def story(hall: Hall) -> None:
        await hall.publish()
        await hall.to_first_turn()
        await hall.act(ClockPaused(1))
        store.is_away = True
        await hall.act(ClockStarted(1))
        store.is_away = False

        async def resumed() -> bool:
            return (await hall.server.games.state(await hall.game)).paused_at is None

        assert not await resumed()
        await hall.until(resumed)

    in_hall(story, store)


def test_codes_give_roles_and_end_when_a_role_is_taken_back() -> None:
    async def story(hall: Hall) -> None:
        tournaments, tournament = hall.server.tournaments, hall.tournament
        codes = await tournaments.roles.codes(tournament)
        remi = (await hall.server.guests.arrive("Remi"))[0].id
        with pytest.raises(TournamentError, match="no role in this tournament"):
            await tournaments.roles.signature(tournament, remi)
        with pytest.raises(TournamentError, match="no such role"):
            await tournaments.claim(tournament, remi, "WRONG")
        by = await tournaments.claim(tournament, remi, codes["referee", None])
        assert (by.role, by.who) == ("referee", remi)
        entries = len(await tournaments.log(tournament))
        await tournaments.claim(tournament, remi, codes["referee", None])
        assert len(await tournaments.log(tournament)) == entries, "again changes nothing"
        await tournaments.claim(tournament, hall.director, codes["player", "P1"])
        assert (await tournaments.roles.signature(tournament, hall.director)).role == "director", (
            "a director may play"
        )
        await hall.act(Undone(entries), why="went home")
        with pytest.raises(TournamentError, match="no role"):
            await tournaments.roles.signature(tournament, remi)
        with pytest.raises(TournamentError, match="no such role"):
            await tournaments.claim(tournament, remi, codes["referee", None])
        assert (await tournaments.roles.codes(tournament))["referee", None] != codes["referee", None]

    in_hall(story)


@pytest.mark.rule("M6")
def test_exclusion_comes_after_a_warning_by_the_head_referee_and_all_of_it_can_be_undone() -> None:
    async def story(hall: Hall) -> None:
        tournaments = hall.server.tournaments
        codes = await tournaments.roles.codes(hall.tournament)
        staff = {}
        for role in ("referee", "head-referee"):
            staff[role] = (await hall.server.guests.arrive(role))[0].id
            await tournaments.claim(hall.tournament, staff[role], codes[role, None])
        await hall.publish(start=False)

        async def refused(fact: object, role: str = "head-referee") -> str:
            with pytest.raises(TournamentError) as caught:
                await hall.act(fact, staff[role], why="insults")
            return caught.value.code

        assert await refused(Excluded("P2")) == "conduct/no-warning"
        warning = await hall.act(WarningGiven("P2"), staff["referee"], why="insults")
        assert await refused(Excluded("P2"), "referee") == "tournament/not-yours"
        excluded = await hall.act(Excluded("P2"), staff["head-referee"], why="insults again")
        state = await tournaments.state(hall.tournament)
        assert state.players["P2"].status == "excluded"
        assert "P2" not in {player.id for player in state.present}
        assert await refused(CheckedIn("P2")) == "player/excluded"
        assert await refused(Undone(warning)) == "tournament/needed-by", "the exclusion rests on it"
        assert await refused(Undone(excluded), "referee") == "tournament/not-yours"
        await hall.act(Undone(excluded), staff["head-referee"], why="it was somebody else")
        await hall.act(Undone(warning), staff["referee"], why="and so was this")
        player = (await tournaments.state(hall.tournament)).players["P2"]
        assert (player.status, player.warnings) == ("in", 0)
        log = await tournaments.log(hall.tournament)
        assert [entry.by.role for entry in log[-4:]] == ["referee", "head-referee", "head-referee", "referee"]
        assert first_broken(log) is None

    in_hall(story, place="hall")


@pytest.mark.rule("M6")
def test_the_public_page_is_written_once_and_tells_nothing_private() -> None:
    async def story(hall: Hall) -> None:
        await hall.publish(start=False)
        await hall.act(ConductReported("P1"), hall.people["P2"], "SECRET")
        await hall.act(WarningGiven("P1"), why="SECRET")
        page = await hall.server.tournaments.pages.public(hall.tournament)
        assert page is await hall.server.tournaments.pages.public(hall.tournament)
        text = page.body.decode()
        assert "Nick 1" in text
        for hidden in ("Name 1", "SECRET", hall.director, *hall.people.values()):
            assert hidden not in text
        await hall.server.tournaments.rename(
            hall.tournament, hall.people["P1"], "P1", NewPlayer("Name 1", "Kot")
        )
        renamed = await hall.server.tournaments.pages.public(hall.tournament)
        assert renamed.tag != page.tag
        assert "Kot" in renamed.body.decode()
        with pytest.raises(TournamentError, match="may not"):
            await hall.server.tournaments.rename(hall.tournament, hall.people["P1"], "P2", NewPlayer("X"))
        await hall.server.tournaments.erase_name(hall.tournament, hall.people["P1"], "P1")
        assert "Kot" not in (await hall.server.tournaments.pages.public(hall.tournament)).body.decode()

    in_hall(story, place="hall")


def test_a_substitute_has_a_card_and_a_deleted_tournament_is_gone() -> None:
    async def story(hall: Hall) -> None:
        tournaments = hall.server.tournaments
        await tournaments.substitute(hall.tournament, hall.director, "P1", new=NewPlayer("Sub"), why="ill")
        assert (await tournaments.cards(hall.tournament))["S1"].name == "Sub"
        with pytest.raises(TournamentError, match="no role"):
            await tournaments.delete(hall.tournament, hall.people["P1"])
        with pytest.raises(TournamentError, match="may not"):
            await tournaments.delete(hall.tournament, hall.people["P2"])
        await tournaments.delete(hall.tournament, hall.director)
        with pytest.raises(TournamentError, match="no such tournament"):
            await tournaments.state(hall.tournament)

    in_hall(story, place="hall")


def test_the_code_of_whoever_left_ends_and_the_substitute_has_one_and_changes_their_own_card() -> None:
    async def story(hall: Hall) -> None:
        tournaments, at = hall.server.tournaments, hall.tournament
        old = (await tournaments.roles.codes(at))["player", "P1"]
        await tournaments.substitute(at, hall.director, "P1", new=NewPlayer("Sub"), why="ill")
        new = (await tournaments.roles.codes(at))["player", "P1"]
        guest = (await hall.server.guests.arrive("Somebody"))[0].id
        with pytest.raises(TournamentError, match="no such role"):
            await tournaments.claim(at, guest, old)
        await tournaments.claim(at, guest, new)
        await tournaments.rename(at, guest, "P1", NewPlayer("Sub", "Kot"))
        cards = await tournaments.cards(at)
        assert (cards["P1"].name, cards["S1"].public_name) == ("Name 1", "Kot")
        await tournaments.rename(at, hall.director, "S1", NewPlayer("Sub Two"), rating=77)
        assert (await tournaments.state(at)).players["P1"].rating == 77
        assert (await tournaments.cards(at))["S1"].name == "Sub Two"
        await tournaments.erase_name(at, hall.director, "P1")
        assert "P1" not in await tournaments.cards(at)

    in_hall(story, place="hall")


@pytest.mark.rule("M6", "R-11")
def test_the_director_is_head_referee_until_somebody_has_that_role() -> None:
    async def story(hall: Hall) -> None:
        tournaments, at = hall.server.tournaments, hall.tournament
        staff = {}
        for role in ("head-referee", "referee"):
            guest = (await hall.server.guests.arrive(role))[0].id
            if role == "referee":
                await tournaments.claim(at, guest, (await tournaments.roles.codes(at))[role, None])
            staff[role] = guest
        await hall.publish()
        await hall.act(WarningGiven("P2"), hall.director, why="shouts")
        with pytest.raises(TournamentError, match="head-referee"):
            await hall.act(Withdrawn("P3"), staff["referee"])
        gone = await hall.act(Withdrawn("P3"), hall.director)
        by = (await tournaments.log(at))[gone - 1].by
        assert (by.role, by.who) == ("head-referee", hall.director), "the log shows as what"
        with pytest.raises(TournamentError, match="head-referee"):
            await hall.act(Undone(gone), staff["referee"], why="no")
        code = (await tournaments.roles.codes(at))["head-referee", None]
        await tournaments.claim(at, staff["head-referee"], code)
        with pytest.raises(TournamentError, match="head-referee"):
            await hall.act(Excluded("P2"), hall.director, why="shouts again")
        excluded = await hall.act(Excluded("P2"), staff["head-referee"], why="shouts again")
        assert (await tournaments.log(at))[excluded - 1].by.role == "head-referee"
        with pytest.raises(TournamentError, match="head-referee"):
            await hall.act(Undone(excluded), hall.director, why="no")
        await hall.act(Undone(excluded), staff["head-referee"], why="a mistake")

    in_hall(story, place="hall")


@pytest.mark.parametrize("place", ["hall", "online"])
def test_a_server_that_dies_in_the_middle_loses_nothing(tmp_path: Path, place: str) -> None:
    async def story(hall: Hall) -> None:
        await hall.publish()
        if place == "hall":
            await hall.act(ResultEntered(1, 1, 1, Sheet((30, -10, -15, -5), (Seat(0),))))
        await hall.act(CheckedIn("P1"), hall.people["P1"])
        before = await hall.server.tournaments.state(hall.tournament)
        page = await hall.server.tournaments.pages.public(hall.tournament)
        await hall.crash()
        assert await hall.server.tournaments.state(hall.tournament) == before
        assert first_broken(await hall.server.tournaments.log(hall.tournament)) is None
        assert (await hall.server.tournaments.pages.public(hall.tournament)).body == page.body
        clock = before.rounds[1].clock
        await hall.until(hall_is_over(hall))
        assert clock.ends_at is not None
        assert hall.clock.now_ms() >= clock.ends_at, "the clock of the round went on"

    in_hall(story, SqliteStore.open(tmp_path / "games.sqlite"), place=place, round_minutes=2)


def test_a_game_that_ended_while_nobody_wrote_it_down_is_reported_after_a_restart(tmp_path: Path) -> None:
    async def story(hall: Hall) -> None:
        await hall.publish()
        await hall.to_first_turn()
        await hall.until(hall_is_over(hall))
        await hall.server.follow_ups.stop()  # it dies before it does anything about it
        game = await hall.game
        await last_lap(hall)
        assert not (await hall.server.tournaments.state(hall.tournament)).rounds[1].results
        await hall.crash()
        result = (await hall.server.tournaments.state(hall.tournament)).rounds[1].results[1, 1]
        assert result.sheet.game_id == game

    in_hall(story, SqliteStore.open(tmp_path / "games.sqlite"), round_minutes=1)


def test_a_result_that_was_undone_is_not_entered_again_by_a_restart_or_a_repetition() -> None:
    async def story(hall: Hall) -> None:
        await hall.publish()
        await hall.to_first_turn()
        await hall.until(hall_is_over(hall))
        game = await hall.game
        await last_lap(hall)
        await hall.breathe()
        log = await hall.server.tournaments.log(hall.tournament)
        entered = [entry.number for entry in log if isinstance(entry.fact, ResultEntered)]
        assert len(entered) == 1
        await hall.act(Undone(entered[0]), why="a player was not who they said")
        await hall.crash()
        for _ in range(2):
            await hall.server.follow_ups.do(FollowUp("game-over", game, number=9_999, at=hall.clock.now_ms()))
        log = await hall.server.tournaments.log(hall.tournament)
        assert [entry.number for entry in log if isinstance(entry.fact, ResultEntered)] == entered

    in_hall(story, round_minutes=1)


def test_no_player_can_take_the_key_under_which_the_server_writes_a_result() -> None:
    async def story(hall: Hall) -> None:
        await hall.publish()
        await hall.to_first_turn()
        await hall.until(hall_is_over(hall))
        key = CommandKey(hall.people["P1"], f"result {await hall.game}", "mine")
        fact = ConductReported("P2")
        await hall.server.tournaments.act(hall.tournament, hall.people["P1"], fact, why="x", key=key)
        await last_lap(hall)
        await hall.breathe()
        now = (await hall.server.tournaments.state(hall.tournament)).rounds[1]
        assert set(now.results) == {(1, 1)}

    in_hall(story, round_minutes=1)


def test_what_was_undone_about_a_clock_reaches_the_games_too() -> None:
    async def story(hall: Hall) -> None:
        await hall.publish()
        await hall.to_first_turn()
        paused = await hall.act(ClockPaused(1))
        assert (await hall.server.games.state(await hall.game)).paused_at is not None
        await hall.act(Undone(paused), why="pressed by mistake")
        assert (await hall.server.games.state(await hall.game)).paused_at is None

    in_hall(story)


@pytest.mark.rule("M3", "M5")
@pytest.mark.parametrize("dies", [False, True])
def test_a_score_is_corrected_for_the_whole_table_at_once_and_the_game_follows(dies: bool) -> None:
    async def scores(hall: Hall) -> tuple[list[int], tuple[Seat, ...]]:
        result = (await hall.server.games.state(await hall.game)).result
        assert result is not None
        return [score.points for score in result.scores], tuple(result.winners)

    async def story(hall: Hall) -> None:
        await hall.publish()
        await hall.to_first_turn()
        await hall.until(hall_is_over(hall))
        await last_lap(hall)
        before, count = await scores(hall), len(await hall.server.tournaments.log(hall.tournament))
        wrong = ResultCorrected(1, 1, 1, Sheet((40, -10, -15, -5), (Seat(0),)))
        with pytest.raises(TournamentError, match="add up to 10"):
            await hall.act(wrong, why="hid a joker")
        assert await scores(hall) == before, "nothing of it is done"
        if dies:  # after it was written, before the game has followed
            hall.server.tournaments.on_entry.remove(hall.server.tournament_tables.hear)
        right = Sheet((-20, 50, -20, -10), (Seat(1),), "lowest-rack")
        entry = await hall.act(ResultCorrected(1, 1, 1, right), why="hid a joker")
        if dies:
            assert await scores(hall) == before
            await hall.crash()
        assert len(await hall.server.tournaments.log(hall.tournament)) == count + 1, (
            "one entry for four seats"
        )
        assert await scores(hall) == ([-20, 50, -20, -10], (Seat(1),))
        await hall.act(Undone(entry), why="the joker was on the floor")
        assert await scores(hall) == before
        await hall.act(Undone(entry + 1), why="it was another joker")
        assert await scores(hall) == ([-20, 50, -20, -10], (Seat(1),))

    in_hall(story, round_minutes=1)


@pytest.mark.rule("M4")
def test_a_director_who_plays_does_not_look_at_the_racks_of_their_own_table() -> None:
    async def story(hall: Hall) -> None:
        codes = await hall.server.tournaments.roles.codes(hall.tournament)
        remi = (await hall.server.guests.arrive("Remi"))[0].id
        await hall.server.tournaments.claim(hall.tournament, remi, codes["referee", None])
        await hall.server.tournaments.claim(hall.tournament, hall.director, codes["player", "P1"])
        await hall.publish()
        await hall.to_first_turn()
        desk = hall.server.referees
        with pytest.raises(TournamentError, match="P1 plays at table 1 in round 1"):
            await desk.look(hall.tournament, hall.director, 1, 1, why="a tile is missing")
        assert (await hall.server.tournaments.state(hall.tournament)).looks == ()
        assert await desk.look(hall.tournament, remi, 1, 1, why="a tile is missing")

    in_hall(story)


def test_what_cannot_be_written_is_not_done_to_the_game_either() -> None:
    async def story(hall: Hall) -> None:
        await hall.publish()
        await hall.to_first_turn()
        desk, before = hall.server.referees, await hall.server.games.state(await hall.game)
        penalty = RulingMade(1, 1, "penalty-tiles", "P3", 2)
        with pytest.raises(TournamentError, match="reason"):
            await desk.rule(hall.tournament, hall.director, penalty, why="  ", key=under("r1"))
        missing = RulingMade(1, 1, "restart-turn", game=2)
        with pytest.raises(TournamentError, match="no game 2"):
            await desk.rule(hall.tournament, hall.director, missing, why="x", key=under("r2"))
        assert await hall.server.games.state(await hall.game) == before

    in_hall(story)


def test_the_server_counts_online_games_and_no_player_writes_their_result() -> None:
    async def story(hall: Hall) -> None:
        await hall.publish()
        made_up = ResultEntered(1, 1, 1, Sheet((90, -30, -30, -30), (Seat(0),)))
        with pytest.raises(TournamentError, match="it is for server"):
            await hall.act(made_up, hall.people["P1"])

    in_hall(story)


def test_two_processes_write_to_one_tournament_without_losing_an_entry(tmp_path: Path) -> None:
    async def story(hall: Hall) -> None:
        other = hall.another_server()
        other.tournaments.start(hall.server.guests.key)
        await other.tournaments.state(hall.tournament)
        await hall.act(CheckedIn("P1"))
        await other.tournaments.act(hall.tournament, hall.director, CheckedIn("P2"))
        await hall.server.tournaments.catch_up(hall.tournament)
        state = await hall.server.tournaments.state(hall.tournament)
        assert state.players["P1"].checked_in
        assert state.players["P2"].checked_in

    in_hall(story, SqliteStore.open(tmp_path / "games.sqlite"), place="hall")


@pytest.mark.rule("R-11")
def test_in_a_tournament_no_bot_plays_for_who_left() -> None:
    rules = tournament_rules(a_format(rules=profile("cs"), round_minutes=30))
    assert rules.leaver == "pass"
    assert rules.round_time


def test_a_tournament_belongs_to_nobody_else() -> None:
    async def story(hall: Hall) -> None:
        with pytest.raises(TournamentError, match="no such tournament"):
            await hall.server.tournaments.state(TournamentId("none"))
        rng = Random(1)
        stranger = (await hall.server.guests.arrive(f"S{rng.randrange(9)}"))[0].id
        with pytest.raises(TournamentError, match="no role"):
            await hall.server.tournaments.act(hall.tournament, stranger, CheckedIn("P1"))

    in_hall(story)
