/** A record as moments to look at: the deal, every turn with what it began with and what came of it, the end. */

import type { EngineEvent, EngineRules } from "../generated/protocol";
import { created, evolve, type State } from "./evolve";
import { RecordProblem, type GameRecord } from "./record";

/** Everything that begins a turn, for the first time or again. */
const BEGINNINGS: ReadonlySet<EngineEvent["type"]> = new Set([
  "turn-started",
  "turn-restarted",
  "turn-taken-back",
]);

export type Moment = {
  readonly kind: "deal" | "turn" | "end";
  /** The number of the turn; 0 for the deal, that of the last turn for the end. */
  readonly turn: number;
  /** Whose turn it is; null for the deal and the end. */
  readonly seat: number | null;
  readonly before: State;
  readonly after: State;
  /** What happened, from the beginning of the turn to that of the next. */
  readonly events: readonly EngineEvent[];
  /** The tiles that were laid from the rack. */
  readonly laid: readonly string[];
  /** The tiles that the seat took from the bank. */
  readonly taken: readonly string[];
  /** How long it took, in milliseconds. */
  readonly took: number;
  /** Whether a referee undid it. */
  readonly undone: boolean;
};

export type Replay = {
  readonly rules: EngineRules;
  readonly players: number;
  readonly moments: readonly Moment[];
  readonly over: boolean;
};

/** Fold a record into moments; throws `RecordProblem` when its steps do not follow from each other. */
export function replayOf(record: GameRecord): Replay {
  const drafts: Draft[] = [draftOf(created(record.created), record.at, null)];
  let state = created(record.created);
  for (const step of record.steps) {
    if (step.version !== state.version)
      throw new RecordProblem(step.line, "gap", { found: step.version, expected: state.version });
    const { at } = step;
    for (const event of step.events) {
      const before = state;
      state = followed(state, event, step.line);
      const now = drafts[drafts.length - 1] as Draft;
      if (BEGINNINGS.has(event.type)) {
        if (event.type !== "turn-started") now.undone = true;
        now.after = before;
        now.until = at;
        drafts.push(draftOf(state, at, state.active));
      }
      (drafts[drafts.length - 1] as Draft).events.push(event);
      (drafts[drafts.length - 1] as Draft).after = state;
      (drafts[drafts.length - 1] as Draft).until = at;
    }
  }
  const moments = drafts.map(momentOf);
  const last = moments[moments.length - 1];
  if (last && state.phase === "ended")
    moments.push({
      ...last,
      kind: "end",
      seat: null,
      before: state,
      events: [],
      laid: [],
      taken: [],
      took: 0,
      undone: false,
    });
  return { rules: state.rules, players: state.seats.length, moments, over: state.phase === "ended" };
}

type Draft = {
  before: State;
  after: State;
  at: number;
  until: number;
  seat: number | null;
  events: EngineEvent[];
  undone: boolean;
};

function draftOf(before: State, at: number, seat: number | null): Draft {
  return { before, after: before, at, until: at, seat, events: [], undone: false };
}

function momentOf(draft: Draft, place: number): Moment {
  const { before, after, events, seat, undone } = draft;
  const laid = events.flatMap((event) =>
    event.type === "tiles-laid" && event.seat === seat ? event.laid : [],
  );
  const taken = events.flatMap((event) =>
    event.type === "tiles-taken" && event.seat === seat ? (event.tiles ?? []) : [],
  );
  return {
    kind: place === 0 ? "deal" : "turn",
    turn: before.turn,
    seat,
    before,
    after,
    events,
    laid,
    taken,
    took: draft.until - draft.at,
    undone,
  };
}

function followed(state: State, event: EngineEvent, line: number): State {
  let after: State;
  try {
    after = evolve(state, event);
  } catch {
    throw new RecordProblem(line, "misfit", { event: event.type });
  }
  if (MOVES_TILES.has(event.type) && !isWhole(state, after))
    throw new RecordProblem(line, "tiles", { event: event.type });
  return after;
}

const MOVES_TILES: ReadonlySet<EngineEvent["type"]> = new Set([
  "dealt",
  "tiles-laid",
  "tiles-taken",
  "turn-restarted",
  "turn-taken-back",
]);

/** Whether every tile is in one place, and no other tile is there than before. */
function isWhole(before: State, after: State): boolean {
  const tiles = allOf(after);
  if (new Set(tiles).size !== tiles.length) return false;
  return (
    before.phase === "entropy" ||
    before.phase === "redeal" ||
    before.phase === "stacks" ||
    tiles.length === allOf(before).length
  );
}

function allOf(state: State): string[] {
  const laid = state.table.flat().map((tile) => tile.replace(/\(.*$/, ""));
  return [...laid, ...state.seats.flatMap((seat) => seat.rack), ...state.bank.flat(), ...state.stacks.flat()];
}

/** How a moment is addressed: `12`, `end`; `12.1` for a turn that a referee undid before it was played again. */
export function addressOf(replay: Replay, place: number): string {
  const moment = replay.moments[place];
  if (!moment) return "0";
  if (moment.kind === "end") return "end";
  const later = replay.moments
    .slice(place + 1)
    .filter((each) => each.kind === moment.kind && each.turn === moment.turn).length;
  return later ? `${moment.turn}.${later}` : String(moment.turn);
}

/** The place of an address; the first moment for one that is not there. */
export function momentIndex(replay: Replay, address: string | null): number {
  const found = replay.moments.findIndex((_, place) => addressOf(replay, place) === address);
  return Math.max(0, found);
}

/** The moment in which the game stood at a version. */
export function momentIndexAt(replay: Replay, version: number): number {
  return replay.moments.findIndex(
    (moment) => moment.kind === "turn" && moment.before.version <= version && version < moment.after.version,
  );
}
