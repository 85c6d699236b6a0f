/** What the others said last: preset phrases, shown for a while, and not at all to whoever does not want to hear them. */

import type { Saying, TableSession } from "../connection/session.svelte";
import { settings } from "../browser/settings.svelte";

const SHOWN_MS = 5_000;
const MOST = 3;

export class Sayings {
  sayings = $state.raw<readonly Saying[]>([]);

  /** What each seat said last, whoever spoke last at the end. */
  readonly bySeat = $derived.by((): ReadonlyMap<number, string> => {
    const found = new Map<number, string>();
    for (const { seat, phrase } of this.sayings) {
      found.delete(seat);
      found.set(seat, phrase);
    }
    return found;
  });

  /** Begin to listen, and pass on what is heard; returns how to stop. */
  listen(session: TableSession, heard: (saying: Saying) => void = () => undefined): () => void {
    return session.on("said", (saying) => {
      if (settings.wishes.muted) return;
      heard(saying);
      this.sayings = [...this.sayings, saying].slice(-MOST);
      setTimeout(
        () => (this.sayings = this.sayings.filter((each) => each.number !== saying.number)),
        SHOWN_MS,
      );
    });
  }
}
