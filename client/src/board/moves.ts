/** What a hand can do: pick, move, split, join, insert, take back, undo, redo, reset, sort. No screen, no clock. */

import { laidInOrder } from "./packing";
import type { SetId, Spot } from "./places";
import { isValid, type Params, type SortBy } from "./reader";
import {
  changed,
  isOwn,
  place,
  rackOf,
  readingOf,
  relaid,
  revived,
  setOf,
  tilesOf,
  type Board,
  type Notice,
  type Outcome,
  type Wanted,
} from "./state";
import { faceOf, type Face, type TileId } from "./tiles";

/** Where tiles are dropped. */
export type Target =
  | { readonly kind: "set"; readonly id: SetId; readonly index: number }
  | { readonly kind: "joker"; readonly id: SetId; readonly joker: TileId }
  | { readonly kind: "spot"; readonly spot: Spot | null }
  | { readonly kind: "rack"; readonly index: number };

export type { SortBy } from "./reader";

/** The fewest tiles of a set of numbers. */
const SHORTEST = 3;

const nothing = (board: Board): Outcome => ({ board, notices: [], refused: false });

function refuse(board: Board, code: string, params: Params = {}): Outcome {
  return { board, notices: [{ code, params }], refused: true };
}

function done(board: Board, ...notices: Notice[]): Outcome {
  return { board, notices, refused: false };
}

/** Why a tile cannot be picked up now; null when it can. */
export function whyNotPick(board: Board, tile: TileId): Notice | null {
  if (board.mode === "watch") return { code: "board/only-watching", params: {} };
  if (board.mode === "wait" && setOf(board, tile)) return { code: "board/not-your-turn", params: {} };
  return null;
}

/** Selects a tile, or lets it go. */
export function toggle(board: Board, tile: TileId): Outcome {
  const why = whyNotPick(board, tile);
  if (why) return refuse(board, why.code, why.params);
  const picked = board.picked.includes(tile)
    ? board.picked.filter((each) => each !== tile)
    : [...board.picked, tile];
  return done(
    { ...board, picked },
    { code: picked.length > board.picked.length ? "board/picked" : "board/let-go", params: { tile } },
  );
}

/** Selects a tile of a set and all that follow it; from the first tile on that is the whole set. */
export function pickRest(board: Board, tile: TileId): Outcome {
  const why = whyNotPick(board, tile);
  if (why) return refuse(board, why.code, why.params);
  const set = setOf(board, tile);
  const picked = set ? set.tiles.slice(set.tiles.indexOf(tile)) : [tile];
  return done({ ...board, picked }, { code: "board/picked-rest", params: { count: picked.length, tile } });
}

export function letGo(board: Board): Board {
  return board.picked.length ? { ...board, picked: [] } : board;
}

/** Drops tiles somewhere, keeping the table tidy around them; returns what happened. */
export function move(board: Board, tiles: readonly TileId[], target: Target): Outcome {
  const known = tiles.filter((tile) => board.now.order.includes(tile) || setOf(board, tile));
  if (!known.length) return nothing(board);
  if (board.mode === "watch") return refuse(board, "board/only-watching");
  if (target.kind === "rack") return toRack(board, known, target.index);
  if (board.mode === "wait") return refuse(board, "board/not-your-turn");
  if (target.kind === "joker") return replaceJoker(board, known, target);
  return toTable(board, known, target);
}

function toRack(board: Board, tiles: readonly TileId[], index: number): Outcome {
  const foreign = tiles.find((tile) => !isOwn(board, tile));
  if (foreign) return refuse(board, "board/table-tile-stays", { tile: foreign });
  const rack = rackOf(board);
  const follower = rack.slice(index).find((tile) => !tiles.includes(tile));
  const order = board.now.order.filter((tile) => !tiles.includes(tile));
  order.splice(follower ? order.indexOf(follower) : order.length, 0, ...tiles);
  const home = tiles.filter((tile) => setOf(board, tile));
  const wanted = without(board, tiles);
  const placed = place(board, wanted, order);
  if (!home.length && order.join() === board.now.order.join()) return nothing({ ...board, picked: [] });
  const next = changed(board, placed.now, placed.nextId);
  const notice = home.length
    ? { code: "board/back", params: { tiles: tiles.join(" ") } }
    : { code: "board/rack-moved", params: { tiles: tiles.join(" ") } };
  return done(next, notice);
}

function toTable(board: Board, tiles: readonly TileId[], target: Target & { kind: "set" | "spot" }): Outcome {
  const held = new Set(tiles);
  const goal = target.kind === "set" ? board.now.sets.find((set) => set.id === target.id) : undefined;
  const stays = goal?.tiles.filter((tile) => !held.has(tile)) ?? [];
  if (target.kind === "set" && !goal) return nothing({ ...board, picked: [] });
  if (goal && target.kind === "set" && stays.length) {
    const before = goal.tiles.slice(0, target.index).filter((tile) => !held.has(tile)).length;
    const merged = [...stays.slice(0, before), ...tiles, ...stays.slice(before)];
    if (merged.join() === goal.tiles.join()) return nothing({ ...board, picked: [] });
    return finish(board, tiles, without(board, tiles, goal.id, merged), { code: "board/joined" });
  }
  const whole = wholeSet(board, tiles);
  const spot = target.kind === "spot" ? target.spot : null;
  if (whole && (!spot || (spot.x === whole.x && spot.y === whole.y)))
    return nothing({ ...board, picked: [] });
  const wanted = without(board, tiles);
  wanted.push({ id: whole ? whole.id : null, tiles: tidied(board, tiles), ...(spot ? { near: spot } : {}) });
  return finish(board, tiles, wanted, { code: whole ? "board/set-moved" : "board/new-set" });
}

/** The set that consists of exactly these tiles: it is moved, not rebuilt. */
function wholeSet(board: Board, tiles: readonly TileId[]) {
  return board.now.sets.find(
    (set) => set.tiles.length === tiles.length && set.tiles.every((tile) => tiles.includes(tile)),
  );
}

/** A tile dropped on a joker that stands for it takes its place; the joker lies next to it, picked for the next move (P5). */
function replaceJoker(board: Board, tiles: readonly TileId[], target: Target & { kind: "joker" }): Outcome {
  const set = board.now.sets.find((each) => each.id === target.id);
  const [tile] = tiles;
  if (!set || !tile || tiles.length > 1 || !canReplace(board, tile, target.joker)) {
    const index = set ? set.tiles.indexOf(target.joker) + 1 : 0;
    return move(board, tiles, { kind: "set", id: target.id, index });
  }
  const swapped = set.tiles.map((each) => (each === target.joker ? tile : each));
  const wanted = without(board, tiles, set.id, swapped);
  wanted.push({
    id: null,
    tiles: [target.joker],
    near: { x: set.x + 2 * set.tiles.indexOf(target.joker), y: set.y + 1 },
  });
  const outcome = finish(board, tiles, wanted, { code: "board/joker-freed" });
  return { ...outcome, board: { ...outcome.board, picked: [target.joker] } };
}

/** Whether this tile is what the joker stands for in its set, or may. */
export function canReplace(board: Board, tile: TileId, joker: TileId): boolean {
  const set = setOf(board, joker);
  if (!set || set.tiles.includes(tile) || faceOf(joker) !== board.reader.joker) return false;
  const reading = readingOf(board, set.tiles);
  const place = reading.order.indexOf(set.tiles.indexOf(joker));
  return isValid(reading) && (reading.mayBe[place] ?? []).includes(faceOf(tile));
}

/** Whether tiles fit a set so far: two tiles may still become one. */
export function fits(
  board: Board,
  tiles: readonly TileId[],
  set: { readonly id: SetId; readonly tiles: readonly TileId[] },
): boolean {
  if (board.reader.spells) return false; // letters read as they lie, and nobody asks the dictionary while hovering
  const merged = [...set.tiles.filter((tile) => !tiles.includes(tile)), ...tiles];
  const missing = Array.from({ length: Math.max(0, SHORTEST - merged.length) }, () => board.reader.joker);
  if (missing.length) return isValid(board.reader.read([...merged.map(faceOf), ...missing]));
  return parted(board, set.id, merged).every((each) => isValid(readingOf(board, each.tiles)));
}

/** The table without some tiles; one set may be replaced by other tiles. Empty sets are gone. */
function without(
  board: Board,
  tiles: readonly TileId[],
  id: SetId | null = null,
  instead: readonly TileId[] = [],
): Wanted[] {
  const held = new Set(tiles);
  return board.now.sets.flatMap((set): Wanted[] => {
    const rest =
      set.id === id
        ? instead
        : set.tiles.some((tile) => held.has(tile))
          ? set.tiles.filter((tile) => !held.has(tile))
          : set.tiles;
    if (!rest.length) return [];
    return rest === set.tiles ? [{ id: set.id, tiles: rest }] : parted(board, set.id, rest);
  });
}

/** A changed set, put in order; an invalid set whose two halves are valid is split. */
function parted(board: Board, id: SetId, tiles: readonly TileId[]): Wanted[] {
  const whole = tidied(board, tiles);
  if (isValid(readingOf(board, whole))) return [{ id, tiles: whole }];
  for (let cut = SHORTEST; !board.reader.spells && cut <= whole.length - SHORTEST; cut++) {
    const [left, right] = [whole.slice(0, cut), whole.slice(cut)];
    if (isValid(readingOf(board, left)) && isValid(readingOf(board, right))) {
      return [
        { id, tiles: left },
        { id: null, tiles: right },
      ];
    }
  }
  return [{ id, tiles: whole }];
}

/** Tiles in the order of their set, or in the order in which a half-built one looks best. */
function tidied(board: Board, tiles: readonly TileId[]): readonly TileId[] {
  const reading = readingOf(board, tiles);
  const order = isValid(reading) ? reading.order : board.reader.tidy(tiles.map(faceOf));
  const laid = order.map((index) => tiles[index] as TileId);
  return reading.kind === "run" ? rising(board, laid) : laid;
}

/** A run that would lie falling, which is the same run (N5), turned round: that is how people read it. */
function rising(board: Board, run: readonly TileId[]): readonly TileId[] {
  const [first, second] = run.map(faceOf).filter((face) => face !== board.reader.joker);
  if (!first || !second || board.reader.compare(first, second, "number") < 0) return run;
  const turned = [...run].reverse();
  return isValid(readingOf(board, turned)) ? turned : run;
}

function finish(
  board: Board,
  tiles: readonly TileId[],
  wanted: readonly Wanted[],
  notice: { code: string },
): Outcome {
  const placed = place(board, wanted);
  const next = changed(board, placed.now, placed.nextId);
  const landed = setOf(next, tiles[0] as TileId);
  const notices: Notice[] = [{ code: notice.code, params: { tiles: tiles.join(" "), set: landed?.id ?? 0 } }];
  return { board: next, notices, refused: false };
}

export function undo(board: Board): Outcome {
  const last = board.past[board.past.length - 1];
  if (!last) return refuse(board, "board/nothing-to-undo");
  const next = {
    ...board,
    now: revived(board, last),
    past: board.past.slice(0, -1),
    future: [...board.future, board.now],
    picked: [],
  };
  return done(next, { code: "board/undone", params: {} });
}

export function redo(board: Board): Outcome {
  const last = board.future[board.future.length - 1];
  if (!last) return refuse(board, "board/nothing-to-redo");
  const next = {
    ...board,
    now: revived(board, last),
    past: [...board.past, board.now],
    future: board.future.slice(0, -1),
    picked: [],
  };
  return done(next, { code: "board/redone", params: {} });
}

/** Everything lies as it did when the turn began; the player's own order stays. */
export function reset(board: Board): Outcome {
  if (board.mode !== "mine" && board.mode !== "plan") return refuse(board, "board/not-your-turn");
  const base = board.base.table.map((set) => set.map((laid) => laid.tile));
  const first = board.past.find((each) => !each.stale && sameSets(each.sets, base));
  const placed = first
    ? { now: { ...board.now, sets: first.sets, cols: first.cols }, nextId: board.nextId }
    : place(board, matched(board, base));
  return done(changed(board, placed.now, placed.nextId), { code: "board/reset", params: {} });
}

function sameSets(
  sets: readonly { readonly tiles: readonly TileId[] }[],
  table: readonly (readonly TileId[])[],
): boolean {
  const keys = new Set(table.map((tiles) => tiles.join()));
  return sets.length === table.length && sets.every((set) => keys.has(set.tiles.join()));
}

/** Gives each set of a table the id of the shown set with which it shares most tiles. */
export function matched(board: Board, table: readonly (readonly TileId[])[]): Wanted[] {
  const home = new Map<TileId, SetId>();
  for (const set of board.now.sets) for (const tile of set.tiles) home.set(tile, set.id);
  const pairs: { index: number; id: SetId; shared: number }[] = [];
  table.forEach((tiles, index) => {
    const shared = new Map<SetId, number>();
    for (const tile of tiles) {
      const id = home.get(tile);
      if (id !== undefined) shared.set(id, (shared.get(id) ?? 0) + 1);
    }
    for (const [id, count] of shared) pairs.push({ index, id, shared: count });
  });
  pairs.sort((a, b) => b.shared - a.shared || a.index - b.index);
  const ids = new Map<number, SetId>();
  const taken = new Set<SetId>();
  for (const pair of pairs) {
    if (ids.has(pair.index) || taken.has(pair.id)) continue;
    ids.set(pair.index, pair.id);
    taken.add(pair.id);
  }
  return table.map((tiles, index) => ({ id: ids.get(index) ?? null, tiles }));
}

/** Sorts the rack by colour, by number, or with the sets that were found on it first. */
export function sort(board: Board, by: SortBy): Outcome {
  return arrangeRack(board, sortedOrder(board, by), { code: "board/sorted", params: { by } });
}

/** The same without a word and without a step to undo: a rack that is kept sorted. */
export function keptSorted(board: Board, by: SortBy): Board {
  return { ...board, now: { ...board.now, order: sortedOrder(board, by) } };
}

/** Whether the rack lies in an order that sorting would leave as it is. */
export function isSorted(board: Board, by: SortBy): boolean {
  const sorted = sortedOrder(board, by);
  return rackOf(board).every((tile, place) => tile === sorted[place]);
}

function sortedOrder(board: Board, by: SortBy): readonly TileId[] {
  const rack = rackOf(board);
  const laid = tilesOf(board.now.sets);
  const away = board.now.order.filter((tile) => laid.includes(tile));
  const plain = (left: TileId, right: TileId) =>
    board.reader.compare(faceOf(left), faceOf(right), by === "sets" ? "colour" : by) ||
    (left < right ? -1 : 1);
  let sorted = [...rack].sort(plain);
  if (by === "sets") {
    const faces: Face[] = sorted.map(faceOf);
    const sets = board.reader.found(faces).map((set) => set.map((index) => sorted[index] as TileId));
    const used = new Set(sets.flat());
    sorted = [...sets.flat(), ...sorted.filter((tile) => !used.has(tile))];
  }
  return [...sorted, ...away];
}

/** Puts the rack into an order that was kept before. */
export function restoreOrder(board: Board, order: readonly TileId[]): Outcome {
  const kept = order.filter((tile) => board.now.order.includes(tile));
  const rest = board.now.order.filter((tile) => !kept.includes(tile));
  return arrangeRack(board, [...kept, ...rest], { code: "board/sorted", params: { by: "mine" } });
}

function arrangeRack(board: Board, order: readonly TileId[], notice: Notice): Outcome {
  if (board.mode === "watch") return refuse(board, "board/only-watching");
  if (order.join() === board.now.order.join()) return done(letGo(board), notice);
  return done(changed(board, { ...board.now, order }, board.nextId), notice);
}

/**
 * Sorts the table for this player alone: runs by colour, groups by number, words alphabetically. Sets only get other places: nothing
 * is laid by it, nothing is sent, and what can be undone stays so.
 */
export function tidyTable(board: Board): Outcome {
  const ranks = new Map(board.now.sets.map((set) => [set.id, board.reader.rank(set.tiles.map(faceOf))]));
  const sorted = [...board.now.sets].sort((left, right) =>
    compareRanks(ranks.get(left.id) ?? [], ranks.get(right.id) ?? []),
  );
  const { sets, cols } = laidInOrder(sorted, board.floor);
  const byId = new Map(sets.map((set) => [set.id, set]));
  const same = board.now.sets.map((set) => byId.get(set.id) ?? set);
  return done(relaid(board, same, cols), { code: "board/tidied", params: {} });
}

function compareRanks(left: readonly (number | string)[], right: readonly (number | string)[]): number {
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const [a, b] = [left[index] ?? "", right[index] ?? ""];
    if (a !== b) return typeof a === "string" ? a.localeCompare(String(b), "pl") : a - Number(b);
  }
  return 0;
}

/** Picked tiles of one set in the order in which they lie; others in the order in which they were picked. */
export function inTableOrder(board: Board, picked: readonly TileId[]): readonly TileId[] {
  const [first] = picked;
  const set = first ? setOf(board, first) : undefined;
  if (!set || !picked.every((tile) => set.tiles.includes(tile))) return picked;
  return set.tiles.filter((tile) => picked.includes(tile));
}
