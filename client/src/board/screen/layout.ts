/** From sets and rack to pixels, and back from a point to what lies there. Arithmetic only, no screen. */

import { packedScale } from "../packing";
import { GIVE, MARGIN, ROW, type Floor } from "../places";
import { rackIn, rowsShown, type Board } from "../state";
import type { TileId } from "../tiles";

export type Point = { readonly x: number; readonly y: number };
export type Rect = { readonly x: number; readonly y: number; readonly w: number; readonly h: number };

/** Where a tile is drawn: its left upper corner and its width; the height follows. */
export type At = { readonly x: number; readonly y: number; readonly w: number };

/** What part of the floor is seen: pixels for a tile's width, and where the floor's corner is. */
export type Camera = { readonly scale: number; readonly x: number; readonly y: number };

export type RackGrid = { readonly cell: number; readonly perRow: number; readonly rows: number };

export type Geometry = {
  readonly table: Rect;
  readonly rack: Rect;
  readonly camera: Camera;
  readonly grid: RackGrid;
};

/** How large tiles may be and how small they may get; below `least` the table is panned. */
export type Sizes = {
  readonly comfort: number;
  readonly least: number;
  /** How large tiles of a nearly empty table may be; a quarter larger than comfortable unless given. */
  readonly most?: number;
  readonly rack: number;
  readonly rackComfort: number;
  readonly rackLeast: number;
};

/** A tile's height in its widths. */
export const TALL = 1.32;
/** A rack's height in tile widths for each row, and the air above and below it and at its sides, in pixels. */
export const RACK_ROW = TALL + 0.04;
export const RACK_AIR = 6;
export const RACK_SIDES = 4;
/** How much of its cell a tile of the rack covers. */
const RACK_FILL = 0.97;
/** How much of a column a tile covers; the rest is air. */
const FILL = 0.955;

/** The sizes that suit a window: of a phone, or the larger the larger it is. */
export function sizesFor({ w, h }: { readonly w: number; readonly h: number }, big: boolean): Sizes {
  if (Math.min(w, h) < 520)
    return big
      ? { comfort: 58, least: 44, rack: 60, rackComfort: 50, rackLeast: 44 }
      : { comfort: 46, least: 18, rack: 51, rackComfort: 40, rackLeast: 33 };
  const comfort = Math.round(Math.min(132, Math.max(56, Math.min(w / 9, h / 11))));
  return big
    ? { comfort: comfort * 1.15, least: 52, rack: comfort * 1.15, rackComfort: 60, rackLeast: 52 }
    : { comfort, least: 18, rack: comfort, rackComfort: Math.round(comfort * 0.9), rackLeast: 33 };
}

/** Sizes for tiles that are this wide, whatever the window: a table that was painted before it came alive. */
export function sizesOf(tile: number): Sizes {
  return { comfort: tile, least: tile, most: tile, rack: tile, rackComfort: tile, rackLeast: tile };
}

/** What the window allows the floor to be. */
export function floorFor(table: { readonly w: number; readonly h: number }, sizes: Sizes): Floor {
  const columns = (tile: number) => Math.max(6, Math.floor(2 * (table.w / tile - 2 * MARGIN)));
  const least = columns(sizes.comfort);
  const tall = table.h / Math.max(1, table.w);
  return {
    least,
    most: Math.max(least, columns(sizes.least)),
    ratio: tall / (2 * ROW),
    spare: (2 * MARGIN * tall - MARGIN) / ROW + GIVE,
  };
}

/** How wide tiles can be if sets of these lengths lie on a table of this size. */
export function packedWidth(
  lengths: readonly number[],
  table: { readonly w: number; readonly h: number },
  sizes: Sizes,
): number {
  return packedScale(lengths, floorFor(table, sizes)) * table.w;
}

/** The camera that shows the whole floor, or as much of it as stays readable. */
export function fitCamera(board: Board, table: Rect, sizes: Sizes): Camera {
  const wide = board.now.cols / 2 + 2 * MARGIN;
  const high = rowsShown(board) * ROW + MARGIN;
  const scale = Math.max(
    sizes.least,
    Math.min(table.w / wide, table.h / high, sizes.most ?? sizes.comfort * 1.25),
  );
  const x = Math.max(MARGIN * scale, (table.w - (board.now.cols / 2) * scale) / 2);
  const y = Math.max((MARGIN * scale) / 2, (table.h - rowsShown(board) * ROW * scale) / 2);
  return { scale, x: table.x + x, y: table.y + y };
}

/** Keeps the floor in sight: no camera shows only emptiness. */
export function heldCamera(camera: Camera, board: Board, table: Rect): Camera {
  const wide = (board.now.cols / 2) * camera.scale;
  const high = rowsShown(board) * ROW * camera.scale;
  const air = camera.scale * 1.5;
  const clamp = (value: number, from: number, size: number, room: number) =>
    Math.min(from + Math.max(air, room - size), Math.max(from + Math.min(0, room - size - air), value));
  return {
    scale: camera.scale,
    x: clamp(camera.x, table.x, wide, table.w),
    y: clamp(camera.y, table.y, high, table.h),
  };
}

/** How far a step towards an edge may go: only while more of the floor lies beyond it. */
export function creep(
  camera: Camera,
  board: Board,
  table: Rect,
  dx: number,
  dy: number,
): { readonly dx: number; readonly dy: number } {
  const limit = (step: number, start: number, size: number, from: number, room: number) =>
    step > 0
      ? Math.min(step, Math.max(0, from - start))
      : -Math.min(-step, Math.max(0, start + size - (from + room)));
  return {
    dx: limit(dx, camera.x, (board.now.cols / 2) * camera.scale, table.x, table.w) || 0,
    dy: limit(dy, camera.y, rowsShown(board) * ROW * camera.scale, table.y, table.h) || 0,
  };
}

/** Zooms so that the floor under a point stays under it. */
export function zoomed(camera: Camera, factor: number, about: Point, sizes: Sizes): Camera {
  const scale = Math.min(sizes.comfort * 2.5, Math.max(sizes.least * 0.6, camera.scale * factor));
  const by = scale / camera.scale;
  return { scale, x: about.x - (about.x - camera.x) * by, y: about.y - (about.y - camera.y) * by };
}

/** A rack of fewer tiles than these has no larger ones. */
export const LEAST_ON_RACK = 7;

/** How the tiles of a rack share its room: as large as they can be, in as few rows as that takes. */
export function rackGrid(
  count: number,
  rack: { readonly w: number; readonly h: number },
  most: number,
): RackGrid {
  const room = { w: rack.w - RACK_SIDES, h: rack.h - RACK_AIR };
  let best: RackGrid = { cell: 0, perRow: 1, rows: 1 };
  for (let rows = 1; rows <= 8; rows++) {
    const perRow = Math.ceil(Math.max(LEAST_ON_RACK, count) / rows);
    const cell = Math.min(most, room.w / perRow, room.h / (rows * RACK_ROW));
    if (cell > best.cell + 0.5) best = { cell, perRow, rows };
  }
  // few tiles stand in the middle, too
  return best.rows === 1 ? { ...best, perRow: Math.max(1, count) } : best;
}

export function tableAt(camera: Camera, x: number, y: number): At {
  const air = ((1 - FILL) / 2) * camera.scale;
  return {
    x: camera.x + (x / 2) * camera.scale + air,
    y: camera.y + y * ROW * camera.scale + (ROW - TALL * FILL) * 0.5 * camera.scale,
    w: camera.scale * FILL,
  };
}

/** Where a place of the rack is drawn. */
export function rackAt(geometry: Geometry, index: number): At {
  const { rack, grid } = geometry;
  const row = Math.floor(index / grid.perRow);
  const high = grid.cell * RACK_ROW;
  const left = rack.x + (rack.w - grid.perRow * grid.cell) / 2;
  const top = rack.y + (rack.h - grid.rows * high) / 2;
  const w = grid.cell * RACK_FILL;
  return {
    x: left + (index % grid.perRow) * grid.cell + (grid.cell - w) / 2,
    y: top + row * high + (high - w * TALL) / 2,
    w,
  };
}

/** Where every tile is drawn. */
export function layoutOf(board: Board, geometry: Geometry): Map<TileId, At> {
  const places = new Map<TileId, At>();
  for (const set of board.now.sets) {
    set.tiles.forEach((tile, index) => places.set(tile, tableAt(geometry.camera, set.x + 2 * index, set.y)));
  }
  rackIn(board.now).forEach((tile, index) => places.set(tile, rackAt(geometry, index)));
  return places;
}

/** The frame around a set. */
export function trayAt(
  camera: Camera,
  set: { readonly x: number; readonly y: number; readonly tiles: readonly TileId[] },
): Rect {
  const out = 0.1 * camera.scale;
  return {
    x: camera.x + (set.x / 2) * camera.scale - out,
    y: camera.y + set.y * ROW * camera.scale + (ROW - TALL * FILL) * 0.5 * camera.scale - 0.05 * camera.scale,
    w: set.tiles.length * camera.scale + 2 * out,
    h: TALL * FILL * camera.scale + 0.1 * camera.scale,
  };
}

export function inside(rect: Rect, point: Point): boolean {
  return point.x >= rect.x && point.x < rect.x + rect.w && point.y >= rect.y && point.y < rect.y + rect.h;
}

/** A point in the floor's own measure: half tiles across, rows down. */
export function floorPoint(camera: Camera, point: Point): { u: number; v: number } {
  return { u: ((point.x - camera.x) / camera.scale) * 2, v: (point.y - camera.y) / camera.scale / ROW };
}

/** The place on the rack that a point means; `shift` asks for the gap instead of the tile. */
export function rackIndex(geometry: Geometry, point: Point, count: number, shift: number): number {
  const { rack, grid } = geometry;
  const high = grid.cell * RACK_ROW;
  const left = rack.x + (rack.w - grid.perRow * grid.cell) / 2;
  const top = rack.y + (rack.h - grid.rows * high) / 2;
  const row = Math.min(grid.rows - 1, Math.max(0, Math.floor((point.y - top) / high)));
  const column = Math.min(
    grid.perRow - (shift ? 0 : 1),
    Math.max(0, Math.floor((point.x - left) / grid.cell + shift)),
  );
  return Math.min(count, row * grid.perRow + column);
}
