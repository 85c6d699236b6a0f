"""The HTTP API: guests, lobby, tables. One list of endpoints makes both the routes and the OpenAPI page."""

import io
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
import segno
from msgspec import Meta, Struct

from tilemeld.bots import PLAYERS
from tilemeld.engine.family import is_vulgar
from tilemeld.engine.rules import PROFILES, RULE_FIELDS, Rules, Value, profile
from tilemeld.service.errors import Forbidden
from tilemeld.service.names import NameLanguage
from tilemeld.service.people import NAME_LIMIT
from tilemeld.service.phrases import PHRASES
from tilemeld.service.ports import GameId, Person, TableId
from tilemeld.service.table import STAND_IN, Options, Table
from tilemeld.service.tables import MAX_GAMES

from .protocol import EngineRules, EngineValue, RefusalInfo, TableInfo
from .rooms import describe
from .sockets import Desk

SeatCount = Annotated[int, Meta(ge=2, le=6)]
GameCount = Annotated[int, Meta(ge=1, le=MAX_GAMES)]
SeatPlace = Annotated[int, Meta(ge=0, le=5)]
ShortText = Annotated[str, Meta(min_length=1, max_length=100)]
House = Annotated[dict[str, EngineValue], Meta(max_length=60)]


class _Body(Struct, forbid_unknown_fields=True):
    pass


class _Answer(Struct):
    pass


class NewGuest(_Body):
    """A guest who comes in; without a name one is generated, in a language."""

    name: Annotated[str, Meta(min_length=1, max_length=100)] | None = None
    language: NameLanguage = "en"


class Guest(_Answer):
    """A guest, with the token to come back with."""

    person: str
    name: str
    avatar: str
    token: str


class Me(_Answer):
    """What is known of oneself."""

    person: str
    name: str
    avatar: str


class MyChange(_Body):
    """Another name or avatar; what is left out stays."""

    name: Annotated[str, Meta(min_length=1, max_length=100)] | None = None
    avatar: Annotated[str, Meta(min_length=2, max_length=3)] | None = None


class RuleField(_Answer):
    """A field of the rules: what it means and what it takes."""

    name: str
    rules: list[str]
    text: str
    allowed: str


class ProfileInfo(_Answer):
    """A published rule set."""

    profile: str
    version: int
    min_players: int
    max_players: int
    turn_seconds: int | None
    turn_seconds_offered: list[int | None]
    strict: bool
    rules: EngineRules


class Choices(_Answer):
    """What a table can be made of."""

    profiles: list[ProfileInfo]
    fields: list[RuleField]
    bots: list[str]
    stand_in: str
    """The bot that plays for who has left, unless another is chosen."""
    phrases: list[str]
    name_limit: int
    themes: list[str]
    """The themes of the word game that this server has word lists of."""


class NewTable(_Body):
    """A table to be set; house rules override single fields of the profile."""

    profile: ShortText = "pl"
    house: House = {}
    seats: SeatCount = 4
    games: GameCount = 1
    public: bool = False
    hints: bool = False
    """Whether the coach may be asked: off, until everybody who sits down has seen it."""
    spectators: bool = True
    stand_in: ShortText = STAND_IN
    """The bot that plays for who has left."""
    bots: Annotated[list[ShortText], Meta(max_length=5)] = []


class QuickGame(_Body):
    """A game against bots that begins at once."""

    bots: Annotated[list[ShortText], Meta(min_length=1, max_length=5)]
    profile: ShortText = "pl"
    house: House = {}


class TableOptions(_Body):
    """The options of a table, all of them."""

    profile: ShortText
    seats: SeatCount
    house: House = {}
    games: GameCount = 1
    public: bool = False
    hints: bool = False
    """Whether the coach may be asked: off, until everybody who sits down has seen it."""
    spectators: bool = True
    stand_in: ShortText = STAND_IN
    """The bot that plays for who has left."""


class SeatWish(_Body):
    """Which seat to sit in; without one, the first that is free."""

    seat: SeatPlace | None = None


class BotWish(_Body):
    """Which bot sits here; none takes it away."""

    bot: ShortText | None


class Readiness(_Body):
    """Whether one is ready for the next game."""

    ready: bool


class Allowance(_Body):
    """More time for each turn of a seat (M9)."""

    seat: SeatPlace
    seconds: Annotated[int, Meta(ge=0, le=600)]


class TableList(_Answer):
    """Public tables."""

    tables: list[TableInfo]


class WordInfo(_Answer):
    """Whether a word may be laid, and if not, why."""

    word: str
    valid: bool
    reasons: list[RefusalInfo]
    vulgar: bool = False
    """Whether tables that want family words only refuse it."""


class Done(_Answer):
    """It is done."""

    done: bool = True


class Problem(_Answer):
    """Why not: every reason, each with a stable code."""

    refusals: list[RefusalInfo]


@dataclass(frozen=True, slots=True)
class Call:
    """One request, read and checked."""

    desk: Desk
    person: Person | None
    path: dict[str, str]
    body: Any
    origin: str
    """The address that the server was called by, with a slash at its end."""

    @property
    def me(self) -> Person:
        """Who is asking."""
        if self.person is None:
            raise Forbidden("http/unauthorised")
        return self.person

    @property
    def table(self) -> TableId:
        """The table of the address."""
        return TableId(self.path["table"])

    @property
    def seat(self) -> int:
        """The seat of the address."""
        return int(self.path["seat"])

    async def show(self, table: Table) -> TableInfo:
        """Describe a table for who is asking."""
        desk = self.desk
        return await describe(
            table,
            self.person.id if self.person else None,
            guests=desk.guests,
            rooms=desk.rooms,
            wire=desk.wire,
        )


Answer = Struct | str
Handler = Callable[[Call], Awaitable[Answer]]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One address and method of the API."""

    method: str
    path: str
    summary: str
    handler: Handler
    answer: type[Struct] | None
    """What is answered; none: a text of another kind."""
    body: type[Struct] | None = None
    status: int = 200
    token: bool = True
    """Whether it needs a token."""
    media: str = "application/json"
    makes_guest: bool = False
    """Whether it counts against the limit of new guests."""
    thinks: bool = False
    """Whether it counts against the limit of questions to the solver."""
    most_bytes: int | None = None
    """How long the body may be; none: as the server's limits say."""
    by_person: bool = False
    """Whether it is limited by person instead of by address: a whole hall may stand behind one."""


async def _arrive(call: Call) -> Guest:
    person, token = await call.desk.guests.arrive(call.body.name, language=call.body.language)
    return Guest(person.id, person.name, person.avatar, token)


async def _me(call: Call) -> Me:
    return Me(call.me.id, call.me.name, call.me.avatar)


async def _change_me(call: Call) -> Me:
    person = await call.desk.guests.rename(call.me, name=call.body.name, avatar=call.body.avatar)
    return Me(person.id, person.name, person.avatar)


async def _erase_me(call: Call) -> Done:
    await call.desk.guests.erase(call.me.id)
    return Done()


async def _choices(call: Call) -> Choices:
    return Choices(
        [_profile_info(profile(name), call.desk) for name in PROFILES],
        [RuleField(name, list(info.rules), info.text, info.allowed) for name, info in RULE_FIELDS.items()],
        list(PLAYERS),
        STAND_IN,
        list(PHRASES),
        NAME_LIMIT,
        sorted(call.desk.dictionary.themes),
    )


def _profile_info(rules: Rules, desk: Desk) -> ProfileInfo:
    return ProfileInfo(
        rules.profile,
        rules.version,
        rules.min_players,
        rules.max_players,
        rules.turn_seconds,
        list(rules.turn_seconds_offered),
        rules.strict,
        desk.wire.rules(rules),
    )


async def _list(call: Call) -> TableList:
    return TableList([await call.show(table) for table in await call.desk.tables.listed()])


async def _create(call: Call) -> TableInfo:
    wish: NewTable = call.body
    return await call.show(await call.desk.tables.create(call.me.id, _options(wish), bots=wish.bots))


async def _quick(call: Call) -> TableInfo:
    wish: QuickGame = call.body
    rules = house_rules(wish.profile, wish.house)
    options = Options(rules, 1 + len(wish.bots), spectators=False)
    table = await call.desk.tables.create(call.me.id, options, bots=wish.bots)
    return await call.show(await call.desk.play.start(call.me.id, table.id))


async def _get(call: Call) -> TableInfo:
    table = await call.desk.tables.get(call.table)
    return await call.show(table)


async def _find(call: Call) -> TableInfo:
    return await call.show(await call.desk.tables.find(call.path["code"]))


async def _qr(call: Call) -> str:
    table = await call.desk.tables.get(call.table)
    picture = io.BytesIO()
    code = segno.make(f"{call.origin}t/{table.code}", error="m", micro=False)
    code.save(picture, kind="svg", border=2, xmldecl=False, nl=False, omitsize=True)
    return picture.getvalue().decode()


async def _sit(call: Call) -> TableInfo:
    return await call.show(await call.desk.tables.sit(call.table, call.me.id, call.body.seat))


async def _stand_up(call: Call) -> TableInfo:
    return await call.show(await call.desk.tables.stand_up(call.table, call.me.id, call.seat))


async def _seat_bot(call: Call) -> TableInfo:
    return await call.show(await call.desk.tables.seat_bot(call.table, call.me.id, call.seat, call.body.bot))


async def _ready(call: Call) -> TableInfo:
    return await call.show(
        await call.desk.play.ready(call.me.id, call.table, call.seat, ready=call.body.ready)
    )


async def _set_options(call: Call) -> TableInfo:
    wish: TableOptions = call.body
    return await call.show(await call.desk.tables.set_options(call.table, call.me.id, _options(wish)))


def _options(wish: NewTable | TableOptions) -> Options:
    return Options(
        house_rules(wish.profile, wish.house),
        wish.seats,
        wish.games,
        wish.public,
        wish.hints,
        wish.spectators,
        wish.stand_in,
    )


async def _start(call: Call) -> TableInfo:
    return await call.show(await call.desk.play.start(call.me.id, call.table))


async def _rematch(call: Call) -> TableInfo:
    return await call.show(await call.desk.tables.rematch(call.table, call.me.id))


async def _allow(call: Call) -> Done:
    game = GameId(call.path["game"])
    await call.desk.play.give_allowance(call.me.id, game, call.body.seat, call.body.seconds)
    return Done()


async def _look_up(call: Call) -> WordInfo:
    word, faults = await call.desk.dictionary.look_up(call.path["word"], call.path.get("theme"))
    reasons = [RefusalInfo(each.code, dict(each.params), str(each)) for each in faults]
    return WordInfo(word, not faults, reasons, is_vulgar(word))


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        "POST",
        "/api/guests",
        "Come in as a guest.",
        _arrive,
        Guest,
        body=NewGuest,
        status=201,
        token=False,
        makes_guest=True,
    ),
    Endpoint("GET", "/api/me", "What is known of oneself.", _me, Me),
    Endpoint("PATCH", "/api/me", "Change name or avatar.", _change_me, Me, body=MyChange),
    Endpoint("DELETE", "/api/me", "Be forgotten now.", _erase_me, Done),
    Endpoint("GET", "/api/choices", "Profiles, rule fields, bots, phrases.", _choices, Choices, token=False),
    Endpoint("GET", "/api/words/{word}", "Look a word up (W8).", _look_up, WordInfo, token=False),
    Endpoint(
        "GET",
        "/api/themes/{theme}/words/{word}",
        "Look a word up in a game with a theme (W16).",
        _look_up,
        WordInfo,
        token=False,
    ),
    Endpoint("GET", "/api/tables", "Public tables.", _list, TableList, token=False),
    Endpoint("POST", "/api/tables", "Set a table.", _create, TableInfo, body=NewTable, status=201),
    Endpoint(
        "POST", "/api/quick", "Play against bots at once.", _quick, TableInfo, body=QuickGame, status=201
    ),
    Endpoint("GET", "/api/codes/{code}", "Find a table by its code.", _find, TableInfo, token=False),
    Endpoint("GET", "/api/tables/{table}", "Look at a table.", _get, TableInfo, token=False),
    Endpoint(
        "GET",
        "/api/tables/{table}/qr.svg",
        "A QR code of the link to a table.",
        _qr,
        None,
        token=False,
        media="image/svg+xml",
    ),
    Endpoint("PUT", "/api/tables/{table}", "Change the options.", _set_options, TableInfo, body=TableOptions),
    Endpoint("POST", "/api/tables/{table}/seats", "Sit down.", _sit, TableInfo, body=SeatWish),
    Endpoint("DELETE", "/api/tables/{table}/seats/{seat}", "Stand up.", _stand_up, TableInfo),
    Endpoint(
        "PUT",
        "/api/tables/{table}/seats/{seat}/bot",
        "Seat a bot or send it away.",
        _seat_bot,
        TableInfo,
        body=BotWish,
    ),
    Endpoint(
        "PUT",
        "/api/tables/{table}/seats/{seat}/ready",
        "Say whether one is ready; when all are, the game begins.",
        _ready,
        TableInfo,
        body=Readiness,
    ),
    Endpoint("POST", "/api/tables/{table}/start", "Begin with those who are ready.", _start, TableInfo),
    Endpoint("POST", "/api/tables/{table}/rematch", "Play another match.", _rematch, TableInfo),
    Endpoint("POST", "/api/games/{game}/allowances", "Give a seat more time.", _allow, Done, body=Allowance),
)
"""The endpoints of guests, lobby and tables."""


def house_rules(name: str, changes: dict[str, EngineValue]) -> Rules:
    """Return a profile with single fields changed, as they came over the wire."""
    values: dict[str, Value] = {
        field: tuple(value) if isinstance(value, list) else value for field, value in changes.items()
    }
    return profile(name).override(values)


def encode(answer: Struct) -> bytes:
    """Write an answer."""
    return msgspec.json.encode(answer)
