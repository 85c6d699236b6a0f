/**
 * Words: `say("lobby.start")`, `say("tiles.count", { count: 3 })`.
 *
 * The English catalogue is the list of keys and of the values each message takes; the other languages have the
 * same (types and tests/words/words.test.ts see to it). Each area has its own file in every language; the first ones come
 * with the page, the others with the screens that speak them (`hear`). One language is loaded at a time; `say` is
 * reactive inside components, so that switching the language needs no reload.
 */

import { untrack } from "svelte";

import type { RefusalInfo } from "../generated/protocol";
import type { en } from "../generated/words/en";
import {
  capital,
  format,
  LANGUAGES,
  small,
  type Language,
  type NamesIn,
  type Value,
  type Values,
} from "./template";

export { LANGUAGES, type Language } from "./template";

type Catalogue = typeof en;
export type Key = keyof Catalogue;
type ValuesFor<K extends Key> = [NamesIn<Catalogue[K]>] extends [never]
  ? []
  : [Readonly<Record<NamesIn<Catalogue[K]>, Value>>];

/** The areas that come with the screens that speak them. */
export const AREAS = [
  "board",
  "book",
  "companion",
  "end",
  "tournaments",
  "tournaments-refusals",
  "hall",
  "letters",
  "replay",
  "solver",
  "tutorial",
] as const;
export type Area = (typeof AREAS)[number];

type Part = Readonly<Record<string, string>>;
const parts = import.meta.glob<Readonly<Record<string, Part>>>(
  "../generated/words/*/{first,board,book,companion,end,tournaments,tournaments-refusals,hall,letters,replay,solver,tutorial}.ts",
);

let spoken = $state.raw<{ language: Language; areas: number; words: Part }>({
  language: "en",
  areas: -1,
  words: {},
});
/** The language asked for; `spoken` follows when it is loaded. */
let wanted: Language = "en";
const heard = new Set<Area>();

/** Return the language that is spoken. */
export function language(): Language {
  return spoken.language;
}

/** List names as a sentence does: “Jan, Ola and Ewa”. */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(spoken.language, { type: "conjunction" }).format(names);
}

/** Return how dates and times are written: as the browser writes them in this language (en-GB), else as the language does. */
export function locale(
  language: Language = spoken.language,
  wishes: readonly string[] = navigator.languages,
): string {
  return wishes.find((wish) => wish.toLowerCase().split("-")[0] === language) ?? language;
}

/** Load a language and speak it from now on. */
export async function speak(language: Language): Promise<void> {
  wanted = language;
  await follow();
  if (typeof document !== "undefined") dress(document, spoken.language);
}

/** Tell the page itself which language it speaks: its own attribute, what searches find, and the app that can be installed. */
function dress(page: Document, language: Language): void {
  page.documentElement.lang = language;
  page
    .querySelector("link[rel=manifest]")
    ?.setAttribute("href", language === "en" ? "/manifest.webmanifest" : `/manifest-${language}.webmanifest`);
  page.querySelector("meta[name=description]")?.setAttribute("content", say("app.about"));
}

/** Load areas of words that the first ones do not have, in this language and in every one that is spoken later. */
export async function hear(...areas: readonly Area[]): Promise<void> {
  const fresh = areas.filter((area) => !heard.has(area));
  for (const area of fresh) heard.add(area);
  try {
    await follow();
  } catch (problem) {
    for (const area of fresh) heard.delete(area);
    throw problem;
  }
}

/** Speak what is wanted as soon as all of it is there; who asks for more meanwhile is waited for. */
async function follow(): Promise<void> {
  for (;;) {
    const language = wanted;
    const areas = [...heard];
    if (untrack(() => spoken.language === language && spoken.areas === areas.length)) return;
    const loaded = await Promise.all(["first", ...areas].map((area) => load(language, area)));
    if (wanted === language && heard.size === areas.length)
      spoken = { language, areas: areas.length, words: Object.assign({}, ...loaded) as Part };
  }
}

async function load(language: Language, area: string): Promise<Part> {
  const part = await parts[`../generated/words/${language}/${area}.ts`]?.();
  const [words] = Object.values(part ?? {});
  if (!words) throw new Error(`there are no words about ${area} in ${language}`);
  return words;
}

/** Return the first of the languages a person prefers that we speak, or English. */
export function preferred(wishes: readonly string[]): Language {
  for (const wish of wishes) {
    const found = LANGUAGES.find((each) => wish.toLowerCase().split("-")[0] === each);
    if (found) return found;
  }
  return "en";
}

/** Return a message in the language that is spoken. */
export function say<K extends Key>(key: K, ...values: ValuesFor<K>): string {
  return format(spoken.language, spoken.words[key] ?? key, values[0] ?? {});
}

/** Return a message whose key is only known at run time, or the fallback where there is none. */
export function sayAny(key: string, values: Values = {}, fallback: string = key): string {
  const words = spoken.words[key];
  return words === undefined ? fallback : format(spoken.language, words, values);
}

const TILE = /^([krbo])(\d{1,2})[a-z]?$/;

/** Return a tile or a face in words: `r7a` and `r7` are "red 7", `Ja` is "joker" (`?a` where J is a letter), a letter is itself. */
export function sayTile(tile: string, joker = "J"): string {
  const number = TILE.exec(tile);
  if (number) return sayAny(`tile.${number[1]}`, { number: number[2] ?? "" });
  if (/^[J?][a-z]?(\(|$)/.test(tile) && (tile.startsWith(joker) || tile.startsWith("?"))) {
    const standsFor = /\((.+)\)/.exec(tile)?.[1];
    return standsFor ? say("tile.joker-as", { face: sayTile(standsFor, joker) }) : say("tile.joker");
  }
  return tile.length > 1 && /[a-z]$/.test(tile) ? tile.slice(0, -1) : tile;
}

/** What a seat is called in a refusal, if the table is known. */
export type SeatNames = (seat: number) => string;

/** Return one reason of the server in the language that is spoken, with its values. */
export function sayRefusal(
  refusal: RefusalInfo,
  seatName: SeatNames = (seat) => say("seat.number", { number: seat + 1 }),
): string {
  const values: Record<string, Value> = {};
  for (const [name, value] of Object.entries(refusal.params))
    values[name] = valueInWords(name, value, seatName);
  const fault = refusal.params["fault"];
  if (typeof fault === "string")
    values["reason"] = small(sayAny(`refusal.${fault}`, values, String(refusal.params["reason"] ?? fault)));
  return capital(sayAny(`refusal.${refusal.code}`, values, refusal.text));
}

function valueInWords(name: string, value: Value, seatName: SeatNames): Value {
  if (name === "face" || name === "tile" || name === "stands_for") return sayTile(String(value));
  if (name === "colour") return sayAny(`colour.${value}`, {}, String(value));
  if ((name === "seat" || name === "active") && typeof value === "number") return seatName(value);
  if (name === "profile") return sayAny(`profile.${value}`, {}, String(value));
  if (name === "field")
    return sayAny(`rule.${value}`, {}, sayAny(`tournaments.field.${value}`, {}, String(value)));
  if (name === "role") return sayAny(`tournaments.role.${value}`, {}, String(value));
  if (name === "needed") return sayAny(`tournaments.needed.${value}`, {}, String(value));
  if (name === "path")
    return String(value).replace(/^(line|step) (\d+)/, (whole, kind: string, number: string) =>
      sayAny(`record.at.${kind}`, { number }, whole),
    );
  if (name === "what") return sayAny(`tournaments.fact.${value}`, {}, String(value));
  if (name === "criterion") return sayAny(`tournaments.criterion.${value}`, {}, String(value));
  return value;
}
