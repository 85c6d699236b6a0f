/** What this browser remembers of a game: where sets lie, the player's order, the plan, the undo history. The latest games only. */

import { parseHistory, type History } from "../board/history";
import { parseMemory, type Memory } from "../board/receive";
import { forget, keep, keepInTab, kept, keptInTab } from "../browser/storage";

const MOST = 12;

function keyOf(game: string, seat: number | null): string {
  return `board.${game}.${seat ?? "watch"}`;
}

/** Remembers a game and forgets the oldest one when there are many. */
export function rememberGame(game: string, seat: number | null, memory: Memory): void {
  const key = keyOf(game, seat);
  keep(key, memory);
  const games = kept<string[]>("boards", []);
  if (games[games.length - 1] === key) return;
  const latest = [...games.filter((each) => each !== key), key];
  for (const old of latest.slice(0, -MOST)) forget(old);
  keep("boards", latest.slice(-MOST));
}

export function recallGame(game: string, seat: number | null): Memory | null {
  return parseMemory(JSON.stringify(kept<unknown>(keyOf(game, seat), null)));
}

/** Remembers the undo history of one turn, for as long as the tab is open. */
export function rememberHistory(history: History): void {
  keepInTab("history", history);
}

export function recallHistory(): History | null {
  return parseHistory(keptInTab<unknown>("history", null));
}
