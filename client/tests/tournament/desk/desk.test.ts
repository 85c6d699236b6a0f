/** The director's desk: sheets worked out and checked, what waits to be sent, what is to be done next, lists in parts. */

import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import { ApiProblem, UNREACHABLE } from "../../../src/connection/api";
import {
  type EngineRules,
  type Entry,
  PROTOCOL,
  type TournamentRound,
  type WritableFact,
} from "../../../src/generated/protocol";
import type { StaffView } from "../../../src/connection/tournaments";
import { keep } from "../../../src/browser/storage";
import { Desk } from "../../../src/tournament/desk/desk.svelte";
import { storedAs } from "../../../src/tournament/hall/stored";
import { moved, playingMinutes, usual } from "../../../src/tournament/desk/format";
import { inFours, invitation, readCode } from "../../../src/tournament/desk/invitation";
import { inParts, inTheWhole, textOf, withTwins } from "../../../src/tournament/desk/playerLists";
import { readNumber, readSheet, type Typed, typedOf } from "../../../src/tournament/desk/resultSheet";
import { isDisputed, nextMissing, nextTask, withWaiting } from "../../../src/tournament/desk/shown";

beforeAll(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
});
beforeEach(() => localStorage.clear());

const RULES = {
  sets: "numbers",
  big_points: true,
  lowest_rack_scores: "difference",
  unopened_penalty: 100,
  could_open_penalty: 200,
} as unknown as EngineRules;
const rules = (change: object): EngineRules => ({ ...RULES, ...change });
const typed = (
  mode: Typed["mode"],
  numbers: readonly (string | number)[],
  more: Partial<Typed> = {},
): Typed => ({
  mode,
  numbers: numbers.map(String),
  charges: numbers.map(() => "rack"),
  ended: null,
  ...more,
});

describe("sheets", () => {
  test("what was left on the racks gives small points and winner (E5)", () => {
    const reading = readSheet(RULES, typed("remaining", [0, 10, 15, 5]));
    expect(reading.sheet).toEqual({
      points: [30, -10, -15, -5],
      winners: [0],
      ended: "rack-empty",
      racks: [0, 10, 15, 5],
    });
    expect(reading.sum).toBe(0);
  });

  test("nobody out: the lowest rack wins, by difference, by sum, or less the winner's rack (E6)", () => {
    expect(readSheet(RULES, typed("remaining", [7, 10, 15, 5])).points).toEqual([-2, -5, -10, 17]);
    expect(
      readSheet(rules({ lowest_rack_scores: "sum" }), typed("remaining", [7, 10, 15, 5])).points,
    ).toEqual([-7, -10, -15, 32]);
    expect(
      readSheet(rules({ lowest_rack_scores: "own-rack" }), typed("remaining", [7, 10, 15, 5])).points,
    ).toEqual([-7, -10, -15, 27]);
  });

  test("equals share the win and a remainder is dropped (E3, R-9)", () => {
    const reading = readSheet(RULES, typed("remaining", [5, 5, 9, 8]));
    expect([reading.points, reading.winners, reading.ended]).toEqual([[3, 3, -4, -3], [0, 1], "lowest-rack"]);
    expect(reading.problems).toEqual([]);
  });

  test("who did not open loses the penalty, with or without a counted rack (E7)", () => {
    const reading = readSheet(
      RULES,
      typed("remaining", [0, 10, "", 5], { charges: ["rack", "rack", "unopened", "could-open"] }),
    );
    expect(reading.points).toEqual([310, -10, -100, -200]);
    expect(reading.sheet?.racks).toBeUndefined();
  });

  test("points as they stand on the paper have to add up (M3)", () => {
    expect(readSheet(RULES, typed("points", [30, "-10", "−15", "–5"])).sheet?.winners).toEqual([0]);
    const wrong = readSheet(RULES, typed("points", [30, -10, -15, -4]));
    expect(wrong.sheet).toBeNull();
    expect(wrong.problems).toMatchObject([{ code: "result/sum", params: { sum: 1, expected: 0 } }]);
    expect(readSheet(RULES, typed("points", [30, 10, -35, -5])).problems).toMatchObject([
      { code: "result/positive", params: { seat: "B", points: 10 } },
    ]);
    expect(readSheet(RULES, typed("points", [9, 9, -15, -5])).problems[0]).toMatchObject({
      code: "result/share",
      params: { loss: 20, expected: 10, points: 9 },
    });
    expect(
      readSheet(RULES, typed("points", [10, 10, -15, -5], { ended: "rack-empty" })).problems,
    ).toMatchObject([{ code: "result/one-winner" }]);
  });

  test("book A: nobody out, the winner's own rack is taken off", () => {
    const own = rules({ lowest_rack_scores: "own-rack" });
    expect(readSheet(own, typed("points", [27, -7, -10, -15])).sheet).toBeNull();
    expect(
      readSheet(own, typed("points", [27, -7, -10, -15], { ended: "lowest-rack" })).sheet,
    ).not.toBeNull();
  });

  test("words: most points win, nothing adds up, and a game that was given up has no winner", () => {
    const words = rules({ sets: "letters" });
    expect(readSheet(words, typed("remaining", [120, 95, 120, 0])).sheet).toMatchObject({
      points: [120, 95, 120, 0],
      winners: [0, 2],
    });
    expect(readSheet(RULES, typed("points", ["", "", ""], { ended: "abandoned" })).sheet).toEqual({
      points: [0, 0, 0],
      winners: [],
      ended: "abandoned",
    });
  });

  test("nothing is a result before it is whole, and what is not a number is said", () => {
    expect(readSheet(RULES, typed("remaining", [0, "", 15, 5])).sheet).toBeNull();
    expect(readSheet(RULES, typed("remaining", [0, "1o", -3, 5])).unreadable).toEqual([1, 2]);
    expect(readSheet(RULES, typed("remaining", [0, 0, 15, 5])).problems).toMatchObject([
      { code: "result/one-winner" },
    ]);
    expect(readSheet(RULES, typed("points", [99_999, -99_999, 0, 0])).problems).toMatchObject([
      { code: "result/too-large" },
    ]);
    expect([readNumber(" +7 "), readNumber("−7"), readNumber(""), readNumber("7,5")]).toEqual([
      7,
      -7,
      null,
      undefined,
    ]);
  });

  test("a number that is too large is answered with the limit", () => {
    for (const mode of ["points", "remaining"] as const) {
      const reading = readSheet(RULES, typed(mode, [0, 9_999_999, 1, 2]));
      expect(reading.problems).toMatchObject([{ code: "result/too-large", params: { limit: 9_999 } }]);
      expect([reading.unreadable, reading.sheet]).toEqual([[], null]);
    }
  });

  test("whatever was left, the others lose what the winners gain, but for a dropped remainder (M3)", () => {
    const counts = fc.array(fc.nat(150), { minLength: 3, maxLength: 4 });
    fc.assert(
      fc.property(counts, fc.constantFrom("difference", "sum"), (racks, scores) => {
        const reading = readSheet(rules({ lowest_rack_scores: scores }), typed("remaining", racks));
        if (!reading.sheet) return;
        expect(reading.sum).toBeLessThanOrEqual(0);
        expect(reading.sum).toBeGreaterThan(-reading.winners.length);
        const again = readSheet(
          rules({ lowest_rack_scores: scores }),
          typed("points", reading.points.map(String), { ended: reading.ended }),
        );
        expect(again.problems).toEqual([]);
      }),
    );
  });

  test("a result that is there can be typed again", () => {
    const sheet = readSheet(
      RULES,
      typed("remaining", [0, 10, 44, 5], { charges: ["rack", "rack", "unopened", "rack"] }),
    ).sheet;
    if (!sheet) throw new Error("no sheet");
    expect(typedOf(RULES, sheet)).toMatchObject({
      mode: "remaining",
      numbers: ["0", "10", "44", "5"],
      charges: ["rack", "rack", "unopened", "rack"],
    });
    expect(readSheet(RULES, typedOf(RULES, sheet)).sheet).toEqual(sheet);
    const plain = { points: [30, -10, -15, -5], winners: [0], ended: "rack-empty" } as const;
    expect(readSheet(RULES, typedOf(RULES, plain)).sheet).toEqual(plain);
  });
});

describe("the outbox", async () => {
  const { Outbox } = await import("../../../src/tournament/hall/outbox.svelte");
  const { isPassing } = await import("../../../src/connection/once");
  const fact = (player: string): WritableFact => ({ type: "checked-in", player });
  const work = (player: string) => ({ kind: "fact", fact: fact(player), why: "" }) as const;
  const entry = { number: 1 } as Entry;

  /** A server that remembers what it was sent; `lose` lets the answer get lost after it was written. */
  class Server {
    written = new Map<string, string>();
    sent: string[] = [];
    line: "up" | "down" | "lossy" = "up";
    refuses = "";

    send = async (each: { fact?: WritableFact }, id: string): Promise<Entry> => {
      const player = (each.fact as { player: string }).player;
      if (this.line === "down") throw new ApiProblem(0, [UNREACHABLE]);
      this.sent.push(player);
      if (player === this.refuses)
        throw new ApiProblem(409, [{ code: "player/out", params: { player }, text: "" }]);
      this.written.set(id, player);
      if (this.line === "lossy") throw new ApiProblem(0, [UNREACHABLE]);
      return entry;
    };
  }

  test("what comes through is done and not kept", async () => {
    const server = new Server();
    const box = new Outbox("e", server.send as never);
    expect(await box.put(work("P1"))).toEqual({ state: "done", entry });
    expect(box.waiting).toEqual([]);
  });

  test("who goes on typing gets no refusal, which stays in view; what is sent meanwhile keeps its order", async () => {
    const server = new Server();
    server.refuses = "P2";
    const box = new Outbox("e", server.send as never);
    const left = [box.leave(work("P1")), box.leave(work("P2")), box.leave(work("P3"))];
    expect(box.pending.length).toBe(3);
    expect((await Promise.all(left)).map((put) => put.state)).toEqual(["done", "refused", "done"]);
    expect(server.sent).toEqual(["P1", "P2", "P3"]);
    expect(box.refused.map((each) => each.refusals[0]?.code)).toEqual(["player/out"]);
  });

  test("what was sent is shown on until the server has sent it back", async () => {
    const server = new Server();
    const box = new Outbox("e", server.send as never);
    await box.put(work("P1"));
    expect(box.sent.map((each) => each.entry)).toEqual([1]);
    box.received(0);
    expect(box.sent.length).toBe(1);
    box.received(1);
    expect(box.sent).toEqual([]);
  });

  test("without a line it is kept over a reload and sent in order when the line is back", async () => {
    const server = new Server();
    server.line = "down";
    const box = new Outbox("e", server.send as never);
    expect(await box.put(work("P1"))).toEqual({ state: "waiting" });
    await box.put(work("P2"));
    expect(box.reached).toBe(false);
    const later = new Outbox("e", server.send as never);
    expect(later.pending.length).toBe(2);
    server.line = "up";
    await later.flush();
    expect(server.sent).toEqual(["P1", "P2"]);
    expect([later.pending.length, later.reached]).toEqual([0, true]);
    expect(new Outbox("other", server.send as never).waiting).toEqual([]);
  });

  test("an answer that was lost is asked for again under the same id", async () => {
    const server = new Server();
    server.line = "lossy";
    const box = new Outbox("e", server.send as never);
    expect(await box.put(work("P1"))).toEqual({ state: "waiting" });
    server.line = "up";
    await Promise.all([box.flush(), box.flush()]);
    expect(server.sent).toEqual(["P1", "P1"]);
    expect(server.written.size).toBe(1);
    expect(box.waiting).toEqual([]);
  });

  test("who waits gets a refusal at once; one that comes later stays until somebody has seen it", async () => {
    const server = new Server();
    server.refuses = "P2";
    const box = new Outbox("e", server.send as never);
    expect(await box.put(work("P2"))).toMatchObject({ state: "refused", refusals: [{ code: "player/out" }] });
    expect(box.waiting).toEqual([]);
    server.line = "down";
    await box.put(work("P2"));
    await box.put(work("P3"));
    server.line = "up";
    await box.flush();
    expect(server.sent).toEqual(["P2", "P2", "P3"]);
    expect(box.pending).toEqual([]);
    expect(box.refused.map((each) => each.refusals[0]?.code)).toEqual(["player/out"]);
    await box.flush();
    expect(server.sent.length).toBe(3);
    box.drop(box.refused[0]?.id ?? "");
    expect(box.waiting).toEqual([]);
  });

  test("a restarting or hurried server is waited for, a refusal is not", () => {
    expect([0, 429, 500, 503].map((status) => isPassing(new ApiProblem(status, [])))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect([400, 403, 404, 409].map((status) => isPassing(new ApiProblem(status, [])))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe("what the desk shows", () => {
  const CLOCK = { total_ms: 1000, ran_ms: 0, running_since: null, started: false, over: false };
  const round = (change: Partial<TournamentRound> = {}): TournamentRound =>
    ({
      round: 1,
      published: true,
      tables: [
        ["P1", "P2", "P3", "P4"],
        ["P5", "P6", "P7", "P8"],
      ],
      byes: [],
      results: [],
      missing: [
        [1, 1],
        [1, 2],
        [2, 1],
        [2, 2],
      ],
      skipped: [],
      clock: CLOCK,
      ...change,
    }) as unknown as TournamentRound;
  const view = (change: Partial<StaffView> = {}): StaffView =>
    ({
      ended: false,
      players: [1, 2, 3, 4].map((n) => ({
        id: `P${n}`,
        card: `P${n}`,
        substitutes: [],
        status: "in",
        checked_in: false,
        late: false,
      })),
      rounds: [],
      names: {},
      calls: [],
      ...change,
    }) as unknown as StaffView;
  const waits = (fact: WritableFact) => ({
    id: "x",
    at: 0,
    work: { kind: "fact", fact, why: "" } as const,
    refusals: [],
  });

  test("what waits is shown as if it were there, and marked", () => {
    const sheet = { points: [30, -10, -15, -5], winners: [0], ended: "rack-empty" } as const;
    const shown = withWaiting(view({ rounds: [round()] }), [
      waits({ type: "result-entered", round: 1, table: 1, game: 1, sheet }),
      waits({ type: "game-skipped", round: 1, table: 2, game: 2 }),
      waits({ type: "checked-in", player: "P2" }),
      waits({ type: "withdrawn", player: "P3" }),
    ]);
    expect(shown.rounds[0]?.missing).toEqual([
      [1, 2],
      [2, 1],
    ]);
    expect(shown.rounds[0]?.results).toMatchObject([{ table: 1, game: 1, sheet, waiting: true }]);
    expect(shown.players.map((player) => [player.checked_in, player.status])).toEqual([
      [false, "in"],
      [true, "in"],
      [false, "withdrawn"],
      [false, "in"],
    ]);
  });

  test("after a result comes the next one that is missing", () => {
    const now = round({
      missing: [
        [1, 2],
        [2, 1],
      ] as never,
    });
    expect(nextMissing(now, 1, 1)).toEqual([1, 2]);
    expect(nextMissing(now, 1, 2)).toEqual([2, 1]);
    expect(nextMissing(now, 2, 2)).toEqual([1, 2]);
    expect(nextMissing(round({ missing: [] }), 1, 1)).toBeNull();
  });

  test("the desk says what comes next, from the first player to the end", () => {
    const step = (change: Partial<StaffView>, rounds = 2) => nextTask(view(change), 3, rounds).do;
    expect(step({ players: [] })).toBe("players");
    expect(step({})).toBe("draw");
    const some = view().players.map((player, at) => ({ ...player, checked_in: at === 0 }));
    expect(step({ players: some })).toBe("check-in");
    expect(step({ rounds: [round({ published: false })] })).toBe("publish");
    expect(step({ rounds: [round()] })).toBe("start-clock");
    expect(step({ rounds: [round({ clock: { ...CLOCK, running_since: 5, started: true } })] })).toBe(
      "results",
    );
    expect(step({ rounds: [round({ missing: [] })] })).toBe("draw");
    expect(step({ rounds: [round({ missing: [] })] }, 1)).toBe("end");
    expect(step({ ended: true })).toBe("over");
  });

  test("while a table waits for the referee, no draw and no publication comes next", () => {
    const call = {
      number: 9,
      round: 1,
      table: 2,
      player: "P5",
      at: 5,
      why: "",
      answered: false,
      turn: 0,
      game: 1,
    };
    const done = round({ missing: [] });
    const next = (calls: unknown[], rounds = [done]) =>
      nextTask(view({ rounds, calls: calls as never }), 3, 2);
    expect(next([call])).toEqual({ do: "calls", round: 1, count: 1 });
    expect(next([call], [done, round({ round: 2, published: false })]).do).toBe("calls");
    expect(next([{ ...call, answered: true }]).do).toBe("draw");
    const shown = view({ rounds: [done], calls: [call] as never });
    expect([isDisputed(shown, 1, 2, 1), isDisputed(shown, 1, 2, 2), isDisputed(shown, 1, 1, 1)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe("lists and links", () => {
  test("a long list goes in parts, each with the heading, and lines keep their numbers", () => {
    const text = `name;club\n${Array.from({ length: 10 }, (_, n) => `Player ${n};Club`).join("\n")}`;
    const parts = inParts(text, true, 60);
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.every((part) => part.text.startsWith("name;club\n"))).toBe(true);
    const lines = parts.flatMap((part) =>
      part.text
        .split("\n")
        .map((line, at) => [line, at + 1 + part.from] as const)
        .slice(1),
    );
    expect(lines.map(([line]) => line)).toEqual(text.split("\n").slice(1));
    expect(lines.map(([, number]) => number)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(inParts("Ala\nOla", false)).toEqual([{ text: "Ala\nOla", from: 0 }]);
  });

  test("what is wrong with a line of a later part names the line of the whole list", () => {
    const problem = { code: "players/no-name", params: { line: 3 }, text: "" };
    const line = {
      line: 3,
      player: { name: "", public_name: "", club: "", rating: 0 },
      known: false,
      problem,
    };
    expect(inTheWhole(line, { text: "", from: 40 })).toMatchObject({
      line: 43,
      problem: { params: { line: 43 } },
    });
    expect(inTheWhole({ ...line, problem: null }, { text: "", from: 40 }).problem).toBeNull();
  });

  test("marks who stands in two parts of it", () => {
    const line = (at: number, name: string, club = "") => ({
      line: at,
      player: { name, public_name: "", club, rating: 0 },
      known: false,
      problem: null,
    });
    const lines = withTwins([line(1, "Ala"), line(2, "Ola"), line(900, "Ala", "Kraków"), line(901, "Ola")]);
    expect(lines.map((each) => each.problem?.code ?? null)).toEqual([null, null, null, "players/twice"]);
    expect(lines[3]?.problem?.params).toEqual({ line: 901, name: "Ola" });
  });

  test("is read from files as spreadsheets write them", () => {
    const bytes = (...values: number[]): Uint8Array => new Uint8Array(values);
    expect(textOf(new TextEncoder().encode("Łucja Święch"), "pl")).toBe("Łucja Święch");
    expect(textOf(bytes(0xa3, 0x75, 0x63, 0x6a, 0x61, 0x20, 0x8c, 0x77, 0x69, 0xea, 0x63, 0x68), "pl")).toBe(
      "Łucja Święch",
    );
    expect(textOf(bytes(0xd9, 0xf3, 0xf0), "uk")).toBe("Щур");
    expect(textOf(bytes(0xff, 0xfe, 0x41, 0x01), "cs").replace("\ufeff", "")).toBe("Ł");
    expect(textOf(bytes(0xfe, 0xff, 0x01, 0x41), "cs").replace("\ufeff", "")).toBe("Ł");
  });

  test("a link leads in, whatever stands before it", () => {
    expect(invitation("http://192.168.1.5:8000/tournaments/abc_DEF-12/me?code=AB2C")).toBe(
      "/tournaments/abc_DEF-12/me?code=AB2C",
    );
    expect(invitation(" /tournaments/abc_DEF-12 ")).toBe("/tournaments/abc_DEF-12");
    expect(invitation("http://192.168.1.5:8000/events/abc_DEF-12")).toBe("/tournaments/abc_DEF-12"); // as once printed
    expect([readCode(" ab2c "), readCode("ab2c-efgh jkmn"), inFours("AB2CEFGHJKMN")]).toEqual([
      "AB2C",
      "AB2CEFGHJKMN",
      "AB2C EFGH JKMN",
    ]);
    expect([readCode("AB2"), readCode("AB2CD"), readCode("żółw"), readCode(""), readCode("A/2C")]).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect([invitation("AB2C"), invitation("/tournaments/new"), invitation("https://example.org/")]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe("the format", () => {
  test("a club tournament has everything from the start", () => {
    expect(usual("pl")).toMatchObject({ profile: "pl-tournament", rounds: 4, games: 3 });
    expect(usual("cs").profile).toBe("cs");
    expect(playingMinutes({ ...usual("pl"), final: "table" })).toBe(450);
    expect(playingMinutes({ ...usual("pl"), round_minutes: null })).toBeNull();
    expect(usual("pl")).toMatchObject({
      games: 3,
      rounds: 4,
      tie_breaks: ["wins", "direct", "best-game", "fewest-penalties"],
    });
  });

  test("tie-breaks move up and down and stay at the ends", () => {
    expect(moved(["a", "b", "c"], 1, -1)).toEqual(["b", "a", "c"]);
    expect(moved(["a", "b", "c"], 2, 1)).toEqual(["a", "b", "c"]);
  });
});

test("what was kept of a tournament before an update of the page is not shown: it may have another shape", () => {
  const view = { version: 7, players: [], rounds: [], names: {} };
  for (const [protocol, shown] of [
    [PROTOCOL, view],
    [PROTOCOL - 1, null],
    [undefined, null],
  ] as const) {
    keep(storedAs("cup"), { protocol, view, at: 5 });
    expect(new Desk("cup").received).toEqual(shown);
  }
});
