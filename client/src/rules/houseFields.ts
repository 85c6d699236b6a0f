/** House rules: which fields of a rule set can be changed, with what control, and what differs. */

import type { EngineRules, ProfileInfo, RuleField } from "../generated/protocol";

export type RuleValue = string | number | boolean | readonly (string | number | null)[] | null;
export type House = Readonly<Record<string, RuleValue>>;

/** What the table screen can play; numbers and letters. */
const PLAYED: ReadonlySet<string> = new Set(["numbers", "letters"]);

/** Say whether a rule set can be played in this client. */
export function isPlayed(profile: ProfileInfo): boolean {
  return PLAYED.has(profile.rules.sets ?? "numbers");
}

/** How a field is changed. */
type Control =
  | { readonly kind: "switch" }
  | { readonly kind: "choice"; readonly values: readonly string[] }
  | { readonly kind: "text"; readonly limit: number }
  | { readonly kind: "number"; readonly low: number; readonly high: number; readonly none: boolean };

/** Fields with a control of their own on the screen, or that a table has no use for. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  "sets",
  "min_players",
  "max_players",
  "turn_seconds",
  "turn_seconds_offered",
  "strict",
  "round_time",
  "settlement",
  "table_manners",
]);
/** Rulings that an older version read otherwise: shown where a game differs, no switch for a table. */
const RULINGS: ReadonlySet<string> = new Set([
  "opening_as_named",
  "pieces_are_disorder",
  "empty_rack_confirms",
  "ruling_opens",
]);
const LETTERS_ONLY: ReadonlySet<string> = new Set([
  "redeal_few",
  "opening_letters",
  "family_words",
  "refill_to",
  "double_from",
  "theme",
  "theme_by",
  "vote_seconds",
]);
const NUMBERS_ONLY: ReadonlySet<string> = new Set([
  "redeal_doublets",
  "opening_points",
  "joker_rack_value",
  "lowest_rack_scores",
  "unopened_penalty",
  "could_open_penalty",
]);

/** Read how a field is changed from what the server says that it takes; null: not by hand. */
export function controlOf(allowed: string): Control | null {
  if (allowed === "true or false") return { kind: "switch" };
  const choice = /^one of (.+)$/.exec(allowed);
  if (choice) return { kind: "choice", values: (choice[1] ?? "").split(", ") };
  const text = /^a text of 1 to (\d+) characters, or none$/.exec(allowed);
  if (text) return { kind: "text", limit: Number(text[1]) };
  const number = /^a whole number from (\d+) to (\d+)(, or none)?$/.exec(allowed);
  if (number)
    return { kind: "number", low: Number(number[1]), high: Number(number[2]), none: number[3] !== undefined };
  return null;
}

/** Return the fields that a house can change in a rule set, each with its control. */
export function houseFields(
  fields: readonly RuleField[],
  profile: ProfileInfo,
): readonly { field: RuleField; control: Control }[] {
  const others = profile.rules.sets === "letters" ? NUMBERS_ONLY : LETTERS_ONLY;
  return fields.flatMap((field) => {
    const control =
      ELSEWHERE.has(field.name) || RULINGS.has(field.name) || others.has(field.name)
        ? null
        : controlOf(field.allowed);
    return control ? [{ field, control }] : [];
  });
}

/** Return what of a house's wishes really differs from the rule set. */
export function differing(rules: EngineRules, house: House): House {
  const book = rules as unknown as Record<string, RuleValue>;
  return Object.fromEntries(
    Object.entries(house).filter(([field, value]) => JSON.stringify(book[field]) !== JSON.stringify(value)),
  );
}
