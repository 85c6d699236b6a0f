"""PDF by typst: templates in the package, filled with data. No network and no system fonts are needed.

The fonts that come with typst have every Polish, Czech and Ukrainian letter; a test checks that.
"""

import asyncio
import io
import json
import threading
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Literal

import segno
import typst

from tilemeld.engine.record.codec import Json
from tilemeld.tournament.views.printouts import KINDS, Kind

_ONE_AT_A_TIME = threading.Lock()


class TypstPress:
    """Typesets sheets, one at a time, so that waiting requests take no threads that games need."""

    def __init__(self) -> None:
        self._free = asyncio.Lock()

    async def print(self, kind: Kind, sheet: Mapping[str, Json]) -> bytes:
        """Return a PDF, made off the event loop."""
        async with self._free:
            return await asyncio.to_thread(typeset, kind, sheet)


def typeset(kind: Kind, sheet: Mapping[str, Json]) -> bytes:
    """Return a sheet as a PDF."""
    made = _compile(kind, sheet, "pdf")
    assert isinstance(made, bytes), "a PDF is one file"
    return made


def typeset_pictures(kind: Kind, sheet: Mapping[str, Json], *, ppi: float = 80) -> list[bytes]:
    """Return a sheet as pictures, one for each page."""
    made = _compile(kind, sheet, "png", ppi=ppi)
    return [made] if isinstance(made, bytes) else list(made)


def draw_preview(data: Mapping[str, Json], look: Path) -> bytes:
    """Return the picture of a link as a PNG of 1200 by 630 pixels; runs in a worker process.

    ``look`` is the folder with the typeface and the word mark, which the front end's build has put there;
    without them the picture is set in what typst brings along.
    """
    template = (files(__package__) / "paper" / "preview.typ").read_bytes()
    mark = look / "wordmark.svg"
    inputs = {
        "data": json.dumps(data, ensure_ascii=False),
        "wordmark": mark.read_text("utf-8") if mark.is_file() else "",
    }
    fonts = typst.Fonts(include_system_fonts=False, font_paths=[look])
    with _ONE_AT_A_TIME:
        made = typst.compile(template, format="png", ppi=72, sys_inputs=inputs, font_paths=fonts)
    assert isinstance(made, bytes), "it has one page"
    return made


def _compile(
    kind: Kind, sheet: Mapping[str, Json], form: Literal["pdf", "png"], *, ppi: float | None = None
) -> bytes | list[bytes]:
    assert kind in KINDS, kind
    link = sheet.get("link")
    filled = {**sheet, "qr": _qr(link)} if isinstance(link, str) and link else sheet
    folder = files(__package__) / "paper"
    template = (folder / "common.typ").read_text("utf-8") + (folder / f"{kind}.typ").read_text("utf-8")
    inputs = {"data": json.dumps(filled, ensure_ascii=False)}
    with _ONE_AT_A_TIME:
        made = typst.compile(
            template.encode(), format=form, ppi=ppi, sys_inputs=inputs, ignore_system_fonts=True
        )
    assert made is not None, "no file was asked for"
    return made


def _qr(link: str) -> str:
    out = io.BytesIO()
    segno.make(link, error="m").save(out, kind="svg", scale=4, border=0)
    return out.getvalue().decode()
