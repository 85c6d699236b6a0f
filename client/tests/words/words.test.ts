/** Every message is there in four languages, takes the same values, and is used; every code has its words. */

import { beforeAll, describe, expect, test } from "vitest";

import { cs } from "../../src/generated/words/cs";
import { en } from "../../src/generated/words/en";
import { PHRASES } from "../../src/generated/constants";
import { pl } from "../../src/generated/words/pl";
import {
  AREAS,
  hear,
  locale,
  preferred,
  say,
  sayAny,
  sayRefusal,
  sayTile,
  speak,
} from "../../src/words/say.svelte";
import { FORMS, format, formsIn, type Language, LANGUAGES, namesIn } from "../../src/words/template";
import { uk } from "../../src/generated/words/uk";

const catalogues = Object.fromEntries(
  Object.entries(
    import.meta.glob<Record<string, Readonly<Record<string, string>>>>(
      "../../src/generated/words/*/index.ts",
      { eager: true },
    ),
  ).map(([path, all]) => [path.split("/")[5], Object.values(all)[0] ?? {}]),
) as Readonly<Record<Language, Readonly<Record<string, string>>>>;
const languages = LANGUAGES;
const pages = import.meta.glob<string>(
  [
    "../../../docs/refusals.md",
    "../../../docs/profiles.md",
    "../../../src/tilemeld/service/errors.py",
    "../../../src/tilemeld/tournament/errors.py",
    "../../../src/tilemeld/service/live/phrases.py",
  ],
  { query: "?raw", import: "default", eager: true },
);
const sources = import.meta.glob<string>(
  ["../../src/**/*.{ts,svelte}", "!../../src/generated/words/**", "!../../src/**/*.test.ts"],
  {
    query: "?raw",
    import: "default",
    eager: true,
  },
);

function read(path: string): string {
  const text = pages[`../../../${path}`];
  if (text === undefined) throw new Error(`${path} is not there`);
  return text;
}

/** The codes in a table of a page: the first column, in backticks. */
function codesOf(page: string): string[] {
  return [...read(page).matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1] ?? "");
}

/** What may be keys of messages: texts without a space. */
function literalsIn(texts: readonly string[]): ReadonlySet<string> {
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/["'`]([a-z][\w./-]*)["'`]/g)].map((match) => match[1] ?? "")),
  );
}

/** What may be the beginnings of keys that the code completes. */
function prefixesIn(texts: readonly string[]): readonly string[] {
  return [
    ...new Set(
      texts.flatMap((text) =>
        [...text.matchAll(/`([a-z][a-z-]*\.(?:[a-z-]+\.)*)\$\{/g)].map((match) => match[1] ?? ""),
      ),
    ),
  ];
}

/** What the client says no to by itself. */
const OWN_CODES = ["client/unreachable"];
const services = ["src/tilemeld/service/errors.py", "src/tilemeld/tournament/errors.py"].flatMap((page) => [
  ...read(page).matchAll(/^ {4}"([a-z]+\/[a-z0-9-]+)": (?:\(\n +)?"(.*)",?$/gm),
]);

describe("catalogues", () => {
  test.each(languages)("%s has every message and no other", (language) => {
    expect(Object.keys(catalogues[language]).sort()).toEqual(Object.keys(en).sort());
  });

  test.each(languages)("%s takes the same values in every message", (language) => {
    const wrong = Object.entries(en).filter(
      ([key, text]) =>
        [...namesIn(text)].sort().join() !== [...namesIn(catalogues[language][key] ?? "")].sort().join(),
    );
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  test.each(languages)("%s has as many plural forms as its grammar", (language) => {
    const wrong = Object.entries(catalogues[language]).filter(([, text]) =>
      formsIn(text).some((forms) => forms.length !== FORMS[language].length || forms.some((form) => !form)),
    );
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  test.each(languages)("%s leaves no brace open and nothing empty", (language) => {
    const wrong = Object.entries(catalogues[language]).filter(
      ([, text]) => !text.trim() || /[{}]/.test(text.replace(/\{[a-z_]+(:[^{}]*)?\}/g, "")),
    );
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  test.each(languages)(
    "%s: what keeps confirming off fits the two lines of its button on a phone",
    (language) => {
      const LINE = 18; // letters of its size in the width that there is
      const lines = (text: string): number => {
        let [count, used] = [1, -1];
        for (const word of text.split(" ")) {
          used += word.length + 1;
          if (used > LINE) [count, used] = [count + 1, word.length];
        }
        return count;
      };
      const shown = Object.entries(catalogues[language])
        .filter(([key]) => key.startsWith("why."))
        .map(([, text]) => format(language, text, { count: 29, needed: 6 }));
      expect(shown.filter((text) => lines(text) > 2)).toEqual([]);
    },
  );

  test("every message is used: as a literal, or through a prefix that the code completes", () => {
    const texts = Object.values(sources);
    const literals = literalsIn(texts);
    const prefixes = prefixesIn(texts);
    const unused = Object.keys(en).filter(
      (key) => !literals.has(key) && !prefixes.some((prefix) => key.startsWith(prefix)),
    );
    expect(unused).toEqual([]);
  });
});

describe("areas", () => {
  const files = import.meta.glob<Record<string, Readonly<Record<string, string>>>>(
    ["../../src/generated/words/*/*.ts", "!../../src/generated/words/*/index.ts"],
    { eager: true },
  );
  const areaOf = (language: Language, area: string): readonly string[] =>
    Object.keys(Object.values(files[`../../src/generated/words/${language}/${area}.ts`] ?? {})[0] ?? {});

  test.each(languages)("%s: the first words and the areas are all there is, none of it twice", (language) => {
    const loaded = ["first", ...AREAS].flatMap((area) => areaOf(language, area));
    expect([...loaded].sort()).toEqual(Object.keys(catalogues[language]).sort());
  });

  test("every screen asks for the words that it speaks", () => {
    const app = sources["../../src/App.svelte"] ?? "";
    const lazy = [...app.matchAll(/import\("\.\/([^"]+)"\)\}(?:\s+words=\{\[([^\]]*)\]\})?/g)];
    expect(lazy.length).toBe([...app.matchAll(/import\(/g)].length);
    const screens = [
      ["App.svelte", ""],
      ...lazy.map(([, file, words]) => [file ?? "", words ?? ""]),
    ] as const;
    const mute = screens.flatMap(([file, words]) => {
      const asked = ["first", ...[...words.matchAll(/"([a-z-]+)"/g)].map((match) => match[1] ?? "")];
      const there = new Set(asked.flatMap((area) => areaOf("en", area)));
      return keysSpokenBy(file)
        .filter((key) => !there.has(key))
        .map((key) => `${file}: ${key}`);
    });
    expect(mute).toEqual([]);
  });

  /** The messages that a screen and everything it imports may say; a prefix counts where words are spoken. */
  function keysSpokenBy(file: string): string[] {
    const seen = new Set<string>();
    const visit = (path: string): void => {
      const found = [path, `${path}.ts`].find((each) => sources[each] !== undefined);
      if (!found || seen.has(found) || found.includes("/words/say.svelte")) return;
      seen.add(found);
      for (const [, to] of (sources[found] ?? "").matchAll(/^\s*import (?!type)[^;]*?"(\.[^"]+)";/gm))
        visit(resolve(found, to ?? ""));
    };
    visit(`../../src/${file}`);
    const texts = [...seen].map((path) => sources[path] ?? "");
    const literals = literalsIn(texts);
    const prefixes = prefixesIn(texts.filter((text) => text.includes("/say.svelte")));
    return Object.keys(en).filter(
      (key) => literals.has(key) || prefixes.some((prefix) => key.startsWith(prefix)),
    );
  }

  function resolve(from: string, to: string): string {
    const parts = from.split("/").slice(0, -1);
    for (const part of to.split("/")) {
      if (part === "..") parts.pop();
      else if (part !== ".") parts.push(part);
    }
    return parts.join("/");
  }
});

describe("codes", () => {
  const keys = (prefix: string): string[] =>
    Object.keys(en)
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length))
      .sort();

  test("every refusal of the rules, the service, tournaments and the wire has words, and no other", () => {
    const known = [...codesOf("docs/refusals.md"), ...services.map((match) => match[1]), ...OWN_CODES];
    expect(keys("refusal.")).toEqual([...new Set(known)].sort());
  });

  test("a refusal uses only values that come with it", () => {
    const lines = [...read("docs/refusals.md").matchAll(/^\| `([^`]+)` \| (.*) \|$/gm), ...services];
    const wrong = lines.filter(([, code, text]) => {
      const given = new Set(
        [...(text ?? "").matchAll(/\{([a-z_]+)(?:![rs])?\}/g)].map((match) => match[1] ?? ""),
      );
      return [...namesIn(catalogues.en[`refusal.${code}`] ?? "")].some((name) => !given.has(name));
    });
    expect(wrong.map(([, code]) => code)).toEqual([]);
  });

  test("every phrase has words, and no other", () => {
    expect(keys("phrase.")).toEqual([...PHRASES].sort());
  });

  test("every profile and every field of the rules has words, and no other", () => {
    const header = /^\| field \|(.*)$/m.exec(read("docs/profiles.md"))?.[1] ?? "";
    const profiles = [...header.matchAll(/`([a-z-]+)`/g)].map((match) => match[1] ?? "").sort();
    expect(keys("profile.")).toEqual(profiles);
    expect(keys("profile-about.")).toEqual(profiles);
    expect(keys("rule.")).toEqual(codesOf("docs/profiles.md").sort());
  });
});

describe("speaking", () => {
  beforeAll(() => speak("pl"));

  test("numbers get the form that fits", () => {
    const forms = {
      en: "{n:tile|tiles}",
      pl: "{n:kostka|kostki|kostek}",
      cs: "{n:kámen|kameny|kamenů}",
      uk: "{n:плитка|плитки|плиток}",
    };
    const say = (language: Language, numbers: number[]): string =>
      numbers.map((n) => format(language, forms[language], { n })).join(" ");
    expect(say("en", [0, 1, 2])).toBe("tiles tile tiles");
    expect(say("pl", [0, 1, 2, 5, 12, 22])).toBe("kostek kostka kostki kostek kostek kostki");
    expect(say("cs", [0, 1, 2, 5, 22])).toBe("kamenů kámen kameny kamenů kamenů");
    expect(say("uk", [0, 1, 2, 5, 11, 21, 22])).toBe("плиток плитка плитки плиток плиток плитка плитки");
  });

  test("tiles are said in words", () => {
    expect([sayTile("r7a"), sayTile("k13"), sayTile("Ja"), sayTile("Jb(o7)")]).toEqual([
      "czerwona 7",
      "czarna 13",
      "joker",
      "joker jako pomarańczowa 7",
    ]);
    expect(say("tiles.count", { count: 5 })).toBe("5\u00a0kostek");
  });

  test("a refusal is said with its values, a fault of a set with its own reason", () => {
    const low = { code: "opening/too-low", params: { points: 24, needed: 30 }, text: "…" };
    expect(sayRefusal(low)).toBe("Twoje otwarcie jest warte 24, potrzeba 30");
    const bad = {
      code: "table/bad-set",
      params: { set: 2, fault: "set/too-few", reason: "a set has…", count: 2 },
      text: "…",
    };
    expect(sayRefusal(bad)).toBe("Zestaw 2: zestaw ma co najmniej 3\u00a0kostki, ten ma 2");
    const word = { ...bad, params: { set: 1, fault: "word/not-family", reason: "…", word: "KOT" } };
    expect(sayRefusal(word)).toMatch(/^Zestaw 1: KOT /);
    const turn = { code: "seat/not-active", params: { active: 1 }, text: "…" };
    expect(sayRefusal(turn, () => "Ola")).toBe("To nie twój ruch, teraz gra: Ola");
    expect(sayRefusal(turn)).toBe("To nie twój ruch, teraz gra: miejsce 2");
  });

  test("a refusal begins with a capital letter, also where a tile begins it", () => {
    const odd = { code: "set/group-number-differs", params: { face: "r12", number: 8 }, text: "…" };
    expect(sayRefusal(odd)).toBe("Czerwona 12\u00a0nie pasuje do grupy z\u00a0liczbą 8");
  });

  test("words of one letter and numbers stay on the line of what follows them, except in English", () => {
    expect(
      format("pl", "A w domu i z {count} {count:kostką|kostkami|kostkami} (w banku)", { count: 3 }),
    ).toBe("A\u00a0w\u00a0domu i\u00a0z\u00a03\u00a0kostkami (w\u00a0banku)");
    expect(format("cs", "Hra {game} z {games}", { game: 1, games: 2 })).toBe("Hra 1\u00a0z\u00a02");
    expect(format("uk", "Стіл у залі: {count} хв", { count: 40 })).toBe("Стіл у\u00a0залі: 40\u00a0хв");
    expect(format("uk", "Решта — запас", {})).toBe("Решта\u00a0— запас");
    expect(format("pl", "dla {low}–{high} graczy", { low: 2, high: 6 })).toBe("dla 2–\u20606\u00a0graczy");
    expect(format("en", "I have a joker: {count} min", { count: 3 })).toBe("I have a joker: 3 min");
  });

  test("the page itself says in which language it is: its attribute, its description, its manifest", async () => {
    document.head.innerHTML =
      '<meta name="description" content=""><link rel="manifest" href="/manifest.webmanifest">';
    const said = (): readonly (string | null | undefined)[] => [
      document.documentElement.lang,
      document.querySelector("meta")?.getAttribute("content"),
      document.querySelector("link")?.getAttribute("href"),
    ];
    await speak("uk");
    expect(said()).toEqual(["uk", format("uk", uk["app.about"], {}), "/manifest-uk.webmanifest"]);
    await speak("en");
    expect(said()).toEqual(["en", en["app.about"], "/manifest.webmanifest"]);
    await speak("pl");
  });

  test("what only a programmer understands is not shown", () => {
    const reason = "Expected `array` of length <= 160 - at `$.rack`";
    for (const code of ["http/malformed", "wire/malformed"]) {
      const said = sayRefusal({ code, params: { reason }, text: reason });
      expect(said).toContain("Odśwież stronę");
      expect(said).not.toContain("array");
      for (const each of languages)
        expect(namesIn(catalogues[each][`refusal.${code}`] ?? "")).not.toContain("reason");
    }
  });

  test("a code that this page does not know yet is said in the server's English", () => {
    expect(sayRefusal({ code: "new/one", params: {}, text: "the server says no" })).toBe(
      "The server says no",
    );
    expect(sayAny("nothing.here", {}, "fallback")).toBe("fallback");
  });

  test("areas come when they are asked for, and stay in every language that is spoken later", async () => {
    expect(say("bar.confirm")).toBe("bar.confirm");
    await Promise.all([hear("board"), hear("letters"), speak("cs")]);
    expect([say("bar.confirm"), say("words.title")]).toEqual([cs["bar.confirm"], cs["words.title"]]);
    await speak("pl");
    expect([say("bar.confirm"), say("words.title")]).toEqual([pl["bar.confirm"], pl["words.title"]]);
  });

  test("the first language that a person prefers and we speak is taken", () => {
    expect(preferred(["de-AT", "uk-UA", "pl"])).toBe("uk");
    expect(preferred(["de"])).toBe("en");
  });

  test("dates and times are written as the browser writes them in the language that is spoken", async () => {
    await speak("en");
    expect([
      locale("en", ["pl-PL", "en-GB", "en-US"]),
      locale("cs", ["en-GB"]),
      locale(undefined, ["EN-gb"]),
    ]).toEqual(["en-GB", "cs", "EN-gb"]);
    const evening = new Date(2026, 10, 16, 22, 11, 53);
    const written = evening.toLocaleString(locale("en", ["en-GB"]), {
      day: "numeric",
      month: "long",
      hour: "2-digit",
      minute: "2-digit",
    });
    expect(written).toContain("16 November");
    expect(written).toContain("22:11");
  });
});
