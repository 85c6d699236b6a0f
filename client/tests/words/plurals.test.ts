/** Numbers and what they count: every message in every language with every number from 0 to 112, and with 1,000,002. */

import { describe, expect, test } from "vitest";

import { format, FORMS, formsIn, type Language, LANGUAGES, namesIn } from "../../src/words/template";

/** A language as it is written for translators: what Python says is not in the browser's modules. */
interface Written {
  readonly [key: string]: string;
}

/** A plural of the catalogue in the short form: `{count, plural, one {tile} other {tiles}}` as `{count:tile|tiles}`. */
function shorten(text: string, categories: readonly string[]): string {
  return text.replace(
    /\{([a-z_]+), plural,((?: [a-z]+ \{[^{}]*\})+)\}/g,
    (_, name: string, forms: string) => {
      const given = Object.fromEntries(
        [...forms.matchAll(/([a-z]+) \{([^{}]*)\}/g)].map((found) => [found[1], found[2]]),
      );
      return `{${name}:${categories.map((category) => given[category]).join("|")}}`;
    },
  );
}

/** What the terminal says, by language. */
const terminal = Object.entries(
  import.meta.glob<Written>("../../../words/*/terminal*.json", { eager: true, import: "default" }),
).map(([path, part]) => [path.split("/")[4] as Language, part] as const);

const browser = Object.fromEntries(
  Object.entries(
    import.meta.glob<Record<string, Readonly<Record<string, string>>>>(
      "../../src/generated/words/*/index.ts",
      { eager: true },
    ),
  ).map(([path, all]) => [path.split("/")[5], Object.values(all)[0] ?? {}]),
) as Readonly<Record<Language, Readonly<Record<string, string>>>>;
const languages = LANGUAGES;
const catalogues = Object.fromEntries(
  languages.map((language) => [
    language,
    {
      ...browser[language],
      ...Object.fromEntries(
        terminal
          .filter(([of]) => of === language)
          .flatMap(([, part]) => Object.entries(part))
          .map(([key, text]) => [`terminal ${key}`, shorten(text, FORMS[language])]),
      ),
    },
  ]),
) as Readonly<Record<Language, Readonly<Record<string, string>>>>;
const NUMBERS = [...Array(113).keys(), 1_000_002];

/** Values that are never a number of things: names, texts, and numbers that tell which one (round 3, line 7). */
const NOT_COUNTED = new Set(
  "active address after alphabet answer avatar before beginning by code colour criterion day event expected face field file first folder found from game goal help id key kind kinds language languages left letter line link loss method mine name names now number of one option order other ours path phrase place player profile profiles query rating reason receiver result role round seat seen set share sets source stack stacks stands_for state sum table target text theirs theme tile time to turn typed value version versions way what word words".split(
    " ",
  ),
);

/** Words that no number bends: prepositions, conjunctions, verbs that follow a number by chance, units. */
const UNBENT: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set(
    "a ahead and are at can disputed for h if in instead is kB left min missed missing more ms needed not of on or possible repeated s to was".split(
      " ",
    ),
  ),
  pl: new Set("a albo było do h i kB min ms na s w więcej z za".split(" ")),
  cs: new Set("a až bylo do h kB min ms na nebo s včetně víc z za".split(" ")),
  uk: new Set("або була більше до за з і й кБ кожного мс на с хв год".split(" ")),
};

/** Which form a number asks for, written down once more, from the grammars. */
function formOf(language: Language, n: number): number {
  const [last, teens] = [n % 10, n % 100 > 10 && n % 100 < 20];
  if (language === "en") return n === 1 ? 0 : 1;
  if (language === "cs") return n === 1 ? 0 : n > 1 && n < 5 ? 1 : 2;
  if (language === "pl" ? n === 1 : last === 1 && !teens) return 0;
  return last > 1 && last < 5 && !teens ? 1 : 2;
}

/** What follows and what precedes the counted places of a message, number by number. */
function beside(
  language: Language,
  text: string,
  name: string,
): readonly (readonly { before: string; after: string }[])[] {
  const marked = text.replaceAll(`{${name}}`, `⟦{${name}}⟧`);
  const others = Object.fromEntries([...namesIn(text)].map((each) => [each, 7]));
  return NUMBERS.map((n) => {
    const said = format(language, marked, { ...others, [name]: n }).replaceAll("\u00a0", " ");
    return [...said.matchAll(/(?:(\p{L}+) )?⟦\d+⟧(?: (\p{L}+))?/gu)].map((match) => ({
      before: match[1] ?? "",
      after: match[2] ?? "",
    }));
  });
}

/** What is wrong with a message: it counts things, but the word beside the number is the same for every number. */
function faults(language: Language, key: string, text: string): readonly string[] {
  const counted = [...namesIn(text)].filter((name) =>
    name === "tiles" ? text.includes("{tiles:") : !NOT_COUNTED.has(name),
  );
  return counted.flatMap((name) => {
    const said = beside(language, text, name);
    return (said[0] ?? []).flatMap((_, place) => {
      const at = (which: "before" | "after"): readonly string[] => [
        ...new Set(said.map((places) => places[place]?.[which] ?? "")),
      ];
      const [after, before] = [at("after"), at("before")];
      const bends = text.split(`{${name}}`)[place + 1]?.startsWith(` {${name}:`) ?? false; // perhaps into the same word: hlášení
      const found = [];
      if (
        !bends &&
        after.length === 1 &&
        /^\p{Ll}/u.test(after[0] ?? "") &&
        !UNBENT[language].has(after[0] ?? "")
      )
        found.push(`${language} ${key}: {${name}} ${after[0]}`);
      // Czech bends the participle, too: vzat 1 kámen, vzaty 2 kameny, vzato 5 kamenů
      if (
        language === "cs" &&
        before.length === 1 &&
        after.length > 1 &&
        /\p{Ll}(no|to)$/u.test(before[0] ?? "")
      )
        found.push(`${language} ${key}: ${before[0]} {${name}}`);
      return found;
    });
  });
}

describe("numbers", () => {
  test.each(languages)("%s: what is counted has the forms of its language in every message", (language) => {
    expect(
      Object.entries(catalogues[language]).flatMap(([key, text]) => faults(language, key, text)),
    ).toEqual([]);
  });

  test.each(languages)("%s: every number gets the form that the grammar asks for", (language) => {
    const wrong = Object.entries(catalogues[language]).flatMap(([key, text]) =>
      formsIn(text).flatMap((forms) =>
        NUMBERS.filter(
          (n) =>
            format(language, `{n:${forms.join("|")}}`, { n }).replaceAll("\u00a0", " ") !==
            forms[formOf(language, n)],
        ).map((n) => `${key}: ${n}`),
      ),
    );
    expect(wrong).toEqual([]);
  });

  test.each([
    ["pl", "Runda ma {games} partii, nie ma partii {game}", ["{games} partii"]],
    ["pl", "{count} niepotwierdzone", ["{count} niepotwierdzone"]],
    ["cs", "{name}: vzato {count} {count:kámen|kameny|kamenů}", ["vzato {count}"]],
    ["cs", "{seconds} sekund na tento tah", ["{seconds} sekund"]],
    ["uk", "Слово {word} має {letters} літер, для початку потрібно {needed}", ["{letters} літер"]],
    ["en", "A round has {games} games, there is no game {game}", ["{games} games"]],
  ] as const)("texts that were once wrong are found: %s %s", (language, text, expected) => {
    expect(faults(language, "old", text)).toEqual(expected.map((each) => `${language} old: ${each}`));
  });
});
