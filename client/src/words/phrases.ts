/** What players say to each other: preset phrases, and reactions with a sign of their own. */

import { sayAny } from "./say.svelte";

/** Phrases that are shown as a sign; the words are for whoever listens. */
export const SIGNS: Readonly<Record<string, string>> = {
  smile: "🙂",
  wow: "😮",
  thinking: "🤔",
  applause: "👏",
};

/** Return a phrase in the language that is spoken. */
export function sayPhrase(phrase: string): string {
  return sayAny(`phrase.${phrase}`, {}, phrase);
}
