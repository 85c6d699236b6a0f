"""Dispatch: reads requests, calls endpoints, answers; health, metrics, the front end; headers for all."""

import hashlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from tilemeld.engine.errors import CodedError, Refused, TilemeldError
from tilemeld.server.http.endpoint import AnyEndpoint, Call, Kept, Problem, encode
from tilemeld.server.http.file_route import PARAMETER_LENGTH
from tilemeld.server.http.former_addresses import (
    FORMER_CALLS,
    FORMER_PAGES,
    FORMER_PROTOCOL,
    METHODS,
    former_status,
    redirect,
)
from tilemeld.server.http.static_files import CLIENT_PAGES, FrontEnd, content_policy
from tilemeld.server.live.problems import reasons
from tilemeld.server.live.protocol import PROTOCOL, PROTOCOL_HEADER
from tilemeld.server.preview.pages import PREVIEW_PICTURES, PREVIEWED_PAGES, Pictures, PreviewPages
from tilemeld.server.tournament.files import tournament_routes, tournament_status
from tilemeld.service.errors import Conflict, Forbidden, NotFound, ServiceError, Unavailable, Unreadable
from tilemeld.service.ports import CommandKey, Person
from tilemeld.service.repeats import first_write
from tilemeld.tournament.errors import TournamentError

from .all_endpoints import ENDPOINTS
from .context import Context
from .openapi import KEY_LENGTH, LEAST_UNKNOWN_KEY, openapi

log = logging.getLogger(__name__)

LEAST_CHARACTERS = 4
"""How many different characters a key without a token has: random ones do, counted or padded ones do not."""

HEADERS = {
    "Content-Security-Policy": content_policy(),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
Page = Callable[[Request], Awaitable[Response]]


class Requests:
    """Answers HTTP requests; every answer has the headers and every problem its codes."""

    def __init__(
        self,
        context: Context,
        pictures: Pictures,
        *,
        public_url: str | None,
        is_ready: Callable[[], bool],
        has_begun: Callable[[], bool],
    ) -> None:
        self._context = context
        self._address_of = context.client_addresses.address_of
        self._is_ready = is_ready
        self._has_begun = has_begun
        self._limits = context.limits
        self._request_limits = context.request_limits
        self._openapi = msgspec.json.encode(openapi())
        self.front_end = FrontEnd()
        self._previews = PreviewPages(context, self.front_end, pictures, public_url=public_url)

    def routes(self) -> list[BaseRoute]:
        """Return every route."""
        by_path: dict[str, dict[str, AnyEndpoint]] = {}
        for endpoint in ENDPOINTS:
            by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint
        calls = [
            Route(
                _starlette_path(path),
                self._page(
                    self._api(endpoints),
                    limited=all(each.limited and not each.by_person for each in endpoints.values()),
                ),
                methods=[*endpoints],
            )
            for path, endpoints in by_path.items()
        ]
        pages: dict[str, Page] = {
            "/openapi.json": self._spec,
            "/healthz": self._health,
            "/readyz": self._readiness,
            "/metrics": self._metrics,
            **dict.fromkeys(CLIENT_PAGES, self.front_end.page),
            **dict.fromkeys(PREVIEWED_PAGES, self._previewed),
            **dict.fromkeys(PREVIEW_PICTURES, self._previews.picture),
            **dict.fromkeys(self.front_end.files, self.front_end.file),
        }
        # The front end comes from memory and is not limited by address: a whole hall may share one.
        free = {*CLIENT_PAGES, *self.front_end.files}
        found = [
            Route(
                path,
                self._page(page, limited=path not in free, asks=path in PREVIEW_PICTURES),
                methods=["GET"],
            )
            for path, page in pages.items()
        ]
        page = partial(self._page, limited=False, asks=False)
        former = [
            *(Route(path, page(redirect), methods=["GET"]) for path in FORMER_PAGES),
            *(Route(path, page(self._gone), methods=METHODS) for path in FORMER_CALLS),
        ]
        return [*calls, *tournament_routes(self._context, self._page, self._person), *found, *former]

    def _page(self, page: Page, *, limited: bool = True, asks: bool = True) -> Page:
        """Return what answers requests for a page, which ``asks`` for something stored or does not."""

        async def answer(request: Request) -> Response:
            if asks and not self._has_begun():
                response = problem(Unavailable("store/unavailable"))
            else:
                response = await self._answer(page, request, limited=limited)
            self._context.metrics.requests.labels(request.method, response.status_code).inc()
            for name, value in HEADERS.items():
                response.headers.setdefault(name, value)
            return response

        return answer

    async def _answer(self, page: Page, request: Request, *, limited: bool) -> Response:
        theirs = request.headers.get(PROTOCOL_HEADER, str(PROTOCOL))
        if theirs != str(PROTOCOL):
            return outdated(request, theirs[:8])
        try:
            self._count(self._address_of(request), limited=limited)
            return await page(request)
        except TilemeldError as error:
            return problem(error)
        except ClientDisconnect:
            return Response(status_code=499)
        except Exception:
            log.exception("a request failed: %s %s", request.method, request.url.path)
            return problem(ServiceError("server/failed"), status=500)

    def _api(self, endpoints: dict[str, AnyEndpoint]) -> Page:
        async def answer(request: Request) -> Response:
            endpoint = endpoints.get(request.method) or endpoints["GET"]
            if any(len(str(part)) > PARAMETER_LENGTH for part in request.path_params.values()):
                raise NotFound("http/not-found")
            address = self._address_of(request)
            if endpoint.by_person:
                self._request_limits.request_in_hall(address)
            person = await self._person(request, needed=endpoint.token, limited=endpoint.by_person)
            body = await self._body(request, endpoint) if endpoint.body is not None else None
            key = self._key_of(request, endpoint, person, body)
            repeated = await first_write(self._context.writes, key) is not None
            if not repeated:
                await self._collect(endpoint, address, person)
            if key is not None:
                size = 0 if body is None else len(msgspec.json.encode(body))
                self._request_limits.write(address, None if person is None else person.id, size)
            origin = self._context.client_addresses.base_of(request)
            call = Call(
                context=self._context,
                person=person,
                path=dict(request.path_params),
                body=body,
                origin=origin,
                address=address,
                key=key,
                repeated=repeated,
            )
            answer = await self._carry_out(endpoint, call)
            if isinstance(answer, Kept):
                return answer.answer(request, self._context.clock.now_ms(), public=not endpoint.token)
            return Response(
                answer if isinstance(answer, str) else encode(answer),
                endpoint.status,
                media_type=endpoint.media,
                headers={"Cache-Control": "no-store"},
            )

        return answer

    async def _carry_out(self, endpoint: AnyEndpoint, call: Call[object]) -> object:
        """Answer a call; what failed because the same write came twice at once is asked again, as a repeat.

        Also a repeat is: the first may have gone on in between.
        """
        try:
            return await endpoint.handler(call)
        except TilemeldError:
            if await first_write(self._context.writes, call.key) is None:
                raise
            return await endpoint.handler(replace(call, repeated=True))

    def _key_of(
        self, request: Request, endpoint: AnyEndpoint, person: Person | None, body: object
    ) -> CommandKey | None:
        """Return under which key a write was sent; none: it is a question."""
        if not endpoint.writes:
            return None
        chosen = request.headers.get("idempotency-key", "")
        if not 0 < len(chosen) <= KEY_LENGTH:
            raise ServiceError("http/no-key", limit=KEY_LENGTH)
        if person is None and (len(chosen) < LEAST_UNKNOWN_KEY or len(set(chosen)) < LEAST_CHARACTERS):
            raise ServiceError("http/weak-key", key=repr(chosen), least=LEAST_UNKNOWN_KEY)
        who = self._context.guests.sender(self._address_of(request)) if person is None else person.id
        asked = f"{request.method} {request.url.path}\n".encode() + msgspec.json.encode(
            body, order="deterministic"
        )
        return CommandKey(who, chosen, hashlib.sha256(asked).hexdigest()[:16])

    async def _collect(self, endpoint: AnyEndpoint, address: str, person: Person | None) -> None:
        """Count what the endpoint creates or costs against its limits, or refuse."""
        if endpoint.makes_guest or endpoint.makes_table or endpoint.makes_tournament:
            await self._context.disk_guard.admit()
        if endpoint.makes_guest:
            self._request_limits.guest(address)
        if endpoint.makes_table:
            self._request_limits.table(address)
        if endpoint.makes_tournament:
            self._request_limits.tournament(address)
        if endpoint.thinks:
            self._request_limits.question(address, None if person is None else person.id)

    async def _person(self, request: Request, *, needed: bool, limited: bool = False) -> Person | None:
        """Return the person who asks. Where limits are by person, unknown people count by address."""
        try:
            person = await self._recognised(request, needed=needed)
        except Forbidden:
            self._count(self._address_of(request), limited=limited)
            raise
        self._count(self._address_of(request) if person is None else f"person {person.id}", limited=limited)
        return person

    async def _recognised(self, request: Request, *, needed: bool) -> Person | None:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not token:
            if needed:
                raise Forbidden("http/unauthorised")
            return None
        person = await self._context.guests.recognise(token)
        self._context.last_seen.note(person.id, self._address_of(request))
        return person

    def _count(self, who: str, *, limited: bool) -> None:
        """Take one from a bucket, or refuse."""
        if limited:
            self._request_limits.request(who)

    async def _body(self, request: Request, endpoint: AnyEndpoint) -> object:
        limit = endpoint.most_bytes or self._limits.body_bytes
        text = b""
        async for part in request.stream():
            text += part
            if len(text) > limit:
                raise ServiceError("http/too-large", limit=limit)
        assert endpoint.body is not None, "asked only where there is one"
        try:
            return msgspec.json.decode(text or b"{}", type=endpoint.body)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise ServiceError("http/malformed", reason=str(error)[:200]) from None

    async def _previewed(self, request: Request) -> Response:
        """Return a page with what its link is about, as far as that can be asked for."""
        return await (self._previews.page if self._has_begun() else self.front_end.page)(request)

    async def _spec(self, _request: Request) -> Response:
        return Response(self._openapi, media_type="application/json")

    async def _gone(self, request: Request) -> Response:
        return outdated(request, FORMER_PROTOCOL)

    async def _health(self, _request: Request) -> Response:
        return JSONResponse({"alive": True})

    async def _readiness(self, _request: Request) -> Response:
        ready = self._is_ready()
        return JSONResponse({"ready": ready}, status_code=200 if ready else 503)

    async def _metrics(self, _request: Request) -> Response:
        return PlainTextResponse(self._context.metrics.page(), media_type="text/plain; version=0.0.4")


def outdated(request: Request, theirs: str) -> Response:
    """Ask a page that was open before the server's update to reload."""
    error = ServiceError("wire/protocol", ours=PROTOCOL, theirs=theirs)
    return problem(error, status=former_status(request.method))


def problem(error: TilemeldError, *, status: int | None = None) -> Response:
    """Answer with the reasons."""
    if isinstance(error, Refused):
        status = status or 409
    else:
        assert isinstance(error, ServiceError | CodedError | TournamentError), f"no codes: {error!r}"
        status = status or _status(error)
    headers = {"Cache-Control": "no-store", **HEADERS}
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return Response(
        encode(Problem(refusals=reasons(error))),
        status,
        headers=headers,
        media_type="application/json",
    )


def _status(error: ServiceError | CodedError | TournamentError) -> int:
    by_code = {
        "http/unauthorised": 401,
        "person/unknown": 401,
        "http/not-found": 404,
        "http/method": 405,
        "http/too-large": 413,
        "http/too-fast": 429,
    }
    if error.code in by_code:
        return by_code[error.code]
    if error.code.startswith("limit/"):
        return 429
    if isinstance(error, TournamentError):
        return tournament_status(error)
    match error:
        case NotFound():
            return 404
        case Conflict():
            return 409
        case Forbidden():
            return 403
        case Unavailable():
            return 503
        case Unreadable():
            return 410  # asking again does not help
        case _:
            return 400


def _starlette_path(path: str) -> str:
    return path.replace("{seat}", "{seat:int}")
