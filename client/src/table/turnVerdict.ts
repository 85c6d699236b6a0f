/** The turn as it lies: may it end like this, what does it score, and why not, in words. */

import { judgeWords, type TurnScore } from "../board/letters";
import type { Board } from "../board/state";
import { judge, type Verdict } from "../board/verdict";
import type { EngineGameView, EngineSeatView } from "../generated/protocol";
import { say, sayAny, sayRefusal } from "../words/say.svelte";

type Judged = Verdict & { readonly score?: TurnScore | null };
type Reason = Judged["reasons"][number];
type Names = (seat: number) => string;
/** What of the game the turn is judged by. */
type Judging = Pick<EngineGameView, "rules" | "waiting" | "rejected">;
type Player = Pick<EngineSeatView, "opened">;

/** While there is no game, there is no opening to ask for either. */
const NO_GAME = {
  rules: { opening_jokers: true, opening_letters: 0, opening_points: 0, double_from: null },
  waiting: [],
  rejected: [],
};

/** How many points, or letters, the first lay needs. */
export function needed(view: EngineGameView): number {
  return view.rules.sets === "letters" ? view.rules.opening_letters : view.rules.opening_points;
}

/** Judges a table by the rules of this game, for a player who has opened or not. */
export function judgeTurn(board: Board, view: Judging | null, own: Player | undefined): Judged {
  const { rules, waiting, rejected } = view ?? NO_GAME;
  const judging = { opened: own?.opened ?? view === null, openingJokers: rules.opening_jokers };
  return board.reader.spells
    ? judgeWords(board, {
        ...judging,
        openingLetters: rules.opening_letters,
        doubleFrom: rules.double_from,
        rejected,
      })
    : judge(board, { ...judging, openingPoints: rules.opening_points, waiting });
}

/** What the turn would score, once the first lay is reached. */
export function scoreOf(
  judged: Judged,
  view: EngineGameView | null,
  own: EngineSeatView | undefined,
): TurnScore | null {
  const counts = (own?.opened ?? false) || (view !== null && judged.points >= view.rules.opening_letters);
  return counts ? (judged.score ?? null) : null;
}

/** Why the turn cannot end, for the button: short, and what is missing. */
export function whyOff(judged: Judged, view: Pick<Judging, "rules"> | null, names: Names): string {
  const [first] = judged.reasons;
  if (!first) return "";
  if (first.code === "opening/too-low" && view)
    return say("why.too-low", { count: view.rules.opening_points - judged.points });
  return sayAny(
    `why.${first.code.startsWith("set/") ? "open-set" : first.code}`,
    first.params,
    sayReason(first, names),
  );
}

/** A reason as a whole sentence. */
export function sayReason(reason: Reason, names: Names): string {
  return sayRefusal({ code: reason.code, params: reason.params, text: reason.code }, names);
}
