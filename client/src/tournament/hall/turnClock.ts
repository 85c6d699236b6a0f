/**
 * The turn clock of a real table: a value that the phones of the table share.
 *
 * Every press makes a new value with one press more; the highest count is the truth, so a phone that was
 * away simply takes it over, or brings it back to a server that has forgotten it. All moments are the server's.
 */

import type { TurnClock } from "../../generated/protocol";

export type TableRules = { readonly turn_seconds: number | null; readonly bank_end: "last-lap" | "all-pass" };
export type ClockSeat = { readonly allowance_seconds: number };

/** How a clock stands at a moment. */
export type TurnTime = {
  readonly seat: number;
  readonly left: number;
  /** The share of the turn's time that is left. */
  readonly share: number;
  readonly state: "running" | "hurry" | "up" | "paused";
  /** How many turns of the last lap are still to come, the present one included; null: no last lap. */
  readonly lap: number | null;
  /** In a last lap: whether this is the turn in which it was announced, which is played to its end. */
  readonly lapAnnounced: boolean;
  /** Who plays the very last turn of the lap. */
  readonly lapLast: number | null;
  /** The last lap is over: the game has ended. */
  readonly done: boolean;
};

export const HURRY_MS = 10_000;

/** Start the clock of a game, for the seat that begins. */
export function begin(
  known: TurnClock | null,
  game: number,
  seat: number,
  seats: readonly ClockSeat[],
  rules: TableRules,
  now: number,
): TurnClock {
  return {
    presses: (known?.presses ?? 0) + 1,
    game,
    turn: 1,
    seat,
    started_at: now,
    limit_ms: limitOf(seat, seats, rules),
    paused_at: null,
    stop_after: null,
    lap_from: null,
    lap_why: null,
  };
}

/** The next player's turn; after a call in the turn before, the clock stands until the referee has been there (M5). */
export function next(
  clock: TurnClock,
  seats: readonly ClockSeat[],
  rules: TableRules,
  now: number,
): TurnClock {
  const seat = (clock.seat + 1) % seats.length;
  const turn = clock.turn + 1;
  const stops = clock.stop_after != null && turn > clock.stop_after;
  return {
    ...clock,
    presses: clock.presses + 1,
    turn,
    seat,
    started_at: now,
    limit_ms: limitOf(seat, seats, rules),
    paused_at: stops ? now : null,
    stop_after: stops ? null : (clock.stop_after ?? null),
  };
}

/** A wrong tap: the player before, with the whole time. */
export function previous(
  clock: TurnClock,
  seats: readonly ClockSeat[],
  rules: TableRules,
  now: number,
): TurnClock {
  if (clock.turn === 1) return clock;
  const seat = (clock.seat + seats.length - 1) % seats.length;
  const lap =
    clock.lap_from != null && clock.lap_from < clock.turn
      ? { lap_from: clock.lap_from }
      : { lap_from: null, lap_why: null };
  return {
    ...clock,
    ...lap,
    presses: clock.presses + 1,
    turn: clock.turn - 1,
    seat,
    started_at: now,
    limit_ms: limitOf(seat, seats, rules),
    paused_at: null,
    stop_after: null,
  };
}

export function pause(clock: TurnClock, now: number): TurnClock {
  return clock.paused_at != null ? clock : { ...clock, presses: clock.presses + 1, paused_at: now };
}

/** Go on; the time of the pause does not count. */
export function resume(clock: TurnClock, now: number): TurnClock {
  if (clock.paused_at == null) return clock;
  return {
    ...clock,
    presses: clock.presses + 1,
    started_at: clock.started_at + (now - clock.paused_at),
    paused_at: null,
    stop_after: null,
  };
}

/** The same turn again with its full time, as a referee may rule (M5). */
export function restart(clock: TurnClock, now: number): TurnClock {
  return { ...clock, presses: clock.presses + 1, started_at: now, paused_at: null, stop_after: null };
}

/** The referee was called: the clock stops after the turn that is being played (M5). */
export function stopAfterTurn(clock: TurnClock): TurnClock {
  return clock.paused_at != null ? clock : { ...clock, presses: clock.presses + 1, stop_after: clock.turn };
}

/** Begin the last lap: the round's time is over, or the last tile was taken (E2). There is never a second one. */
export function lastLap(clock: TurnClock, why: "time" | "bank"): TurnClock {
  return clock.lap_from != null
    ? clock
    : { ...clock, presses: clock.presses + 1, lap_from: clock.turn, lap_why: why };
}

/** The announcement was a mistake, or the round got more time. */
export function noLap(clock: TurnClock): TurnClock {
  return clock.lap_from == null
    ? clock
    : { ...clock, presses: clock.presses + 1, lap_from: null, lap_why: null };
}

/** Return how the clock stands. */
export function turnTime(clock: TurnClock, seats: number, now: number): TurnTime {
  const until = clock.started_at + clock.limit_ms;
  const paused = clock.paused_at != null;
  const left = Math.max(0, until - (clock.paused_at ?? now));
  const from = clock.lap_from ?? null;
  const played = from === null ? 0 : clock.turn - from;
  return {
    seat: clock.seat,
    left,
    share: clock.limit_ms ? left / clock.limit_ms : 0,
    state: paused ? "paused" : left === 0 ? "up" : left <= HURRY_MS ? "hurry" : "running",
    lap: from === null ? null : Math.max(0, seats + 1 - played),
    lapAnnounced: from !== null && played === 0,
    lapLast: from === null ? null : (((clock.seat - played) % seats) + seats) % seats,
    done: from !== null && played > seats,
  };
}

/** Which of two clocks counts: the one that was pressed more often. */
export function newer(one: TurnClock | null, other: TurnClock | null): TurnClock | null {
  if (!one || !other) return one ?? other;
  return other.presses > one.presses ? other : one;
}

/**
 * Two phones pressed at the same moment and the other was first: whether the press has to be made again on top of that.
 * It has, unless the other one has ended the turn that it was about.
 */
export function isToRepeat(base: TurnClock | null, pressed: TurnClock, answered: TurnClock): boolean {
  const same = (name: keyof TurnClock): boolean => (pressed[name] ?? null) === (answered[name] ?? null);
  const lost = !(
    ["presses", "turn", "seat", "started_at", "paused_at", "stop_after", "lap_from"] as const
  ).every(same);
  return lost && base !== null && answered.turn === base.turn && answered.game === base.game;
}

/** Which seat begins a game (S1, S2): seat A the first, B the second…; who drew the highest tile, where the book draws. */
export function starter(game: number, seats: number): number {
  return (game - 1) % seats;
}

/** Which sounds are due between two looks: ten seconds left, each of the last three, and the end of the turn. */
export function ticksBetween(before: TurnTime | null, after: TurnTime): "hurry" | "up" | null {
  if (!before || before.seat !== after.seat || after.state === "paused" || before.state === "paused")
    return null;
  if (before.left > 0 && after.left === 0) return "up";
  const passed = (ms: number): boolean => before.left > ms && after.left <= ms;
  return [HURRY_MS, 3_000, 2_000, 1_000].some(passed) ? "hurry" : null;
}

/** Time for a turn of a seat: the book's, and what the player was allowed beyond it (M9). */
function limitOf(seat: number, seats: readonly ClockSeat[], rules: TableRules): number {
  return ((rules.turn_seconds ?? 0) + (seats[seat]?.allowance_seconds ?? 0)) * 1000;
}
