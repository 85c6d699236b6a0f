/** While something is held at the table's edge, the table moves on by itself. */

import { inside, type Point, type Rect } from "./layout";

/** When frames are drawn and what time it is; a browser's, or a test's. */
export type Frames = {
  request(step: () => void): number;
  cancel(frame: number): void;
  now(): number;
};

type Held = { readonly at: Point; readonly table: Rect };

/** How near to the table's edge something is held to move the table on, in pixels, and for how long. */
const EDGE = 36;
const EDGE_MS = 250;
const STEP = 7;

const BROWSER: Frames = {
  request: (step) => requestAnimationFrame(step),
  cancel: (frame) => cancelAnimationFrame(frame),
  now: () => performance.now(),
};

export class EdgeScroll {
  #frame = 0;
  #since: number | null = null;
  readonly #frames: Frames;
  /** Moves the table; says whether there was more of it. */
  readonly #creep: (dx: number, dy: number) => boolean;

  constructor(creep: (dx: number, dy: number) => boolean, frames: Frames = BROWSER) {
    this.#creep = creep;
    this.#frames = frames;
  }

  /** Something is held: look at each frame whether it is at an edge, as long as it is. */
  hold(held: () => Held | null): void {
    this.#frame ||= this.#frames.request(() => this.#step(held));
  }

  stop(): void {
    if (this.#frame) this.#frames.cancel(this.#frame);
    this.#frame = 0;
    this.#since = null;
  }

  #step(held: () => Held | null): void {
    this.#frame = 0;
    const now = held();
    const pull = now && pullAt(now);
    if (!pull) {
      this.#since = null;
      return;
    }
    this.#since ??= this.#frames.now();
    const waits = this.#frames.now() - this.#since < EDGE_MS; // who only drops something here is not disturbed
    if (waits || this.#creep(pull.dx, pull.dy)) this.hold(held);
  }
}

/** Where the table is pulled to by something held here; null away from its edges. */
export function pullAt({ at, table }: Held): { dx: number; dy: number } | null {
  if (!inside(table, at)) return null;
  const pull = (from: number, to: number, value: number): number =>
    (value - from < EDGE ? 1 : to - value < EDGE ? -1 : 0) * STEP;
  const [dx, dy] = [pull(table.x, table.x + table.w, at.x), pull(table.y, table.y + table.h, at.y)];
  return dx || dy ? { dx, dy } : null;
}
