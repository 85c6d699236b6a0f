/** How a game or a match ended, as values: who won, with how many points, how far ahead, and where the player is. */

import type { EngineResult, TableInfo } from "../generated/protocol";

export type Ending = {
  /** Whether this is the end of a match of several games. */
  readonly match: boolean;
  readonly winners: readonly number[];
  /** By seat the points of the game, or of the whole match; empty where nobody knows them any more. */
  readonly points: readonly number[];
  /** The seats, the best first. */
  readonly order: readonly number[];
  /** By how much the winner is ahead, and of whom; null when several win or nobody is behind. */
  readonly lead: { readonly points: number; readonly over: number } | null;
};

type Ended = Pick<TableInfo, "stage" | "games" | "winners" | "totals" | "lines">;

/** Return how it ended: the match once that is over, else the game that was played last. */
export function endingOf(table: Ended, result: Pick<EngineResult, "winners" | "scores"> | null): Ending {
  const match = table.stage === "over" && table.games > 1;
  const line = table.lines.at(-1);
  const winners = match ? table.winners : (result?.winners ?? line?.winners ?? []);
  const points = match ? table.totals : (result?.scores.map((score) => score.points) ?? line?.points ?? []);
  const order = points
    .map((_, seat) => seat)
    .sort(
      (a, b) =>
        Number(winners.includes(b)) - Number(winners.includes(a)) || (points[b] ?? 0) - (points[a] ?? 0),
    );
  const [first, second] = order;
  const ahead =
    winners.length === 1 && first !== undefined && second !== undefined
      ? (points[first] ?? 0) - (points[second] ?? 0)
      : 0;
  return {
    match,
    winners,
    points,
    order,
    lead: ahead > 0 && second !== undefined ? { points: ahead, over: second } : null,
  };
}

/** Return by seat the place in which somebody came in: winners are first, who has as many points shares a place. */
export function ranksOf({ order, points, winners }: Ending): readonly number[] {
  const ranks: number[] = [];
  order.forEach((seat, at) => {
    const before = order[at - 1];
    const level =
      before !== undefined &&
      winners.includes(seat) === winners.includes(before) &&
      (winners.includes(seat) || points[seat] === points[before]);
    ranks[seat] = level ? (ranks[before] ?? 1) : at + 1;
  });
  return ranks;
}
