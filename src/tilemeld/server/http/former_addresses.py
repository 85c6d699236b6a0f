"""Former addresses: pages lead to where they are now, calls say that their page has to be reloaded.

Tournaments were once served at ``/events``. Such links are on printed table cards and in bookmarks.
"""

from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

FORMER_PAGES: tuple[str, ...] = ("/events", "/events/{rest:path}")
FORMER_CALLS: tuple[str, ...] = ("/api/events", "/api/events/{rest:path}")
FORMER_PROTOCOL = "2"
"""What pages speak that still call those."""
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


async def redirect(request: Request) -> Response:
    """Lead for good to where the page is now, with everything that its link carries."""
    rest = request.path_params.get("rest")
    path = "/tournaments" if rest is None else f"/tournaments/{quote(rest)}"
    query = f"?{request.url.query}" if request.url.query else ""
    return RedirectResponse(path + query, status_code=308)


def former_status(method: str) -> int:
    """Return the status of a call by a page of a former protocol.

    A page that reads stops asking and says why. One that writes keeps what it could not send and sends it
    after the reload, as it does whenever a server is restarting.
    """
    return 410 if method == "GET" else 503
