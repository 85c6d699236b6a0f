import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { matched, move, pickRest, redo, reset, sort, toggle, undo, type Target } from "../../src/board/moves";
import { GAP, hasHole, roomy, widthOf, type TableSet } from "../../src/board/places";
import { numbers } from "../../src/board/numbers";
import { adopt, parseMemory, planMode, recall, receive, remember, type News } from "../../src/board/receive";
import { draftOf, emptyBoard, rackOf, tilesOf, type Board } from "../../src/board/state";
import { parseLaid, type TileId } from "../../src/board/tiles";

const BOX: TileId[] = ["k", "r", "b", "o"]
  .flatMap((colour) =>
    Array.from({ length: 13 }, (_, number) => [`${colour}${number + 1}a`, `${colour}${number + 1}b`]),
  )
  .flat()
  .concat(["Ja", "Jb"]);

/** A game as far as the board knows it: some tiles on the table in sets, some on the player's rack. */
function newsFrom(
  tiles: readonly TileId[],
  cuts: readonly number[],
  rackSize: number,
  role: News["role"],
  newTurn: boolean,
): News {
  const rack = tiles.slice(0, rackSize);
  const table: { tile: TileId; standsFor: null }[][] = [];
  let rest = tiles.slice(rackSize);
  for (const cut of cuts) {
    if (!rest.length) break;
    table.push(rest.slice(0, cut).map((tile) => ({ tile, standsFor: null })));
    rest = rest.slice(cut);
  }
  return { base: { table, rack }, role, draft: null, newTurn };
}

const anyNews = fc
  .record({
    tiles: fc.shuffledSubarray(BOX, { minLength: 10, maxLength: 70 }),
    cuts: fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 14 }),
    rackSize: fc.integer({ min: 0, max: 18 }),
    role: fc.constantFrom<News["role"]>("mine", "mine", "mine", "wait", "watch"),
    newTurn: fc.boolean(),
  })
  .map((raw) => newsFrom(raw.tiles, raw.cuts, raw.rackSize, raw.role, raw.newTurn));

type Deed =
  | { do: "move"; picks: number[]; target: [number, number, number] }
  | { do: "toggle" | "rest"; pick: number }
  | { do: "undo" | "redo" | "reset" | "plan" | "unplan" | "reload" }
  | { do: "sort"; by: "colour" | "number" | "sets" }
  | { do: "news"; news: News };

const anyDeed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("move" as const),
      picks: fc.array(fc.nat(200), { minLength: 1, maxLength: 4 }),
      target: fc.tuple(fc.nat(3), fc.nat(40), fc.nat(12)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom("toggle" as const, "rest" as const), pick: fc.nat(200) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom(
        "undo" as const,
        "redo" as const,
        "reset" as const,
        "plan" as const,
        "unplan" as const,
        "reload" as const,
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("sort" as const),
      by: fc.constantFrom("colour" as const, "number" as const, "sets" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("news" as const), news: anyNews }) },
);

function targetFrom(board: Board, [kind, a, b]: [number, number, number]): Target {
  const set = board.now.sets[a % Math.max(1, board.now.sets.length)];
  if (kind === 0 && set) return { kind: "set", id: set.id, index: b % (set.tiles.length + 1) };
  if (kind === 1 && set)
    return { kind: "joker", id: set.id, joker: set.tiles[b % set.tiles.length] as TileId };
  if (kind === 2) return { kind: "rack", index: b };
  return { kind: "spot", spot: a % 5 === 0 ? null : { x: a, y: b } };
}

function act(board: Board, deed: Deed): Board {
  const all = [...tilesOf(board.now.sets), ...rackOf(board)];
  const at = (index: number) => all[index % all.length] as TileId;
  switch (deed.do) {
    case "move":
      return all.length
        ? move(board, [...new Set(deed.picks.map(at))], targetFrom(board, deed.target)).board
        : board;
    case "toggle":
      return all.length ? toggle(board, at(deed.pick)).board : board;
    case "rest":
      return all.length ? pickRest(board, at(deed.pick)).board : board;
    case "undo":
      return undo(board).board;
    case "redo":
      return redo(board).board;
    case "reset":
      return reset(board).board;
    case "plan":
      return planMode(board, true).board;
    case "unplan":
      return planMode(board, false).board;
    case "sort":
      return sort(board, deed.by).board;
    case "news":
      return receive(board, deed.news).board;
    case "reload": {
      const memory = parseMemory(JSON.stringify(remember(board)));
      const role = board.mode === "plan" ? "wait" : board.mode;
      const draft = board.mode === "mine" ? draftOf(board).map((set) => set.map(parseLaid)) : null;
      if (!memory) throw new Error("the memory of a board could not be read");
      return receive(recall(emptyBoard(numbers), memory), { base: board.base, role, draft, newTurn: false })
        .board;
    }
  }
}

/** Every tile that this seat may know is there exactly once, no two sets touch, and there is room to begin another. */
function check(board: Board): void {
  const shown = [...tilesOf(board.now.sets), ...rackOf(board)];
  const known = [...board.base.table.flat().map((laid) => laid.tile), ...board.base.rack];
  expect([...shown].sort()).toEqual([...known].sort());
  expect(board.now.sets.every((set) => set.tiles.length > 0)).toBe(true);
  expect(new Set(board.now.sets.map((set) => set.id)).size).toBe(board.now.sets.length);
  for (const [place, set] of board.now.sets.entries()) {
    expect(set.x).toBeGreaterThanOrEqual(0);
    for (const other of board.now.sets.slice(place + 1)) {
      if (other.y !== set.y) continue;
      const apart = set.x >= other.x + widthOf(other) + GAP || other.x >= set.x + widthOf(set) + GAP;
      expect(apart).toBe(true);
    }
  }
  if (board.now.cols < board.floor.most)
    expect(
      hasHole(board.now.sets, board.now.cols, board.floor) ||
        roomy(board.now.sets, board.now.cols, board.floor) === board.now.cols,
    ).toBe(true);
  for (const tile of board.picked) expect(shown).toContain(tile);
  if (board.mode === "wait" || board.mode === "watch")
    expect(rackOf(board).length).toBe(board.base.rack.length);
}

describe("whatever hands and news do", () => {
  test("no tile is lost or doubled, no two sets touch, and there is room for one more", () => {
    fc.assert(
      fc.property(anyNews, fc.array(anyDeed, { maxLength: 25 }), (news, deeds) => {
        let board = receive(emptyBoard(numbers), news).board;
        check(board);
        for (const deed of deeds) {
          board = act(board, deed);
          check(board);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("undo takes back exactly what was done, and redo does it again", () => {
    fc.assert(
      fc.property(anyNews, fc.array(anyDeed, { maxLength: 10 }), anyDeed, (news, deeds, last) => {
        let board = receive(emptyBoard(numbers), news).board;
        for (const deed of deeds) board = act(board, deed);
        const after = act(board, last);
        if (after.past.length !== board.past.length + 1 || !["move", "sort", "reset"].includes(last.do))
          return;
        expect(undo(after).board.now).toEqual(board.now);
        expect(redo(undo(after).board).board.now).toEqual(after.now);
      }),
      { numRuns: 300 },
    );
  });

  test("a set that nobody touched keeps its place within a turn, unless one that grows or comes pushes it along its row or out of a full one", () => {
    fc.assert(
      fc.property(anyNews, fc.array(anyDeed, { maxLength: 15 }), (news, deeds) => {
        let board = receive(emptyBoard(numbers), { ...news, role: "mine" }).board;
        for (const deed of deeds) {
          if (deed.do !== "move") continue;
          const before = new Map(board.now.sets.map((set) => [set.id, set]));
          board = act(board, deed);
          if (deed.target[0] === 3) continue;
          const isSame = (set: TableSet): boolean => before.get(set.id)?.tiles.join() === set.tiles.join();
          const leapt = board.now.sets.filter((set) => isSame(set) && before.get(set.id)?.y !== set.y);
          const changed = board.now.sets.filter((set) => !isSame(set));
          expect(leapt.length).toBeLessThanOrEqual(changed.length);
          const from = leapt.map((set) => before.get(set.id)?.y);
          expect(from.every((y) => changed.some((set) => set.y === y))).toBe(true);
          for (const set of board.now.sets.filter((each) => isSame(each) && !leapt.includes(each))) {
            const pushed = [...changed, ...leapt].some((each) => each.y === set.y);
            if (!pushed) expect(set.x).toBe(before.get(set.id)?.x);
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  test("the same arrangement comes back after a reload", () => {
    fc.assert(
      fc.property(anyNews, fc.array(anyDeed, { maxLength: 12 }), (news, deeds) => {
        let board = receive(emptyBoard(numbers), { ...news, role: "mine" }).board;
        for (const deed of deeds) if (deed.do === "move" || deed.do === "sort") board = act(board, deed);
        const again = act(board, { do: "reload" });
        const places = (each: Board) =>
          each.now.sets.map((set) => [set.tiles.join(" "), set.x, set.y]).sort();
        expect(places(again)).toEqual(places(board));
        expect(rackOf(again)).toEqual(rackOf(board));
      }),
      { numRuns: 100 },
    );
  });

  test("advice is laid as one step that can be undone", () => {
    fc.assert(
      fc.property(anyNews, (news) => {
        const board = receive(emptyBoard(numbers), { ...news, role: "mine" }).board;
        const table = [
          ...board.base.table.map((set) => set.map((laid) => laid.tile)),
          ...(board.base.rack.length ? [board.base.rack] : []),
        ];
        const after = adopt(board, table);
        check(after);
        expect(undo(after).board.now).toEqual(board.now);
        expect(matched(after, table).every((wanted) => wanted.id !== null)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});
