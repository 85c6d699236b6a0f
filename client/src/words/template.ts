/**
 * Templates of messages: `{name}` stands for a value, `{count:tile|tiles}` for the form that fits the number.
 *
 * Plural forms stand in the order of FORMS of the language: "1 kostka, 2 kostki, 5 kostek". What belongs together stays on
 * one line, as Polish, Czech and Ukrainian print it: a word of one letter and the next, a number and what it counts, both ends of a range;
 * no line begins with a dash.
 */

import { FORMS, type Language } from "../generated/words/languages";

export { FORMS, LANGUAGES, type Language } from "../generated/words/languages";
export type Value = string | number;
export type Values = Readonly<Record<string, Value>>;

/** The names of the values that a template asks for, as a type. */
export type NamesIn<Text extends string> = Text extends `${string}{${infer Inside}}${infer Rest}`
  ? (Inside extends `${infer Name}:${string}` ? Name : Inside) | NamesIn<Rest>
  : never;

const PLACE = /\{([a-z_]+)(?::([^{}]*))?\}/g;
const rules = new Map<Language, Intl.PluralRules>();

/** Return the template with its values put in. */
export function format(language: Language, template: string, values: Values): string {
  const text = template.replace(PLACE, (whole, name: string, forms: string | undefined) => {
    const value = values[name];
    if (value === undefined) return whole;
    return forms === undefined ? String(value) : formFor(language, forms.split("|"), Number(value));
  });
  return language === "en" ? text : together(text);
}

const SHORT_WORDS = /(^|[\s(„«])((?:\p{L} )+)/gu;
const NUMBERS = /(\d) (?=\p{Ll})/gu;
const DASHES = / (?=[–—] )/g;
const RANGES = /(\d–)(?=\d)/g;

/** Return a text whose short words, numbers and ranges stay with what follows them, and dashes with what precedes them. */
function together(text: string): string {
  return text
    .replace(SHORT_WORDS, (_, before: string, words: string) => before + words.replaceAll(" ", "\u00a0"))
    .replace(NUMBERS, "$1\u00a0")
    .replace(DASHES, "\u00a0")
    .replace(RANGES, "$1\u2060");
}

/** Return a text with a capital letter. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** Return a text with a small letter, as it stands after a colon; a word in capitals stays as it is. */
export function small(text: string): string {
  return /^\p{Lu}(?!\p{Lu})/u.test(text) ? text.charAt(0).toLocaleLowerCase() + text.slice(1) : text;
}

/** Return the names of the values that a template asks for. */
export function namesIn(template: string): ReadonlySet<string> {
  return new Set([...template.matchAll(PLACE)].map((match) => match[1] ?? ""));
}

/** Return every list of plural forms in a template. */
export function formsIn(template: string): readonly (readonly string[])[] {
  return [...template.matchAll(PLACE)].flatMap((match) =>
    match[2] === undefined ? [] : [match[2].split("|")],
  );
}

function formFor(language: Language, forms: readonly string[], count: number): string {
  let rule = rules.get(language);
  if (!rule) {
    rule = new Intl.PluralRules(language);
    rules.set(language, rule);
  }
  const at = FORMS[language].indexOf(rule.select(count));
  return forms[at] ?? forms[forms.length - 1] ?? "";
}
