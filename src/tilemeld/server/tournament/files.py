"""Answers that are not JSON calls: exports, QR codes, printouts."""

import asyncio
import io
import json
import zipfile
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import cast

import segno
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from tilemeld.engine.record.codec import Json, to_json
from tilemeld.server.context import Context
from tilemeld.server.http.file_route import FileRoute, query
from tilemeld.service.ports import Person
from tilemeld.service.tournament.ports import TournamentId
from tilemeld.tournament.errors import TournamentError, tournament_error
from tilemeld.tournament.log.entries import Entry, format_entry
from tilemeld.tournament.log.state import TournamentState
from tilemeld.tournament.players import Card
from tilemeld.tournament.views.backup import backup_json
from tilemeld.tournament.views.printout_words import LANGUAGES, Language
from tilemeld.tournament.views.printouts import (
    KINDS,
    RECIPIENTS,
    Kind,
    Sheet,
    bilingual,
    certificates,
    round_names,
    score_sheets,
    seating_list,
    standings_list,
    table_cards,
)
from tilemeld.tournament.views.public import public_tournament
from tilemeld.tournament.views.spreadsheet import SEPARATORS, USUAL, standings_csv
from tilemeld.tournament.views.website import website, website_papers

from .paths import TOURNAMENT, path_number

Page = Callable[[Request], Awaitable[Response]]
Ask = Callable[..., Awaitable[Person | None]]
Wrap = Callable[..., Page]


QR = FileRoute(
    f"{TOURNAMENT}/qr.svg",
    "tournament_qr",
    "The address of the public page, or of joining with a code, as a QR code.",
    media="image/svg+xml",
    parameters=(query("code", "The code that the link brings along.", type="string", maxLength=20),),
)
STANDINGS = FileRoute(
    f"{TOURNAMENT}/standings.csv",
    "standings_file",
    "The standings for spreadsheets.",
    media="text/csv",
    parameters=(
        query("language", "The language of the headings.", enum=[*LANGUAGES], default="en"),
        query(
            "separator", "What stands between columns; by default as the language has it.", enum=[*SEPARATORS]
        ),
    ),
)
LOG = FileRoute(
    f"{TOURNAMENT}/log.jsonl",
    "log_file",
    "The whole log as JSON lines, for the staff.",
    media="application/jsonl",
    token=True,
)
EXPORT = FileRoute(
    f"{TOURNAMENT}/export.json",
    "export_file",
    "Everything in one file, for the staff: format, players by name, what is public, the log.",
    media="application/json",
    schema={
        "type": "object",
        "required": ["tournament", "format", "players", "public", "log", "cards", "entries"],
        "properties": {
            "tournament": {"type": "string"},
            "format": {"type": "object", "additionalProperties": True},
            "players": {"type": "array", "items": {"type": "object", "additionalProperties": True}},
            "public": {"type": "object", "additionalProperties": True},
            "log": {"type": "array", "items": {"type": "object", "additionalProperties": True}},
            "cards": {"type": "object", "additionalProperties": True},
            "entries": {"type": "array", "items": {"type": "object", "additionalProperties": True}},
        },
    },
    token=True,
)
WEBSITE = FileRoute(
    f"{TOURNAMENT}/website.zip",
    "website_file",
    "The public pages as plain HTML in one language, with printouts, for any web space; for the staff.",
    media="application/zip",
    schema={"type": "string", "format": "binary"},
    token=True,
    parameters=(query("language", "The language of the pages.", enum=[*LANGUAGES], default="en"),),
)
PAPER = FileRoute(
    f"{TOURNAMENT}/paper/{{kind}}.pdf",
    "paper_file",
    "A sheet to be printed, for the staff, because it has names.",
    media="application/pdf",
    schema={"type": "string", "format": "binary"},
    token=True,
    parts={"kind": {"enum": [*KINDS]}},
    parameters=(
        query("language", "The language of the sheet.", enum=[*LANGUAGES], default="en"),
        query("second", "A second language next to it.", enum=[*LANGUAGES]),
        query("round", "Of which round; the latest if it is left out.", type="integer", minimum=0),
        query("first", "How many certificates.", type="integer", minimum=0, default=3),
        query("date", "The date on the certificates.", type="string", maxLength=40),
        query(
            "to",
            "Where a substitute came in: whose name stands on the certificate.",
            enum=[*RECIPIENTS],
            default="last",
        ),
    ),
)
FILES: tuple[FileRoute, ...] = (QR, STANDINGS, LOG, EXPORT, WEBSITE, PAPER)


def tournament_status(error: TournamentError) -> int:
    """Return the HTTP status of a tournament's refusal."""
    if error.code in (
        "tournament/not-yours",
        "tournament/own-table",
        "tournament/no-role",
        "tournament/no-player",
        "result/not-at-table",
        "tournament/server-only",
    ):
        return 403
    if error.code.endswith("/unknown") or error.code in ("round/no-table", "round/no-game"):
        return 404
    return 409 if error.code.startswith(("round/", "clock/", "result/", "player/", "call/")) else 400


def tournament_routes(context: Context, page: Wrap, ask_person: Ask) -> list[BaseRoute]:
    """Return the routes; ``page`` puts headers and limits around one."""
    pages = TournamentFiles(context, ask_person)
    handlers: dict[FileRoute, Page] = {
        QR: page(pages.qr),
        STANDINGS: page(pages.standings_csv),
        LOG: page(pages.log),
        EXPORT: page(pages.export),
        WEBSITE: page(pages.website),
        PAPER: page(pages.paper),
    }
    return [Route(each.path, handlers[each], methods=["GET"]) for each in FILES]


class TournamentFiles:
    """Answers requests that are not JSON calls."""

    def __init__(self, context: Context, ask_person: Ask) -> None:
        self._context = context
        self._ask_person = ask_person

    async def qr(self, request: Request) -> Response:
        """The address of the public page, or of joining with a code, as a QR code."""
        tournament = _tournament(request)
        await self._context.tournaments.state(tournament)
        code = request.query_params.get("code", "")[:20]
        address = f"{self._context.client_addresses.base_of(request)}tournaments/{tournament}" + (
            f"/me?code={code}" if code.isalnum() else ""
        )
        out = io.BytesIO()
        segno.make(address, error="m").save(out, kind="svg", scale=4, border=2)
        return Response(out.getvalue(), media_type="image/svg+xml")

    async def standings_csv(self, request: Request) -> Response:
        """The standings for spreadsheets, with the names that players chose."""
        tournament = _tournament(request)
        state, cards = (
            await self._context.tournaments.state(tournament),
            await self._context.tournaments.cards(tournament),
        )
        language = _language(request.query_params.get("language", "en"), kind="standings.csv")
        separator = request.query_params.get("separator", USUAL[language])
        if separator not in SEPARATORS:
            raise tournament_error(
                "tournament/no-separator", value=separator[:20], values=", ".join(SEPARATORS)
            )
        text = await self._context.tournaments.pages.apart(
            tournament, state, standings_csv, state, cards, language=language, separator=separator
        )
        return _download("\ufeff" + text, "text/csv", "standings.csv")

    async def log(self, request: Request) -> Response:
        """The whole log as JSON lines, for the staff."""
        tournament = await self._staff(request)
        text = await asyncio.to_thread(_log_text, await self._context.tournaments.log(tournament))
        return _download(text, "application/jsonl", "tournament.jsonl")

    async def export(self, request: Request) -> Response:
        """Everything in one JSON: names, standings, every round with its results; for the staff."""
        tournament = await self._staff(request)
        tournaments = self._context.tournaments
        state, cards = await tournaments.state(tournament), await tournaments.cards(tournament)
        shown: dict[str, Json] = {
            "tournament": tournament,
            "format": to_json(state.format),
            "players": [{"id": card, **_object(to_json(each))} for card, each in sorted(cards.items())],
            "public": await tournaments.pages.apart(tournament, state, _public_json, state, cards),
        }
        log = await tournaments.log(tournament)
        text = await asyncio.to_thread(_export_text, shown, log, tournament, cards)
        return _download(text, "application/json", "tournament.json")

    async def website(self, request: Request) -> Response:
        """The public pages as plain HTML with printouts, in a ZIP file; for the staff."""
        tournament = await self._staff(request)
        tournaments = self._context.tournaments
        state, cards = await tournaments.state(tournament), await tournaments.cards(tournament)
        language = _language(request.query_params.get("language", "en"), kind="website")
        public = {card: Card(each.shown, "", each.club) for card, each in cards.items()}
        papers: dict[str, bytes] = {}
        for name, (kind, sheet) in website_papers(state, public, language=language).items():
            papers[name] = await self._context.press.print(kind, sheet)
        pages = await tournaments.pages.apart(tournament, state, website, state, cards, language=language)
        packed = await asyncio.to_thread(_zipped, {**pages, **papers})
        headers = {"Content-Disposition": 'attachment; filename="website.zip"', "Cache-Control": "no-store"}
        return Response(packed, media_type="application/zip", headers=headers)

    async def paper(self, request: Request) -> Response:
        """A printed sheet as PDF, in one of four languages; for the staff, because it has names."""
        tournament = await self._staff(request)
        state, cards = (
            await self._context.tournaments.state(tournament),
            await self._context.tournaments.cards(tournament),
        )
        link = f"{self._context.client_addresses.base_of(request)}tournaments/{tournament}"
        kind = cast(Kind, request.path_params["kind"])
        asked = dict(request.query_params)
        sheet = await self._context.tournaments.pages.apart(
            tournament, state, _sheet, kind, asked, state, cards, link=link
        )
        pdf = await self._context.press.print(kind, sheet)
        name = f"{kind}-{request.query_params.get('language', 'en')[:2]}.pdf"
        headers = {"Content-Disposition": f'inline; filename="{name}"', "Cache-Control": "no-store"}
        return Response(pdf, media_type="application/pdf", headers=headers)

    async def _staff(self, request: Request) -> TournamentId:
        tournament = _tournament(request)
        person = await self._ask_person(request, needed=True)
        assert person is not None, "asked for"
        await self._context.tournaments.roles.staff(tournament, person.id)
        return tournament


def _public_json(state: TournamentState, cards: Mapping[str, Card]) -> Json:
    return to_json(public_tournament(state, cards), full=True)


def _log_text(log: Sequence[Entry]) -> str:
    return "\n".join(format_entry(entry) for entry in log) + "\n"


def _export_text(
    shown: dict[str, Json], log: Sequence[Entry], tournament: TournamentId, cards: Mapping[str, Card]
) -> str:
    everything = {
        **shown,
        "log": [to_json(entry.fact) for entry in log],
        **backup_json(tournament, cards, log),
    }
    return json.dumps(everything, ensure_ascii=False, indent=1)


def _zipped(files: Mapping[str, str | bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(f"tournament/{name}", content)
    return out.getvalue()


def _sheet(
    kind: str,
    asked: Mapping[str, str],
    state: TournamentState,
    cards: Mapping[str, Card],
    *,
    link: str,
) -> Sheet:
    """Return the data of the printout that was asked for, in one language or in two."""
    sheet = _in_one_language(kind, asked, state, cards, link=link)
    second = asked.get("second", "")
    if second in ("", asked.get("language", "en")):
        return sheet
    return bilingual(sheet, _in_one_language(kind, {**asked, "language": second}, state, cards, link=link))


def _in_one_language(
    kind: str,
    asked: Mapping[str, str],
    state: TournamentState,
    cards: Mapping[str, Card],
    *,
    link: str,
) -> Sheet:
    language = _language(asked.get("language", "en"), kind=kind)
    if kind == "standings":
        return standings_list(state, cards, language=language)
    if kind == "certificates":
        first, to = path_number(asked.get("first", "3")), asked.get("to", "last")
        if to not in RECIPIENTS:
            raise tournament_error("tournament/no-recipient", value=to[:20], values=", ".join(RECIPIENTS))
        date = asked.get("date", "")[:40]
        return certificates(state, cards, language=language, first=first, date=date, to=to)
    number = path_number(asked.get("round", str(max(state.rounds, default=1))))
    rules = state.format.rules
    now = state.rounds.get(number)
    seating = state.announced.get(number) if now is None else now.seating
    if seating is None:
        raise tournament_error("round/not-drawn", round=number)
    names = round_names(state, number, cards, public=kind == "seating")
    final = state.format.is_final(number)
    if kind == "seating":
        return seating_list(state.name, number, seating, names, language=language, final=final)
    if kind == "table-cards":
        return table_cards(
            state.name, number, seating, names, language=language, rules=rules, link=link, final=final
        )
    return score_sheets(
        state.name,
        rules,
        language=language,
        games=state.format.games_in(number),
        number=number,
        seating=seating,
        names=names,
        final=final,
    )


def _language(chosen: str, *, kind: str) -> Language:
    """Return the language of a file, if there is such a file in it."""
    if chosen not in LANGUAGES or kind not in (*KINDS, "standings.csv", "website"):
        raise tournament_error(
            "tournament/no-paper",
            kind=kind[:20],
            language=chosen[:20],
            kinds=", ".join(KINDS),
            languages=", ".join(LANGUAGES),
        )
    return chosen


def _object(value: Json) -> dict[str, Json]:
    assert isinstance(value, dict), "an object"
    return value


def _tournament(request: Request) -> TournamentId:
    tournament = request.path_params["tournament"]
    if not 1 <= len(tournament) <= 64:
        raise tournament_error("tournament/unknown")
    return TournamentId(tournament)


def _download(text: str, media: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(text, media_type=media, headers=headers)
