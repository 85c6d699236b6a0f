/** The time that is left, by the server's clock; quiet until the last ten seconds of the player's own turn. */

import type { TableSession } from "../connection/session.svelte";

const TICK_MS = 200;
const HURRY = 10;
const COUNTED = 5;

/** What to do in the last seconds of a turn: say how many are left once, then count the last ones. */
export function hurries(second: number): "say" | "count" | null {
  if (second === HURRY) return "say";
  return second > 0 && second <= COUNTED ? "count" : null;
}

export class Clock {
  /** Seconds left, or null when no time is running. */
  left = $state<number | null>(null);

  /** Begin to tick; returns how to stop. */
  run(session: TableSession, hurry: (how: "say" | "count") => void): () => void {
    let before = -1;
    const tick = (): void => {
      this.left = session.secondsLeft();
      const second = this.left === null ? -1 : Math.ceil(this.left);
      const how = hurries(second);
      if (how && second !== before && session.myTurn && session.view?.deadline?.kind === "turn") hurry(how);
      before = second;
    };
    const ticking = setInterval(tick, TICK_MS);
    return () => clearInterval(ticking);
  }
}
