/** Actions that give something up need a second press: the first one asks. */

/** A press sooner than this still counts as the first: a double click, or a key that is held down. */
const SOONEST_MS = 400;
/** As long as the note is shown that asks. */
export const LATEST_MS = 4_500;

export class PressTwice {
  #what = "";
  #at = Number.NEGATIVE_INFINITY;
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether this press is the second one about the same thing; else it asks. */
  press(what: string): boolean {
    const passed = this.#now() - this.#at;
    const answers = what === this.#what && passed >= SOONEST_MS && passed <= LATEST_MS;
    this.#what = what;
    this.#at = answers ? Number.NEGATIVE_INFINITY : this.#now();
    return answers;
  }
}
