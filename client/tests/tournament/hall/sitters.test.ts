/** Who plays under a number: each round and each entry keep who sat there (hall/sitters). */

import { describe, expect, test } from "vitest";

import { cardIn, nameOf, namesThen } from "../../../src/tournament/hall/sitters";
import type { EntryInfo, PlayerState, TournamentView } from "../../../src/generated/protocol";

const player = {
  id: "P1",
  card: "S2",
  substitutes: [
    [2, "S1"],
    [4, "S2"],
  ],
} as unknown as PlayerState;
const view = {
  players: [player],
  names: { P1: "Ala", S1: "Ewa", S2: "Jan" },
} as unknown as TournamentView;

describe("substitutes", () => {
  test("each round names who sat there, and without a round whoever plays now", () => {
    expect([1, 2, 3, 4, undefined].map((round) => cardIn(player, round))).toEqual([
      "P1",
      "S1",
      "S1",
      "S2",
      "S2",
    ]);
    expect([nameOf(view, "P1", 1), nameOf(view, "P1"), nameOf(view, "P9", 1), nameOf(null, "P1")]).toEqual([
      "Ala",
      "Jan",
      "P9",
      "P1",
    ]);
  });

  test("an entry of the log names who played when it was written", () => {
    const named = namesThen(view, { cards: { P1: "S1" } } as unknown as EntryInfo);
    expect([named("P1"), named("P2")]).toEqual(["Ewa", "P2"]);
  });
});
