/** From what is left on the racks to the scores of a game, by the books (E4–E7, R-8, R-9, M3). */

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { hasPenalty, type Left, rackValue, sheetOf, sumCheck, wordSheet } from "../../src/hall/score";

const B = { sets: "numbers", lowest_rack_scores: "difference", unopened_penalty: 100, could_open_penalty: 200, joker_rack_value: 50 } as const;
const A = { ...B, lowest_rack_scores: "own-rack", joker_rack_value: 30 } as const;
const D = { ...B, lowest_rack_scores: "sum", unopened_penalty: null, could_open_penalty: null, joker_rack_value: 30 } as const;
const left = (...racks: (number | null)[]): Left[] => racks.map((rack) => ({ rack, opened: "yes" }));

describe("scores", () => {
  test("who lays the last tile gets what the others are left with (E1, E5)", () => {
    expect(sheetOf(B, left(null, 10, 15, 5), 0)).toEqual({ points: [30, -10, -15, -5], winners: [0], ended: "rack-empty", racks: [0, 10, 15, 5] });
    expect(sheetOf(B, left(null, 10, null, 5), 0)).toBe(null);
  });

  test("who never opened loses 100 or 200 where the book knows it (E7)", () => {
    const seats: Left[] = [{ rack: null, opened: "yes" }, { rack: null, opened: "could-not" }, { rack: 7, opened: "could" }, { rack: 5, opened: "yes" }];
    expect(sheetOf(B, seats, 0)).toMatchObject({ points: [305, -100, -200, -5], racks: null });
    expect(sheetOf(D, seats, 0)).toBe(null);
    expect([hasPenalty(B), hasPenalty(D)]).toEqual([true, false]);
  });

  test("without an empty rack the lowest wins, as each book counts it (E6)", () => {
    expect(sheetOf(A, left(1, 5, 10, 15), null)?.points).toEqual([29, -5, -10, -15]);
    expect(sheetOf(B, left(1, 5, 10, 15), null)?.points).toEqual([27, -4, -9, -14]);
    expect(sheetOf(D, left(1, 5, 10, 15), null)?.points).toEqual([30, -5, -10, -15]);
  });

  test("equals share it and a remainder is dropped (R-9)", () => {
    expect(sheetOf(A, left(3, 3, 10, 15), null)).toMatchObject({ points: [9, 9, -10, -15], winners: [0, 1] });
    expect(sheetOf(D, left(3, 3, 10, 15), null)?.points).toEqual([12, 12, -10, -15]);
  });

  test("jokers count as the book says (E4)", () => {
    expect([rackValue(B, [13, "J", 2]), rackValue(A, ["J", "J"])]).toEqual([65, 60]);
  });

  test("in the word game most points win, and equals share it (W15)", () => {
    expect(wordSheet([12, 30, 30, 0])).toEqual({ points: [12, 30, 30, 0], winners: [1, 2], ended: "rack-empty" });
    expect(wordSheet([12, null])).toBe(null);
  });

  test("every sheet that is worked out adds up (M3), and one point more does not", () => {
    const racks = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(racks, fc.constantFrom(A, B, D), fc.boolean(), (values, rules, out) => {
        const sheet = sheetOf(rules, left(...values), out ? 0 : null);
        if (!sheet) throw new Error("everything was given");
        expect(sumCheck(rules, sheet).right).toBe(true);
        const winner = sheet.winners[0] ?? 0;
        const wrong = { ...sheet, points: sheet.points.map((each, seat) => (seat === winner ? each + 1 : each)) };
        if (rules !== A || out) expect(sumCheck(rules, wrong).right).toBe(false);
      }),
    );
  });
});
