/**
 * The sheet of a game at a real table: from what is left on the racks to the scores, by the companion's twin of the
 * engine. The server checks every sheet again (M3); this is here so that a table sees its scores while it enters racks.
 */

import type { ScoringRules } from "../../companion/rules";
import { type FinalSeat, isSumRight, rackValue, scoreGame } from "../../companion/scoring";
import type { EngineRules, Sheet } from "../../generated/protocol";

/** What a seat is left with: the value of the rack, or never opened (E7). */
export type Left = { readonly rack: number | null; readonly opened: "yes" | "could-not" | "could" };

/** Return what scoring needs of the rules. */
export function scoringRules(rules: EngineRules): ScoringRules {
  return rules;
}

export type Scored = { readonly sheet: Sheet; readonly sum: number; readonly right: boolean };

/** Return the scores; null while something is missing. `out` is who has laid the last tile, null: nobody has. */
export function scoreOf(rules: ScoringRules, seats: readonly Left[], out: number | null): Scored | null {
  const isAsked = (left: Left, seat: number): boolean =>
    seat !== out && !(out !== null && isPenalised(rules, left));
  if (seats.some((left, seat) => left.rack === null && isAsked(left, seat))) return null;
  const racks = seats.map((left, seat) => (seat === out ? 0 : (left.rack ?? 0)));
  const finals = seats.map((left, seat) =>
    finalSeat({
      wentOut: seat === out,
      value: racks[seat] ?? 0,
      opened: left.opened === "yes",
      couldOpen: left.opened === "could",
    }),
  );
  const counted = seats.every((left, seat) => seat === out || left.rack !== null);
  return scored(rules, finals, out === null ? "lowest-rack" : "rack-empty", counted ? racks : null);
}

/** The same for the word game: most points win, equals share it (W15). */
export function scoreOfWords(rules: ScoringRules, points: readonly (number | null)[]): Scored | null {
  const known = points.filter((each) => each !== null);
  return known.length < points.length
    ? null
    : scored(
        rules,
        known.map((each) => finalSeat({ turnPoints: [each] })),
        "rack-empty",
        null,
      );
}

/** What tiles left on a rack are worth (E4). */
export function tilesValue(rules: ScoringRules, tiles: readonly (number | "J")[]): number {
  return rackValue(
    tiles.map((tile) => (tile === "J" ? "J" : `k${tile}`)),
    rules.joker_rack_value,
  );
}

function scored(
  rules: ScoringRules,
  seats: readonly FinalSeat[],
  ended: "rack-empty" | "lowest-rack",
  racks: readonly number[] | null,
): Scored {
  const result = scoreGame(rules, seats, ended === "rack-empty" ? "rack-empty" : "last-lap");
  const points = result.scores.map((score) => score.points);
  const sheet: Sheet = { points, winners: result.winners, ended, ...(racks ? { racks } : {}) };
  return { sheet, sum: points.reduce((all, each) => all + each, 0), right: isSumRight(rules, result, seats) };
}

function isPenalised(rules: ScoringRules, left: Left): boolean {
  return (
    (left.opened === "could-not" && rules.unopened_penalty !== null) ||
    (left.opened === "could" && rules.could_open_penalty !== null)
  );
}

function finalSeat(known: Partial<FinalSeat>): FinalSeat {
  return {
    wentOut: false,
    value: 0,
    opened: true,
    hadTurn: true,
    couldOpen: false,
    waived: false,
    turnPoints: [],
    ...known,
  };
}
