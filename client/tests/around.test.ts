/** What stands around the table: addresses, names of seats, house rules, the score sheet. */

import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import type {
  EngineResult,
  EngineRules,
  LineInfo,
  PlaceInfo,
  ProfileInfo,
  TableInfo,
} from "../src/generated/protocol";
import page from "../../docs/protocol.md?raw";

const example = [...page.matchAll(/```json\n(\{.*\})\n```/g)]
  .map((match) => JSON.parse(match[1] ?? "") as { type: string; table: TableInfo })
  .find((message) => message.type === "table") as { table: TableInfo };
const table = example.table;
const rules = table.rules;

beforeAll(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
});
beforeEach(() => localStorage.clear());

describe("addresses", async () => {
  const { codeIn, read } = await import("../src/browser/router.svelte");

  test("a code is found in whatever was typed or pasted", () => {
    const typed = [
      "abc234",
      " AB C2-34 ",
      "http://192.168.1.5:8000/t/abc234",
      "https://play.example/t/ABC234/?x=1",
      "play.example/t/ABC234#a",
    ];
    expect(typed.map(codeIn)).toEqual(typed.map(() => "ABC234"));
    expect(["", "../..", "😀"].map(codeIn)).toEqual(["", "", ""]);
  });

  test("a table's link leads to the table, however its code is typed", () => {
    expect(read("/t/abc234")).toEqual({ screen: "table", code: "ABC234" });
    expect(read("/t/ABC234/")).toEqual({ screen: "table", code: "ABC234" });
  });

  test("the companion has parts, and games to correct", () => {
    expect([read("/companion"), read("/companion/"), read("/companion/game-3")]).toEqual(
      ["", "", "game-3"].map((part) => ({ screen: "companion", part })),
    );
    expect([read("/companion/a/b"), read("/companions")].map((place) => place.screen)).toEqual([
      "lost",
      "lost",
    ]);
  });

  test("pages are known and everything else is lost", () => {
    expect(
      ["/", "/create", "/settings", "/privacy", "/keys", "/t/", "/x", "/t/a/b"].map(
        (path) => read(path).screen,
      ),
    ).toEqual(["start", "create", "settings", "privacy", "keys", "lost", "lost", "lost"]);
  });
});

describe("addresses of events", async () => {
  const { read } = await import("../src/browser/router.svelte");
  const at = (page: string, section: string | null = null, code: string | null = null) => ({
    screen: "event",
    page,
    event: "a_B-9",
    section,
    code,
  });

  test("an event has a page for everybody, a desk with sections, and pages for the referee, the wall and the players", () => {
    expect(read("/events").screen).toBe("events");
    expect(read("/events/new").screen).toBe("new-event");
    expect(read("/events/a_B-9")).toEqual(at("public"));
    expect(read("/events/a_B-9/desk")).toEqual(at("desk"));
    expect(read("/events/a_B-9/desk/results")).toEqual(at("desk", "results"));
    expect(["referee", "clock", "me"].map((page) => read(`/events/a_B-9/${page}`))).toEqual([
      at("referee"),
      at("clock"),
      at("me"),
    ]);
    expect(read("/events/a_B-9/elsewhere").screen).toBe("lost");
  });

  test("the code of a QR code comes along", () => {
    expect(read("/events/a_B-9/me", "?code=ABC")).toEqual(at("me", null, "ABC"));
  });
});

describe("names", async () => {
  const { avatarOf, isShared, nameOf, nameSeat, recordNames } = await import("../src/lobby/names");
  const { speak } = await import("../src/words/say.svelte");
  const place = (change: Partial<PlaceInfo>): PlaceInfo => ({
    ...(table.places[0] as PlaceInfo),
    yours: false,
    host: false,
    ...change,
  });
  const at = (...places: PlaceInfo[]) => ({ id: "x", places });

  beforeAll(() => speak("en"));

  test("a record knows bots and no people: a lone person among bots is you, others are seats", () => {
    const named = (bots: (string | null)[], players: number): string[] =>
      Array.from({ length: players }, (_, seat) => recordNames(bots)(seat));
    expect(named([null, "beginner", "club", "club"], 4)).toEqual([
      "You",
      "Beginner",
      "Club player 1",
      "Club player 2",
    ]);
    expect(named([null, "club", null], 3)).toEqual(["Seat 1", "Club player", "Seat 3"]);
    expect(named([], 2)).toEqual(["Seat 1", "Seat 2"]);
  });

  test("people have their names, bots their level, and a number when there are two", () => {
    const two = at(
      place({ name: "Ola" }),
      place({ kind: "bot", name: "club" }),
      place({ kind: "bot", name: "club" }),
      place({ kind: "empty", name: "" }),
    );
    expect([0, 1, 2, 3].map((seat) => nameOf(two, seat))).toEqual([
      "Ola",
      "Club player 1",
      "Club player 2",
      "Free seat",
    ]);
    expect(nameOf(at(place({ kind: "bot", name: "unheard-of" })), 0)).toBe("unheard-of");
  });

  test("who has been erased is a seat", () => {
    expect(nameOf(at(place({ name: "" })), 0)).toBe("seat 1");
  });

  test("several players of one device can be called by their own names", () => {
    const shared = at(place({ name: "Ola", yours: true }), place({ name: "Ola", yours: true }));
    expect(isShared(shared)).toBe(true);
    expect(nameOf(shared, 1)).toBe("Ola · 2");
    nameSeat("x", 1, "  Babcia ");
    expect([nameOf(shared, 0), nameOf(shared, 1)]).toEqual(["Ola", "Babcia"]);
    expect(avatarOf(shared, 0)).not.toBe(avatarOf(shared, 1));
  });
});

describe("house rules", async () => {
  const { controlOf, differing, houseFields } = await import("../src/rules/houseFields");

  test("controls are read from what the server says", () => {
    expect(controlOf("true or false")).toEqual({ kind: "switch" });
    expect(controlOf("one of none, free, penalised")).toEqual({
      kind: "choice",
      values: ["none", "free", "penalised"],
    });
    expect(controlOf("a whole number from 1 to 20, or none")).toEqual({
      kind: "number",
      low: 1,
      high: 20,
      none: true,
    });
    expect(controlOf("a text of 1 to 60 characters, or none")).toEqual({ kind: "text", limit: 60 });
    expect(controlOf("a list, each item one of wins, total")).toBeNull();
  });

  test("only what differs from the book is a house rule", () => {
    expect(differing(rules, { opening_points: rules.opening_points, jokers: 4, turn_seconds: null })).toEqual(
      { jokers: 4, turn_seconds: null },
    );
  });

  test("fields with a control of their own, and those of the other game, are not listed", () => {
    const field = (name: string) => ({ name, rules: [], text: name, allowed: "true or false" });
    const profile = { rules } as unknown as ProfileInfo;
    const names = houseFields(
      ["strict", "turn_seconds", "big_points", "opening_letters"].map(field),
      profile,
    ).map((each) => each.field.name);
    expect(names).toEqual(["big_points"]);
  });
});

describe("the score sheet", async () => {
  const { expectedSum, isSheetRight, signed, sorted, totalsOf } = await import("../src/scoring/scoreSheet");
  const line = (...points: number[]): LineInfo => ({ points, winners: [], big_points: [] });
  const result = (
    cause: EngineResult["cause"],
    winners: number[],
    ...scores: [points: number, rack: number][]
  ): EngineResult => ({
    cause,
    winners,
    scores: scores.map(([points, rack_value]) => ({
      rack: [],
      rack_value,
      charge: "rack",
      points,
      big_points: 0,
    })),
  });

  test("the example of the book adds up (M1)", () => {
    const lines = [line(24, -5, -16, -3), line(-6, -11, 22, -5), line(-32, -13, -2, 47)];
    expect(totalsOf(lines)).toEqual([-14, -29, 4, 39]);
    expect(isSheetRight(rules, null, lines, [-14, -29, 4, 39])).toBe(true);
    expect(isSheetRight(rules, null, lines, [-14, -29, 4, 40])).toBe(false);
  });

  test("a game's points add up to zero, but for the winner's own rack and a dropped rest (M3)", () => {
    expect(expectedSum(rules, result("rack-empty", [0], [24, 0], [-24, 24]), [0, 24])).toBe(0);
    const own: EngineRules = { ...rules, lowest_rack_scores: "own-rack" };
    expect(expectedSum(own, result("last-lap", [0], [20, 5], [-25, 25]), [5, 25])).toBe(-5);
    expect(expectedSum(rules, result("all-passed", [0, 1], [12, 3], [12, 3], [-25, 25]), [3, 3, 25])).toBe(
      -1,
    );
  });

  test("a wrong sum is noticed", () => {
    const lines = [line(24, -23)];
    expect(isSheetRight(rules, result("rack-empty", [0], [24, 0], [-23, 24]), lines, [24, -23])).toBe(false);
    expect(
      isSheetRight(rules, result("rack-empty", [0], [24, 0], [-24, 24]), [line(24, -24)], [24, -24]),
    ).toBe(true);
  });

  test("points have signs that line up, racks are sorted by colour", () => {
    expect([signed(5), signed(-5), signed(0)]).toEqual(["+5", "−5", "0"]);
    expect(sorted(["r10a", "Ja", "k2b", "r2a", "o1a"])).toEqual(["k2b", "r2a", "r10a", "o1a", "Ja"]);
  });
});
