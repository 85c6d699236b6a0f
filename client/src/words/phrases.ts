/** What players say to each other: preset phrases, and reactions with a face of their own. */

import { sayAny } from "./say.svelte";

/** Phrases that are shown as a drawn face (`components/people/PhraseText.svelte`). */
const REACTIONS = ["smile", "wow", "thinking", "applause"] as const;

/** Return which face a phrase is shown as, if it is one. */
export function reactionOf(phrase: string): (typeof REACTIONS)[number] | null {
  return REACTIONS.find((each) => each === phrase) ?? null;
}

/** Return a phrase in the language that is spoken. */
export function sayPhrase(phrase: string): string {
  return sayAny(`phrase.${phrase}`, {}, phrase);
}
