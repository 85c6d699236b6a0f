"""Draws the PNG icons of the client from its own SVG: ``python -m tools.icons`` (needs a Chromium)."""

import os
import re
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright
from tools.browser import REMEDY, find_browser

ICONS = Path(__file__).parents[1] / "client" / "public" / "icons"
SAFE = 0.8
"""A maskable icon may be cut to a circle of this share of its width: what matters lies within it."""


def to_the_edges(drawing: str) -> str:
    """Return the drawing without its round corners: the system cuts its own."""
    return drawing.replace('rx="112"', "")


def for_masks(drawing: str) -> str:
    """Return the drawing with felt and oak to the edges, and the tiles small enough for every mask."""
    whole = to_the_edges(drawing)
    at = 256 * (1 - SAFE)
    tiles = re.sub(
        r"(</g>\s*)(<g transform=.*)(</svg>)",
        rf"\1<g transform='translate({at} {at - 16}) scale({SAFE})'>\2</g>\3",
        whole,
        count=1,
        flags=re.DOTALL,
    )
    assert tiles != whole, "the tiles stand after the ground"
    return tiles


def main() -> int:
    """Draw every size."""
    browser = find_browser(os.environ)
    if browser is None:
        print(REMEDY, file=sys.stderr)
        return 1
    drawing = (ICONS / "icon.svg").read_text()
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=str(browser), args=["--no-sandbox"])
        for name, size, body in (
            ("icon-192", 192, drawing),
            ("icon-512", 512, drawing),
            ("maskable-512", 512, for_masks(drawing)),
            ("apple-180", 180, to_the_edges(drawing)),
        ):
            page = chromium.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:100%}}</style>{body}")
            page.screenshot(path=ICONS / f"{name}.png", omit_background=True)
            page.close()
        chromium.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
