"""Draws the PNG icons of the client from its own SVG: ``python -m tools.icons`` (needs a Chromium)."""

import os
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright
from tools.browser import REMEDY, find_browser

ICONS = Path(__file__).parents[1] / "client" / "public" / "icons"
GROUND = "#1f6658"


def main() -> int:
    """Draw every size."""
    browser = find_browser(os.environ)
    if browser is None:
        print(REMEDY, file=sys.stderr)
        return 1
    drawing = (ICONS / "icon.svg").read_text()
    # A maskable icon may be cut to a circle: ground to the edges, the drawing in the middle four fifths.
    whole = f'<div style="background:{GROUND};padding:10%;box-sizing:border-box">{drawing}</div>'
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=str(browser), args=["--no-sandbox"])
        for name, size, body in (
            ("icon-192", 192, drawing),
            ("icon-512", 512, drawing),
            ("maskable-512", 512, whole),
            ("apple-180", 180, f'<div style="background:{GROUND}">{drawing}</div>'),
        ):
            page = chromium.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body{{margin:0}}svg,div{{display:block;width:100%}}</style>{body}")
            page.screenshot(path=ICONS / f"{name}.png", omit_background=True)
            page.close()
        chromium.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
