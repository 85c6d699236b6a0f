/** Players find their name, table and seat on a page with two hundred names. */

import type { PublicTournament } from "../../../src/generated/protocol";
import { describe, expect, test } from "vitest";

import {
  announcedFor,
  find,
  namesakes,
  numberOf,
  plain,
  seatIn,
  sumOf,
} from "../../../src/tournament/hall/findPlayer";

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

describe("the rounds announced in advance", () => {
  const table = (number: number, ...players: string[]) => ({
    table: number,
    seats: players.map((player, at) => ({ seat: "ABCD"[at] ?? "", player, name: player, points: [] })),
    lobby_table: null,
  });
  const announced = {
    standings: [row("P1", "Jan"), row("P2", "Ola"), row("P3", "Jan")],
    plan: [
      { round: 2, tables: [table(1, "P4", "P5", "P6"), table(2, "P7", "P1", "P3")], byes: ["Ola"] },
      { round: 3, tables: [table(1, "P3", "P2", "P1", "P4")], byes: [] },
    ],
  } as unknown as PublicTournament;

  test("everybody finds table and seat of each, or that they sit out", () => {
    const ola = announcedFor(announced, { player: "P2", name: "Ola" });
    expect(ola.map(({ round, seat }) => [round, seat?.table, seat?.seat])).toEqual([
      [2, undefined, undefined],
      [3, 1, "B"],
    ]);
    expect(announcedFor(announced, { player: "P4", name: "x" })).toHaveLength(2);
    expect(announcedFor(announced, { player: "P9", name: "y" })).toEqual([]);
  });

  test("namesakes have their own seats, and are known as such", () => {
    const seats = (player: string) =>
      announcedFor(announced, { player, name: "Jan" }).map(({ seat }) => seat?.seat);
    expect([seats("P1"), seats("P3")]).toEqual([
      ["B", "C"],
      ["C", "A"],
    ]);
    expect([...namesakes(announced)]).toEqual(["Jan"]);
  });
});
