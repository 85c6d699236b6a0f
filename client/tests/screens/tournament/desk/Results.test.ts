/** The page of results on the desk: which sheet lies there, and which one comes after a save (M3). */

import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import { Desk } from "../../../../src/tournament/desk/desk.svelte";
import type { StaffView } from "../../../../src/connection/tournaments";
import type { WritableFact } from "../../../../src/generated/protocol";
import Results from "../../../../src/screens/tournament/desk/Results.svelte";
import { hear, speak } from "../../../../src/words/say.svelte";

const GAMES = 3;
const TABLES = [
  ["P1", "P2", "P3", "P4"],
  ["P5", "P6", "P7", "P8"],
];
const tournament = {
  ended: false,
  version: 1,
  role: "director",
  format: { games: GAMES, rules: { sets: "numbers", big_points: true, lowest_rack_scores: "difference" } },
  players: TABLES.flat().map((id) => ({ id, card: id, status: "in", substitutes: [] })),
  cards: {},
  names: {},
  calls: [],
  standings: [],
  rounds: [
    {
      round: 1,
      published: true,
      games: GAMES,
      tables: TABLES,
      byes: [],
      results: [],
      missing: TABLES.flatMap((_, table) => [1, 2, 3].map((game) => [table + 1, game])),
      skipped: [],
    },
  ],
} as unknown as StaffView;

beforeAll(async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
  Element.prototype.scrollIntoView = () => undefined;
  await speak("en");
  await hear("tournaments", "tournaments-refusals");
});

describe("results are typed in one after the other", () => {
  let desk: Desk;
  let page: Record<string, unknown>;

  beforeEach(() => {
    localStorage.clear();
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no line")));
    desk = new Desk("E1");
    desk.received = tournament;
    page = mount(Results, { target: document.body, props: { desk } });
    flushSync();
  });
  afterEach(() => void unmount(page));

  const heading = (): string => document.querySelector("h2")?.textContent ?? "";

  async function type(...numbers: readonly number[]): Promise<void> {
    numbers.forEach((number, seat) => {
      const field = document.querySelector<HTMLInputElement>(`#sum-${seat}`);
      if (!field) throw new Error(`there is no field for seat ${seat}`);
      field.value = String(number);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    flushSync();
    document
      .querySelector("form")
      ?.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
    flushSync();
    await tick();
  }

  test("what is not a number is named, with what would do, and nothing is sent", async () => {
    const field = document.querySelector<HTMLInputElement>("#sum-1");
    if (!field) throw new Error("there is no field");
    field.value = "-7";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
    document
      .querySelector("form")
      ?.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
    flushSync();
    await tick();
    expect(document.querySelector(".hint")?.textContent).toBe(
      "“-7” does not fit here: write a whole number from 0 to 9999",
    );
    expect(desk.outbox.waiting).toEqual([]);
  });

  test("every save leads to the next game of the table, then to the next table, from the very first on", async () => {
    const seen = [heading()];
    for (let at = 1; at < TABLES.length * GAMES; at += 1) {
      await type(0, 10, 15, 5);
      seen.push(heading());
    }
    expect(seen).toEqual([1, 2].flatMap((table) => [1, 2, 3].map((game) => `Table ${table} · game ${game}`)));
    const left = desk.outbox.waiting.map((each) =>
      each.work.kind === "fact" ? (each.work.fact as WritableFact & { table: number; game: number }) : null,
    );
    expect(left.map((fact) => [fact?.table, fact?.game])).toEqual([
      [1, 1],
      [1, 2],
      [1, 3],
      [2, 1],
      [2, 2],
    ]);
  });

  test("the sheet stays under the hands while another desk enters it", async () => {
    desk.received = {
      ...tournament,
      rounds: tournament.rounds.map((round) => ({ ...round, missing: round.missing.slice(1) })),
    };
    flushSync();
    await tick();
    expect(heading()).toBe("Table 1 · game 1");
  });
});
