/** The chance to win over a game, as a graph. */

import type { Analysis } from "../generated/protocol";

export type Mark = {
  /** Its place among the reviewed turns. */
  readonly place: number;
  readonly turn: number;
  readonly seat: number;
  readonly chance: number;
  readonly cost: number;
};

export type Graph = {
  /** Every seat's chance at each turn; after the last turn the result, once there is one. */
  readonly steps: readonly (readonly number[])[];
  /** One line for each seat, in a square of 100 by 100. */
  readonly lines: readonly string[];
  readonly marks: readonly Mark[];
  /** How far to the right a step lies, in per cent. */
  readonly at: (step: number) => number;
};

export function graphOf(review: Analysis): Graph {
  const steps = [
    ...review.turns.map((turn) => turn.chances),
    ...(review.result.length ? [review.result] : []),
  ];
  const at = (step: number): number => (steps.length > 1 ? (100 * step) / (steps.length - 1) : 0);
  const lines = review.players.map(({ seat }) =>
    steps
      .map((chances, step) => `${at(step).toFixed(2)},${(100 - 100 * (chances[seat] ?? 0)).toFixed(2)}`)
      .join(" "),
  );
  const marks = review.turns.flatMap((turn, place) =>
    turn.matters
      ? [{ place, turn: turn.turn, seat: turn.seat, chance: turn.chances[turn.seat] ?? 0, cost: turn.cost }]
      : [],
  );
  return { steps, lines, marks, at };
}
