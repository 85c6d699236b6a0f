/** The session's news as the board's: the server's table and rack, and the half-built table to be shown on top. */

import type { News } from "../board/receive";
import { faceOf, parseLaid } from "../board/tiles";
import type { DraftInfo, EngineGameView } from "../generated/protocol";
import { roleIn } from "./gameView.svelte";

type Wire = readonly (readonly string[])[];

/** What a turn is known by: news of another one end the history and let gaps close. */
export function turnKey(key: string, seen: EngineGameView): string {
  return `${key}/${seen.turn}/${seen.active}/${seen.phase === "ended"}`;
}

/**
 * The half-built table of the turn in progress: a table that is voted on, the player's own as it was left (`left`), or the
 * draft that the server keeps. The player's own draft does not count while the board is `ahead` of it.
 */
export function halfBuilt(
  seen: EngineGameView,
  draft: DraftInfo | null,
  ahead: boolean,
  left: Wire | null,
): Wire | null {
  if (seen.vote?.table) return seen.vote.table;
  if (seen.phase !== "turn") return null;
  if (left && !ahead && isOf(seen, left)) return left;
  if (!draft || draft.turn !== seen.turn || draft.seat !== seen.active) return null;
  return draft.seat !== seen.viewer || !ahead ? draft.table : null;
}

/** Whether a table can be what became of the turn's: all of its tiles, and own ones. */
function isOf(seen: EngineGameView, table: Wire): boolean {
  const tilesOf = (sets: Wire): string[] => sets.flat().map((laid) => parseLaid(laid).tile);
  const before = tilesOf(seen.table);
  const there = new Set([...before, ...seen.rack]);
  const now = new Set(tilesOf(table));
  return before.every((tile) => now.has(tile)) && [...now].every((tile) => there.has(tile));
}

export function newsOf(seen: EngineGameView, half: Wire | null, newTurn: boolean): News {
  return {
    base: { table: seen.table.map((set) => set.map(parseLaid)), rack: seen.rack },
    role: roleIn(seen),
    draft: half?.map((set) => set.map(parseLaid)) ?? null,
    newTurn,
  };
}

/** The words that lie on the table, spelled with what jokers stand for. */
export function wordsIn(seen: EngineGameView): string[] {
  return seen.table.map((set) =>
    set
      .map(parseLaid)
      .map(({ tile, standsFor }) => standsFor ?? faceOf(tile))
      .join(""),
  );
}
