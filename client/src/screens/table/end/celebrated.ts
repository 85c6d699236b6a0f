/** Which games this page has rejoiced over: once is joy, twice is noise. */

import type { EngineResult, TableInfo } from "../../../generated/protocol";

const done = new Set<string>();

/** Say whether to celebrate now: a person won, seen from here or watched, for the first time; it is noted. */
export function celebrates(
  table: Pick<TableInfo, "places">,
  result: Pick<EngineResult, "winners"> | null,
  mine: readonly number[],
  game: string | null,
): boolean {
  if (!result || game === null || done.has(game)) return false;
  const own = result.winners.some((seat) => mine.includes(seat));
  const watched = !mine.length && result.winners.some((seat) => table.places[seat]?.kind === "person");
  if (own || watched) done.add(game);
  return own || watched;
}
