"""The HTTP API of the referees: calls from tables, rulings, looks at hidden tiles, a table's history."""

import msgspec

from tilemeld.server.http.endpoint import AnyEndpoint, Call, Endpoint
from tilemeld.tournament.log.facts import RulingMade

from .answers import Looked, TableHistory, Written
from .bodies import CallWish, LookWish, RulingWish
from .encode import entry_info
from .paths import EVENT, event_of, path_number


async def _call_referee(call: Call[CallWish]) -> Written:
    wish = call.body
    entry = await call.context.referees.call(
        event_of(call), call.me.id, wish.round, wish.table, why=wish.why, id=wish.id
    )
    return Written(entry=entry_info(entry))


async def _make_ruling(call: Call[RulingWish]) -> Written:
    wish = call.body
    ruling = RulingMade(
        round=wish.round,
        table=wish.table,
        kind=wish.kind,
        player=wish.player,
        value=wish.value,
        game=wish.game,
    )
    entry = await call.context.referees.rule(event_of(call), call.me.id, ruling, why=wish.why, id=wish.id)
    return Written(entry=entry_info(entry))


async def _look_at_racks(call: Call[LookWish]) -> Looked:
    wish = call.body
    seen = await call.context.referees.look(
        event_of(call), call.me.id, wish.round, wish.table, why=wish.why, id=wish.id
    )
    return msgspec.convert(seen, Looked)


async def _table_history(call: Call[None]) -> TableHistory:
    events = await call.context.referees.history(
        event_of(call), call.me.id, path_number(call.path["round"]), path_number(call.path["number"])
    )
    return TableHistory(events=msgspec.Raw(msgspec.json.encode(events)))


ENDPOINTS: tuple[AnyEndpoint, ...] = (
    Endpoint(f"POST {EVENT}/calls", "Call the referee to a table.", _call_referee, by_person=True),
    Endpoint(f"POST {EVENT}/rulings", "Rule.", _make_ruling),
    Endpoint(f"POST {EVENT}/looks", "Look at hidden tiles; it is logged.", _look_at_racks),
    Endpoint(
        f"GET {EVENT}/rounds/{{round}}/tables/{{number}}/history",
        "What happened at an online table.",
        _table_history,
    ),
)
"""Every endpoint of the referees."""
