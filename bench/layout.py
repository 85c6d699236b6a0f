"""The room on the screen, measured: how large tiles are and could be, and how many of them are in sight.

Tables come from simulated games; where no game has as many tiles, sets of further games are added. Each is
shown by the real frame and board in a real Chromium, at ten window sizes. *Possible* is the width that tiles
would have if sets, each with the gap after it, covered the felt without any waste, but no more than the
largest width that tiles ever have in that window. *In rows* is the width that they could have at most in
whole rows of whole sets (`bench.layout_rows`, exact). The aims: at least 85 % of the possible width in every
cell, or, where no rows allow that much, 97 % of what rows allow; all tiles in sight; rack tiles of at least
32 px that are no more than a third larger than those of a table short of room.

    python -m bench.layout [--tiles 41 50 106] [--sizes 390x664 667x375]
"""

import argparse
import itertools
import math
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bench.layout_rows import GAP, ROW, SHOWN, best_in_rows
from bench.pointer import chromium, served
from playwright.sync_api import Browser, Page, sync_playwright

from tilemeld.bots import player_named
from tilemeld.engine.record.record import replay
from tilemeld.engine.rules import profile
from tilemeld.lab.arena import hurried, play_game

TILES = (41, 50, 70, 101, 106, 160)
SIZES = (
    *("390x844", "390x664", "360x640", "360x560", "844x390", "667x375"),
    *("768x1024", "1024x600", "1440x900", "2560x1440"),
)
RACK, SEATS, GAMES = 14, 3, 4
AIM, OF_ROWS, LEAST_RACK, RACK_TO_TABLE = 0.85, 0.97, 32.0, 4 / 3
PAN_BELOW = 18.0
"""Only a table whose tiles would be smaller than this may be panned."""

_MEASURE = """() => {
  const box = (element) => element.getBoundingClientRect();
  const felt = box(document.querySelector('.zone'));
  const lying = [...document.querySelectorAll('.tm-floor .tm-tile')].map(box);
  const held = [...document.querySelectorAll('.tm-layer > .tm-tile')].map(box);
  const seen = lying.filter((at) => at.left >= felt.left - 1 && at.right <= felt.right + 1
    && at.top >= felt.top - 1 && at.bottom <= felt.bottom + 1);
  return { felt: [felt.width, felt.height], tile: lying[0].width, count: lying.length, seen: seen.length,
    rack: held[0].width };
}"""

Table = list[list[str]]


@dataclass(frozen=True, slots=True)
class Row:
    """What one table looks like in one window."""

    size: str
    tiles: int
    width: float
    possible: float
    in_rows: float
    comfortable: bool
    felt: tuple[float, float]
    seen: float
    rack: float

    @property
    def share(self) -> float:
        return min(1.0, self.width / self.possible)

    @property
    def is_wide_enough(self) -> bool:
        """Whether tiles have the width that is aimed at, or all that rows of sets allow."""
        return self.share >= AIM or (
            self.in_rows < AIM * self.possible and self.width >= OF_ROWS * self.in_rows
        )

    def faults(self) -> Iterator[str]:
        """Every promise that is not kept."""
        name = f"{self.tiles} tiles at {self.size}"
        if not self.is_wide_enough:
            yield f"{name}: {self.share:.1%} of the possible width; rows allow {self.in_rows:.1f} px"
        if self.seen < 1 and self.width >= PAN_BELOW:
            yield f"{name}: {self.seen:.0%} of the tiles are in sight"
        if self.rack < LEAST_RACK - 0.1:
            yield f"{name}: rack tiles of {self.rack:.1f} px"
        if not self.comfortable and self.rack > max(LEAST_RACK + 0.5, RACK_TO_TABLE * self.width * 1.02):
            yield f"{name}: rack tiles of {self.rack:.1f} px beside table tiles of {self.width:.1f}"


def tables(wanted: list[int]) -> dict[int, Table]:
    """A table for each number of tiles, from games with the larger box."""
    lengths: list[list[int]] = []
    for number in range(GAMES):
        game = play_game(profile("pl-xp"), [hurried(player_named("club"))] * 4, f"layout/{number}")
        lengths += [[len(laid) for laid in state.table] for state in replay(game.record) if state.table]
    dice, made = random.Random("layout"), {}
    for count in wanted:
        most = max(sum(each) for each in lengths if sum(each) <= count)
        chosen = list(dice.choice([each for each in lengths if sum(each) == most]))
        more = itertools.chain.from_iterable(dice.sample(lengths, len(lengths)))
        while (rest := count - sum(chosen)) > 0:
            chosen.append(rest if rest < 6 else min(next(more), rest - 3))
        made[count] = [
            [f"k{at + 1}{_mark(number)}" for at in range(length)] for number, length in enumerate(chosen)
        ]
    return made


def _mark(number: int) -> str:
    """A copy's letter for each set: only lengths matter here, and no tile comes twice."""
    return chr(ord("a") + number) if number < 26 else chr(ord("α") + number - 26)


def possible(table: Table, felt: tuple[float, float]) -> float:
    """How wide tiles would be if nothing of the felt were wasted."""
    places = sum(len(laid) + GAP for laid in table)
    return SHOWN * math.sqrt(felt[0] * felt[1] / (ROW * places))


def measured(page: Page, size: str, table: Table, largest: float) -> Row:
    """Show a table and look at it, once nothing moves any more."""
    rack = [f"r{at % 13 + 1}{'ab'[at // 13]}" for at in range(RACK)]
    page.evaluate("(shown) => window.show(shown)", {"table": table, "rack": rack, "seats": SEATS})
    measured: Any = None
    while measured != (measured := page.evaluate(_MEASURE)):
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    felt = (measured["felt"][0], measured["felt"][1])
    best = possible(table, felt)
    return Row(
        size=size,
        tiles=measured["count"],
        width=measured["tile"],
        possible=min(best, largest),
        in_rows=min(best_in_rows([len(laid) for laid in table], felt), largest),
        comfortable=measured["tile"] >= 0.95 * largest,
        felt=felt,
        seen=measured["seen"] / measured["count"],
        rack=measured["rack"],
    )


def rows_of(browser: Browser, address: str, size: str, wanted: dict[int, Table]) -> Iterator[Row]:
    """Every table in one window; a table of one set says how large tiles become there."""
    width, height = (int(side) for side in size.split("x"))
    page = browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page.goto(address)
    page.wait_for_function("() => window.show !== undefined")
    largest = measured(page, size, [["k1a", "k2a", "k3a"]], math.inf).width
    for table in wanted.values():
        yield measured(page, size, table, largest)
    page.close()


def main() -> int:
    """Print a row for each table and window; fail when an aim is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tiles", type=int, nargs="+", default=TILES)
    parser.add_argument("--sizes", nargs="+", default=SIZES)
    asked = parser.parse_args()
    wanted = tables(list(asked.tiles))
    rows: list[Row] = []
    print(
        "| window | tiles | felt px | tile px | possible px | of it | in rows px | in sight | rack tile px |"
    )
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    with served() as demo, sync_playwright() as player:
        browser = player.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--disable-background-networking"]
        )
        for size in asked.sizes:
            for row in rows_of(browser, demo.replace("index.html", "layout.html"), size, wanted):
                rows.append(row)
                felt, window = f"{row.felt[0]:.0f}×{row.felt[1]:.0f}", size.replace("x", "×")
                print(
                    f"| {window} | {row.tiles} | {felt} | {row.width:.1f} | {row.possible:.1f} "
                    f"| {row.share:.0%} | {row.in_rows:.1f} | {row.seen:.0%} | {row.rack:.1f} |",
                    flush=True,
                )
        browser.close()
    faults = [fault for row in rows for fault in row.faults()]
    for tiles in wanted:
        shares = [row.share for row in rows if row.tiles == tiles]
        mean = sum(shares) / len(shares)
        print(f"{tiles} tiles: {mean:.0%} of the possible width on average, {min(shares):.0%} at worst")
    print("\n".join(faults) or "every aim is met")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
