/** What a seating is worth, in words: nothing to say is the best that can be said. */

import type { Cost } from "../../generated/protocol";
import { say } from "../../words/say.svelte";

/** Return every flaw of a seating in a sentence; none: everybody meets somebody new and the seats are even. */
export function flaws(cost: Cost, name: (player: string) => string): readonly string[] {
  const said: string[] = [];
  if (cost.repeats) {
    const pairs = cost.pairs
      .slice(0, 4)
      .map(([one, other, times]) => `${name(one)} – ${name(other)} (${times}×)`);
    const rest = cost.pairs.length > 4 ? " …" : "";
    said.push(`${say("tournaments.cost.repeats", { count: cost.repeats })}: ${pairs.join(", ")}${rest}`);
  }
  if (cost.byes_again) said.push(say("tournaments.cost.byes", { count: cost.byes_again }));
  if (cost.apart.length) {
    const pairs = cost.apart.map(([one, other]) => `${name(one)} – ${name(other)}`);
    said.push(say("tournaments.cost.apart", { players: pairs.join(", ") }));
  }
  if (cost.misplaced.length)
    said.push(say("tournaments.cost.misplaced", { players: cost.misplaced.map(name).join(", ") }));
  if (cost.short) said.push(say("tournaments.cost.short", { count: cost.short }));
  if (cost.seats) said.push(say("tournaments.cost.seats", { count: cost.seats }));
  if (cost.distance) said.push(say("tournaments.cost.distance", { value: cost.distance }));
  if (cost.later > 0) said.push(say("tournaments.cost.later", { value: cost.later }));
  return said;
}
