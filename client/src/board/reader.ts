/** What the board asks about sets; numbers answer in `numbers.ts`, letters in `letters.ts`. */

import type { Face } from "./tiles";

/** How a rack is sorted; numbers know colours, numbers and sets, letters the alphabet and vowels. */
export type SortBy = "colour" | "number" | "sets" | "alphabet" | "vowels";

export type Params = Readonly<Record<string, string | number>>;

/** One thing that is wrong, with the engine's stable code. */
export type Fault = { readonly code: string; readonly params: Params };

/** How tiles read as a set: as what, in which order, worth how much; or why they do not. */
export type Reading = {
  /** `run`, `group` or `word`; empty when the tiles do not read. */
  readonly kind: string;
  /** The places of the given tiles in the order in which the set lies. */
  readonly order: readonly number[];
  /** For each tile, in that order: the faces a joker may stand for there; empty for other tiles. */
  readonly mayBe: readonly (readonly Face[])[];
  /** For each tile, in that order: what a joker stands for, where its name or its place says so. */
  readonly standsFor: readonly (Face | null)[];
  /** Points for the opening, or letters for the score. */
  readonly worth: number;
  /** Everything that is wrong; empty exactly when the set is valid. */
  readonly faults: readonly Fault[];
};

export type Reader = {
  /** The joker's face. */
  readonly joker: Face;
  /** Whether tiles spell as they lie: no set is put in order or falls apart by itself, and players name their jokers. */
  readonly spells?: boolean;
  /** How a rack can be sorted, if not by colour, by number and by found sets. */
  readonly sorts?: readonly SortBy[];
  /** Grows when answers change, for instance because a dictionary has answered. */
  readonly edition?: number;
  /** Says how the tiles read as a set, or everything that is wrong with them. */
  read(faces: readonly Face[], names?: readonly (Face | null)[]): Reading;
  /** The order in which tiles that are not a set yet should lie, so that a half-built one looks like what it will be. */
  tidy(faces: readonly Face[]): readonly number[];
  /** Compares two faces for a sorted rack: by colour, by number, by the alphabet… */
  compare(left: Face, right: Face, by: SortBy): number;
  /** Where a set comes when the table is sorted: runs by colour, groups by number, words by the alphabet; the rest last. */
  rank(faces: readonly Face[]): readonly (number | string)[];
  /** Sets that can be made of these tiles alone, by place, no tile in two of them: the most valuable first. */
  found(faces: readonly Face[]): readonly (readonly number[])[];
};

export function isValid(reading: Reading): boolean {
  return reading.faults.length === 0;
}
