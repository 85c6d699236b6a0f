/**
 * The clock on the table: whose turn it is and since when. Plain values; the time comes in from outside, so that it goes on through a
 * reload and is tested without waiting.
 */

export type Clock = {
  /** Whose turn it is, by place at the table. */
  readonly player: number;
  /** Milliseconds of the turn used up before `since`. */
  readonly used: number;
  /** Since when it runs; null: it rests. */
  readonly since: number | null;
  /** The turns before, to take back a wrong tap. */
  readonly past: readonly { readonly player: number; readonly used: number; readonly at: number }[];
  /** How many turns were ended. */
  readonly turns: number;
  /** How many of them when the bank was found empty and the last lap began (E2); null: no last lap. */
  readonly lap: number | null;
};

const PAST_KEPT = 12;
export const WARNING_SECONDS = 10;

export function atRest(player: number): Clock {
  return { player, used: 0, since: null, past: [], turns: 0, lap: null };
}

export function isRunning(clock: Clock): boolean {
  return clock.since !== null;
}

export function usedMs(clock: Clock, now: number): number {
  return clock.used + (clock.since === null ? 0 : Math.max(0, now - clock.since));
}

/** Whole seconds left, below zero once the time is up; null where there is no limit. */
export function secondsLeft(clock: Clock, seconds: number | null, now: number): number | null {
  return seconds === null ? null : Math.ceil((seconds * 1000 - usedMs(clock, now)) / 1000);
}

export function run(clock: Clock, now: number): Clock {
  return isRunning(clock) ? clock : { ...clock, since: now };
}

export function rest(clock: Clock, now: number): Clock {
  return { ...clock, used: usedMs(clock, now), since: null };
}

/** The turn is over: the next player's time begins at once. */
export function pass(clock: Clock, players: number, now: number): Clock {
  const past = [...clock.past, { player: clock.player, used: usedMs(clock, now), at: now }].slice(-PAST_KEPT);
  return {
    player: (clock.player + 1) % players,
    used: 0,
    since: now,
    past,
    turns: clock.turns + 1,
    lap: clock.lap,
  };
}

/** The last tile was taken in this turn: counted from this player everybody has one more, this player last (E2). */
export function lastLap(clock: Clock): Clock {
  return clock.lap === null ? { ...clock, lap: clock.turns } : clock;
}

export function noLap(clock: Clock): Clock {
  return { ...clock, lap: null };
}

/** How many turns of the last lap are still to come or to end, the present one included; null: no last lap. */
export function lapLeft(clock: Clock, players: number): number | null {
  return clock.lap === null ? null : Math.max(0, players + 1 - (clock.turns - clock.lap));
}

/** Take a wrong tap back: the player before goes on, and the time since the tap counts for that player. */
export function takeBack(clock: Clock, now: number): Clock {
  const before = clock.past[clock.past.length - 1];
  if (!before) return clock;
  const since = usedMs(clock, now);
  const turns = clock.turns - 1;
  return {
    player: before.player,
    used: before.used + since,
    since: clock.since === null ? null : now,
    past: clock.past.slice(0, -1),
    turns,
    lap: clock.lap !== null && clock.lap > turns ? null : clock.lap,
  };
}

/** Give the turn to somebody, from its beginning. */
export function giveTo(clock: Clock, player: number, now: number): Clock {
  return { ...clock, player, used: 0, since: clock.since === null ? null : now, past: [] };
}

/** Start the turn over (M5: the clock was pressed before the tile was taken). */
export function anew(clock: Clock, now: number): Clock {
  return { ...clock, used: 0, since: clock.since === null ? null : now };
}

/** What is heard between two looks at the clock: a tick for each of the last seconds, and the end. */
export function soundsBetween(before: number | null, after: number | null): readonly ("tick" | "end")[] {
  if (before === null || after === null || after >= before) return [];
  if (before > 0 && after <= 0) return ["end"];
  return after <= WARNING_SECONDS && after > 0 ? ["tick"] : [];
}

/** Minutes and seconds as they are read from across the table. */
export function format(seconds: number): string {
  const all = Math.abs(seconds);
  const text = `${Math.floor(all / 60)}:${String(all % 60).padStart(2, "0")}`;
  return seconds < 0 ? `+${text}` : text;
}

/** What was kept by an earlier visit, if it still makes sense at a table of so many. */
export function restored(stored: unknown, players: number): Clock | null {
  const clock = stored as Clock | null;
  const counts = (value: unknown): boolean =>
    typeof value === "number" && Number.isFinite(value) && value >= 0;
  if (
    !clock ||
    !Array.isArray(clock.past) ||
    !counts(clock.player) ||
    clock.player >= players ||
    !counts(clock.used) ||
    !counts(clock.turns)
  )
    return null;
  if ((clock.since !== null && !counts(clock.since)) || ((clock.lap ?? null) !== null && !counts(clock.lap)))
    return null;
  const sound = clock.past.every(
    (each) => counts(each?.player) && each.player < players && counts(each.used) && counts(each.at),
  );
  return sound ? { ...clock, lap: clock.lap ?? null } : null;
}
