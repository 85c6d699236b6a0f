/** Phrases in the place of the turn's buttons: they come after a moment, and a press meant for them ends no turn. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Changeover } from "../../src/table/changeover.svelte";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("phrases come when others have played for a moment, not in every quick turn", () => {
  const bar = new Changeover();
  const stop = bar.follow(true);
  vi.advanceTimersByTime(1_000);
  expect(bar.isQuiet).toBe(false);
  stop(); // the turn is back already
  bar.follow(false);
  vi.advanceTimersByTime(10_000);
  expect([bar.isQuiet, bar.isFresh]).toEqual([false, false]);
  bar.follow(true);
  vi.advanceTimersByTime(1_200);
  expect(bar.isQuiet).toBe(true);
});

test("the turn's buttons wait for a hand that was on its way to a phrase, and only then", () => {
  const bar = new Changeover();
  bar.follow(false);
  expect(bar.isFresh).toBe(false); // nothing else stood there
  const stop = bar.follow(true);
  vi.advanceTimersByTime(1_200);
  stop();
  bar.follow(false);
  expect([bar.isQuiet, bar.isFresh]).toEqual([false, true]);
  vi.advanceTimersByTime(699);
  expect(bar.isFresh).toBe(true);
  vi.advanceTimersByTime(1);
  expect(bar.isFresh).toBe(false);
});
