import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { tableOf } from "../../../demo/tables";
import { hitAt, SLOP, targetAt } from "../../../src/board/screen/aim";
import {
  fitCamera,
  floorFor,
  floorPoint,
  layoutOf,
  rackGrid,
  sizesFor,
  TALL,
  type Geometry,
  type Point,
} from "../../../src/board/screen/layout";
import { fits, move } from "../../../src/board/moves";
import { ROW, widthOf, type TableSet } from "../../../src/board/places";
import { numbers } from "../../../src/board/numbers";
import { receive } from "../../../src/board/receive";
import { emptyBoard, rackOf, setOf, tidyFloor, type Board } from "../../../src/board/state";
import { parseLaid, type TileId } from "../../../src/board/tiles";

const TABLE = { x: 0, y: 58, w: 390, h: 492 };
const RACK = { x: 0, y: 660, w: 336, h: 160 };

/** A phone's table with so many tiles, as it is drawn. */
function phone(tiles: number): { board: Board; geometry: Geometry } {
  const sizes = sizesFor({ w: 390, h: 844 }, false);
  const { table, rack } = tableOf(String(tiles));
  const news = {
    base: { table: table.map((set) => set.map(parseLaid)), rack },
    role: "mine",
    draft: null,
    newTurn: true,
  } as const;
  const board = tidyFloor(receive(emptyBoard(numbers, floorFor(TABLE, sizes)), news).board);
  return {
    board,
    geometry: {
      table: TABLE,
      rack: RACK,
      camera: fitCamera(board, TABLE, sizes),
      grid: rackGrid(rack.length, RACK, sizes.rack),
    },
  };
}

const FULL = [60, 106, 160].map(phone);
const anyTable = fc.constantFrom(...FULL);
const anyOffset = (most: number): fc.Arbitrary<Point> =>
  fc
    .record({
      angle: fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
      far: fc.double({ min: 0, max: most, noNaN: true }),
    })
    .map(({ angle, far }) => ({ x: far * Math.cos(angle), y: far * Math.sin(angle) }));
const anyPoint = fc.record({
  x: fc.double({ min: 0, max: 389, noNaN: true }),
  y: fc.double({ min: 58, max: 549, noNaN: true }),
});

function middleOf({ board, geometry }: { board: Board; geometry: Geometry }, tile: TileId): Point {
  const at = layoutOf(board, geometry).get(tile)!;
  return { x: at.x + at.w / 2, y: at.y + (at.w * TALL) / 2 };
}

/** How far a point is from the cells of a set, in pixels. */
function distanceTo(geometry: Geometry, set: TableSet, point: Point): number {
  const { u, v } = floorPoint(geometry.camera, point);
  const far = (value: number, from: number, to: number) => Math.max(0, from - value, value - to);
  return Math.hypot(
    (far(u, set.x, set.x + widthOf(set)) * geometry.camera.scale) / 2,
    far(v, set.y, set.y + 1) * ROW * geometry.camera.scale,
  );
}

const isSeen = (point: Point): boolean => point.y > TABLE.y + 8 && point.y < TABLE.y + TABLE.h - 8;

describe("what a press takes", () => {
  test("a finger up to 8 px off takes the tile it meant, on the table and on the rack", () => {
    fc.assert(
      fc.property(anyTable, fc.nat(500), anyOffset(8), (full, pick, off) => {
        const all = [...full.board.now.sets.flatMap((set) => set.tiles), ...rackOf(full.board)];
        const tile = all[pick % all.length] as TileId;
        const at = middleOf(full, tile);
        if (setOf(full.board, tile) && !isSeen(at)) return;
        expect(hitAt(full.board, full.geometry, { x: at.x + off.x, y: at.y + off.y }, SLOP.touch)).toEqual({
          tile,
          set: null,
        });
      }),
      { numRuns: 1500 },
    );
  });

  test("within the slop of a tile there is no dead place, and nobody else is nearer", () => {
    fc.assert(
      fc.property(anyTable, anyPoint, ({ board, geometry }, point) => {
        const hit = hitAt(board, geometry, point, SLOP.touch);
        const distances = new Map(board.now.sets.map((set) => [set.id, distanceTo(geometry, set, point)]));
        const least = Math.min(...distances.values());
        expect(hit.tile !== null).toBe(least <= SLOP.touch);
        if (!hit.tile) return;
        const set = setOf(board, hit.tile)!;
        expect(distances.get(set.id)).toBeCloseTo(least, 6);
        const middles = set.tiles.map((tile) => Math.abs(middleOf({ board, geometry }, tile).x - point.x));
        expect(middles[set.tiles.indexOf(hit.tile)]).toBeCloseTo(Math.min(...middles), 6);
      }),
      { numRuns: 1500 },
    );
  });

  test("a mouse is exact, and the edge of a set is a handle for all of it", () => {
    const lone = (text: string): { board: Board; geometry: Geometry } => {
      const sizes = sizesFor({ w: 390, h: 844 }, false);
      const news = {
        base: { table: [text.split(" ").map(parseLaid)], rack: ["k1a"] },
        role: "mine",
        draft: null,
        newTurn: true,
      } as const;
      const board = receive(emptyBoard(numbers, floorFor(TABLE, sizes)), news).board;
      return {
        board,
        geometry: {
          table: TABLE,
          rack: RACK,
          camera: fitCamera(board, TABLE, sizes),
          grid: rackGrid(1, RACK, sizes.rack),
        },
      };
    };
    const { board, geometry } = lone("r4a r5a r6a");
    const last = middleOf({ board, geometry }, "r6a");
    const edge = last.x + geometry.camera.scale / 2;
    const at = (x: number, slop: number) => hitAt(board, geometry, { x, y: last.y }, slop);
    expect(at(edge - 1, SLOP.mouse).tile).toBe("r6a");
    expect(at(edge + 4, SLOP.mouse)).toEqual({ tile: null, set: board.now.sets[0]?.id });
    expect(at(edge + 4, SLOP.touch).tile).toBe("r6a");
    expect(at(edge + SLOP.touch + 4, SLOP.touch)).toEqual({ tile: null, set: board.now.sets[0]?.id });
    expect(at(edge + 60, SLOP.touch)).toEqual({ tile: null, set: null });
  });
});

describe("where tiles land", () => {
  /** Every tile at an end of a set that reads at an end of another set that is in sight, and the place beside that end. */
  function joins(full: { board: Board; geometry: Geometry }): { tile: TileId; set: TableSet; at: Point }[] {
    const { board, geometry } = full;
    return board.now.sets.flatMap((source) =>
      [source.tiles[0] as TileId, source.tiles.at(-1) as TileId].flatMap((tile) =>
        board.now.sets
          .filter((set) => set !== source && fits(board, [tile], set))
          .flatMap((set) => {
            const merged = setOf(
              move(board, [tile], { kind: "set", id: set.id, index: 0 }).board,
              tile,
            )!.tiles;
            if (merged.length !== set.tiles.length + 1 || (merged[0] !== tile && merged.at(-1) !== tile))
              return [];
            const end = merged[0] === tile ? (set.tiles[0] as TileId) : (set.tiles.at(-1) as TileId);
            const at = middleOf(full, end);
            const beside = { x: at.x + (merged[0] === tile ? -1 : 1) * geometry.camera.scale, y: at.y };
            const seen = isSeen(beside) && beside.x > 8 && beside.x < 382;
            return seen ? [{ tile, set, at: beside }] : [];
          }),
      ),
    );
  }

  const anyJoin = fc.constantFrom(...FULL.flatMap((full) => joins(full).map((join) => ({ full, ...join }))));

  test("a tile dropped beside the end of a set in which it reads becomes part of it, up to 8 px off", () => {
    fc.assert(
      fc.property(anyJoin, anyOffset(8), ({ full, tile, set, at }, off) => {
        const target = targetAt(full.board, full.geometry, { x: at.x + off.x, y: at.y + off.y }, [tile], 0);
        expect(target?.kind).toBe("set");
        if (target?.kind !== "set") return;
        const reached = full.board.now.sets.find((each) => each.id === target.id)!;
        // another set may be as near, but only one in which the tile reads as well
        expect(reached === set || fits(full.board, [tile], reached)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test("over the middle of a tile its own set is meant, whatever is near", () => {
    fc.assert(
      fc.property(anyTable, fc.nat(500), fc.nat(500), anyOffset(0.5), (full, pick, over, off) => {
        const rack = rackOf(full.board);
        const held = rack[pick % rack.length] as TileId;
        const all = full.board.now.sets.flatMap((set) => set.tiles);
        const below = all[over % all.length] as TileId;
        const at = middleOf(full, below);
        if (!isSeen(at)) return;
        const target = targetAt(full.board, full.geometry, { x: at.x + off.x, y: at.y + off.y }, [held], 0);
        const set = setOf(full.board, below)!;
        if (target?.kind === "joker") expect(target.id).toBe(set.id);
        else expect(target).toMatchObject({ kind: "set", id: set.id });
      }),
      { numRuns: 600 },
    );
  });

  test("every point of the table is a place: a set, a joker or a spot for a new set", () => {
    fc.assert(
      fc.property(anyTable, anyPoint, fc.nat(500), (full, point, pick) => {
        const rack = rackOf(full.board);
        const held = [rack[pick % rack.length] as TileId];
        const target = targetAt(full.board, full.geometry, point, held, 0);
        expect(target).not.toBeNull();
        expect(setOf(move(full.board, held, target!).board, held[0]!)).toBeDefined();
      }),
      { numRuns: 400 },
    );
  });

  test("several tiles land beside a set by where they would lie, whichever of them leads", () => {
    const sizes = sizesFor({ w: 390, h: 844 }, false);
    const news = {
      base: { table: ["r4a r5a r6a".split(" ").map(parseLaid)], rack: ["r1a", "r2a", "r3a", "r7a", "r8a"] },
      role: "mine",
      draft: null,
      newTurn: true,
    } as const;
    const board = receive(emptyBoard(numbers, floorFor(TABLE, sizes)), news).board;
    const moved = move(board, ["r4a", "r5a", "r6a"], { kind: "spot", spot: { x: 8, y: 1 } }).board;
    const geometry = {
      table: TABLE,
      rack: RACK,
      camera: fitCamera(moved, TABLE, sizes),
      grid: rackGrid(5, RACK, sizes.rack),
    };
    const { scale } = geometry.camera;
    const first = middleOf({ board: moved, geometry }, "r4a");
    const id = moved.now.sets[0]!.id;
    for (const lead of [0, 1, 2]) {
      const at = { x: first.x - (3 - lead) * scale, y: first.y };
      expect(targetAt(moved, geometry, at, ["r1a", "r2a", "r3a"], lead)).toMatchObject({ kind: "set", id });
    }
    const far = { x: first.x, y: first.y + 2 * ROW * scale };
    expect(targetAt(moved, geometry, far, ["r7a", "r8a"], 0)).toMatchObject({ kind: "spot" });
  });
});
