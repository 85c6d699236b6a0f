"""The HTTP API of tournaments: setting up, codes, the desk's view, the log, drafts and facts."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace

import msgspec

from tilemeld.server.http.endpoint import AnyEndpoint, Call, Done, Endpoint, house_rules
from tilemeld.service.ports import PersonId
from tilemeld.tournament.format import Format
from tilemeld.tournament.log.entries import active
from tilemeld.tournament.log.facts import (
    FormatChanged,
    Role,
    SeatingDrawn,
    read_fact,
)
from tilemeld.tournament.log.state import RoundClock, TournamentState
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
    EventLine,
    EventList,
    EventMade,
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
    with_clock,
)
from .paths import EVENT, event_of


def to_format(wish: FormatWish) -> Format:
    """Read a format as it came over the wire."""
    smallest: Smallest = wish.smallest
    return Format(
        rules=house_rules(wish.profile, wish.house),
        rounds=wish.rounds,
        games=wish.games,
        round_minutes=wish.round_minutes,
        first_draw=wish.first_draw,
        later_draw=wish.later_draw,
        smallest=smallest,
        equalise=wish.equalise,
        tie_breaks=tuple(wish.tie_breaks),
        confirm=wish.confirm,
        final=wish.final,
        cut_after=wish.cut_after,
        cut_to=wish.cut_to,
        place=wish.place,
        spectators=wish.spectators,
    )


async def _open_event(call: Call[NewEvent]) -> EventMade:
    tournaments = call.context.tournaments
    wish = call.body
    event = await tournaments.open(call.me.id, wish.name, to_format(wish.format), id=wish.id)
    codes = await tournaments.codes(event)
    return EventMade(
        event=event,
        director=codes["director", None],
        head_referee=codes["head-referee", None],
        referee=codes["referee", None],
    )


async def _my_events(call: Call[None]) -> EventList:
    return EventList(
        events=[
            EventLine(
                event=each.id,
                name=each.state.name,
                role=each.role,
                opened_at=each.opened_at,
                ended=each.state.ended,
                players=len(each.state.present),
                round=max((now.number for now in each.state.published), default=0),
                rounds=each.state.format.all_rounds,
                place=each.state.format.place,
            )
            for each in await call.context.tournaments.mine(call.me.id)
        ]
    )


async def _change_format(call: Call[ChangedFormat]) -> Written:
    fact, id_ = FormatChanged(to_format(call.body)), call.body.id
    return Written(
        entry=entry_info(await call.context.tournaments.act(event_of(call), call.me.id, fact, id=id_))
    )


async def _find_event(call: Call[CodeWish]) -> FoundEvent:
    event, role = await call.context.tournaments.find(call.body.code)
    return FoundEvent(event=event, role=role)


async def _claim_role(call: Call[CodeWish]) -> MyRole:
    event = event_of(call)
    await call.context.tournaments.claim(event, call.me.id, call.body.code)
    return await _my_role(call)


async def _my_role(call: Call[object]) -> MyRole:
    event = event_of(call)
    by = await call.context.tournaments.signature(event, call.me.id)
    cards, state = await call.context.tournaments.cards(event), await call.context.tournaments.state(event)
    player = state.player_of(call.me.id)
    mine = MyRole(
        event=event,
        role=by.role,
        who=by.who,
        name="" if player is None else name_of(cards, player),
        player=player,
    )
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
        now=now,
        clocks=[
            ClockInfo(
                round=each.number,
                left_ms=each.clock.left_ms(now),
                running=each.clock.running_since is not None,
                over=each.clock.over,
            )
            for each in state.published
        ],
    )


async def _event_view(call: Call[None]) -> EventView:
    tournaments, event = call.context.tournaments, event_of(call)
    by = await tournaments.staff(event, call.me.id)
    view, clocks = await tournaments.page(event, desk_page, event, tournaments.code_of(event))
    return at_moment(view, clocks, role=by.role, now_ms=call.context.clock.now_ms())


def at_moment(view: EventView, clocks: Mapping[int, RoundClock], *, role: Role, now_ms: int) -> EventView:
    """Return the desk's view for a role at a moment; all else was computed once for its version."""
    rounds = [with_clock(each, clocks[each.round], now_ms) for each in view.rounds]
    return msgspec.structs.replace(view, role=role, rounds=rounds)


def desk_page(
    state: TournamentState,
    cards: Mapping[str, NewPlayer],
    version: int,
    event: str,
    code: str,
) -> tuple[EventView, Mapping[int, RoundClock]]:
    """Return the desk's view but for who looks and when, and the clocks of the rounds: once for a version."""
    rules, clocks = state.format.rules, {number: now.clock for number, now in state.rounds.items()}
    view = EventView(
        event=event,
        code=code,
        name=state.name,
        version=version,
        role="",
        ended=state.ended,
        format=state.format,
        players=[player_info(state, player, cards) for player in state.players],
        rounds=[round_info(state, number) for number in sorted(state.rounds)],
        standings=rows_of(state, cards),
        calls=list(state.calls),
        real_table=list(real_table_rules(rules)),
        settlement=SETTLEMENT_TEXT[rules.settlement],
        real_table_keys=list(rules.table_manners),
        settlement_key=rules.settlement,
    )
    return view, clocks


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
    return LogInfo(entries=infos)


async def _event_codes(call: Call[None]) -> Codes:
    event = event_of(call)
    await call.context.tournaments.staff(event, call.me.id, director=True)
    cards = await call.context.tournaments.cards(event)
    codes = await call.context.tournaments.codes(event)
    return Codes(
        codes=[
            CodeInfo(
                role=role, player=player, name="" if player is None else name_of(cards, player), code=code
            )
            for (role, player), code in codes.items()
        ]
    )


async def _draft_round(call: Call[DraftWish]) -> RoundDraft:
    wish = call.body
    draw = await call.context.tournaments.draft(
        event_of(call), call.me.id, wish.round, seed=wish.seed, claim=call.claim, id=wish.id
    )
    tables = [list(table) for table in draw.round.tables]
    return RoundDraft(round=wish.round, tables=tables, byes=list(draw.round.byes), cost=cost_info(draw.cost))


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
    fact = read_fact(msgspec.json.decode(wish.fact))
    if isinstance(fact, SeatingDrawn):
        fact = replace(fact, method="hand", seed="")  # whatever it says
    entry = await call.context.tournaments.act(event_of(call), call.me.id, fact, why=wish.why, id=wish.id)
    return Written(entry=entry_info(entry))


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
