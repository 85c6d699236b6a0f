/** Finding a player among many: by a part of the name, whatever the accents, or by the number. */

import type { PublicRound, PublicTournament } from "../../generated/protocol";

export type Found = { readonly player: string; readonly name: string; readonly number: string };

const MARKS = /\p{Diacritic}/gu;

/** Return a text as one types it in a hurry: small letters, no accents, ł as l. */
export function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(MARKS, "")
    .replaceAll("ł", "l")
    .replaceAll("ґ", "г")
    .trim();
}

/** The number of a player without its letter. */
export function numberOf(player: string): string {
  return player.replace(/^[A-Z]+/, "");
}

/** Return who is meant, best first: the number itself, names that begin so, words that do, anything that has it; equals as the language sorts them. */
export function find(
  tournament: PublicTournament,
  query: string,
  language: string,
  most = 6,
): readonly Found[] {
  const wanted = plain(query);
  if (!wanted) return [];
  const ranked: { readonly rank: number; readonly found: Found }[] = [];
  for (const row of tournament.standings) {
    const name = plain(row.name);
    const number = numberOf(row.player);
    const words = name.split(/[\s-]+/);
    const rank =
      number === wanted || plain(row.player) === wanted
        ? 0
        : name.startsWith(wanted)
          ? 1
          : words.some((word) => word.startsWith(wanted))
            ? 2
            : name.includes(wanted)
              ? 3
              : 9;
    if (rank < 9) ranked.push({ rank, found: { player: row.player, name: row.name, number } });
  }
  ranked.sort(
    (one, other) => one.rank - other.rank || one.found.name.localeCompare(other.found.name, language),
  );
  return ranked.slice(0, most).map((each) => each.found);
}

export type Seat = {
  readonly round: number;
  readonly table: number;
  readonly seat: string;
  readonly points: readonly (number | null)[];
};

/** What a published round and one that was announced in advance have in common. */
export type Seated = Pick<PublicRound, "round" | "tables" | "byes">;

/** Return where a player sits in a round, if anywhere. */
export function seatIn(round: Seated, player: string): Seat | null {
  for (const table of round.tables) {
    const seat = table.seats.find((each) => each.player === player);
    if (seat) return { round: round.round, table: table.table, seat: seat.seat, points: seat.points };
  }
  return null;
}

/** Return the rounds announced in advance in which a player is named: the seat; null: sits out. */
export function announcedFor(
  tournament: PublicTournament,
  { player, name }: { readonly player: string; readonly name: string },
): readonly { readonly round: number; readonly seat: Seat | null }[] {
  return tournament.plan
    .map((round) => ({ round: round.round, seat: seatIn(round, player), out: round.byes.includes(name) }))
    .filter(({ seat, out }) => seat ?? out)
    .map(({ round, seat }) => ({ round, seat }));
}

/** Return the names that several players have, who are told apart by their numbers. */
export function namesakes(tournament: PublicTournament): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(
    tournament.standings.map((row) => row.name).filter((name) => seen.size === seen.add(name).size),
  );
}

/** Add up what was written; null: nothing yet. */
export function sumOf(points: readonly (number | null)[]): number | null {
  const known = points.filter((each) => each !== null);
  return known.length ? known.reduce((sum, each) => sum + each, 0) : null;
}
