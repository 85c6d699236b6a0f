/**
 * Where sets lie: on a floor of rows, in steps of half a tile. A set keeps its place until it is moved or gone, or until
 * a growing neighbour needs the room: then it is pushed along its row, or out of a full one.
 *
 * The floor grows a column at a time when nothing else helps, so tiles get smaller only when they must. How a floor is
 * repacked, between turns or for another window, is in `packing.ts`.
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

/** A set that wants a place: near a spot, or anywhere; `stays` when most of it lies there already. */
export type Wish = {
  readonly id: SetId;
  readonly tiles: readonly TileId[];
  readonly near: Spot | null;
  readonly stays?: boolean;
};

/** Half tiles that stay empty between two sets of a row. */
export const GAP = 1;
/** How wide a set of three is, in half tiles: so much room a table keeps for a new set. */
export const THREE = 6;
/** How wide a hole at a row's end must be for a first tile to find it, in half tiles; between two sets it is that of three. */
const AT_THE_END = 4;
/** How many rows there may be below those that are seen. */
const DEEPEST = 1000;
/** How high a row is, in tile widths. */
export const ROW = 1.42;
/** Air around the floor, in tile widths. */
export const MARGIN = 0.15;
/** How much of a row may be missing before there is none: slightly smaller tiles are better than a column that stays empty. */
export const GIVE = 0.3;

/** Whether this is a place along a row: half tiles, or half of that where a row is in the middle. */
export const isAcross = (x: unknown): boolean => typeof x === "number" && x >= 0 && Number.isInteger(2 * x);

export const widthOf = (set: { readonly tiles: readonly TileId[] }): number => set.tiles.length * 2;

export function rowsOf(cols: number, floor: Floor): number {
  return Math.max(1, Math.floor(cols * floor.ratio + floor.spare));
}

/** How wide a tile is if so many columns and rows are shown, as a share of the floor's width. */
export function scaleOf(cols: number, rows: number, floor: Floor): number {
  const tall = 2 * ROW * floor.ratio;
  return Math.min(1 / (cols / 2 + 2 * MARGIN), tall / (rows * ROW + MARGIN));
}

/** The rows that are shown: as many as the window has, or more when sets lie below. */
export function rowsNeeded(sets: readonly TableSet[], cols: number, floor: Floor): number {
  return Math.max(rowsOf(cols, floor), ...sets.map((set) => set.y + 1));
}

/** Whether a set of this width would touch no other set there. */
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

/** The free spot nearest to the requested one, steps `across` weighed as asked; null when the floor is full. */
function freeSpot(
  sets: readonly TableSet[],
  width: number,
  near: Spot,
  cols: number,
  rows: number,
  below = 0,
  across = 1,
): Spot | null {
  let best: Spot | null = null;
  let least = Infinity;
  for (const y of rowsToFill(rows, below)) {
    if (Math.abs(y - near.y) * ROW >= least) {
      if (y >= rows) break;
      continue;
    }
    for (let x = 0; x + width <= cols; x++) {
      const distance = Math.hypot(((x - near.x) / 2) * across, (y - near.y) * ROW);
      if (distance < least && isFree(sets, { x, y }, width)) [best, least] = [{ x, y }, distance];
    }
  }
  return best;
}

/**
 * Puts a set into a row at its requested place and pushes its neighbours along; null when the row has no room for all of
 * them. No set moves farther than necessary.
 */
function pushed(sets: readonly TableSet[], set: TableSet, cols: number): readonly TableSet[] | null {
  const middle = (each: TableSet) => each.x + widthOf(each) / 2;
  const row = sets.filter((each) => each.y === set.y);
  const need = [...row, set].reduce((sum, each) => sum + widthOf(each) + GAP, -GAP);
  if (need > cols) return null;
  const left = row.filter((each) => middle(each) <= middle(set)).sort((a, b) => a.x - b.x);
  const right = row.filter((each) => middle(each) > middle(set)).sort((a, b) => a.x - b.x);
  const line = [...left, { ...set, x: Math.min(cols - widthOf(set), Math.max(0, set.x)) }, ...right];
  const xs = line.map((each) => each.x);
  const at = left.length;
  const wide = line.map(widthOf);
  const end = (index: number) => (xs[index] as number) + (wide[index] as number) + GAP;
  const toRight = (from: number) => {
    for (let index = from; index < xs.length; index++)
      xs[index] = Math.max(xs[index] as number, index ? end(index - 1) : 0);
  };
  const toLeft = (from: number) => {
    for (let index = from; index >= 0; index--) {
      const limit = index + 1 < xs.length ? (xs[index + 1] as number) - GAP : cols;
      xs[index] = Math.min(xs[index] as number, limit - (wide[index] as number));
    }
  };
  toRight(at + 1);
  toLeft(at - 1);
  toLeft(xs.length - 1); // back from the right edge, then from the left one: all of them fit
  toRight(0);
  const moved = new Map(line.map((each, index) => [each.id, { ...each, x: xs[index] as number }]));
  return [...sets.map((each) => moved.get(each.id) ?? each), moved.get(set.id) as TableSet];
}

/** A place for a set that lay elsewhere: a free one near it, or one in another row whose sets are pushed along. */
function rehoused(
  sets: readonly TableSet[],
  set: TableSet,
  cols: number,
  rows: number,
): readonly TableSet[] | null {
  const spot = freeSpot(sets, widthOf(set), set, cols, rows);
  if (spot) return [...sets, { ...set, ...spot }];
  const byDistance = rowsToFill(rows, 0).sort((a, b) => Math.abs(a - set.y) - Math.abs(b - set.y));
  for (const y of byDistance) {
    const row = y === set.y ? null : pushed(sets, { ...set, y }, cols);
    if (row) return row;
  }
  return null;
}

/** Makes room for a set that grows in a full row: one neighbour, as small and as far as can be, moves to another row. */
function givenWay(
  sets: readonly TableSet[],
  set: TableSet,
  cols: number,
  rows: number,
): readonly TableSet[] | null {
  const far = (each: TableSet): number => Math.abs(each.x - set.x);
  const neighbours = sets.filter((each) => each.y === set.y);
  neighbours.sort((a, b) => widthOf(a) - widthOf(b) || far(b) - far(a));
  for (const neighbour of neighbours) {
    const row = pushed(
      sets.filter((each) => each !== neighbour),
      set,
      cols,
    );
    const all = row && rehoused(row, neighbour, cols, rows);
    if (all) return all;
  }
  return null;
}

/** A place for one more set: the requested one, with its neighbours pushed along, or the nearest free one. */
function withWish(
  sets: readonly TableSet[],
  wish: Wish,
  cols: number,
  floor: Floor,
): { readonly sets: readonly TableSet[]; readonly cols: number } {
  const width = widthOf(wish);
  const { near } = wish;
  if (near && near.y < rowsNeeded(sets, cols, floor)) {
    const set = { id: wish.id, tiles: wish.tiles, ...near };
    const most = wish.stays ? Math.max(cols, floor.most) : cols; // who grows where it lies makes the row longer, too
    for (let wide = cols; wide <= most; wide++) {
      const row =
        pushed(sets, set, wide) ??
        (wish.stays ? givenWay(sets, set, wide, rowsNeeded(sets, wide, floor)) : null);
      if (row) return { sets: row, cols: wide };
    }
  }
  for (let wide = cols; ; wide++) {
    const full = wide >= floor.most && wide >= width;
    const rows = rowsOf(wide, floor);
    const middle = near ?? { x: Math.floor((wide - width) / 2), y: (rows - 1) / 2 };
    const across = near ? 1 : (rows * ROW) / (wide / 2); // new sets spread as the floor does
    const spot = freeSpot(sets, width, middle, wide, rows, full ? DEEPEST : 0, across);
    if (spot) return { sets: [...sets, { id: wish.id, tiles: wish.tiles, ...spot }], cols: wide };
    const nearest = rowsToFill(rows, 0).sort((a, b) => Math.abs(a - middle.y) - Math.abs(b - middle.y));
    for (const y of nearest) {
      const row = pushed(sets, { id: wish.id, tiles: wish.tiles, x: middle.x, y }, wide);
      if (row) return { sets: row, cols: wide };
    }
  }
}

/** Gives every wish a place on the floor. Returns the sets and the columns in use. */
export function settlePlaces(
  lying: readonly TableSet[],
  wishes: readonly Wish[],
  cols: number,
  floor: Floor,
): { readonly sets: readonly TableSet[]; readonly cols: number } {
  let now = { sets: lying, cols: Math.max(cols, floor.least) };
  for (const wish of wishes) now = withWish(now.sets, wish, now.cols, floor);
  return now;
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

/** Whether a new set of three would find a place without making tiles smaller. Rows that lie too low count: they move up. */
function hasRoom(sets: readonly TableSet[], cols: number, floor: Floor): boolean {
  const used = new Map<number, number>();
  for (const set of sets) used.set(set.y, (used.get(set.y) ?? 0) + widthOf(set) + GAP);
  return used.size < rowsOf(cols, floor) || [...used.values()].some((row) => cols - row >= THREE);
}

/** Whether a hand finds a place to begin a new set at, as all sets lie. */
export function hasHole(sets: readonly TableSet[], cols: number, floor: Floor): boolean {
  return Array.from({ length: rowsOf(cols, floor) }, (_, y) => sets.filter((set) => set.y === y)).some(
    (row) => {
      const line = row.sort((a, b) => a.x - b.x);
      const ends = line.map((set) => set.x + widthOf(set));
      const isWide = line.some((set, index) => set.x - (ends[index - 1] ?? -Infinity) >= THREE && index > 0);
      return isWide || (line[0]?.x ?? cols) >= AT_THE_END || cols - (ends.at(-1) ?? 0) >= AT_THE_END;
    },
  );
}

/** So many columns that there is room for a new set, as long as tiles may get smaller. */
export function roomy(sets: readonly TableSet[], cols: number, floor: Floor): number {
  let wide = cols;
  while (!hasRoom(sets, wide, floor) && wide < floor.most) wide += 1;
  return wide;
}
