/**
 * Reads the record of a game: JSON Lines, the header first, then a step a line (docs/record.md).
 *
 * What is not a record is refused with the line and the place, so that nothing strange gets onto the board. Judging
 * the moves is the engine's; here only the form is looked at.
 */

import { BY_BOOK, DEFAULTS } from "../generated/defaults";
import type { EngineEvent, EngineGameCreated, EngineResult, EngineRules } from "../generated/protocol";

export const FORMAT = "tilemeld-record";
export const SCHEMA = 1;
/** The longest record that is read, in characters: a long game of six has a tenth of it. */
export const SIZE_LIMIT = 2_000_000;

/** One command that was accepted: the version it was decided at, when, and what came of it. */
export type Step = {
  readonly line: number;
  readonly version: number;
  readonly at: number;
  readonly events: readonly EngineEvent[];
};

export type GameRecord = {
  readonly at: number;
  readonly created: EngineGameCreated;
  readonly steps: readonly Step[];
  /** By seat the bot that played there, null for a person; empty where nobody knows. */
  readonly bots: readonly (string | null)[];
};

/** Why a text is not a record; words for each are in `replay.broken`. */
export type Fault = "too-long" | "empty" | "format" | "form" | "event" | "field" | "gap" | "misfit" | "tiles";

/** This text is not a record: where, and why. */
export class RecordProblem extends Error {
  constructor(
    readonly line: number,
    readonly fault: Fault,
    readonly values: Readonly<Record<string, string | number>> = {},
  ) {
    super(`line ${line}: ${fault} ${JSON.stringify(values)}`);
  }
}

type Json = unknown;
type Fields = Readonly<Record<string, Json>>;
/** Says whether a value is what it should be. */
type Check = (value: Json) => boolean;

const whole: Check = (value) => Number.isSafeInteger(value);
const count: Check = (value) => whole(value) && (value as number) >= 0;
const seat: Check = (value) => whole(value) && (value as number) >= 0 && (value as number) < 6;
const text: Check = (value) => typeof value === "string" && value.length <= 2_000;
const yes: Check = (value) => typeof value === "boolean";
const tile: Check = (value) => typeof value === "string" && /^[^\s()|]{1,4}$/u.test(value);
const laid: Check = (value) =>
  typeof value === "string" && /^[^\s()|]{1,4}(\([^\s()|]{1,3}\))?$/u.test(value);
const list =
  (each: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(each);
const maybe =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    words.includes(value as string);
const tiles = list(tile);
const table = list(list(laid));
const draw: Check = (value) => Array.isArray(value) && value.length === 2 && seat(value[0]) && tile(value[1]);
const deadline: Check = (value) => isFields(value) && text(value["kind"]) && whole(value["at"]);
const refusal: Check = (value) => isFields(value) && text(value["code"]);
const score: Check = (value) =>
  isFields(value) &&
  tiles(value["rack"]) &&
  whole(value["points"]) &&
  whole(value["rack_value"]) &&
  text(value["charge"]);
const result: Check = (value) =>
  isFields(value) && text(value["cause"]) && list(seat)(value["winners"]) && list(score)(value["scores"]);
const rules: Check = (value) =>
  isFields(value) && text(value["profile"]) && whole(value["opening_points"]) && whole(value["rack_size"]);
const botList = list(maybe((value) => text(value) && (value as string).length <= 40));
const until = { deadline: maybe(deadline) };

/** The events and the fields they must have; fields that may be left out are not here. */
const EVENTS: Readonly<Record<EngineEvent["type"], Readonly<Record<string, Check>>>> = {
  "game-created": {
    rules,
    players: (value) => whole(value) && (value as number) >= 2 && (value as number) <= 6,
    commitment: text,
  },
  "entropy-added": { seat, entropy: text },
  "starter-chosen": { starter: seat, draws: list(list(draw)) },
  "stacks-built": { deal: count, sizes: list(count), stacks: maybe(list(tiles)), chooser: seat, deadline },
  "stack-chosen": { seat, receiver: seat, stack: count, by_chance: yes, chooser: maybe(seat), ...until },
  dealt: { deal: count, racks: list(tiles), bank: list(tiles), ...until },
  "redeal-asked": { seat: maybe(seat) },
  "redeal-skipped": { seat },
  "turn-started": { seat, turn: count, ...until },
  "time-up": {
    seat,
    verdict: oneOf("untouched", "disorder", "salvaged", "undone", "stands", "emptied"),
    draft: maybe(table),
  },
  "mistake-made": { seat, draft: table, refusals: list(refusal) },
  "tiles-laid": { seat, table, laid: tiles, opening: yes },
  "vote-opened": { seat, table, words: list(text), deadline },
  "vote-cast": { seat, against: list(text) },
  "vote-closed": { seat, approved: list(text), rejected: list(text), ...until },
  "tiles-taken": {
    seat,
    count,
    tiles,
    stack: count,
    cause: oneOf("choice", "time-up", "mistake", "ruling", "refill"),
  },
  passed: { seat, cause: oneOf("choice", "time-up", "mistake", "left") },
  "announce-opened": { seat, deadline },
  announced: { seat },
  "turn-ended": { seat, idle_turns: count, lap_left: maybe(count) },
  "round-ended": {},
  "last-lap-began": { cause: text, turns: count },
  "game-ended": { result, secret: text, redeals_asked_by: list(seat) },
  paused: { at: whole, reason: text },
  resumed: { ...until },
  "allowance-given": { seat, seconds: count },
  "seat-left": { seat, stand_in: yes },
  "seat-returned": { seat },
  "turn-restarted": { seat, reason: text, ...until },
  "turn-taken-back": { seat, reason: text, ...until },
  "score-corrected": { seat, points: whole, winners: list(seat), reason: text },
};

/** Read a record; throws `RecordProblem` for anything else. */
export function parseRecord(content: string): GameRecord {
  if (content.length > SIZE_LIMIT) throw new RecordProblem(1, "too-long", { limit: SIZE_LIMIT });
  const lines = content
    .split(/\r?\n/)
    .flatMap((line, index) => (line.trim() ? [{ line: index + 1, value: load(line, index + 1) }] : []));
  const [first, ...rest] = lines;
  if (!first) throw new RecordProblem(1, "empty");
  const header = first.value;
  if (header["format"] !== FORMAT || header["schema"] !== SCHEMA)
    throw new RecordProblem(first.line, "format");
  const created = readEvent(header["created"], first.line);
  if (created.type !== "game-created") throw new RecordProblem(first.line, "format");
  const bots = header["bots"] ?? [];
  if (!botList(bots) || ![0, created.players].includes((bots as []).length))
    throw new RecordProblem(first.line, "form");
  return {
    at: Number(header["at"]) || 0,
    created,
    steps: rest.map(({ line, value }) => readStep(value, line)),
    bots: bots as GameRecord["bots"],
  };
}

function readStep(value: Fields, line: number): Step {
  const { version, at, events } = value;
  if (!whole(version) || !whole(at)) throw new RecordProblem(line, "form");
  if (!Array.isArray(events) || !events.length) throw new RecordProblem(line, "form");
  return {
    line,
    version: version as number,
    at: at as number,
    events: events.map((event) => readEvent(event, line)),
  };
}

function readEvent(value: Json, line: number): EngineEvent {
  const type = isFields(value) ? value["type"] : undefined;
  const fields =
    typeof type === "string" && Object.hasOwn(EVENTS, type) ? EVENTS[type as EngineEvent["type"]] : undefined;
  if (!fields) throw new RecordProblem(line, "event", { event: shorten(type) });
  for (const [name, check] of Object.entries(fields)) {
    if (!check((value as Fields)[name]))
      throw new RecordProblem(line, "field", {
        event: String(type),
        field: name,
        value: shorten((value as Fields)[name]),
      });
  }
  return inFull(value as EngineEvent);
}

/** Fill in what records leave out, so that events are as they come over the wire. */
function inFull(event: EngineEvent): EngineEvent {
  const whole = { ...(DEFAULTS as Readonly<Record<string, object>>)[event.type], ...event };
  if (whole.type === "game-created") return { ...whole, rules: rulesInFull(whole.rules) };
  return whole.type === "game-ended" ? { ...whole, result: resultInFull(whole.result) } : whole;
}

/** Rules as the record has them, with the defaults and what goes by their book. */
function rulesInFull(rules: EngineRules): EngineRules {
  const books: Readonly<Record<string, object>> = BY_BOOK;
  const book = books[`${rules.profile} ${rules.version}`] ?? BY_BOOK["pl 1"];
  return { ...DEFAULTS.rules, ...book, ...rules };
}

function resultInFull(result: EngineResult): EngineResult {
  return { ...result, scores: result.scores.map((score) => ({ ...DEFAULTS["seat-score"], ...score })) };
}

function load(line: string, number: number): Fields {
  let value: Json;
  try {
    value = JSON.parse(line);
  } catch {
    throw new RecordProblem(number, "form");
  }
  if (!isFields(value)) throw new RecordProblem(number, "form");
  return value;
}

function isFields(value: Json): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function shorten(value: Json): string {
  const written = JSON.stringify(value) ?? "–";
  return written.length > 60 ? `${written.slice(0, 57)}...` : written;
}
