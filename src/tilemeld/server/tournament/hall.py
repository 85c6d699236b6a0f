"""The HTTP API of the hall: a player's own view, and the turn clock that the phones of a table share."""

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import asdict

from tilemeld.server.http.endpoint import AnyEndpoint, Call, Endpoint
from tilemeld.server.live.protocol import EngineRules
from tilemeld.service.ports import DAY_MS
from tilemeld.service.tournament.roles import STAFF
from tilemeld.service.tournament.turn_clocks import TurnClock
from tilemeld.tournament.errors import tournament_error
from tilemeld.tournament.log.state import RoundClock
from tilemeld.tournament.views.player import OwnPlace, own_place

from .paths import path_number

Moment = Annotated[int, Meta(ge=0, le=9_007_199_254_740_991)]
Count = Annotated[int, Meta(ge=1, le=1_000_000)]


class MyPlace(Struct, kw_only=True):
    """A player's view of a tournament, with the clocks and the rules that the phone needs."""

    tournament: str
    name: str
    version: int
    now: int
    """The server's time."""
    ended: bool
    games: int
    confirm: Literal["table", "desk"]
    online: bool
    """Whether the tables are on this server, which reports their results."""
    rules: EngineRules
    place: OwnPlace
    clock: RoundClock | None
    """The clock of the round."""
    turn_clock: TurnClock | None
    """The clock of the table, if a phone has started it."""


class TurnClockWish(Struct, forbid_unknown_fields=True, kw_only=True):
    """The clock of a table after a press."""

    presses: Count
    game: Annotated[int, Meta(ge=1, le=20)]
    turn: Count
    seat: Annotated[int, Meta(ge=0, le=5)]
    started_at: Moment
    limit_ms: Annotated[int, Meta(ge=1_000, le=DAY_MS)]
    paused_at: Moment | None = None
    stop_after: Count | None = None
    lap_from: Count | None = None
    lap_why: Literal["time", "bank"] | None = None


class TableClock(Struct, kw_only=True):
    """The clock of a table that counts, with the server's time."""

    now: int
    clock: TurnClock


async def _my_place(call: Call[None]) -> MyPlace:
    tournaments, tournament = call.context.tournaments, call.tournament
    await tournaments.roles.signature(tournament, call.me.id)
    state, cards = await tournaments.state(tournament), await tournaments.cards(tournament)
    player = state.player_of(call.me.id)
    if player is None:
        raise tournament_error("tournament/no-player")
    place, now = own_place(state, player, cards), call.context.clock.now_ms()
    table = place.table
    where = None if table is None else (tournament, table.round, table.table)
    return MyPlace(
        tournament=tournament,
        name=state.name,
        version=len(await tournaments.log(tournament)),
        now=now,
        ended=state.ended,
        games=state.format.games,
        confirm=state.format.confirm,
        online=state.format.place == "online",
        rules=call.context.encoder.rules(state.format.rules),
        place=place,
        clock=state.published[-1].clock if state.published else None,
        turn_clock=None if where is None else await call.context.table_clocks.at(where),
    )


async def _press_clock(call: Call[TurnClockWish]) -> TableClock:
    wish = call.body
    tournament = call.tournament
    number, table = path_number(call.path["round"]), path_number(call.path["number"])
    by = await call.context.tournaments.roles.signature(tournament, call.me.id)
    state = await call.context.tournaments.state(tournament)
    now = state.rounds.get(number)
    if now is None or not now.published or not 1 <= table <= len(now.seating.tables):
        raise tournament_error("round/no-table", table=table, round=number)
    seated = now.seating.tables[table - 1]
    if by.role not in STAFF and state.player_of(call.me.id) not in seated:
        raise tournament_error("result/not-at-table", player=by.who, table=table, round=number)
    if wish.seat >= len(seated):
        raise tournament_error("result/count", table=table, seats=len(seated), count=wish.seat + 1)
    counts = await call.context.table_clocks.press((tournament, number, table), TurnClock(**asdict(wish)))
    return TableClock(now=call.context.clock.now_ms(), clock=counts)


_AT = "/api/tournaments/{tournament}"
ENDPOINTS: tuple[AnyEndpoint, ...] = (
    Endpoint(f"GET {_AT}/mine", "A player's own view: table, results, clocks.", _my_place, by_person=True),
    Endpoint(
        f"PUT {_AT}/rounds/{{round}}/tables/{{number}}/clock",
        "Press the clock of a table.",
        _press_clock,
        by_person=True,
    ),
)
"""Every endpoint of the hall."""
