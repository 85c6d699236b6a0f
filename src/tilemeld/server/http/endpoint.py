"""The HTTP API: what a call, its answer and an endpoint are.

One list of endpoints makes both the routes and the OpenAPI page (``all_endpoints.py``); each part of it
(lobby, records, solver, tournaments, hall) has a file of its own.
"""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import KW_ONLY, dataclass
from fractions import Fraction
from functools import cached_property
from types import NoneType
from typing import Annotated, Any, Generic, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct, defstruct
from starlette.requests import Request
from starlette.responses import Response

from tilemeld.engine.rules import Rules, Value, profile
from tilemeld.server.context import Context
from tilemeld.server.live.derived import struct_fields
from tilemeld.server.live.presence import describe
from tilemeld.server.live.protocol import EngineValue, RefusalInfo, TableInfo
from tilemeld.service.claims import Claim
from tilemeld.service.errors import Forbidden
from tilemeld.service.live.lobby_table import Table
from tilemeld.service.ports import CommandKey, Person, TableId
from tilemeld.service.tournament.cache import Shown, WrittenPage
from tilemeld.service.tournament.ports import TournamentId
from tilemeld.tournament.results.standings import format_points

from .tagged import Tagged

ShortText = Annotated[str, Meta(min_length=1, max_length=100)]
House = Annotated[dict[str, EngineValue], Meta(max_length=60)]
NOW_HEADER = "Tilemeld-Now"
"""The server's time, so that any page can count down by itself."""
ROLE_HEADER = "Tilemeld-Role"
HEAD_HEADER = "Tilemeld-Head-Referee"
"""Whether the person who asks acts as head referee: ``yes`` or ``no``."""
PUBLIC = "public, max-age=2, must-revalidate"
"""How long anybody may keep what everybody may see."""


def body_like(kind: type, *, without: Collection[str] = ()) -> Any:
    """Return the fields and defaults of a dataclass as a body, which refuses all other fields."""
    found = struct_fields(kind, without=without)
    return defstruct(f"{kind.__name__}Fields", found, forbid_unknown_fields=True, kw_only=True)


class Done(Struct, kw_only=True):
    """It is done."""

    done: bool = True


class Problem(Struct, kw_only=True):
    """Why not: every reason, each with a stable code."""

    refusals: list[RefusalInfo]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept(Generic[Shown]):
    """An answer that was written once for all who ask; a client that has it is answered 304.

    What depends on the viewer or the moment is not in it but in the headers of the answer.
    """

    page: WrittenPage[Shown]
    role: str | None = None
    """The role of the person who asks: the header ``Tilemeld-Role``."""
    is_head_referee: bool = False
    """Whether that person acts as head referee (M6): the header ``Tilemeld-Head-Referee``."""

    def answer(self, request: Request, now: int, *, public: bool) -> Response:
        """Answer a request with the text, or say that nothing has changed since."""
        headers = {NOW_HEADER: str(now)}
        if self.role is not None:
            headers |= {ROLE_HEADER: self.role, HEAD_HEADER: "yes" if self.is_head_referee else "no"}
        page = self.page
        text = Tagged(
            body=page.body,
            packed=page.packed,
            media="application/json",
            cache=PUBLIC if public else "no-store",
            tag=page.tag,
        )
        return text.answer(request, headers=headers)


Body = TypeVar("Body", covariant=True)  # noqa: PLC0105  # a word, not a formula
Answer = TypeVar("Answer", covariant=True)  # noqa: PLC0105  # as above


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Generic[Body]):
    """One request, read and checked; without a body it is a ``Call[None]``."""

    context: Context
    person: Person | None
    path: dict[str, str]
    body: Body
    origin: str
    """The server's address as the client sees it, with a slash at its end."""
    address: str = ""
    """Where the caller is."""
    key: CommandKey | None = None
    """Under which a write is done once; none: it is a question."""
    repeated: bool = False
    """Whether a write had been done before."""

    @property
    def me(self) -> Person:
        """Who is asking."""
        if self.person is None:
            raise Forbidden("http/unauthorised")
        return self.person

    @property
    def claim(self) -> Claim:
        """The claim with which workers are asked."""
        return Claim(self.address, self.address if self.person is None else self.person.id)

    @property
    def table(self) -> TableId:
        """The table of the address."""
        return TableId(self.path["table"])

    @property
    def tournament(self) -> TournamentId:
        """The tournament of the address."""
        return TournamentId(self.path["tournament"])

    @property
    def seat(self) -> int:
        """The seat of the address."""
        return int(self.path["seat"])

    async def show(self, table: Table) -> TableInfo:
        """Describe a table for the person who asks."""
        context = self.context
        return await describe(
            table,
            self.person.id if self.person else None,
            guests=context.guests,
            presence=context.presence,
            encoder=context.encoder,
            tournaments=context.tournaments,
        )


@dataclass(frozen=True)
class Endpoint(Generic[Body, Answer]):
    """One address and method of the API; body and answer follow from the types of its handler."""

    name: str
    """The method and the address: ``POST /api/tables``."""
    summary: str
    handler: Callable[[Call[Body]], Awaitable[Answer]]
    _: KW_ONLY
    status: int = 200
    token: bool = True
    """Whether it needs a token."""
    media: str = "application/json"
    makes_guest: bool = False
    """Whether it counts against the limit of new guests."""
    makes_table: bool = False
    """Whether it counts against the limit of new tables."""
    makes_tournament: bool = False
    """Whether it counts against the limit of new tournaments."""
    thinks: bool = False
    """Whether it counts against the limit of questions to the solver."""
    asks: bool = False
    """Whether it changes nothing, although it is posted: a question that is long or secret."""
    most_bytes: int | None = None
    """How long the body may be; none: as the server's limits say."""
    by_person: bool = False
    """Whether it is limited by person instead of by address: a whole hall may share one."""
    limited: bool = True
    """Whether it is limited at all; what is answered from memory, for a whole hall, is not."""

    @property
    def method(self) -> str:
        """How it is called: GET, POST …"""
        return self.name.partition(" ")[0]

    @property
    def path(self) -> str:
        """Its address."""
        return self.name.partition(" ")[2]

    @property
    def writes(self) -> bool:
        """Whether it changes anything: then it needs a key, and is done once under it."""
        return self.method != "GET" and not self.asks and not self.thinks

    @cached_property
    def body(self) -> type[Struct] | None:
        """What it reads; none: nothing."""
        (body,) = get_args(get_type_hints(self.handler)["call"])
        return None if body in (NoneType, object) else body

    @cached_property
    def answer(self) -> type | None:
        """What it answers, a struct or a dataclass; none: a text of another kind."""
        answer: type = get_type_hints(self.handler)["return"]
        if self.is_kept:
            (answer,) = get_args(answer)
        return None if answer is str else answer

    @cached_property
    def is_kept(self) -> bool:
        """Whether its answer is written once for all who ask, with a tag."""
        return get_origin(get_type_hints(self.handler)["return"]) is Kept


AnyEndpoint = Endpoint[Any, object]


def house_rules(name: str, changes: dict[str, EngineValue]) -> Rules:
    """Return a profile with single fields changed, as they came over the wire."""
    values: dict[str, Value] = {
        field: tuple(value) if isinstance(value, list) else value for field, value in changes.items()
    }
    return profile(name).override(values)


def encode(answer: object) -> bytes:
    """Write an answer: a struct of the wire, or a value of the domain that has the wire's shape."""
    return msgspec.json.encode(answer, enc_hook=_written)


def _written(value: object) -> str:
    """Write what JSON has no word for: points in thirds, as people read them."""
    assert isinstance(value, Fraction), f"not of the wire: {value!r}"
    return format_points(value)
