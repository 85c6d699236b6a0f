/** Players find their name, table and seat on a page with two hundred names. */

import type { PublicTournament } from "../../../src/generated/protocol";
import { describe, expect, test } from "vitest";

import { find, numberOf, plain, seatIn, sumOf } from "../../../src/tournament/hall/findPlayer";

const row = (player: string, name: string) => ({
  place: 1,
  player,
  name,
  club: "",
  big_points: 0,
  points: "0",
  wins: 0,
  games: 0,
  before_next: null,
});
const tournament = {
  standings: [
    row("P1", "Łucja Żółć"),
    row("P2", "Jan Nowak"),
    row("P12", "Zofia Janowska"),
    row("P3", "Marek Bojan"),
    row("P4", "Ґалаґан"),
  ],
} as unknown as PublicTournament;

describe("finding", () => {
  const names = (query: string): string[] => find(tournament, query, "pl").map((each) => each.name);

  test("accents and capitals do not matter", () => {
    expect(plain(" Łucja Żółć ")).toBe("lucja zolc");
    expect(names("lucja")).toEqual(["Łucja Żółć"]);
    expect(names("ZOLC")).toEqual(["Łucja Żółć"]);
    expect(names("галаг")).toEqual(["Ґалаґан"]);
  });

  test("names that begin so come first, then words, then the rest", () => {
    expect(names("jan")).toEqual(["Jan Nowak", "Zofia Janowska", "Marek Bojan"]);
    expect(find(tournament, "n", "pl", 1)).toHaveLength(1);
  });

  test("equals come in the order of the language that is read", () => {
    const czech = {
      standings: [row("P1", "Cibulka Jan"), row("P2", "Chalupa Jan"), row("P3", "Hora Jan")],
    } as unknown as PublicTournament;
    const order = (language: string): string[] =>
      find(czech, "jan", language).map((each) => each.name.split(" ")[0] ?? "");
    expect(order("cs")).toEqual(["Cibulka", "Hora", "Chalupa"]);
    expect(order("pl")).toEqual(["Chalupa", "Cibulka", "Hora"]);
  });

  test("a number finds its player, with its letter or without", () => {
    expect(names("12")).toEqual(["Zofia Janowska"]);
    expect(names("p2")[0]).toBe("Jan Nowak");
    expect(numberOf("P12")).toBe("12");
    expect(names("  ")).toEqual([]);
  });
});

describe("where one sits", () => {
  const seat = (letter: string, player: string, points: readonly (number | null)[]) => ({
    seat: letter,
    player,
    name: player,
    points,
  });
  const round = {
    round: 2,
    tables: [
      { table: 1, lobby_table: null, seats: [seat("A", "P1", [5, null]), seat("B", "P2", [-5, null])] },
      { table: 2, lobby_table: null, seats: [seat("A", "P3", [null, null])] },
    ],
  } as never;

  test("the table, the seat and the points so far", () => {
    expect(seatIn(round, "P2")).toEqual({ round: 2, table: 1, seat: "B", points: [-5, null] });
    expect(seatIn(round, "P9")).toBe(null);
    expect([sumOf([5, null, -7]), sumOf([null, null]), sumOf([])]).toEqual([-2, null, null]);
  });
});
