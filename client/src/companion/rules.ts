/**
 * The rules of a real table: those of the book (generated, since the companion works without the server) with what a
 * house plays otherwise. Which fields are offered is the companion's own choice: those that matter for the score.
 */

import type { EngineResult, EngineRules } from "../generated/protocol";
import { BOOKS, RULE_FIELDS } from "../generated/rules";
import {
  type Control,
  controlOf,
  differing as differingFrom,
  offers,
  type RuleValue,
} from "../rules/houseFields";

export type ScoringRules = EngineRules;
/** How a game at a real table ends; who leaves one takes the box along. */
export const CAUSES = [
  "rack-empty",
  "last-lap",
  "all-passed",
] as const satisfies readonly EngineResult["cause"][];
export type EndCause = (typeof CAUSES)[number];
export type Measure = EngineRules["match_ranking"][number];

/** The fields that a house may play otherwise at a real table. */
const OFFERED = {
  numbers: [
    "joker_rack_value",
    "opening_points",
    "opening_jokers",
    "unopened_penalty",
    "could_open_penalty",
    "strict",
    "lowest_rack_scores",
    "big_points",
    "later_starter",
  ],
  letters: ["double_from", "big_points", "later_starter"],
} as const satisfies Record<EngineRules["sets"], readonly (keyof EngineRules)[]>;
export type HouseField = (typeof OFFERED)[EngineRules["sets"]][number];
export type House = { readonly [Field in HouseField]?: ScoringRules[Field] };

/** The fields of the house that mean something in this game, each with what it takes. */
export function fieldsFor(
  rules: ScoringRules,
): readonly { readonly name: HouseField; readonly control: Control }[] {
  return OFFERED[rules.sets].flatMap((name) => {
    const field = RULE_FIELDS.find((each) => each.name === name);
    const control = field ? controlOf(field, rules) : null;
    return control ? [{ name, control }] : [];
  });
}

/** Every profile. */
export const PROFILES = Object.keys(BOOKS);

/** Say whether there is such a profile. */
export function isBook(profile: string): boolean {
  return profile in BOOKS;
}

/** The book of a profile. */
export function bookOf(profile: string): ScoringRules {
  return (BOOKS[profile] ?? BOOKS["pl"]) as ScoringRules;
}

/** The rules of a profile with a house's changes; big points, once there are any, decide a match first (M2). */
export function rulesOf(profile: string, house: House = {}): ScoringRules {
  const rules = { ...bookOf(profile), ...house };
  if (house.big_points === undefined) return rules;
  const rest = rules.match_ranking.filter((each) => each !== "big-points");
  return { ...rules, match_ranking: house.big_points ? ["big-points", ...rest] : rest };
}

/** Say whether a value fits a field of the house. */
export function fits(rules: ScoringRules, field: string, value: unknown): boolean {
  const found = fieldsFor(rules).find(({ name }) => name === field);
  return offers(found?.control ?? null, value as RuleValue);
}

/** What of a house really differs from the book. */
export function differing(profile: string, house: House): House {
  return differingFrom(bookOf(profile), house) as House;
}

/** Whether the rules charge who never opened in another way (E7). */
export function asksOpening(rules: ScoringRules): boolean {
  return rules.unopened_penalty !== null || rules.could_open_penalty !== null;
}
