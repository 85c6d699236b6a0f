import { beforeEach, describe, expect, test, vi } from "vitest";

import { numbers } from "../../../src/board/numbers";
import { draftOf, rackOf, type Board, type Notice } from "../../../src/board/state";
import { parseLaid } from "../../../src/board/tiles";
import { LIFTED } from "../../../src/board/screen/gesture";
import { BoardView, type ScreenKey } from "../../../src/board/screen/view";

const ZONES: Record<string, [number, number, number, number]> = {
  root: [0, 0, 390, 844],
  table: [0, 54, 390, 500],
  rack: [0, 660, 390, 160],
};

let view: BoardView;
let notices: Notice[];
let keys: ScreenKey[];
const elements: Record<string, HTMLElement> = {};

const laid = (text: string) => text.split(" | ").map((set) => set.split(" ").map(parseLaid));

function place(table: string, rack: string, role: "mine" | "wait" = "mine", newTurn = true): void {
  view.receive({
    base: { table: table ? laid(table) : [], rack: rack.split(" ") },
    role,
    draft: null,
    newTurn,
  });
}

beforeEach(() => {
  document.body.replaceChildren();
  for (const name of ["root", "table", "rack", "layer"]) {
    const element = (elements[name] = document.createElement("div"));
    (name === "root" ? document.body : elements["root"]!).append(element);
    const [x, y, w, h] = ZONES[name] ?? [0, 0, 0, 0];
    element.getBoundingClientRect = () => ({
      x,
      y,
      left: x,
      top: y,
      right: x + w,
      bottom: y + h,
      width: w,
      height: h,
      toJSON: () => "",
    });
    Object.defineProperty(element, "clientWidth", { value: w });
  }
  vi.stubGlobal("requestAnimationFrame", (step: () => void) => setTimeout(step, 0));
  vi.stubGlobal("cancelAnimationFrame", (id: number) => clearTimeout(id));
  notices = [];
  keys = [];
  view?.destroy();
  view = new BoardView(
    {
      root: elements["root"]!,
      table: elements["table"]!,
      rack: elements["rack"]!,
      layer: elements["layer"]!,
    },
    {
      reader: numbers,
      big: false,
      label: (tile, board: Board) => `${tile} ${board.now.sets.findIndex((set) => set.tiles.includes(tile))}`,
      origin: () => null,
      reducedMotion: () => true,
      changed: (_, said) => notices.push(...said),
      looked: () => undefined,
      key: (key) => keys.push(key),
      sound: () => undefined,
    },
  );
});

/** Where a tile is drawn: the middle of it. */
function middle(tile: string): { x: number; y: number } {
  const element = document.querySelector<HTMLElement>(`[data-tile="${tile}"]`)!;
  const [, x, y, scale] = /translate\(([-\d.]+)px,\s*([-\d.]+)px\) scale\(([\d.]+)\)/
    .exec(element.style.transform)!
    .map(Number) as [number, number, number, number];
  return { x: x + 24 * scale, y: y + 31 * scale };
}

function pointer(type: string, at: { x: number; y: number }, more: Record<string, unknown> = {}): void {
  const event = new MouseEvent(type, {
    bubbles: true,
    cancelable: true,
    clientX: at.x,
    clientY: at.y,
    ...more,
  });
  Object.assign(event, {
    pointerId: more["pointerId"] ?? 1,
    pointerType: more["pointerType"] ?? "mouse",
    isPrimary: more["isPrimary"] ?? false,
  });
  elements["root"]!.dispatchEvent(event);
}

function drag(from: { x: number; y: number }, to: { x: number; y: number }): void {
  pointer("pointerdown", from);
  for (let step = 1; step <= 4; step++)
    pointer("pointermove", {
      x: from.x + ((to.x - from.x) * step) / 4,
      y: from.y + ((to.y - from.y) * step) / 4,
    });
  pointer("pointerup", to);
}

function tap(at: { x: number; y: number }, more: Record<string, unknown> = {}): void {
  pointer("pointerdown", at, more);
  pointer("pointerup", at, more);
}

const press = (key: string, code = key, more: KeyboardEventInit = {}) =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true, ...more }),
  );
const shown = () => draftOf(view.board).map((set) => set.join(" "));
const FREE = { x: 200, y: 480 };

describe("by pointer", () => {
  test("press and move drags at once; the landing place is shown before release", () => {
    place("r4a r5a r6a", "r7a k1a");
    const [from, to] = [middle("r7a"), middle("r6a")];
    pointer("pointerdown", from);
    pointer("pointermove", { x: from.x + 5, y: from.y - 5 });
    pointer("pointermove", { x: to.x + 12, y: to.y });
    expect(view.holding).toEqual(["r7a"]);
    expect(document.querySelector<HTMLElement>(".tm-ghost")!.hidden).toBe(false);
    pointer("pointerup", { x: to.x + 12, y: to.y });
    expect(shown()).toEqual(["r4a r5a r6a r7a"]);
  });

  test("released anywhere else a tile returns", () => {
    place("r4a r5a r6a", "r7a k1a");
    drag(middle("r7a"), { x: 200, y: 600 });
    expect(shown()).toEqual(["r4a r5a r6a"]);
    expect(rackOf(view.board)).toEqual(["r7a", "k1a"]);
  });

  test("on the empty table it starts a set, back on the rack it is own again", () => {
    place("", "r7a k1a");
    drag(middle("r7a"), FREE);
    expect(shown()).toEqual(["r7a"]);
    drag(middle("r7a"), middle("k1a"));
    expect(shown()).toEqual([]);
    expect(view.board.past.length).toBe(2);
  });

  test("dragging one of the picked tiles drags all of them", () => {
    place("r4a r5a r6a", "k1a b1a o1a");
    tap(middle("k1a"));
    tap(middle("b1a"));
    tap(middle("o1a"));
    drag(middle("b1a"), FREE);
    expect(shown()).toEqual(["r4a r5a r6a", "k1a b1a o1a"]);
  });

  test("tap picks, a tap elsewhere drops there", () => {
    place("r4a r5a r6a", "r7a k1a");
    tap(middle("r7a"));
    expect(view.board.picked).toEqual(["r7a"]);
    tap({ x: middle("r6a").x + 8, y: middle("r6a").y });
    expect(shown()).toEqual(["r4a r5a r6a r7a"]);
    tap(middle("r7a"));
    tap(FREE);
    expect(shown()).toEqual(["r4a r5a r6a", "r7a"]);
  });

  test("a double tap takes the rest of the run", () => {
    place("r4a r5a r6a r7a", "k1a");
    tap(middle("r6a"));
    tap(middle("r6a"));
    expect(view.board.picked).toEqual(["r6a", "r7a"]);
  });

  test("the handle takes the whole set, which stays itself in another place", () => {
    place("r4a r5a r6a", "k1a");
    const id = view.board.now.sets[0]!.id;
    const first = middle("r4a");
    drag({ x: first.x - 25, y: first.y }, FREE);
    expect(view.board.now.sets[0]!.id).toBe(id);
    expect(view.board.now.sets[0]!.y).toBeGreaterThan(3);
  });

  test("news never cancel a drag", () => {
    place("r4a r5a r6a", "r7a k1a", "wait");
    const from = middle("r7a");
    pointer("pointerdown", from);
    pointer("pointermove", { x: from.x, y: from.y - 40 });
    expect(view.holding).toEqual(["r7a"]);
    place("b1a b2a b3a | r4a r5a r6a", "r7a k1a", "mine");
    expect(view.holding).toEqual(["r7a"]);
    const to = middle("r6a");
    pointer("pointermove", { x: to.x + 10, y: to.y });
    pointer("pointerup", { x: to.x + 10, y: to.y });
    expect(shown()).toEqual(["b1a b2a b3a", "r4a r5a r6a r7a"]);
  });

  test("who waits learns why a table tile stays, and can sort the rack", () => {
    place("r4a r5a r6a", "r7a k1a b2a", "wait");
    drag(middle("r4a"), FREE);
    expect(notices.map((notice) => notice.code)).toContain("board/not-your-turn");
    const last = middle("b2a");
    drag(middle("r7a"), { x: last.x + 14, y: last.y });
    expect(rackOf(view.board)).toEqual(["k1a", "b2a", "r7a"]);
  });

  test("a lost pointer returns what was held", () => {
    place("", "r7a k1a");
    const from = middle("r7a");
    pointer("pointerdown", from);
    pointer("pointermove", FREE);
    pointer("pointercancel", FREE);
    expect(view.holding).toEqual([]);
    expect(shown()).toEqual([]);
  });

  test("a finger that never said good-bye does not stand in the way of the next one", () => {
    place("r4a r5a r6a", "r7a k1a");
    const finger = (pointerId: number, isPrimary = true) => ({ pointerId, pointerType: "touch", isPrimary });
    const from = middle("r7a");
    pointer("pointerdown", from, finger(5));
    pointer("pointermove", { x: from.x, y: from.y - 40 }, finger(5)); // in the hand, and then the page sleeps
    expect(view.holding).toEqual(["r7a"]);
    const [start, end] = [middle("k1a"), { x: FREE.x, y: FREE.y + LIFTED }];
    pointer("pointerdown", start, finger(6));
    expect(view.holding).toEqual([]);
    for (const part of [0.3, 0.6, 1])
      pointer(
        "pointermove",
        { x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part },
        finger(6),
      );
    pointer("pointerup", end, finger(6));
    expect(shown()).toEqual(["r4a r5a r6a", "k1a"]);
    expect(rackOf(view.board)).toEqual(["r7a"]);
  });

  test("two fingers that move together move the table", () => {
    place("r4a r5a r6a", "r7a k1a");
    const finger = (pointerId: number) => ({ pointerId, pointerType: "touch", isPrimary: pointerId === 1 });
    pointer("pointerdown", { x: 100, y: 200 }, finger(1));
    pointer("pointerdown", { x: 200, y: 200 }, finger(2));
    pointer("pointermove", { x: 80, y: 200 }, finger(1));
    pointer("pointermove", { x: 230, y: 200 }, finger(2));
    const before = view.setRects.get(view.board.now.sets[0]!.id)!;
    pointer("pointermove", { x: 70, y: 190 }, finger(1));
    pointer("pointermove", { x: 220, y: 190 }, finger(2));
    const after = view.setRects.get(view.board.now.sets[0]!.id)!;
    expect(after.w).toBeCloseTo(before.w, 3);
    expect([after.x - before.x, after.y - before.y].map(Math.round)).toEqual([-10, -10]);
    pointer("pointerup", { x: 70, y: 190 }, finger(1));
    pointer("pointerup", { x: 220, y: 190 }, finger(2));
    expect(view.isFitted).toBe(false);
  });

  test("a third finger picks nothing, and when one of three leaves the table does not jump", () => {
    place("r4a r5a r6a", "r7a k1a");
    const finger = (pointerId: number) => ({ pointerId, pointerType: "touch", isPrimary: pointerId === 1 });
    pointer("pointerdown", { x: 100, y: 200 }, finger(1));
    pointer("pointerdown", { x: 200, y: 200 }, finger(2));
    pointer("pointermove", { x: 210, y: 200 }, finger(2));
    const onTile = middle("r7a");
    pointer("pointerdown", onTile, finger(3));
    pointer("pointerup", onTile, finger(3));
    expect(view.board.picked).toEqual([]);
    pointer("pointerdown", { x: 350, y: 400 }, finger(3));
    pointer("pointerup", { x: 100, y: 200 }, finger(1));
    const before = view.setRects.get(view.board.now.sets[0]!.id)!;
    pointer("pointermove", { x: 350, y: 400 }, finger(3));
    expect(view.setRects.get(view.board.now.sets[0]!.id)!).toEqual(before);
  });

  test("two fingers pinch, an empty press pans, fit shows everything again", () => {
    place("r4a r5a r6a", "k1a");
    const before = middle("r4a");
    const touch = { pointerType: "touch" };
    pointer("pointerdown", { x: 150, y: 400 }, { ...touch, pointerId: 1 });
    pointer("pointerdown", { x: 250, y: 400 }, { ...touch, pointerId: 2 });
    pointer("pointermove", { x: 300, y: 400 }, { ...touch, pointerId: 2 });
    expect(view.isFitted).toBe(false);
    pointer("pointerup", { x: 300, y: 400 }, { ...touch, pointerId: 2 });
    pointer("pointerup", { x: 150, y: 400 }, { ...touch, pointerId: 1 });
    view.fit();
    expect(view.isFitted).toBe(true);
    expect(middle("r4a")).toEqual(before);
  });
});

describe("by keyboard", () => {
  test("arrows walk, space picks up and drops, Enter and T are the screen's", () => {
    place("r4a r5a r6a", "r7a k1a");
    view.focusTile("r7a");
    expect(document.activeElement?.getAttribute("data-tile")).toBe("r7a");
    press(" ");
    expect(view.board.picked).toEqual(["r7a"]);
    press("ArrowUp");
    expect(document.activeElement?.getAttribute("data-tile")).toBe("r4a");
    press("End");
    press(" ");
    expect(shown()).toEqual(["r4a r5a r6a r7a"]);
    expect(document.activeElement?.getAttribute("data-tile")).toBe("r7a");
    press("Enter");
    press("t", "KeyT");
    press("h", "KeyH");
    press("?", "Slash", { shiftKey: true });
    expect(keys).toEqual(["confirm", "take", "hint", "help"]);
  });

  test("new set, more tiles, the rest, back home, undo and redo", () => {
    place("r4a r5a r6a r7a", "k1a b1a o1a");
    view.focusTile("k1a");
    press(" ");
    press("ArrowRight");
    press(" ", "Space", { shiftKey: true });
    expect(view.board.picked).toEqual(["k1a", "b1a"]);
    press("n", "KeyN");
    expect(shown()).toEqual(["r4a r5a r6a r7a", "k1a b1a"]);
    press("z", "KeyZ");
    expect(shown()).toEqual(["r4a r5a r6a r7a"]);
    press("Z", "KeyZ", { shiftKey: true });
    expect(shown()).toHaveLength(2);
    view.focusTile("k1a");
    press("b", "KeyB");
    expect(shown()).toEqual(["r4a r5a r6a r7a", "b1a"]);
    view.focusTile("r6a");
    press("e", "KeyE");
    expect(view.board.picked).toEqual(["r6a", "r7a"]);
    press("Escape");
    expect(view.board.picked).toEqual([]);
    press("s", "KeyS");
    expect(notices.map((notice) => notice.code)).toContain("board/sorted");
    press("r", "KeyR");
    expect(shown()).toEqual(["r4a r5a r6a r7a"]);
  });

  test("one tile has the tab stop, and every tile says what it is", () => {
    place("r4a r5a r6a", "r7a k1a");
    const stops = [...document.querySelectorAll<HTMLElement>(".tm-tile")].filter(
      (tile) => tile.tabIndex === 0,
    );
    expect(stops).toHaveLength(1);
    expect(document.querySelector('[data-tile="r4a"]')!.getAttribute("aria-label")).toBe("r4a 0");
  });
});

test("the same element travels with a tile, and a gone tile's element is used again", () => {
  place("r4a r5a r6a", "r7a k1a");
  const element = document.querySelector('[data-tile="r7a"]');
  drag(middle("r7a"), FREE);
  expect(document.querySelector('[data-tile="r7a"]')).toBe(element);
  place("r4a r5a r6a", "k1a");
  expect(document.querySelector('[data-tile="r7a"]')).toBeNull();
  place("r4a r5a r6a", "k1a b9a");
  expect(document.querySelector('[data-tile="b9a"]')).toBe(element);
});

test("jokers show what they stand for", () => {
  place("r4a Ja r6a", "k1a");
  expect(document.querySelector('[data-tile="Ja"] .tm-as-digits')?.textContent).toBe("5");
});

describe("marks", () => {
  const classes = (tile: string): DOMTokenList => document.querySelector(`[data-tile="${tile}"]`)!.classList;

  test("of a hint stay until it points at other tiles, also while something else is marked", () => {
    place("", "r1a r2a r3a");
    view.hint(["r1a", "r2a"]);
    view.mark(["r3a"]);
    view.mark([]);
    expect(["r1a", "r2a", "r3a"].map((tile) => classes(tile).contains("tm-hinted"))).toEqual([
      true,
      true,
      false,
    ]);
    view.hint([]);
    expect(classes("r1a").contains("tm-hinted")).toBe(false);
  });

  test("of a moment start over on a tile that was marked before", () => {
    place("", "r1a r2a");
    view.mark(["r1a"]);
    const element = document.querySelector(`[data-tile="r1a"]`)!;
    const seen: boolean[] = [];
    const remove = element.classList.remove.bind(element.classList);
    vi.spyOn(element.classList, "remove").mockImplementation(
      (...names) => (seen.push(names.includes("tm-marked")), remove(...names)),
    );
    view.mark(["r1a"]);
    expect(seen).toEqual([true]);
    expect(classes("r1a").contains("tm-marked")).toBe(true);
  });
});
