/** The clock of a real table and the points of its word game go back together (companion/ticking). */

import { beforeEach, expect, test, vi } from "vitest";

import { shelf } from "../../src/companion/shelf.svelte";
import { ticking } from "../../src/companion/ticking.svelte";

vi.mock("../../src/browser/sound", () => ({ play: () => undefined }));

beforeEach(() => {
  localStorage.clear();
  shelf.begin({
    do: "set",
    profile: "pl-word",
    house: {},
    players: [
      { id: "a", name: "Ola" },
      { id: "b", name: "Jan" },
    ],
    starter: "a",
  });
  ticking.open(90);
  ticking.tap();
});

test("taking a tap back takes back the points that ended the turn", () => {
  shelf.do({ do: "turn", turn: { player: "a", letters: 7, double: false } });
  ticking.tap();
  expect([ticking.clock.player, shelf.match.turns.length]).toEqual([1, 1]);
  ticking.takeBack();
  expect([ticking.clock.player, shelf.match.turns]).toEqual([0, []]);
});

test("a tap without points takes nobody's points back", () => {
  shelf.do({ do: "turn", turn: { player: "a", letters: 7, double: false } });
  ticking.tap();
  ticking.tap();
  ticking.takeBack();
  expect([ticking.clock.player, shelf.match.turns.length]).toEqual([1, 1]);
});
