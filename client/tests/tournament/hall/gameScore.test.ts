/** From what a table enters to its sheet; the scoring itself is the companion's and tested against the engine there. */

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { bookOf } from "../../../src/companion/rules";
import { type Left, scoreOf, scoreOfWords, tilesValue } from "../../../src/tournament/hall/gameScore";

const [A, B, D, WORDS] = [bookOf("pl"), bookOf("pl-tournament"), bookOf("cs"), bookOf("pl-word")];
const left = (...racks: (number | null)[]): Left[] => racks.map((rack) => ({ rack, opened: "yes" }));

describe("sheets", () => {
  test("who lays the last tile gets what the others are left with (E1, E5)", () => {
    expect(scoreOf(B, left(null, 10, 15, 5), 0)).toEqual({
      sheet: { points: [30, -10, -15, -5], winners: [0], ended: "rack-empty", racks: [0, 10, 15, 5] },
      sum: 0,
      right: true,
    });
    expect(scoreOf(B, left(null, 10, null, 5), 0)).toBe(null);
  });

  test("who never opened needs no rack where the book knows a penalty (E7)", () => {
    const seats: Left[] = [
      { rack: null, opened: "yes" },
      { rack: null, opened: "could-not" },
      { rack: 7, opened: "could" },
      { rack: 5, opened: "yes" },
    ];
    expect(scoreOf(B, seats, 0)?.sheet).toEqual({
      points: [305, -100, -200, -5],
      winners: [0],
      ended: "rack-empty",
    });
    expect(scoreOf(D, seats, 0)).toBe(null);
    expect(scoreOf(B, seats, null)).toBe(null);
  });

  test("without an empty rack the lowest wins, as each book counts it (E6, R-9)", () => {
    expect([A, B, D].map((rules) => scoreOf(rules, left(1, 5, 10, 15), null)?.sheet.points)).toEqual([
      [29, -5, -10, -15],
      [27, -4, -9, -14],
      [30, -5, -10, -15],
    ]);
    expect(scoreOf(A, left(3, 3, 10, 15), null)).toMatchObject({
      sheet: { points: [9, 9, -10, -15], winners: [0, 1], ended: "lowest-rack" },
      right: true,
    });
  });

  test("tiles are added up, jokers as the book says (E4)", () => {
    expect([tilesValue(B, [13, "J", 2]), tilesValue(A, ["J", "J"])]).toEqual([65, 60]);
  });

  test("in the word game most points win, and equals share it (W15)", () => {
    expect(scoreOfWords(WORDS, [12, 30, 30, 0])?.sheet).toEqual({
      points: [12, 30, 30, 0],
      winners: [1, 2],
      ended: "rack-empty",
    });
    expect(scoreOfWords(WORDS, [12, null])).toBe(null);
  });

  test("every sheet adds up (M3)", () => {
    const racks = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(
        racks,
        fc.constantFrom(A, B, D),
        fc.boolean(),
        (values, rules, out) => scoreOf(rules, left(...values), out ? 0 : null)?.right === true,
      ),
    );
  });
});
