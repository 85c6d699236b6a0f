/** Which phrases are at hand. */

import { beforeEach, describe, expect, test, vi } from "vitest";

const KEY = "tilemeld.phrases";

async function fresh() {
  vi.resetModules();
  return (await import("../../src/lobby/latestPhrases.svelte")).latestPhrases;
}

beforeEach(() => localStorage.clear());

describe("the phrases at hand", () => {
  test("are the first four at first, and stay where they are while one says them", async () => {
    const latest = await fresh();
    const before = latest.places;
    expect(before).toHaveLength(4);
    for (const phrase of [...before].reverse()) latest.note(phrase);
    expect(latest.places).toEqual(before);
  });

  test("a new one takes the place of the one that was not said for longest, and all are remembered", async () => {
    const latest = await fresh();
    const [first = "", second = "", third = "", fourth = ""] = latest.places;
    for (const phrase of [first, fourth, third]) latest.note(phrase);
    latest.note("wow");
    expect(latest.places).toEqual([first, "wow", third, fourth]);
    latest.note("applause");
    expect(latest.places).toEqual(["applause", "wow", third, fourth]);
    expect(second).not.toBe("");
    expect((await fresh()).places).toEqual(["applause", "wow", third, fourth]);
  });

  test.each(["7", "null", '{"places":["gone","wow","wow"],"said":5}', "{"])(
    "whatever was kept (%s) there are four that can be said",
    async (text) => {
      localStorage.setItem(KEY, text);
      const { places } = await fresh();
      expect(new Set(places).size).toBe(4);
      expect(places).not.toContain("gone");
    },
  );
});
