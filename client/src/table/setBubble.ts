/** Words beside a set that is still open, and the moment in which a set comes together. */

import type { SetId } from "../board/places";
import { isValid, type Reading } from "../board/reader";
import type { TileId } from "../board/tiles";
import type { BoardView } from "../board/screen/view";
import type { Bubble } from "./notices.svelte";
import { whyOpen } from "../words/boardText";

const HALF_WIDTH = 112;
const HEIGHT = 40;

/** Why a set is open, below it and within the table; nothing for one that is in order or gone. */
export function bubbleFor(
  set: SetId,
  reading: Reading | undefined,
  view: Pick<BoardView, "setRect" | "tableRect"> | null,
): Bubble | null {
  const rect = view?.setRect(set);
  if (!view || !reading || isValid(reading) || !rect) return null;
  const zone = view.tableRect;
  const x = Math.min(Math.max(rect.x + rect.w / 2, zone.x + HALF_WIDTH), zone.x + zone.w - HALF_WIDTH);
  return { set, text: whyOpen(reading), x, y: Math.min(rect.y + rect.h + 4, zone.y + zone.h - HEIGHT) };
}

/** Knows which sets were in order, so that a new one is noticed once. */
export class Completions {
  #known: ReadonlySet<string> = new Set();

  /** Notes the sets that are in order now; says whether one of them is new. */
  note(sets: readonly (readonly TileId[])[]): boolean {
    const keys = sets.map((tiles) => [...tiles].sort().join(" "));
    const isNew = keys.some((key) => !this.#known.has(key));
    this.#known = new Set(keys);
    return isNew;
  }
}
