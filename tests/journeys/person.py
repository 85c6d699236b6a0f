"""A person at a browser: looks at the page as it is shown and acts by mouse, finger or keys, nothing else."""

import itertools
import json
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from playwright.sync_api import CDPSession, Locator, Page, expect

from tilemeld.bots.numbers.best_turn import Budget, best_turn
from tilemeld.engine.rules import Rules
from tilemeld.engine.tiles import Face
from tilemeld.solver import Plan, make_plan

By = Literal["mouse", "touch", "keys"]
Fingers = tuple[tuple[float, float], tuple[float, float]]
"""Where two fingers are."""
BUDGET = Budget(20_000, 200)
MOST_PLANS = 20
PATIENCE_MS = 60_000
"""How long something may take before a journey fails: machines are busy at times."""
REACH_SPEED, DRAG_SPEED, GRIP_SECONDS = 1_500.0, 900.0, 0.25
"""An ordinary hand: pixels a second without and with a tile, and the time to press and to let go."""
FINGER_ABOVE = 26
"""A dragged tile floats so many pixels above the finger, so that it can be seen."""

_LOOK = """async () => {
  const box = (element) => {
    const at = element.getBoundingClientRect();
    return { x: at.left, y: at.top, w: at.width, h: at.height };
  };
  const look = () => {
    const trays = [...document.querySelectorAll('.tm-tray')].map(box);
    const pieces = [...document.querySelectorAll('[role=option][data-tile]')].map((element) => {
      const at = box(element), x = at.x + at.w / 2, y = at.y + at.h / 2;
      const over = (tray) => x > tray.x && x < tray.x + tray.w && y > tray.y && y < tray.y + tray.h;
      const seen = getComputedStyle(element).visibility !== 'hidden';
      const label = element.getAttribute('aria-label');
      return { tile: element.dataset.tile, label, x, y, w: at.w, tray: trays.findIndex(over), seen };
    });
    const zone = document.querySelector('.zone');
    const names = [...document.querySelectorAll('button')].map((each) => each.ariaLabel ?? each.innerText);
    const near = names.some((name) => name.includes('Show the whole table'));
    return { pieces, trays, near, zone: zone ? box(zone) : null };
  };
  const frame = () => new Promise(requestAnimationFrame);
  let before = null;
  for (;;) {
    const seen = JSON.stringify(look());
    if (seen === before && JSON.parse(seen).zone) return seen;
    before = seen;
    await frame();
    await frame();
  }
}"""


@dataclass(frozen=True)
class Piece:
    """A tile as it is shown: which, what a screen reader says of it, and where its middle is."""

    tile: str
    label: str
    x: float
    y: float
    width: float
    seen: bool

    @property
    def face(self) -> Face:
        return Face(self.tile[:-1])


@dataclass(frozen=True)
class Box:
    x: float
    y: float
    w: float
    h: float


@dataclass(frozen=True)
class ShownTable:
    """The table and the rack as they are shown."""

    rack: tuple[Piece, ...]
    sets: tuple[tuple[Piece, ...], ...]
    trays: tuple[Box, ...]
    zone: Box
    is_near: bool
    """Whether a button offers the whole table, of which a part is shown."""

    def piece(self, tile: str) -> Piece:
        return next(each for each in (*self.rack, *sum(self.sets, ())) if each.tile == tile)

    def faces(self) -> tuple[tuple[Face, ...], ...]:
        return tuple(tuple(piece.face for piece in pieces) for pieces in self.sets)


class Person:
    """Somebody who plays in a page."""

    def __init__(self, page: Page, by: By = "mouse") -> None:
        self.page = page
        self.by = by
        self.presses = 0
        """How many taps, clicks or key presses it took."""
        self.hand_seconds = 0.0
        """How long a hand of ordinary speed would have needed for all the dragging."""
        self._hand_at: tuple[float, float] | None = None
        self._touch: CDPSession | None = None

    # Looking

    def look(self) -> ShownTable:
        """What lies where, once nothing moves any more."""
        found: Any = json.loads(self.page.evaluate(_LOOK))
        pieces = [
            (Piece(each["tile"], each["label"], each["x"], each["y"], each["w"], each["seen"]), each["tray"])
            for each in found["pieces"]
        ]
        rack = [piece for piece, tray in pieces if tray < 0]
        sets = [
            tuple(sorted((piece for piece, at in pieces if at == tray), key=lambda piece: piece.x))
            for tray in range(len(found["trays"]))
        ]
        full = [(pieces, Box(**box)) for pieces, box in zip(sets, found["trays"], strict=True) if pieces]
        full.sort(key=lambda each: (each[1].y, each[1].x))
        return ShownTable(
            tuple(sorted(rack, key=lambda piece: (round(piece.y), piece.x))),
            tuple(pieces for pieces, _ in full),
            tuple(box for _, box in full),
            Box(**found["zone"]),
            found["near"],
        )

    def frame(self) -> None:
        """Until the page has been drawn once more."""
        self.page.evaluate("() => new Promise(requestAnimationFrame)")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name)

    def waits_for_turn(self) -> None:
        """Until the page says that it is one's own turn, or that the game is over."""
        title = self.page.locator(".bar .title")
        expect(title).to_have_text(_either("Your turn", "The game is over"))

    @property
    def is_over(self) -> bool:
        return self.page.locator(".bar .title").inner_text() == "The game is over"

    @property
    def has_opened(self) -> bool:
        return not self.page.locator(".bar .opening").count()

    # Acting

    def press(self, target: Locator | str) -> None:
        """Press a button or a link."""
        target = self.button(target) if isinstance(target, str) else target
        self.presses += 1
        if self.by == "mouse":
            target.click()
        elif self.by == "touch":
            target.tap()
        else:
            expect(target).to_be_visible()
            self.go_to(target)
            self.page.keyboard.press("Enter")

    def choose(self, name: str) -> None:
        """Choose one of a row of radio buttons."""
        radio = self.page.get_by_role("radio", name=name, exact=True)
        self.presses += 1
        if self.by == "keys":
            group = radio.evaluate("element => element.name")
            self.go_to(self.page.locator(f"input[name='{group}']:checked"))
            while not radio.is_checked():
                self.page.keyboard.press("ArrowRight")
        else:
            label = self.page.locator("label").filter(has=radio)
            label.click() if self.by == "mouse" else label.tap()
        expect(radio).to_be_checked()

    def go_to(self, target: Locator) -> None:
        """Walk with the Tab key until something has the focus."""
        for _ in range(120):
            if target.evaluate("element => element === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the Tab key does not lead to {target}")

    def put(self, tile: str, onto: Sequence[str] | None) -> ShownTable:
        """Put a tile into the set that these tiles lie in, or on a free spot, and see that it lies there.

        Returns what lies where then.
        """
        if self.by == "keys":
            self._put_by_keys(tile, onto)
            return self.look()
        sight = self.look()
        if sight.is_near:
            self.press("Show the whole table")
            sight = self.look()
        piece = sight.piece(tile)
        x, y = self._free_spot(sight) if onto is None else self._inside(sight, onto)
        self.drag((piece.x, piece.y), (x, y))
        return self._check_landing(sight, tile, onto, (x, y))

    def _check_landing(
        self, before: ShownTable, tile: str, onto: Sequence[str] | None, at: tuple[float, float]
    ) -> ShownTable:
        """A tile lies with those that it was put to, and with nobody on a free spot."""
        after = self.look()
        lying = [[piece.tile for piece in pieces] for pieces in after.sets]
        mates = next((tiles for tiles in lying if tile in tiles), [])
        right = mates == [tile] if onto is None else bool(set(onto) & set(mates))
        was = [[(piece.tile, round(piece.x), round(piece.y)) for piece in pieces] for pieces in before.sets]
        assert right, f"{tile} was put to {onto} at {at} and lies with {mates}: {was} became {lying}"
        return after

    def _inside(self, sight: ShownTable, onto: Sequence[str]) -> tuple[float, float]:
        """A place that belongs to a set and to no other: between two of its tiles, or upon its only one.

        Beside its end begins the next set of the row: there a tile goes to the one in which it reads.
        Of several places the nearest to the middle: at the edge the table would move along.
        """
        pieces = sorted((sight.piece(tile) for tile in onto), key=lambda piece: piece.x)
        between = [(left.x + right.x) / 2 for left, right in itertools.pairwise(pieces)]
        middle = sight.zone.x + sight.zone.w / 2
        return min(between or [pieces[0].x], key=lambda x: abs(x - middle)), pieces[0].y

    def _free_spot(self, sight: ShownTable) -> tuple[float, float]:
        """A place on the table with nothing near it; the lowest, where the table is emptiest."""
        width, high = self._tile_size(sight)
        zone = sight.zone
        for up in range(int(zone.h // 10)):
            y = zone.y + zone.h - max(0.6 * high, FINGER_ABOVE + 1) - 10 * up  # tile and finger on the felt
            for right in range(int(zone.w // 15)):
                x = zone.x + 0.8 * width + 15 * right
                if x + 0.8 * width > zone.x + zone.w or y - 0.6 * high < zone.y:
                    continue
                if not any(_near(box, x, y, width) for box in sight.trays):
                    return x, y
        raise AssertionError("there is no free spot on the table")

    def _tile_size(self, sight: ShownTable) -> tuple[float, float]:
        width = sight.sets[0][0].width if sight.sets else 46.0
        return width, 1.32 * width

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Press, move, let go; nothing in between."""
        self.presses += 1
        self._reach(start)
        self.hand_seconds += math.dist(start, end) / DRAG_SPEED
        self._hand_at = end
        if self.by == "touch":
            self._drag_with_finger(start, end)
            return
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=3)
        mouse.move(*end, steps=3)
        mouse.up()

    def _drag_with_finger(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        end = (end[0], end[1] + FINGER_ABOVE)
        self.finger("touchStart", start)
        for step in range(1, 7):
            self.finger("touchMove", between(start, end, step / 6))
        self.frame()  # a hand holds still before it lets go; else the browser takes it for a fling
        self.frame()
        self.finger("touchMove", (end[0] + 1, end[1]))
        self.finger("touchEnd", None)

    def finger(self, kind: str, *at: tuple[float, float] | None) -> None:
        """One touch event, as the screen makes it: where every finger is that is down."""
        if self._touch is None:
            self._touch = self.page.context.new_cdp_session(self.page)
        points = [
            {"x": each[0], "y": each[1], "id": finger} for finger, each in enumerate(at) if each is not None
        ]
        self._touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def two_fingers(self, start: Fingers, end: Fingers) -> None:
        """Put two fingers down one after the other, move both, lift them one after the other."""
        self.presses += 1
        self.finger("touchStart", start[0])
        self.finger("touchStart", *start)
        for step in range(1, 9):
            part = step / 8
            self.finger("touchMove", *(between(*way, part) for way in zip(start, end, strict=True)))
        self.finger("touchEnd", end[0])
        self.finger("touchEnd", None)
        self.frame()

    def tap(self, x: float, y: float) -> None:
        self.presses += 1
        self._reach((x, y))
        self.page.touchscreen.tap(x, y)

    def put_together(self, tiles: Sequence[str], onto: Sequence[str] | None) -> None:
        """Tap tiles, then drag them all by one of them: into a set, or on a free spot."""
        for tile in tiles:
            piece = self.look().piece(tile)
            self.tap(piece.x, piece.y)
        sight = self.look()
        piece = sight.piece(tiles[-1])
        x, y = self._free_spot(sight) if onto is None else self._inside(sight, onto)
        self.drag((piece.x, piece.y), (x, y))
        for tile in tiles:
            self._check_landing(sight, tile, onto or tiles, (x, y))

    def _reach(self, at: tuple[float, float]) -> None:
        """Move the hand there without a tile, and press."""
        reach = 0.0 if self._hand_at is None else math.dist(self._hand_at, at) / REACH_SPEED
        self.hand_seconds += reach + GRIP_SECONDS
        self._hand_at = at

    def _put_by_keys(self, tile: str, onto: Sequence[str] | None) -> None:
        self.walk_to(tile)
        self.key("Space")
        if onto is None:
            self.key("n")
        else:
            self.walk_to(onto[-1])
            self.key("Space")

    def walk_to(self, tile: str) -> None:
        """Walk over the board with the arrow keys: row by row, first the table's, then the rack's."""
        sight = self.look()
        order = [piece.tile for piece in _rows(sum(sight.sets, ()))] + [piece.tile for piece in sight.rack]
        for _ in range(5):
            now = self.page.evaluate("document.activeElement?.dataset.tile ?? null")
            if now == tile:
                return
            steps = order.index(tile) - order.index(now) if now in order else 1
            for _ in range(abs(steps)):
                self.page.keyboard.press("ArrowRight" if steps > 0 else "ArrowLeft")
        raise AssertionError(f"the arrow keys do not lead to {tile}")

    def key(self, key: str) -> None:
        self.presses += 1
        self.page.keyboard.press(key)

    # Playing

    def confirm(self) -> None:
        button = self.button("Confirm")
        lying = " | ".join(" ".join(piece.tile for piece in pieces) for pieces in self.look().sets)
        expect(button, f"what lies can be confirmed: {lying}").to_be_enabled()
        if self.by == "keys":
            self.key("Enter")
        else:
            self.press(button)
        undo = self.button("Undo")
        expect(undo.and_(self.page.locator(":enabled"))).to_have_count(0)  # it may be gone, for phrases

    def take(self) -> None:
        """Take a tile, or pass when the bank is empty."""
        before = self._facts()
        if self.by == "keys":
            self.key("t")
        else:
            self.press(self.page.locator(".bar .take"))
        self.wait_until(lambda: self._facts() != before or self.is_over)

    def _facts(self) -> tuple[object, ...]:
        bank = self.page.locator("[data-bank]").inner_text()
        return (
            self.page.locator("[role=option]").count(),
            bank,
            self.page.locator(".bar .title").inner_text(),
        )

    def wait_until(self, true: Callable[[], bool]) -> None:
        """Until something is so; frame by frame."""
        for _ in range(2_000):
            if true():
                return
            self.frame()
        raise AssertionError("it never came about")

    def play_turn(self, rules: Rules) -> int:
        """Play the best turn that the solver finds for what is seen; return how many tiles were laid."""
        sight = self.look()
        rack = [piece.face for piece in sight.rack]
        best = best_turn(rules, sight.faces(), rack, opened=self.has_opened, budget=BUDGET)
        if not best.tiles:
            self.take()
            return 0
        self.rearrange(sight, best.table)
        self.confirm()
        return best.tiles

    def rearrange(self, sight: ShownTable, wanted: Sequence[tuple[Face, ...]]) -> None:
        """Move tiles one by one until the table is as wanted; plan again when the table helped."""
        for _ in range(MOST_PLANS):
            plan = make_plan(sight.faces(), wanted)
            if not plan.steps:
                return
            self._follow(plan, sight)
            sight = self.look()
        raise AssertionError(f"the table is {sight.faces()} and never becomes {wanted}")

    def _follow(self, plan: Plan, sight: ShownTable) -> None:
        """Move tiles by a plan, until all is done or a set has fallen into two that read by itself."""
        places: dict[int, list[str]] = {
            at: [piece.tile for piece in pieces] for at, pieces in enumerate(sight.sets)
        }
        rack = [piece.tile for piece in sight.rack]
        for step in plan.steps:
            source = rack if step.source is None else places[step.source]
            target = places.setdefault(step.target, [])
            for face in step.tiles:
                tile = next(each for each in source if each[:-1] == face)
                after = self.put(tile, target or None)
                source.remove(tile)
                target.append(tile)
                seen = {frozenset(piece.tile for piece in pieces) for pieces in after.sets}
                if seen != {frozenset(tiles) for tiles in places.values() if tiles}:
                    return

    def play_game(self, rules: Rules, *, turns: int = 200, enough: int | None = None) -> int:
        """Play until the game is over, or enough tiles were laid; return how many were laid."""
        laid = 0
        for _ in range(turns):
            self.waits_for_turn()
            if self.is_over or (enough is not None and laid >= enough):
                return laid
            laid += self.play_turn(rules)
        raise AssertionError("the game does not end")


def between(start: tuple[float, float], end: tuple[float, float], part: float) -> tuple[float, float]:
    """The point that lies so far on the way."""
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def _rows(pieces: Sequence[Piece]) -> list[Piece]:
    return sorted(pieces, key=lambda piece: (round(piece.y / 8), piece.x))


def _near(box: Box, x: float, y: float, width: float) -> bool:
    across = box.x - 1.2 * width < x < box.x + box.w + 1.2 * width
    return across and box.y - 0.3 * box.h < y < box.y + box.h * 1.3


def _either(*texts: str) -> Any:
    return re.compile("|".join(f"^{re.escape(text)}$" for text in texts))
