/** What is entered on the solver page: added, taken away, written, read, kept. */

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  add,
  countOf,
  EMPTY,
  type Entered,
  freshIn,
  isEmpty,
  leftOf,
  named,
  NoTile,
  read,
  readFaces,
  readTable,
  remove,
  restore,
  tooMany,
  type Where,
  write,
  writeTable,
} from "../../src/solver/numberInput";

const faces = fc.oneof(
  fc
    .tuple(fc.constantFrom("k", "r", "b", "o"), fc.integer({ min: 1, max: 13 }))
    .map(([colour, number]) => `${colour}${number}`),
  fc.constant("J"),
);

function enter(typed: readonly [Where, string][]): Entered {
  return typed.reduce((entered, [where, face]) => add(entered, where, face).entered, EMPTY);
}

describe("entering", () => {
  test("a set that was begun is gone on with, and lies as it reads", () => {
    let { entered, where } = add(EMPTY, "new", "r5");
    expect(where).toBe(0);
    for (const face of ["r3", "r4"]) ({ entered, where } = add(entered, where, face));
    expect(entered).toEqual({ rack: [], table: [["r3", "r4", "r5"]] });
    expect(named(add(entered, 0, "J").entered.table[0] ?? [])).toContain("J(r6)");
  });

  test("a set goes with its last tile, and the rack is sorted", () => {
    const entered = enter([
      ["rack", "o9"],
      ["rack", "k2"],
      ["new", "b7"],
    ]);
    expect(entered.rack).toEqual(["k2", "o9"]);
    expect(remove(entered, 0, 0).table).toEqual([]);
    expect(remove(entered, "rack", 0).rack).toEqual(["o9"]);
    expect(isEmpty(remove(remove(remove(entered, 0, 0), "rack", 0), "rack", 0))).toBe(true);
  });

  test("the box runs out", () => {
    const entered = enter([
      ["rack", "r1"],
      ["new", "r1"],
      ["rack", "J"],
    ]);
    expect(countOf(entered, "r1")).toBe(2);
    expect([
      leftOf(entered, "r1", { copies: 2, jokers: 2 }),
      leftOf(entered, "J", { copies: 2, jokers: 2 }),
    ]).toEqual([0, 1]);
  });

  test("every face of which there is too much is named, however many tiles were typed", () => {
    const box = { copies: 2, jokers: 2 };
    expect(tooMany(read("r3 r3 J", "r3 r4 r5 | r3 J J"), box)).toEqual([
      { face: "r3", count: 4, allowed: 2 },
      { face: "J", count: 3, allowed: 2 },
    ]);
    expect(tooMany(read("r3 J", "r3 r4 r5 J"), box)).toEqual([]);
    expect(tooMany(read("r3 ".repeat(200), ""), box)).toEqual([{ face: "r3", count: 200, allowed: 2 }]);
  });

  test("every part that is not a tile is named, on the table over all sets", () => {
    const wrong = (attempt: () => unknown): unknown => {
      try {
        return attempt();
      } catch (problem) {
        return (problem as NoTile).all;
      }
    };
    expect(wrong(() => readFaces("r3 x9 b4 r14"))).toEqual(["x9", "r14"]);
    expect(wrong(() => readTable("r3 q r5 | k7 k0"))).toEqual(["q", "k0"]);
  });

  test("whatever is entered can be written, read and kept", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.oneof(
              fc.constant("rack" as Where),
              fc.constant("new" as Where),
              fc.integer({ min: 0, max: 4 }),
            ),
            faces,
          ),
          { maxLength: 25 },
        ),
        (typed) => {
          const entered = enter(typed);
          expect(read(write(entered.rack), writeTable(entered.table))).toEqual(entered);
          expect(restore({ rack: write(entered.rack), table: writeTable(entered.table) })).toEqual(entered);
          expect([entered.rack, ...entered.table].flat()).toHaveLength(typed.length);
        },
      ),
    );
  });
});

describe("typing", () => {
  test("capitals, commas and named jokers are read; what is not a tile is named", () => {
    expect(readFaces("R3, k13  j J(o7)")).toEqual(["r3", "k13", "J", "J"]);
    for (const wrong of ["x3", "r14", "r0", "7"]) expect(() => readFaces(`r1 ${wrong}`)).toThrow(wrong);
  });

  test("what was kept by another version is left", () => {
    expect([restore(null), restore({ rack: 7 }), restore({ rack: "x1", table: "" })]).toEqual([
      EMPTY,
      EMPTY,
      EMPTY,
    ]);
  });
});

test("tiles from the rack are marked, in sets that changed only", () => {
  const after = [
    ["r3", "r4", "r5"],
    ["r3", "b3", "k3"],
  ];
  expect(freshIn(after, [["r5", "r4", "r3"]], ["r3", "b3", "k3"])).toEqual([
    [false, false, false],
    [true, true, true],
  ]);
});
