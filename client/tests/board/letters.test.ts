/** The word game on the board: words as they lie, named jokers, typed words, what a turn scores (W6–W11, W14). */

import { beforeEach, describe, expect, test } from "vitest";

import { drawFace } from "../../src/board/screen/face";
import {
  judgeWords,
  layWord,
  letters,
  lettersIn,
  mayName,
  nameJoker,
  nameOn,
  spell,
  spelling,
  unnamedJoker,
  wordsOn,
  type Known,
} from "../../src/board/letters";
import { move, sort, undo } from "../../src/board/moves";
import { receive } from "../../src/board/receive";
import { draftOf, emptyBoard, isTouched, rackOf, setOf, type Board } from "../../src/board/state";
import { parseLaid } from "../../src/board/tiles";
import { Dictionary } from "../../src/connection/dictionary";
import type { WordInfo } from "../../src/generated/protocol";

const WORDS = new Set("KOSZYK SZYK KOT SZCZYT SZYSZKA OCZY KAT KOSZ KOC".split(" "));
const known: Known = {
  edition: 0,
  answer: (word) => ({
    valid: WORDS.has(word),
    reasons: WORDS.has(word) ? [] : [{ code: "word/unknown", params: { word } }],
  }),
};
const reader = letters(known);
const RULES = { opened: true, openingLetters: 6, openingJokers: true, doubleFrom: 7, rejected: [] };

const laid = (text: string) => (text ? text.split(" | ").map((set) => set.split(" ").map(parseLaid)) : []);

function turn(
  table: string,
  rack: string,
  role: "mine" | "wait" = "mine",
  draft: string | null = null,
): Board {
  return receive(emptyBoard(reader), {
    base: { table: laid(table), rack: rack.split(" ") },
    role,
    draft: draft === null ? null : laid(draft),
    newTurn: true,
  }).board;
}

/** Lays tiles as a new word. */
function lay(board: Board, text: string): Board {
  return move(board, text.split(" "), { kind: "spot", spot: null }).board;
}

const codes = (board: Board, rules = RULES) => judgeWords(board, rules).reasons.map((reason) => reason.code);

describe("reading", () => {
  test("tiles spell in the order in which they lie, and nothing is put in order", () => {
    expect(reader.read(["K", "O", "T"])).toMatchObject({ kind: "word", worth: 3, faults: [] });
    expect(reader.read(["T", "O", "K"]).faults).toEqual([{ code: "word/unknown", params: { word: "TOK" } }]);
    expect(reader.read(["K", "O"]).faults[0]?.code).toBe("word/too-short");
  });

  test("J is a letter, ? is the joker", () => {
    const element = document.createElement("div");
    drawFace(element, "J", null, reader.joker);
    expect(element.textContent).toBe("J");
    drawFace(element, "?", "Ą", reader.joker);
    expect([element.textContent, element.dataset["ink"]]).toEqual(["Ą", "j"]);
  });

  test("what nobody has asked yet is being checked", () => {
    const silent = letters({ edition: 0, answer: () => null });
    expect(silent.read(["K", "O", "T"]).faults).toEqual([{ code: "word/checking", params: { word: "KOT" } }]);
  });

  test("a rack is sorted by the Polish alphabet, or vowels first; jokers last", () => {
    const board = turn("", "?a Ża Zb Aa Ąa Ka");
    expect(rackOf(sort(board, "alphabet").board)).toEqual(["Aa", "Ąa", "Ka", "Zb", "Ża", "?a"]);
    expect(rackOf(sort(turn("", "Ka Oa Ta Aa"), "vowels").board)).toEqual(["Aa", "Oa", "Ka", "Ta"]);
  });
});

describe("jokers (W14)", () => {
  test("a laid joker asks for its letter, shows it, travels with it, and can be changed and undone", () => {
    let board = lay(turn("", "Ka ?a Ta Ob"), "Ka ?a Ta");
    expect([unnamedJoker(board, ["Ka", "?a", "Ta"]), unnamedJoker(board, ["Ob"])]).toEqual(["?a", null]);
    expect(codes(board)).toContain("word/joker-unnamed");
    board = nameJoker(board, "?a", "U").board;
    expect(draftOf(board)).toEqual([["Ka", "?a(U)", "Ta"]]);
    board = nameJoker(board, "?a", "O").board;
    expect([
      spell(board, board.now.sets[0]!.tiles),
      unnamedJoker(board, ["?a"]),
      nameOn(board, "?a"),
    ]).toEqual(["KOT", null, "O"]);
    expect(nameOn(undo(board).board, "?a")).toBe("U");
    expect(
      move(board, ["Ob"], { kind: "joker", id: board.now.sets[0]!.id, joker: "?a" }).board.now.sets[0]!.tiles,
    ).toEqual(["Ka", "Ob", "Ta"]);
  });

  test("one that lies keeps its letter while its word stays (R-12), and is named again elsewhere", () => {
    const board = turn("Ka ?a(O) Ta", "Oa Ca");
    expect([mayName(board, "?a"), nameOn(board, "?a")]).toEqual([false, "O"]);
    const longer = move(board, ["Ca"], { kind: "set", id: board.now.sets[0]!.id, index: 3 }).board;
    expect([mayName(longer, "?a"), nameOn(longer, "?a")]).toEqual([true, "O"]);
  });

  test("names come back with the player's draft after a reload", () => {
    expect(draftOf(turn("", "Ka ?a Ta", "mine", "Ka ?a(O) Ta"))).toEqual([["Ka", "?a(O)", "Ta"]]);
  });
});

describe("the score of a turn", () => {
  test("W17: KOSZYK and T become KOT and SZYK, worth 3", () => {
    const board = layWord(
      turn("Ka Oa Sa Za Ya Kb", "Ta Aa"),
      spelling(turn("Ka Oa Sa Za Ya Kb", "Ta Aa"), "KOT", true),
    ).board;
    expect(wordsOn(board).sort()).toEqual(["KOT", "SZYK"]);
    expect(codes(board)).toEqual([]);
    expect(judgeWords(board, RULES).score).toMatchObject({ word: "KOT", points: 3, double: false });
  });

  test("an opening is one word of six letters from the rack (W6)", () => {
    const rules = { ...RULES, opened: false };
    const board = turn("Oa Cb Zb Yb", "Ka Ob Sa Za Ya Kb Ta");
    expect(codes(lay(board, "Ka Ob Ta"), rules)).toEqual(["opening/word-too-short"]);
    expect(codes(lay(board, "Ka Ob Sa Za Ya Kb"), rules)).toEqual([]);
    const two = lay(lay(turn("", "Ka Oa Sa Za Ya Kb Kc Ob Ta"), "Ka Oa Sa Za Ya Kb"), "Kc Ob Ta");
    expect(codes(two, rules)).toEqual(["opening/one-word"]);
    const touched = move(board, ["Ka"], { kind: "set", id: board.now.sets[0]!.id, index: 0 }).board;
    expect(codes(touched, rules)).toContain("opening/table-touched");
  });

  test("the whole rack is worth double, if it held seven tiles (W11)", () => {
    const seven = lay(turn("", "Sa Za Ya Sb Zb Ka Aa"), "Sa Za Ya Sb Zb Ka Aa");
    expect(judgeWords(seven, RULES).score).toMatchObject({ word: "SZYSZKA", points: 14, double: true });
    expect(judgeWords(lay(turn("", "Ka Oa Ta"), "Ka Oa Ta"), RULES).score).toMatchObject({
      points: 3,
      double: false,
    });
  });

  test("all words differ, and a word that lay there is not new (W9, W10)", () => {
    expect(codes(lay(turn("Ka Oa Ta", "Kb Ob Tb"), "Kb Ob Tb"))).toEqual(["word/on-table"]);
    expect(codes(lay(lay(turn("", "Ka Oa Ta Kb Ob Tb"), "Ka Oa Ta"), "Kb Ob Tb"))).toEqual(["word/twice"]);
    expect(codes(lay(turn("", "Ka Oa Ta"), "Ka Oa Ta"), { ...RULES, rejected: ["KOT"] as never[] })).toEqual([
      "word/rejected",
    ]);
    const other = turn("Ka ?a(O) Ta", "Oa Ca");
    const freed = move(other, ["Oa"], { kind: "joker", id: other.now.sets[0]!.id, joker: "?a" }).board;
    expect(judgeWords(freed, RULES).score).toBeNull();
  });

  test("other letters in another order are a change", () => {
    const board = turn("Ka Oa Ta", "Aa");
    expect(isTouched(board)).toBe(false);
    expect(isTouched(move(board, ["Ka"], { kind: "set", id: board.now.sets[0]!.id, index: 3 }).board)).toBe(
      true,
    );
  });
});

describe("typing", () => {
  test("text is made of capital letters", () => {
    expect(lettersIn(" z\u0307o\u0301łw ")).toBe("ŻÓŁW");
  });

  test("a word comes from the rack, then from jokers; what is missing is named", () => {
    const board = turn("Ka Oa Ca", "Kb Oc ?a Aa");
    const kot = spelling(board, "KOT", false);
    expect(kot).toEqual({ tiles: ["Kb", "Oc", "?a"], named: { "?a": "T" }, missing: [], fromTable: [] });
    const after = layWord(board, kot).board;
    expect(draftOf(after)).toContainEqual(["Kb", "Oc", "?a(T)"]);
    expect(draftOf(undo(after).board)).toEqual([["Ka", "Oa", "Ca"]]);
    expect(spelling(board, "SZYK", false).missing).toEqual(["Z", "Y"]); // the joker is the S
  });

  test("letters of the table are taken only where that is wished", () => {
    const board = turn("Ka Oa Sa Za Ya Kb", "Ta");
    expect(spelling(board, "KOT", false).missing).toEqual(["K", "O"]);
    expect(spelling(board, "KOT", true)).toMatchObject({
      tiles: ["Ka", "Oa", "Ta"],
      missing: [],
      fromTable: ["K", "O"],
    });
    expect(setOf(layWord(board, spelling(board, "KOT", true)).board, "Sa")?.tiles).toEqual([
      "Sa",
      "Za",
      "Ya",
      "Kb",
    ]);
  });
});

describe("the dictionary (W8)", () => {
  let asked: string[];
  let fails: boolean;
  const ask = async (word: string): Promise<WordInfo> => {
    asked.push(word);
    if (fails) throw new Error("gone");
    return {
      word,
      valid: word === "KOT",
      reasons: word === "KOT" ? [] : [{ code: "word/unknown", params: { word }, text: "" }],
      vulgar: false,
    };
  };
  beforeEach(() => {
    asked = [];
    fails = false;
  });

  test("is asked once for each word, and tells when it has answered", async () => {
    const dictionary = new Dictionary(ask);
    let answers = 0;
    dictionary.onAnswer(() => answers++);
    dictionary.want(["KOT", "TOK", "KOT"]);
    await dictionary.find("KOT");
    await dictionary.find("TOK");
    dictionary.want(["KOT", "TOK"]);
    expect([asked, answers, dictionary.edition]).toEqual([["KOT", "TOK"], 2, 2]);
    expect([
      dictionary.answer("KOT")?.valid,
      dictionary.answer("TOK")?.valid,
      dictionary.answer("KAT"),
    ]).toEqual([true, false, null]);
  });

  test("a theme has its own list: what was known before does not count there, nor does a late answer (W16)", async () => {
    const themes: (string | null)[] = [];
    const replies: ((answer: WordInfo) => void)[] = [];
    const dictionary = new Dictionary((word, theme) => {
      themes.push(theme);
      return word === "LATE" ? new Promise((resolve) => replies.push(resolve)) : ask(word);
    });
    await dictionary.find("KOT");
    const late = dictionary.find("LATE");
    dictionary.playBy("zwierzęta");
    dictionary.playBy("zwierzęta");
    replies[0]?.({ word: "LATE", valid: true, reasons: [], vulgar: false });
    expect([await late, dictionary.answer("LATE"), dictionary.answer("KOT")]).toEqual([null, null, null]);
    await dictionary.find("KOT");
    expect([themes, dictionary.answer("KOT")?.valid]).toEqual([[null, null, "zwierzęta"], true]);
  });

  test("a table may want family words only", async () => {
    const dictionary = new Dictionary(async (word) => ({
      word,
      valid: true,
      reasons: [],
      vulgar: word === "RUDE",
    }));
    expect((await dictionary.find("RUDE"))?.valid).toBe(true);
    dictionary.playBy(null, true);
    expect(await dictionary.find("RUDE")).toEqual({
      valid: false,
      reasons: [{ code: "word/not-family", params: { word: "RUDE" } }],
    });
    expect((await dictionary.find("KOT"))?.valid).toBe(true);
  });

  test("words of the table are trusted; where it cannot be reached the server decides later", async () => {
    const dictionary = new Dictionary(ask);
    dictionary.trust(["OCZY"]);
    fails = true;
    expect(await dictionary.find("KAT")).toBeNull();
    expect([dictionary.answer("OCZY")?.valid, dictionary.answer("KAT")?.valid, asked]).toEqual([
      true,
      true,
      ["KAT"],
    ]);
  });
});
