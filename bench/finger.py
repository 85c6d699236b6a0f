"""An imprecise finger on a crowded phone: how often it takes the tile and reaches the set that it meant.

A finger aims at the middle of a tile, or at the place beside the end of a set where the tile in it belongs,
and lands somewhere near: *careful* up to 8 px away in any direction, *hasty* as a normal distribution of 8 px
in both directions (about 1.3 mm on a phone), which is beyond 8 px in six of ten cases. Real touch events in
a real Chromium, 390×844.

    python -m bench.finger [--tiles 106 160] [--tries 300] [--hands hasty] [--source ../older]
"""

import argparse
import itertools
import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.pointer import SOURCE_HELP, chromium, versions
from playwright.sync_api import CDPSession, Page, sync_playwright

CAREFUL_PX = HASTY_PX = 8.0
WIDTH, HEIGHT, EDGE_PX = 390, 844, 10
FLOATS_PX = 26
"""A dragged tile floats so many pixels above the finger."""

_LOOK = """() => {
  const box = (element) => {
    const at = element.getBoundingClientRect();
    return { x: at.left, y: at.top, w: at.width, h: at.height };
  };
  const trays = [...document.querySelectorAll('.tm-tray')].map(box);
  const table = box(document.getElementById('table'));
  return [...document.querySelectorAll('.tm-tile')].map((element) => {
    const at = box(element), x = at.x + at.w / 2, y = at.y + at.h / 2;
    const over = (tray) => x > tray.x && x < tray.x + tray.w && y > tray.y && y < tray.y + tray.h;
    const seen = y > table.y + 4 && y < table.y + table.h - 4;
    return { tile: element.dataset.tile, x, y, w: at.w, tray: trays.findIndex(over), seen };
  });
}"""
_HELD = "() => [...document.querySelectorAll('.tm-held')].map((element) => element.dataset.tile).join(' ')"

Offset = tuple[float, float]


@dataclass(frozen=True)
class Piece:
    """A tile of the table as it is drawn."""

    tile: str
    x: float
    y: float
    w: float

    @property
    def face(self) -> str:
        return self.tile[:-1]


def careful(dice: random.Random) -> Offset:
    """Up to 8 px away, every point of that disc as likely as any other."""
    angle, far = dice.uniform(0, math.tau), CAREFUL_PX * math.sqrt(dice.random())
    return far * math.cos(angle), far * math.sin(angle)


def hasty(dice: random.Random) -> Offset:
    """A normal distribution in both directions."""
    return dice.gauss(0, HASTY_PX), dice.gauss(0, HASTY_PX)


HANDS: dict[str, Callable[[random.Random], Offset]] = {"careful": careful, "hasty": hasty}


class Finger:
    """One finger on the board's demo page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._screen: CDPSession = page.context.new_cdp_session(page)

    def sets(self, *, only_seen: bool = True) -> list[list[Piece]]:
        """The sets, each from left to right, once nothing moves any more."""
        found: Any = None
        while found != (found := self.page.evaluate(_LOOK)):
            self.page.evaluate("() => new Promise(requestAnimationFrame)")
        lying: dict[int, list[Piece]] = {}
        for each in found:
            if each["tray"] >= 0 and (each["seen"] or not only_seen):
                lying.setdefault(each["tray"], []).append(
                    Piece(each["tile"], each["x"], each["y"], each["w"])
                )
        return [sorted(pieces, key=lambda piece: piece.x) for pieces in lying.values()]

    def take(self, x: float, y: float) -> str:
        """Press here and begin to drag; return what is in the hand, and let it return."""
        self._touch("touchStart", x, y)
        self._touch("touchMove", x + 6, y - 9)
        held: str = self.page.evaluate(_HELD)
        self._touch("touchCancel")
        return held

    def put(self, piece: Piece, x: float, y: float) -> list[set[str]]:
        """Drag a tile so that its middle is here, and let go; return the sets, and take it back."""
        end = (x, y + FLOATS_PX)
        self._touch("touchStart", piece.x, piece.y)
        for part in (0.3, 0.7, 1.0):
            self._touch("touchMove", piece.x + (end[0] - piece.x) * part, piece.y + (end[1] - piece.y) * part)
        self._touch("touchEnd")
        sets = [{each.tile for each in pieces} for pieces in self.sets(only_seen=False)]
        self.page.keyboard.press("z")
        self.sets()
        return sets

    def _touch(self, kind: str, x: float | None = None, y: float | None = None) -> None:
        points = [] if x is None else [{"x": x, "y": y}]
        self._screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def joins(sets: list[list[Piece]]) -> Iterator[tuple[Piece, list[Piece], int]]:
    """Every tile at an end of a run that would lengthen another run: the tile, that run, and at which end."""
    runs = [pieces for pieces in sets if len({piece.face[0] for piece in pieces}) == 1]
    for source in runs:
        for piece in (source[0], source[-1]):
            for run in runs:
                if run is source or run[0].face[0] != piece.face[0]:
                    continue
                number = int(piece.face[1:])
                if number == int(run[0].face[1:]) - 1:
                    yield piece, run, 0
                if number == int(run[-1].face[1:]) + 1:
                    yield piece, run, -1


def share_taken(
    finger: Finger, dice: random.Random, hand: Callable[[random.Random], Offset], tries: int
) -> float:
    """How often a press takes the tile that it meant."""
    pieces = [piece for each in finger.sets() for piece in each]
    hits = 0
    for _ in range(tries):
        piece, (dx, dy) = dice.choice(pieces), hand(dice)
        hits += finger.take(piece.x + dx, piece.y + dy) == piece.tile
    return hits / tries


def share_joined(
    finger: Finger, dice: random.Random, hand: Callable[[random.Random], Offset], tries: int
) -> float:
    """How often a tile that is dropped beside the end of a run that it lengthens becomes part of it."""
    hits = 0
    for _ in range(tries):
        chances = list(joins(finger.sets()))  # the table may have moved to show where a set went
        (piece, run, end), (dx, dy) = dice.choice(chances), hand(dice)
        beside = run[end].x + (run[end].w if end else -run[end].w)
        beside = min(WIDTH - EDGE_PX, max(EDGE_PX, beside))  # a hand does not aim beyond the screen
        wanted = {piece.tile, *(each.tile for each in run)}
        hits += any(wanted <= lying for lying in finger.put(piece, beside + dx, run[end].y + dy))
    return hits / tries


def main() -> None:
    """Print a row for each table and hand."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tiles", type=int, nargs="+", default=[106, 160])
    parser.add_argument("--tries", type=int, default=300)
    parser.add_argument("--hands", choices=HANDS, nargs="+", default=list(HANDS))
    parser.add_argument("--source", type=Path, help=SOURCE_HELP)
    asked = parser.parse_args()
    print("| table | finger | version | tile px | takes the tile it meant | joins the set it meant |")
    print("|--:|---|---|--:|--:|--:|")
    with versions(asked.source) as addresses, sync_playwright() as player:
        browser = player.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--disable-background-networking"]
        )
        for tiles, name, (version, address) in itertools.product(asked.tiles, asked.hands, addresses.items()):
            page = browser.new_page(
                viewport={"width": WIDTH, "height": HEIGHT},
                has_touch=True,
                is_mobile=True,
                reduced_motion="reduce",
            )
            page.goto(f"{address}?table={tiles}&still")
            page.wait_for_selector(".tm-tile")
            finger, dice = Finger(page), random.Random(f"finger/{tiles}/{name}")
            width = finger.sets()[0][0].w
            taken = share_taken(finger, dice, HANDS[name], asked.tries)
            joined = share_joined(finger, dice, HANDS[name], asked.tries // 2)
            print(f"| {tiles} | {name} | {version} | {width:.0f} | {taken:.1%} | {joined:.1%} |", flush=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
