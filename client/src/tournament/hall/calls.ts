/** What a table that has called the referee reads while it waits. */

import { say } from "../../words/say.svelte";

/** Say that the referee is coming and, after the first minute, for how long the table has waited. */
export function sayCalled(calledAt: number, now: number): string {
  const minutes = Math.floor((now - calledAt) / 60_000);
  return minutes < 1 ? say("hall.called-now") : say("hall.called-wait", { count: minutes });
}
