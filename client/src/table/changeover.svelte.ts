/**
 * While others play, phrases stand where the turn's buttons are. They come when it has been quiet for a moment, so that quick turns
 * do not make the bar flicker, and after they have gone the turn's buttons wait for as long as a hand takes to notice.
 */

/** So long after the player's turn the phrases come. */
const QUIET_AFTER_MS = 1_200;
/** So long after they have gone a press may still have been meant for them. */
const MEANT_FOR_MS = 700;

export class Changeover {
  /** Whether phrases stand there. */
  isQuiet = $state(false);
  /** Whether they stood there a moment ago. */
  isFresh = $state(false);
  #later: ReturnType<typeof setTimeout> | undefined;

  /** Begins to wait for one or the other; returns how to stop. */
  follow(isQuiet: boolean): () => void {
    if (isQuiet) this.#later = setTimeout(() => (this.isQuiet = true), QUIET_AFTER_MS);
    else if (this.isQuiet) {
      [this.isQuiet, this.isFresh] = [false, true];
      this.#later = setTimeout(() => (this.isFresh = false), MEANT_FOR_MS);
    }
    return () => {
      clearTimeout(this.#later);
      this.isFresh = false;
    };
  }
}
