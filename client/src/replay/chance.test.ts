import { describe, expect, it } from "vitest";

import type { Analysis } from "../generated/protocol";
import { percent, signedPercent } from "../words/percent";
import { graphOf } from "./chance";

const turn = (seat: number, chances: number[], matters = false, cost = 0): unknown => ({
  turn: seat + 1,
  seat,
  chances,
  matters,
  cost,
});

const review = {
  players: [{ seat: 0 }, { seat: 1 }],
  turns: [turn(0, [0.5, 0.5]), turn(1, [0.6, 0.4], true, 0.2), turn(0, [0.8, 0.2])],
  result: [1, 0],
} as unknown as Analysis;

describe("the graph of the chance to win", () => {
  it("goes from the first turn to the result, one line for each seat", () => {
    const graph = graphOf(review);
    expect(graph.steps).toEqual([
      [0.5, 0.5],
      [0.6, 0.4],
      [0.8, 0.2],
      [1, 0],
    ]);
    expect(graph.lines).toEqual([
      "0.00,50.00 33.33,40.00 66.67,20.00 100.00,0.00",
      "0.00,50.00 33.33,60.00 66.67,80.00 100.00,100.00",
    ]);
  });

  it("marks the turns that mattered where the player stood", () => {
    expect(graphOf(review).marks).toEqual([{ place: 1, turn: 2, seat: 1, chance: 0.4, cost: 0.2 }]);
  });

  it("ends with the last turn while the game goes on", () => {
    expect(graphOf({ ...review, result: [] }).steps).toHaveLength(3);
    expect(graphOf({ ...review, turns: [], result: [] }).lines).toEqual(["", ""]);
  });

  it("says chances as people do", () => {
    expect(percent(0.123)).toBe("12%");
    expect([signedPercent(0.2), signedPercent(-0.2), signedPercent(-0.001)]).toEqual(["+20%", "-20%", "0%"]);
  });
});
