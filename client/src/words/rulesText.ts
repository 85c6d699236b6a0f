/** Rule sets in words: their names, fields and values. */

import { sayAny } from "./say.svelte";

type RuleValue = string | number | boolean | readonly (string | number | null)[] | null;

/** Return the name of a rule set. */
export function sayProfile(profile: string): string {
  return sayAny(`profile.${profile}`, {}, profile);
}

/** Return what is special about a rule set. */
export function sayProfileAbout(profile: string): string {
  return sayAny(`profile-about.${profile}`, {}, "");
}

/** Return what a field of the rules is about; the server's English where we have no words yet. */
export function sayRule(field: string, english: string = field): string {
  return sayAny(`rule.${field}`, {}, english);
}

/** Return the value of a field of the rules. */
export function sayRuleValue(value: RuleValue): string {
  if (Array.isArray(value)) return value.map((each) => sayRuleValue(each as RuleValue)).join(", ");
  if (value === null) return sayAny("rule-value.none");
  if (typeof value === "boolean") return sayAny(value ? "rule-value.yes" : "rule-value.no");
  return sayAny(`rule-value.${value as string | number}`, {}, String(value));
}
