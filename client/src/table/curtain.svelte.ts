/**
 * Between several players of one device: nobody's tiles are in sight until that player says "it is me". The curtain falls
 * by itself and never opens by itself: what is not known, as after a reload, is hidden.
 */

import type { TableSession } from "../connection/session.svelte";
import { HANDED_OVER } from "../generated/constants";
import type { EngineEvent, EngineGameView } from "../generated/protocol";

/** How long a taken tile is shown before the curtain falls. */
const LOOK_MS = 2_600;

/** Whether a game asks all players at once, instead of the one whose turn it is. */
const isForAll = (view: EngineGameView): boolean => view.phase === "vote" || view.phase === "redeal";

export class Curtain {
  /** Whose player has said so. */
  opened = $state<number | null>(null);
  /** The device is about to be handed over, but a tile that was just taken is still shown. */
  lingers = $state(false);
  readonly #session: TableSession;
  #falling: ReturnType<typeof setTimeout> | undefined;
  #asked = -1;

  constructor(session: TableSession) {
    this.#session = session;
  }

  readonly #isShared = $derived.by(
    () =>
      this.#session.mine.length > 1 &&
      this.#session.table?.stage === "playing" &&
      this.#session.view?.phase !== "ended",
  );

  /** Whose turn it is on this device, if it is anybody's and not all are asked at once; a bot that stands in for somebody takes no device. */
  readonly #next = $derived.by(() => {
    const { mine, view } = this.#session;
    const active = view && isForAll(view) ? null : (view?.active ?? null);
    return active !== null && mine.includes(active) && !view?.seats[active]?.left ? active : null;
  });

  readonly isShut = $derived.by(() => {
    if (!this.#isShared) return false;
    if (this.opened === null || this.#session.view?.viewer !== this.opened) return true;
    return this.#next !== null && this.#next !== this.opened && !this.lingers;
  });

  /** Who may say "it is me": whose turn it is; while others play or tiles are looked at, everybody of this device; nobody yet
   * while it is not known whose turn it is. */
  readonly seats = $derived.by(() => {
    if (this.#session.view === null) return [];
    return this.#next === null ? this.#session.mine : [this.#next];
  });

  /** Whether somebody else on this device is asked something now, a vote or a new deal, and has not answered. */
  readonly mayPass = $derived.by(() => {
    const { mine, view } = this.#session;
    if (!view || !this.#isShared || this.isShut || !isForAll(view)) return false;
    const { vote } = view;
    const isAsked = (seat: number): boolean => !vote || (seat !== vote.seat && vote.ballots[seat] === null);
    return mine.some((seat) => seat !== this.opened && !view.seats[seat]?.left && isAsked(seat));
  });

  /** A player has said "it is me". */
  open(seat: number): void {
    this.#stay();
    this.opened = seat;
    this.#session.lookFrom(seat);
  }

  fall(): void {
    this.#stay();
    this.opened = null;
  }

  /** Follow a session; returns how to stop. */
  run(): () => void {
    const stop = [
      this.#session.on("moved", ({ events }) => this.#moved(events)),
      this.#session.on("view", () => this.#goesOn() && this.fall()),
    ];
    return () => {
      clearTimeout(this.#falling);
      for (const each of stop) each();
    };
  }

  /** The time of a turn begins when its player has the device: say so, once. */
  beginTurn(): void {
    const { view } = this.#session;
    if (!view || this.isShut || this.lingers || view.pause_reason !== HANDED_OVER) return;
    if (view.active !== view.viewer || this.#asked === view.version) return;
    this.#asked = view.version;
    void this.#session.wish("resume");
  }

  #goesOn(): boolean {
    return this.opened !== null && this.#next !== null && this.#next !== this.opened;
  }

  #moved(events: readonly EngineEvent[]): void {
    if (!this.#goesOn() || this.lingers) return;
    const took = events.some((event) => event.type === "tiles-taken" && event.seat === this.opened);
    if (!took) {
      this.fall();
      return;
    }
    this.lingers = true;
    this.#falling = setTimeout(() => this.fall(), LOOK_MS);
  }

  #stay(): void {
    clearTimeout(this.#falling);
    this.lingers = false;
  }
}
