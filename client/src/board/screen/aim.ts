/**
 * What a hand means: the tile that a press takes, and the place where tiles land. Arithmetic only, no screen.
 *
 * A finger is wider than a tile of a crowded table. So a press takes the nearest tile within a slop, and a tile that is
 * dropped where two sets are near goes to the one that it fits.
 */

import { floorPoint, inside, rackAt, rackIndex, TALL, type Geometry, type Point } from "./layout";
import { canReplace, fits, type Target } from "../moves";
import { ROW, widthOf, type SetId, type TableSet } from "../places";
import { rackIn, type Board } from "../state";
import type { TileId } from "../tiles";

/** How far from a tile a press still counts as on it, in pixels: a mouse is exact, a finger is not. */
export const SLOP = { mouse: 0, touch: 12 } as const;
/** How far beyond its slop the edge of a set is a handle for all of it, in half tiles: left of it, right of it. */
const HANDLE = { left: 0.6, right: 0.4 };
/** How far from a set tiles still land in it, in half tiles: any tiles, and tiles that read there. */
const REACH = { any: 1.1, reading: 1.9 };
/** How much of the next row belongs to a set there in which the tiles read, as a share of a row. */
const BRIM = 0.2;

/** What a press takes: a tile, all of a set by its edge, or neither. */
export type Hit = { readonly tile: TileId | null; readonly set: SetId | null };

const NOTHING: Hit = { tile: null, set: null };

/** What lies under a press: the nearest tile within the slop, else the edge of a set, else nothing. */
export function hitAt(board: Board, geometry: Geometry, point: Point, slop: number): Hit {
  if (inside(geometry.rack, point)) return { tile: rackTileAt(board, geometry, point, slop), set: null };
  if (!inside(geometry.table, point)) return NOTHING;
  const tile = tableTileAt(board, geometry, point, slop);
  return tile ? { tile, set: null } : { tile: null, set: handleAt(board, geometry, point, slop) };
}

function rackTileAt(board: Board, geometry: Geometry, point: Point, slop: number): TileId | null {
  const rack = rackIn(board.now);
  const half = geometry.grid.cell / 2;
  const index = Math.min(rack.length - 1, rackIndex(geometry, point, rack.length, 0));
  const tile = rack[index];
  if (!tile) return null;
  const at = rackAt(geometry, index);
  const across = Math.abs(at.x + at.w / 2 - point.x) - half;
  const along = Math.abs(at.y + (at.w * TALL) / 2 - point.y) - half * (TALL + 0.06);
  return across <= Math.max(slop, 0.2 * half) && along <= Math.max(slop, half) ? tile : null;
}

/** The tile whose cell is nearest: cells of a set touch, and reach halfway to the next row. */
function tableTileAt(board: Board, geometry: Geometry, point: Point, slop: number): TileId | null {
  const { u, v } = floorPoint(geometry.camera, point);
  const { scale } = geometry.camera;
  let best: { tile: TileId; distance: number } | null = null;
  for (const set of board.now.sets) {
    const across = beyond(u, set.x, set.x + widthOf(set)) * (scale / 2);
    const along = beyond(v, set.y, set.y + 1) * scale * ROW;
    const distance = Math.hypot(across, along);
    if (distance > slop || (best && best.distance <= distance)) continue;
    const index = Math.min(set.tiles.length - 1, Math.max(0, Math.floor((u - set.x) / 2)));
    best = { tile: set.tiles[index] as TileId, distance };
  }
  return best?.tile ?? null;
}

/** The set whose handle is under a point: beside its first or last tile. */
function handleAt(board: Board, geometry: Geometry, point: Point, slop: number): SetId | null {
  const { u, v } = floorPoint(geometry.camera, point);
  const near = (2 * slop) / geometry.camera.scale;
  const row = Math.floor(v);
  return (
    board.now.sets.find(
      (set) =>
        set.y === row && u >= set.x - HANDLE.left - near && u < set.x + widthOf(set) + HANDLE.right + near,
    )?.id ?? null
  );
}

function beyond(value: number, from: number, to: number): number {
  return Math.max(0, from - value, value - to);
}

type Near = { readonly set: TableSet; readonly distance: number; readonly reads: boolean };

/**
 * Where tiles would land if they were dropped with the middle of the leading one here. The answer comes from the table as
 * it lay when the hand took hold, so that what moves away does not change it.
 */
export function targetAt(
  board: Board,
  geometry: Geometry,
  point: Point,
  held: readonly TileId[],
  lead: number,
): Target | null {
  if (inside(geometry.rack, point))
    return { kind: "rack", index: rackIndex(geometry, point, rackIn(board.now).length, 0.5) };
  if (!inside(geometry.table, point)) return null;
  const { u, v } = floorPoint(geometry.camera, point);
  const row = Math.max(0, Math.floor(v));
  const joker = jokerAt(board, u, row, held);
  if (joker) return joker;
  const near = nearest(board, u, v, held, lead);
  if (!near) return { kind: "spot", spot: { x: Math.max(0, Math.round(u) - 1 - 2 * lead), y: row } };
  const index = Math.min(near.tiles.length, Math.max(0, Math.round((u - near.x) / 2)));
  return { kind: "set", id: near.id, index };
}

/** A joker under the middle of the one tile that is held and that it stands for. */
function jokerAt(board: Board, u: number, row: number, held: readonly TileId[]): Target | null {
  const [only, another] = held;
  const set = board.now.sets.find((each) => each.y === row && u >= each.x && u < each.x + widthOf(each));
  if (!only || another || !set) return null;
  const over = set.tiles[Math.floor((u - set.x) / 2)];
  const middle = Math.abs(((u - set.x) % 2) - 1) < 0.7;
  return over && middle && over !== only && canReplace(board, only, over)
    ? { kind: "joker", id: set.id, joker: over }
    : null;
}

/** The set that is meant: the nearest in which the tiles read, else the nearest of the row. */
function nearest(board: Board, u: number, v: number, held: readonly TileId[], lead: number): TableSet | null {
  const sides = { left: u - 2 * lead - 1, right: u + 2 * (held.length - lead) - 1 };
  let best: Near | null = null;
  for (const set of board.now.sets) {
    const along = beyond(v, set.y, set.y + 1);
    if (along > BRIM || set.tiles.every((tile) => held.includes(tile))) continue;
    const end = set.x + widthOf(set);
    // by the leading tile's middle, or by where the held tiles would lie beside the set
    const across = Math.min(beyond(u, set.x, end), Math.max(0, set.x - sides.right, sides.left - end) + 1);
    const distance = across + along * 2 * ROW;
    if (distance > REACH.reading || (best?.reads && best.distance <= distance)) continue;
    const reads = !held.some((tile) => set.tiles.includes(tile)) && fits(board, held, set); // where they come from does not pull
    if (!reads && (along > 0 || distance > REACH.any || (best && (best.reads || best.distance <= distance))))
      continue;
    best = { set, distance, reads };
  }
  return best?.set ?? null;
}
