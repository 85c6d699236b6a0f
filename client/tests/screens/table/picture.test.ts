/** The picture of a result: where the tiles lie, and whose name stands there. */

import { describe, expect, test } from "vitest";

import { initials, layOut } from "../../../src/screens/table/end/picture";

const set = (length: number, from = 0): string[] => Array.from({ length }, (_, at) => `t${from + at}`);

describe("the table in the picture", () => {
  test.each([
    [1, 3],
    [8, 4],
    [26, 4],
    [40, 4],
    [12, 13],
  ])("%i sets of %i tiles fit into their room, none over another", (count, length) => {
    const sets = Array.from({ length: count }, (_, at) => set(length, at * length));
    const { size, tiles } = layOut(sets, 900, 500);
    expect(tiles).toHaveLength(count * length);
    for (const tile of tiles) {
      expect(tile.x).toBeGreaterThanOrEqual(0);
      expect(tile.x + size).toBeLessThanOrEqual(901);
      expect(tile.y + size * 1.32).toBeLessThanOrEqual(500.5);
    }
    for (const one of tiles)
      for (const other of tiles)
        if (one !== other && Math.abs(one.y - other.y) < size)
          expect(Math.abs(one.x - other.x)).toBeGreaterThanOrEqual(size);
  });

  test("an empty table is not a problem", () => {
    expect(layOut([], 900, 500).tiles).toEqual([]);
  });
});

test("initials stand for whoever was not asked", () => {
  expect(initials("Ola Nowak")).toBe("O. N.");
  expect(initials("żaneta")).toBe("Ż.");
  expect(initials("  ")).toBe("");
  expect(initials("😀 Jan")).toBe("😀. J.");
});
