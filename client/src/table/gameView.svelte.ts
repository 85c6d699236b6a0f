/** The game as seen from this device: whose turn it is, the player's role, names, and how much time is left. */

import type { News } from "../board/receive";
import type { TableSession } from "../connection/session.svelte";
import { nameHere } from "../lobby/names";
import { HANDED_OVER } from "../generated/constants";
import type { EngineGameView } from "../generated/protocol";
import { say, sayAny } from "../words/say.svelte";

/** Whether the player is in turn, waiting, or only watching. */
export function roleIn(seen: EngineGameView | null): News["role"] {
  if (!seen || seen.viewer === null) return "watch";
  return seen.phase === "turn" && seen.active === seen.viewer && seen.paused_at === null ? "mine" : "wait";
}

/** How many seconds the time that is running had at its start. */
export function wholeTime(seen: EngineGameView | null): number {
  if (!seen?.deadline) return 1;
  const { rules } = seen;
  switch (seen.deadline.kind) {
    case "turn":
      return (rules.turn_seconds ?? 0) + (seen.seats[seen.active ?? 0]?.allowance_seconds ?? 0);
    case "redeal":
      return rules.redeal_seconds;
    case "vote":
      return rules.vote_seconds;
    case "stack":
      return rules.stack_seconds;
    default:
      return rules.announce_seconds;
  }
}

export class GameView {
  readonly #session: TableSession;

  constructor(session: TableSession) {
    this.#session = session;
  }

  readonly view = $derived.by(() => this.#session.view);
  readonly table = $derived.by(() => this.#session.table);
  readonly role = $derived.by(() => roleIn(this.view));
  readonly watching = $derived.by(() => this.view?.viewer === null || this.view?.viewer === undefined);
  readonly active = $derived.by(() => this.view !== null && this.view.active === this.view.viewer);
  readonly own = $derived.by(() =>
    this.view && this.view.viewer !== null ? this.view.seats[this.view.viewer] : undefined,
  );
  /** The player's place at the table, as the lobby describes it. */
  readonly place = $derived.by(() =>
    this.view && this.view.viewer !== null ? this.table?.places[this.view.viewer] : undefined,
  );
  /** Whether everybody else at the table is a bot. */
  readonly againstBots = $derived.by(
    () =>
      this.place !== undefined &&
      (this.table?.places ?? []).every((place, seat) => place.kind === "bot" || seat === this.view?.viewer),
  );
  /** Whether somebody is there to talk to. */
  readonly talks = $derived.by(
    () =>
      !this.watching &&
      (this.table?.places.some((place) => place.kind === "person" && !place.yours) ?? false),
  );
  /** Whose player is about to take a device that is passed around: the clock waits for it. */
  readonly handedTo = $derived.by(() =>
    this.view?.pause_reason === HANDED_OVER ? (this.view.active ?? null) : null,
  );
  /** The others who ask for a pause that the player has not agreed to yet. */
  readonly pauseWanted = $derived.by(() => {
    if (!this.place || this.place.wants_pause || this.view?.paused_at !== null) return [];
    return (this.table?.places ?? []).flatMap((place, seat) =>
      place.wants_pause && !place.yours ? [seat] : [],
    );
  });
  readonly bank = $derived.by(() => (this.view?.bank ?? []).reduce((sum, count) => sum + count, 0));
  readonly whole = $derived.by(() => wholeTime(this.view));
  readonly letters = $derived.by(() => this.view?.rules.sets === "letters");

  /** Whose turn it is, or what the game waits for. */
  readonly title = $derived.by(() => {
    const { view } = this;
    if (!view) return "";
    if (this.handedTo !== null) return say("bar.handed-over", { name: this.name(this.handedTo) });
    if (view.paused_at !== null) return say("bar.paused");
    if (view.phase === "ended") return say("event.ended");
    if (view.phase === "turn" || view.phase === "announce") {
      return this.active ? say("bar.your-turn") : say("bar.turn-of", { name: this.name(view.active ?? 0) });
    }
    return sayAny(`phase.${view.phase}`);
  });

  /** What a seat is called here: the player is "You", unless the device is passed around. */
  readonly name = (seat: number): string => {
    if (this.table) return nameHere(this.table, seat);
    return seat === this.view?.viewer ? say("seat.you") : say("seat.number", { number: seat + 1 });
  };
}
