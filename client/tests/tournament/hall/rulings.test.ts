/** The referee's desk: who waits longest, what the log says of a table, what can be ruled where. */

import { describe, expect, test } from "vitest";

import {
  canUndo,
  isDone,
  conductOf,
  entriesOf,
  openCalls,
  rulingsFor,
} from "../../../src/tournament/hall/rulings";
import type { EntryInfo, TournamentView, Fact } from "../../../src/generated/protocol";

const entry = (number: number, fact: Record<string, unknown>, counts = true): EntryInfo => ({
  entry: {
    number,
    at: number,
    by: { role: "referee", who: "r" },
    fact: fact as unknown as Fact,
    why: "",
    id: "",
    digest: "",
    seal: "",
  },
  counts,
  name: "",
  cards: {},
});
const LOG = [
  entry(1, { type: "event-opened" }),
  entry(2, { type: "result-entered", round: 1, table: 2, game: 1 }),
  entry(3, { type: "referee-called", round: 1, table: 2 }),
  entry(4, { type: "referee-called", round: 1, table: 1 }),
  entry(5, { type: "call-answered", call: 3 }),
  entry(6, { type: "call-answered", call: 4 }),
  entry(7, { type: "ruling-made", round: 1, table: 2, kind: "other" }),
  entry(8, { type: "ruling-made", round: 2, table: 2, kind: "other" }),
  entry(9, { type: "conduct-reported", player: "P1" }),
  entry(10, { type: "warning-given", player: "P2" }, false),
];

describe("the referee's desk", () => {
  test("the longest wait comes first, and who was answered is gone", () => {
    const call = (number: number, at: number, answered: boolean) => ({
      number,
      round: 1,
      table: number,
      player: null,
      at,
      why: "",
      answered,
    });
    const view = {
      calls: [call(1, 30, false), call(2, 10, false), call(3, 5, true)],
    } as unknown as TournamentView;
    expect(openCalls(view).map((each) => each.number)).toEqual([2, 1]);
  });

  test("the log of a table has its results, calls with their answers and rulings, newest first", () => {
    expect(entriesOf(LOG, 1, 2).map((each) => each.entry.number)).toEqual([7, 5, 3, 2]);
    expect(entriesOf(LOG, 1, 1).map((each) => each.entry.number)).toEqual([6, 4]);
  });

  test("conduct is found for everybody or for one (M6)", () => {
    expect(conductOf(LOG).map((each) => each.entry.number)).toEqual([10, 9]);
    expect(conductOf(LOG, "P1").map((each) => each.entry.number)).toEqual([9]);
  });

  test("a table that nobody can restore is there at real tables only (T9)", () => {
    expect(rulingsFor(false)).toContain("restore-table");
    expect(rulingsFor(true)).not.toContain("restore-table");
  });

  test("rulings and warnings that count can be undone, results are the director's", () => {
    expect(LOG.filter(canUndo).map((each) => each.entry.number)).toEqual([7, 8, 9]);
    const ruling = (kind: string) => entry(1, { type: "ruling-made", kind }).entry;
    expect(
      ["restart-turn", "take-back-turn", "penalty-tiles", "points", "other"].filter((kind) =>
        isDone(ruling(kind)),
      ),
    ).toEqual(["restart-turn", "take-back-turn", "penalty-tiles"]);
  });
});
