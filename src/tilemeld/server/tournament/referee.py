"""The HTTP API of the referees: calls from tables, rulings, looks at hidden tiles, a table's history."""

import msgspec

from tilemeld.server.http.endpoint import AnyEndpoint, Call, Endpoint
from tilemeld.tournament.log.facts import RulingMade

from .answers import Looked, TableHistory, Written
from .bodies import CallWish, LookWish, RulingWish
from .encode import written
from .paths import TOURNAMENT, path_number


async def _call_referee(call: Call[CallWish]) -> Written:
    wish = call.body
    entry = await call.context.referees.call(
        call.tournament, call.me.id, wish.round, wish.table, game=wish.game, why=wish.why, key=call.key
    )
    return written(entry)


async def _make_ruling(call: Call[RulingWish]) -> Written:
    wish = call.body
    ruling = msgspec.convert(wish, RulingMade, from_attributes=True)
    assert call.key is not None, "a write has one"
    entry = await call.context.referees.rule(call.tournament, call.me.id, ruling, why=wish.why, key=call.key)
    return written(entry)


async def _look_at_racks(call: Call[LookWish]) -> Looked:
    wish = call.body
    seen = await call.context.referees.look(
        call.tournament, call.me.id, wish.round, wish.table, why=wish.why, key=call.key
    )
    return msgspec.convert(seen, Looked)


async def _table_history(call: Call[None]) -> TableHistory:
    events = await call.context.referees.history(
        call.tournament, call.me.id, path_number(call.path["round"]), path_number(call.path["number"])
    )
    return TableHistory(events=msgspec.Raw(msgspec.json.encode(events)))


ENDPOINTS: tuple[AnyEndpoint, ...] = (
    Endpoint(f"POST {TOURNAMENT}/calls", "Call the referee to a table.", _call_referee, by_person=True),
    Endpoint(f"POST {TOURNAMENT}/rulings", "Rule.", _make_ruling),
    Endpoint(f"POST {TOURNAMENT}/looks", "Look at hidden tiles; it is logged.", _look_at_racks),
    Endpoint(
        f"GET {TOURNAMENT}/rounds/{{round}}/tables/{{number}}/history",
        "What happened at an online table.",
        _table_history,
    ),
)
"""Every endpoint of the referees."""
