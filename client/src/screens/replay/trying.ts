/** What-if: is a table that somebody tries possible, what is it worth, and what is asked of the solver about it. */

import { isValid } from "../../board/reader";
import { draftOf, rackOf, readingOf, type Board } from "../../board/state";
import { faceOf, parseLaid } from "../../board/tiles";
import type { AskedPosition, AskedWords } from "../../protocol";
import type { State } from "../../replay/evolve";
import { judgeTurn } from "../table/turn";

/** Judge a table by the rules of the game, for the seat whose turn it is. */
export function judgeFor(board: Board, state: State): ReturnType<typeof judgeTurn> {
  return judgeTurn(board, state, state.seats[state.active ?? 0]);
}

/** What the laid tiles count: for an opening what its sets are worth, else what leaves the rack. */
export function pointsOf(board: Board, verdict: ReturnType<typeof judgeTurn>, state: State): number {
  const opened = state.seats[state.active ?? 0]?.opened ?? false;
  if (board.reader.spells) return verdict.score?.points ?? 0;
  if (!opened) return verdict.points;
  return verdict.laid.reduce((sum, tile) => sum + (faceOf(tile) === board.reader.joker ? state.rules.joker_rack_value : Number(faceOf(tile).slice(1))), 0);
}

/** The question to the solver: from here, where the table is in order; else from the start of the turn. */
export function questionFor(board: Board, state: State): { readonly asked: AskedPosition; readonly fromHere: boolean } {
  const opened = state.seats[state.active ?? 0]?.opened ?? false;
  const fromHere = opened && board.now.sets.every((set) => isValid(readingOf(board, set.tiles)));
  const table = fromHere ? board.now.sets.map((set) => set.tiles) : board.base.table.map((set) => set.map((laid) => laid.tile));
  const rack = fromHere ? rackOf(board) : board.base.rack;
  const free = rack.filter((tile) => !state.waiting.includes(tile));
  return {
    fromHere,
    asked: { rules: state.rules.profile, goal: opened ? "tiles-points" : "opening", rack: free.map(faceOf), table: table.map((set) => set.map(faceOf)) },
  };
}

/** The same with words; a joker is written with its letter, `?(T)`. */
export function wordQuestionFor(board: Board, state: State): { readonly asked: AskedWords; readonly before: string[][]; readonly fromHere: boolean } {
  const opened = state.seats[state.active ?? 0]?.opened ?? false;
  const fromHere = opened && board.now.sets.every((set) => isValid(readingOf(board, set.tiles)));
  const table = fromHere ? draftOf(board).map((set) => set.map(parseLaid)) : board.base.table;
  const rack = (fromHere ? rackOf(board) : board.base.rack).filter((tile) => !state.waiting.includes(tile));
  const before = table.map((set) => set.map(({ tile, standsFor }) => (standsFor ? `${faceOf(tile)}(${standsFor})` : faceOf(tile))));
  const asked = { rules: state.rules.profile, goal: "score" as const, rack: rack.map(faceOf).join(""), table: before.map((set) => set.join("")), opened, natural: true };
  return { asked, before, fromHere };
}
