"""A person at a browser: looks at the page as it is shown and acts by mouse, finger or keys, nothing else."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from playwright.sync_api import CDPSession, Locator, Page, expect

from tilemeld.bots.best import Budget, best_turn
from tilemeld.engine.rules import Rules
from tilemeld.engine.tiles import Face
from tilemeld.solver import make_plan

By = Literal["mouse", "touch", "keys"]
BUDGET = Budget(20_000, 200)
PATIENCE_MS = 20_000
EDGE = 44
"""Nearer to an edge the table moves along with what is dragged."""
FINGER_ABOVE = 26
"""A dragged tile floats so many pixels above the finger, so that it can be seen."""

_LOOK = """() => {
  const box = (element) => {
    const at = element.getBoundingClientRect();
    return { x: at.left, y: at.top, w: at.width, h: at.height };
  };
  const trays = [...document.querySelectorAll('.tm-tray')].map(box);
  const pieces = [...document.querySelectorAll('[role=option][data-tile]')].map((element) => {
    const at = box(element), x = at.x + at.w / 2, y = at.y + at.h / 2;
    const over = (tray) => x > tray.x && x < tray.x + tray.w && y > tray.y && y < tray.y + tray.h;
    const seen = getComputedStyle(element).visibility !== 'hidden';
    const label = element.getAttribute('aria-label');
    return { tile: element.dataset.tile, label, x, y, w: at.w, tray: trays.findIndex(over), seen };
  });
  const zone = document.querySelector('.zone');
  return { pieces, trays, zone: zone ? box(zone) : null };
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
class Sight:
    """The table and the rack as they are shown."""

    rack: tuple[Piece, ...]
    sets: tuple[tuple[Piece, ...], ...]
    trays: tuple[Box, ...]
    zone: Box

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
        self._touch: CDPSession | None = None

    # Looking

    def look(self) -> Sight:
        """What lies where, once nothing moves any more."""
        told: Any = None
        while told != (told := self.page.evaluate(_LOOK)) or told["zone"] is None:
            self.frame()
        pieces = [
            (Piece(each["tile"], each["label"], each["x"], each["y"], each["w"], each["seen"]), each["tray"])
            for each in told["pieces"]
        ]
        rack = [piece for piece, tray in pieces if tray < 0]
        sets = [
            tuple(sorted((piece for piece, at in pieces if at == tray), key=lambda piece: piece.x))
            for tray in range(len(told["trays"]))
        ]
        full = [(pieces, Box(**box)) for pieces, box in zip(sets, told["trays"], strict=True) if pieces]
        full.sort(key=lambda each: (each[1].y, each[1].x))
        return Sight(
            tuple(sorted(rack, key=lambda piece: (round(piece.y), piece.x))),
            tuple(pieces for pieces, _ in full),
            tuple(box for _, box in full),
            Box(**told["zone"]),
        )

    def frame(self) -> None:
        """Until the page has been drawn once more."""
        self.page.evaluate("() => new Promise(requestAnimationFrame)")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name)

    def waits_for_turn(self) -> None:
        """Until the page says that it is one's own turn, or that the game is over."""
        title = self.page.locator(".bar .title")
        expect(title).to_have_text(_either("Your turn", "The game is over"), timeout=PATIENCE_MS)

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
            target.click(timeout=PATIENCE_MS)
        elif self.by == "touch":
            target.tap(timeout=PATIENCE_MS)
        else:
            expect(target).to_be_visible(timeout=PATIENCE_MS)
            self.go_to(target)
            self.page.keyboard.press("Enter")

    def go_to(self, target: Locator) -> None:
        """Walk with the Tab key until something has the focus."""
        for _ in range(120):
            if target.evaluate("element => element === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the Tab key does not lead to {target}")

    def put(self, tile: str, onto: Sequence[str] | None) -> None:
        """Put a tile at the end of the set that these tiles lie in, or on a free spot."""
        if self.by == "keys":
            self._put_by_keys(tile, onto)
            return
        if (whole := self.button("Show the whole table")).count():
            self.press(whole)
        sight = self.look()
        piece = sight.piece(tile)
        x, y = self._free_spot(sight) if onto is None else self._end_of(sight, onto)
        self.drag((piece.x, piece.y), (x, y))

    def _end_of(self, sight: Sight, onto: Sequence[str]) -> tuple[float, float]:
        """A gap of a set, the one nearest to the middle: at the edge the table would move along."""
        pieces = sorted((sight.piece(tile) for tile in onto), key=lambda piece: piece.x)
        gaps = [pieces[0].x - 0.5 * pieces[0].width, *(piece.x + 0.5 * piece.width for piece in pieces)]
        middle = sight.zone.x + sight.zone.w / 2
        return min(gaps, key=lambda x: abs(x - middle)), pieces[0].y

    def _free_spot(self, sight: Sight) -> tuple[float, float]:
        """A place on the table with nothing near it."""
        tile = sight.trays[0].h if sight.trays else 60.0
        zone = sight.zone
        for down in range(1, int(zone.h // 12)):
            for right in range(1, int(zone.w // 24)):
                x, y = zone.x + 24 * right, zone.y + 12 * down
                if not (zone.x + EDGE < x < zone.x + zone.w - EDGE):
                    continue
                if not (zone.y + EDGE < y < zone.y + zone.h - EDGE - FINGER_ABOVE):
                    continue
                if not any(_near(box, x, y, tile) for box in sight.trays):
                    return x, y
        raise AssertionError("there is no free spot on the table")

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Press, move, let go; nothing in between."""
        self.presses += 1
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
            part = step / 6
            self.finger(
                "touchMove", (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
            )
        self.frame()  # a hand holds still before it lets go; else the browser takes it for a fling
        self.frame()
        self.finger("touchMove", (end[0] + 1, end[1]))
        self.finger("touchEnd", None)

    def finger(self, kind: str, at: tuple[float, float] | None) -> None:
        """One touch event, as the screen makes it."""
        if self._touch is None:
            self._touch = self.page.context.new_cdp_session(self.page)
        points = [] if at is None else [{"x": at[0], "y": at[1]}]
        self._touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def tap(self, x: float, y: float) -> None:
        self.presses += 1
        self.page.touchscreen.tap(x, y)

    def _put_by_keys(self, tile: str, onto: Sequence[str] | None) -> None:
        self.walk_to(tile)
        self.key("Space")
        if onto is None:
            self.key("n")
        else:
            self.walk_to(onto[-1])
            self.key("Space")

    def walk_to(self, tile: str) -> None:
        """Walk over the board with the arrow keys."""
        found = self._walk("ArrowLeft", tile) or self._walk("ArrowRight", tile)
        assert found, f"the arrow keys do not lead to {tile}"

    def _walk(self, key: str, tile: str) -> bool:
        before: str | None = None
        focused = "document.activeElement?.dataset.tile ?? null"
        while (now := self.page.evaluate(focused)) != tile:
            if now is not None and now == before:
                return False
            before = now
            self.page.keyboard.press(key)
        return True

    def key(self, key: str) -> None:
        self.presses += 1
        self.page.keyboard.press(key)

    # Playing

    def confirm(self) -> None:
        if self.by == "keys":
            self.key("Enter")
        else:
            self.press(self.button("Confirm"))
        expect(self.button("Undo")).to_be_disabled(timeout=PATIENCE_MS)

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

    def rearrange(self, sight: Sight, wanted: Sequence[tuple[Face, ...]]) -> None:
        """Move tiles one by one until the table is as wanted."""
        places: dict[int, list[str]] = {
            at: [piece.tile for piece in pieces] for at, pieces in enumerate(sight.sets)
        }
        rack = [piece.tile for piece in sight.rack]
        for step in make_plan(sight.faces(), wanted).steps:
            source = rack if step.source is None else places[step.source]
            target = places.setdefault(step.target, [])
            for face in step.tiles:
                tile = next(each for each in source if each[:-1] == face)
                self.put(tile, target or None)
                source.remove(tile)
                target.append(tile)

    def play_game(self, rules: Rules, *, turns: int = 200) -> int:
        """Play until the game is over; return how many tiles were laid."""
        laid = 0
        for _ in range(turns):
            self.waits_for_turn()
            if self.is_over:
                return laid
            laid += self.play_turn(rules)
        raise AssertionError("the game does not end")


def _near(box: Box, x: float, y: float, tile: float) -> bool:
    across = box.x - 1.4 * tile < x < box.x + box.w + 1.4 * tile
    return across and box.y - 0.75 * tile < y < box.y + box.h + 0.75 * tile


def _either(*texts: str) -> Any:
    return re.compile("|".join(f"^{re.escape(text)}$" for text in texts))
