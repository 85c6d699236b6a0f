/** Words and racks of a real table, as somebody types them into the solver's page. */

import { describe, expect, test } from "vitest";

import {
  byLength,
  freshLetters,
  readRack,
  readWord,
  readWords,
  repeated,
  restoreWords,
  spelledBy,
  toggleJoker,
} from "../../src/solver/wordInput";
import { EMPTY, NoTile } from "../../src/solver/numberInput";

describe("typing letters", () => {
  test("small letters, blanks and letters of two characters are understood, a joker is ?", () => {
    expect(readRack("at o, m?")).toEqual(["A", "T", "O", "M", "?"]);
    expect(readRack("z\u0301o\u0301")).toEqual(["Ź", "Ó"]);
    expect(readWords("koszyk, ko?(t) | oś")).toEqual([[..."KOSZYK"], ["K", "O", "?(T)"], ["O", "Ś"]]);
  });

  test.each(["KOTX", "K0T", "KO?", "KO?(X)", "KO(T)"])("%s is refused with what is not a letter", (text) => {
    expect(() => readWord(text)).toThrow(NoTile);
  });

  test("a letter becomes a joker and is one no more", () => {
    const entered = { rack: [], table: [[..."KOT"], [..."DOM"]] };
    const joker = toggleJoker(entered, 0, 2);
    expect(joker.table).toEqual([["K", "O", "?(T)"], [..."DOM"]]);
    expect(joker.table.map(spelledBy)).toEqual(["KOT", "DOM"]);
    expect(toggleJoker(joker, 0, 2)).toEqual(entered);
  });

  test("a word that lies there twice is found, jokers or not", () => {
    expect(repeated([[..."KOT"], [..."DOM"], ["K", "?(O)", "T"]])).toEqual(new Set(["KOT"]));
  });

  test("what was kept comes back, and nonsense is nothing", () => {
    expect(restoreWords({ rack: "AT?", table: "KOT KO?(C)" })).toEqual({
      rack: ["A", "T", "?"],
      table: [[..."KOT"], ["K", "O", "?(C)"]],
    });
    for (const odd of [null, 7, {}, { rack: "X9", table: "" }]) expect(restoreWords(odd)).toEqual(EMPTY);
  });
});

describe("what was found", () => {
  test("letters from the rack are marked, first in the word that scores; words that lay there have none", () => {
    const after = [[..."KOT"], [..."TAK"], [..."KATY"]];
    expect(freshLetters(after, [[..."KOT"], [..."TAK"]], [..."KATY"], "KATY")).toEqual([
      [false, false, false],
      [false, false, false],
      [true, true, true, true],
    ]);
    expect(freshLetters([["O", "?(K)", "O"], [..."KOTY"]], [[..."KOT"]], ["?", "O", "Y"], "KOTY")).toEqual([
      [false, true, false],
      [false, true, false, true],
    ]);
  });

  test("words are listed by length", () => {
    expect(byLength(["KOTY", "KO?(T)", "TOK"])).toEqual([
      { letters: 4, words: [[..."KOTY"]] },
      { letters: 3, words: [["K", "O", "?(T)"], [..."TOK"]] },
    ]);
  });
});
