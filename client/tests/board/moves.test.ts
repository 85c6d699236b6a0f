import { describe, expect, test } from "vitest";

import {
  canReplace,
  move,
  pickRest,
  redo,
  reset,
  restoreOrder,
  sort,
  toggle,
  undo,
} from "../../src/board/moves";
import { numbers } from "../../src/board/numbers";
import { parseMemory, planMode, receive, type News } from "../../src/board/receive";
import { draftOf, emptyBoard, rackOf, standsForIn, tidyFloor, type Board } from "../../src/board/state";
import { parseLaid } from "../../src/board/tiles";
import { judge } from "../../src/board/verdict";

const laid = (text: string) =>
  text === "" ? [] : text.split(" | ").map((set) => set.split(" ").map(parseLaid));

function news(table: string, rack: string, more: Partial<News> = {}): News {
  return {
    base: { table: laid(table), rack: rack.split(" ").filter(Boolean) },
    role: "mine",
    draft: null,
    newTurn: true,
    ...more,
  };
}

const board = (table: string, rack: string, role: News["role"] = "mine"): Board =>
  receive(emptyBoard(numbers), news(table, rack, { role })).board;
const shown = (each: Board) => draftOf(each).map((set) => set.join(" "));
const setWith = (each: Board, tile: string) => each.now.sets.find((set) => set.tiles.includes(tile))!;
const onto = (each: Board, tile: string, index = 99) =>
  ({ kind: "set", id: setWith(each, tile).id, index }) as const;

describe("the six manipulations of the books (P4)", () => {
  test("adding: a tile finds its place wherever it is dropped on the set", () => {
    const before = board("r4a r5a r6a", "r7a r3a");
    expect(shown(move(before, ["r7a"], onto(before, "r4a", 0)).board)).toEqual(["r4a r5a r6a r7a"]);
    expect(shown(move(before, ["r3a"], onto(before, "r4a")).board)).toEqual(["r3a r4a r5a r6a"]);
  });

  test("a run that would lie falling turns round when it is complete, its joker with it (N5)", () => {
    const before = board("", "Ja r8a r7a r6a");
    const two = move(before, ["Ja", "r8a"], { kind: "spot", spot: null }).board;
    const three = move(two, ["r7a"], onto(two, "r8a")).board;
    expect(shown(three)).toEqual(["r7a r8a Ja(r9)"]);
    expect(shown(move(three, ["r6a"], onto(three, "r8a")).board)).toEqual(["r6a r7a r8a Ja(r9)"]);
    const theirs = board("r9a r8a r7a", "r6a r5a");
    expect(shown(move(theirs, ["r6a"], onto(theirs, "r9a")).board)).toEqual(["r6a r7a r8a r9a"]);
  });

  test("the fourth tile: what stays is still a group", () => {
    const before = board("r4a b4a k4a o4a", "b5a b6a");
    const taken = move(before, ["b4a"], { kind: "spot", spot: null }).board;
    const after = move(taken, ["b5a", "b6a"], onto(taken, "b4a")).board;
    expect(shown(after)).toEqual(["r4a k4a o4a", "b4a b5a b6a"]);
  });

  test("replacing and moving: a run gives its end and gets a beginning", () => {
    const before = board("r5a r6a r7a | b8a k8a", "r4a r8a");
    const longer = move(before, ["r4a"], onto(before, "r5a")).board;
    expect(shown(move(longer, ["r8a"], onto(longer, "b8a")).board)).toEqual([
      "r4a r5a r6a r7a",
      "b8a k8a r8a",
    ]);
  });

  test("splitting: a second five falls between two runs", () => {
    const before = board("r3a r4a r5a r6a r7a", "r5b");
    expect(shown(move(before, ["r5b"], onto(before, "r3a", 3)).board)).toEqual([
      "r3a r4a r5a",
      "r5b r6a r7a",
    ]);
  });

  test("splitting: taking the middle out of seven leaves two runs", () => {
    const before = board("r1a r2a r3a r4a r5a r6a r7a", "");
    expect(shown(move(before, ["r4a"], { kind: "spot", spot: null }).board)).toEqual([
      "r1a r2a r3a",
      "r5a r6a r7a",
      "r4a",
    ]);
  });

  test("merging: a picked rest joins another set in order", () => {
    const before = board("b1a b2a b3a | b4a b5a b6a b7a", "");
    const picked = pickRest(before, "b4a").board;
    expect(picked.picked).toEqual(["b4a", "b5a", "b6a", "b7a"]);
    expect(shown(move(picked, picked.picked, onto(before, "b1a")).board)).toEqual([
      "b1a b2a b3a b4a b5a b6a b7a",
    ]);
  });
});

describe("jokers", () => {
  test("what an own joker was read as before never lowers an opening: nobody named it (R-10)", () => {
    const again = receive(emptyBoard(numbers), news("", "r5a Ja Jb", { draft: laid("r5a Ja(k5) Jb") })).board;
    expect(shown(again)).toEqual(["r5a Ja(r6) Jb(r7)"]);
    expect(judge(again, { opened: false, openingPoints: 18, openingJokers: true, waiting: [] }).points).toBe(
      18,
    );
  });

  test("a joker shows what its place says, and travels with it (N4)", () => {
    const before = board("r4a r6a Ja", "r7a");
    expect(shown(before)).toEqual(["r4a r6a Ja"].map((set) => set.replace("Ja", "Ja(r5)")));
    expect(standsForIn(before, ["r4a", "Ja", "r6a"])).toEqual([null, "r5", null]);
  });

  test("the tile it stands for takes its place, and the joker is picked for what comes next (P5)", () => {
    const before = board("r4a Ja(r5) r6a", "r5b k5a");
    expect(canReplace(before, "r5b", "Ja")).toBe(true);
    expect(canReplace(before, "k5a", "Ja")).toBe(false);
    const after = move(before, ["r5b"], { kind: "joker", id: setWith(before, "Ja").id, joker: "Ja" }).board;
    expect(shown(after)).toEqual(["r4a r5b r6a", "Ja"]);
    expect(after.picked).toEqual(["Ja"]);
  });

  test("either missing colour replaces it in a group of two and a joker (P5)", () => {
    const before = board("r4a b4a Ja", "k4a o4a");
    expect(canReplace(before, "k4a", "Ja") && canReplace(before, "o4a", "Ja")).toBe(true);
  });

  test("a name holds while a neighbour stays and is dropped in another set", () => {
    const before = board("r5a Ja(b5) Jb(k5) | o1a o2a o3a o4a", "");
    expect(shown(before)[0]).toBe("r5a Ja(b5) Jb(k5)");
    const after = move(before, ["Ja"], onto(before, "o1a")).board;
    expect(shown(after)[1]).toBe("o1a o2a o3a o4a Ja(o5)");
  });
});

describe("what may not be done", () => {
  test("a tile of the table never goes to the rack, and says so (P4)", () => {
    const before = board("r4a r5a r6a", "r7a");
    const outcome = move(before, ["r4a"], { kind: "rack", index: 0 });
    expect(outcome.refused).toBe(true);
    expect(outcome.notices[0]?.code).toBe("board/table-tile-stays");
    expect(outcome.board).toBe(before);
  });

  test("who waits sorts the rack and nothing else", () => {
    const before = board("r4a r5a r6a", "r7a k1a", "wait");
    expect(toggle(before, "r4a").notices[0]?.code).toBe("board/not-your-turn");
    expect(move(before, ["r7a"], { kind: "spot", spot: null }).refused).toBe(true);
    expect(rackOf(move(before, ["r7a"], { kind: "rack", index: 2 }).board)).toEqual(["k1a", "r7a"]);
  });

  test("who watches touches nothing (M4)", () => {
    const before = board("r4a r5a r6a", "", "watch");
    expect(toggle(before, "r4a").refused).toBe(true);
    expect(sort(before, "colour").refused).toBe(true);
  });
});

describe("the rack", () => {
  test("sorts by colour, by number and by found sets, and back to the player's order", () => {
    const before = board("", "r5a k2a Ja r4a b4a r3a k4a");
    expect(rackOf(sort(before, "colour").board)).toEqual(["k2a", "k4a", "r3a", "r4a", "r5a", "b4a", "Ja"]);
    expect(rackOf(sort(before, "number").board)).toEqual(["k2a", "r3a", "k4a", "r4a", "b4a", "r5a", "Ja"]);
    expect(rackOf(sort(before, "sets").board).slice(0, 3)).toEqual(["r3a", "r4a", "r5a"]);
    const sorted = sort(before, "colour").board;
    expect(rackOf(restoreOrder(sorted, before.now.order).board)).toEqual(rackOf(before));
  });

  test("keeps its order over turns; a taken tile comes last", () => {
    const before = sort(board("", "r5a k2a b1a"), "number").board;
    const after = receive(before, news("", "r5a k2a b1a o9a", { role: "wait" })).board;
    expect(rackOf(after)).toEqual(["b1a", "k2a", "r5a", "o9a"]);
  });

  test("a tile that comes back by reset stands where it stood", () => {
    const before = board("", "r5a k2a b1a");
    const after = reset(move(before, ["k2a"], { kind: "spot", spot: null }).board).board;
    expect(rackOf(after)).toEqual(["r5a", "k2a", "b1a"]);
  });
});

describe("undo", () => {
  test("steps back and forth, and says when there is nothing", () => {
    const before = board("", "r5a k2a");
    const one = move(before, ["r5a"], { kind: "spot", spot: null }).board;
    expect(undo(one).board.now).toBe(before.now);
    expect(redo(undo(one).board).board.now).toBe(one.now);
    expect(undo(before).notices[0]?.code).toBe("board/nothing-to-undo");
    expect(redo(before).notices[0]?.code).toBe("board/nothing-to-redo");
  });

  test("ends with the turn", () => {
    const one = move(board("", "r5a k2a"), ["r5a"], { kind: "spot", spot: null }).board;
    expect(receive(one, news("", "r5a k2a b1a", { role: "wait" })).board.past).toEqual([]);
  });
});

describe("planning ahead", () => {
  const planned = (
    table: string,
    rack: string,
    tiles: string[],
    target: (each: Board) => Parameters<typeof move>[2],
  ): Board => {
    const on = planMode(board(table, rack, "wait"), true).board;
    return move(on, tiles, target(on)).board;
  };

  test("a plan is private, is kept when it is put away, and lies on the table when the turn comes", () => {
    const plan = planned("r4a r5a r6a", "r7a k1a", ["r7a"], (each) => onto(each, "r4a"));
    const away = planMode(plan, false).board;
    expect(shown(away)).toEqual(["r4a r5a r6a"]);
    expect(rackOf(away)).toEqual(["r7a", "k1a"]);
    const mine = receive(away, news("r4a r5a r6a", "r7a k1a"));
    expect(shown(mine.board)).toEqual(["r4a r5a r6a r7a"]);
    expect(mine.notices[0]).toEqual({ code: "plan/applied", params: { count: 1 } });
    expect(shown(undo(mine.board).board)).toEqual(["r4a r5a r6a"]);
  });

  test("what no longer fits is named, the rest is laid", () => {
    const on = planMode(board("r4a r5a r6a | b1a b2a b3a", "r7a b4a", "wait"), true).board;
    const one = move(on, ["r7a"], onto(on, "r4a")).board;
    const two = move(one, ["b4a"], onto(one, "b1a")).board;
    const mine = receive(two, news("r4a r5a r6a | b1a k1a o1a | b2a b3a b4b", "r7a b4a"));
    expect(shown(mine.board)).toContain("r4a r5a r6a r7a");
    expect(mine.notices.map((notice) => notice.code)).toEqual(["plan/applied", "plan/no-longer-fits"]);
    expect(rackOf(mine.board)).toEqual(["b4a"]);
  });

  test("the others' drafts do not disturb it", () => {
    const plan = planned("r4a r5a r6a", "r7a", ["r7a"], (each) => onto(each, "r4a"));
    const after = receive(
      plan,
      news("r4a r5a r6a", "r7a", { role: "wait", newTurn: false, draft: laid("r4a | r5a r6a") }),
    );
    expect(shown(after.board)).toEqual(["r4a r5a r6a r7a"]);
  });

  test("an empty plan is not a plan", () => {
    const on = planMode(board("r4a r5a r6a", "r7a", "wait"), true).board;
    expect(planMode(on, false).board.plan).toBeNull();
  });
});

describe("news", () => {
  test("sets keep their places when others rearrange them", () => {
    const before = board("r4a r5a r6a | b1a b2a b3a | k7a r7a o7a", "", "wait");
    const after = receive(
      before,
      news("b1a b2a b3a b4a | r4a r5a r6a | k7a r7a o7a b7a", "", { role: "wait", newTurn: false }),
    ).board;
    for (const tile of ["r4a", "b1a", "k7a"]) {
      const [was, is] = [setWith(before, tile), setWith(after, tile)];
      expect([is.x, is.y, is.id]).toEqual([was.x, was.y, was.id]);
    }
  });

  test("a draft is shown live, and undone with the turn", () => {
    const before = board("r4a r5a r6a", "", "wait");
    const live = receive(
      before,
      news("r4a r5a r6a", "", { role: "wait", newTurn: false, draft: laid("r4a r5a r6a | k1a k2a") }),
    ).board;
    expect(shown(live)).toEqual(["r4a r5a r6a", "k1a k2a"]);
    expect(shown(receive(live, news("r4a r5a r6a", "", { role: "wait" })).board)).toEqual(["r4a r5a r6a"]);
  });

  test("a ruling that adds a tile does not disturb one's own half-built table", () => {
    const one = move(board("", "r5a k2a"), ["r5a"], { kind: "spot", spot: null }).board;
    const after = receive(one, news("", "r5a k2a o1a", { newTurn: false })).board;
    expect(shown(after)).toEqual(["r5a"]);
    expect(rackOf(after)).toEqual(["k2a", "o1a"]);
  });

  test("gaps close between turns only, and only sets outside move", () => {
    const floor = { least: 18, most: 30, ratio: 0.3, spare: 0 };
    const table = Array.from({ length: 12 }, (_, n) => `r${n + 1}a k${n + 1}a b${n + 1}a`).join(" | ");
    const crowded = receive(emptyBoard(numbers, floor), news(table, "", { role: "wait" })).board;
    expect(crowded.now.cols).toBeGreaterThan(18);
    const fewer = receive(
      crowded,
      news(table.split(" | ").slice(0, 5).join(" | "), "", { role: "wait", newTurn: false }),
    ).board;
    expect(fewer.now.cols).toBe(crowded.now.cols);
    expect(tidyFloor(fewer).now.cols).toBe(18);
  });

  test.each(["", "null", "[]", "{", '{"cols":1}', '{"cols":9,"sets":[["r1a",0]],"order":[],"plan":null}'])(
    "memory %j is forgotten",
    (text) => {
      expect(parseMemory(text)).toBeNull();
    },
  );
});

describe("the verdict", () => {
  const rules = { opened: true, openingPoints: 30, openingJokers: true, waiting: [] as string[] };
  const codes = (each: Board, more: Partial<typeof rules> = {}) =>
    judge(each, { ...rules, ...more }).reasons.map((reason) => reason.code);

  test("asks for a tile from the rack, and for sets that read", () => {
    const before = board("r4a r5a r6a", "r7a k1a");
    expect(codes(before)).toEqual(["lay/nothing"]);
    expect(codes(move(before, ["r7a"], onto(before, "r4a")).board)).toEqual([]);
    expect(codes(move(before, ["k1a"], onto(before, "r4a")).board)).toEqual(["set/run-colour-differs"]);
  });

  test("counts the opening, and leaves the table alone until it is made (P2)", () => {
    const before = board("r4a r5a r6a", "k10a b10a r10a Ja r7a");
    const low = move(before, ["r7a"], onto(before, "r4a")).board;
    expect(codes(low, { opened: false })).toEqual(["opening/table-touched", "opening/too-low"]);
    const opened = move(before, ["k10a", "b10a", "r10a"], { kind: "spot", spot: null }).board;
    expect(judge(opened, { ...rules, opened: false }).points).toBe(30);
    const unnamed = receive(emptyBoard(numbers), news("", "r9a Ja Jb", { draft: laid("Ja Jb r9a") })).board;
    expect(judge(unnamed, { ...rules, opened: false }).points).toBe(30);
    expect(codes(opened, { opened: false })).toEqual([]);
    const joker = move(before, ["k10a", "b10a", "Ja"], { kind: "spot", spot: null }).board;
    expect(codes(joker, { opened: false, openingJokers: false })).toEqual(["opening/no-jokers"]);
  });

  test("a tile just taken waits (P1)", () => {
    const before = board("r4a r5a r6a", "r7a");
    expect(codes(move(before, ["r7a"], onto(before, "r4a")).board, { waiting: ["r7a"] })).toEqual([
      "lay/just-taken",
    ]);
  });
});
