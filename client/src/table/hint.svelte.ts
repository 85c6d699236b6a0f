/** The coach's help in three steps: can I lay, with which tiles, how; the last one can be laid out. */

import type { Board } from "../board/state";
import type { Face, TileId } from "../board/tiles";
import type { TableSession } from "../connection/session.svelte";
import type { Hint as HintAnswer, PlanStep, RefusalInfo } from "../generated/protocol";
import { percent } from "../words/percent";
import { say, sayAny, sayTile } from "../words/say.svelte";
import { sayWordStep } from "../words/planText";
import { namesFor, rackTilesFor, tilesFor, tilesOfMove } from "../solver/adviceTiles";

/** A table to lay, and the letters that its jokers are given. */
export type Advised = {
  readonly table: readonly (readonly TileId[])[];
  readonly named: Readonly<Record<TileId, Face>>;
};

/** What is shown of it: which step, in words, the moves to draw, and a table to lay. */
export type ShownHint = {
  readonly step: number;
  readonly more: boolean;
  readonly text: readonly string[];
  readonly moves: readonly PlanStep[];
  readonly table: Advised | null;
};

/** An answer of the coach in words, and which of the player's tiles it speaks of. */
export function tellHint(
  answer: HintAnswer,
  board: Board,
): { readonly shown: ShownHint; readonly tiles: readonly TileId[] } {
  const text = board.reader.spells ? wordLines(answer) : numberLines(answer);
  const tiles = answer.table.length ? tilesFor(board, answer.table, answer.word) : null;
  const table = tiles && { table: tiles, named: board.reader.spells ? namesFor(answer.table, tiles) : {} };
  const moves = board.reader.spells ? [] : answer.plan; // those of words are text
  return {
    shown: { step: answer.step, more: answer.step < 3 && answer.tiles > 0, text, moves, table },
    tiles: rackTilesFor(board, answer.played),
  };
}

function numberLines(answer: HintAnswer): string[] {
  const text = [
    sayAny(`hint.${answer.code}`, { count: answer.tiles, points: answer.points, needed: answer.needed }),
  ];
  if (answer.played.length && !answer.plan.length) text.push(tilesLine(answer)); // the moves show them
  if (answer.goes_out) text.push(say("hint.goes-out"));
  return [...text, ...betterLines(answer)];
}

/** What would be better than to lay all that, and why. */
function betterLines(answer: HintAnswer): string[] {
  if (!answer.better) return [];
  const chances = { best: percent(answer.better_chance), laid: percent(answer.laying_chance) };
  const text = [
    answer.better === "hold"
      ? say("hint.better-hold", chances)
      : say("hint.better-less", { choice: sayAny(`hint.choice.${answer.better}`), ...chances }),
  ];
  if (answer.waits_for)
    text.push(say("hint.waits", { count: answer.waiting, tile: sayTile(answer.waits_for) }));
  return text;
}

/** The same for words: what can be scored, with which letters, the word, and where the letters come from. */
function wordLines(answer: HintAnswer): string[] {
  const { code, points, needed } = answer;
  const lays = answer.tiles > 0;
  const text = [lays ? sayAny(`hint.words.${code}`, { points }) : sayAny(`hint.${code}`, {})];
  if (!lays && needed) text.push(say("hint.words.longest", { count: points, needed }));
  if (answer.double) text.push(say("hint.words.double"));
  if (answer.goes_out) text.push(say("hint.words.ends"));
  if (answer.played.length && !answer.word) text.push(tilesLine(answer));
  if (answer.word)
    text.push(
      say("hint.words.word", { word: answer.word }),
      ...answer.plan.map((step, index) => `${index + 1}. ${sayWordStep(step)}`),
    );
  return text;
}

function tilesLine(answer: HintAnswer): string {
  return say("hint.tiles", { tiles: answer.played.map((face) => sayTile(face)).join(", ") });
}

export class Hint {
  shown = $state.raw<ShownHint | null>(null);
  /** The player's tiles that it is about. */
  tiles = $state.raw<readonly TileId[]>([]);
  /** The move that is described, where the coach goes move by move. */
  move = $state(0);
  #isAsking = false;

  /** Asks for the next step; returns why there is no answer. */
  async next(session: TableSession, board: () => Board): Promise<readonly RefusalInfo[]> {
    if (this.#isAsking) return []; // who presses twice is answered once
    const before = this.shown;
    const step = Math.min(3, (before?.step ?? 0) + 1) as 1 | 2 | 3;
    const waiting: ShownHint = {
      step: step - 1,
      text: [...(before?.text ?? []), say("hint.thinking")],
      more: false,
      moves: before?.moves ?? [],
      table: null,
    };
    this.shown = waiting;
    this.#isAsking = true;
    const answer = await session.hint(step).finally(() => (this.#isAsking = false));
    if (this.shown !== waiting) return []; // closed, or the turn is over
    this.shown = before;
    if ("refusals" in answer) return answer.refusals;
    const { shown, tiles } = tellHint(answer, board());
    this.shown = shown;
    this.tiles = tiles;
    this.move = 0;
    return [];
  }

  /** Go on to the next move; after the last one to the first again. */
  nextMove(): void {
    const count = this.shown?.moves.length ?? 0;
    if (count) this.move = (this.move + 1) % count;
  }

  /** The tiles that the coach speaks of: those of the move, if it goes move by move and they lie as it says. */
  pointsAt(board: Board): readonly TileId[] {
    const move = this.shown?.moves[this.move];
    const those = move ? tilesOfMove(board, move) : [];
    return those.length ? those : this.tiles;
  }

  drop(): void {
    this.shown = null;
    this.tiles = [];
    this.move = 0;
  }
}
