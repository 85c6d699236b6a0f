/** What the table says: aloud to a screen reader, for a moment in a note, beside a set, on a card, and in the log. */

import type { SetId } from "../board/places";
import type { EngineEvent, EngineGameView, RefusalInfo } from "../generated/protocol";
import { sayRefusal } from "../words/say.svelte";
import { latestLogLines, tell, type Card, type LogLine } from "../words/eventsText";

const SHOWN_MS = 4_500;
const LONGEST_LOG = 60;
/** A screen reader has not yet started on a text younger than this. */
const TOGETHER_MS = 250;
const LONGEST_SAID = 300;

/** A few words beside a set. */
export type Bubble = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** The height that its words were thought to need: above a set it may need less, and lies that much lower. */
  readonly h: number;
  readonly set: SetId;
  /** Where it points at its set: so far right of its own middle, upwards or downwards; null beside the set. */
  readonly tip: { readonly dx: number; readonly up: boolean } | null;
};

export class Notices {
  spoken = $state("");
  note = $state.raw<{ readonly text: string } | null>(null);
  bubble = $state.raw<Bubble | null>(null);
  card = $state.raw<Card | null>(null);
  log = $state.raw<readonly LogLine[]>([]);
  readonly #names: (seat: number) => string;
  readonly #now: () => number;
  #spokenAt = Number.NEGATIVE_INFINITY;

  constructor(names: (seat: number) => string, now: () => number = () => performance.now()) {
    this.#names = names;
    this.#now = now;
  }

  /** Says something aloud; with `joins`, a text from a moment ago is repeated with it, or it would be lost. */
  announce(lines: readonly string[], joins = false): void {
    const said = sentences(lines);
    const now = this.#now();
    const both = joins && now - this.#spokenAt < TOGETHER_MS && this.spoken.length < LONGEST_SAID;
    this.#spokenAt = now;
    this.spoken = both && this.spoken && said ? sentences([this.spoken, said]) : said;
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

  /** Tells what somebody said: aloud, and in the log. */
  hear(name: string, phrase: string): void {
    const text = `${name}: ${phrase}`;
    this.log = [...this.log, { text, tiles: [], said: true }].slice(-LONGEST_LOG);
    this.announce([text], true);
  }

  /** Says why something was refused: every reason. */
  refuse(refusals: readonly RefusalInfo[]): void {
    if (refusals.length) this.say(refusals.map((refusal) => sayRefusal(refusal, this.#names)).join(" "));
  }

  /** Begins the log of a game that was not followed so far with what is still known: everybody's latest turn. */
  recall(seen: EngineGameView): void {
    this.log = latestLogLines(seen, this.#names);
  }

  /** A card is closed once the player has had another turn, or when the game is over. */
  #clearCard(events: readonly EngineEvent[], viewer: number | null): void {
    const over = events.some(
      (event) => event.type === "game-ended" || (event.type === "turn-ended" && event.seat === viewer),
    );
    if (over) this.card = null;
  }

  /** Reports what happened in the game; `paused` is the reason of a pause that came before, if any. */
  tell(events: readonly EngineEvent[], after: EngineGameView, paused: string | null = null): void {
    const account = tell(events, after, this.#names, paused);
    this.#clearCard(events, after.viewer);
    if (account.card?.own) this.card = account.card;
    else if (account.card) this.show(sentences([account.card.title, ...account.card.lines])); // over no tile, and not for long
    if (account.loud) this.show(account.loud);
    if (!account.lines.length) return;
    this.log = [...this.log, ...account.lines].slice(-LONGEST_LOG);
    this.announce(
      account.lines.map((line) => line.text),
      true,
    );
  }
}

/** Joins lines to sentences: a full stop between them where none is yet. */
export function sentences(lines: readonly string[]): string {
  return lines
    .filter(Boolean)
    .map((line, index, all) => (index < all.length - 1 && !/[.!?…:]$/.test(line) ? `${line}.` : line))
    .join(" ");
}
