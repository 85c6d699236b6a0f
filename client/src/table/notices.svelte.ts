/** What the table says: aloud to a screen reader, for a moment in a note, beside a set, on a card, and in the log. */

import type { SetId } from "../board/places";
import type { EngineEvent, EngineGameView, RefusalInfo } from "../generated/protocol";
import { sayRefusal } from "../words/say.svelte";
import { tell, type Card } from "../words/eventsText";

const SHOWN_MS = 4_500;
const LONGEST_LOG = 60;

/** A few words beside a set. */
export type Bubble = { readonly text: string; readonly x: number; readonly y: number; readonly set: SetId };

export class Notices {
  spoken = $state("");
  note = $state.raw<{ readonly text: string } | null>(null);
  bubble = $state.raw<Bubble | null>(null);
  card = $state.raw<Card | null>(null);
  log = $state.raw<readonly string[]>([]);
  readonly #names: (seat: number) => string;

  constructor(names: (seat: number) => string) {
    this.#names = names;
  }

  announce(lines: readonly string[]): void {
    this.spoken = lines.filter(Boolean).join(". ");
  }

  /** Shows a note for a while, until another one comes. */
  show(text: string): void {
    const note = { text };
    this.note = note;
    setTimeout(() => {
      if (this.note === note) this.note = null;
    }, SHOWN_MS);
  }

  /** Shows a note and says it aloud. */
  say(text: string): void {
    this.show(text);
    this.announce([text]);
  }

  /** Says why something was refused: every reason. */
  refuse(refusals: readonly RefusalInfo[]): void {
    if (refusals.length) this.say(refusals.map((refusal) => sayRefusal(refusal, this.#names)).join(" "));
  }

  /** Tells what happened in the game. */
  tell(events: readonly EngineEvent[], after: EngineGameView): void {
    const told = tell(events, after, this.#names);
    if (told.card) this.card = told.card;
    if (told.loud) this.show(told.loud);
    if (!told.lines.length) return;
    this.log = [...this.log, ...told.lines].slice(-LONGEST_LOG);
    this.announce(told.lines);
  }
}
