/**
 * What others did is shown: tiles fly one after another to the places where they already lie. Only pictures travel: the
 * board is up to date all the time, so a flight delays nobody, and whoever is in a hurry skips it.
 */

import type { TileId } from "../tiles";

/** How long a tile flies, how long after it the next one starts, and how long a turn rests; in milliseconds. */
export type Timing = { readonly long: number; readonly apart: number; readonly rest: number };

/** A tile and where it comes from, as a transform; one that comes from a hidden place appears on its way. */
export type Flight = { readonly tile: TileId; readonly from: string; readonly appears: boolean };

export type Slot = { readonly at: number; readonly long: number };

/** More than this to be shown still, and what follows is shown in half the time. */
const PATIENCE_MS = 3_000;
const ID = "tm-flight";

/** When each of some flights starts, and when the next turn may be shown; `free` is when the ones before are over. */
export function schedule(
  count: number,
  now: number,
  free: number,
  timing: Timing,
): { readonly slots: readonly Slot[]; readonly free: number } {
  const start = Math.max(now, free);
  const haste = start - now > PATIENCE_MS ? 0.5 : 1;
  const [long, apart] = [timing.long * haste, timing.apart * haste];
  const slots = Array.from({ length: count }, (_, index) => ({ at: start + index * apart, long }));
  return { slots, free: count ? start + (count - 1) * apart + long + timing.rest * haste : start };
}

type Air = {
  element(tile: TileId): HTMLElement | null;
  /** A tile of somebody else lies. */
  landed(): void;
  /** Something flies, or nothing any more. */
  busy(flying: boolean): void;
  now(): number;
};

export class Flights {
  readonly #layer: HTMLElement;
  readonly #air: Air;
  readonly #flying = new Map<Animation, () => void>();
  readonly #tiles = new Map<TileId, Animation>();
  #free = 0;

  constructor(layer: HTMLElement, air: Air) {
    this.#layer = layer;
    this.#air = air;
  }

  get isBusy(): boolean {
    return this.#flying.size > 0;
  }

  /** Lets tiles fly to where they lie; those that are in the air already go on. */
  start(flights: readonly Flight[], timing: Timing): void {
    const fresh = flights.filter(({ tile }) => !this.#tiles.has(tile) && this.#air.element(tile)?.animate);
    this.#each(fresh.length, timing, (index, options) => {
      const { tile, from, appears } = fresh[index] as Flight;
      // The last frame has no place: it is wherever the tile lies by then.
      const frames: Keyframe[] = [
        { transform: from, opacity: appears ? 0 : 1, zIndex: 8, offset: 0 },
        { opacity: 1, offset: 0.12 },
        { zIndex: 8, offset: 1 },
      ];
      const animation = (this.#air.element(tile) as HTMLElement).animate(frames, options);
      this.#tiles.set(tile, animation);
      this.#follow(animation, () => this.#tiles.delete(tile));
    });
  }

  /** Lets tiles that nobody else may see fly, face down. */
  startFaceDown(count: number, from: string, to: string, timing: Timing): void {
    if (!this.#layer.animate) return;
    this.#each(count, timing, (_, options) => {
      const back = document.createElement("div");
      back.className = "tm-back";
      back.setAttribute("aria-hidden", "true");
      this.#layer.append(back);
      const frames: Keyframe[] = [
        { transform: from, opacity: 0, offset: 0 },
        { opacity: 1, offset: 0.12 },
        { opacity: 1, offset: 0.85 },
        { transform: to, opacity: 0, offset: 1 },
      ];
      this.#follow(back.animate(frames, { ...options, fill: "both" }), () => back.remove());
    });
  }

  /** Everything is where it belongs, at once. */
  skip(): void {
    this.#free = 0;
    for (const [animation, over] of [...this.#flying]) {
      this.#flying.delete(animation);
      animation.cancel();
      over();
    }
    this.#air.busy(false);
  }

  #each(
    count: number,
    timing: Timing,
    start: (index: number, options: KeyframeAnimationOptions) => void,
  ): void {
    if (!count) return;
    const now = this.#air.now();
    const { slots, free } = schedule(count, now, this.isBusy ? this.#free : now, timing);
    this.#free = free;
    slots.forEach(({ at, long }, index) =>
      start(index, {
        id: ID,
        delay: at - now,
        duration: long,
        easing: "cubic-bezier(.3,.7,.3,1)",
        fill: "backwards",
      }),
    );
    this.#air.busy(true);
  }

  #follow(animation: Animation, over: () => void): void {
    this.#flying.set(animation, over);
    animation.onfinish = () => {
      if (!this.#flying.delete(animation)) return;
      over();
      this.#air.landed();
      if (!this.isBusy) this.#air.busy(false);
    };
  }
}

/** Whoever touches the board or presses a key has seen enough: everything is in its place at once. */
export function attachSkipping(root: HTMLElement, flights: Flights): () => void {
  const skip = (): void => {
    if (flights.isBusy) flights.skip();
  };
  root.addEventListener("pointerdown", skip, true);
  document.addEventListener("keydown", skip, true);
  return () => {
    root.removeEventListener("pointerdown", skip, true);
    document.removeEventListener("keydown", skip, true);
  };
}
