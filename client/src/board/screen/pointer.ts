/** Mouse, finger and pen: press and move drags at once, a tap picks or drops, an empty press pans, two fingers pinch. */

import { hitAt, SLOP, targetAt } from "./aim";
import { inside, type Geometry, type Point } from "./layout";
import type { Target } from "../moves";
import { setOf, type Board } from "../state";
import type { TileId } from "../tiles";

/** What the pointer does to the board; the view answers. */
export type Actions = {
  board(): Board;
  geometry(): Geometry;
  /** Whether these tiles may leave their place; says why not. */
  lift(tile: TileId): boolean;
  carry(tiles: readonly TileId[], lead: number, at: Point, target: Target | null): void;
  drop(tiles: readonly TileId[], target: Target | null): void;
  tap(tile: TileId | null, at: Point, more: boolean): void;
  doubleTap(tile: TileId): void;
  pan(dx: number, dy: number): void;
  /** Moves the table on while something is held at its edge, as far as there is more of it; says whether it moved. */
  creep(dx: number, dy: number): boolean;
  zoom(factor: number, about: Point): void;
  /** Comes near, or shows the whole table again. */
  approach(about: Point): void;
  /** The table has been moved to where it stays. */
  rest(): void;
  /** A tile is under the finger, or a mouse, before anything moves. */
  pressed(tile: TileId | null, at: Point, touch: boolean): void;
  /** Nothing is pressed any more. */
  released(): void;
};

type Press = {
  id: number;
  start: Point;
  tile: TileId | null;
  tiles: readonly TileId[] | null;
  more: boolean;
  touch: boolean;
};
type Drag = { id: number; tiles: readonly TileId[]; lead: number; grip: Point; last: Point; touch: boolean };
/** Two fingers: how far apart they are, and where the middle between them is. */
type Pinch = { spread: number; middle: Point };

/** How far a pointer moves before a press is a drag, in pixels. */
const SLACK = { mouse: 3, touch: 6 };
/** How far above the finger a tile floats, so that it can be seen. */
export const LIFTED = 26;
const DOUBLE_MS = 330;
const DOUBLE_PX = 30;
const NO_TAP = { tile: null, at: { x: -DOUBLE_PX, y: -DOUBLE_PX }, time: 0 };
/** How near to the table's edge something is held to move the table on, in pixels, and for how long. */
const EDGE = 36;
const EDGE_MS = 250;

export function attachPointer(root: HTMLElement, actions: Actions): () => void {
  let press: Press | null = null;
  let drag: Drag | null = null;
  let panning: { id: number; last: Point } | null = null;
  const fingers = new Map<number, Point>();
  let pinched: Pinch | null = null;
  let lastTap: { tile: TileId | null; at: Point; time: number } = NO_TAP;
  let edge = 0;
  let edgeSince = 0;
  let box = root.getBoundingClientRect();

  const pointOf = (event: { clientX: number; clientY: number }): Point => ({
    x: event.clientX - box.left,
    y: event.clientY - box.top,
  });

  function down(event: PointerEvent): void {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    if (isControl(event.target)) return;
    box = root.getBoundingClientRect();
    const point = pointOf(event);
    const { table, rack } = actions.geometry();
    if (!inside(table, point) && !inside(rack, point)) return;
    const touch = event.pointerType !== "mouse";
    if (event.isPrimary) letGoOfLost(touch);
    fingers.set(event.pointerId, point);
    root.setPointerCapture?.(event.pointerId); // whatever becomes of what is under it, its end is told here
    if (drag) return; // a second finger never disturbs a drag
    if (fingers.size === 2) {
      if (press) actions.released();
      press = null;
      panning = null;
      pinched = pinchNow();
      return;
    }
    const board = actions.board();
    const { tile, set: handle } = hitAt(board, actions.geometry(), point, touch ? SLOP.touch : SLOP.mouse);
    const tiles = handle === null ? null : (board.now.sets.find((set) => set.id === handle)?.tiles ?? null);
    press = {
      id: event.pointerId,
      start: point,
      tile,
      tiles,
      more: event.shiftKey || event.ctrlKey || event.metaKey,
      touch,
    };
    actions.pressed(tile, point, touch);
    if (!touch) event.preventDefault(); // no text selection, no native drag
  }

  /** The first finger comes down: of those before it that never said good-bye (the page slept, a dialog came) nothing is left. */
  function letGoOfLost(touch: boolean): void {
    if (drag && drag.touch !== touch) return; // a mouse beside a finger
    if (press) actions.released();
    if (drag) drop(null);
    fingers.clear();
    press = null;
    panning = null;
    pinched = null;
  }

  function movedTo(event: PointerEvent): void {
    if (!fingers.has(event.pointerId)) return;
    const point = pointOf(event);
    fingers.set(event.pointerId, point);
    if (fingers.size >= 2 && !drag) return pinch();
    if (press && press.id === event.pointerId) begin(press, point);
    if (drag && drag.id === event.pointerId) {
      drag.last = point;
      show();
      nearEdge();
    } else if (panning && panning.id === event.pointerId) {
      actions.pan(point.x - panning.last.x, point.y - panning.last.y);
      panning.last = point;
    }
  }

  /** A press becomes a drag, or moves the table. */
  function begin(from: Press, point: Point): void {
    const slack = from.touch ? SLACK.touch : SLACK.mouse;
    if (Math.hypot(point.x - from.start.x, point.y - from.start.y) < slack) return;
    press = null;
    actions.released();
    const board = actions.board();
    const tile = from.tile ?? from.tiles?.[0] ?? null;
    if (!tile || !actions.lift(tile)) {
      // what cannot be taken moves the table like what is empty
      if (inside(actions.geometry().table, from.start)) panning = { id: from.id, last: point };
      return;
    }
    const tiles = from.tiles ?? (board.picked.includes(tile) ? inTableOrder(board, board.picked) : [tile]);
    drag = {
      id: from.id,
      tiles,
      lead: Math.max(0, tiles.indexOf(tile)),
      grip: { x: 0, y: from.touch ? -LIFTED : 0 },
      last: point,
      touch: from.touch,
    };
  }

  function middle(): Point {
    return drag ? { x: drag.last.x + drag.grip.x, y: drag.last.y + drag.grip.y } : { x: 0, y: 0 };
  }

  /** Where the hand would drop: by the middle of the tile, or by the finger itself near the lower edge. */
  function target(): Target | null {
    if (!drag) return null;
    const { rack } = actions.geometry();
    const at = inside(rack, drag.last) ? drag.last : middle();
    return targetAt(actions.board(), actions.geometry(), at, drag.tiles, drag.lead);
  }

  function show(): void {
    if (drag) actions.carry(drag.tiles, drag.lead, middle(), target());
  }

  /** While something is held at the table's edge, the table moves on by itself. */
  function nearEdge(): void {
    if (edge) return;
    const step = (): void => {
      edge = 0;
      const pull = pullAt(middle());
      if (!drag || !pull) {
        edgeSince = 0;
        return;
      }
      edgeSince ||= performance.now();
      const waits = performance.now() - edgeSince < EDGE_MS; // who only drops something here is not disturbed
      if (!waits && !actions.creep(pull.dx, pull.dy)) return;
      if (!waits) show();
      edge = requestAnimationFrame(step);
    };
    edge = requestAnimationFrame(step);
  }

  /** Where the table is pulled to by something held here; null away from its edges. */
  function pullAt(at: Point): { dx: number; dy: number } | null {
    const { table } = actions.geometry();
    if (!inside(table, at)) return null;
    const pull = (from: number, to: number, value: number): number =>
      (value - from < EDGE ? 1 : to - value < EDGE ? -1 : 0) * 7;
    const [dx, dy] = [pull(table.x, table.x + table.w, at.x), pull(table.y, table.y + table.h, at.y)];
    return dx || dy ? { dx, dy } : null;
  }

  function up(event: PointerEvent): void {
    if (!fingers.delete(event.pointerId)) return;
    if (drag && drag.id === event.pointerId) {
      drag.last = pointOf(event);
      drop(target());
    } else if (press && press.id === event.pointerId) {
      const from = press;
      press = null;
      actions.released();
      tap(from, event.timeStamp);
    } else if (panning && panning.id === event.pointerId) {
      panning = null;
      actions.rest();
    } else if (pinched && fingers.size < 2) {
      pinched = null;
      actions.rest();
    }
  }

  function drop(landing: Target | null): void {
    if (!drag) return;
    const { tiles } = drag;
    stop();
    actions.drop(tiles, landing);
  }

  function tap(from: Press, time: number): void {
    const again =
      lastTap.tile === from.tile &&
      time - lastTap.time < DOUBLE_MS &&
      Math.hypot(from.start.x - lastTap.at.x, from.start.y - lastTap.at.y) < DOUBLE_PX;
    lastTap = again ? NO_TAP : { tile: from.tile, at: from.start, time };
    if (!again) actions.tap(from.tile, from.start, from.more);
    else if (from.tile) actions.doubleTap(from.tile);
    else if (inside(actions.geometry().table, from.start)) actions.approach(from.start);
  }

  function cancel(event: PointerEvent): void {
    if (!fingers.delete(event.pointerId)) return;
    if (drag && drag.id === event.pointerId) drop(null);
    if (press?.id === event.pointerId) {
      press = null;
      actions.released();
    }
    if (panning?.id === event.pointerId) panning = null;
    if (fingers.size < 2) pinched = null;
  }

  function stop(): void {
    drag = null;
    if (edge) cancelAnimationFrame(edge);
    edge = 0;
    edgeSince = 0;
  }

  function pinchNow(): Pinch {
    const [a, b] = [...fingers.values()] as [Point, Point];
    return { spread: Math.hypot(a.x - b.x, a.y - b.y), middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } };
  }

  /** What was under the two fingers stays under them. */
  function pinch(): void {
    const now = pinchNow();
    if (pinched) {
      actions.pan(now.middle.x - pinched.middle.x, now.middle.y - pinched.middle.y);
      if (pinched.spread > 0 && now.spread > 0) actions.zoom(now.spread / pinched.spread, now.middle);
    }
    pinched = now;
  }

  function wheel(event: WheelEvent): void {
    box = root.getBoundingClientRect();
    const point = pointOf(event);
    if (!inside(actions.geometry().table, point)) return;
    event.preventDefault();
    if (event.ctrlKey || !event.shiftKey) actions.zoom(Math.exp(-event.deltaY * 0.0015), point);
    else actions.pan(-event.deltaX - event.deltaY, 0);
    show();
  }

  /** The device was turned: the hand is where it is, the board is not. */
  function turned(): void {
    box = root.getBoundingClientRect();
    show();
  }

  const stillDragging = (event: Event): void => event.preventDefault();
  root.addEventListener("pointerdown", down);
  root.addEventListener("pointermove", movedTo);
  root.addEventListener("pointerup", up);
  root.addEventListener("pointercancel", cancel);
  root.addEventListener("wheel", wheel, { passive: false });
  root.addEventListener("dragstart", stillDragging);
  window.addEventListener("resize", turned);
  return () => {
    stop();
    root.removeEventListener("pointerdown", down);
    root.removeEventListener("pointermove", movedTo);
    root.removeEventListener("pointerup", up);
    root.removeEventListener("pointercancel", cancel);
    root.removeEventListener("wheel", wheel);
    root.removeEventListener("dragstart", stillDragging);
    window.removeEventListener("resize", turned);
  };
}

/** Buttons and the like on the board answer for themselves. */
function isControl(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest("button, a, input, select, dialog, [data-control]") !== null
  );
}

/** Picked tiles of one set in the order in which they lie; others in the order in which they were picked. */
export function inTableOrder(board: Board, picked: readonly TileId[]): readonly TileId[] {
  const [first] = picked;
  const set = first ? setOf(board, first) : undefined;
  if (!set || !picked.every((tile) => set.tiles.includes(tile))) return picked;
  return set.tiles.filter((tile) => picked.includes(tile));
}
