/** What-if: is a table that somebody tries possible, what is it worth, and what is asked of the solver about it. */

import { isValid } from "../board/reader";
import { draftOf, rackOf, readingOf, type Board } from "../board/state";
import { faceOf, parseLaid, type Laid } from "../board/tiles";
import type { AskedPosition, AskedWords, EngineRules, TurnReview } from "../generated/protocol";
import type { State } from "./evolve";
import { judgeTurn } from "../table/turnVerdict";

/** Judge a table by the rules of the game, for the seat whose turn it is. */
export function judgeFor(board: Board, state: State): ReturnType<typeof judgeTurn> {
  return judgeTurn(board, state, state.seats[state.active ?? 0]);
}

/** What the laid tiles count: for an opening what its sets are worth, else what leaves the rack. */
export function pointsOf(board: Board, verdict: ReturnType<typeof judgeTurn>, state: State): number {
  const opened = state.seats[state.active ?? 0]?.opened ?? false;
  if (board.reader.spells) return verdict.score?.points ?? 0;
  if (!opened) return verdict.points;
  return verdict.laid.reduce(
    (sum, tile) =>
      sum +
      (faceOf(tile) === board.reader.joker ? state.rules.joker_rack_value : Number(faceOf(tile).slice(1))),
    0,
  );
}

/** The rules of this game as the solver gets them: the book, and every field of it that the answer depends on. */
function bookOf(rules: EngineRules): {
  readonly rules: string;
  readonly house: NonNullable<AskedPosition["house"]>;
} {
  const { copies, jokers, opening_jokers } = rules;
  const box = { copies, jokers, opening_jokers };
  if (rules.sets !== "letters")
    return {
      rules: rules.profile,
      house: { ...box, opening_points: rules.opening_points, joker_rack_value: rules.joker_rack_value },
    };
  const { opening_letters, double_from, theme, theme_by } = rules;
  return { rules: rules.profile, house: { ...box, opening_letters, double_from, theme, theme_by } };
}

/** Where the question begins: from here, where the table is in order; else from the start of the turn. */
function positionIn(
  board: Board,
  state: State,
): {
  readonly fromHere: boolean;
  readonly opened: boolean;
  readonly table: readonly (readonly Laid[])[];
  readonly rack: readonly string[];
} {
  const opened = state.seats[state.active ?? 0]?.opened ?? false;
  const fromHere = opened && board.now.sets.every((set) => isValid(readingOf(board, set.tiles)));
  const table = fromHere ? draftOf(board).map((set) => set.map(parseLaid)) : board.base.table;
  return { fromHere, opened, table, rack: freeOf(fromHere ? rackOf(board) : board.base.rack, state) };
}

/** The faces of tiles that may be laid in this turn (P1). */
function freeOf(rack: readonly string[], state: State): readonly string[] {
  return rack.filter((tile) => !state.waiting.includes(tile)).map(faceOf);
}

/** The question to the solver about a table that somebody tries. */
export function questionFor(
  board: Board,
  state: State,
): { readonly asked: AskedPosition; readonly fromHere: boolean } {
  const { fromHere, opened, table, rack } = positionIn(board, state);
  const faces = table.map((set) => set.map(({ tile }) => faceOf(tile)));
  return {
    fromHere,
    asked: { ...bookOf(state.rules), goal: opened ? "tiles-points" : "opening", rack, table: faces },
  };
}

/** The same with words; a joker is written with its letter, `?(T)`. */
export function wordQuestionFor(
  board: Board,
  state: State,
): { readonly asked: AskedWords; readonly before: string[][]; readonly fromHere: boolean } {
  const { fromHere, opened, table, rack } = positionIn(board, state);
  const before = table.map((set) =>
    set.map(({ tile, standsFor }) => (standsFor ? `${faceOf(tile)}(${standsFor})` : faceOf(tile))),
  );
  return { fromHere, before, asked: wordsAsked(state, opened, rack, before) };
}

/** How the coach's best play is done, with numbers: the tiles are known, the moves are asked for. */
export function planQuestionFor(turn: TurnReview, state: State): AskedPosition {
  return {
    ...bookOf(state.rules),
    goal: turn.opened ? "tiles-points" : "opening",
    rack: turn.best_played,
    table: turn.table,
  };
}

/** The same with words: the best turn is found again. */
export function wordPlanQuestionFor(turn: TurnReview, state: State): AskedWords {
  return wordsAsked(state, turn.opened, freeOf(state.seats[turn.seat]?.rack ?? [], state), turn.table);
}

function wordsAsked(
  state: State,
  opened: boolean,
  rack: readonly string[],
  table: readonly (readonly string[])[],
): AskedWords {
  return {
    ...bookOf(state.rules),
    goal: "score",
    rack: rack.join(""),
    table: table.map((set) => set.join("")),
    opened,
    natural: true,
  };
}
