/**
 * Where sets lie: on a floor of rows, in steps of half a tile. A set keeps its place until it is moved or gone.
 *
 * The floor grows a column at a time when nothing else helps, so tiles get smaller only when they must.
 */

import type { TileId } from "./tiles";

export type SetId = number;

/** A set on the table: its tiles and where the first one lies, `x` in half tiles, `y` in rows. */
export type TableSet = {
  readonly id: SetId;
  readonly tiles: readonly TileId[];
  readonly x: number;
  readonly y: number;
};

export type Spot = { readonly x: number; readonly y: number };

/** What the window allows: the fewest and most columns (half tiles), and rows for each column and beside them. */
export type Floor = {
  readonly least: number;
  readonly most: number;
  readonly ratio: number;
  readonly spare: number;
};

/** A set that wants a place: near a spot, or anywhere. */
export type Wish = { readonly id: SetId; readonly tiles: readonly TileId[]; readonly near: Spot | null };

/** Half tiles that stay empty between two sets of a row. */
export const GAP = 1;
/** How many rows there may be below those that are seen. */
const DEEPEST = 1000;
/** How high a row is, in tile widths. */
export const ROW = 1.42;

export const widthOf = (set: { readonly tiles: readonly TileId[] }): number => set.tiles.length * 2;

export function rowsOf(cols: number, floor: Floor): number {
  return Math.max(3, Math.floor(cols * floor.ratio + floor.spare));
}

/** Whether a set of this width would touch nobody there. */
function isFree(sets: readonly TableSet[], spot: Spot, width: number): boolean {
  return sets.every(
    (set) => set.y !== spot.y || set.x >= spot.x + width + GAP || set.x + widthOf(set) + GAP <= spot.x,
  );
}

/** The rows in the order in which they are filled: from the middle outwards, never far from the rack; then, if need be, below. */
function rowsToFill(rows: number, below: number): number[] {
  const middle = (rows - 1) / 2;
  const seen = Array.from({ length: rows }, (_, row) => row).sort(
    (a, b) => Math.abs(a - middle) - Math.abs(b - middle),
  );
  return [...seen, ...Array.from({ length: below }, (_, row) => rows + row)];
}

/** The free spot nearest to the one wished for, or the first free one; null when the floor is full. */
function freeSpot(
  sets: readonly TableSet[],
  width: number,
  near: Spot | null,
  cols: number,
  rows: number,
  below = 0,
): Spot | null {
  let best: Spot | null = null;
  let least = Infinity;
  for (const y of rowsToFill(rows, below)) {
    if (near && Math.abs(y - near.y) * ROW >= least) continue;
    for (let x = 0; x + width <= cols; x++) {
      if (!isFree(sets, { x, y }, width)) continue;
      if (!near) return { x, y };
      const distance = Math.hypot((x - near.x) / 2, (y - near.y) * ROW);
      if (distance < least) [best, least] = [{ x, y }, distance];
    }
  }
  return best;
}

/** Gives every wish a place on the floor; who lies already is not moved. Returns the sets and the columns in use. */
export function settlePlaces(
  lying: readonly TableSet[],
  wishes: readonly Wish[],
  cols: number,
  floor: Floor,
): { readonly sets: readonly TableSet[]; readonly cols: number } {
  const sets = [...lying];
  let wide = Math.max(cols, floor.least);
  for (const wish of wishes) {
    const width = widthOf(wish);
    let spot: Spot | null = null;
    while (!spot) {
      const full = wide >= floor.most && wide >= width;
      spot = freeSpot(sets, width, wish.near, wide, rowsOf(wide, floor), full ? DEEPEST : 0);
      if (!spot) wide += 1;
    }
    sets.push({ id: wish.id, tiles: wish.tiles, ...spot });
  }
  return { sets, cols: wide };
}

/** Where the tiles of some sets lie. */
export function spotsOf(sets: readonly TableSet[]): ReadonlyMap<TileId, Spot> {
  const spots = new Map<TileId, Spot>();
  for (const set of sets)
    set.tiles.forEach((tile, index) => spots.set(tile, { x: set.x + 2 * index, y: set.y }));
  return spots;
}

/** Where a set should begin so that most of its tiles stay where they are. */
export function nearTo(tiles: readonly TileId[], spots: ReadonlyMap<TileId, Spot>): Spot | null {
  const votes = new Map<string, { spot: Spot; count: number }>();
  tiles.forEach((tile, index) => {
    const at = spots.get(tile);
    if (!at) return;
    const spot = { x: at.x - 2 * index, y: at.y };
    const key = `${spot.x},${spot.y}`;
    votes.set(key, { spot, count: (votes.get(key)?.count ?? 0) + 1 });
  });
  let best: { spot: Spot; count: number } | null = null;
  for (const vote of votes.values()) if (!best || vote.count > best.count) best = vote;
  return best ? best.spot : null;
}

/**
 * Closes gaps gently, between turns: if fewer columns would do, only the sets outside them move.
 * The rest stays where it lies.
 */
export function closeGaps(
  sets: readonly TableSet[],
  cols: number,
  floor: Floor,
): { sets: readonly TableSet[]; cols: number } {
  for (let fewer = floor.least; fewer < cols; fewer++) {
    const rows = rowsOf(fewer, floor);
    const inside = sets.filter((set) => set.x + widthOf(set) <= fewer && set.y < rows);
    const outside = sets.filter((set) => !inside.includes(set));
    const packed = settlePlaces(
      inside,
      outside.map((set) => ({ id: set.id, tiles: set.tiles, near: { x: set.x, y: set.y } })),
      fewer,
      floor,
    );
    if (packed.cols === fewer && hasRoom(packed.sets, fewer, floor))
      return { sets: inOrderOf(sets, packed.sets), cols: fewer };
  }
  return { sets, cols };
}

/** Whether a new set of four would find a place without making tiles smaller. */
export function hasRoom(sets: readonly TableSet[], cols: number, floor: Floor): boolean {
  return freeSpot(sets, 8, null, cols, rowsOf(cols, floor)) !== null;
}

function inOrderOf(order: readonly TableSet[], sets: readonly TableSet[]): TableSet[] {
  const byId = new Map(sets.map((set) => [set.id, set]));
  return order.flatMap((set) => byId.get(set.id) ?? []);
}
