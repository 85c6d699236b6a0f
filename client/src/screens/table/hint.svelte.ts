/** The coach's help in three steps: can I lay, with which tiles, how; the last one can be laid out. */

import type { Board } from "../../board/state";
import type { TileId } from "../../board/tiles";
import type { TableSession } from "../../connection/session.svelte";
import type { Hinted, RefusalInfo } from "../../protocol";
import { say, sayAny, sayTile } from "../../words/say.svelte";
import { rackTilesFor, tilesFor } from "./advice";

/** What is shown of it: which step, in words, and a table to lay. */
export type Told = { readonly step: number; readonly more: boolean; readonly text: readonly string[]; readonly table: TileId[][] | null };

/** An answer of the coach in words, and the own tiles it speaks of. */
export function tellHint(answer: Hinted, board: Board): { readonly told: Told; readonly tiles: readonly TileId[] } {
  const text = [sayAny(`hint.${answer.code}`, { count: answer.tiles, points: answer.points, needed: answer.needed })];
  if (answer.played.length) text.push(say("hint.tiles", { tiles: answer.played.map((face) => sayTile(face)).join(", ") }));
  if (answer.goes_out) text.push(say("hint.goes-out"));
  const table = answer.table.length ? tilesFor(board, answer.table) : null;
  return { told: { step: answer.step, more: answer.step < 3 && answer.tiles > 0, text, table }, tiles: rackTilesFor(board, answer.played) };
}

export class Hint {
  told = $state.raw<Told | null>(null);

  /** Asks for the next step; returns the own tiles to point at, or why there is no answer. */
  async next(session: TableSession, board: () => Board): Promise<readonly TileId[] | { readonly refusals: readonly RefusalInfo[] }> {
    const before = this.told;
    const step = Math.min(3, (before?.step ?? 0) + 1) as 1 | 2 | 3;
    const waiting: Told = { step: step - 1, text: [...(before?.text ?? []), say("hint.thinking")], more: false, table: null };
    this.told = waiting;
    const answer = await session.hint(step);
    if (this.told !== waiting) return []; // closed, or the turn is over
    this.told = before;
    if ("refusals" in answer) return answer;
    const { told, tiles } = tellHint(answer, board());
    this.told = told;
    return tiles;
  }

  drop(): void {
    this.told = null;
  }
}
