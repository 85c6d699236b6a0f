/**
 * What hands do to the board, as a machine with five states:
 *
 *     idle ──down──▶ pressed ──far enough──▶ dragging   (a tile that may leave its place)
 *      ▲               │   └────far enough──▶ panning    (what is empty, or stays where it is)
 *      └──up, cancel───┴──second finger─────▶ pinching   (from panning, too)
 *
 * A second finger never disturbs a drag. Points are those of the board; this file knows no event and no element.
 */

import { inTableOrder, type Target } from "../moves";
import type { Board } from "../state";
import type { TileId } from "../tiles";
import { hitAt, SLOP, targetAt } from "./aim";
import { EdgeScroll, type Frames } from "./edgeScroll";
import { inside, type Geometry, type Point } from "./layout";

/** What a gesture does to the board; the view answers. */
export type GestureActions = {
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

/** A finger, pen or mouse that comes down. */
export type Finger = {
  readonly id: number;
  readonly at: Point;
  readonly touch: boolean;
  /** Whether it is the first one of its kind. */
  readonly first: boolean;
  /** Whether a key says that more is to be picked. */
  readonly more: boolean;
};

type Idle = { readonly name: "idle" };
type Pressed = {
  readonly name: "pressed";
  readonly finger: Finger;
  readonly tile: TileId | null;
  /** The tiles of the set whose handle is pressed. */
  readonly tiles: readonly TileId[] | null;
};
type Dragging = {
  readonly name: "dragging";
  readonly finger: Finger;
  readonly tiles: readonly TileId[];
  /** Which of the tiles is under the finger. */
  readonly lead: number;
  readonly at: Point;
};
type Panning = { readonly name: "panning"; readonly finger: Finger; readonly at: Point };
/** Two fingers: how far apart they are, and where the middle between them is. */
type Pinching = { readonly name: "pinching"; readonly spread: number; readonly middle: Point };
type State = Idle | Pressed | Dragging | Panning | Pinching;

type Tap = { readonly tile: TileId | null; readonly at: Point; readonly time: number };

/** How far a pointer moves before a press is a drag, in pixels. */
const SLACK = { mouse: 3, touch: 6 };
/** How far above the finger a tile floats, so that it can be seen. */
export const LIFTED = 26;
const DOUBLE_MS = 330;
const DOUBLE_PX = 30;
const IDLE: Idle = { name: "idle" };
const NO_TAP: Tap = { tile: null, at: { x: -DOUBLE_PX, y: -DOUBLE_PX }, time: 0 };

export class Gesture {
  #state: State = IDLE;
  #lastTap = NO_TAP;
  /** Every finger on the board, in the order in which they came. */
  readonly #fingers = new Map<number, Point>();
  readonly #actions: GestureActions;
  readonly #edge: EdgeScroll;

  constructor(actions: GestureActions, frames?: Frames) {
    this.#actions = actions;
    this.#edge = new EdgeScroll((dx, dy) => this.#creep(dx, dy), frames);
  }

  get state(): State["name"] {
    return this.#state.name;
  }

  // ---- what hands do

  down(finger: Finger): void {
    if (finger.first) this.#letGoOfLost(finger.touch);
    this.#fingers.set(finger.id, finger.at);
    if (this.#state.name === "dragging") return; // a second finger never disturbs a drag
    if (this.#fingers.size > 1) this.#enter(this.#pinchNow());
    else this.#press(finger);
  }

  move(id: number, at: Point): void {
    if (!this.#fingers.has(id)) return;
    this.#fingers.set(id, at);
    if (this.#fingers.size > 1 && this.#state.name !== "dragging") return this.#pinch();
    if (this.#state.name === "pressed") this.#pull(this.#state, at);
    if (this.#state.name === "dragging" && this.#state.finger.id === id) this.#drag(this.#state, at);
    else if (this.#state.name === "panning" && this.#state.finger.id === id) this.#pan(this.#state, at);
  }

  /** A finger is lifted; says whether it was one of the board's. */
  up(id: number, at: Point, time: number): boolean {
    if (!this.#fingers.delete(id)) return false;
    this.#lifted(id, at, time);
    return true;
  }

  #lifted(id: number, at: Point, time: number): void {
    const state = this.#state;
    if (state.name === "pinching") return this.#unpinch(true);
    if (state.name === "idle" || state.finger.id !== id) return;
    if (state.name === "dragging") return this.#drop(state, this.#target({ ...state, at }));
    this.#enter(IDLE);
    if (state.name === "pressed") this.#tap(state, time);
    else this.#actions.rest();
  }

  /** The system took the finger away: nothing was meant. Says whether it was one of the board's. */
  cancel(id: number): boolean {
    if (!this.#fingers.delete(id)) return false;
    const state = this.#state;
    if (state.name === "pinching") this.#unpinch(false);
    else if (state.name === "idle" || state.finger.id !== id) return true;
    else if (state.name === "dragging") this.#drop(state, null);
    else this.#enter(IDLE);
    return true;
  }

  /** The board has moved under the hand: what it holds may mean another place now. */
  show(): void {
    if (this.#state.name !== "dragging") return;
    const { tiles, lead } = this.#state;
    this.#actions.carry(tiles, lead, middleOf(this.#state), this.#target(this.#state));
  }

  /** Nobody listens any more. */
  end(): void {
    this.#edge.stop();
  }

  // ---- from state to state

  /** What leaves a state is done here: a press is let go, the edge stops pulling. */
  #enter(next: State): void {
    const { name } = this.#state;
    this.#state = next;
    if (name === "pressed") this.#actions.released();
    if (name === "dragging" && next.name !== "dragging") this.#edge.stop();
  }

  /** The first finger comes down: fingers whose end was never reported (the page slept, a dialog opened) are dropped. */
  #letGoOfLost(touch: boolean): void {
    const state = this.#state;
    if (state.name === "dragging" && state.finger.touch !== touch) return; // a mouse beside a finger
    if (state.name === "dragging") this.#drop(state, null);
    else this.#enter(IDLE);
    this.#fingers.clear();
  }

  #press(finger: Finger): void {
    const board = this.#actions.board();
    const slop = finger.touch ? SLOP.touch : SLOP.mouse;
    const { tile, set: handle } = hitAt(board, this.#actions.geometry(), finger.at, slop);
    const tiles = handle === null ? null : (board.now.sets.find((set) => set.id === handle)?.tiles ?? null);
    this.#enter({ name: "pressed", finger, tile, tiles });
    this.#actions.pressed(tile, finger.at, finger.touch);
  }

  /** A press that has moved far enough becomes a drag, or moves the table. */
  #pull(press: Pressed, at: Point): void {
    const { finger } = press;
    if (distance(at, finger.at) < (finger.touch ? SLACK.touch : SLACK.mouse)) return;
    this.#enter(IDLE);
    const tile = press.tile ?? press.tiles?.[0] ?? null;
    if (tile && this.#actions.lift(tile)) this.#enter(this.#taken(press, tile, at));
    // what cannot be taken moves the table like what is empty
    else if (inside(this.#actions.geometry().table, finger.at)) this.#enter({ name: "panning", finger, at });
  }

  #taken({ finger, tiles: handle }: Pressed, tile: TileId, at: Point): Dragging {
    const board = this.#actions.board();
    const tiles = handle ?? (board.picked.includes(tile) ? inTableOrder(board, board.picked) : [tile]);
    return { name: "dragging", finger, tiles, lead: Math.max(0, tiles.indexOf(tile)), at };
  }

  // ---- dragging

  #drag(drag: Dragging, at: Point): void {
    this.#enter({ ...drag, at });
    this.show();
    this.#edge.hold(() => this.#heldAt());
  }

  /** Where the table can be pulled from: the middle of what is held, and the table itself. */
  #heldAt(): ReturnType<Parameters<EdgeScroll["hold"]>[0]> {
    if (this.#state.name !== "dragging") return null;
    return { at: middleOf(this.#state), table: this.#actions.geometry().table };
  }

  #creep(dx: number, dy: number): boolean {
    if (!this.#actions.creep(dx, dy)) return false;
    this.show();
    return true;
  }

  /** Where the hand would drop: by the middle of the tile, or by the finger itself near the lower edge. */
  #target(drag: Dragging): Target | null {
    const geometry = this.#actions.geometry();
    const at = inside(geometry.rack, drag.at) ? drag.at : middleOf(drag);
    return targetAt(this.#actions.board(), geometry, at, drag.tiles, drag.lead);
  }

  #drop({ tiles }: Dragging, landing: Target | null): void {
    this.#enter(IDLE);
    this.#actions.drop(tiles, landing);
  }

  // ---- the table itself

  #pan(pan: Panning, at: Point): void {
    this.#actions.pan(at.x - pan.at.x, at.y - pan.at.y);
    this.#enter({ ...pan, at });
  }

  #pinchNow(): Pinching {
    const [a, b] = [...this.#fingers.values()] as [Point, Point];
    return { name: "pinching", spread: distance(a, b), middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } };
  }

  /** What was under the two fingers stays under them. */
  #pinch(): void {
    const [before, now] = [this.#state, this.#pinchNow()];
    if (before.name === "pinching") {
      this.#actions.pan(now.middle.x - before.middle.x, now.middle.y - before.middle.y);
      if (before.spread > 0 && now.spread > 0) this.#actions.zoom(now.spread / before.spread, now.middle);
    }
    this.#enter(now);
  }

  /** One of the fingers is gone: of three two go on from where they are, of two nothing is left to pinch. */
  #unpinch(rests: boolean): void {
    if (this.#fingers.size > 1) return this.#enter(this.#pinchNow());
    this.#enter(IDLE);
    if (rests) this.#actions.rest();
  }

  // ---- taps

  #tap({ tile, finger }: Pressed, time: number): void {
    const last = this.#lastTap;
    const again =
      last.tile === tile && time - last.time < DOUBLE_MS && distance(finger.at, last.at) < DOUBLE_PX;
    this.#lastTap = again ? NO_TAP : { tile, at: finger.at, time };
    if (!again) this.#actions.tap(tile, finger.at, finger.more);
    else if (tile) this.#actions.doubleTap(tile);
    else if (inside(this.#actions.geometry().table, finger.at)) this.#actions.approach(finger.at);
  }
}

/** The middle of what is held: a finger holds it a little above itself. */
function middleOf({ at, finger }: Dragging): Point {
  return { x: at.x, y: at.y - (finger.touch ? LIFTED : 0) };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
