/** Shows on the board what others did: tiles fly from the seat that laid them, at the chosen pace. */

import type { Timing } from "../board/screen/flights";
import type { Point } from "../board/screen/layout";
import type { BoardView } from "../board/screen/view";
import { tilesOf } from "../board/state";
import type { TileId } from "../board/tiles";
import type { Pace } from "../browser/looks";
import type { TheirTurn } from "./latest";

export const TIMINGS: Readonly<Record<Pace, Timing>> = {
  slow: { long: 520, apart: 300, rest: 900 },
  normal: { long: 320, apart: 140, rest: 350 },
  quick: { long: 190, apart: 60, rest: 90 },
};
/** More tiles than this are not shown one by one when they are taken. */
const MOST_TAKEN = 3;

export type Before = ReadonlyMap<TileId, string>;

export class Playback {
  readonly #view: BoardView;
  readonly #root: HTMLElement;
  readonly #pace: () => Pace;
  readonly #still: () => boolean;

  /** `still` turns animation off: for reduced motion, and while the page is hidden. */
  constructor(view: BoardView, root: HTMLElement, pace: () => Pace, still: () => boolean) {
    this.#view = view;
    this.#root = root;
    this.#pace = pace;
    this.#still = still;
  }

  /** Where everything on the table is before an update is applied. */
  before(): Before {
    return this.#view.whereabouts(tilesOf(this.#view.board.now.sets));
  }

  /** Shows turns whose outcome lies on the board by now; `moved` are tiles of the table that lie elsewhere. */
  show(turns: readonly TheirTurn[], before: Before, moved: ReadonlySet<TileId>): void {
    if (this.#still() || !turns.length) return;
    const timing = TIMINGS[this.#pace()];
    const lying = tilesOf(this.#view.board.now.sets);
    this.#view.fly(
      lying.filter((tile) => moved.has(tile) && before.has(tile)),
      before,
      { ...timing, apart: timing.apart / 2, rest: timing.rest / 4 },
    );
    const there = new Set(lying);
    for (const turn of turns) {
      const from = this.point(`[data-seat="${turn.seat}"]`);
      const laid = turn.laid.filter((tile) => there.has(tile) && !before.has(tile));
      if (from && laid.length) this.#view.fly(laid, from, timing);
      const bank = this.point("[data-bank]");
      if (from && bank && turn.taken)
        this.#view.flyFaceDown(Math.min(turn.taken, MOST_TAKEN), bank, from, timing);
    }
  }

  /** Shows once more how the tiles of a turn came to where they lie. */
  again(seat: number, laid: readonly TileId[]): void {
    const from = this.point(`[data-seat="${seat}"]`);
    this.#view.skipFlights();
    const there = new Set(tilesOf(this.#view.board.now.sets));
    if (from && !this.#still())
      this.#view.fly(
        laid.filter((tile) => there.has(tile)),
        from,
        TIMINGS[this.#pace()],
      );
  }

  /** The face that a seat shows, once more. */
  face(seat: number): Node | null {
    return this.#root.querySelector(`[data-seat="${seat}"] .avatar svg`)?.cloneNode(true) ?? null;
  }

  /** Where something of the screen is, seen from the board. */
  point(selector: string): Point | null {
    const place = this.#root.querySelector(selector);
    if (!place) return null;
    const [at, box] = [place.getBoundingClientRect(), this.#root.getBoundingClientRect()];
    return { x: at.left + at.width / 2 - box.left, y: at.top + at.height / 2 - box.top };
  }
}
