/** The public page shows the rounds announced in advance, until they are published. */

import type { PublicTournament } from "../../../../src/generated/protocol";
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, expect, test, vi } from "vitest";

import { keepPlayer } from "../../../../src/tournament/hall/publicPage.svelte";

const names: Record<string, string> = { P1: "Jan Nowak", P2: "Ola Lis", P3: "Jan Nowak", P4: "Ewa Kos" };
const tableOf = (points: readonly number[], ...players: string[]) => ({
  table: 1,
  seats: players.map((player, at) => ({ seat: "ABCD"[at], player, name: names[player], points })),
  lobby_table: null,
  unconfirmed: [],
});
const row = (player: string) => ({
  place: 1,
  player,
  name: names[player],
  club: "",
  big_points: 0,
  points: "0",
  wins: 0,
  games: 0,
  before_next: null,
});
const first = {
  round: 1,
  final: false,
  tables: [tableOf([30], "P2", "P1", "P4", "P3")],
  byes: [],
  clock: { total_ms: 1, ran_ms: 0, running_since: null, started: false, over: false },
  missing: 1,
};
const planned = (round: number) => ({ round, tables: [tableOf([], "P1", "P2", "P3", "P4")], byes: [] });

function page(rounds: readonly unknown[], plan: readonly unknown[]): PublicTournament {
  return {
    tournament: "E1",
    code: "ABCD",
    version: 1,
    name: "Cup",
    profile: "pl-tournament",
    rounds_planned: 3,
    final: false,
    games: 1,
    players: 4,
    ended: false,
    rounds,
    plan,
    standings: Object.keys(names).map(row),
  } as unknown as PublicTournament;
}

let shown: Record<string, unknown>;
let PublicPage: typeof import("../../../../src/screens/tournament/public/PublicPage.svelte").default;

beforeAll(async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
  const { hear, speak } = await import("../../../../src/words/say.svelte");
  await speak("en");
  await hear("hall", "tournaments", "tournaments-refusals");
  ({ default: PublicPage } = await import("../../../../src/screens/tournament/public/PublicPage.svelte"));
});

afterEach(async () => {
  await unmount(shown);
  keepPlayer("E1", null);
  vi.useRealTimers();
});

async function open(data: PublicTournament): Promise<void> {
  vi.useFakeTimers();
  const headers = { "Content-Type": "application/json", "Tilemeld-Now": "1", ETag: '"1"' };
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(data), { headers }));
  shown = mount(PublicPage, { target: document.body, props: { tournament: "E1", code: null } });
  await vi.advanceTimersByTimeAsync(500);
  flushSync();
}

const texts = (selector: string): string[] =>
  [...document.querySelectorAll(selector)].map((each) => each.textContent.replaceAll(/\s+/g, " ").trim());

test("before anything is published, who sits where is announced, namesakes with their numbers", async () => {
  await open(page([], [planned(1), planned(2)]));
  expect(texts("section h2")).toContain("Announced in advance: Round 1");
  expect(texts(".table th")).toEqual(["Jan Nowak 1", "Ola Lis", "Jan Nowak 3", "Ewa Kos"]);
  expect(texts(".table .letter")).toEqual(["A", "B", "C", "D"]);
  expect(texts(".chip")).toEqual(["Round 1", "Round 2"]);
});

test("a published round comes first, and those to come are a tap away", async () => {
  await open(page([first], [planned(2), planned(3)]));
  expect(texts("section h2")).not.toContain("Announced in advance: Round 1");
  expect(texts(".chip")).toEqual(["Round 1", "Round 2", "Round 3"]);
  expect(texts(".chip.announced")).toEqual(["Round 2", "Round 3"]);
  document.querySelectorAll<HTMLButtonElement>(".chip")[2]?.click();
  flushSync();
  expect(texts("section h2")).toContain("Announced in advance: Round 3");
  expect(texts(".table th")[0]).toBe("Jan Nowak 1");
});

test("whoever found their name sees all their tables at once", async () => {
  keepPlayer("E1", "P3");
  await open(page([first], [planned(2), planned(3)]));
  expect(texts(".me .where")).toEqual(["Table 1, seat D"]);
  expect(texts(".me .announced li")).toEqual(["Round 2 Table 1, seat C", "Round 3 Table 1, seat C"]);
});

test("where nothing is announced, nothing says so", async () => {
  await open(page([first], []));
  expect(texts(".announced")).toEqual([]);
  expect(texts(".chip")).toEqual([]);
});
