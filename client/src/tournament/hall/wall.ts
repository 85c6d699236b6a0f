/** What the projector shows: the words beside the clock, and lists in pages that fit the wall. */

import type { PublicRound, PublicTournament } from "../../generated/protocol";
import { say } from "../../words/say.svelte";
import { roundTime } from "./roundClock";

/** What the wall is about: waiting, seats before a round, the clock, the last lap, standings between rounds, the end. */
export type Scene = "waiting" | "seats" | "clock" | "last-lap" | "standings" | "ended";

export function sceneOf(tournament: PublicTournament, now: number): Scene {
  const round = tournament.rounds.at(-1);
  if (tournament.ended) return "ended";
  if (!round) return "waiting";
  if (!round.missing) return "standings";
  const { state } = roundTime(round.clock, now);
  return state === "before" ? "seats" : state === "over" ? "last-lap" : "clock";
}

/** The round that comes after the last published one; null: it was the last. */
export function nextRound(
  tournament: PublicTournament,
): { readonly round: number; readonly final: boolean } | null {
  const round = (tournament.rounds.at(-1)?.round ?? 0) + 1;
  return round > tournament.rounds_planned ? null : { round, final: isFinal(tournament, round) };
}

function isFinal(tournament: PublicTournament, round: number): boolean {
  return tournament.final && round === tournament.rounds_planned;
}

export type WallLine = {
  readonly key: string;
  readonly name: string;
  readonly end: string;
  /** What stands before the end, more quietly. */ readonly more?: string;
};

/** The standings as they are read from the last row: where big points decide they stand at the end, before them the small ones. */
export function standingLines(standings: PublicTournament["standings"]): readonly WallLine[] {
  const big = standings.some((row) => row.big_points > 0);
  return standings.map((row) => {
    const points = row.points.replace("-", "−");
    const before = row.before.map((each) => each.name).join(", ");
    const who = before ? say("hall.wall-before", { name: row.name, before }) : row.name;
    const line = { key: row.player, name: `${row.place}. ${who}` };
    return big ? { ...line, more: points, end: String(row.big_points) } : { ...line, end: points };
  });
}

/** Everybody of a round by name, with table and seat: that is how players find themselves in a full hall. */
export function seatsByName(round: PublicRound, language: string, bye: string): readonly WallLine[] {
  const lines = round.tables.flatMap((table) =>
    table.seats.map((seat) => ({ key: seat.player, name: seat.name, end: `${table.table} ${seat.seat}` })),
  );
  const out = round.byes.map((name, at) => ({ key: `bye ${at}`, name, end: bye }));
  return [...lines, ...out].sort((one, other) => one.name.localeCompare(other.name, language));
}

/** How a list stands on a wall: how big its letters are, in how many columns of how many rows. */
export type Setting = { readonly size: number; readonly columns: number; readonly rows: number };

const COLUMN = 15;
const WIDEST = 26;
/** How wide a letter and what stands after a name are, in sizes. */
const LETTER = 0.58;
const END = 4.5;
const ROW = 1.95;
const HEADING = 2.3;

/**
 * Return how so many lines are set: as big as they fit on one page with the longest of them in full, never smaller than `least`,
 * where they take turns and a very long one is cut.
 */
export function settingFor(
  count: number,
  longest: number,
  width: number,
  height: number,
  least: number,
): Setting {
  const wanted = Math.min(WIDEST, Math.max(COLUMN, LETTER * longest + END));
  const set = (size: number, column: number): Setting => ({
    size,
    columns: Math.max(1, Math.floor(width / (size * column))),
    rows: Math.max(3, Math.floor((height - HEADING * size) / (size * ROW))),
  });
  for (let share = 2.4; share > 1; share -= 0.05) {
    const bigger = set(least * share, wanted);
    if (bigger.size * wanted <= width && bigger.columns * bigger.rows >= count) return bigger;
  }
  const full = set(least, wanted);
  return full.columns * full.rows >= count ? full : set(least, COLUMN);
}

/** Cut a list into pages of columns of rows, as even as they go. */
export function pagesOf<Item>(items: readonly Item[], most: number): readonly (readonly Item[])[] {
  if (!items.length) return [];
  const pages = Math.ceil(items.length / Math.max(1, most));
  const size = Math.ceil(items.length / pages);
  return Array.from({ length: pages }, (_, at) => items.slice(at * size, (at + 1) * size));
}
