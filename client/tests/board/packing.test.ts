/** Packing: anew for another window, gently between turns, pushed aside within one, and in order when somebody tidies. */

import { describe, expect, test } from "vitest";

import { move, redo, tidyTable, undo } from "../../src/board/moves";
import { numbers } from "../../src/board/numbers";
import { GAP, rowsOf, widthOf, type Floor } from "../../src/board/places";
import { parseMemory, recall, receive, remember } from "../../src/board/receive";
import { floorFor, sizesFor } from "../../src/board/screen/layout";
import { draftOf, emptyBoard, withFloor, type Board } from "../../src/board/state";
import { parseLaid } from "../../src/board/tiles";

const floorOf = (w: number, h: number): Floor => floorFor({ w, h }, sizesFor({ w: 390, h: 664 }, false));
const PORTRAIT = floorOf(390, 370);
const LANDSCAPE = floorOf(600, 325);
const TABLE = [
  "r1a r2a r3a r4a",
  "k7a r7a b7a",
  "b3a b4a b5a b6a b7b",
  "k9a r9a o9a",
  "o4a o5a o6a",
  "k1a k2a k3a",
  "k4a r4b b4b o4b",
  "k11a r11a b11a",
];

function boardOf(
  table: readonly string[],
  rack: string,
  floor: Floor,
  role: "mine" | "watch" = "mine",
): Board {
  const sets = table.map((set) => set.split(" ").map(parseLaid));
  const base = { table: sets, rack: rack.split(" ").filter(Boolean) };
  return receive(emptyBoard(numbers, floor), { base, role, draft: null, newTurn: true }).board;
}

const placesOf = (board: Board) => board.now.sets.map((set) => `${set.tiles[0]} ${set.x},${set.y}`);

function expectApart(board: Board): void {
  for (const set of board.now.sets) {
    expect(set.x).toBeGreaterThanOrEqual(0);
    expect(set.x + widthOf(set)).toBeLessThanOrEqual(board.now.cols);
    for (const other of board.now.sets)
      if (other !== set && other.y === set.y)
        expect(other.x >= set.x + widthOf(set) + GAP || set.x >= other.x + widthOf(other) + GAP).toBe(true);
  }
}

test("a felt that becomes shorter keeps room for a new set, and one row less is not counted twice", () => {
  const sets = Array.from({ length: 16 }, (_, at) => {
    const [number, copy] = [(at % 13) + 1, at > 12 ? "b" : "a"];
    return ["k", "r", "b"].map((colour) => `${colour}${number}${copy}`).join(" ");
  });
  const before = boardOf(sets, "", floorOf(390, 682));
  expect(Math.min(...before.now.sets.map((set) => set.y))).toBe(1);
  const { now, floor } = withFloor(before, floorOf(390, 537));
  const used = new Set(now.sets.map((set) => set.y));
  expect(Math.max(...used)).toBeLessThan(rowsOf(now.cols, floor));
  expect(used.size).toBeLessThan(rowsOf(now.cols, floor)); // each row is full: 3 + 3 and no room for 3 more
});

describe("another window", () => {
  test("packs the same sets again, and the draft is the same", () => {
    const board = boardOf(TABLE, "r5a", PORTRAIT);
    const turned = withFloor(board, LANDSCAPE);
    expect(draftOf(turned)).toEqual(draftOf(board));
    expect(Math.max(...turned.now.sets.map((set) => set.y))).toBeLessThan(rowsOf(turned.now.cols, LANDSCAPE));
    expectApart(turned);
  });

  test("in the middle of a turn leaves the way back and the way forth", () => {
    let board = boardOf(TABLE, "r5a", PORTRAIT);
    const before = draftOf(board);
    const run = board.now.sets.find((set) => set.tiles[0] === "r1a");
    board = move(board, ["r5a"], { kind: "set", id: run?.id ?? -1, index: 4 }).board;
    const laid = draftOf(board);
    board = withFloor(board, LANDSCAPE);
    expect(draftOf(board)).toEqual(laid);
    board = undo(board).board;
    expect(draftOf(board)).toEqual(before);
    expectApart(board);
    board = redo(board).board;
    expect(draftOf(board)).toEqual(laid);
    expectApart(board);
  });

  test("that is nearly the same moves nothing", () => {
    const board = boardOf(TABLE, "", PORTRAIT);
    expect(placesOf(withFloor(board, floorOf(390, 368)))).toEqual(placesOf(board));
  });
});

describe("a set that grows", () => {
  test("stays in its row, and its neighbours make room", () => {
    const floor: Floor = { least: 30, most: 40, ratio: 0.1, spare: 0 };
    const board = boardOf(["r1a r2a r3a", "k7a r7a b7a", "b3a b4a b5a"], "r4a r5a", floor);
    const [run, next] = ["r1a", "k7a"].map((tile) => board.now.sets.find((set) => set.tiles[0] === tile));
    expect(run?.y).toBe(next?.y);
    const grown = move(board, ["r4a", "r5a"], { kind: "set", id: run?.id ?? -1, index: 3 }).board;
    const [then, pushed] = [run, next].map((set) => grown.now.sets.find((each) => each.id === set?.id));
    expect([then?.y, pushed?.y]).toEqual([run?.y, next?.y]);
    expectApart(grown);
    expect(draftOf(undo(grown).board)).toEqual(draftOf(board));
    expect(placesOf(undo(grown).board)).toEqual(placesOf(board));
  });

  test("leaves all tiles as large as they were: out of a full row one neighbour moves to another", () => {
    const groups = Array.from({ length: 16 }, (_, at) => {
      const [number, copy] = [(at % 13) + 1, at > 12 ? "b" : "a"];
      return ["k", "r", "b"].map((colour) => `${colour}${number}${copy}`).join(" ");
    });
    for (const [w, h] of [
      [390, 330],
      [360, 270],
      [600, 260],
      [768, 560],
      [1124, 620],
    ] as const) {
      const board = boardOf(groups, "o1a", floorOf(w, h));
      for (const set of board.now.sets) {
        const grown = move(board, ["o1a"], { kind: "set", id: set.id, index: 3 }).board;
        expect(grown.now.cols).toBe(board.now.cols);
        expect(grown.now.sets.find((each) => each.id === set.id)?.y).toBe(set.y);
        const leapt = grown.now.sets.filter(
          (each) => each.y !== board.now.sets.find(({ id }) => id === each.id)?.y,
        );
        expect(leapt.length).toBeLessThanOrEqual(1);
        expectApart(grown);
        expect(placesOf(undo(grown).board)).toEqual(placesOf(board));
      }
    }
  });

  test("takes the dropped tile where the hand is: the tiles that lay there stay", () => {
    const floor: Floor = { least: 40, most: 40, ratio: 0.1, spare: 0 };
    const board = boardOf(["r1a r2a r3a", "k7a r7a b7a"], "r4a", floor);
    const run = board.now.sets.find((set) => set.tiles[0] === "r1a");
    const grown = move(board, ["r4a"], { kind: "set", id: run?.id ?? -1, index: 3 }).board;
    expect(grown.now.sets.find((set) => set.id === run?.id)?.x).toBe(run?.x);
  });
});

describe("who tidies", () => {
  const order = (board: Board) =>
    [...board.now.sets].sort((a, b) => a.y - b.y || a.x - b.x).map((set) => set.tiles[0]);

  test("sees runs by colour and then groups by number", () => {
    const wide: Floor = { least: 60, most: 60, ratio: 0.1, spare: 0 };
    const board = tidyTable(boardOf(TABLE, "", wide)).board;
    expect(order(board)).toEqual(["k1a", "r1a", "b3a", "o4a", "k4a", "k7a", "k9a", "k11a"]);
    expectApart(board);
  });

  test.each(["mine", "watch"] as const)("changes places and nothing else (%s)", (role) => {
    const board = boardOf(TABLE, "r5a", PORTRAIT, role);
    const tidy = tidyTable(board).board;
    expect(draftOf(tidy)).toEqual(draftOf(board));
    expect(tidy.now.order).toEqual(board.now.order);
    expect(tidy.past).toEqual(board.past);
    expectApart(tidy);
  });

  test("can still undo what was laid before, and finds the same places after a reload", () => {
    let board = boardOf(TABLE, "r5a", PORTRAIT);
    const before = draftOf(board);
    const run = board.now.sets.find((set) => set.tiles[0] === "r1a");
    board = tidyTable(move(board, ["r5a"], { kind: "set", id: run?.id ?? -1, index: 4 }).board).board;
    const memory = parseMemory(JSON.stringify(remember(board)));
    expect(memory && placesOf(recall(emptyBoard(numbers, PORTRAIT), memory))).toEqual(placesOf(board));
    expect(draftOf(undo(board).board)).toEqual(before);
  });
});
