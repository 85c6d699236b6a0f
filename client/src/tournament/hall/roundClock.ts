/** The server's time, and the clock of a round counted down from facts: a page keeps counting without a connection. */

import type { RoundClock } from "../../generated/protocol";

/** Knows how far this device's clock is from the server's: the quickest answer tells it best. */
export class ServerTime {
  private offset = 0;
  private best = Infinity;
  private heardAt = -Infinity;

  constructor(private readonly clock: () => number = Date.now) {}

  /** Take note of an answer: what the server's clock said, and when it was asked and heard. */
  note(server: number, asked: number, heard: number): void {
    const trip = Math.max(0, heard - asked);
    const old = heard - this.heardAt > FORGET_MS; // clocks drift, and devices sleep
    if (trip > this.best && !old && Math.abs(server + trip / 2 - heard - this.offset) < WRONG_MS) return;
    this.best = trip;
    this.heardAt = heard;
    this.offset = server + trip / 2 - heard;
  }

  now(): number {
    return this.clock() + this.offset;
  }
}

const FORGET_MS = 120_000;
/** A device whose clock was changed in between. */
const WRONG_MS = 3_000;

export type RoundTime = {
  /** None: a round without a clock. */
  readonly left: number | null;
  readonly state: "before" | "running" | "paused" | "over";
};

/** Return how a round's clock stands at a moment of the server's time. */
export function roundTime(clock: RoundClock, now: number): RoundTime {
  const { total_ms: total, running_since: since } = clock;
  if (clock.over) return { left: 0, state: "over" };
  const ran = clock.ran_ms + (since === null ? 0 : Math.max(0, now - since));
  const started = since !== null || clock.ran_ms > 0;
  if (total === null)
    return { left: null, state: since !== null ? "running" : started ? "paused" : "before" };
  const left = Math.max(0, total - ran);
  if (left === 0) return { left, state: "over" }; // also while the server cannot be asked
  return { left, state: since !== null ? "running" : started ? "paused" : "before" };
}

/** Write a time as a clock does: 1:30:00, 12:05, 0:07. The last second is over when it is over. */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number): string => `${value}`.padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Which sounds are due between two looks at the clock: once when a minute is left, once at the end. */
export function soundsBetween(before: RoundTime | null, after: RoundTime): readonly ("minute" | "end")[] {
  if (!before || before.left === null || after.left === null || before.state !== "running") return [];
  const due: ("minute" | "end")[] = [];
  if (before.left > 60_000 && after.left <= 60_000 && after.left > 0) due.push("minute");
  if (before.left > 0 && after.state === "over") due.push("end");
  return due;
}
