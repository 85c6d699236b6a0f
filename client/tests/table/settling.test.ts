/** A tile that was taken: looked at, in its place when the turn begins, and never moved under a hand. */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { RESTED_MS, Settling, SHOWN_MS } from "../../src/table/settling";

let settled = 0;
let rested = Infinity;
let settling: Settling;

beforeEach(() => {
  vi.useFakeTimers();
  [settled, rested] = [0, Infinity];
  settling = new Settling({ restedFor: () => rested, settle: () => void (settled += 1) });
});
afterEach(() => vi.useRealTimers());

describe("a tile that came", () => {
  test("is looked at, then takes its place, once", () => {
    settling.came();
    vi.advanceTimersByTime(SHOWN_MS - 1);
    expect(settled).toBe(0);
    vi.advanceTimersByTime(10 * SHOWN_MS);
    expect(settled).toBe(1);
  });

  test("is in its place when the turn begins, and nothing moves afterwards", () => {
    settling.came();
    vi.advanceTimersByTime(100);
    settling.turn(true);
    expect(settled).toBe(1);
    vi.advanceTimersByTime(10 * SHOWN_MS);
    settling.turn(false);
    vi.advanceTimersByTime(10 * SHOWN_MS);
    expect(settled).toBe(1);
  });

  test("waits while a hand is on the board or has just left it", () => {
    settling.came();
    rested = 0;
    vi.advanceTimersByTime(3 * SHOWN_MS);
    rested = RESTED_MS - 1;
    vi.advanceTimersByTime(SHOWN_MS);
    expect(settled).toBe(0);
    rested = RESTED_MS;
    vi.advanceTimersByTime(SHOWN_MS);
    expect(settled).toBe(1);
  });

  test("under a hand when the turn begins, stays where it is until the turn is over", () => {
    settling.came();
    rested = 0;
    settling.turn(true);
    rested = Infinity;
    vi.advanceTimersByTime(10 * SHOWN_MS);
    expect(settled).toBe(0);
    settling.turn(false);
    vi.advanceTimersByTime(SHOWN_MS);
    expect(settled).toBe(1);
  });

  test("in one's own turn, waits for its end", () => {
    settling.turn(true);
    settling.came();
    vi.advanceTimersByTime(10 * SHOWN_MS);
    expect(settled).toBe(0);
    settling.turn(false);
    vi.advanceTimersByTime(SHOWN_MS);
    expect(settled).toBe(1);
  });

  test("moves nothing on a board that is gone", () => {
    settling.came();
    settling.stop();
    vi.advanceTimersByTime(10 * SHOWN_MS);
    expect(settled).toBe(0);
  });
});
