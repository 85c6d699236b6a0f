"""Bodies and answers of the lobby over HTTP: guests, choices, tables, words."""

from typing import Annotated

from msgspec import Meta, Struct

from tilemeld.engine.rules import RuleField
from tilemeld.server.http.endpoint import House, ShortText
from tilemeld.server.live.protocol import EngineRules, RefusalInfo, TableInfo
from tilemeld.service.guests.avatars import AVATAR_LENGTH
from tilemeld.service.guests.generated_names import NameLanguage
from tilemeld.service.live.lobby import MAX_GAMES
from tilemeld.service.live.lobby_table import STAND_IN

SeatCount = Annotated[int, Meta(ge=2, le=6)]
GameCount = Annotated[int, Meta(ge=1, le=MAX_GAMES)]
SeatPlace = Annotated[int, Meta(ge=0, le=5)]


class _Body(Struct, forbid_unknown_fields=True, kw_only=True):
    pass


class NewGuest(_Body, kw_only=True):
    """A new guest; without a name one is generated, in a language."""

    name: Annotated[str, Meta(min_length=1, max_length=100)] | None = None
    language: NameLanguage = "en"


class Me(Struct, kw_only=True):
    """What is known of the person who asks."""

    person: str
    name: str
    avatar: str


class Guest(Me, kw_only=True):
    """A guest, with the token."""

    token: str


class DeviceWish(_Body, kw_only=True):
    """The table to go on at, if there is one."""

    table: Annotated[str, Meta(max_length=32, pattern="^[A-Za-z0-9]*$")] = ""


class DeviceInvitation(Struct, kw_only=True):
    """A code with which another device can play as the same person, once."""

    code: str
    link: str
    qr: str
    """The link as a QR code, an SVG."""
    expires_at: int
    now: int


class DeviceState(Struct, kw_only=True):
    """Whether another device has come in by a code."""

    used: bool


class DeviceEntry(_Body, kw_only=True):
    """A code from another device, and a number of one's own: who sends both again gets the same answer."""

    code: ShortText
    ticket: Annotated[str, Meta(min_length=16, max_length=64)]


class MyChange(_Body, kw_only=True):
    """Another name or avatar; what is left out stays."""

    name: Annotated[str, Meta(min_length=1, max_length=100)] | None = None
    avatar: Annotated[str, Meta(min_length=2, max_length=AVATAR_LENGTH)] | None = None


class Choices(Struct, kw_only=True):
    """What a table can be made of."""

    profiles: list[EngineRules]
    fields: list[RuleField]
    bots: list[str]
    stand_in: str
    """The bot that replaces a player who has left, unless another is chosen."""
    phrases: list[str]
    name_limit: int
    themes: list[str]
    """The themes of the word game that this server has word lists of."""


class TableOptions(_Body, kw_only=True):
    """The options of a table, all of them; house rules override single fields of the profile."""

    profile: ShortText
    seats: SeatCount
    house: House = {}
    games: GameCount = 1
    public: bool = False
    hints: bool = False
    """Whether the coach may be asked: off, until everybody who sits down has seen it."""
    spectators: bool = True
    stand_in: ShortText = STAND_IN
    """The bot that replaces a player who has left."""


class NewTable(TableOptions, kw_only=True):
    """A table to be created; house rules override single fields of the profile."""

    profile: ShortText = "pl"
    seats: SeatCount = 4
    bots: Annotated[list[ShortText], Meta(max_length=5)] = []


class QuickGame(_Body, kw_only=True):
    """A game against bots that begins at once."""

    bots: Annotated[list[ShortText], Meta(min_length=1, max_length=5)]
    profile: ShortText = "pl"
    house: House = {}


class SeatWish(_Body, kw_only=True):
    """Which seat to sit in; without one, the first that is free."""

    seat: SeatPlace | None = None


class BotWish(_Body, kw_only=True):
    """Which bot sits here; ``null`` removes it."""

    bot: ShortText | None


class Readiness(_Body, kw_only=True):
    """Whether the person is ready for the next game."""

    ready: bool


class Allowance(_Body, kw_only=True):
    """More time for each turn of a seat (M9)."""

    seat: SeatPlace
    seconds: Annotated[int, Meta(ge=0, le=600)]


class TableList(Struct, kw_only=True):
    """Public tables."""

    tables: list[TableInfo]


class WordInfo(Struct, kw_only=True):
    """Whether a word may be laid, and if not, why."""

    word: str
    valid: bool
    reasons: list[RefusalInfo]
    vulgar: bool = False
    """Whether tables without vulgar words refuse it."""
