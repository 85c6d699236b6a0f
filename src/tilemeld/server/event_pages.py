"""Pages of events that are no JSON calls: the public page's data with its tag, exports, QR codes, paper.

The public data are written once for each version of the event and kept as bytes; a viewer who has them
already is answered with 304 and no body, so that a hall full of phones costs next to nothing.
"""

import csv
import io
from collections.abc import Awaitable, Callable

import segno
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from tilemeld.service.ports import Person
from tilemeld.service.tournament_ports import EventId
from tilemeld.tournament.errors import TournamentError, tournament_error
from tilemeld.tournament.log import format_entry
from tilemeld.tournament.standings import format_points, standings

from .sockets import Desk

Page = Callable[[Request], Awaitable[Response]]
Ask = Callable[..., Awaitable[Person | None]]
Wrap = Callable[..., Page]


def event_status(error: TournamentError) -> int:
    """Return the HTTP status of a tournament's no."""
    if error.code in ("event/not-yours", "event/no-role", "result/not-at-table", "event/server-only"):
        return 403
    if error.code.endswith("/unknown") or error.code in ("round/no-table", "round/no-game"):
        return 404
    return 409 if error.code.startswith(("round/", "clock/", "result/", "player/", "call/")) else 400


def event_routes(desk: Desk, page: Wrap, ask_person: Ask) -> list[BaseRoute]:
    """Return the routes; ``page`` puts headers and limits around one.

    The public data are not limited by address: a whole hall may stand behind one.
    """
    pages = EventPages(desk, ask_person)
    at = "/api/events/{event}"
    return [
        Route(f"{at}/public", page(pages.public, limited=False), methods=["GET"]),
        Route(f"{at}/qr.svg", page(pages.qr), methods=["GET"]),
        Route(f"{at}/standings.csv", page(pages.standings_csv), methods=["GET"]),
        Route(f"{at}/log.jsonl", page(pages.log), methods=["GET"]),
    ]


class EventPages:
    """Answers with what is not a JSON call."""

    def __init__(self, desk: Desk, ask_person: Ask) -> None:
        self._desk = desk
        self._ask_person = ask_person

    async def public(self, request: Request) -> Response:
        """Everything that everybody may see; 304 for who has it."""
        told = await self._desk.tournaments.public(_event(request))
        headers = {"ETag": told.tag, "Cache-Control": "public, max-age=2, must-revalidate"}
        seen = [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]
        if told.tag in seen or "*" in seen:
            return Response(status_code=304, headers=headers)
        return Response(told.body, media_type="application/json", headers=headers)

    async def qr(self, request: Request) -> Response:
        """The address of the public page, or of coming in with a code, as a QR code."""
        event = _event(request)
        await self._desk.tournaments.public(event)
        code = request.query_params.get("code", "")[:20]
        address = f"{request.base_url}events/{event}" + (f"?code={code}" if code.isalnum() else "")
        out = io.BytesIO()
        segno.make(address, error="m").save(out, kind="svg", scale=4, border=2)
        return Response(out.getvalue(), media_type="image/svg+xml")

    async def standings_csv(self, request: Request) -> Response:
        """The standings for spreadsheets, with the names that players chose."""
        event = _event(request)
        state, cards = await self._desk.tournaments.state(event), await self._desk.tournaments.cards(event)
        out = io.StringIO()
        rows = csv.writer(out)
        rows.writerow(["place", "name", "club", "big points", "points", "wins", "games"])
        for row in standings(state):
            card = cards.get(row.player)
            name = row.player if card is None else card.shown
            club = "" if card is None else card.club
            points = format_points(row.total)
            rows.writerow(
                [row.place, _plain(name), _plain(club), row.big_points, points, row.wins, row.games]
            )
        return _download("\ufeff" + out.getvalue(), "text/csv", "standings.csv")

    async def log(self, request: Request) -> Response:
        """The whole log as JSON lines, for the director."""
        event = _event(request)
        person = await self._ask_person(request, needed=True)
        assert person is not None, "asked for"
        await self._desk.tournaments.staff(event, person.id, director=True)
        lines = [format_entry(entry) for entry in await self._desk.tournaments.log(event)]
        return _download("\n".join(lines) + "\n", "application/jsonl", "event.jsonl")


def _event(request: Request) -> EventId:
    event = request.path_params["event"]
    if not 1 <= len(event) <= 64:
        raise tournament_error("event/unknown")
    return EventId(event)


def _plain(text: str) -> str:
    """Keep a spreadsheet from taking a name for a formula."""
    return f"'{text}" if text[:1] in "=+-@" else text


def _download(text: str, media: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(text, media_type=media, headers=headers)
