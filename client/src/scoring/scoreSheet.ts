/** The score sheet of a match: sums are worked out again, not believed. */

import type { EngineResult, EngineRules, GameLine } from "../generated/protocol";

/** Add up the points of every seat. */
export function totalsOf(lines: readonly GameLine[]): readonly number[] {
  return lines.reduce<readonly number[]>(
    (sums, line) => line.points.map((points, seat) => points + (sums[seat] ?? 0)),
    [],
  );
}

/** A game that is over, as far as its sum needs it: played here, or at a real table. */
type Ended = {
  readonly cause: EngineResult["cause"];
  readonly winners: readonly number[];
  readonly scores: readonly { readonly points: number }[];
};

/** Return what the points of a game have to add up to (M3): zero, but for the winners' own racks (E6) and a dropped rest (R-9). */
export function expectedSum(
  rules: Pick<EngineRules, "lowest_rack_scores">,
  { cause, winners, scores }: Ended,
  racks: readonly number[],
): number {
  if (!winners.length) return 0;
  const losses = -scores.reduce((sum, score, seat) => (winners.includes(seat) ? sum : sum + score.points), 0);
  const dropped = ((losses % winners.length) + winners.length) % winners.length;
  const own =
    rules.lowest_rack_scores === "own-rack" && cause !== "rack-empty"
      ? winners.reduce((sum, seat) => sum + (racks[seat] ?? 0), 0)
      : 0;
  return -dropped - own || 0;
}

/** Say whether everything on the sheet adds up: the game that has just ended, and the totals of the match. */
export function isSheetRight(
  rules: EngineRules,
  result: EngineResult | null,
  lines: readonly GameLine[],
  totals: readonly number[],
): boolean {
  const sum = result?.scores.reduce((all, score) => all + score.points, 0) ?? 0;
  const turns =
    result?.scores.every(
      (score) => score.turn_points.reduce((all, points) => all + points, 0) === score.points,
    ) ?? true;
  const game =
    result === null ||
    (rules.sets === "letters"
      ? turns
      : sum ===
        expectedSum(
          rules,
          result,
          result.scores.map((score) => score.rack_value),
        ));
  return game && JSON.stringify(totalsOf(lines)) === JSON.stringify(totals);
}

/** Points with a sign that lines up: +24, −5, 0. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}

/** Tiles of a rack by colour and number, jokers last, to be looked at. */
export function sorted(rack: readonly string[]): readonly string[] {
  const key = (tile: string): string => {
    const number = /^([krbo])(\d{1,2})/.exec(tile);
    return number ? `${"krbo".indexOf(number[1] ?? "")}${(number[2] ?? "").padStart(2, "0")}` : `9${tile}`;
  };
  return [...rack].sort((a, b) => key(a).localeCompare(key(b), "pl"));
}
