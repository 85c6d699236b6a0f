/** The replay's states are the engine's, on golden games; moments, addresses, and what is not a record. */

import { beforeAll, describe, expect, test } from "vitest";

import { crc32 } from "../../src/connection/hash";
import { created, evolve, type State } from "../../src/replay/evolve";
import { addressOf, momentIndexAt, momentIndex, replayOf } from "../../src/replay/moments";
import { parseRecord, RecordProblem, SIZE_LIMIT, type Fault } from "../../src/replay/record";
import { hear, sayAny, speak } from "../../src/words/say.svelte";
import vectors from "../vectors/replays.json";

const files = import.meta.glob<string>(["../../../tests/data/games/*.jsonl", "../vectors/games/*.jsonl"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const games = Object.fromEntries(
  Object.entries(files).map(([path, text]) => [path.replace(/^.*\/|\.jsonl$/g, ""), text]),
);
type Vector = [number, string, number, number | null, string];

/** What the replay shows of a state, in the order of tools/export_replays.py. */
function shown(state: State): unknown {
  return [
    state.deal,
    state.table,
    state.seats.map((seat) => [
      seat.rack,
      seat.opened,
      seat.turns,
      seat.announced,
      seat.left,
      seat.standIn,
      seat.allowance,
      seat.turnPoints,
    ]),
    state.stacks,
    state.bank,
    state.waiting,
    state.lapLeft,
    state.paused,
    state.vote?.table ?? null,
    state.rejected,
    state.result ? [state.result.winners, state.result.scores.map((score) => score.points)] : null,
  ];
}

function statesOf(text: string): State[] {
  const record = parseRecord(text);
  const states = [created(record.created)];
  for (const step of record.steps)
    states.push(step.events.reduce(evolve, states[states.length - 1] as State));
  return states;
}

describe("states", () => {
  test("there are golden games of every profile, and odd ones", () => {
    expect(Object.keys(games).length).toBeGreaterThanOrEqual(10);
    expect(Object.keys(vectors).sort()).toEqual(Object.keys(games).sort());
  });

  test.each(Object.keys(vectors))("%s: every state is the engine's", (name) => {
    const states = statesOf(games[name] ?? "").map((state) => [
      state.version,
      state.phase,
      state.turn,
      state.active,
      crc32(JSON.stringify(shown(state)))
        .toString(16)
        .padStart(8, "0"),
    ]);
    expect(states).toEqual((vectors as unknown as Record<string, Vector[]>)[name]);
  });

  test("tiles that a ruling gave wait until the turn ends (P1)", () => {
    const begun = { ...created(parseRecord(games["cs-1"] ?? "").created), active: 0, waiting: ["r1a"] };
    expect(evolve(begun, { type: "passed", seat: 0, cause: "choice" }).waiting).toEqual(["r1a"]);
    expect(evolve(begun, { type: "turn-ended", seat: 0, idle_turns: 0, lap_left: null }).waiting).toEqual([]);
  });

  test("every kind of event happens in them", () => {
    const types = new Set(
      Object.values(games).flatMap((text) =>
        [...text.matchAll(/"type":"([a-z-]+)"/g)].map((match) => match[1]),
      ),
    );
    const kinds = [
      "stacks-built",
      "stack-chosen",
      "redeal-asked",
      "vote-opened",
      "vote-cast",
      "vote-closed",
      "paused",
      "resumed",
      "turn-restarted",
      "turn-taken-back",
      "score-corrected",
      "round-ended",
      "last-lap-began",
      "seat-left",
      "seat-returned",
      "allowance-given",
      "mistake-made",
      "announced",
    ];
    expect(kinds.filter((kind) => !types.has(kind))).toEqual([]);
    expect(games["rulings"]).toContain('"cause":"ruling"');
  });
});

describe("moments", () => {
  test.each(Object.keys(games))(
    "%s: from the deal over every turn to the end, each going on where the last one stopped",
    (name) => {
      const replay = replayOf(parseRecord(games[name] ?? ""));
      const { moments } = replay;
      expect(moments[0]?.kind).toBe("deal");
      expect(moments[moments.length - 1]?.kind).toBe("end");
      for (const [place, moment] of moments.entries()) {
        if (moment.kind !== "turn") continue;
        expect(moment.seat).toBe(moment.before.active);
        const before = moments[place - 1];
        if (before && !before.undone) expect(moment.before.table).toEqual(before.after.table);
        const rack = moment.before.seats[moment.seat ?? 0]?.rack ?? [];
        expect([...moment.laid].every((tile) => rack.includes(tile))).toBe(true);
      }
      const addresses = moments.map((_, place) => addressOf(replay, place));
      expect(new Set(addresses).size).toBe(moments.length);
      expect(addresses.map((address) => momentIndex(replay, address))).toEqual(
        moments.map((_, place) => place),
      );
    },
  );

  test("a turn that a referee took back is told apart from the one played in its place", () => {
    const replay = replayOf(parseRecord(games["pl-1"] ?? ""));
    const undone = replay.moments.findIndex((moment) => moment.undone);
    expect(undone).toBeGreaterThan(0);
    expect(addressOf(replay, undone)).toMatch(/\.1$/);
  });

  test("a version leads to the turn it belongs to", () => {
    const replay = replayOf(parseRecord(games["cs-1"] ?? ""));
    for (const [place, moment] of replay.moments.entries())
      if (moment.kind === "turn") expect(momentIndexAt(replay, moment.before.version)).toBe(place);
    expect(momentIndexAt(replay, 1)).toBe(-1);
  });

  test("what nobody knows leads to the deal", () => {
    const replay = replayOf(parseRecord(games["cs-1"] ?? ""));
    expect([momentIndex(replay, "999"), momentIndex(replay, null), momentIndex(replay, "<b>")]).toEqual([
      0, 0, 0,
    ]);
  });
});

describe("what is not a record is refused with its line", () => {
  const good = (games["cs-1"] ?? "").trim().split("\n");
  const broken = (line: number, change: (text: string) => string): string =>
    good.map((text, at) => (at === line - 1 ? change(text) : text)).join("\n");
  const cases: [string, string, number, Fault][] = [
    ["nothing", "", 1, "empty"],
    ["more than is read", " ".repeat(SIZE_LIMIT + 1), 1, "too-long"],
    ["something else", "hello\n", 1, "form"],
    ["a list", "[1,2]\n", 1, "form"],
    ["another format", broken(1, (text) => text.replace("tilemeld-record", "other")), 1, "format"],
    ["a schema of the future", broken(1, (text) => text.replace('"schema":1', '"schema":2')), 1, "format"],
    ["bots for other seats", broken(1, (text) => text.replace("{", '{"bots":["club"],')), 1, "form"],
    ["a bot without a name", broken(1, (text) => text.replace("{", '{"bots":[null,7],')), 1, "form"],
    ["a line cut short", broken(5, (text) => text.slice(0, 40)), 5, "form"],
    [
      "an event nobody knows",
      broken(6, (text) => text.replace(/"type":"turn-ended"/, '"type":"constructor"')),
      6,
      "event",
    ],
    ["a step left out", good.filter((_, at) => at !== 6).join("\n"), 7, "gap"],
    ["a seat of nobody", broken(6, (text) => text.replace(/("turn-ended","seat":)\d/, "$19")), 6, "field"],
    [
      "a tile from nowhere",
      broken(good.findIndex((text) => text.includes('"tiles-taken"')) + 1, (text) =>
        text.replace(/"tiles":\["[^"]+"/, '"tiles":["zza"'),
      ),
      good.findIndex((text) => text.includes('"tiles-taken"')) + 1,
      "tiles",
    ],
    [
      "a turn taken back before there was one",
      broken(2, (text) =>
        text.replace(
          /"events":\[/,
          '"events":[{"type":"turn-taken-back","seat":0,"reason":"x","deadline":null},',
        ),
      ),
      2,
      "misfit",
    ],
  ];
  beforeAll(async () => {
    await Promise.all([speak("uk"), hear("replay")]);
  });
  test.each(cases)("%s", (_, text, line, fault) => {
    let problem: unknown;
    try {
      replayOf(parseRecord(text));
    } catch (caught) {
      problem = caught;
    }
    expect(problem).toBeInstanceOf(RecordProblem);
    const { line: at, fault: why, values } = problem as RecordProblem;
    expect([at, why]).toEqual([line, fault]);
    expect(sayAny(`replay.broken.${why}`, values, "")).toMatch(/^[^{}]*\p{Script=Cyrillic}[^{}]*$/u); // in the language of whoever reads it
  });
});
