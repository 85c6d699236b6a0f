/** The shelf of matches in a browser: kept, found again, brought from files; what is damaged is left alone. */

import { beforeEach, describe, expect, test, vi } from "vitest";

import { askOpening, bookFor } from "../../src/companion/asking";
import { write } from "../../src/companion/book";
import type { Change } from "../../src/companion/match";
import { rulesOf } from "../../src/companion/rules";
import { Shelf } from "../../src/companion/shelf.svelte";

const SET: Change = {
  do: "set",
  profile: "pl",
  house: {},
  players: [
    { id: "a", name: "Ola" },
    { id: "b", name: "Jan" },
  ],
  starter: "a",
};
const GAME: Change = {
  do: "game",
  game: {
    kind: "numbers",
    players: ["a", "b"],
    starter: "a",
    cause: "rack-empty",
    out: "b",
    left: [
      { tiles: null, sum: 12, unopened: null },
      { tiles: null, sum: 0, unopened: null },
    ],
  },
};
const PREFIX = "tilemeld.companion.match.";

/** The page as it is after a reload. */
function reloaded(): Shelf {
  return new Shelf();
}

beforeEach(() => localStorage.clear());

describe("the shelf", () => {
  test("a reload finds the match as it was, steps that were undone included", () => {
    const shelf = reloaded();
    shelf.begin(SET);
    shelf.do(GAME);
    shelf.do({ do: "finish" });
    shelf.undo();
    const again = reloaded();
    expect(again.match).toEqual(shelf.match);
    expect(again.sheet.standings.map((each) => each.total)).toEqual([-12, 12]);
    expect([again.canUndo, again.canRedo]).toEqual([true, true]);
    again.redo();
    expect(reloaded().match.finished).toBe(true);
  });

  test("several matches are kept, the newest first, and each can be taken up again", () => {
    const shelf = reloaded();
    const first = shelf.begin(SET);
    shelf.begin({ ...SET, profile: "uk" } as Change);
    shelf.open(first.id);
    const again = reloaded();
    expect(again.books).toHaveLength(2);
    expect(again.match.profile).toBe("pl");
  });

  test("what is damaged or newer is listed and never written over", () => {
    const damaged = '{"tilemeld":"companion","format":1,';
    localStorage.setItem(`${PREFIX}old`, damaged);
    localStorage.setItem(`${PREFIX}new`, '{"tilemeld":"companion","format":99}');
    const shelf = reloaded();
    expect(shelf.spoilt.map((each) => [each.id, each.damage]).sort()).toEqual([
      ["new", "newer"],
      ["old", "damaged"],
    ]);
    shelf.begin(SET);
    shelf.do(GAME);
    expect(localStorage.getItem(`${PREFIX}old`)).toBe(damaged);
    shelf.remove("old");
    expect(localStorage.getItem(`${PREFIX}old`)).toBeNull();
    expect(shelf.books).toHaveLength(1);
  });

  test("a file of the match at hand is the match at hand; another of the same name stands beside it", () => {
    const shelf = reloaded();
    const book = shelf.begin(SET);
    const text = write(book);
    expect(shelf.take(text)).toBeNull();
    expect(shelf.books).toHaveLength(1);
    shelf.do(GAME);
    expect(shelf.take(text)).toBeNull();
    expect(shelf.books).toHaveLength(2);
    expect(shelf.match.games).toEqual([]);
    expect([shelf.take("{}"), shelf.take(text.replace('"format":1', '"format":7'))]).toEqual([
      "damaged",
      "newer",
    ]);
    expect(reloaded().books).toHaveLength(2);
  });

  test("a browser that keeps nothing says so, and the match goes on", () => {
    const shelf = reloaded();
    const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    shelf.begin(SET);
    shelf.do(GAME);
    expect([shelf.keeps, shelf.match.games.length]).toEqual([false, 1]);
    full.mockRestore();
    shelf.undo();
    expect(shelf.keeps).toBe(true);
  });

  test("what another tab writes is seen", () => {
    const shelf = reloaded();
    const book = shelf.begin(SET);
    localStorage.setItem(PREFIX + book.id, write({ ...book, steps: [SET, GAME], at: 2 }));
    window.dispatchEvent(new StorageEvent("storage", { key: PREFIX + book.id }));
    expect(shelf.match.games).toHaveLength(1);
  });
});

describe("could this rack have opened?", () => {
  test("the solver is asked by the book with the same box and the same word on jokers", async () => {
    expect(["pl", "pl-tournament", "pl-xp", "uk", "uk-xp"].map((name) => bookFor(rulesOf(name)))).toEqual([
      "pl",
      "pl",
      "pl-xp",
      "uk",
      "uk-xp",
    ]);
    const best = { played: ["r10", "b10", "k10"], points: 30, table: [["r10", "b10", "k10"]] };
    const asked = vi
      .spyOn(globalThis, "fetch")
      .mockImplementation(async () => new Response(JSON.stringify(best)));
    expect(await askOpening(rulesOf("pl"), ["r10", "b10", "k10"])).toMatchObject({
      possible: true,
      points: 30,
      by: "solver",
    });
    expect(await askOpening(rulesOf("pl", { opening_points: 50 }), ["r10", "b10", "k10"])).toMatchObject({
      possible: false,
      by: "solver",
    });
    expect(JSON.parse(String(asked.mock.calls[0]?.[1]?.body))).toMatchObject({
      goal: "opening",
      rules: "pl",
      table: [],
    });
    asked.mockRestore();
  });

  test("without the server this device works it out", async () => {
    const away = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("no network"));
    expect(await askOpening(rulesOf("pl"), ["r10", "b10", "J", "k1"])).toEqual({
      possible: true,
      points: 30,
      sets: [],
      by: "device",
    });
    expect(await askOpening(rulesOf("pl"), ["r1", "r2", "r3"])).toMatchObject({ possible: false, points: 6 });
    away.mockRestore();
  });
});
