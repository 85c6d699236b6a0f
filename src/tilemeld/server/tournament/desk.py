"""The HTTP API of tournaments: setting up, codes, the desk's view, the log, drafts and facts."""

import asyncio
from collections.abc import Mapping

from tilemeld.engine.record.codec import to_json
from tilemeld.server.http.endpoint import AnyEndpoint, Call, Done, Endpoint, house_rules
from tilemeld.service.ports import PersonId
from tilemeld.tournament.format import Format
from tilemeld.tournament.log.entries import active
from tilemeld.tournament.log.facts import (
    FormatChanged,
    SeatingDrawn,
    read_fact,
)
from tilemeld.tournament.log.state import TournamentState
from tilemeld.tournament.next_round import draft_cost
from tilemeld.tournament.players import NewPlayer
from tilemeld.tournament.results.conduct import (
    SETTLEMENT_TEXT,
    real_table_rules,
)
from tilemeld.tournament.seating.table_sizes import Smallest

from .answers import (
    ClockInfo,
    Clocks,
    CodeInfo,
    Codes,
    CostInfo,
    EventCall,
    EventLine,
    EventList,
    EventMade,
    EventPlayer,
    EventRound,
    EventRow,
    EventView,
    FoundEvent,
    LogInfo,
    MyRole,
    RoundDraft,
    Written,
)
from .bodies import ChangedFormat, CodeWish, DraftWish, FactWish, FormatWish, NewEvent, SwapWish
from .encode import (
    cost_info,
    entry_info,
    name_of,
    player_info,
    round_info,
    rows_of,
    whose,
)
from .paths import EVENT, event_of


def to_format(wish: FormatWish) -> Format:
    """Read a format as it came over the wire."""
    smallest: Smallest = wish.smallest
    return Format(
        house_rules(wish.profile, wish.house),
        wish.rounds,
        wish.games,
        wish.round_minutes,
        wish.first_draw,
        wish.later_draw,
        smallest,
        wish.equalise,
        tuple(wish.tie_breaks),
        wish.confirm,
        wish.final,
        wish.cut_after,
        wish.cut_to,
        wish.place,
        wish.spectators,
    )


async def _open_event(call: Call[NewEvent]) -> EventMade:
    tournaments = call.context.tournaments
    wish = call.body
    event = await tournaments.open(call.me.id, wish.name, to_format(wish.format), id=wish.id)
    codes = await tournaments.codes(event)
    return EventMade(event, codes["director", None], codes["head-referee", None], codes["referee", None])


async def _my_events(call: Call[None]) -> EventList:
    return EventList(
        [
            EventLine(
                each.id,
                each.state.name,
                each.role,
                each.opened_at,
                each.state.ended,
                len(each.state.present),
                max((now.number for now in each.state.published), default=0),
                each.state.format.all_rounds,
                each.state.format.place,
            )
            for each in await call.context.tournaments.mine(call.me.id)
        ]
    )


async def _change_format(call: Call[ChangedFormat]) -> Written:
    fact, id_ = FormatChanged(to_format(call.body)), call.body.id
    return Written(entry_info(await call.context.tournaments.act(event_of(call), call.me.id, fact, id=id_)))


async def _find_event(call: Call[CodeWish]) -> FoundEvent:
    return FoundEvent(*await call.context.tournaments.find(call.body.code))


async def _claim_role(call: Call[CodeWish]) -> MyRole:
    event = event_of(call)
    await call.context.tournaments.claim(event, call.me.id, call.body.code)
    return await _my_role(call)


async def _my_role(call: Call[object]) -> MyRole:
    event = event_of(call)
    by = await call.context.tournaments.signature(event, call.me.id)
    cards, state = await call.context.tournaments.cards(event), await call.context.tournaments.state(event)
    player = state.player_of(call.me.id)
    mine = MyRole(event, by.role, by.who, "" if player is None else name_of(cards, player), player)
    if player is not None and state.published:
        now = state.published[-1]
        mine.round, mine.table = now.number, now.table_of(player)
        if mine.table is not None:
            mine.seat = now.seating.tables[mine.table - 1].index(player)
            mine.lobby_table = now.lobby_tables.get(mine.table)
    return mine


async def _event_clocks(call: Call[None]) -> Clocks:
    state = await call.context.tournaments.state(event_of(call))
    now = call.context.clock.now_ms()
    return Clocks(
        now,
        [
            ClockInfo(
                each.number, each.clock.left_ms(now), each.clock.running_since is not None, each.clock.over
            )
            for each in state.published
        ],
    )


async def _event_view(call: Call[None]) -> EventView:
    tournaments, event = call.context.tournaments, event_of(call)
    by = await tournaments.staff(event, call.me.id)
    state, cards = await tournaments.state(event), await tournaments.cards(event)
    shape = to_json(state.format)
    assert isinstance(shape, dict), "an object"
    now = call.context.clock.now_ms()
    players, rounds, rows = await tournaments.apart(event, state, parts_of_view, state, cards, now)
    return EventView(
        event,
        tournaments.code_of(event),
        state.name,
        len(await tournaments.log(event)),
        by.role,
        state.ended,
        shape,
        players,
        rounds,
        rows,
        [EventCall(c.number, c.round, c.table, c.player, c.at, c.why, c.answered) for c in state.calls],
        list(real_table_rules(state.format.rules)),
        SETTLEMENT_TEXT[state.format.rules.settlement],
        list(state.format.rules.table_manners),
        state.format.rules.settlement,
    )


def parts_of_view(
    state: TournamentState, cards: Mapping[str, NewPlayer], now: int
) -> tuple[list[EventPlayer], list[EventRound], list[EventRow]]:
    """Return what takes long in the desk's view: players, rounds with what a draft costs, standings."""
    players = [player_info(state, player, cards) for player in state.players]
    rounds = [round_info(state, number, now) for number in sorted(state.rounds)]
    return players, rounds, rows_of(state, cards)


async def _event_log(call: Call[None]) -> LogInfo:
    event = event_of(call)
    await call.context.tournaments.staff(event, call.me.id)
    log = await call.context.tournaments.log(event)
    counting = {entry.number for entry in active(log)}
    cards = await call.context.tournaments.cards(event)
    people = {
        person: (await call.context.guests.name_of(PersonId(person)))[0]
        for person in {whose(entry) for entry in log}
        if person and person not in cards
    }
    infos = await asyncio.to_thread(
        lambda: [entry_info(entry, counts=entry.number in counting) for entry in log]
    )
    for info, entry in zip(infos, log, strict=True):
        person = whose(entry)
        info.name = cards[person].name if person in cards else people.get(person, "")
    return LogInfo(infos)


async def _event_codes(call: Call[None]) -> Codes:
    event = event_of(call)
    await call.context.tournaments.staff(event, call.me.id, director=True)
    cards = await call.context.tournaments.cards(event)
    codes = await call.context.tournaments.codes(event)
    return Codes(
        [
            CodeInfo(role, player, "" if player is None else name_of(cards, player), code)
            for (role, player), code in codes.items()
        ]
    )


async def _draft_round(call: Call[DraftWish]) -> RoundDraft:
    wish = call.body
    draw = await call.context.tournaments.draft(
        event_of(call), call.me.id, wish.round, seed=wish.seed, claim=call.claim, id=wish.id
    )
    tables = [list(table) for table in draw.round.tables]
    return RoundDraft(wish.round, tables, list(draw.round.byes), cost_info(draw.cost))


async def _swap_cost(call: Call[SwapWish]) -> CostInfo:
    wish = call.body
    await call.context.tournaments.staff(event_of(call), call.me.id, director=True)
    state = await call.context.tournaments.state(event_of(call))
    swap = (wish.one, wish.other)
    cost = await call.context.tournaments.apart(
        event_of(call), state, draft_cost, state, wish.round, swap=swap
    )
    return cost_info(cost)


async def _write_fact(call: Call[FactWish]) -> Written:
    wish = call.body
    fact = read_fact(wish.fact)
    if isinstance(fact, SeatingDrawn):
        fact = SeatingDrawn(fact.round, fact.tables, fact.byes)  # by hand, whatever it says
    entry = await call.context.tournaments.act(event_of(call), call.me.id, fact, why=wish.why, id=wish.id)
    return Written(entry_info(entry))


async def _delete_event(call: Call[None]) -> Done:
    await call.context.tournaments.delete(event_of(call), call.me.id)
    return Done()


ENDPOINTS: tuple[AnyEndpoint, ...] = (
    Endpoint("POST /api/events", "Set up an event.", _open_event, status=201, makes_event=True),
    Endpoint("GET /api/events", "The events in which one has a part.", _my_events),
    Endpoint("POST /api/events/find", "The event that a code belongs to.", _find_event, token=False),
    Endpoint(f"GET {EVENT}", "An event as the desk sees it.", _event_view),
    Endpoint(f"DELETE {EVENT}", "Forget an event.", _delete_event),
    Endpoint(f"PUT {EVENT}/format", "Change the format.", _change_format),
    Endpoint(f"GET {EVENT}/me", "As whom one signs here.", _my_role, by_person=True),
    Endpoint(f"GET {EVENT}/clocks", "The clocks of the rounds.", _event_clocks, token=False),
    Endpoint(f"POST {EVENT}/claim", "Take the role that a code gives.", _claim_role),
    Endpoint(f"GET {EVENT}/codes", "The codes of an event.", _event_codes),
    Endpoint(f"GET {EVENT}/log", "The log of an event.", _event_log),
    Endpoint(f"POST {EVENT}/drafts", "Draw a round as a draft.", _draft_round),
    Endpoint(f"POST {EVENT}/swap-cost", "What a swap would cost.", _swap_cost),
    Endpoint(f"POST {EVENT}/facts", "Write a fact into the log.", _write_fact, by_person=True),
)
"""Every endpoint of tournaments; players and referees have their own."""
