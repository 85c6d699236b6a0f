/** Moves of a plan as sentences: which tiles or letters go from where to where. */

import type { PlanStep } from "../generated/protocol";
import { sayAny, sayTile } from "./say.svelte";

/** One move of tiles with numbers as it is said aloud. */
export function sayMove(step: PlanStep): string {
  const named = (faces: readonly string[]): string => faces.map((face) => sayTile(face)).join(", ");
  return sayAny(`hint.step.${step.code}`, {
    tiles: named(step.tiles),
    source: named(step.source_set),
    target: named(step.target_set),
    left: named(step.left),
    result: named(step.result),
  });
}

/** One move as a sentence; a joker is written with its letter once its word is complete. */
export function sayWordStep(step: PlanStep): string {
  return sayAny(`words.step.${step.code}`, {
    tiles: step.tiles.join(" "),
    source: step.source_set.join(""),
    target: step.target_set.join(""),
    left: step.left.join(""),
    result: step.result.join(""),
  });
}
