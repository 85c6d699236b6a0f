"""Online tables of a tournament: entered names, no pause by agreement, results by the server alone.

Proves `tournament/views/online_table.py`.
"""

from dataclasses import replace

import pytest

from service.hall import Hall, in_hall
from tilemeld.engine.tiles import Seat
from tilemeld.service.errors import Forbidden
from tilemeld.service.live.pause_reasons import CALLED
from tilemeld.service.tournament.table_names import tournament_table
from tilemeld.tournament.errors import TournamentError
from tilemeld.tournament.log.facts import ResultEntered
from tilemeld.tournament.result_sheet import Sheet
from tilemeld.tournament.views.online_table import NOWHERE


def test_an_online_table_knows_where_it_is_and_calls_people_as_they_were_entered() -> None:
    async def story(hall: Hall) -> None:
        await hall.publish()
        table = await hall.server.tables.get(await hall.table)
        where, names = await tournament_table(hall.server.tournaments, table.seating)
        assert (where.tournament, where.name, where.round, where.table) == (hall.tournament, "Cup", 1, 1)
        seated = (await hall.server.tournaments.state(hall.tournament)).rounds[1].seating.tables[0]
        assert names == tuple(f"Nick {player[1:]}" for player in seated)

        older = replace(table, seating=None)
        assert await tournament_table(hall.server.tournaments, older.seating) == (NOWHERE, ())
        await hall.server.tournaments.delete(hall.tournament, hall.director)
        assert await tournament_table(hall.server.tournaments, table.seating) == (NOWHERE, ())

    in_hall(story)


@pytest.mark.rule("M5")
def test_players_of_a_tournament_do_not_stop_its_clock_by_agreement() -> None:
    async def story(hall: Hall) -> None:
        await hall.publish()
        await hall.to_first_turn()
        play, game = hall.server.play, await hall.game
        people = {
            seat: place.person
            for seat, place in enumerate((await hall.server.tables.get(await hall.table)).places)
        }
        for seat, person in people.items():
            assert person is not None
            with pytest.raises(Forbidden, match="call the referee"):
                await play.wish(person, game, seat, wish="pause")
        await hall.server.referees.call(hall.tournament, hall.people["P1"], 1, 1, why="")
        await hall.take()

        async def is_stopped() -> bool:
            return (await hall.server.games.state(game)).pause_reason == CALLED

        await hall.until(is_stopped)
        person = people[0]
        assert person is not None
        with pytest.raises(Forbidden, match="call the referee"):
            await play.wish(person, game, 0, wish="resume")

    in_hall(story)


def test_nobody_types_in_a_result_of_an_online_table_before_it_is_open() -> None:
    async def story(hall: Hall) -> None:
        await hall.publish(start=False)
        fact = ResultEntered(1, 1, 1, Sheet((30, -10, -15, -5), (Seat(0),)))
        with pytest.raises(TournamentError, match="server"):
            await hall.act(fact, hall.people["P1"])

    in_hall(story)
