/**
 * The sheet of a game at a real table: from what is left on the racks to the scores (E4–E7, R-8, R-9).
 *
 * The server checks every sheet again (M3); this is here so that a table enters racks and sees its scores at once.
 */

import type { Sheet } from "../connection/events";
import type { EngineRules } from "../protocol";

type Scoring = Pick<EngineRules, "sets" | "lowest_rack_scores" | "unopened_penalty" | "could_open_penalty" | "joker_rack_value">;

/** What a seat is left with: the value of the rack, or never opened (E7). */
export type Left = { readonly rack: number | null; readonly opened: "yes" | "could-not" | "could" };

/** Whether the rules know a penalty for who has not opened. */
export function hasPenalty(rules: Scoring): boolean {
  return rules.unopened_penalty != null || rules.could_open_penalty != null;
}

/** Return the sheet; null while something is missing. `out` is who has laid the last tile, null: nobody has. */
export function sheetOf(rules: Scoring, seats: readonly Left[], out: number | null): Sheet | null {
  return out === null ? lowest(rules, seats) : emptied(rules, seats, out);
}

/** After E1: everybody else loses the rack or the penalty, the winner gets the sum (E5, E7). */
function emptied(rules: Scoring, seats: readonly Left[], out: number): Sheet | null {
  const points: number[] = [];
  for (const [seat, left] of seats.entries()) {
    const loss = seat === out ? 0 : lossOf(rules, left);
    if (loss === null) return null;
    points.push(-loss || 0);
  }
  points[out] = -points.reduce((sum, each) => sum + each, 0) || 0;
  const racks = seats.every((left, seat) => seat === out || left.rack !== null) ? seats.map((left, seat) => (seat === out ? 0 : (left.rack ?? 0))) : null;
  return { points, winners: [out], ended: "rack-empty", racks };
}

function lossOf(rules: Scoring, left: Left): number | null {
  if (left.opened === "could-not" && rules.unopened_penalty != null) return rules.unopened_penalty;
  if (left.opened === "could" && rules.could_open_penalty != null) return rules.could_open_penalty;
  return left.rack;
}

/** After E3: the lowest rack wins, equals share it (E6, R-9). */
function lowest(rules: Scoring, seats: readonly Left[]): Sheet | null {
  const racks: number[] = [];
  for (const left of seats) {
    if (left.rack === null) return null;
    racks.push(left.rack);
  }
  const low = Math.min(...racks);
  const winners = racks.flatMap((rack, seat) => (rack === low ? [seat] : []));
  const off = rules.lowest_rack_scores === "difference" ? low : 0;
  const losses = racks.map((rack) => (rack === low ? 0 : rack - off));
  const share = Math.floor(losses.reduce((sum, each) => sum + each, 0) / winners.length);
  const won = rules.lowest_rack_scores === "own-rack" ? share - low : share;
  return { points: racks.map((rack, seat) => (rack === low ? won : -(losses[seat] ?? 0) || 0)), winners, ended: "lowest-rack", racks };
}

/** The sheet of a word game: most points win, equals share it (W15). */
export function wordSheet(points: readonly (number | null)[]): Sheet | null {
  const known = points.filter((each) => each !== null);
  if (known.length < points.length) return null;
  const best = Math.max(...known);
  return { points: known, winners: known.flatMap((each, seat) => (each === best ? [seat] : [])), ended: "rack-empty" };
}

/** What tiles left on a rack are worth: numbers as they are, a joker as the rules say (E4). */
export function rackValue(rules: Scoring, tiles: readonly (number | "J")[]): number {
  return tiles.reduce<number>((sum, tile) => sum + (tile === "J" ? rules.joker_rack_value : tile), 0);
}

/** What the scores add up to, and what they have to (M3); a remainder that R-9 drops and the winners' racks of book A are explained. */
export function sumCheck(rules: Scoring, sheet: Sheet): { readonly sum: number; readonly right: boolean } {
  const sum = sheet.points.reduce((all, each) => all + each, 0);
  if (rules.sets === "letters" || sheet.ended === "abandoned") return { sum, right: true };
  const lost = -sheet.points.reduce((all, each, seat) => (sheet.winners.includes(seat) ? all : all + each), 0);
  const dropped = lost % sheet.winners.length;
  const own = sheet.ended === "lowest-rack" && rules.lowest_rack_scores === "own-rack";
  const won = sheet.winners.map((seat) => sheet.points[seat] ?? 0);
  const share = (lost - dropped) / sheet.winners.length;
  return { sum, right: won.every((each) => (own ? each <= share : each === share)) };
}
