/** How it ended, in words: first who won, then by how much. */

import { listed, say } from "../words/say.svelte";
import type { Ending } from "./ending";
import { signed } from "./scoreSheet";

type EndingText = { readonly headline: string; readonly detail: string };

/** Say who won, to whom it may be: `mine` are the seats of this device; several of them are called by name. */
export function tellEnding(
  ending: Ending,
  mine: readonly number[],
  name: (seat: number) => string,
): EndingText {
  const { winners, points, lead, match } = ending;
  const [first] = winners;
  if (first === undefined) return { headline: say("end.nobody"), detail: "" };
  const own = mine.length === 1 ? mine[0] : undefined;
  const names = listed(winners.map(name));
  const count = winners.length;
  const headline =
    own !== undefined && count === 1 && first === own
      ? say(match ? "end.you-win-match" : "end.you-win")
      : say(match ? "end.wins-match" : "end.wins", { names, count });
  const won = points[first];
  const parts: string[] = [];
  if (won !== undefined && won > 0)
    parts.push(
      lead
        ? lead.over === own
          ? say("end.ahead-of-you", { points: won, lead: lead.points })
          : say("end.ahead", { points: won, lead: lead.points, name: name(lead.over) })
        : count > 1
          ? say("end.each", { points: won })
          : say("end.with", { points: won }),
    );
  const yours = own === undefined || winners.includes(own) ? undefined : points[own];
  if (yours !== undefined) parts.push(say("end.yours", { points: signed(yours) }));
  return { headline, detail: parts.join(" ") };
}
