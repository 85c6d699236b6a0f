/** What the solver found, in words and pictures, for numbers and letters alike. */

import { freshLetters } from "./wordInput";
import type { BestPlay, BestWords, PlanStep } from "../generated/protocol";
import { freshIn, type Faces } from "./numberInput";
import { say } from "../words/say.svelte";

export type Found = {
  readonly letters: boolean;
  readonly head: string;
  /** What is good about it, or not enough. */
  readonly notes: readonly { readonly text: string; readonly good: boolean }[];
  /** What is laid; nothing when nothing was found. */
  readonly played: Faces;
  readonly plan: readonly PlanStep[];
  readonly table: readonly Faces[];
  /** For each tile of the table whether it came from the rack. */
  readonly fresh: readonly (readonly boolean[])[];
  /** How sure that is. */
  readonly proof: string;
};

/** Tell the best play with numbers. */
export function tellPlay(best: BestPlay, before: readonly Faces[], opening: boolean): Found {
  const notes = [];
  const enough = best.points >= best.needed;
  if (opening && best.tiles)
    notes.push({
      text: say(enough ? "solver.enough" : "solver.too-low", { needed: best.needed }),
      good: enough,
    });
  if (best.goes_out) notes.push({ text: say("hint.goes-out"), good: true });
  return {
    letters: false,
    head: headOf(best, opening),
    notes,
    played: best.played,
    plan: best.plan,
    table: best.table,
    fresh: freshIn(best.table, before, best.played),
    proof: say(best.proven ? "solver.proven" : "solver.unproven"),
  };
}

function headOf(best: BestPlay, opening: boolean): string {
  if (best.tiles === 0) return say(opening ? "solver.no-opening" : "solver.nothing");
  return say(opening ? "solver.opens" : "solver.lay", { count: best.tiles, points: best.points });
}

/** Tell the best turn with words. */
export function tellWords(best: BestWords, before: readonly Faces[]): Found {
  const whole = best.double ? say("hint.words.double") : best.goes_out ? say("solver.emptied") : "";
  const found = best.points > 0;
  return {
    letters: true,
    head: wordHeadOf(best),
    notes: found && whole ? [{ text: whole, good: true }] : [],
    played: found ? best.played : [],
    plan: best.plan,
    table: best.table,
    fresh: freshLetters(best.table, before, best.played, best.word),
    proof: wordProofOf(best, found),
  };
}

function wordHeadOf(best: BestWords): string {
  if (best.points) return say("score.about", { word: best.word, points: best.points });
  if (best.goal === "empty") return say("solver.not-emptied");
  return say(best.needed ? "solver.no-opening" : "solver.nothing");
}

function wordProofOf(best: BestWords, found: boolean): string {
  if (best.proven) return say("solver.proven");
  return found ? say("solver.bound", { bound: best.bound, count: best.longest }) : say("solver.unproven");
}
