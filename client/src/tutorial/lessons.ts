/**
 * The tutorial's lessons: small positions, each of which can be solved in the way it teaches.
 *
 * A lesson is done when the turn may end by the rules and enough tiles were laid, in whatever way and order; nothing
 * compares with a solution. The one that is written here is shown to whoever asks for it.
 */

import { numbers } from "../board/numbers";
import type { News } from "../board/receive";
import type { Board } from "../board/state";
import { parseLaid, type Laid, type TileId } from "../board/tiles";
import { judge, type Verdict } from "../board/verdict";

export const OPENING_POINTS = 30;

export type Lesson = {
  readonly id: string;
  readonly rack: string;
  /** Sets parted by strokes. */
  readonly table: string;
  /** Whether the learner has opened before. */
  readonly opened: boolean;
  /** How many tiles have to be laid; 0: nothing fits, a tile has to be taken. */
  readonly least: number;
  /** One table that solves it, for whoever asks. */
  readonly answer: string;
};

export const LESSONS: readonly Lesson[] = [
  { id: "group", rack: "o3 r8 k8 r12 b8", table: "", opened: true, least: 3, answer: "k8 r8 b8" },
  {
    id: "run",
    rack: "b5 k13 b4 r9 b6 o1",
    table: "k8 r8 b8",
    opened: true,
    least: 3,
    answer: "k8 r8 b8 | b4 b5 b6",
  },
  {
    id: "opening",
    rack: "k2 r9 b2 r10 b13 o2 r11",
    table: "o5 o6 o7",
    opened: false,
    least: 3,
    answer: "o5 o6 o7 | r9 r10 r11",
  },
  {
    id: "take",
    rack: "k1 b4 r6 o11",
    table: "r9 r10 r11 | k2 b2 o2",
    opened: true,
    least: 0,
    answer: "r9 r10 r11 | k2 b2 o2",
  },
  {
    id: "add",
    rack: "k1 b9 b6",
    table: "b3 b4 b5 | k9 r9 o9",
    opened: true,
    least: 2,
    answer: "b3 b4 b5 b6 | k9 r9 b9 o9",
  },
  {
    id: "borrow",
    rack: "b7 k13 b6",
    table: "k8 r8 b8 o8 | o2 o3 o4",
    opened: true,
    least: 2,
    answer: "k8 r8 o8 | o2 o3 o4 | b6 b7 b8",
  },
  {
    id: "split",
    rack: "r6 k11",
    table: "r4 r5 r6 r7 r8 | b1 k1 o1",
    opened: true,
    least: 1,
    answer: "r4 r5 r6 | r6 r7 r8 | b1 k1 o1",
  },
  {
    id: "joker",
    rack: "b7 k11 o7",
    table: "k10 J(k11) k12 | r2 r3 r4",
    opened: true,
    least: 3,
    answer: "k10 k11 k12 | r2 r3 r4 | b7 o7 J",
  },
  {
    id: "out",
    rack: "o6 r8 b9 r9",
    table: "b5 b6 b7 b8 | r10 k10 b10 o10 | o3 o4 o5",
    opened: true,
    least: 4,
    answer: "b5 b6 b7 b8 b9 | k10 b10 o10 | o3 o4 o5 o6 | r8 r9 r10",
  },
];

/** The tiles of a lesson: of two equal ones the second is another copy. */
export function newsOf(lesson: Lesson): News {
  const counts = new Map<string, number>();
  const tile = (face: string): Laid => {
    const { tile: bare, standsFor } = parseLaid(face);
    const copy = counts.get(bare) ?? 0;
    counts.set(bare, copy + 1);
    return { tile: bare + "abcd".charAt(copy), standsFor };
  };
  const table = facesOf(lesson.table).map((set) => set.map(tile));
  return {
    base: { table, rack: lesson.rack.split(" ").map((face) => tile(face).tile) },
    role: "mine",
    draft: null,
    newTurn: true,
  };
}

/** A written table as faces. */
export function facesOf(table: string): string[][] {
  return table
    .split("|")
    .map((set) => set.trim().split(/\s+/).filter(Boolean))
    .filter((set) => set.length > 0);
}

export type Progress = {
  readonly verdict: Verdict;
  /** The turn may end, and what the lesson asks for is laid. */
  readonly done: boolean;
  /** The turn may end, but more can be laid: how many tiles. */
  readonly more: number;
};

/** Say how far a lesson is. */
export function check(lesson: Lesson, board: Board): Progress {
  const verdict = judge(board, {
    opened: lesson.opened,
    openingPoints: OPENING_POINTS,
    openingJokers: true,
    waiting: [],
  });
  const valid = verdict.reasons.length === 0;
  return {
    verdict,
    done: lesson.least > 0 && valid && verdict.laid.length >= lesson.least,
    more: valid ? Math.max(0, lesson.least - verdict.laid.length) : 0,
  };
}

/** The tiles of the rack that the shown solution lays: what a hint points at. */
export function wanted(lesson: Lesson, rack: readonly TileId[]): readonly TileId[] {
  const left = facesOf(lesson.answer).flat();
  for (const face of facesOf(lesson.table).flat()) left.splice(left.indexOf(parseLaid(face).tile), 1);
  return rack.filter((tile) => left.includes(tile.slice(0, -1)));
}

/** How the tutorial reads sets: like the table. */
export const READER = numbers;

/** What is kept of the tutorial: how far one is, and whether it was finished once. */
export type Kept = { readonly at: number; readonly done: readonly string[]; readonly finished: boolean };
export const FRESH: Kept = { at: 0, done: [], finished: false };

/** Reads what was stored; anything malformed starts over. */
export function restoreKept(value: unknown): Kept {
  const stored = value as Partial<Kept> | null;
  if (!stored || !Array.isArray(stored.done) || !Number.isInteger(stored.at)) return FRESH;
  const known = new Set(LESSONS.map((lesson) => lesson.id));
  const at = Math.min(LESSONS.length, Math.max(0, stored.at ?? 0));
  return { at, done: stored.done.filter((id) => known.has(id)), finished: stored.finished === true };
}

/** A lesson is done or skipped: on to the next. */
export function onward(kept: Kept, solved: boolean): Kept {
  const lesson = LESSONS[kept.at];
  const done = solved && lesson && !kept.done.includes(lesson.id) ? [...kept.done, lesson.id] : kept.done;
  const at = Math.min(LESSONS.length, kept.at + 1);
  return { at, done, finished: kept.finished || at === LESSONS.length };
}
