/** Every lesson can be solved, only by what it teaches, and what is not a solution is not taken for one. */

import { describe, expect, test } from "vitest";

import { adopt, receive } from "../../src/board/receive";
import { emptyBoard, rackOf, type Board } from "../../src/board/state";
import { faceOf, type TileId } from "../../src/board/tiles";
import {
  check,
  facesOf,
  FRESH,
  LESSONS,
  newsOf,
  onward,
  READER,
  restoreKept,
  wanted,
  type Lesson,
} from "../../src/tutorial/lessons";
import { tilesFor } from "../../src/solver/adviceTiles";

function begin(lesson: Lesson): Board {
  return receive(emptyBoard(READER), newsOf(lesson)).board;
}

function laid(lesson: Lesson, table: string): Board {
  const board = begin(lesson);
  const tiles = tilesFor(board, facesOf(table));
  if (!tiles) throw new Error(`${lesson.id}: other tiles than the lesson has`);
  return adopt(board, tiles);
}

const byId = (id: string): Lesson => LESSONS.find((lesson) => lesson.id === id) as Lesson;

/** Every way to lay some tiles of the rack as sets of their own, and nothing else. */
function ownSets(lesson: Lesson): TileId[][] {
  const rack = begin(lesson).base.rack;
  const found: TileId[][] = [];
  for (let bits = 1; bits < 1 << rack.length; bits++)
    found.push(rack.filter((_, place) => bits & (1 << place)));
  return found;
}

describe("lessons", () => {
  test.each(LESSONS)("$id begins in order and undone", (lesson) => {
    const board = begin(lesson);
    const { done, more, verdict } = check(lesson, board);
    expect([done, more, verdict.reasons.map((reason) => reason.code)]).toEqual([false, 0, ["lay/nothing"]]);
    const all = [...board.base.table.flat().map((each) => each.tile), ...board.base.rack];
    expect(new Set(all).size).toBe(all.length);
  });

  test.each(LESSONS.filter((lesson) => lesson.least > 0))(
    "$id is solved by the solution that is shown",
    (lesson) => {
      const board = laid(lesson, lesson.answer);
      expect(check(lesson, board)).toMatchObject({ done: true, more: 0 });
      expect(wanted(lesson, begin(lesson).base.rack).length).toBe(check(lesson, board).verdict.laid.length);
    },
  );

  test("a set half laid, a wrong set and a torn table are not solutions", () => {
    expect(check(byId("group"), laid(byId("group"), "k8 r8")).done).toBe(false);
    expect(check(byId("group"), laid(byId("group"), "o3 r8 k8")).done).toBe(false);
    expect(check(byId("run"), laid(byId("run"), "k8 r8 b8 | b4 b5 o1")).done).toBe(false);
    expect(check(byId("borrow"), laid(byId("borrow"), "k8 r8 b8 o8 | o2 o3 | b6 b7 o4")).done).toBe(false);
    expect(check(byId("split"), laid(byId("split"), "r4 r5 r6 r6 r7 r8 | b1 k1 o1")).done).toBe(false);
    expect(check(byId("joker"), laid(byId("joker"), "k10 k11 k12 | r2 r3 r4 | b7 o7 | J")).done).toBe(false);
  });

  test("an opening below thirty points and one with the table's tiles are not solutions", () => {
    const low = check(byId("opening"), laid(byId("opening"), "o5 o6 o7 | k2 b2 o2"));
    expect([low.done, low.verdict.reasons[0]?.code]).toEqual([false, "opening/too-low"]);
    const both = check(byId("opening"), laid(byId("opening"), "o5 o6 o7 | r9 r10 r11 | k2 b2 o2"));
    expect([both.done, both.verdict.points]).toEqual([true, 36]);
  });

  test("what may stay but is less than the lesson asks for says how much is missing", () => {
    expect(check(byId("add"), laid(byId("add"), "b3 b4 b5 b6 | k9 r9 o9"))).toMatchObject({
      done: false,
      more: 1,
    });
    expect(check(byId("joker"), laid(byId("joker"), "k10 k11 k12 | r2 r3 r4 J"))).toMatchObject({
      done: false,
      more: 2,
    });
    expect(
      check(byId("out"), laid(byId("out"), "b5 b6 b7 b8 b9 | r10 k10 b10 o10 | o3 o4 o5 o6")),
    ).toMatchObject({ done: false, more: 2 });
  });

  test("other solutions than the shown one are taken", () => {
    const board = laid(byId("joker"), "k10 k11 k12 | r2 r3 r4 | o7 J b7");
    expect(check(byId("joker"), board).done).toBe(true);
    expect(
      check(byId("out"), laid(byId("out"), "o3 o4 o5 o6 | b6 b7 b8 b9 b5 | r10 r8 r9 | o10 b10 k10")).done,
    ).toBe(true);
  });

  test.each(["borrow", "split", "joker", "out", "take", "add"])(
    "%s cannot be solved without touching the table",
    (id) => {
      for (const tiles of ownSets(byId(id))) {
        const board = begin(byId(id));
        const table = board.base.table.map((set) => set.map((each) => each.tile));
        expect(check(byId(id), adopt(board, [...table, tiles])).done).toBe(false);
      }
    },
  );

  test("where a tile has to be taken nothing can be laid at all", () => {
    const lesson = byId("take");
    const board = begin(lesson);
    for (const tiles of ownSets(lesson)) {
      for (const [place] of board.base.table.entries()) {
        const table = board.base.table.map((set, at) => [
          ...set.map((each) => each.tile),
          ...(at === place ? tiles : []),
        ]);
        expect(check(lesson, adopt(board, table)).verdict.reasons.length).toBeGreaterThan(0);
      }
    }
    expect(check(lesson, board).done).toBe(false);
  });

  test("a hint points at tiles that are still on the rack", () => {
    const lesson = byId("add");
    const board = laid(lesson, "b3 b4 b5 b6 | k9 r9 o9");
    expect(wanted(lesson, rackOf(board)).map(faceOf)).toEqual(["b9"]);
  });
});

describe("what is kept", () => {
  test("solved and skipped lessons lead on, and the end is reached", () => {
    let kept = onward(FRESH, true);
    expect(kept).toEqual({ at: 1, done: ["group"], finished: false });
    for (let step = 1; step < LESSONS.length; step++) kept = onward(kept, false);
    expect(kept).toEqual({ at: LESSONS.length, done: ["group"], finished: true });
    expect(onward(kept, true).at).toBe(LESSONS.length);
  });

  test("malformed progress starts over", () => {
    expect(restoreKept(null)).toEqual(FRESH);
    expect(restoreKept({ at: "x", done: 3 })).toEqual(FRESH);
    expect(restoreKept({ at: 99, done: ["group", "nothing"], finished: true })).toEqual({
      at: LESSONS.length,
      done: ["group"],
      finished: true,
    });
  });
});
