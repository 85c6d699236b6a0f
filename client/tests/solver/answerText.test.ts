/** What the solver's answers say: the same card for numbers and words. */

import { beforeAll, describe, expect, test } from "vitest";

import type { BestPlay, BestWords } from "../../src/generated/protocol";
import { tellPlay, tellWords } from "../../src/solver/answerText";
import { hear, speak } from "../../src/words/say.svelte";

const play = (values: Partial<BestPlay>): BestPlay => ({
  tiles: 3,
  points: 15,
  needed: 30,
  goes_out: false,
  proven: true,
  untouched: 0,
  played: ["r4", "r5", "r6"],
  table: [["r4", "r5", "r6"]],
  plan: [],
  shortest: true,
  ...values,
});
const words = (values: Partial<BestWords>): BestWords => ({
  goal: "score",
  points: 4,
  word: "KOTY",
  double: false,
  goes_out: false,
  bound: 4,
  longest: 4,
  proven: true,
  needed: 0,
  played: ["Y"],
  table: [["K", "O", "T", "Y"]],
  plan: [],
  words: [],
  count: 0,
  ...values,
});

beforeAll(async () => {
  await Promise.all([speak("en"), hear("board", "letters", "solver")]);
});

describe("numbers", () => {
  test("what is laid stands in the head, tiles from the rack are marked", () => {
    const found = tellPlay(play({}), [], false);
    expect([found.head, found.notes, found.fresh]).toEqual([
      "Lay 3 tiles, 15 points off the rack",
      [],
      [[true, true, true]],
    ]);
  });

  test("an opening says whether it is enough, and going out is said", () => {
    expect(tellPlay(play({}), [], true).notes).toEqual([
      { text: "Not enough yet: the opening needs 30.", good: false },
    ]);
    expect(tellPlay(play({ points: 30, goes_out: true }), [], true).notes.map(({ good }) => good)).toEqual([
      true,
      true,
    ]);
  });

  test("nothing is nothing, proven or not", () => {
    const none = play({ tiles: 0, points: 0, played: [], table: [] });
    expect(tellPlay(none, [], false).head).toBe("Nothing can be laid");
    const opening = tellPlay({ ...none, proven: false }, [], true);
    expect([opening.notes, opening.proof]).toEqual([[], tellPlay(play({ proven: false }), [], false).proof]);
    expect(opening.head).not.toBe("Nothing can be laid");
  });
});

describe("words", () => {
  test("the word that scores stands in the head, its new letters are marked", () => {
    const found = tellWords(words({}), [["K", "O", "T"]]);
    expect(found.head).toContain("KOTY");
    expect(found.fresh).toEqual([[false, false, false, true]]);
  });

  test("a whole rack is mentioned once: as a double where it is one", () => {
    const texts = [words({}), words({ goes_out: true }), words({ goes_out: true, double: true })].map(
      (best) => tellWords(best, []).notes.map(({ text }) => text),
    );
    expect(texts.map((notes) => notes.length)).toEqual([0, 1, 1]);
    expect(texts[1]).not.toEqual(texts[2]);
  });

  test("without a proof the bound is shown; with nothing found there is nothing to lay", () => {
    expect(tellWords(words({ proven: false, bound: 9, longest: 8 }), []).proof).toContain("9");
    const none = words({ points: 0, word: "", played: [], table: [["K", "O", "T"]] });
    const heads = [none, { ...none, needed: 6 }, { ...none, goal: "empty" as const }].map(
      (best) => tellWords(best, []).head,
    );
    expect(new Set(heads).size).toBe(3);
    expect(tellWords({ ...none, played: ["Y"] }, []).played).toEqual([]);
  });
});
