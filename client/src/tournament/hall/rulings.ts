/** The referee's page: open calls, what the log says of a table or a player, and which rulings there are. */

import type { Entry, EntryInfo, Call, TournamentView, RulingWish } from "../../generated/protocol";

/** What a referee can rule; a score is put right for the whole table, by a corrected result. */
export type RulingKind = RulingWish["kind"] | "correct-score";

/** Rulings that make sense: a server restores its tables exactly, and nobody but it restores them (T9). */
export function rulingsFor(online: boolean): readonly RulingKind[] {
  return online
    ? ["restart-turn", "take-back-turn", "penalty-tiles", "correct-score", "points", "other"]
    : [
        "restart-turn",
        "take-back-turn",
        "penalty-tiles",
        "restore-table",
        "correct-score",
        "points",
        "other",
      ];
}

/** Rulings that are about one player. */
export function needsPlayer(kind: RulingKind): boolean {
  return kind === "penalty-tiles" || kind === "points";
}

/** The calls that wait, longest first. */
export function openCalls(view: TournamentView): readonly Call[] {
  return view.calls.filter((call) => !call.answered).sort((one, other) => one.at - other.at);
}

const OF_TABLE: ReadonlySet<unknown> = new Set([
  "result-entered",
  "result-confirmed",
  "result-corrected",
  "game-skipped",
  "referee-called",
  "ruling-made",
  "rack-seen",
  "table-opened",
]);
const CONDUCT: ReadonlySet<unknown> = new Set(["conduct-reported", "warning-given", "excluded"]);

/** What the log says of a table in a round, newest first: results, calls with their answers, rulings, looks. */
export function entriesOf(log: readonly EntryInfo[], round: number, table: number): readonly EntryInfo[] {
  const calls = new Set<unknown>();
  const found = log.filter(({ entry }) => {
    const fact = entry.fact;
    if (fact.type === "call-answered") return calls.has(fact.call);
    const here = OF_TABLE.has(fact.type) && "table" in fact && fact.round === round && fact.table === table;
    if (here && fact.type === "referee-called") calls.add(entry.number);
    return here;
  });
  return found.reverse();
}

/** What is kept about conduct (M6), of everybody or of one player, newest first; for the staff alone. */
export function conductOf(log: readonly EntryInfo[], player: string | null = null): readonly EntryInfo[] {
  return log
    .filter(
      ({ entry: { fact } }) =>
        CONDUCT.has(fact.type) && (player === null || ("player" in fact && fact.player === player)),
    )
    .reverse();
}

/** Entries that this referee may take back. */
export function canUndo({ entry, counts }: EntryInfo): boolean {
  return (
    counts &&
    ["ruling-made", "result-corrected", "warning-given", "excluded", "conduct-reported"].includes(
      entry.fact.type,
    )
  );
}

/** Say whether an online game has done a ruling by itself: undoing the entry leaves the game as it is. */
export function isDone(entry: Entry): boolean {
  return (
    entry.fact.type === "ruling-made" &&
    ["restart-turn", "take-back-turn", "penalty-tiles"].includes(entry.fact.kind)
  );
}
