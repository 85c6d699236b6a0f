/** The rules pages: every sentence that any value of a rule can ask for is there, and differences are marked. */

import { describe, expect, test } from "vitest";

import { type Chapter, chaptersOf, CHAPTERS, differencesOf } from "../../src/rules/ruleBook";
import type { EngineRules } from "../../src/generated/protocol";
import { BOOKS } from "../../src/generated/rules";
import { cs } from "../../src/generated/words/cs";
import { en } from "../../src/generated/words/en";
import { pl } from "../../src/generated/words/pl";
import { format, namesIn } from "../../src/words/template";
import { uk } from "../../src/generated/words/uk";

const BOOK = {
  copies: 2,
  jokers: 2,
  min_players: 2,
  max_players: 4,
  first_starter: "draw",
  later_starter: "left",
  rack_size: 14,
  stacks: "choose",
  bank_in_stacks: false,
  redeal_doublets: 3,
  opening_points: 30,
  opening_jokers: true,
  turn_seconds: 60,
  timeout_untouched_takes: 1,
  timeout_disorder_takes: 1,
  timeout_salvage: "none",
  timeout_in_order_takes: 1,
  mistake_takes: 1,
  strict: false,
  round_time: false,
  bank_end: "last-lap",
  joker_rack_value: 30,
  lowest_rack_scores: "own-rack",
  unopened_penalty: 100,
  could_open_penalty: 200,
  match_ranking: ["total"],
  settlement: "bank",
  table_manners: [],
};

function profile(name: string, changes: Readonly<Record<string, unknown>> = {}): EngineRules {
  return { ...BOOK, ...changes, profile: name } as unknown as EngineRules;
}

const OTHER = profile("other", {
  copies: 3,
  jokers: 4,
  first_starter: "first-seat",
  stacks: "give",
  bank_in_stacks: true,
  redeal_doublets: null,
  opening_jokers: false,
  turn_seconds: null,
  timeout_salvage: "free",
  timeout_in_order_takes: null,
  strict: true,
  round_time: true,
  bank_end: "all-pass",
  lowest_rack_scores: "difference",
  unopened_penalty: null,
  could_open_penalty: null,
  match_ranking: ["big-points", "total"],
});
const THIRD = profile("third", {
  later_starter: "draw",
  stacks: "none",
  timeout_salvage: "penalised",
  lowest_rack_scores: "sum",
  match_ranking: ["wins", "total"],
  settlement: "bank-mixed",
  table_manners: ["call"],
});
const WORDS = profile("words", {
  sets: "letters",
  redeal_few: 3,
  opening_letters: 6,
  refill_to: 7,
  double_from: 7,
  settlement: "player",
});
const TOURNAMENT = profile("tournament", {
  big_points: true,
  match_ranking: ["big-points", "total"],
  settlement: "player",
  table_manners: ["gap", "push", "clock", "done", "distance", "count"],
});
const ALL = [profile("book"), OTHER, THIRD, WORDS, TOURNAMENT];

function sentences(chapters: readonly Chapter[]) {
  return chapters.flatMap((chapter) => chapter.sentences);
}

describe("chapters", () => {
  test.each(ALL)("$profile has ten of them, and every sentence has words and its values", (each) => {
    const chapters = chaptersOf(each, ALL);
    expect(chapters.map((chapter) => chapter.name)).toEqual(CHAPTERS);
    for (const { key, values } of sentences(chapters)) {
      for (const [language, words] of [
        ["en", en],
        ["pl", pl],
        ["cs", cs],
        ["uk", uk],
      ] as const) {
        const text = (words as Readonly<Record<string, string>>)[`book.${key}`];
        expect(text, key).toBeDefined();
        expect(
          [...namesIn(text ?? "")].filter((name) => !(name in values)),
          key,
        ).toEqual([]);
        expect(format(language, text ?? "", values)).not.toMatch(/[{}]|undefined|null/);
      }
    }
  });

  test("every sentence of the catalogue is used by some rules", () => {
    const used = new Set(
      ALL.flatMap((each) => sentences(chaptersOf(each, ALL)).map((sentence) => `book.${sentence.key}`)),
    );
    const own = [
      ...["title", "about", "all", "otherwise", "compare", "compared"],
      ...["becomes", "wrong", "worth", "credit"],
    ].map((name) => `book.${name}`);
    const unused = Object.keys(en).filter(
      (key) =>
        key.startsWith("book.") && !key.startsWith("book.chapter.") && !used.has(key) && !own.includes(key),
    );
    expect(unused).toEqual([]);
  });

  test("a sentence says who plays it otherwise, games of another kind aside", () => {
    const differing = Object.fromEntries(
      sentences(chaptersOf(ALL[0]!, ALL)).map((sentence) => [sentence.key, sentence.otherwise]),
    );
    expect(differing["box"]).toEqual(["other"]);
    expect(differing["deal.choose"]).toEqual(["other", "third"]);
    expect(differing["group"]).toEqual([]);
    expect(sentences(chaptersOf(WORDS, ALL)).every((sentence) => sentence.otherwise.length === 0)).toBe(true);
  });

  test("the pages say what the books do of jokers, runs, shared wins, words that come again and real tables (P5, N5, E3, W9, M4–M8)", () => {
    const keys = (each: EngineRules): readonly string[] =>
      sentences(chaptersOf(each, ALL)).map((sentence) => sentence.key);
    const text = (key: string): string => (en as Readonly<Record<string, string>>)[`book.${key}`] ?? "";
    expect(keys(ALL[0]!)).toEqual(
      expect.arrayContaining(["run-order", "joker-group", "joker-split", "real.settle.bank"]),
    );
    expect(keys(WORDS)).toEqual(
      expect.arrayContaining(["word-again", "word-old", "word-beginners", "real.settle.player"]),
    );
    expect(keys(THIRD)).toEqual(expect.arrayContaining(["call", "real.settle.bank-mixed"]));
    expect(keys(TOURNAMENT).filter((key) => key.startsWith("real."))).toHaveLength(10);
    expect(keys(ALL[0]!).filter((key) => key.startsWith("real."))).toHaveLength(1);
    expect(keys(profile("house", { big_points: true }))).not.toContain("real.gap");
    for (const key of ["bank-end.last-lap", "bank-end.all-pass", "word-end"])
      expect(text(key)).toContain("share the win");
    for (const key of ["starter.draw-left", "starter.draw-draw", "word-starter"])
      expect(text(key)).toContain("ties draw again");
    expect(text("turn")).toContain("only on your next turn");
    expect(text("real.count")).toContain("check the points");
    expect(keys(ALL[0]!)).toContain("last-tile");
    expect(text("opening-jokers")).toContain("unless you have named one");
  });

  test("what differs is listed by field", () => {
    expect(differencesOf(ALL[0]!, [THIRD])).toEqual(
      [
        "later_starter",
        "stacks",
        "timeout_salvage",
        "lowest_rack_scores",
        "match_ranking",
        "settlement",
        "table_manners",
      ].sort((a, b) => Object.keys(BOOK).indexOf(a) - Object.keys(BOOK).indexOf(b)),
    );
  });
});

/** What the page of every published rule set has to explain: the sentence, and the word in each language that says it. */
const EXPLAINED: readonly {
  readonly what: string;
  readonly of: (rules: EngineRules) => boolean;
  readonly key: RegExp;
  readonly says: Readonly<Record<"en" | "pl" | "cs" | "uk", RegExp>>;
}[] = [
  {
    what: "a falling run",
    of: isOfNumbers,
    key: /^run-order$/,
    says: { en: /falling/, pl: /malejąco/, cs: /sestupně/, uk: /спаданням/ },
  },
  {
    what: "either colour replaces a joker in a group of three",
    of: isOfNumbers,
    key: /^joker-group$/,
    says: {
      en: /either of the two/,
      pl: /dowolnym z dwóch/,
      cs: /kteroukoli ze dvou/,
      uk: /будь-якого з двох/,
    },
  },
  {
    what: "a joker is freed by splitting",
    of: isOfNumbers,
    key: /^joker-split$/,
    says: { en: /split/, pl: /podziale/, cs: /rozdělí/, uk: /поділено/ },
  },
  {
    what: "a freed joker never goes to a rack",
    of: () => true,
    key: /^(word-)?joker-free$/,
    says: {
      en: /never goes to a rack/,
      pl: /nigdy nie trafia/,
      cs: /do stojánku se nevrací/,
      uk: /на підставку він/,
    },
  },
  {
    what: "a tile that was taken waits for the next turn",
    of: isOfNumbers,
    key: /^turn$/,
    says: { en: /only on your next/, pl: /dopiero w następnym/, cs: /až v příštím/, uk: /лише наступного/ },
  },
  {
    what: "ties in the draw",
    of: (rules) => rules.first_starter === "draw",
    key: /^(starter\.|word-starter)/,
    says: { en: /ties/, pl: /remisie/, cs: /shodě/, uk: /кільком/ },
  },
  {
    what: "shared wins",
    of: () => true,
    key: /^(bank-end\.|word-end)/,
    says: { en: /share the win/, pl: /wspólne/, cs: /o výhru dělí/, uk: /спільна/ },
  },
  {
    what: "no word twice on the table",
    of: (rules) => !isOfNumbers(rules),
    key: /^word-differ$/,
    says: { en: /twice/, pl: /dwa razy/, cs: /dvakrát/, uk: /двічі/ },
  },
  {
    what: "a word that lay there earlier",
    of: (rules) => !isOfNumbers(rules),
    key: /^word-again$/,
    says: { en: /again/, pl: /znowu/, cs: /znovu/, uk: /знову/ },
  },
  {
    what: "the letter of a joker",
    of: (rules) => !isOfNumbers(rules),
    key: /^word-joker$/,
    says: { en: /any letter/, pl: /liter/, cs: /písmeno/, uk: /літер/ },
  },
  {
    what: "others may check the points",
    of: (rules) => rules.table_manners.includes("count"),
    key: /^real\.count$/,
    says: { en: /check the points/, pl: /punkty/, cs: /body/, uk: /очки/ },
  },
  {
    what: "what players do at a real tournament table",
    of: (rules) => rules.table_manners.includes("gap"),
    key: /^real\.touch$/,
    says: { en: /1\.5 m/, pl: /1,5 m/, cs: /1,5 m/, uk: /1,5 м/ },
  },
];

function isOfNumbers(rules: EngineRules): boolean {
  return rules.sets === "numbers";
}

describe("the pages of the published rules", () => {
  const published = Object.values(BOOKS);

  test.each(published)("$profile explains what the books say, in every language", (each) => {
    const keys = sentences(chaptersOf(each, published)).map((sentence) => sentence.key);
    for (const { what, key, says } of EXPLAINED.filter((item) => item.of(each))) {
      const found = keys.filter((name) => key.test(name));
      expect(found.length, what).toBeGreaterThan(0);
      for (const [language, words] of Object.entries({ en, pl, cs, uk }) as [keyof typeof says, object][])
        for (const name of found)
          expect((words as Readonly<Record<string, string>>)[`book.${name}`], what).toMatch(says[language]);
    }
  });

  test("the tournament's page is the one that speaks of a real tournament table", () => {
    expect(
      published.filter((each) => each.table_manners.includes("gap")).map((each) => each.profile),
    ).toEqual(["pl-tournament"]);
  });
});
