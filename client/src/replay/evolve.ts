/**
 * The twin of the engine's evolve: folds the events of a record into states, without judging anything.
 *
 * Only for finished games: a state knows every rack. Held against the engine's own states on golden games
 * (tests/replay.test.ts).
 */

import type {
  EngineEvent,
  EngineGameCreated,
  EngineResult,
  EngineRules,
  EngineVote,
} from "../generated/protocol";

type Tiles = readonly string[];

export type Seat = {
  readonly rack: Tiles;
  readonly opened: boolean;
  readonly turns: number;
  readonly announced: boolean;
  readonly left: boolean;
  readonly standIn: boolean;
  readonly allowance: number;
  readonly turnPoints: readonly number[];
};

/** What a turn began with: to go back to when a referee takes it back. */
type TurnStart = Pick<State, "active" | "turn" | "seats" | "table" | "bank" | "lapLeft">;

export type State = {
  readonly rules: EngineRules;
  readonly version: number;
  readonly phase: "entropy" | "stacks" | "redeal" | "turn" | "announce" | "vote" | "ended";
  readonly deal: number;
  readonly seats: readonly Seat[];
  readonly stacks: readonly Tiles[];
  readonly table: readonly Tiles[];
  readonly bank: readonly Tiles[];
  readonly active: number | null;
  readonly turn: number;
  /** Tiles that a ruling gave in this turn and that wait for the next one (P1). */
  readonly waiting: Tiles;
  readonly lapLeft: number | null;
  readonly paused: boolean;
  readonly result: EngineResult | null;
  readonly vote: EngineVote | null;
  readonly rejected: readonly string[];
  readonly thisTurn: TurnStart | null;
  readonly lastTurn: TurnStart | null;
};

const NEWCOMER: Seat = {
  rack: [],
  opened: false,
  turns: 0,
  announced: false,
  left: false,
  standIn: false,
  allowance: 0,
  turnPoints: [],
};

/** The state that a game begins with. */
export function created(event: EngineGameCreated): State {
  return {
    rules: event.rules,
    version: 1,
    phase: "entropy",
    deal: 0,
    seats: Array.from({ length: event.players }, () => NEWCOMER),
    stacks: [],
    table: [],
    bank: [],
    active: null,
    turn: 0,
    waiting: [],
    lapLeft: null,
    paused: false,
    result: null,
    vote: null,
    rejected: [],
    thisTurn: null,
    lastTurn: null,
  };
}

/** The state after one more event. */
export function evolve(state: State, event: EngineEvent): State {
  return { ...state, ...changes(state, event), version: state.version + 1 };
}

function changes(state: State, event: EngineEvent): Partial<State> {
  switch (event.type) {
    case "stacks-built":
      return {
        phase: "stacks",
        deal: event.deal,
        stacks: event.stacks ?? [],
        bank: [],
        seats: state.seats.map((seat) => ({ ...seat, rack: [] })),
        active: event.chooser,
      };
    case "stack-chosen":
      return {
        stacks: state.stacks.filter((_, place) => place !== event.stack),
        seats: withSeat(state, event.receiver, (seat) => ({
          rack: [...seat.rack, ...(state.stacks[event.stack] ?? [])],
        })),
        active: event.chooser,
      };
    case "dealt":
      return {
        phase: "redeal",
        deal: event.deal,
        stacks: [],
        seats: state.seats.map((seat, place) => ({ ...seat, rack: event.racks[place] ?? [] })),
        bank: event.bank ?? [],
        active: null,
      };
    case "turn-started":
      return {
        phase: "turn",
        active: event.seat,
        turn: event.turn,
        thisTurn: startOf(state, event.seat, event.turn),
        lastTurn: state.thisTurn,
      };
    case "tiles-laid":
      return laid(state, event);
    case "tiles-taken":
      return taken(state, event);
    case "passed":
      return { seats: withSeat(state, event.seat, () => ({ announced: false })) };
    case "announce-opened":
      return { phase: "announce" };
    case "announced":
      return { seats: withSeat(state, event.seat, () => ({ announced: true })) };
    case "vote-opened":
      return { phase: "vote", vote: { ...event, ballots: state.seats.map(() => null) } };
    case "vote-closed":
      return { phase: "turn", vote: null, rejected: [...state.rejected, ...event.rejected] };
    case "turn-ended":
      return turnEnded(state, event.seat, event.lap_left);
    case "last-lap-began":
      return { lapLeft: event.turns };
    case "game-ended":
      return { phase: "ended", active: null, paused: false, vote: null, result: event.result };
    case "paused":
      return { paused: true };
    case "resumed":
      return { paused: false };
    case "allowance-given":
      return { seats: withSeat(state, event.seat, () => ({ allowance: event.seconds })) };
    case "seat-left":
      return { seats: withSeat(state, event.seat, () => ({ left: true, standIn: event.stand_in })) };
    case "seat-returned":
      return { seats: withSeat(state, event.seat, () => ({ left: false, standIn: false })) };
    case "turn-restarted":
      return restored(state, state.thisTurn);
    case "turn-taken-back":
      return { ...restored(state, state.lastTurn), lastTurn: null, waiting: [] };
    case "score-corrected":
      return corrected(state, event);
    default:
      return {}; // it tells a story; its consequences follow in events of their own
  }
}

function withSeat(state: State, place: number, change: (seat: Seat) => Partial<Seat>): readonly Seat[] {
  return state.seats.map((seat, at) => (at === place ? { ...seat, ...change(seat) } : seat));
}

function startOf(state: State, active: number, turn: number): TurnStart {
  const { seats, table, bank, lapLeft } = state;
  return { active, turn, seats, table, bank, lapLeft };
}

function laid(state: State, event: EngineEvent & { type: "tiles-laid" }): Partial<State> {
  const scores = state.rules.sets === "letters";
  const seats = withSeat(state, event.seat, (seat) => ({
    rack: seat.rack.filter((tile) => !event.laid.includes(tile)),
    opened: seat.opened || event.opening,
    announced: false,
    turnPoints: scores ? [...seat.turnPoints, event.points] : [],
  }));
  return { table: event.table, seats };
}

function taken(state: State, event: EngineEvent & { type: "tiles-taken" }): Partial<State> {
  const tiles = event.tiles ?? [];
  const ruling = event.cause === "ruling";
  const seats = withSeat(state, event.seat, (seat) => ({
    rack: [...seat.rack, ...tiles],
    announced: ruling && seat.announced,
  }));
  const left = state.bank.map((stack) => stack.filter((tile) => !tiles.includes(tile)));
  const [opened] = left.splice(event.stack, 1);
  const change: Partial<State> = { seats, bank: [opened ?? [], ...left].filter((stack) => stack.length > 0) };
  if (!ruling) return change;
  return {
    ...change,
    waiting: event.seat === state.active ? [...state.waiting, ...tiles] : state.waiting,
    thisTurn: withPenalty(state.thisTurn, event.seat, tiles),
    lastTurn: withPenalty(state.lastTurn, event.seat, tiles),
  };
}

/** A penalty outlives a turn that is restarted or taken back. */
function withPenalty(start: TurnStart | null, place: number, tiles: Tiles): TurnStart | null {
  if (!start) return null;
  const seats = start.seats.map((seat, at) =>
    at === place ? { ...seat, rack: [...seat.rack, ...tiles] } : seat,
  );
  const bank = start.bank
    .map((stack) => stack.filter((tile) => !tiles.includes(tile)))
    .filter((stack) => stack.length > 0);
  return { ...start, seats, bank };
}

function turnEnded(state: State, place: number, lapLeft: number | null): Partial<State> {
  const began = state.active === place; // a seat that was left has its turns passed without having any
  const seats = withSeat(state, place, (seat) => {
    const turns = seat.turns + Number(began);
    const missing = state.rules.sets === "letters" ? Math.max(0, turns - seat.turnPoints.length) : 0;
    return { turns, turnPoints: [...seat.turnPoints, ...Array<number>(missing).fill(0)] };
  });
  return { seats, waiting: [], lapLeft };
}

/** Goes back to the start of a turn, but keeps who has left and who has more time. */
function restored(state: State, start: TurnStart | null): Partial<State> {
  if (!start) throw new Error("there is no turn to go back to");
  const seats = start.seats.map((then, place) => {
    const now = state.seats[place] ?? then;
    return { ...then, left: now.left, standIn: now.standIn, allowance: now.allowance };
  });
  return { ...start, seats, phase: "turn", thisTurn: start, vote: null };
}

function corrected(state: State, event: EngineEvent & { type: "score-corrected" }): Partial<State> {
  if (!state.result) throw new Error("only a finished game has scores");
  const scores = state.result.scores.map((score, seat) =>
    seat === event.seat ? { ...score, points: event.points, big_points: event.big_points } : score,
  );
  return { result: { ...state.result, winners: event.winners, scores } };
}
