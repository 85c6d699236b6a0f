/** The score of a game and of a match at a real table: a twin of the engine's `scoring` and `match` (E1–E8, M1–M3, W10–W15). */

import { expectedSum } from "../scoring/scoreSheet";
import { canOpen } from "./opening";
import type { EndCause, ScoringRules } from "./rules";

export type Charge = "none" | "rack" | "difference" | "unopened" | "could-open" | "waived";

/** What scoring has to know of a seat when the game ends. */
export type FinalSeat = {
  readonly wentOut: boolean;
  readonly value: number;
  readonly opened: boolean;
  readonly hadTurn: boolean;
  /** Whether the rack could have opened; asked of those only who never did. */
  readonly couldOpen: boolean;
  readonly waived: boolean;
  readonly turnPoints: readonly number[];
};
export type SeatScore = {
  readonly value: number;
  readonly charge: Charge;
  readonly points: number;
  readonly bigPoints: number;
};
export type Result = {
  readonly cause: EndCause;
  readonly winners: readonly number[];
  readonly scores: readonly SeatScore[];
};

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/** What the tiles left on a rack count (E4). */
export function rackValue(faces: readonly string[], jokerValue: number): number {
  return sum(faces.map((face) => (face === "J" ? jokerValue : Number(face.slice(1)))));
}

/** Score a finished game: what each player is charged, and the sum for the winners. */
export function scoreGame(rules: ScoringRules, seats: readonly FinalSeat[], cause: EndCause): Result {
  if (rules.sets === "letters") return scoreTurns(rules, seats, cause);
  const lowest = Math.min(...seats.map((seat) => seat.value));
  const winners = places(seats, (seat) => (cause === "rack-empty" ? seat.wentOut : seat.value === lowest));
  const charges = seats.map((seat, place): Charge =>
    winners.includes(place) ? "none" : chargeOf(rules, seat, cause),
  );
  const losses = seats.map((seat, place) => lossOf(rules, charges[place] ?? "none", seat.value, lowest));
  const share = winners.length ? Math.floor(sum(losses) / winners.length) : 0; // a remainder is dropped
  const own = rules.lowest_rack_scores === "own-rack";
  const scores = seats.map((seat, place) => {
    const won = winners.includes(place);
    const points = won ? share - (own ? seat.value : 0) : -(losses[place] ?? 0);
    return {
      value: seat.value,
      charge: charges[place] ?? "none",
      points: points || 0,
      bigPoints: won && rules.big_points ? 1 : 0,
    };
  });
  return { cause, winners, scores };
}

/** Most points win, equal points share the win; tiles left over cost nothing (W15). */
function scoreTurns(rules: ScoringRules, seats: readonly FinalSeat[], cause: EndCause): Result {
  const totals = seats.map((seat) => sum(seat.turnPoints));
  const winners = places(totals, (total) => total === Math.max(...totals));
  const scores = totals.map((points, place) => ({
    value: 0,
    charge: "none" as Charge,
    points,
    bigPoints: rules.big_points && winners.includes(place) ? 1 : 0,
  }));
  return { cause, winners, scores };
}

/** What a player who did not win is charged as (E5–E7). */
export function chargeOf(rules: ScoringRules, seat: FinalSeat, cause: EndCause): Charge {
  if (cause !== "rack-empty") return rules.lowest_rack_scores === "difference" ? "difference" : "rack";
  if (seat.opened || !seat.hadTurn) return "rack";
  if (!seat.couldOpen) return rules.unopened_penalty === null ? "rack" : "unopened";
  if (rules.could_open_penalty === null) return "rack";
  return seat.waived ? "waived" : "could-open";
}

function lossOf(rules: ScoringRules, charge: Charge, value: number, lowest: number): number {
  const losses = {
    none: 0,
    rack: value,
    waived: value,
    difference: value - lowest,
    unopened: rules.unopened_penalty ?? 0,
    "could-open": rules.could_open_penalty ?? 0,
  };
  return losses[charge];
}

/** E7, R-13: the last tile taken made the opening possible, and strict play heard an announcement. */
export function isWaived(
  rules: ScoringRules,
  rack: readonly string[],
  taken: readonly string[],
  announced: boolean,
): boolean {
  const before = [...rack];
  for (const face of taken) {
    const at = before.indexOf(face);
    if (at >= 0) before.splice(at, 1);
  }
  return (announced || !rules.strict) && !canOpen(rules, before);
}

/** Say whether a game adds up as M3 says; where turns score, each player's points have to be the sum of their turns (W15). */
export function isSumRight(rules: ScoringRules, result: Result, seats: readonly FinalSeat[]): boolean {
  if (rules.sets === "letters")
    return result.scores.every((score, place) => score.points === sum(seats[place]?.turnPoints ?? []));
  return (
    sum(result.scores.map((score) => score.points)) ===
    expectedSum(
      rules,
      result,
      result.scores.map((score) => score.value),
    )
  );
}

/** What a turn of the word game scores: the letters of its longest new word, twice if the whole rack was laid (W10, W11). */
export function turnScore(
  rules: ScoringRules,
  letters: number,
  laid: { readonly held: number; readonly laid: number },
): number {
  return letters * (isDouble(rules, laid) ? 2 : 1);
}

export function isDouble(
  rules: ScoringRules,
  { held, laid }: { readonly held: number; readonly laid: number },
): boolean {
  return rules.double_from !== null && laid === held && held >= rules.double_from;
}

/** Who starts: a place, or null where it is drawn (S1, S2, W2). */
export function starterOf(rules: ScoringRules, players: number, previous: number | null): number | null {
  if (previous === null) return rules.first_starter === "draw" ? null : 0;
  return rules.later_starter === "left" ? (previous + 1) % players : null;
}

export type Standing = { readonly total: number; readonly wins: number; readonly bigPoints: number };

/** Who wins by the rules' ranking; who is still level shares it (M2, R-9). */
export function leadersOf(rules: ScoringRules, standings: readonly Standing[]): readonly number[] {
  const best = standings.reduce<Standing | null>(
    (top, each) => (top && compare(rules, top, each) <= 0 ? top : each),
    null,
  );
  return best ? places(standings, (each) => compare(rules, best, each) === 0) : [];
}

/** The order of a match: below zero if the first stands better. */
export function compare(rules: ScoringRules, one: Standing, other: Standing): number {
  const measures = { total: "total", wins: "wins", "big-points": "bigPoints" } as const;
  for (const measure of rules.match_ranking) {
    const difference = other[measures[measure]] - one[measures[measure]];
    if (difference) return difference;
  }
  return 0;
}

function places<Item>(items: readonly Item[], isWanted: (item: Item) => boolean): readonly number[] {
  return items.flatMap((item, place) => (isWanted(item) ? [place] : []));
}
