/** Moves of a plan with words, in words: which letters go from where to where. */

import type { PlanStep } from "../generated/protocol";
import { sayAny } from "./say.svelte";

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
