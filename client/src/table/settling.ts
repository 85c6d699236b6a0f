/**
 * When a tile that was taken takes its place in a sorted rack: once it was looked at, at the latest when the player's turn
 * begins, and never under a hand. In one's own turn the rack stays as the turn found it.
 */

/** How long a new tile is shown at the end of the rack, in milliseconds. */
export const SHOWN_MS = 1_600;
/** How long ago a hand must have let go of the board before the rack may move, in milliseconds. */
export const RESTED_MS = 1_200;

/** What settling asks of the board. */
export type Settled = {
  /** How many milliseconds ago a hand let go of the board; 0 while one is on it. */
  restedFor(): number;
  /** Puts what came into its place. */
  settle(): void;
};

export class Settling {
  readonly #board: Settled;
  #waits = false;
  #isMine = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(board: Settled) {
    this.#board = board;
  }

  /** Tiles came to the rack. */
  came(): void {
    this.#waits = true;
    if (!this.#isMine) this.#later();
  }

  /** Whose turn it is by now. */
  turn(isMine: boolean): void {
    if (isMine === this.#isMine) return;
    this.#isMine = isMine;
    if (!this.#waits) return;
    if (!isMine) this.#later();
    else if (this.#isRested) this.#settle();
    else clearTimeout(this.#timer); // under a hand, it stays where it is until the turn is over
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#waits = false;
  }

  get #isRested(): boolean {
    return this.#board.restedFor() >= RESTED_MS;
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.#isRested ? this.#settle() : this.#later()), SHOWN_MS);
  }

  #settle(): void {
    this.stop();
    this.#board.settle();
  }
}
