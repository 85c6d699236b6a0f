/**
 * Undo history of a turn, kept across a reload: every arrangement, in the order in which they were made.
 *
 * The table that the server returns says which arrangement is current; a history that does not contain it is dropped.
 */

import { isAcross } from "./places";
import { ownOrder } from "./receive";
import { draftOf, tilesOf, withFloor, type Arrangement, type Board } from "./state";
import type { TileId } from "./tiles";

export type History = {
  /** The turn it belongs to. */
  readonly turn: string;
  /** Which of the arrangements was shown. */
  readonly at: number;
  readonly line: readonly Arrangement[];
};

/** How many steps are kept each way; more would only make every step slower. */
const KEPT = 60;

export function historyOf(board: Board, turn: string): History {
  const past = board.past.slice(-KEPT);
  const future = board.future.slice(-KEPT).reverse();
  return { turn, at: past.length, line: [...past, board.now, ...future] };
}

/** A board with its history, if the present table is part of it; otherwise the board as it is. */
export function withHistory(board: Board, turn: string, history: History): Board {
  if (history.turn !== turn || !history.line.every((each) => isOf(board, each))) return board;
  const line = history.line.map((each) => ({ ...each, order: ownOrder(each.order, board.base.rack) }));
  const here = tableOf(board, board.now);
  const [at] = line
    .flatMap((each, index) => (tableOf(board, each) === here ? [index] : []))
    .sort((left, right) => Math.abs(left - history.at) - Math.abs(right - history.at));
  const now = at === undefined ? undefined : line[at];
  if (at === undefined || !now) return board;
  const nextId = Math.max(board.nextId, ...line.flatMap((each) => each.sets.map((set) => set.id + 1)));
  return withFloor(
    { ...board, now, nextId, past: line.slice(0, at), future: line.slice(at + 1).reverse(), picked: [] },
    board.floor,
  );
}

function tableOf(board: Board, now: Arrangement): string {
  return draftOf({ ...board, now })
    .map((set) => set.join())
    .sort()
    .join("|");
}

/** Whether an arrangement belongs to this turn: all tiles of the table, and nothing else but the player's own, each once. */
function isOf(board: Board, now: Arrangement): boolean {
  const shown = tilesOf(now.sets);
  const tiles = new Set(shown);
  const table = board.base.table.flat().map((laid) => laid.tile);
  const there = new Set<TileId>([...table, ...board.base.rack]);
  return (
    tiles.size === shown.length &&
    table.every((tile) => tiles.has(tile)) &&
    shown.every((tile) => there.has(tile))
  );
}

/** Reads what was stored; anything malformed is dropped. */
export function parseHistory(value: unknown): History | null {
  const { turn, at, line } = (value ?? {}) as Partial<Record<keyof History, unknown>>;
  if (typeof turn !== "string" || !Number.isInteger(at) || !Array.isArray(line) || !line.every(isArrangement))
    return null;
  return { turn, at: at as number, line };
}

function isArrangement(value: unknown): value is Arrangement {
  const { sets, order, cols, named } = (value ?? {}) as Partial<Record<keyof Arrangement, unknown>>;
  const strings = (list: unknown): boolean =>
    Array.isArray(list) && list.every((each) => typeof each === "string");
  const isSet = (set: unknown): boolean => {
    const { id, tiles, x, y } = (set ?? {}) as Record<string, unknown>;
    return (
      [id, y].every((each) => Number.isInteger(each) && Number(each) >= 0) &&
      isAcross(x) &&
      strings(tiles) &&
      (tiles as string[]).length > 0
    );
  };
  const letters =
    named === undefined || (typeof named === "object" && named !== null && strings(Object.values(named)));
  return Array.isArray(sets) && sets.every(isSet) && strings(order) && Number.isInteger(cols) && letters;
}
