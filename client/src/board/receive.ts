/** What comes from outside: the server's table and rack, the others' drafts, whose turn it is, and plans carried over. */

import { matched } from "./moves";
import type { Reading } from "./reader";
import {
  changed,
  place,
  readingOf,
  tidyFloor,
  type Arrangement,
  type Base,
  type Board,
  type Mode,
  type Notice,
} from "./state";
import { isAcross, type SetId, type TableSet } from "./places";
import type { Face, Laid, TileId } from "./tiles";

/** The game as the server reports it. */
export type News = {
  readonly base: Base;
  /** Whether the player is in turn, waiting, or only watching. */
  readonly role: "mine" | "wait" | "watch";
  /** The active player's half-built table; in the player's own turn the draft to begin with. */
  readonly draft: readonly (readonly Laid[])[] | null;
  /** Whether another turn has begun: then history ends and gaps may close. */
  readonly newTurn: boolean;
};

export type Received = { readonly board: Board; readonly notices: readonly Notice[] };

/** Applies an update. Picked tiles stay picked as long as they may be moved; nothing here knows of a drag. */
export function receive(board: Board, news: News): Received {
  const order = ownOrder(board.now.order, news.base.rack);
  const live = news.draft ?? news.base.table;
  let next: Board = { ...board, base: news.base, live, now: { ...board.now, order } };
  if (news.newTurn && board.now.named)
    next = { ...next, now: { ...next.now, named: ownNames(board.now.named, news.base) } };
  if (news.role === "watch") return settled(shown({ ...next, mode: "watch", plan: null }, live), news);
  if (news.role === "mine") return beginOrContinue(board, next, news);
  if (board.mode !== "plan") return settled(shown({ ...next, mode: "wait" }, live), news);
  if (sameTable(board.base, news.base)) return { board: stillPicked(next), notices: [] };
  const refit = fitPlan(
    next,
    board.now.sets.map((set) => set.tiles),
  );
  next = forget(arranged(next, refit.table), "plan");
  return { board: stillPicked(next), notices: refit.notices };
}

function beginOrContinue(before: Board, next: Board, news: News): Received {
  const continues =
    before.mode === "mine" &&
    !news.newTurn &&
    sameTable(before.base, news.base) &&
    keepsLaid(before, news.base);
  if (continues) return { board: stillPicked({ ...next, mode: "mine" }), notices: [] };
  if (news.draft) {
    const named = Object.fromEntries(
      news.draft.flat().flatMap(({ tile, standsFor }) => (standsFor ? [[tile, standsFor]] : [])),
    );
    const own = { ...next, now: { ...next.now, named } };
    return settled({ ...shown(own, news.draft), mode: "mine", plan: null }, { ...news, newTurn: false });
  }
  const planned = before.mode === "plan" ? before.now.sets.map((set) => set.tiles) : before.plan;
  const clean = settled({ ...shown(next, news.base.table), mode: "mine", plan: null }, news).board;
  if (!planned || !planChanges(planned, before.base)) return { board: clean, notices: [] };
  const refit = fitPlan(clean, planned);
  if (!refit.kept) return { board: clean, notices: refit.notices };
  const placed = place(clean, matched(clean, refit.table));
  const applied = changed(clean, placed.now, placed.nextId);
  return {
    board: applied,
    notices: [{ code: "plan/applied", params: { count: refit.kept } }, ...refit.notices],
  };
}

/** Switches planning ahead on or off; the plan itself is kept. */
export function planMode(board: Board, on: boolean): Received {
  if (on && board.mode === "wait") {
    const start = board.plan ? fitPlan(board, board.plan) : { table: wire(board.base.table), notices: [] };
    const next = forget(arranged(board, start.table), "plan");
    return { board: next, notices: [{ code: "plan/on", params: {} }, ...start.notices] };
  }
  if (!on && board.mode === "plan") {
    const plan = board.now.sets.map((set) => set.tiles);
    const kept = planChanges(plan, board.base) ? plan : null;
    const next = forget(shown({ ...board, plan: kept }, board.live), "wait");
    return { board: next, notices: [{ code: kept ? "plan/kept" : "plan/off", params: {} }] };
  }
  return { board, notices: [] };
}

/** Lays tiles as advised, as one step that can be undone; jokers may be given their letters with it. */
export function adopt(
  board: Board,
  table: readonly (readonly TileId[])[],
  named: Readonly<Record<TileId, Face>> = {},
): Board {
  const now = Object.keys(named).length
    ? { ...board.now, named: { ...board.now.named, ...named } }
    : board.now;
  const placed = place({ ...board, now }, matched(board, table));
  return changed(board, placed.now, placed.nextId);
}

function wire(table: readonly (readonly Laid[])[]): TileId[][] {
  return table.map((set) => set.map((laid) => laid.tile));
}

function shown(board: Board, table: readonly (readonly Laid[])[]): Board {
  return arranged(
    board,
    wire(table).filter((tiles) => tiles.length > 0),
  );
}

function arranged(board: Board, table: readonly (readonly TileId[])[]): Board {
  const placed = place(board, matched(board, table));
  return { ...board, ...placed };
}

function forget(board: Board, mode: Mode): Board {
  return { ...board, mode, past: [], future: [], picked: [] };
}

function settled(board: Board, news: News): Received {
  const quiet = stillPicked({ ...board, past: [], future: [] });
  return { board: news.newTurn ? tidyFloor(quiet) : quiet, notices: [] };
}

/** Lets go of what may no longer be moved. */
function stillPicked(board: Board): Board {
  const laid = new Set(board.now.sets.flatMap((set) => set.tiles));
  const picked = board.picked.filter((tile) =>
    laid.has(tile) ? board.mode === "mine" || board.mode === "plan" : board.now.order.includes(tile),
  );
  return picked.length === board.picked.length ? board : { ...board, picked };
}

/** The player's order, without tiles that are gone and with new ones at the end. */
export function ownOrder(order: readonly TileId[], rack: readonly TileId[]): readonly TileId[] {
  const own = new Set(rack);
  const known = new Set(order);
  if (order.length === rack.length && order.every((tile) => own.has(tile))) return order;
  return [...order.filter((tile) => own.has(tile)), ...rack.filter((tile) => !known.has(tile))];
}

function sameTable(left: Base, right: Base): boolean {
  if (left.table === right.table) return true;
  const key = (base: Base) =>
    wire(base.table)
      .map((tiles) => tiles.join())
      .sort()
      .join("|");
  return key(left) === key(right);
}

/** Letters given to jokers that still belong to the player; those on the table stay as they were laid. */
function ownNames(named: Readonly<Record<TileId, string>>, base: Base): Readonly<Record<TileId, string>> {
  return Object.fromEntries(Object.entries(named).filter(([joker]) => base.rack.includes(joker)));
}

/** Whether the tiles that were laid still belong to the player: a ruling may have changed the rack meanwhile. */
function keepsLaid(board: Board, base: Base): boolean {
  return board.base.rack.every((tile) => base.rack.includes(tile));
}

function key(tiles: readonly TileId[]): string {
  return [...tiles].sort().join(" ");
}

function planChanges(plan: readonly (readonly TileId[])[], base: Base): boolean {
  const before = new Set(wire(base.table).map(key));
  return plan.some((tiles) => !before.has(key(tiles)));
}

/** Whether tiles read as a set, or a dictionary may still say so. */
function mayRead(reading: Reading): boolean {
  return reading.faults.every((fault) => fault.code === "word/checking");
}

/**
 * Lays a plan over a table that has changed meanwhile: a planned set holds as long as all its tiles are there and
 * what it leaves of the sets it takes from is planned too or still valid. Sets that no longer hold are reported.
 */
function fitPlan(
  board: Board,
  plan: readonly (readonly TileId[])[],
): {
  readonly table: readonly (readonly TileId[])[];
  readonly kept: number;
  readonly notices: readonly Notice[];
} {
  const table = wire(board.base.table);
  const there = new Set([...table.flat(), ...board.base.rack]);
  const asBefore = new Set(table.map(key));
  const wishes = plan.filter((tiles) => !asBefore.has(key(tiles)));
  let kept = wishes.filter((tiles) => tiles.every((tile) => there.has(tile)));
  for (;;) {
    const used = new Set(kept.flat());
    const torn = table.find((tiles) => {
      const rest = tiles.filter((tile) => !used.has(tile));
      return rest.length > 0 && rest.length < tiles.length && !mayRead(readingOf(board, rest));
    });
    if (!torn) break;
    kept = kept.filter((tiles) => !tiles.some((tile) => torn.includes(tile)));
  }
  const own = new Set(board.base.rack);
  const lost = wishes.filter((tiles) => !kept.includes(tiles) && tiles.some((tile) => own.has(tile)));
  const used = new Set(kept.flat());
  const rest = table
    .map((tiles) => tiles.filter((tile) => !used.has(tile)))
    .filter((tiles) => tiles.length > 0);
  const notices = lost.map((tiles): Notice => ({
    code: "plan/no-longer-fits",
    params: { tiles: tiles.join(" ") },
  }));
  return { table: [...rest, ...kept], kept: kept.length, notices };
}

/** What is remembered of a game over reloads: places by tile, the player's order, the plan. */
export type Memory = {
  readonly cols: number;
  readonly sets: readonly (readonly [string, number, number])[];
  readonly order: readonly TileId[];
  readonly plan: readonly (readonly TileId[])[] | null;
};

export function remember(board: Board): Memory {
  const planning = board.mode === "plan" ? board.now.sets.map((set) => set.tiles) : board.plan;
  return {
    cols: board.now.cols,
    sets: board.now.sets.map((set) => [set.tiles.join(" "), set.x, set.y] as const),
    order: board.now.order,
    plan: planning && planChanges(planning, board.base) ? planning : null,
  };
}

/** A board that knows where things lay before; news then find their places by their tiles. */
export function recall(board: Board, memory: Memory): Board {
  let id: SetId = board.nextId;
  const sets = memory.sets.map(([tiles, x, y]): TableSet => ({ id: id++, tiles: tiles.split(" "), x, y }));
  const now: Arrangement = { sets, order: memory.order, cols: Math.max(memory.cols, board.floor.least) };
  return { ...board, now, nextId: id, plan: memory.plan };
}

/** Reads what was remembered; anything malformed is dropped. */
export function parseMemory(text: string | null): Memory | null {
  if (!text) return null;
  try {
    const value = JSON.parse(text) as Partial<Memory>;
    const strings = (list: unknown): list is string[] =>
      Array.isArray(list) && list.every((each) => typeof each === "string");
    const sets =
      Array.isArray(value.sets) &&
      value.sets.every(
        (set) =>
          Array.isArray(set) && typeof set[0] === "string" && isAcross(set[1]) && Number.isInteger(set[2]),
      );
    const plan = value.plan === null || (Array.isArray(value.plan) && value.plan.every(strings));
    if (!Number.isInteger(value.cols) || !sets || !strings(value.order) || !plan) return null;
    return value as Memory;
  } catch {
    return null;
  }
}
