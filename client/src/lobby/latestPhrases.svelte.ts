/** The four phrases at hand: those said last, each in its place, so that none moves away from under the finger. */

import { keep, kept } from "../browser/storage";
import { PHRASES } from "../generated/constants";

export const AT_HAND = 4;

type Kept = {
  /** The places, from left to right. */
  readonly places: readonly string[];
  /** The same phrases, the one said last first. */
  readonly said: readonly string[];
};

/** The places as they are kept, mended where a phrase is gone or something else was kept. */
function read(): Kept {
  const known = (phrases: unknown): readonly string[] =>
    Array.isArray(phrases)
      ? [...new Set(phrases)].filter((phrase) => (PHRASES as readonly unknown[]).includes(phrase))
      : [];
  const found = kept<Partial<Kept> | null>("phrases", null);
  const mine = known(found?.places);
  const places = [...mine, ...PHRASES.filter((phrase) => !mine.includes(phrase))].slice(0, AT_HAND);
  const said = known(found?.said).filter((phrase) => places.includes(phrase));
  return { places, said: [...said, ...places.filter((phrase) => !said.includes(phrase))] };
}

/** Return the places after a phrase was said: a new one takes the place of the one not said for longest. */
export function afterSaying({ places, said }: Kept, phrase: string): Kept {
  const oldest = said.at(-1);
  return {
    places: places.includes(phrase) ? places : places.map((each) => (each === oldest ? phrase : each)),
    said: [phrase, ...said.filter((each) => each !== phrase)].slice(0, AT_HAND),
  };
}

class LatestPhrases {
  #kept = $state.raw<Kept>(read());

  get places(): readonly string[] {
    return this.#kept.places;
  }

  /** Note that a phrase was said. */
  note(phrase: string): void {
    this.#kept = afterSaying(read(), phrase);
    keep("phrases", this.#kept);
  }
}

export const latestPhrases = new LatestPhrases();
