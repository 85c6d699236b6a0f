"""Pages with previews in their heads, and their pictures: drawn in a worker, kept by what they show."""

import asyncio
import html
import re
from collections import OrderedDict
from collections.abc import Callable, Mapping

from starlette.requests import Request
from starlette.responses import Response

from tilemeld.engine.errors import TilemeldError
from tilemeld.engine.record.codec import Json
from tilemeld.server.context import Context
from tilemeld.server.http.file_route import FileRoute, query
from tilemeld.server.http.static_files import FrontEnd
from tilemeld.server.http.tagged import is_known
from tilemeld.service.claims import Claim, Rank
from tilemeld.service.errors import Unavailable
from tilemeld.service.ports import Clerk
from tilemeld.service.tournament.ports import TournamentId

from .preview_words import TEXTS
from .previews import (
    Preview,
    invitation_preview,
    replay_preview,
    start_preview,
    table_preview,
    tournament_preview,
)

KEPT = 64
"""How many pictures are kept: about a hundred kilobytes each."""
WIDTH, HEIGHT = 1200, 630
CODE_LENGTH = 32
_BASE = re.compile(r"https?://[\w.:\[\]-]+/")

PREVIEWED_PAGES = ("/", "/t/{code}", "/tournaments/{tournament}", "/replay/{game}")
"""The pages that show something of themselves."""
PREVIEW_FILES = tuple(
    FileRoute(
        path,
        name,
        "The picture of a link, 1200 by 630 pixels.",
        media="image/png",
        schema={"type": "string", "format": "binary"},
        parameters=(query("lang", "The language, where the link has none of its own.", type="string"),),
        statuses={"304": "It has not changed since the tag of If-None-Match."},
    )
    for path, name in (
        ("/previews/t/{code}.png", "preview_table"),
        ("/previews/tournaments/{tournament}.png", "preview_tournament"),
        ("/previews/{kind}.png", "preview_page"),
    )
)
"""Their pictures."""
PREVIEW_PICTURES = tuple(each.path for each in PREVIEW_FILES)
"""Where they are."""

Draw = Callable[[Mapping[str, Json]], bytes]


class Pictures:
    """Draws pictures off the event loop, one process for all; the same picture is drawn once."""

    def __init__(self, clerk: Clerk, draw: Draw) -> None:
        self._clerk = clerk
        self._draw = draw
        self._kept: OrderedDict[str, asyncio.Task[bytes]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    async def of(self, preview: Preview, address: str) -> bytes:
        """Return the picture of a preview; raises ``TimeoutError`` when it cannot be drawn in time."""
        tag = preview.tag
        task = self._kept.get(tag)
        if task is None:
            claim = Claim(f"preview {address}", f"preview {address}", Rank.UNWATCHED)
            task = asyncio.ensure_future(self._clerk.run(claim, self._draw, preview.data))
            self._kept[tag] = task
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(tag)
        try:
            return await asyncio.shield(task)
        except BaseException:
            if task.done():  # a failure is not kept
                self._kept.pop(tag, None)
            raise


class PreviewPages:
    """Answers with the client's page and the preview of its address, and with pictures."""

    def __init__(
        self, context: Context, front_end: FrontEnd, pictures: Pictures, *, public_url: str | None
    ) -> None:
        self._context = context
        self._front_end = front_end
        self._pictures = pictures
        self._public_url = public_url

    async def page(self, request: Request) -> Response:
        """Answer with the client's page; its head says what the link is about."""
        preview = await self._preview(request)
        head = self._head(preview, request)
        title = html.escape(f"{preview.title} · tilemeld")
        page = self._front_end.page_with(request, title, head)
        return page or await self._front_end.page(request)

    async def picture(self, request: Request) -> Response:
        """Answer with the picture of a link; what cannot be found has the picture of an invitation."""
        preview = await self._preview(request)
        tag = f'"{preview.tag}"'
        headers = {
            "ETag": tag,
            "Cache-Control": "public, max-age=300",
            "Cross-Origin-Resource-Policy": "cross-origin",
        }
        if is_known(request, tag):
            return Response(status_code=304, headers=headers)
        address = self._context.client_addresses.address_of(request)
        try:
            drawn = await self._pictures.of(preview, address)
        except TimeoutError:
            raise Unavailable("server/failed") from None
        return Response(drawn, media_type="image/png", headers=headers)

    async def _preview(self, request: Request) -> Preview:
        """Return the preview of an address."""
        path, language = request.path_params, _language(request)
        try:
            if "code" in path:
                return await self._table(request, str(path["code"]), language)
            if "tournament" in path:
                self._count(request)
                tournament = TournamentId(str(path["tournament"]))
                return await self._context.tournaments.pages.of(tournament, tournament_preview, tournament)
        except TilemeldError:  # unknown, unreadable, or asked for too often
            return invitation_preview(language) if "code" in path else start_preview(language)
        kind = str(path.get("kind", "replay" if "game" in path else "start"))
        plain = {"invitation": invitation_preview, "replay": replay_preview}
        return plain.get(kind, start_preview)(language)

    async def _table(self, request: Request, code: str, language: str) -> Preview:
        self._count(request)
        table = await self._context.tables.find(code[:CODE_LENGTH])
        if not table.options.public:
            return invitation_preview(language)
        view = None
        if table.options.spectators and table.game is not None:
            view = await self._context.games.view(table.game, None)
        return table_preview(table, view)

    def _count(self, request: Request) -> None:
        """Count what is looked up: guessing codes here is no faster than by the API."""
        self._context.request_limits.preview(self._context.client_addresses.address_of(request))

    def _head(self, preview: Preview, request: Request) -> str:
        base = self._public_url or self._context.client_addresses.base_of(request)
        base = base if _BASE.fullmatch(base) else "/"
        mark = "&" if "?" in preview.picture else "?"
        tags = {
            "og:type": "website",
            "og:site_name": "tilemeld",
            "og:locale": preview.language,
            "og:title": preview.title,
            "og:description": preview.description,
            "og:url": f"{base}{request.url.path.lstrip('/')[:200]}",
            "og:image": f"{base}{preview.picture}{mark}v={preview.tag}",
            "og:image:type": "image/png",
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
            "og:image:alt": preview.title,
        }
        lines = [f'<meta property="{name}" content="{html.escape(text)}" />' for name, text in tags.items()]
        about = html.escape(preview.description)
        lines += [
            f'<meta name="description" content="{about}" />',
            '<meta name="twitter:card" content="summary_large_image" />',
        ]
        return "".join(lines)


def _language(request: Request) -> str:
    """Return the language that the link or the browser asks for, else English."""
    wished = request.query_params.get("lang", "")
    if wished in TEXTS:
        return wished
    accepted = request.headers.get("accept-language", "")[:200].split(",")
    found = [each.split(";")[0].strip().partition("-")[0].lower() for each in accepted]
    return next((each for each in found if each in TEXTS), "en")
