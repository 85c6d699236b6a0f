/** How it ended, as values and in words. */

import { beforeAll, describe, expect, test } from "vitest";

import { endingOf, ranksOf } from "../../src/scoring/ending";
import { tellEnding } from "../../src/scoring/endingText";
import { hear, speak } from "../../src/words/say.svelte";

const line = (points: number[], winners: number[]) => ({
  points,
  winners,
  starter: null,
  big_points: points.map(() => 0),
});
const game = (...points: number[]) => ({
  winners: [points.indexOf(Math.max(...points))],
  scores: points.map((each) => ({
    points: each,
    rack: [],
    rack_value: 0,
    charge: "rack" as const,
    turn_points: [],
  })),
});
const single = { stage: "over", games: 1, winners: [0], totals: [], lines: [] } as const;
const names = (seat: number): string => ["Ola", "Jan", "Ewa"][seat] ?? "";

beforeAll(async () => {
  await speak("en");
  await hear("end");
});

describe("how it ended", () => {
  test("you won, and by how much", () => {
    const ending = endingOf(single, game(37, -12, -25) as never);
    expect(ending).toMatchObject({ match: false, order: [0, 1, 2], lead: { points: 49, over: 1 } });
    expect(tellEnding(ending, [0], names)).toEqual({
      headline: "You won!",
      detail: "37 points, 49 ahead of Jan.",
    });
  });

  test("somebody else won: who, by how much, and the player's own score", () => {
    const ending = endingOf(single, game(37, -12, -25) as never);
    expect(tellEnding(ending, [2], names)).toEqual({
      headline: "Ola wins the game",
      detail: "37 points, 49 ahead of Jan. You: −25.",
    });
  });

  test("somebody is ahead of you, who are not called by name", () => {
    const ending = endingOf(single, game(37, -12, -25) as never);
    expect(tellEnding(ending, [1], names).detail).toBe("37 points, 49 ahead of you. You: −12.");
  });

  test("who passes a device around and who watches hear names", () => {
    const ending = endingOf(single, game(1, 0, -1) as never);
    for (const mine of [[], [0, 1, 2]])
      expect(tellEnding(ending, mine, names)).toEqual({
        headline: "Ola wins the game",
        detail: "1 point, 1 ahead of Jan.",
      });
  });

  test("several winners, and nobody", () => {
    const shared = endingOf(single, { ...game(10, 10, -20), winners: [0, 1] } as never);
    expect(tellEnding(shared, [0], names)).toEqual({
      headline: "Ola and Jan win the game",
      detail: "10 points each.",
    });
    const nobody = endingOf(single, { ...game(0, 0, 0), winners: [] } as never);
    expect(tellEnding(nobody, [0], names).detail).toBe("");
    expect(nobody.lead).toBeNull();
  });

  test("a match is won by its totals, and a game between two by its own points", () => {
    const lines = [line([20, -20], [0]), line([-30, 30], [1])];
    const match = { stage: "over", games: 2, winners: [1], totals: [-10, 10], lines } as const;
    expect(tellEnding(endingOf(match, game(-30, 30) as never), [1], names)).toEqual({
      headline: "You won the match!",
      detail: "10 points, 20 ahead of Ola.",
    });
    const between = { ...match, stage: "between" as const, winners: [], lines: lines.slice(0, 1) };
    expect(endingOf(between, null)).toMatchObject({ match: false, winners: [0], points: [20, -20] });
  });
});

describe("places", () => {
  const ranks = (points: number[], winners: number[]) =>
    ranksOf(endingOf({ ...single, games: 3, winners, totals: points } as never, null));

  test("by points, the best first", () => expect(ranks([-5, 20, -15], [1])).toEqual([2, 1, 3]));

  test("who has as many points shares a place, and the next place is left out", () =>
    expect(ranks([-5, 20, -5, -10], [1])).toEqual([2, 1, 2, 4]));

  test("several winners are all first, whatever their points", () =>
    expect(ranks([20, 18, -38], [0, 1])).toEqual([1, 1, 3]));

  test("who did not win is not first, even with the most points", () =>
    expect(ranks([30, 20, -50], [1])).toEqual([2, 1, 3]));
});
