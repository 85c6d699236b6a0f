/** House rules: which fields of a rule set can be changed, with what control, and what differs. */

import type { EngineRules, RuleField } from "../generated/protocol";

export type RuleValue = string | number | boolean | readonly (string | number | null)[] | null;
export type House = Readonly<Record<string, RuleValue>>;

/** What the table screen can play; numbers and letters. */
const PLAYED: ReadonlySet<string> = new Set(["numbers", "letters"]);

/** Say whether a rule set can be played in this client. */
export function isPlayed(profile: EngineRules): boolean {
  return PLAYED.has(profile.sets);
}

/** How a field is changed. */
export type Control =
  | { readonly kind: "switch" }
  | { readonly kind: "choice"; readonly values: readonly string[] }
  | { readonly kind: "text"; readonly limit: number; readonly none: boolean }
  | {
      readonly kind: "number";
      readonly low: number;
      readonly high: number;
      readonly step: number;
      readonly none: boolean;
    };

/** Return how a field is changed in a game by these rules and this house; null: not at all. */
export function controlOf(field: RuleField, rules: EngineRules, house: House = {}): Control | null {
  const range = field.games.find(({ sets }) => sets === rules.sets);
  if (!range || field.chosen === "book") return null;
  const { kind, values, none } = field;
  if (kind === "switch") return { kind };
  if (kind === "choice") return { kind, values };
  if (range.high === null) return null;
  if (kind === "text") return { kind, limit: range.high, none };
  if (kind !== "number" || range.low === null) return null;
  const step = field.even_stacks && (house["stacks"] ?? rules.stacks) !== "none" ? 2 : 1;
  const least = step * Math.ceil(range.low / step);
  return { kind, low: least, high: range.high - (range.high % step), step, none };
}

/** Return the fields that a house can change in a rule set, each with its control; tables choose others elsewhere. */
export function houseFields(
  fields: readonly RuleField[],
  rules: EngineRules,
  house: House = {},
): readonly { field: RuleField; control: Control }[] {
  return fields.flatMap((field) => {
    const control = field.chosen === "house" ? controlOf(field, rules, house) : null;
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

/** Say whether a control can give a value: what it offers is what the engine accepts. */
export function offers(control: Control | null, value: RuleValue): boolean {
  switch (control?.kind) {
    case "switch":
      return typeof value === "boolean";
    case "choice":
      return control.values.includes(value as string);
    case "text":
      if (value === null) return control.none;
      return typeof value === "string" && value.trim().length > 0 && value.length <= control.limit;
    case "number":
      if (value === null) return control.none;
      return (
        typeof value === "number" &&
        value >= control.low &&
        value <= control.high &&
        value % control.step === 0
      );
    default:
      return false;
  }
}
