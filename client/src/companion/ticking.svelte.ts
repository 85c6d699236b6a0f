/** The clock of the match on the table, running: what is kept of it, what it looks like now, what is heard. */

import { keep, kept } from "../browser/storage";
import { play } from "../browser/sound";
import {
  anew,
  atRest,
  type Clock,
  giveTo,
  isRunning,
  lapLeft,
  lastLap,
  noLap,
  pass,
  rest,
  restored,
  run,
  secondsLeft,
  soundsBetween,
  takeBack,
  usedMs,
} from "./clock";
import { shelf } from "./shelf.svelte";

export const TIMES = [30, 40, 60, 90, 120, null] as const;
export const EXTRAS = [0, 10, 20, 30, 60, 120] as const;
export const WAYS = ["mine", "opposite", "both"] as const;
export type Way = (typeof WAYS)[number];
/** How the clock shows and sounds on this device. */
export type Wishes = { readonly way: Way; readonly sound: boolean; readonly shake: boolean };
type Kept = {
  readonly seconds?: number | null;
  readonly extra?: Readonly<Record<string, number>>;
  readonly clock?: unknown;
};

const LOOKS_MS = 100;

class Ticking {
  clock = $state.raw<Clock>(atRest(0));
  /** What the time was when we last looked. */
  now = $state(Date.now());
  seconds = $state<number | null>(60);
  extra = $state.raw<Readonly<Record<string, number>>>({});
  wishes = $state.raw<Wishes>({
    way: "mine",
    sound: true,
    shake: true,
    ...kept<Partial<Wishes>>("companion.wishes", {}),
  });
  private heard: number | null = null;
  private players = 2;

  readonly running = $derived(isRunning(this.clock));
  readonly limit = $derived(
    this.seconds === null
      ? null
      : this.seconds + (this.extra[shelf.match.seated[this.clock.player] ?? ""] ?? 0),
  );
  readonly left = $derived(secondsLeft(this.clock, this.limit, this.now));
  /** Turns to come in the last lap; null: there is none. */
  readonly lap = $derived(lapLeft(this.clock, shelf.match.seated.length));
  readonly used = $derived(Math.floor(usedMs(this.clock, this.now) / 1000));

  /** Take up the clock of the match on the table. */
  open(book: number | null): void {
    const { seated, starter } = shelf.match;
    const stored = shelf.beside<Kept>("clock", {});
    this.players = seated.length;
    this.seconds = stored.seconds === undefined ? book : stored.seconds;
    this.extra = stored.extra ?? {};
    const clock = restored(stored.clock, this.players);
    const fresh = clock === null || (clock.turns === 0 && clock.used === 0 && clock.since === null);
    this.clock = fresh ? atRest(Math.max(0, seated.indexOf(starter ?? ""))) : clock;
    this.look();
    this.heard = this.left;
  }

  /** Look at the time again and again; returns how to stop. */
  start(): () => void {
    const again = setInterval(() => this.look(), LOOKS_MS);
    return () => clearInterval(again);
  }

  set(seconds: number | null, extra: Readonly<Record<string, number>>): void {
    this.seconds = seconds;
    this.extra = extra;
    this.keep();
  }

  wish(change: Partial<Wishes>): void {
    this.wishes = { ...this.wishes, ...change };
    keep("companion.wishes", this.wishes);
  }

  /** The big button: begins, goes on, or ends the turn. */
  tap(): void {
    const passes = this.running;
    const now = Date.now();
    const next = passes ? pass(this.clock, this.players, now) : run(this.clock, now);
    this.change(passes && lapLeft(next, this.players) === 0 ? rest(next, now) : next); // after the last lap nobody's time runs
    if (this.wishes.sound) play(passes ? "pass" : "turn");
    this.shake(passes ? 25 : 40);
  }

  pause(): void {
    this.change(rest(this.clock, Date.now()));
  }

  /** Take a wrong tap back, and with it the points that ended that turn of a word game. */
  takeBack(): void {
    const { match, book } = shelf;
    const before = this.clock.past.at(-1)?.player;
    const points = match.turns.at(-1);
    const isLast = book?.steps[book.at - 1]?.do === "turn";
    if (isLast && before !== undefined && points?.player === match.seated[before]) shelf.undo();
    this.change(takeBack(this.clock, Date.now()));
  }

  anew(): void {
    this.change(anew(this.clock, Date.now()));
  }

  /** The bank is empty, or it was not after all (E2). */
  setLap(begins: boolean): void {
    this.change(begins ? lastLap(this.clock) : noLap(this.clock));
  }

  giveTo(player: number): void {
    this.change(giveTo(this.clock, player, Date.now()));
  }

  /** A new game: the clock waits for its starter. */
  reset(player: number): void {
    this.change(atRest(player));
  }

  private change(clock: Clock): void {
    this.clock = clock;
    this.now = Date.now();
    this.heard = this.left;
    this.keep();
  }

  /** Phones shake; before the first touch of the page browsers say no. */
  private shake(pattern: number | number[]): void {
    if (this.wishes.shake && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(pattern);
  }

  private keep(): void {
    shelf.keepBeside("clock", { seconds: this.seconds, extra: this.extra, clock: this.clock });
  }

  private look(): void {
    this.now = Date.now();
    const left = this.left;
    for (const sound of this.running ? soundsBetween(this.heard, left) : []) {
      if (this.wishes.sound) play(sound === "end" ? "up" : "hurry");
      this.shake(sound === "end" ? [200, 100, 200] : 15);
    }
    this.heard = left;
  }
}

export const ticking = new Ticking();
