/** Could this rack have opened (E7)? The exact solver answers while the server is in reach; without it this device works it out. */

import { ApiProblem, ask } from "../connection/api";
import * as operations from "../generated/operations";
import type { AskedPosition } from "../generated/protocol";
import { bestOpening } from "./opening";
import type { ScoringRules } from "./rules";

export type OpeningAnswer = {
  readonly possible: boolean;
  readonly points: number;
  /** The sets of the opening, where the solver has found them. */
  readonly sets: readonly (readonly string[])[];
  readonly by: "solver" | "device";
};

/** The book to ask by: the same box, and jokers in the opening or not; the points that are needed are the house's own. */
export function bookFor(rules: ScoringRules): string {
  return `${rules.opening_jokers ? "pl" : "uk"}${rules.copies > 2 ? "-xp" : ""}`;
}

export async function askOpening(rules: ScoringRules, rack: readonly string[]): Promise<OpeningAnswer> {
  const position: AskedPosition = { rules: bookFor(rules), goal: "opening", rack, table: [] };
  try {
    const best = await ask(operations.solvePosition, {}, position);
    const points = best.played.length ? best.points : 0;
    return {
      possible: best.played.length > 0 && points >= rules.opening_points,
      points,
      sets: points ? best.table : [],
      by: "solver",
    };
  } catch (problem) {
    if (!(problem instanceof ApiProblem)) throw problem;
    const points = bestOpening(rack, rules.opening_jokers);
    return { possible: points >= rules.opening_points, points, sets: [], by: "device" };
  }
}
