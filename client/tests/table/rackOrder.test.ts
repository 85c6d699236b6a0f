/** The order of the rack: one tap sorts it, two orders take turns, and a sorted rack stays sorted. */

import { describe, expect, test } from "vitest";

import { keptSorted, sort } from "../../src/board/moves";
import { numbers } from "../../src/board/numbers";
import { receive } from "../../src/board/receive";
import { emptyBoard, rackOf, type Board } from "../../src/board/state";
import { dealtSorted, joinsSorted, liesSorted, nextSort } from "../../src/table/rackOrder";

function dealt(rack: string, from: Board = emptyBoard(numbers)): Board {
  const base = { table: [], rack: rack.split(" ") };
  return receive(from, { base, role: "wait", draft: null, newTurn: true }).board;
}

describe("one tap", () => {
  test("sorts by the liked order first, then takes turns", () => {
    const board = dealt("r5a k2a b4a k4a");
    expect(nextSort(board, 0)).toBe("colour");
    expect(nextSort(board, 1)).toBe("number");
    expect(nextSort(sort(board, "colour").board, 0)).toBe("number");
    expect(nextSort(sort(board, "number").board, 1)).toBe("colour");
  });
});

describe("a rack that is kept sorted", () => {
  test("is dealt sorted, without a step to undo", () => {
    const board = dealtSorted(dealt("r5a k2a b4a k4a"), 0)!;
    expect(rackOf(board)).toEqual(["k2a", "k4a", "r5a", "b4a"]);
    expect(board.past).toEqual([]);
    expect(dealtSorted(board, 0)).toBeNull();
  });

  test("shows a new tile last, until it takes its place", () => {
    const before = keptSorted(dealt("r5a k2a k4a"), "colour");
    const after = dealt("r5a k2a k4a k3a", before);
    expect(rackOf(after).at(-1)).toBe("k3a");
    expect(joinsSorted(before, after, 0)).toBe(true);
    expect(rackOf(dealtSorted(after, 0)!)).toEqual(["k2a", "k3a", "k4a", "r5a"]);
  });

  test("is left alone once somebody has arranged it by hand, and when no tile came", () => {
    const before = dealt("r5a k2a k4a");
    expect(joinsSorted(before, dealt("r5a k2a k4a k3a", before), 0)).toBe(false);
    const sorted = keptSorted(before, "colour");
    expect(joinsSorted(sorted, dealt("r5a k2a", sorted), 0)).toBe(false);
  });

  test("lies sorted apart from newcomers, until the others were arranged by hand", () => {
    const after = dealt("r5a k2a k4a k3a", keptSorted(dealt("r5a k2a k4a"), "colour"));
    expect([liesSorted(after, 0), liesSorted(after, 0, new Set(["k3a"]))]).toEqual([false, true]);
    const order = ["r5a", "k2a", "k4a", "k3a"];
    const arranged = { ...after, now: { ...after.now, order } };
    expect(liesSorted(arranged, 0, new Set(["k3a"]))).toBe(false);
  });

  test("takes a second newcomer in while the first one is still looked at", () => {
    const once = dealt("r5a k2a k4a k3a", keptSorted(dealt("r5a k2a k4a"), "colour"));
    const twice = dealt("r5a k2a k4a k3a k1a", once);
    expect(joinsSorted(once, twice, 0)).toBe(false);
    expect(joinsSorted(once, twice, 0, new Set(["k3a"]))).toBe(true);
  });
});
