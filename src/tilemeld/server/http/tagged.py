"""Bodies with a tag: whoever has one already is answered 304, without the body."""

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

NOTHING: Mapping[str, str] = {}


def is_known(request: Request, tag: str) -> bool:
    """Say whether the client has what carries this tag."""
    seen = [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]
    return tag.removeprefix("W/") in seen or "*" in seen


@dataclass(frozen=True, slots=True)
class Tagged:
    """A body to be sent, as it is and compressed."""

    body: bytes
    packed: bytes | None
    media: str
    cache: str
    """How long it may be kept: the text of ``Cache-Control``."""
    tag: str

    def answer(
        self, request: Request, *, status: int = 200, headers: Mapping[str, str] = NOTHING
    ) -> Response:
        """Answer a request with it, or say that nothing has changed."""
        sent = {"Cache-Control": self.cache, "ETag": self.tag, "Vary": "Accept-Encoding", **headers}
        if status == 200 and is_known(request, self.tag):
            return Response(status_code=304, headers=sent)
        body = self.body
        if self.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            body, sent["Content-Encoding"] = self.packed, "gzip"
        return Response(body, status, headers=sent, media_type=self.media)
