import { expect, test } from "vitest";

import { numbers, readNumbers } from "../../src/board/numbers";
import vectors from "../vectors/readings.json";

type Vector = [
  string,
  string,
  string,
  number[],
  string[],
  string[],
  number,
  [string, Record<string, string | number>][],
];

const words = (text: string) => (text === "" ? [] : text.split(" "));

test("the twin reads every vector as the engine does (N2-N5, R-1, R-10)", () => {
  const wrong: unknown[] = [];
  for (const [tiles, names, kind, order, mayBe, standsFor, worth, faults] of vectors as unknown as Vector[]) {
    const faces = words(tiles);
    const reading = readNumbers(
      faces,
      words(names).map((name) => (name === "-" ? null : name)),
    );
    const expected = {
      kind,
      order,
      mayBe: mayBe.length ? mayBe.map(words) : order.map(() => []),
      standsFor: standsFor.length ? standsFor.map((name) => name || null) : order.map(() => null),
      worth,
      faults: faults.map(([code, params]) => ({ code, params })),
    };
    if (JSON.stringify(reading) !== JSON.stringify(expected)) wrong.push({ tiles, names, reading, expected });
  }
  expect(vectors.length).toBeGreaterThan(3000);
  expect(wrong).toEqual([]);
});

test.each([
  [
    ["r5", "r3", "r4"],
    [1, 2, 0],
  ],
  [
    ["r9", "r8", "r7"],
    [0, 1, 2],
  ],
  [
    ["r5", "b5"],
    [0, 1],
  ],
  [
    ["r5", "r4"],
    [1, 0],
  ],
  [
    ["r5", "J", "r3"],
    [0, 1, 2],
  ],
])("half-built %j lies in order %j", (faces, order) => {
  expect(numbers.tidy(faces)).toEqual(order);
});

test("sets found on a rack use no tile twice and read as sets", () => {
  const faces = ["r3", "r4", "r5", "b5", "k5", "J", "o1", "r5", "k9", "k9"];
  const sets = numbers.found(faces);
  const used = sets.flat();
  expect(new Set(used).size).toBe(used.length);
  for (const set of sets) expect(readNumbers(set.map((place) => faces[place] as string)).faults).toEqual([]);
  expect(sets.length).toBe(2);
});
