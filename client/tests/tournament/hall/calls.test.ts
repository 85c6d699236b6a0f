/** What the players at a table read after they have called the referee. */

import { beforeAll, expect, test } from "vitest";

import { sayCalled } from "../../../src/tournament/hall/calls";
import { hear, speak } from "../../../src/words/say.svelte";

const CALLED = 1_000_000;

beforeAll(async () => {
  await speak("en");
  await hear("hall");
});

test("a call of the last minute was made just now, not 0 minutes ago", () => {
  const now = "The referee has been called and is on the way.";
  expect(sayCalled(CALLED, CALLED)).toBe(now);
  expect(sayCalled(CALLED, CALLED + 59_999)).toBe(now);
  expect(sayCalled(CALLED, CALLED - 5_000), "this device's clock is behind the server's").toBe(now);
});

test("an older one says for how many whole minutes the table has waited", () => {
  expect(sayCalled(CALLED, CALLED + 60_000)).toMatch(/called 1.min ago/);
  expect(sayCalled(CALLED, CALLED + 239_000)).toMatch(/called 3.min ago/);
});
