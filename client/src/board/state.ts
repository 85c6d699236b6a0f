/**
 * The board without a screen: what lies where, whose it is, what is picked, and the undo history.
 *
 * All values are immutable. `sets` are the table as it is shown, `order` is the player's order of their own tiles; the rack
 * is those of them that are not on the table, so sorting can neither lose nor double a tile.
 */

import { closeGaps, firstPlaces, inTheMiddle, repack } from "./packing";
import {
  hasHole,
  nearTo,
  roomy,
  rowsNeeded,
  settlePlaces,
  spotsOf,
  type Floor,
  type SetId,
  type TableSet,
  type Wish,
} from "./places";
import type { Params, Reader, Reading } from "./reader";
import { faceOf, formatLaid, type Face, type Laid, type TileId } from "./tiles";

/** What the player may do: lay (on their turn), plan ahead, sort the rack while waiting, or only look. */
export type Mode = "mine" | "plan" | "wait" | "watch";

/** What the server says: the table when the turn began, and the player's rack. */
export type Base = { readonly table: readonly (readonly Laid[])[]; readonly rack: readonly TileId[] };

/** What is shown: sets in their places and the player's order of tiles. */
export type Arrangement = {
  readonly sets: readonly TableSet[];
  readonly order: readonly TileId[];
  readonly cols: number;
  /** Whether the places are those of another window, or of a table before it was tidied: then only the sets count. */
  readonly stale?: true;
  /** The letters that the player gave to jokers, where players name them. */
  readonly named?: Readonly<Record<TileId, Face>>;
};

export type Board = {
  readonly reader: Reader;
  readonly floor: Floor;
  readonly mode: Mode;
  readonly base: Base;
  readonly now: Arrangement;
  readonly past: readonly Arrangement[];
  readonly future: readonly Arrangement[];
  /** Selected tiles, in the order in which they were picked. */
  readonly picked: readonly TileId[];
  /** The private draft while others play; null when there is none. */
  readonly plan: readonly (readonly TileId[])[] | null;
  /** The table as the others show it, kept while a plan covers it. */
  readonly live: readonly (readonly Laid[])[];
  readonly nextId: SetId;
};

/** Something to report, as a code with values; words are made elsewhere. */
export type Notice = { readonly code: string; readonly params: Params };

/** The outcome of a move: the board after it, and notices; `refused` when there was a reason to change nothing. */
export type Outcome = {
  readonly board: Board;
  readonly notices: readonly Notice[];
  readonly refused: boolean;
};

const EMPTY_BASE: Base = { table: [], rack: [] };
const DEFAULT_FLOOR: Floor = { least: 18, most: 27, ratio: 0.4, spare: 0 };
const LONGEST_HISTORY = 200;

export function emptyBoard(reader: Reader, floor: Floor = DEFAULT_FLOOR): Board {
  const now: Arrangement = { sets: [], order: [], cols: floor.least };
  return {
    reader,
    floor,
    mode: "watch",
    base: EMPTY_BASE,
    now,
    past: [],
    future: [],
    picked: [],
    plan: null,
    live: [],
    nextId: 1,
  };
}

export function tilesOf(sets: readonly { readonly tiles: readonly TileId[] }[]): TileId[] {
  return sets.flatMap((set) => set.tiles);
}

/** The player's tiles that are not on the table, in the player's order. */
export function rackOf(board: Board): readonly TileId[] {
  return rackIn(board.now);
}

export function rackIn(now: Arrangement): readonly TileId[] {
  const laid = new Set(tilesOf(now.sets));
  return now.order.filter((tile) => !laid.has(tile));
}

export function isOwn(board: Board, tile: TileId): boolean {
  return board.base.rack.includes(tile);
}

export function setOf(board: Board, tile: TileId): TableSet | undefined {
  return board.now.sets.find((set) => set.tiles.includes(tile));
}

/** The tiles of a set with what its jokers stand for; a name holds while a joker stays with a neighbour it had. */
function laidOf(board: Board, tiles: readonly TileId[]): Laid[] {
  return tiles.map((tile) => {
    if (faceOf(tile) !== board.reader.joker) return { tile, standsFor: null };
    return { tile, standsFor: nameOf(board, tile, tiles) };
  });
}

function nameOf(board: Board, joker: TileId, tiles: readonly TileId[]): Face | null {
  if (board.reader.spells) return letterOf(board, joker, tiles);
  if (isOwn(board, joker)) return null; // a guess that was sent with a draft is not a name that a player gave
  for (const table of [board.base.table, board.live]) {
    const home = table.find((set) => set.some((laid) => laid.tile === joker));
    const name = home?.find((laid) => laid.tile === joker)?.standsFor;
    if (home && name && home.some((laid) => laid.tile !== joker && tiles.includes(laid.tile))) return name;
  }
  return null;
}

/** Where players name jokers: as the word that lay there says while it is the same, as named, else as before. */
function letterOf(board: Board, joker: TileId, tiles: readonly TileId[]): Face | null {
  const plays = board.mode === "mine" || board.mode === "plan";
  const named = plays ? (board.now.named?.[joker] ?? null) : null;
  for (const table of plays ? [board.base.table] : [board.live, board.base.table]) {
    const home = table.find((set) => set.some((laid) => laid.tile === joker));
    const name = home?.find((laid) => laid.tile === joker)?.standsFor ?? null;
    const same = home?.length === tiles.length && home.every((laid) => tiles.includes(laid.tile));
    if (
      home &&
      name &&
      (same || (named === null && home.some((laid) => laid.tile !== joker && tiles.includes(laid.tile))))
    )
      return name;
  }
  return named;
}

type Kept = Pick<Board, "base" | "live" | "mode"> & {
  readonly named: Arrangement["named"] | undefined;
  readonly edition: number;
  readonly reading: Reading;
};
const readings = new WeakMap<readonly TileId[], Kept>();

/** How a set reads now; a set that has not changed is not read again. */
export function readingOf(board: Board, tiles: readonly TileId[]): Reading {
  const known = readings.get(tiles);
  const {
    base,
    live,
    mode,
    reader,
    now: { named },
  } = board;
  const edition = reader.edition ?? 0;
  const same =
    known && known.base === base && known.live === live && known.named === named && known.edition === edition;
  if (same && (known.mode === mode || !reader.spells)) return known.reading;
  const laid = laidOf(board, tiles);
  const reading = board.reader.read(
    laid.map((each) => faceOf(each.tile)),
    laid.map((each) => each.standsFor),
  );
  readings.set(tiles, { base, live, mode, named, edition, reading });
  return reading;
}

/** What each tile of a set stands for as it lies; null for ordinary tiles and for ambiguous jokers. */
export function standsForIn(board: Board, tiles: readonly TileId[]): (Face | null)[] {
  const reading = readingOf(board, tiles);
  if (reading.faults.length && !board.reader.spells) return tiles.map(() => null);
  const standing: (Face | null)[] = tiles.map(() => null);
  reading.order.forEach((place, index) => (standing[place] = reading.standsFor[index] ?? null));
  return standing;
}

/** The table as it travels: `[["r7a", "k7a", "Ja(o7)"], ["b3b"]]`. */
export function draftOf(board: Board): string[][] {
  return board.now.sets.map((set) => {
    const standing = standsForIn(board, set.tiles);
    return set.tiles.map((tile, index) => formatLaid({ tile, standsFor: standing[index] ?? null }));
  });
}

/** Whether the table differs from the one the turn began with. */
export function isTouched(board: Board): boolean {
  const key = (tiles: readonly TileId[]) => (board.reader.spells ? tiles : [...tiles].sort()).join(" ");
  const before = new Set(board.base.table.map((set) => key(set.map((laid) => laid.tile))));
  return board.now.sets.length !== before.size || board.now.sets.some((set) => !before.has(key(set.tiles)));
}

/** The same board with another arrangement, remembered for undo. */
export function changed(board: Board, now: Arrangement, nextId: SetId): Board {
  const past = [...board.past, board.now].slice(-LONGEST_HISTORY);
  return { ...board, now, nextId, past, future: [], picked: [] };
}

/** A set to be shown: with an id when it is one that lies already. */
export type Wanted = {
  readonly id: SetId | null;
  readonly tiles: readonly TileId[];
  readonly near?: { x: number; y: number };
};

/** Places these sets: unchanged ones stay, changed ones stay near their tiles, new ones find a free spot. */
export function place(
  board: Board,
  wanted: readonly Wanted[],
  order: readonly TileId[] = board.now.order,
): { now: Arrangement; nextId: SetId } {
  const before = new Map(board.now.sets.map((set) => [set.id, set]));
  const spots = spotsOf(board.now.sets);
  let nextId = board.nextId;
  const lying: TableSet[] = [];
  const wishes: Wish[] = [];
  const ids: SetId[] = [];
  for (const each of wanted) {
    const id = each.id ?? nextId++;
    ids.push(id);
    const old = before.get(id);
    if (old && !each.near && old.tiles.join() === each.tiles.join()) lying.push(old);
    else {
      const near = each.near ?? nearTo(each.tiles, spots);
      wishes.push({ id, tiles: each.tiles, near, stays: !each.near && near !== null });
    }
  }
  // Those that know where they want to be come first, so that a new set does not take an old one's place.
  wishes.sort((a, b) => Number(a.near === null) - Number(b.near === null));
  const settled =
    before.size === 0 && wishes.length > 1
      ? firstPlaces(
          wishes.map(({ id, tiles }) => ({ id, tiles, x: 0, y: 0 })),
          board.floor,
        )
      : settlePlaces(lying, wishes, board.now.cols, board.floor);
  const byId = new Map(settled.sets.map((set) => [set.id, set]));
  const sets = ids.flatMap((id) => byId.get(id) ?? []);
  // While somebody lays, tiles keep their size as long as there is a hole to begin a new set in.
  const lays = board.mode === "mine" || board.mode === "plan";
  const cols =
    lays && hasHole(sets, settled.cols, board.floor) ? settled.cols : roomy(sets, settled.cols, board.floor);
  return { now: { ...board.now, sets, order, cols }, nextId };
}

/** Between turns: gaps are closed gently, and there is room for a new set. */
export function tidyFloor(board: Board): Board {
  const closed = closeGaps(board.now.sets, board.now.cols, board.floor);
  const wide = roomy(closed.sets, closed.cols, board.floor);
  const { sets, cols } = inTheMiddle(closed.sets, wide, board.floor);
  if (sets === board.now.sets && cols === board.now.cols) return board;
  return { ...board, now: { ...board.now, sets, cols } };
}

/** Another window: sets stay where they lie if that suits it; otherwise all of them get new places. The history stays. */
export function withFloor(board: Board, floor: Floor): Board {
  const used = Math.max(0, ...board.now.sets.map((set) => set.x + 2 * set.tiles.length));
  const cols = Math.max(floor.least, Math.min(board.now.cols, floor.most), used);
  const packed = repack(board.now.sets, cols, floor);
  const wide = roomy(packed.sets, packed.cols, floor);
  const isSame = floor.least === board.floor.least && floor.ratio === board.floor.ratio;
  const { sets } = isSame ? packed : inTheMiddle(packed.sets, wide, floor, 0.5);
  if (sets === board.now.sets) return { ...board, floor, now: { ...board.now, cols: wide } };
  return relaid({ ...board, floor }, sets, wide);
}

/** The same sets in other places; undo uses these places, too. */
export function relaid(board: Board, sets: readonly TableSet[], cols: number): Board {
  const stale = (each: Arrangement): Arrangement => ({ ...each, stale: true });
  return {
    ...board,
    now: { ...board.now, sets, cols },
    past: board.past.map(stale),
    future: board.future.map(stale),
  };
}

/** An earlier arrangement, in the present places if its own are out of date. */
export function revived(board: Board, then: Arrangement): Arrangement {
  if (!then.stale) return then;
  const { stale: _, ...rest } = then;
  const { now } = place(
    board,
    then.sets.map(({ id, tiles }) => ({ id, tiles })),
    then.order,
  );
  return { ...rest, sets: now.sets, cols: now.cols };
}

/** The rows that are shown: as many as the window has, or more when sets lie below. */
export function rowsShown(board: Board): number {
  return rowsNeeded(board.now.sets, board.now.cols, board.floor);
}
