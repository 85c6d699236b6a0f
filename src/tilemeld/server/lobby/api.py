"""The lobby over HTTP: guests, choices, tables from creation to rematch, words."""

import io
from collections.abc import Sequence
from typing import Any

import segno

from tilemeld.bots import PLAYERS
from tilemeld.engine.rules import GROUPS, PROFILES, RULE_FIELDS, profile
from tilemeld.engine.sets.vulgar_words import is_vulgar
from tilemeld.server.http.endpoint import AnyEndpoint, Call, Done, Endpoint, house_rules
from tilemeld.server.live.problems import reason
from tilemeld.server.live.protocol import TableInfo
from tilemeld.service.guests.guests import NAME_LIMIT
from tilemeld.service.live.lobby_table import STAND_IN, Options, Table
from tilemeld.service.live.phrases import PHRASES
from tilemeld.service.ports import GameId, Person

from .messages import (
    Allowance,
    BotWish,
    Choices,
    DeviceEntry,
    DeviceInvitation,
    DeviceState,
    DeviceWish,
    Guest,
    Me,
    MyChange,
    NewGuest,
    NewTable,
    QuickGame,
    Readiness,
    SeatWish,
    TableList,
    TableOptions,
    WordInfo,
)


async def _arrive(call: Call[NewGuest]) -> Guest:
    person, token = await call.context.guests.arrive(
        call.body.name, language=call.body.language, key=call.key
    )
    return _guest(person, token)


def _guest(person: Person, token: str) -> Guest:
    return Guest(person=person.id, name=person.name, avatar=person.avatar, token=token)


async def _me(call: Call[None]) -> Me:
    return Me(person=call.me.id, name=call.me.name, avatar=call.me.avatar)


async def _change_me(call: Call[MyChange]) -> Me:
    person = await call.context.guests.rename(
        call.me, name=call.body.name, avatar=call.body.avatar, key=call.key
    )
    return Me(person=person.id, name=person.name, avatar=person.avatar)


async def _invite_device(call: Call[DeviceWish]) -> DeviceInvitation:
    made = await call.context.device_codes.make(call.me.id)
    table = f".{call.body.table.upper()}" if call.body.table else ""
    link = f"{call.origin}move#{made.code}{table}"
    return DeviceInvitation(
        code=made.code,
        link=link,
        qr=_qr_picture(link),
        expires_at=made.expires_at,
        now=call.context.clock.now_ms(),
    )


async def _device_state(call: Call[None]) -> DeviceState:
    found = await call.context.device_codes.find(call.me.id, call.path["code"])
    return DeviceState(used=found.is_used)


async def _enter_by_device_code(call: Call[DeviceEntry]) -> Guest:
    call.context.request_limits.device(call.address)
    owner = await call.context.device_codes.use(call.body.code, call.body.ticket)
    person = await call.context.guests.find(owner)
    return _guest(person, call.context.guests.token(person.id))


async def _erase_me(call: Call[None]) -> Done:
    await call.context.guests.erase(call.me.id)
    return Done()


async def _choices(call: Call[None]) -> Choices:
    return Choices(
        profiles=[call.context.encoder.rules(profile(name)) for name in PROFILES],
        fields=RULE_FIELDS_SHOWN,
        bots=list(PLAYERS),
        stand_in=STAND_IN,
        phrases=list(PHRASES),
        name_limit=NAME_LIMIT,
        themes=sorted(call.context.dictionary.themes),
    )


RULE_FIELDS_SHOWN = [RULE_FIELDS[name] for names in GROUPS.values() for name in names]
"""Every field of the rules, group by group."""


async def _public_tables(call: Call[None]) -> TableList:
    return TableList(tables=[await call.show(table) for table in await call.context.tables.listed()])


async def _create_table(call: Call[NewTable]) -> TableInfo:
    wish = call.body
    return await call.show(await _set(call, _options(wish), wish.bots))


async def _quick_game(call: Call[QuickGame]) -> TableInfo:
    wish = call.body
    rules = house_rules(wish.profile, wish.house)
    options = Options(rules, 1 + len(wish.bots), spectators=False)
    table = await _set(call, options, wish.bots)
    if not table.games and not table.past:  # it may have been started under the same key
        table = await call.context.play.start(call.me.id, table.id)
    return await call.show(table)


async def _set(call: Call[Any], options: Options, bots: Sequence[str]) -> Table:
    """Set a table, if the person may have another one; the same sent again is the same table."""
    if call.repeated:
        return await call.context.tables.create(call.me.id, options, bots=bots, key=call.key)
    async with call.context.table_quotas.setting(call.claim, public=options.public) as note:
        table = await call.context.tables.create(call.me.id, options, bots=bots, key=call.key)
        await note(table)
    return table


async def _look_at_table(call: Call[None]) -> TableInfo:
    table = await call.context.tables.get(call.table)
    return await call.show(table)


async def _find_table(call: Call[None]) -> TableInfo:
    return await call.show(await call.context.tables.find(call.path["code"]))


async def _table_qr(call: Call[None]) -> str:
    table = await call.context.tables.get(call.table)
    return _qr_picture(f"{call.origin}t/{table.code}")


def _qr_picture(link: str) -> str:
    picture = io.BytesIO()
    code = segno.make(link, error="m", micro=False)
    code.save(picture, kind="svg", border=2, xmldecl=False, nl=False, omitsize=True)
    return picture.getvalue().decode()


async def _sit_down(call: Call[SeatWish]) -> TableInfo:
    return await call.show(
        await call.context.tables.sit(call.table, call.me.id, call.body.seat, key=call.key)
    )


async def _stand_up(call: Call[None]) -> TableInfo:
    return await call.show(
        await call.context.tables.stand_up(call.table, call.me.id, call.seat, key=call.key)
    )


async def _seat_bot(call: Call[BotWish]) -> TableInfo:
    return await call.show(
        await call.context.tables.seat_bot(call.table, call.me.id, call.seat, bot=call.body.bot, key=call.key)
    )


async def _set_ready(call: Call[Readiness]) -> TableInfo:
    return await call.show(
        await call.context.play.ready(call.me.id, call.table, call.seat, ready=call.body.ready, key=call.key)
    )


async def _set_options(call: Call[TableOptions]) -> TableInfo:
    options, quotas = _options(call.body), call.context.table_quotas
    public = options.public and not call.repeated
    async with quotas.listing(call.claim, public=public, known=call.table) as note:
        table = await call.context.tables.set_options(call.table, call.me.id, options, key=call.key)
        await note(table)
    return await call.show(table)


def _options(wish: TableOptions) -> Options:
    return Options(
        rules=house_rules(wish.profile, wish.house),
        seats=wish.seats,
        games=wish.games,
        public=wish.public,
        hints=wish.hints,
        spectators=wish.spectators,
        stand_in=wish.stand_in,
    )


async def _start_match(call: Call[None]) -> TableInfo:
    return await call.show(await call.context.play.start(call.me.id, call.table, key=call.key))


async def _rematch(call: Call[None]) -> TableInfo:
    before = await call.context.tables.get(call.table)
    public = before.options.public and not call.repeated
    async with call.context.table_quotas.listing(call.claim, public=public, known=before.id) as note:
        table = await call.context.tables.rematch(call.table, call.me.id, key=call.key)
        await note(table)
    return await call.show(table)


async def _give_allowance(call: Call[Allowance]) -> Done:
    game = GameId(call.path["game"])
    await call.context.play.give_allowance(
        call.me.id, game, call.body.seat, seconds=call.body.seconds, key=call.key
    )
    return Done()


async def _look_up(call: Call[None]) -> WordInfo:
    return await _word_info(call, theme=None)


async def _look_up_in_theme(call: Call[None]) -> WordInfo:
    return await _word_info(call, theme=call.path["theme"])


async def _word_info(call: Call[None], *, theme: str | None) -> WordInfo:
    word, faults = await call.context.dictionary.look_up(call.path["word"], theme)
    return WordInfo(
        word=word, valid=not faults, reasons=[reason(each) for each in faults], vulgar=is_vulgar(word)
    )


ENDPOINTS: tuple[AnyEndpoint, ...] = (
    Endpoint("POST /api/guests", "Come in as a guest.", _arrive, status=201, token=False, makes_guest=True),
    Endpoint("GET /api/me", "What is known of the person who asks.", _me),
    Endpoint("PATCH /api/me", "Change name or avatar.", _change_me),
    Endpoint("DELETE /api/me", "Be forgotten now.", _erase_me),
    Endpoint("POST /api/me/devices", "A code to go on from another device.", _invite_device, asks=True),
    Endpoint("GET /api/me/devices/{code}", "Whether another device has used a code.", _device_state),
    Endpoint("POST /api/devices", "Be who a code belongs to.", _enter_by_device_code, token=False, asks=True),
    Endpoint("GET /api/choices", "Profiles, rule fields, bots, phrases.", _choices, token=False),
    Endpoint("GET /api/words/{word}", "Look a word up (W8).", _look_up, token=False),
    Endpoint(
        "GET /api/themes/{theme}/words/{word}",
        "Look a word up in a game with a theme (W16).",
        _look_up_in_theme,
        token=False,
    ),
    Endpoint("GET /api/tables", "Public tables.", _public_tables, token=False),
    Endpoint("POST /api/tables", "Set a table.", _create_table, status=201, makes_table=True),
    Endpoint("POST /api/quick", "Play against bots at once.", _quick_game, status=201, makes_table=True),
    Endpoint("GET /api/codes/{code}", "Find a table by its code.", _find_table, token=False),
    Endpoint("GET /api/tables/{table}", "Look at a table.", _look_at_table, token=False),
    Endpoint(
        "GET /api/tables/{table}/qr.svg",
        "A QR code of the link to a table.",
        _table_qr,
        token=False,
        media="image/svg+xml",
    ),
    Endpoint("PUT /api/tables/{table}", "Change the options.", _set_options),
    Endpoint("POST /api/tables/{table}/seats", "Sit down.", _sit_down),
    Endpoint("DELETE /api/tables/{table}/seats/{seat}", "Stand up, or free a seat as the host.", _stand_up),
    Endpoint("PUT /api/tables/{table}/seats/{seat}/bot", "Seat a bot or send it away.", _seat_bot),
    Endpoint(
        "PUT /api/tables/{table}/seats/{seat}/ready",
        "Say whether one is ready; when all are, the game begins.",
        _set_ready,
    ),
    Endpoint("POST /api/tables/{table}/start", "Begin with those who are ready.", _start_match),
    Endpoint("POST /api/tables/{table}/rematch", "Play another match.", _rematch),
    Endpoint("POST /api/games/{game}/allowances", "Give a seat more time.", _give_allowance),
)
"""The endpoints of guests, lobby and tables."""
