/** Whole sentences, as players read them: no value left out, no notation, nothing called incomplete that is wrong. */

import { beforeAll, describe, expect, test, vi } from "vitest";

import { numbers } from "../../src/board/numbers";
import { adopt, receive } from "../../src/board/receive";
import { emptyBoard, type Board } from "../../src/board/state";
import { parseLaid } from "../../src/board/tiles";
import { judge } from "../../src/board/verdict";
import { AREAS, hear, sayAny, sayRefusal, speak } from "../../src/words/say.svelte";
import { type Language, LANGUAGES, namesIn } from "../../src/words/template";

const catalogues = Object.fromEntries(
  Object.entries(
    import.meta.glob<Record<string, Readonly<Record<string, string>>>>(
      "../../src/generated/words/*/index.ts",
      { eager: true },
    ),
  ).map(([path, all]) => [path.split("/")[5], Object.values(all)[0] ?? {}]),
) as Readonly<Record<Language, Readonly<Record<string, string>>>>;

/** Tiles as programs write them: r7, k13b, J(r9). */
const NOTATION = /(?<![\p{L}\d])(?:[rbko](?:[1-9]|1[0-3])[ab]?|J[ab]?(?:\([rbko]\d+\))?)(?![\p{L}\d])/u;
/** Where notation is what is explained. */
const EXPLAINS_NOTATION = new Set(["solver.type-about"]);
const INCOMPLETE = /incomplete|unfinished set|niepełn|niekomplet|neúpln|nekomplet|неповн|незавершен\S* наб/iu;

/** What the engine and the server send for a value of this name. */
const SAMPLES: Readonly<Record<string, string | number>> = {
  face: "k5",
  tile: "k5a",
  stands_for: "r7",
  colour: "red",
  field: "opening_points",
  profile: "pl",
  seat: 1,
  active: 1,
  word: "KOT",
  letter: "A",
  reason: "…",
  fault: "set/run-colour-differs",
};

beforeAll(async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
  await hear(...AREAS);
});

function half(table: readonly (readonly string[])[], rack: readonly string[]): Board {
  const base = { table: table.map((set) => set.map(parseLaid)), rack };
  return receive(emptyBoard(numbers), { base, role: "mine", draft: null, newTurn: true }).board;
}

describe.each(LANGUAGES)("%s", (language) => {
  test("a refusal has all its values, and tiles are named as players name them", async () => {
    await speak(language);
    const codes = Object.keys(catalogues.en).filter((key) => key.startsWith("refusal."));
    expect(codes.length).toBeGreaterThan(150);
    const wrong = codes.flatMap((key) => {
      const params = Object.fromEntries(
        [...namesIn(catalogues.en[key] ?? "")].map((name) => [name, SAMPLES[name] ?? 3]),
      );
      if ("reason" in params) Object.assign(params, { fault: SAMPLES["fault"], face: "k5", colour: "red" });
      const said = sayRefusal({ code: key.slice("refusal.".length), params, text: key });
      return NOTATION.test(said) || /[{}]/.test(said) ? [`${key}: ${said}`] : [];
    });
    expect(wrong).toEqual([]);
  });

  test("no message has notation of its own", () => {
    const wrong = Object.entries(catalogues[language]).filter(
      ([key, text]) => !EXPLAINS_NOTATION.has(key) && NOTATION.test(text.replaceAll(/\{[^{}]*\}/g, "")),
    );
    expect(wrong).toEqual([]);
  });

  test("a tile added to a set of the table before opening is refused in a whole sentence", async () => {
    await speak(language);
    const board = adopt(half([["b1a", "b2a", "b3a"]], ["b4a", "r13a", "k13a"]), [
      ["b1a", "b2a", "b3a", "b4a"],
      ["r13a", "k13a"],
    ]);
    const rules = { opened: false, openingPoints: 30, openingJokers: false, waiting: ["b4a"] };
    const { reasons } = judge(board, rules);
    expect(reasons.map((reason) => reason.code)).toContain("opening/table-touched");
    for (const reason of reasons) {
      const said = sayRefusal({ code: reason.code, params: reason.params, text: reason.code });
      expect(said).not.toMatch(/[{}]/);
      expect(said).not.toMatch(NOTATION);
    }
  });

  test("a wrong set is wrong, not incomplete", async () => {
    await speak(language);
    expect(Object.entries(catalogues[language]).filter(([, text]) => INCOMPLETE.test(text))).toEqual([]);
    expect(sayAny("why.open-set")).not.toMatch(INCOMPLETE);
  });
});

test("texts that were once wrong are found", () => {
  expect("k5 does not belong to a run in red").toMatch(NOTATION);
  expect("A joker cannot stand for J(r9)").toMatch(NOTATION);
  expect("Klub nie pasuje, k 5 też").not.toMatch(NOTATION);
  expect("incomplete set of 2").toMatch(INCOMPLETE);
});
