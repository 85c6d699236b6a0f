/** The tournament as the desk shows it: what the server has said, with what still waits to be sent already in it. */

import type { StaffView } from "../../connection/tournaments";
import type { ResultState, Sheet, TournamentRound, WritableFact } from "../../generated/protocol";
import { openCalls } from "../hall/rulings";
import type { Waiting } from "../hall/outbox.svelte";

/** A result on the desk; one that waits has not reached the server. */
export type ShownResult = ResultState & { readonly waiting?: boolean };

/** Return the tournament with the work that waits. */
export function withWaiting(view: StaffView, waiting: readonly Waiting[]): StaffView {
  return waiting.reduce(
    (now, each) => (each.work.kind === "fact" && !each.refusals.length ? after(now, each.work.fact) : now),
    view,
  );
}

function after(view: StaffView, fact: WritableFact): StaffView {
  switch (fact.type) {
    case "result-entered":
    case "result-corrected":
      return withRound(view, fact.round, (round) => ({
        ...round,
        results: [
          ...round.results.filter((each) => each.table !== fact.table || each.game !== fact.game),
          resultOf(fact.table, fact.game, fact.sheet, fact.type === "result-corrected"),
        ],
        missing: without(round.missing, fact.table, fact.game),
      }));
    case "result-confirmed":
      return withRound(view, fact.round, (round) => ({
        ...round,
        results: round.results.map((each) =>
          each.table === fact.table && each.game === fact.game ? { ...each, confirmed: true } : each,
        ),
      }));
    case "game-skipped":
      return withRound(view, fact.round, (round) => ({
        ...round,
        missing: without(round.missing, fact.table, fact.game),
        skipped: [...round.skipped, [fact.table, fact.game] as const],
      }));
    case "checked-in":
      return withPlayer(view, fact.player, { checked_in: true });
    case "withdrawn":
      return withPlayer(view, fact.player, { status: "withdrawn" });
    case "returned":
      return withPlayer(view, fact.player, { status: "in" });
    default:
      return view;
  }
}

function resultOf(table: number, game: number, sheet: Sheet, corrected: boolean): ShownResult {
  return {
    table,
    game,
    sheet,
    entry: 0,
    by: { role: "director", who: "" },
    confirmed_by: [],
    confirmed: true,
    corrected,
    waiting: true,
  };
}

function without(
  missing: TournamentRound["missing"],
  table: number,
  game: number,
): TournamentRound["missing"] {
  return missing.filter((each) => each[0] !== table || each[1] !== game);
}

function withRound(
  view: StaffView,
  number: number,
  change: (round: TournamentRound) => TournamentRound,
): StaffView {
  return { ...view, rounds: view.rounds.map((round) => (round.round === number ? change(round) : round)) };
}

function withPlayer(
  view: StaffView,
  player: string,
  change: Partial<StaffView["players"][number]>,
): StaffView {
  return {
    ...view,
    players: view.players.map((each) => (each.id === player ? { ...each, ...change } : each)),
  };
}

/** The result of a game, if there is one. */
export function resultAt(round: TournamentRound, table: number, game: number): ShownResult | null {
  return round.results.find((each) => each.table === table && each.game === game) ?? null;
}

/** Say whether a table disputes the result of a game. */
export function isDisputed(view: StaffView, round: number, table: number, game: number): boolean {
  return openCalls(view).some((call) => call.round === round && call.table === table && call.game === game);
}

/** Say whether a game was not played. */
export function isSkipped(round: TournamentRound, table: number, game: number): boolean {
  return round.skipped.some((each) => each[0] === table && each[1] === game);
}

/** The game that has no result after this one: first the rest of the table, then the other tables. */
export function nextMissing(
  round: TournamentRound,
  table: number,
  game: number,
): readonly [number, number] | null {
  const open = round.missing;
  return (
    open.find((each) => each[0] === table && each[1] > game) ??
    open.find((each) => each[0] > table) ??
    open[0] ??
    null
  );
}

/** What the desk has to do next, so that nobody has to know the order. */
export type Task =
  | { readonly do: "players" | "end" | "over"; readonly round: number }
  | {
      readonly do: "draw" | "publish" | "start-clock" | "results" | "calls" | "check-in";
      readonly round: number;
      readonly count: number;
    };

/** Return the next step of a tournament. */
export function nextTask(view: StaffView, smallest: number, allRounds: number): Task {
  const published = view.rounds.filter((round) => round.published);
  const last = published.at(-1);
  const proposal = view.rounds.find((round) => !round.published && round.round === (last?.round ?? 0) + 1);
  if (view.ended) return { do: "over", round: last?.round ?? 0 };
  if (last?.missing.length) {
    const { clock } = last;
    const begun = last.results.length || clock.started || clock.over || clock.total_ms === null;
    return { do: begun ? "results" : "start-clock", round: last.round, count: last.missing.length };
  }
  const open = openCalls(view); // a dispute may still change who sits where
  if (open[0]) return { do: "calls", round: open[0].round, count: open.length };
  if (proposal) return { do: "publish", round: proposal.round, count: proposal.tables.length };
  if (last && last.round >= allRounds) return { do: "end", round: last.round };
  const here = view.players.filter((player) => player.status === "in");
  if (here.length < smallest) return { do: "players", round: 1 };
  const away = here.filter((player) => !player.checked_in && !player.late).length;
  if (!last && away && away < here.length) return { do: "check-in", round: 1, count: away };
  return { do: "draw", round: (last?.round ?? 0) + 1, count: here.length };
}
