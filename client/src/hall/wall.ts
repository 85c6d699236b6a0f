/** What the projector shows: the words beside the clock, and lists in pages that fit the wall. */

import type { PublicEvent, PublicRound } from "../connection/events";
import { roundTime } from "./time";

/** What the wall is about: waiting, seats before a round, the clock, the last lap, standings between rounds, the end. */
export type Scene = "waiting" | "seats" | "clock" | "last-lap" | "standings" | "ended";

export function sceneOf(event: PublicEvent, now: number): Scene {
  const round = event.rounds.at(-1);
  if (event.ended) return "ended";
  if (!round) return "waiting";
  if (!round.missing) return "standings";
  const { state } = roundTime(round, now);
  return state === "before" ? "seats" : state === "over" ? "last-lap" : "clock";
}

/** The round that comes after the last published one; null: it was the last. */
export function nextRound(event: PublicEvent): { readonly round: number; readonly final: boolean } | null {
  const round = (event.rounds.at(-1)?.round ?? 0) + 1;
  return round > event.rounds_planned ? null : { round, final: isFinal(event, round) };
}

function isFinal(event: PublicEvent, round: number): boolean {
  return event.final && round === event.rounds_planned;
}

export type WallLine = { readonly key: string; readonly name: string; readonly end: string };

/** Everybody of a round by name, with table and seat: that is how one finds oneself in a full hall. */
export function seatsByName(round: PublicRound, language: string, bye: string): readonly WallLine[] {
  const lines = round.tables.flatMap((table) => table.seats.map((seat) => ({ key: seat.player, name: seat.name, end: `${table.table} ${seat.seat}` })));
  const out = round.byes.map((name, at) => ({ key: `bye ${at}`, name, end: bye }));
  return [...lines, ...out].sort((one, other) => one.name.localeCompare(other.name, language));
}

/** Cut a list into pages of columns of rows, as even as they go. */
export function pagesOf<Item>(items: readonly Item[], most: number): readonly (readonly Item[])[] {
  if (!items.length) return [];
  const pages = Math.ceil(items.length / Math.max(1, most));
  const size = Math.ceil(items.length / pages);
  return Array.from({ length: pages }, (_, at) => items.slice(at * size, (at + 1) * size));
}
