"""The browser's front end: files that the build has put into the package, read once and served from memory.

Names under /assets/ carry a hash of their content and may be cached for ever; everything else is
revalidated and answered with 304 when it is unchanged. Every page of the client (a table's link, the
settings) is answered with the same HTML, and the client decides what to show.
"""

import base64
import gzip
import hashlib
import re
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from .tagged import Tagged

FOLDER = Path(__file__).parents[1] / "static"
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
HEADED = 100
"""How many pages with a head of their own are kept."""
_TITLE = re.compile(r"<title>.*?</title>", re.DOTALL)
_DESCRIPTION = re.compile(r"<meta\s+name=\"description\".*?>", re.DOTALL)
CLIENT_PAGES: tuple[str, ...] = (
    "/",
    "/create",
    "/join",
    "/settings",
    "/move",
    "/privacy",
    "/keys",
    "/solver",
    "/rules",
    "/rules/{profile}",
    "/replay",
    "/replay/{game}",
    "/tutorial",
    "/tournaments",
    "/tournaments/new",
    "/tournaments/{tournament}",
    "/tournaments/{tournament}/desk",
    "/tournaments/{tournament}/desk/{section}",
    "/tournaments/{tournament}/referee",
    "/tournaments/{tournament}/clock",
    "/tournaments/{tournament}/me",
    "/companion",
    "/companion/{part}",
    "/t/{code}",
)
"""The addresses that the client has a screen for."""
TYPES: Mapping[str, str] = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".webmanifest": "application/manifest+json",
    ".json": "application/json",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
    ".ttf": "font/ttf",
    ".wasm": "application/wasm",
}
MISSING = (
    "The server of the live table is running, but the table for the browser has not been built.",
    "In a clone of the project: stop the server and run 'make setup' (it needs the network once), "
    "then 'make play'.",
    "Until then 'tilemeld play' plays in a terminal; the API is described at /openapi.json.",
)
INLINE = re.compile(r"<(style|script)>(.*?)</\1>", re.DOTALL)
"""What the page brings inside itself, to be there before anything else has come over the line."""


def content_policy(*, styles: Sequence[str] = (), scripts: Sequence[str] = ()) -> str:
    """Return what a page may load and run: our own files, and inside the page only these texts.

    >>> content_policy(styles=["a{}"]).split("; ")[3]
    "style-src 'self' 'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='"
    """
    return (
        f"default-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self'{_hashes(styles)}; "
        f"script-src 'self'{_hashes(scripts)}; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
        "form-action 'self'"
    )


def _hashes(texts: Sequence[str]) -> str:
    found = (base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in texts)
    return "".join(f" 'sha256-{each}'" for each in found)


def read_file(path: Path, *, for_ever: bool) -> Tagged:
    """Read a file and, if the build made one, its compressed copy."""
    body = path.read_bytes()
    twin = path.with_name(f"{path.name}.gz")
    return Tagged(
        body=body,
        packed=twin.read_bytes() if twin.is_file() else None,
        media=TYPES.get(path.suffix, "application/octet-stream"),
        cache=FOR_EVER if for_ever else ASK_AGAIN,
        tag=_tag(body),
    )


def _tag(body: bytes) -> str:
    return f'"{hashlib.sha256(body).hexdigest()[:20]}"'


class FrontEnd:
    """Every file of the front end; empty when it has not been built."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._files: dict[str, Tagged] = {}
        self._headed: OrderedDict[tuple[str, str], Tagged] = OrderedDict()
        for path in sorted(folder.rglob("*")) if (folder / "index.html").is_file() else []:
            name = f"/{path.relative_to(folder).as_posix()}"
            if path.is_file() and path.suffix != ".gz" and not path.name.startswith("."):
                self._files[name] = read_file(path, for_ever=name.startswith("/assets/"))
        self._policy = self._allow_inline()

    @property
    def is_built(self) -> bool:
        """Whether there is a front end to serve."""
        return bool(self._files)

    @property
    def files(self) -> tuple[str, ...]:
        """The addresses of all files but the page itself."""
        return tuple(name for name in self._files if name != "/index.html")

    async def file(self, request: Request) -> Response:
        """Answer with the file at the request's address."""
        return self._files[request.url.path].answer(request)

    async def page(self, request: Request) -> Response:
        """Answer with the client's page, or say why there is none."""
        return self._show(request, status=200)

    def page_with(self, request: Request, title: str, head: str) -> Response | None:
        """Answer with the client's page under another title and with more in its head; none: not built.

        Both have to be HTML already.
        """
        page = self._files.get("/index.html")
        if page is None:
            return None
        made = self._headed.get((title, head))
        if made is None:
            text = _TITLE.sub("", _DESCRIPTION.sub("", page.body.decode()), count=1)
            body = text.replace("</head>", f"<title>{title}</title>{head}</head>", 1).encode()
            made = replace(page, body=body, packed=gzip.compress(body, 6, mtime=0), tag=_tag(body))
            self._headed[title, head] = made
            while len(self._headed) > HEADED:
                self._headed.popitem(last=False)
        answer = made.answer(request)
        answer.headers["Vary"] = "Accept-Encoding, Accept-Language"
        answer.headers["Content-Security-Policy"] = self._policy
        return answer

    def not_found(self, request: Request) -> Response | None:
        """Answer a browser that asks for a missing page; ``None`` for other clients."""
        wants_page = request.method == "GET" and "text/html" in request.headers.get("accept", "")
        if not wants_page or request.url.path.startswith(("/api/", "/assets/")):
            return None
        return self._show(request, status=404)

    def _show(self, request: Request, *, status: int) -> Response:
        page = self._files.get("/index.html")
        if page is None:
            paragraphs = "".join(f"<p>{text}</p>" for text in MISSING)
            return HTMLResponse(
                f'<!doctype html><html lang="en"><meta charset="utf-8"><title>tilemeld</title>'
                f'<meta name="viewport" content="width=device-width"><h1>tilemeld</h1>{paragraphs}</html>',
                status_code=503 if status == 200 else status,
                headers={"Cache-Control": "no-store"},
            )
        answer = page.answer(request, status=status)
        answer.headers["Content-Security-Policy"] = self._policy
        return answer

    def _allow_inline(self) -> str:
        """Allow the page exactly the styles and scripts that it was built with."""
        page = self._files.get("/index.html")
        inline = INLINE.findall(page.body.decode()) if page is not None else []
        texts = {kind: [text for tag, text in inline if tag == kind] for kind in ("style", "script")}
        return content_policy(styles=texts["style"], scripts=texts["script"])
