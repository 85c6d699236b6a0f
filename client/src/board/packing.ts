/**
 * How sets are packed into rows: gently between turns, completely for another window, sorted by *tidy*.
 *
 * A floor of fewer columns has larger tiles. So columns are tried from the fewest on, and the largest tiles win.
 */

import { THREE, GAP, roomy, rowsNeeded, rowsOf, scaleOf, widthOf, type Floor, type TableSet } from "./places";

type Packed = { readonly sets: readonly TableSet[]; readonly cols: number };
/** Puts sets into rows of so many columns; null when they do not fit. */
type Packer = (sets: readonly TableSet[], cols: number, rows: number) => readonly TableSet[] | null;
type Row = TableSet[];

/** How small tiles may be, as a share of their possible size, before sets are moved: between turns, in another window. */
const ENOUGH = { gently: 0.93, anew: 0.98 };
/** How much of the tiles' size order is worth. */
const ORDER_IS_WORTH = 0.98;

/** How far from the middle all sets together may lie, in half tiles. */
const FAR = 3;

const loadOf = (row: readonly TableSet[]): number =>
  row.reduce((sum, set) => sum + widthOf(set) + GAP, row.length ? -GAP : 0);
const roomIn = (row: readonly TableSet[], cols: number): number =>
  cols - loadOf(row) - (row.length ? GAP : 0);

/** The largest tiles that a packer manages, with room for a new set; null when it manages none. */
function largest(
  sets: readonly TableSet[],
  floor: Floor,
  pack: Packer,
): (Packed & { readonly scale: number }) | null {
  let best: (Packed & { readonly scale: number }) | null = null;
  const widest = Math.max(0, ...sets.map(widthOf));
  for (let cols = Math.max(floor.least, widest); cols <= Math.max(floor.most, widest); cols++) {
    const rows = rowsOf(cols, floor);
    const scale = scaleOf(cols, rows, floor);
    if (best && 1 / (cols / 2) < best.scale) break;
    if (best && scale <= best.scale) continue;
    if (sets.length && spare(sets, cols, rows) < 0) continue;
    const packed = pack(sets, cols, rows);
    if (packed) best = { sets: packed, cols, scale };
  }
  return best;
}

/** How many columns stay free if everything were packed without waste. */
function spare(sets: readonly TableSet[], cols: number, rows: number): number {
  return rows * (cols + GAP) - sets.reduce((sum, set) => sum + widthOf(set) + GAP, 0);
}

/** Whether a set of three finds room in one of the rows. */
function hasRoomForThree(rows: readonly Row[], cols: number): boolean {
  return rows.some((row) => roomIn(row, cols) >= Math.min(THREE, cols));
}

/** Every set in its row as long as there is room; the others go where they fit best. */
const gently: Packer = (sets, cols, rows) => {
  const lines: Row[] = Array.from({ length: rows }, () => []);
  const homeless: TableSet[] = [];
  for (const set of sets) (lines[set.y] ?? homeless).push(set);
  for (const row of lines) {
    while (loadOf(row) > cols) {
      const over = loadOf(row) - cols;
      const bySize = [...row].sort((a, b) => widthOf(a) - widthOf(b));
      const out = bySize.find((set) => widthOf(set) + GAP >= over) ?? bySize[bySize.length - 1];
      if (!out) break;
      row.splice(row.indexOf(out), 1);
      homeless.push(out);
    }
  }
  homeless.sort((a, b) => widthOf(b) - widthOf(a));
  for (const set of homeless) {
    const home = bestRow(lines, set, cols);
    if (!home) return null;
    home.push(set);
  }
  if (!hasRoomForThree(lines, cols)) return null;
  return lines.flatMap((row, y) => relaxed(row, y, cols));
};

/** The row in which a set leaves least room, the nearest of equal ones. */
function bestRow(lines: readonly Row[], set: TableSet, cols: number): Row | null {
  let best: { row: Row; rest: number; far: number } | null = null;
  lines.forEach((row, y) => {
    const rest = roomIn(row, cols) - widthOf(set);
    const far = Math.abs(y - set.y);
    if (rest < 0) return;
    if (!best || rest < best.rest || (rest === best.rest && far < best.far)) best = { row, rest, far };
  });
  return (best as { row: Row } | null)?.row ?? null;
}

/** A row whose sets stay where they are as far as they can. */
function relaxed(row: Row, y: number, cols: number): TableSet[] {
  const line = [...row].sort((a, b) => a.x - b.x || a.id - b.id);
  const xs: number[] = [];
  line.forEach((set, index) => {
    const before = index ? (xs[index - 1] as number) + widthOf(line[index - 1] as TableSet) + GAP : 0;
    xs.push(Math.max(set.x, before));
  });
  for (let index = line.length - 1, limit = cols; index >= 0; index--) {
    xs[index] = Math.min(xs[index] as number, limit - widthOf(line[index] as TableSet));
    limit = (xs[index] as number) - GAP;
  }
  return line.map((set, index) => ({ ...set, x: xs[index] as number, y }));
}

/** Row by row in the given order; what no longer fits into a row gives way to the next one that does. */
const inOrder: Packer = (sets, cols, rows) => {
  const lines: Row[] = [];
  const left = [...sets];
  while (left.length && lines.length < rows) {
    const row: Row = [];
    for (;;) {
      const next = left.findIndex((set) => widthOf(set) <= (row.length ? roomIn(row, cols) : cols));
      if (next < 0) break;
      row.push(...left.splice(next, 1));
    }
    if (!row.length) return null;
    lines.push(row);
  }
  while (lines.length < rows) lines.push([]);
  return left.length || !hasRoomForThree(lines, cols) ? null : centred(lines, cols, rows);
};

/** The widest first, each where it leaves least room. */
const widestFirst: Packer = (sets, cols, rows) => {
  const lines: Row[] = Array.from({ length: rows }, () => []);
  for (const set of [...sets].sort((a, b) => widthOf(b) - widthOf(a))) {
    const home = bestRow(lines, set, cols);
    if (!home) return null;
    home.push(set);
  }
  if (!hasRoomForThree(lines, cols)) return null;
  for (const row of lines) row.sort((a, b) => a.y - b.y || a.x - b.x);
  return centred(lines, cols, rows);
};

/** Rows in the middle of the floor, each with its sets in its middle. */
function centred(lines: readonly Row[], cols: number, rows: number): TableSet[] {
  const full = lines.filter((row) => row.length);
  const top = Math.floor((rows - full.length) / 2);
  return full.flatMap((row, line) => {
    const spread = Math.min(GAP, Math.floor((cols - loadOf(row)) / Math.max(1, row.length)));
    let x = (cols - loadOf(row) - spread * (row.length - 1)) / 2;
    return row.map((set) => {
      const at = { ...set, x, y: top + line };
      x += widthOf(set) + GAP + spread;
      return at;
    });
  });
}

/** Rows that go on below the window: for more than can be seen at once. */
function below(sets: readonly TableSet[], floor: Floor): Packed {
  const cols = Math.max(floor.most, ...sets.map(widthOf));
  const rows = Math.max(rowsOf(cols, floor), sets.length + 1);
  const packed = inOrder(sets, cols, rows) ?? sets;
  const first = Math.min(...packed.map((set) => set.y));
  return { sets: packed.map((set) => ({ ...set, y: set.y - first })), cols };
}

const inReadingOrder = (sets: readonly TableSet[]): TableSet[] =>
  [...sets].sort((a, b) => a.y - b.y || a.x - b.x);

/** New places for all sets, in reading order unless that would make tiles much smaller. */
function anew(sets: readonly TableSet[], floor: Floor): Packed {
  const [kept, tight] = [largest(inReadingOrder(sets), floor, inOrder), largest(sets, floor, widestFirst)];
  if (kept && kept.scale >= ORDER_IS_WORTH * (tight?.scale ?? 0)) return kept;
  return tight ?? kept ?? below(inReadingOrder(sets), floor);
}

/** Places in the given order, for *tidy*. */
export function laidInOrder(sets: readonly TableSet[], floor: Floor): Packed {
  return largest(sets, floor, inOrder) ?? below(sets, floor);
}

/** How large tiles are as sets lie, once there is room for a new one. */
function nowScale(sets: readonly TableSet[], cols: number, floor: Floor): number {
  const wide = roomy(sets, cols, floor);
  return scaleOf(wide, rowsNeeded(sets, wide, floor), floor);
}

/** Between turns: if tiles could be notably larger, sets move along their rows, and as few as possible to another one. */
export function closeGaps(sets: readonly TableSet[], cols: number, floor: Floor): Packed {
  const gentle = largest(sets, floor, gently);
  const now = nowScale(sets, cols, floor);
  const possible = largest(sets, floor, widestFirst)?.scale ?? 0;
  if (now >= ENOUGH.gently * Math.max(possible, gentle?.scale ?? 0)) return { sets, cols };
  if (gentle && gentle.scale >= ENOUGH.gently * possible) return ordered(sets, gentle);
  return ordered(sets, anew(sets, floor));
}

/** All sets together move to the middle when they lie so far from it, in half tiles. */
export function inTheMiddle(sets: readonly TableSet[], cols: number, floor: Floor, far = FAR): Packed {
  const rows = rowsNeeded(sets, cols, floor);
  const off = (least: number, most: number, size: number): number => (size - most - least) / 2;
  const dx = off(
    Math.min(...sets.map((set) => set.x)),
    Math.max(...sets.map((set) => set.x + widthOf(set))),
    cols,
  );
  const dy = Math.floor(
    off(Math.min(...sets.map((set) => set.y)), Math.max(...sets.map((set) => set.y + 1)), rows),
  );
  if (!sets.length || (Math.abs(dx) < far && Math.abs(dy) < 1)) return { sets, cols };
  return { sets: sets.map((set) => ({ ...set, x: set.x + dx, y: set.y + dy })), cols };
}

/** For a table that nobody has seen yet. */
export function firstPlaces(sets: readonly TableSet[], floor: Floor): Packed {
  return ordered(sets, anew(sets, floor));
}

/** For another window: as they lie if that suits it, else in new places. */
export function repack(sets: readonly TableSet[], cols: number, floor: Floor): Packed {
  const fresh = anew(sets, floor);
  const now = nowScale(sets, cols, floor);
  if (now >= ENOUGH.anew * nowScale(fresh.sets, fresh.cols, floor)) return { sets, cols };
  return ordered(sets, fresh);
}

function ordered(order: readonly TableSet[], { sets, cols }: Packed): Packed {
  const byId = new Map(sets.map((set) => [set.id, set]));
  return { sets: order.flatMap((set) => byId.get(set.id) ?? []), cols };
}

/** How wide tiles can be if sets of these lengths lie on a floor, as a share of its width. */
export function packedScale(lengths: readonly number[], floor: Floor): number {
  const sets = lengths.map((length, id): TableSet => ({
    id,
    tiles: Array.from({ length }, () => ""),
    x: 0,
    y: 0,
  }));
  const packed = largest(sets, floor, widestFirst);
  return packed?.scale ?? scaleOf(Math.max(floor.most, ...lengths.map((length) => 2 * length)), 1, floor);
}
