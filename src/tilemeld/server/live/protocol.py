"""The protocol of the live table: two closed unions of messages, one from each side, as JSON text.

docs/protocol.md has an example of every message; its JSON Schema and TypeScript types are generated
(``make docs``). Views, changes and events are the engine's own values in the codec of the record.
"""

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args

import msgspec
from msgspec import Meta, Struct, defstruct

from tilemeld.bots.coach.hint_values import Hint, HintStep
from tilemeld.engine.game.commands import SeatCommand
from tilemeld.engine.game.match import GameLine
from tilemeld.engine.record.codec import tag_of
from tilemeld.engine.rules import Difference
from tilemeld.tournament.views.online_table import TournamentTable

from .derived import struct_fields

PROTOCOL = 5
PROTOCOL_HEADER = "Tilemeld-Protocol"
"""With which a page says over HTTP what it speaks; scripts need not."""

Id = Annotated[str, Meta(min_length=1, max_length=64)]
SeatNumber = Annotated[int, Meta(ge=0, le=5)]
Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
LaidText = Annotated[str, Meta(min_length=2, max_length=20)]
LaidTable = Annotated[list[Annotated[list[LaidText], Meta(max_length=40)]], Meta(max_length=100)]
"""A table as sets of tiles, each written as r7a, or Ja(r9) for a joker that stands for something."""
RawTable = Annotated[
    msgspec.Raw,
    Meta(
        extra_json_schema={
            "type": "array",
            "maxItems": 100,
            "items": {
                "type": "array",
                "maxItems": 40,
                "items": {"type": "string", "minLength": 2, "maxLength": 20},
            },
        }
    ),
]
"""The same as the text it came in: read once, and passed on as it is."""


# From the client


class _FromClient(Struct, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    pass


class Hello(_FromClient, tag="hello", kw_only=True):
    """Identify the client; the first message of every connection."""

    protocol: int
    token: Annotated[str, Meta(max_length=200)]


class Enter(_FromClient, tag="enter", kw_only=True):
    """Follow a table, from one of your own seats or as a spectator; from a version on, if you have it."""

    table: Id
    seat: SeatNumber | None = None
    """Which of your own seats to look from; ``null``: the first of them, or as a spectator."""
    game: Id | None = None
    """The game you have already."""
    version: Count | None = None
    """The version you have of it; the rest comes as a delta."""


class Look(_FromClient, tag="look", kw_only=True):
    """Ask for the whole view, for instance because a hash did not match."""


class Ping(_FromClient, tag="ping", kw_only=True):
    """Ask for the server's time."""

    number: Count


class PutDraft(_FromClient, tag="draft", kw_only=True):
    """Stream the half-built table; not answered unless it is refused."""

    game: Id
    seat: SeatNumber
    turn: Count
    number: Count
    table: RawTable


class _FromSeat(_FromClient, kw_only=True):
    id: Id
    """Chosen by the client, new for every command: sending it again is harmless."""
    game: Id
    seat: SeatNumber


class SeatMessage(_FromSeat, kw_only=True):
    """A message that asks for one of the engine's commands: its other fields are the command's own."""

    seen: Count
    """The version the player was looking at."""


_BOUNDED: Mapping[str, Any] = {
    "entropy": Annotated[str, Meta(max_length=128)],
    "stack": Annotated[int, Meta(ge=0, le=100)],
    "table": LaidTable,
    "against": Annotated[tuple[Annotated[str, Meta(max_length=120)], ...], Meta(max_length=120)],
}
"""How large the values of commands may be that come from outside."""


def _message_of(command: type) -> type[SeatMessage]:
    """Return the message that asks for a command; the seat and the version are in all of them."""
    made = defstruct(
        command.__name__,
        struct_fields(command, without=("seat", "seen"), bounded=_BOUNDED),
        bases=(SeatMessage,),
        tag=tag_of(command),
        namespace={"__doc__": command.__doc__},
        kw_only=True,
    )
    assert issubclass(made, SeatMessage), "as its base says"
    return made


SEAT_COMMANDS: Mapping[type[SeatMessage], type[SeatCommand]] = {
    _message_of(command): command for command in get_args(SeatCommand)
}
"""The messages that ask for commands of the engine, and which."""


class Leave(_FromSeat, tag="leave", kw_only=True):
    """Leave the game for good."""


class ComeBack(_FromSeat, tag="come-back", kw_only=True):
    """Take your seat back."""


class Wish(_FromSeat, tag="wish", kw_only=True):
    """Ask for a pause, to resume, or for neither; it happens when all ask for it."""

    wish: Literal["pause", "resume"] | None


class AskHint(_FromSeat, tag="hint", kw_only=True):
    """Ask the coach, in three steps: can I play, with which tiles, how."""

    step: HintStep


class SetPace(_FromClient, tag="pace", kw_only=True):
    """Say how fast bots should play; it takes effect where all people at the table chose the same."""

    pace: Literal["slow", "normal", "quick"]


class Say(_FromClient, tag="say", kw_only=True):
    """Say one of the preset phrases."""

    phrase: Annotated[str, Meta(max_length=40)]


_Other = Hello | Enter | Look | Ping | PutDraft | Leave | ComeBack | Wish | AskHint | SetPace | Say
if TYPE_CHECKING:
    FromClient = _Other | SeatMessage
else:
    FromClient = Union[(*get_args(_Other), *SEAT_COMMANDS)]


# From the server

EngineView = Annotated[msgspec.Raw, Meta(extra_json_schema={"$ref": "#/$defs/game-view"})]
EngineChanges = Annotated[msgspec.Raw, Meta(extra_json_schema={"$ref": "#/$defs/view-changes"})]
EngineEvents = Annotated[
    msgspec.Raw, Meta(extra_json_schema={"type": "array", "items": {"$ref": "#/$defs/event"}})
]
EngineTable = Annotated[
    msgspec.Raw,
    Meta(extra_json_schema={"type": "array", "items": {"type": "array", "items": {"type": "string"}}}),
]
EngineRules = Annotated[msgspec.Raw, Meta(extra_json_schema={"$ref": "#/$defs/rules"})]
EngineValue = Annotated[
    str | int | bool | list[str | int | None] | None, Meta(description="the value of a field of the rules")
]
Params = dict[str, str | int]


class _FromServer(Struct, tag_field="type", kw_only=True):
    pass


class Welcome(_FromServer, tag="welcome", kw_only=True):
    """The answer to hello."""

    protocol: int
    person: str
    name: str
    avatar: str
    now: int
    """The server's time in milliseconds."""


class Pong(_FromServer, tag="pong", kw_only=True):
    """The server's time."""

    number: int
    now: int


class PlaceInfo(Struct, kw_only=True):
    """A seat of a table, for everybody to see."""

    kind: Literal["empty", "person", "bot"]
    name: str
    """Empty once the person is erased, or for an empty seat; the bot's name for a bot."""
    avatar: str
    ready: bool
    away: bool
    online: bool
    wants_pause: bool
    wants_resume: bool
    host: bool
    yours: bool


class TableInfo(Struct, kw_only=True):
    """A table of the lobby, as everybody may know it."""

    id: str
    code: str
    version: int
    stage: Literal["open", "playing", "between", "over"]
    profile: str
    rules: EngineRules
    differences: tuple[Difference, ...]
    """The rules in which this table differs from its profile: theirs is the profile's value."""
    games: int
    public: bool
    hints: bool
    spectators: bool
    stand_in: str
    """The bot that replaces a player who has left."""
    places: list[PlaceInfo]
    game: str | None
    """The game that is being played, or was last."""
    lines: tuple[GameLine, ...]
    totals: list[int]
    winners: list[int]
    """Who won the match, once it is over."""
    matches: int
    tournament: TournamentTable | None = None
    """Where in which tournament this is: its draw says who sits here, and nobody plays another match."""
    freed: bool = False
    """Whether the host has freed your seat, and you have not sat down again."""


class TableChanged(_FromServer, tag="table", kw_only=True):
    """The table you follow, after entering and whenever it changes."""

    table: TableInfo
    seat: int | None
    """The seat you look from; ``null``: as a spectator."""


class DraftInfo(Struct, kw_only=True):
    """A half-built table."""

    seat: int
    turn: int
    number: int
    table: EngineTable


class WholeView(_FromServer, tag="view", kw_only=True):
    """The whole game as far as you may know it."""

    game: str
    version: int
    now: int
    view: EngineView
    hash: str
    """Of the view: docs/protocol.md says how it is made."""
    draft: DraftInfo | None
    """The half-built table of the turn in progress."""


class Moved(_FromServer, tag="moved", kw_only=True):
    """What happened since a version: events to show, and the fields of the view that changed."""

    game: str
    base: int
    version: int
    now: int
    events: EngineEvents
    changes: EngineChanges
    hash: str
    """Of the view after it."""


class Drafted(_FromServer, tag="drafted", kw_only=True):
    """The active player's half-built table moved."""

    game: str
    draft: DraftInfo


class Ack(_FromServer, tag="ack", kw_only=True):
    """A command was carried out, and it is on disk."""

    id: str
    version: int
    """The version it led to."""
    repeated: bool


class RefusalInfo(Struct, kw_only=True):
    """One reason, with a stable code, its values and an English sentence."""

    code: str
    params: Params
    text: str


class Refused(_FromServer, tag="refused", kw_only=True):
    """A command was not carried out, for these reasons; nothing changed."""

    id: str | None
    """The command; none for a message without an id."""
    refusals: list[RefusalInfo]


class Fault(_FromServer, tag="fault", kw_only=True):
    """A message could not be read or answered; if it is fatal, the connection ends."""

    code: str
    params: Params
    text: str
    fatal: bool


class Hinted(_FromServer, tag="hinted", kw_only=True):
    """The coach's hint, up to the step that was asked for; faces, not tiles."""

    id: str
    game: str
    hint: Hint


class Said(_FromServer, tag="said", kw_only=True):
    """A player at the table said a preset phrase."""

    seat: int
    phrase: str


class Online(_FromServer, tag="online", kw_only=True):
    """Which seats are connected, and the number of spectators."""

    seats: list[bool]
    spectators: int


class Health(_FromServer, tag="health", kw_only=True):
    """What the server depends on, when it does not work or works again."""

    store: bool
    """Whether moves can be stored; while not, they are refused, and nothing is lost."""
    bus: bool
    """Whether what others do at another server is shown at once; while not, it comes a little later."""


FromServer = (
    Welcome
    | Pong
    | TableChanged
    | WholeView
    | Moved
    | Drafted
    | Ack
    | Refused
    | Fault
    | Hinted
    | Said
    | Online
    | Health
)

_decoder = msgspec.json.Decoder(FromClient)
_table_decoder = msgspec.json.Decoder(LaidTable)
_encoder = msgspec.json.Encoder()


def decode(text: str | bytes) -> FromClient:
    """Read a client's message.

    Raises ``msgspec.DecodeError`` or ``msgspec.ValidationError`` for anything else.
    """
    message: FromClient = _decoder.decode(text)
    return message


def decode_table(raw: msgspec.Raw) -> list[list[str]]:
    """Read a table that came as a text.

    Raises ``msgspec.DecodeError`` or ``msgspec.ValidationError`` for anything else.
    """
    return _table_decoder.decode(raw)


def drafted(game: str, draft: str) -> str:
    """Write the message about a draft that is written already, as a ``DraftInfo``."""
    return f'{{"type":"drafted","game":"{game}","draft":{draft}}}'


def encode(message: FromServer) -> str:
    """Write a message of the server."""
    return _encoder.encode(message).decode()


def digest(message: SeatMessage | Wish) -> str:
    """Return a short hash of a command, whatever the order of its fields was on the wire."""
    return hashlib.sha256(_encoder.encode(message)).hexdigest()[:16]
