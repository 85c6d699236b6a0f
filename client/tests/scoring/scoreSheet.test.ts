/** The score sheet: sums worked out again. */

import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import type { EngineResult, EngineRules, GameLine } from "../../src/generated/protocol";
import { rules } from "../exampleTable";

beforeAll(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
});
beforeEach(() => localStorage.clear());

describe("the score sheet", async () => {
  const { expectedSum, isSheetRight, signed, sorted, totalsOf } =
    await import("../../src/scoring/scoreSheet");
  const line = (...points: number[]): GameLine => ({ points, winners: [], starter: null, big_points: [] });
  const result = (
    cause: EngineResult["cause"],
    winners: number[],
    ...scores: [points: number, rack: number][]
  ): EngineResult => ({
    cause,
    winners,
    scores: scores.map(([points, rack_value]) => ({
      rack: [],
      rack_value,
      charge: "rack",
      points,
      big_points: 0,
      turn_points: [],
    })),
  });

  test("the example of the book adds up (M1)", () => {
    const lines = [line(24, -5, -16, -3), line(-6, -11, 22, -5), line(-32, -13, -2, 47)];
    expect(totalsOf(lines)).toEqual([-14, -29, 4, 39]);
    expect(isSheetRight(rules, null, lines, [-14, -29, 4, 39])).toBe(true);
    expect(isSheetRight(rules, null, lines, [-14, -29, 4, 40])).toBe(false);
  });

  test("a game's points add up to zero, but for the winner's own rack and a dropped rest (M3)", () => {
    expect(expectedSum(rules, result("rack-empty", [0], [24, 0], [-24, 24]), [0, 24])).toBe(0);
    const own: EngineRules = { ...rules, lowest_rack_scores: "own-rack" };
    expect(expectedSum(own, result("last-lap", [0], [20, 5], [-25, 25]), [5, 25])).toBe(-5);
    expect(expectedSum(rules, result("all-passed", [0, 1], [12, 3], [12, 3], [-25, 25]), [3, 3, 25])).toBe(
      -1,
    );
  });

  test("a wrong sum is noticed", () => {
    const lines = [line(24, -23)];
    expect(isSheetRight(rules, result("rack-empty", [0], [24, 0], [-23, 24]), lines, [24, -23])).toBe(false);
    expect(
      isSheetRight(rules, result("rack-empty", [0], [24, 0], [-24, 24]), [line(24, -24)], [24, -24]),
    ).toBe(true);
  });

  test("points have signs that line up, racks are sorted by colour", () => {
    expect([signed(5), signed(-5), signed(0)]).toEqual(["+5", "−5", "0"]);
    expect(sorted(["r10a", "Ja", "k2b", "r2a", "o1a"])).toEqual(["k2b", "r2a", "r10a", "o1a", "Ja"]);
  });
});
