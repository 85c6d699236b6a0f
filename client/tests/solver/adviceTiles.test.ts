/** The tiles that the coach points at: those of the move that it tells of, as they lie. */

import { expect, test } from "vitest";

import { numbers } from "../../src/board/numbers";
import { adopt, receive } from "../../src/board/receive";
import { emptyBoard } from "../../src/board/state";
import { parseLaid } from "../../src/board/tiles";
import { tilesOfMove } from "../../src/solver/adviceTiles";

const move = (change: object) => ({
  code: "plan/add",
  tiles: [],
  source: null,
  target: 0,
  source_set: [],
  target_set: [],
  left: [],
  result: [],
  ...change,
});
const base = { table: [["b1a", "b2a", "b3a"]].map((set) => set.map(parseLaid)), rack: ["b4a", "b4b", "r9a"] };
const board = receive(emptyBoard(numbers), { base, role: "mine", draft: null, newTurn: true }).board;

test("a tile of the rack and the set that it goes to", () => {
  const found = tilesOfMove(board, move({ tiles: ["b4"], target_set: ["b1", "b2", "b3"] }));
  expect(found).toEqual(["b4a", "b1a", "b2a", "b3a"]);
});

test("a tile that leaves a set", () => {
  expect(tilesOfMove(board, move({ tiles: ["b3"], source: 0, source_set: ["b3", "b2", "b1"] }))).toEqual([
    "b3a",
  ]);
});

test("nothing when the sets lie otherwise by now", () => {
  const after = adopt(board, [["b1a", "b2a", "b3a", "b4a"]]);
  expect(tilesOfMove(after, move({ tiles: ["b3"], source: 0, source_set: ["b1", "b2", "b3"] }))).toEqual([]);
});
