"""What a newcomer waits for: the start page's first paints on a slow phone, in a real Chromium.

A server of our own is opened by a browser that has seen nothing before, over a line as slow as
DevTools' "Fast 3G" (1.44 Mbit/s, 562 ms for each request), with a processor four times slower than this
one. Reported are the first and the largest contentful paint (FCP, LCP), the moment when the client has
drawn the start page, how much the page's parts jumped meanwhile (CLS), and how many kB came over the
line. The aim: LCP under 2 s.

    python -m bench.first_paint [--runs 5] [--languages en pl cs uk] [--path /]
"""

import argparse
import json
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from .pointer import chromium

ROOT = Path(__file__).parent.parent
AIM_MS = 2_000.0
LINE = {
    "offline": False,
    "latency": 562.5,
    "downloadThroughput": 1.6 * 1024 * 1024 / 8 * 0.9,
    "uploadThroughput": 750 * 1024 / 8 * 0.9,
}
"""DevTools' "Fast 3G"."""
SLOWER = 4
LOCALES = {"en": "en-GB", "pl": "pl-PL", "cs": "cs-CZ", "uk": "uk-UA"}
WATCH = """
window.seen = { lcp: 0, what: "", cls: 0 };
new PerformanceObserver((list) => {
  for (const { startTime, element } of list.getEntries()) {
    window.seen.lcp = startTime;
    window.seen.what = element ? `${element.tagName}.${element.className}` : "";
  }
}).observe({ type: "largest-contentful-paint", buffered: true });
new PerformanceObserver((list) => {
  for (const each of list.getEntries()) if (!each.hadRecentInput) window.seen.cls += each.value;
}).observe({ type: "layout-shift", buffered: true });
"""
READ = """() => ({ ...window.seen,
  fcp: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
  kilobytes: [...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")]
    .filter((each) => each.initiatorType !== "fetch" && !each.name.includes("/api/"))
    .reduce((sum, each) => sum + each.encodedBodySize, 0) / 1000 })"""


@dataclass(frozen=True, slots=True)
class Paints:
    """What one newcomer saw: milliseconds since the page was asked for, and what came over the line."""

    fcp: float
    lcp: float
    ready: float
    cls: float
    kilobytes: float
    what: str


@contextmanager
def served() -> Iterator[str]:
    """Serve the built client with nothing in the database."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tilemeld", "serve", "--port", "0", "--no-browser"]
        command += ["--data", str(Path(folder) / "games.sqlite")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
            assert process.stdout is not None
            found = re.search(r"http://[^\s]+", process.stdout.readline())
            try:
                yield found.group(0).rstrip("/") if found else sys.exit("the server did not start")
            finally:
                process.terminate()


def visit(browser: Browser, address: str, language: str, keep: Path | None = None) -> Paints:
    """Open the page as somebody who was never here."""
    context = browser.new_context(
        locale=LOCALES[language],
        viewport={"width": 390, "height": 844},
        device_scale_factor=2,
        is_mobile=True,
        has_touch=True,
        service_workers="block",
    )
    page = context.new_page()
    page.add_init_script(WATCH)
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", LINE)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address, wait_until="commit", timeout=60_000)
    page.wait_for_selector("#app .start button", timeout=60_000)
    ready = page.evaluate("() => performance.now()")
    page.wait_for_load_state("networkidle", timeout=60_000)
    page.wait_for_timeout(500)  # paints are reported a moment later
    if keep is not None:
        page.screenshot(path=keep)
    seen = _read(page)
    context.close()
    return Paints(seen["fcp"], seen["lcp"], ready, seen["cls"], seen["kilobytes"], seen["what"])


def _read(page: Page) -> dict[str, Any]:
    found = page.evaluate(READ)
    assert isinstance(found, dict), json.dumps(found)
    return found


def main() -> int:
    """Print a row for each language; fail when the aim is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--languages", nargs="+", choices=list(LOCALES), default=list(LOCALES))
    parser.add_argument("--path", default="/")
    asked = parser.parse_args()
    print("| language | FCP ms | LCP ms | most LCP ms | largest | client ms | CLS | kB |")
    print("|---|--:|--:|--:|---|--:|--:|--:|")
    missed = []
    with served() as address, sync_playwright() as player:
        browser = player.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--disable-background-networking"]
        )
        for language in asked.languages:
            runs = [visit(browser, address + asked.path, language) for _ in range(asked.runs)]
            fcp, lcp, ready, cls, kilobytes = (
                statistics.median(getattr(run, name) for run in runs)
                for name in ("fcp", "lcp", "ready", "cls", "kilobytes")
            )
            most = max(run.lcp for run in runs)
            print(
                f"| {language} | {fcp:.0f} | {lcp:.0f} | {most:.0f} | {runs[-1].what.lower()} | {ready:.0f} |"
                f" {cls:.3f} | {kilobytes:.1f} |",
                flush=True,
            )
            if lcp > AIM_MS:
                missed.append(language)
        browser.close()
    if missed:
        print(f"missed the aim of {AIM_MS:.0f} ms: {', '.join(missed)}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
