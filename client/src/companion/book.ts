/** A match as it is kept: its steps and how many of them count (undo steps back, redo forward), in a format with a number. */

import { fold, type Game, type Left, type Match, MOST_TILES, type Change, take, type Turn } from "./match";
import { bookOf, CAUSES, fits } from "./rules";

export const FORMAT = 1;
const STEPS_MOST = 2_000;
const NAME_MOST = 40;

export type Book = {
  readonly id: string;
  /** When it was begun, in milliseconds. */
  readonly begun: number;
  readonly steps: readonly Change[];
  /** How many of the steps count. */
  readonly at: number;
};
export type Damage = "damaged" | "newer";

export function matchOf(book: Book): Match {
  return fold(book.steps.slice(0, book.at));
}

/** Take one more step; what was undone is gone. Throws where the step makes no sense. */
export function after(book: Book, step: Change): Book {
  take(matchOf(book), step);
  const steps = [...book.steps.slice(0, book.at), step];
  return { ...book, steps, at: steps.length };
}

/** The first step makes the match, so it is never undone. */
export function canUndo(book: Book): boolean {
  return book.at > 1;
}

export function canRedo(book: Book): boolean {
  return book.at < book.steps.length;
}

export function undo(book: Book): Book {
  return canUndo(book) ? { ...book, at: book.at - 1 } : book;
}

export function redo(book: Book): Book {
  return canRedo(book) ? { ...book, at: book.at + 1 } : book;
}

/** Write it down, for this browser or for a file. */
export function write(book: Book): string {
  return JSON.stringify({ tilemeld: "companion", format: FORMAT, ...book });
}

/** Read it again; what cannot be read is said, never guessed. */
export function read(text: string): Book | Damage {
  try {
    const stored = JSON.parse(text) as Record<string, unknown>;
    if (stored["tilemeld"] !== "companion" || !isNumber(stored["format"], 1)) return "damaged";
    if (stored["format"] > FORMAT) return "newer";
    const { id, begun, steps, at } = stored;
    if (
      !isText(id, 40) ||
      !/^[\w-]+$/.test(id) ||
      !isNumber(begun, 0) ||
      !Array.isArray(steps) ||
      steps.length > STEPS_MOST ||
      !isNumber(at, 1, steps.length)
    )
      return "damaged";
    const book: Book = { id, begun, steps: steps.map(readStep), at };
    if (book.steps[0]?.do !== "set") return "damaged";
    fold(book.steps);
    return book;
  } catch {
    return "damaged";
  }
}

function readStep(stored: unknown): Change {
  const step = stored as Change;
  if (step.do === "start" && isText(step.starter, 40)) return { do: "start", starter: step.starter };
  if (step.do === "turn") return { do: "turn", turn: readTurn(step.turn) };
  if (step.do === "game") return { do: "game", game: readGame(step.game) };
  if (step.do === "correct" && isNumber(step.at, 0))
    return { do: "correct", at: step.at, game: step.game === null ? null : readGame(step.game) };
  if (step.do === "finish") return { do: "finish" };
  return readSet(step);
}

function readSet(step: Change): Change {
  demand(
    step.do === "set" &&
      isText(step.profile, 40) &&
      Array.isArray(step.players) &&
      (step.starter === null || isText(step.starter, 40)),
  );
  const { profile, house, players, starter } = step as Change & { do: "set" };
  for (const [field, value] of Object.entries(house)) demand(fits(bookOf(profile), field, value));
  for (const player of players) demand(isText(player.id, 40) && isText(player.name, NAME_MOST));
  return {
    do: "set",
    profile,
    house: { ...house },
    players: players.map(({ id, name }) => ({ id, name })),
    starter,
  };
}

function readTurn({ player, letters, double }: Turn): Turn {
  demand(isText(player, 40) && isNumber(letters, 0, 40) && typeof double === "boolean");
  return { player, letters, double };
}

function readGame(game: Game): Game {
  const { players, starter, cause } = game;
  demand(
    Array.isArray(players) &&
      players.every((each) => isText(each, 40)) &&
      isText(starter, 40) &&
      CAUSES.includes(cause),
  );
  if (game.kind === "letters")
    return { kind: "letters", players: [...players], starter, cause, turns: game.turns.map(readTurn) };
  demand(game.kind === "numbers" && (game.out === null || isText(game.out, 40)));
  return {
    kind: "numbers",
    players: [...players],
    starter,
    cause,
    out: game.out,
    left: game.left.map(readLeft),
  };
}

function readLeft({ tiles, sum, unopened }: Left): Left {
  demand(
    tiles === null ||
      (tiles.length <= MOST_TILES && tiles.every((face) => /^(?:[krbo](?:[1-9]|1[0-3])|J)$/.test(face))),
  );
  demand(
    isNumber(sum, 0, 100_000) && (unopened === null || ["no", "yes", "waived", "no-turn"].includes(unopened)),
  );
  return { tiles: tiles && [...tiles], sum, unopened };
}

function isText(value: unknown, most: number): value is string {
  return typeof value === "string" && value.length >= 1 && value.length <= most;
}

function isNumber(value: unknown, low: number, high = Number.MAX_SAFE_INTEGER): value is number {
  return Number.isInteger(value) && (value as number) >= low && (value as number) <= high;
}

function demand(holds: boolean): asserts holds {
  if (!holds) throw new Error("not as it is written");
}
