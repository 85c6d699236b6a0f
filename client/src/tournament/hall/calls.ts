/** Calls for the referee in words: for the table that waits, and for the staff who are wanted. */

import type { Call, TournamentView } from "../../generated/protocol";
import { say } from "../../words/say.svelte";
import { nameOf } from "./sitters";

/** Say that the referee is coming and, after the first minute, for how long the table has waited. */
export function sayCalled(calledAt: number, now: number): string {
  const minutes = Math.floor((now - calledAt) / 60_000);
  return minutes < 1 ? say("hall.called-now") : say("hall.called-wait", { count: minutes });
}

/** Say who called and why; a disputed result comes first. */
export function callText(view: TournamentView | null, call: Call): string {
  const disputed = call.game === null ? "" : say("hall.wrong-why", { game: call.game });
  const who = call.player === null ? "" : nameOf(view, call.player, call.round);
  return [who, [disputed, call.why].filter(Boolean).join(" · ")].filter(Boolean).join(": ");
}
