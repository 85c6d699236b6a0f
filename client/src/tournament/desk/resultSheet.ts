/**
 * The sheet of one game as it is typed in at the desk: what was left on the racks, or the points as they stand on the
 * paper. Small and big points are worked out at once, and what cannot be right is said before anything is sent (M3); the
 * server checks again (src/tilemeld/tournament/result_sheet.py), and vectors made from it hold both alike.
 */

import { POINTS_LIMIT } from "../../generated/constants";
import { type Left, scoreOf, scoringRules } from "../hall/gameScore";
import type { EngineRules, RefusalInfo, Sheet } from "../../generated/protocol";

/** What stands on the paper: what was left, or points with their signs. */
export type Mode = "remaining" | "points";
export type Ending = Sheet["ended"];
/** What somebody who did not open loses instead of the rack (E7). */
export type Charge = "rack" | "unopened" | "could-open";

export type Typed = {
  readonly mode: Mode;
  readonly numbers: readonly string[];
  readonly charges: readonly Charge[];
  /** How the game ended, if somebody has said so; else it follows from the numbers. */
  readonly ended: Ending | null;
};

export type Reading = {
  /** The points of each seat as far as they are known. */
  readonly points: readonly (number | null)[];
  readonly winners: readonly number[];
  readonly ended: Ending;
  /** What the points add up to. */
  readonly sum: number;
  /** The seats whose number cannot be read. */
  readonly unreadable: readonly number[];
  readonly problems: readonly RefusalInfo[];
  /** What can be sent; null while something is missing or wrong. */
  readonly sheet: Sheet | null;
};

const SEATS = "ABCDEF";
const OPENED: Readonly<Record<Charge, Left["opened"]>> = {
  rack: "yes",
  unopened: "could-not",
  "could-open": "could",
};

/** Return a typed number; null for nothing, undefined for what is not a number. Any kind of dash is a minus. */
export function readNumber(text: string): number | null | undefined {
  const plain = text
    .trim()
    .replace(/^[−–—]/, "-")
    .replace(/\s/g, "");
  if (plain === "") return null;
  return /^[+-]?\d{1,7}$/.test(plain) ? Number(plain) : undefined;
}

/** Read a sheet as it stands so far. */
export function readSheet(rules: EngineRules, typed: Typed): Reading {
  const letters = rules.sets === "letters";
  const mode = letters ? "points" : typed.mode;
  const values = typed.numbers.map(readNumber);
  const unreadable = values.flatMap((value, seat) =>
    value === undefined || (mode === "remaining" && (value ?? 0) < 0) ? [seat] : [],
  );
  const open = {
    points: values.map((value) => (mode === "points" ? (value ?? null) : null)),
    winners: [],
    sum: 0,
    unreadable,
    problems: [],
    sheet: null,
  };
  if (typed.ended === "abandoned") return abandoned(typed.numbers.length);
  const missing = values.some(
    (value, seat) => value === null && (mode === "points" || chargeOf(rules, typed, seat) === null),
  );
  if (unreadable.length || missing) return { ...open, ended: typed.ended ?? "rack-empty" };
  const numbers = values.map((value) => value ?? 0);
  return mode === "points"
    ? fromPoints(rules, numbers, typed.ended)
    : fromRacks(rules, typed, numbers, values);
}

function abandoned(seats: number): Reading {
  const points = Array<number>(seats).fill(0);
  return {
    points,
    winners: [],
    ended: "abandoned",
    sum: 0,
    unreadable: [],
    problems: [],
    sheet: { points, winners: [], ended: "abandoned" },
  };
}

/** The penalty of a seat, or null where the rack counts. */
function chargeOf(rules: EngineRules, typed: Typed, seat: number): number | null {
  const charge = typed.charges[seat] ?? "rack";
  if (charge === "unopened") return rules.unopened_penalty ?? null;
  return charge === "could-open" ? (rules.could_open_penalty ?? null) : null;
}

function fromRacks(
  rules: EngineRules,
  typed: Typed,
  racks: readonly number[],
  values: readonly (number | null | undefined)[],
): Reading {
  const empty = racks.flatMap((rack, seat) =>
    rack === 0 && chargeOf(rules, typed, seat) === null ? [seat] : [],
  );
  const ended: Ending = typed.ended ?? (empty.length ? "rack-empty" : "lowest-rack");
  const wrong = ended === "rack-empty" ? winnersWrong(rules, empty, ended) : null;
  const seats = racks.map((rack, seat): Left => ({
    rack: values[seat] === null ? null : rack,
    opened: OPENED[typed.charges[seat] ?? "rack"],
  }));
  const scored = wrong
    ? null
    : scoreOf(scoringRules(rules), seats, ended === "rack-empty" ? (empty[0] ?? null) : null);
  if (!scored)
    return {
      points: racks.map(() => null),
      winners: empty,
      ended,
      sum: 0,
      unreadable: [],
      problems: wrong ?? [],
      sheet: null,
    };
  const { points, winners } = scored.sheet;
  return finish(points, winners, ended, tooLarge(points), scored.sheet.racks ?? null);
}

function fromPoints(rules: EngineRules, points: readonly number[], chosen: Ending | null): Reading {
  const best = Math.max(...points);
  const winners = points.flatMap((each, seat) => (each === best ? [seat] : []));
  const ended: Ending =
    chosen ?? (winners.length > 1 && rules.sets !== "letters" ? "lowest-rack" : "rack-empty");
  const large = tooLarge(points);
  if (large.length || rules.sets === "letters") return finish(points, winners, ended, large, null);
  return finish(
    points,
    winners,
    ended,
    winnersWrong(rules, winners, ended) ?? sumsWrong(rules, points, winners, ended),
    null,
  );
}

function finish(
  points: readonly number[],
  winners: readonly number[],
  ended: Ending,
  problems: readonly RefusalInfo[],
  racks: readonly number[] | null,
): Reading {
  const sheet: Sheet | null = problems.length
    ? null
    : { points, winners, ended, ...(racks ? { racks } : {}) };
  return {
    points,
    winners,
    ended,
    sum: points.reduce((sum, each) => sum + each, 0),
    unreadable: [],
    problems,
    sheet,
  };
}

function winnersWrong(
  rules: EngineRules,
  winners: readonly number[],
  ended: Ending,
): readonly RefusalInfo[] | null {
  if (!winners.length) return [refusal("result/no-winner")];
  if (ended === "rack-empty" && winners.length > 1 && rules.sets !== "letters")
    return [refusal("result/one-winner")];
  return null;
}

/** What the others lose is what the winners gain (M3); a remainder is dropped, book A takes the winner's own rack off (E6). */
function sumsWrong(
  rules: EngineRules,
  points: readonly number[],
  winners: readonly number[],
  ended: Ending,
): readonly RefusalInfo[] {
  const positive = points.flatMap((each, seat) =>
    !winners.includes(seat) && each > 0
      ? [refusal("result/positive", { seat: SEATS[seat] ?? "", points: each })]
      : [],
  );
  if (positive.length) return positive;
  const loss = 0 - points.reduce((sum, each, seat) => (winners.includes(seat) ? sum : sum + each), 0);
  const share = Math.floor(loss / winners.length);
  const own = ended === "lowest-rack" && rules.lowest_rack_scores === "own-rack";
  return winners.flatMap((seat) => {
    const has = points[seat] ?? 0;
    if (has === share || (own && has <= share)) return [];
    if (winners.length === 1) return [refusal("result/sum", { sum: has - loss, expected: 0 })];
    return [refusal("result/share", { loss, expected: share, points: has })];
  });
}

function tooLarge(points: readonly number[]): readonly RefusalInfo[] {
  const wild = points.find((each) => Math.abs(each) > POINTS_LIMIT);
  return wild === undefined ? [] : [refusal("result/too-large", { points: wild, limit: POINTS_LIMIT })];
}

function refusal(code: string, params: Readonly<Record<string, string | number>> = {}): RefusalInfo {
  return { code, params, text: code };
}

/** Return what would have to be typed for a sheet that is there already, to correct it. */
export function typedOf(rules: EngineRules, sheet: Sheet): Typed {
  const racks = sheet.racks ?? null;
  if (rules.sets === "letters" || !racks) {
    return {
      mode: "points",
      numbers: sheet.points.map(String),
      charges: sheet.points.map(() => "rack"),
      ended: sheet.ended === "abandoned" ? "abandoned" : null,
    };
  }
  const charges = racks.map((rack, seat): Charge => {
    const loss = 0 - (sheet.points[seat] ?? 0);
    if (sheet.ended !== "rack-empty" || sheet.winners.includes(seat) || loss === rack) return "rack";
    if (loss === rules.unopened_penalty) return "unopened";
    return loss === rules.could_open_penalty ? "could-open" : "rack";
  });
  return { mode: "remaining", numbers: racks.map(String), charges, ended: null };
}
