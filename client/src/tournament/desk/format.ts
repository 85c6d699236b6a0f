/** The format of a tournament as the form has it: sensible from the start, so that a club tournament is set up in a minute. */

import { differing, type House } from "../../rules/houseFields";
import { USUAL_FORMAT } from "../../generated/formats";
import type { EngineRules, Format, FormatWish } from "../../generated/protocol";

export type Chosen = Required<Omit<FormatWish, "house">> & { readonly house: House };
export type Criterion = Chosen["tie_breaks"][number];

export const CRITERIA: readonly Criterion[] = [
  "wins",
  "direct",
  "best-game",
  "fewest-penalties",
  "opponents",
  "last-round",
  "big-points",
  "total",
];
export const MINUTES: readonly (number | null)[] = [30, 45, 60, 75, 90, 105, 120, 150, 180, null];

/** What a club plays that has said nothing else: the tournament rules of its language where there are some. */
export function usual(language: string): Chosen {
  return {
    profile: language === "cs" || language === "uk" ? language : "pl-tournament",
    house: {},
    ...USUAL_FORMAT,
    unconfirmed: "wait", // tournaments of earlier versions counted them at once
  };
}

/** The format of a tournament that there is already. */
export function chosenOf(format: Format, profiles: readonly EngineRules[]): Chosen {
  const { rules, ...rest } = format;
  const book = profiles.find((each) => each.profile === rules.profile);
  return { ...rest, profile: rules.profile, house: book ? houseOf(book, rules) : {} };
}

/** The house rules of rules: where they differ from the book. */
export function houseOf(book: EngineRules, rules: EngineRules): House {
  const { profile: _, version: __, ...values } = rules as unknown as Record<string, House[string]>;
  return differing(book, values as House);
}

/** Say whether a profile can be played at tables of four. */
export function fitsTables(profile: EngineRules): boolean {
  return profile.min_players <= 4 && 4 <= profile.max_players;
}

/** Move an item of a list one place up or down. */
export function moved<Item>(list: readonly Item[], at: number, by: number): readonly Item[] {
  const to = at + by;
  if (to < 0 || to >= list.length) return list;
  const next = [...list];
  [next[at], next[to]] = [next[to] as Item, next[at] as Item];
  return next;
}

/** How long the rounds take together, in minutes; null without a clock. */
export function playingMinutes(chosen: Chosen): number | null {
  return chosen.round_minutes === null
    ? null
    : chosen.round_minutes * chosen.rounds +
        (chosen.final === "table" ? (chosen.final_minutes ?? chosen.round_minutes) : 0);
}
