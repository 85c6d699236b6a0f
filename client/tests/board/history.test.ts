/** The way back over a reload: as it was, or, where it does not fit, none at all. */

import { describe, expect, test } from "vitest";

import { historyOf, parseHistory, withHistory, type History } from "../../src/board/history";
import { letters, nameJoker } from "../../src/board/letters";
import { move, redo, sort, undo } from "../../src/board/moves";
import type { Reader } from "../../src/board/reader";
import { numbers } from "../../src/board/numbers";
import { recall, receive, remember, type News } from "../../src/board/receive";
import { draftOf, emptyBoard, type Board } from "../../src/board/state";
import { parseLaid, type TileId } from "../../src/board/tiles";
import { Dictionary } from "../../src/connection/dictionary";

const TURN = "game/0/5";

function news(table: string[][], rack: TileId[], draft: string[][] | null = null): News {
  const laid = (sets: string[][]) => sets.map((set) => set.map(parseLaid));
  return { base: { table: laid(table), rack }, role: "mine", draft: draft && laid(draft), newTurn: true };
}

const TABLE = [["b1a", "b2a", "b3a"]];
const RACK = ["b4a", "r9a", "k9a", "o9a"];

function began(reader: Reader = numbers, table = TABLE, rack = RACK): Board {
  return receive(emptyBoard(reader), news(table, rack)).board;
}

function laid(board: Board, ...tiles: TileId[]): Board {
  return tiles.reduce((now, tile) => move(now, [tile], { kind: "spot", spot: null }).board, board);
}

/** The page is loaded again: what the tab keeps, and what the server keeps. */
function reloaded(
  before: Board,
  draft: string[][] | null = draftOf(before),
  again: News = news(TABLE, RACK, draft),
  reader = numbers,
): Board {
  const kept = parseHistory(JSON.parse(JSON.stringify(historyOf(before, TURN)))) as History;
  const fresh = receive(recall(emptyBoard(reader), remember(before)), again).board;
  expect(fresh.past).toEqual([]);
  return withHistory(fresh, TURN, kept);
}

describe("after a reload", () => {
  test("every step can be undone and done again, and everything lies where it lay", () => {
    const before = undo(laid(sort(began(), "number").board, "r9a", "k9a", "o9a")).board;
    const after = reloaded(before);
    expect({ now: after.now, past: after.past, future: after.future }).toEqual({
      now: before.now,
      past: before.past,
      future: before.future,
    });
    expect(draftOf(undo(undo(after).board).board)).toEqual(TABLE);
    expect(draftOf(redo(after).board)).toEqual([...TABLE, ["r9a"], ["k9a"], ["o9a"]]);
  });

  test("new sets never take an old one's number", () => {
    const after = reloaded(laid(began(), "r9a", "k9a"));
    const ids = laid(after, "o9a").now.sets.map((set) => set.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("steps that never reached the server can be done again", () => {
    const before = laid(began(), "r9a", "k9a");
    const after = reloaded(before, [...TABLE, ["r9a"]]);
    expect(draftOf(after)).toEqual([...TABLE, ["r9a"]]);
    expect(after.past).toHaveLength(1);
    expect(draftOf(redo(after).board)).toEqual(draftOf(before));
  });

  test("the letter that a joker was given is a step as well", () => {
    const [table, rack] = [[["Ka", "Oa", "Ta"]], ["Aa", "?a"]];
    const start = move(began(letters(new Dictionary()), table, rack), ["?a"], {
      kind: "spot",
      spot: null,
    }).board;
    const before = nameJoker(nameJoker(start, "?a", "Y").board, "?a", "A").board;
    const after = reloaded(before, null, news(table, rack, draftOf(before)), letters(new Dictionary()));
    expect(after.past).toHaveLength(3);
    expect(draftOf(undo(after).board)).toEqual([...table, ["?a(Y)"]]);
  });
});

describe("what does not fit is not a way back", () => {
  const before = laid(began(), "r9a");
  const fresh = receive(emptyBoard(numbers), news(TABLE, RACK, draftOf(before))).board;
  const kept = historyOf(before, TURN);

  test.each<[string, string, History]>([
    ["another turn", "game/0/9", kept],
    ["another table", TURN, historyOf(laid(began(), "k9a"), TURN)],
    [
      "a tile that is not there",
      TURN,
      historyOf(laid(began(numbers, TABLE, [...RACK, "r1a"]), "r9a", "r1a"), TURN),
    ],
    [
      "one of the table's that is gone",
      TURN,
      { ...kept, line: kept.line.map((each) => ({ ...each, sets: each.sets.slice(1) })) },
    ],
    [
      "a tile twice",
      TURN,
      {
        ...kept,
        line: [
          ...kept.line,
          { ...before.now, sets: [...before.now.sets, { id: 90, tiles: ["r9a"], x: 9, y: 9 }] },
        ],
      },
    ],
  ])("%s", (_, turn, history) => expect(withHistory(fresh, turn, history)).toBe(fresh));

  test.each([
    null,
    7,
    "x",
    [],
    { turn: TURN },
    { turn: TURN, at: 0, line: [{}] },
    { turn: TURN, at: 0, line: [null] },
    { turn: TURN, at: "0", line: [] },
  ])("nonsense: %j", (value) => {
    expect(parseHistory(value)).toBeNull();
  });

  test.each([
    { sets: [{ id: 1, tiles: [], x: 0, y: 0 }] },
    { sets: [{ id: 1, tiles: ["r1a"], x: -1, y: 0 }] },
    { sets: [null] },
    { order: [1] },
    { cols: 2.5 },
    { named: null },
    { named: { "?a": 1 } },
  ])("an arrangement that is none: %j", (change) =>
    expect(parseHistory({ turn: TURN, at: 0, line: [{ ...before.now, ...change }] })).toBeNull(),
  );

  test("tiles that were given meanwhile stand at the end of the rack in every step", () => {
    const more = receive(emptyBoard(numbers), news(TABLE, [...RACK, "k1a"], draftOf(before))).board;
    const after = withHistory(more, TURN, kept);
    expect(after.past).toHaveLength(1);
    expect(undo(after).board.now.order).toEqual([...RACK, "k1a"]);
  });
});
