/** What the projector is about at any moment, and lists that fit on the wall. */

import type { PublicRound, PublicTournament, RoundClock } from "../../../src/generated/protocol";
import { beforeAll, describe, expect, test } from "vitest";

import {
  nextRound,
  pagesOf,
  sceneOf,
  seatsByName,
  settingFor,
  standingLines,
} from "../../../src/tournament/hall/wall";
import { hear } from "../../../src/words/say.svelte";

beforeAll(() => hear("hall"));

const seat = (letter: string, name: string) => ({ seat: letter, player: name, name, points: [null] });
const CLOCK: RoundClock = { total_ms: 60_000, ran_ms: 0, running_since: null, started: false, over: false };
const round = (more: Partial<PublicRound> = {}): PublicRound => ({
  round: 1,
  final: false,
  tables: [
    { table: 1, lobby_table: null, unconfirmed: [], seats: [seat("A", "Żaneta"), seat("B", "Adam")] },
    { table: 2, lobby_table: null, unconfirmed: [], seats: [seat("A", "Łucja"), seat("B", "Lena")] },
  ],
  byes: ["Zenon"],
  clock: CLOCK,
  missing: 2,
  ...more,
});
const tournament = (
  rounds: readonly PublicRound[],
  more: Partial<PublicTournament> = {},
): PublicTournament => ({
  tournament: "e",
  code: "K7MQ",
  version: 1,
  name: "Cup",
  profile: "pl-tournament",
  rounds_planned: 2,
  final: true,
  games: 1,
  players: 5,
  ended: false,
  standings: [],
  plan: [],
  rounds,
  ...more,
});

describe("the wall", () => {
  test("waits, shows seats, counts, announces the last lap, shows standings and ends", () => {
    const scenes = [
      tournament([]),
      tournament([round()]),
      tournament([round({ clock: { ...CLOCK, running_since: 0 } })]),
      tournament([round({ clock: { ...CLOCK, ran_ms: 10 } })]),
      tournament([round({ clock: { ...CLOCK, over: true } })]),
      tournament([round({ clock: { ...CLOCK, over: true }, missing: 0 })]),
      tournament([round()], { ended: true }),
    ].map((each) => sceneOf(each, 1_000));
    expect(scenes).toEqual(["waiting", "seats", "clock", "clock", "last-lap", "standings", "ended"]);
    expect(sceneOf(tournament([round({ clock: { ...CLOCK, running_since: 0 } })]), 60_000)).toBe("last-lap");
  });

  test("says what comes next", () => {
    expect(nextRound(tournament([]))).toEqual({ round: 1, final: false });
    expect(nextRound(tournament([round()]))).toEqual({ round: 2, final: true });
    expect(nextRound(tournament([round(), round({ round: 2 })]))).toBe(null);
  });

  test("seats are listed by name in the order of the language, who sits out among them", () => {
    const lines = seatsByName(round(), "pl", "pauza").map((line) => `${line.name} ${line.end}`);
    expect(lines).toEqual(["Adam 1 B", "Lena 2 B", "Łucja 2 A", "Zenon pauza", "Żaneta 1 A"]);
  });

  test("pages are even and lose nobody", () => {
    const pages = pagesOf(
      Array.from({ length: 50 }, (_, at) => at),
      24,
    );
    expect(pages.map((page) => page.length)).toEqual([17, 17, 16]);
    expect(pages.flat()).toHaveLength(50);
    expect([pagesOf([], 5), pagesOf([1], 0)]).toEqual([[], [[1]]]);
  });
});

describe("a list on the wall", () => {
  const WALL = { width: 1250, height: 950, least: 27 };
  const set = (count: number, longest = 18) =>
    settingFor(count, longest, WALL.width, WALL.height, WALL.least);

  test("few names are written big, many as small as the last row still reads, and then they take turns", () => {
    expect(set(8).size).toBeGreaterThan(1.9 * WALL.least);
    expect(set(14).size).toBeGreaterThan(1.4 * WALL.least);
    expect(set(300).size).toBe(WALL.least);
  });

  test("what is set fits, and more names are never written bigger", () => {
    let before = Infinity;
    for (let count = 1; count <= 200; count += 1) {
      const { size, columns, rows } = set(count);
      expect(size).toBeLessThanOrEqual(before);
      before = size;
      expect(columns * 15 * size).toBeLessThanOrEqual(WALL.width);
      expect((rows * 1.95 + 2.3) * size).toBeLessThanOrEqual(WALL.height);
      if (size > WALL.least) expect(columns * rows).toBeGreaterThanOrEqual(count);
    }
  });

  test("a long name is written in full where there is room for it, in fewer columns", () => {
    expect(set(14, 40).columns).toBeLessThan(set(14).columns);
    expect(set(14, 40).columns * set(14, 40).rows).toBeGreaterThanOrEqual(14);
    expect(set(300, 40)).toEqual(set(300));
  });

  test("where big points decide they are shown, and the small ones before them", () => {
    const row = {
      place: 1,
      player: "P1",
      name: "Ola",
      club: "",
      points: "-26⅔",
      wins: 1,
      games: 2,
      before: [],
      stage: 1,
      preliminary: null,
      missed_points: null,
      before_next: null,
    };
    const before = [{ name: "Ala", first: 1, last: 2 }];
    expect(standingLines([{ ...row, before, big_points: 2 }])[0]?.name).toContain("Ala");
    expect(standingLines([{ ...row, big_points: 2 }])).toEqual([
      { key: "P1", name: "1. Ola", more: "−26⅔", end: "2" },
    ]);
    expect(standingLines([{ ...row, big_points: 0 }])).toEqual([{ key: "P1", name: "1. Ola", end: "−26⅔" }]);
  });

  test("a narrow wall has one column", () => {
    expect(settingFor(30, 18, 200, 300, 16)).toEqual({ size: 16, columns: 1, rows: 8 });
  });
});
