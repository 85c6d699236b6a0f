/** Words beside a set that is still open, and the moment in which a set comes together. */

import type { SetId } from "../board/places";
import { isValid, type Reading } from "../board/reader";
import type { TileId } from "../board/tiles";
import type { Rect } from "../board/screen/layout";
import type { BoardView } from "../board/screen/view";
import type { Bubble } from "./notices.svelte";
import { whyOpen } from "../words/boardText";

const WIDTH = 216;
const LETTER = 7.6;
const LINE = 20;
const GAP = 6;

/** Why a set is open, beside it and within the table, not over tiles; nothing for one that is in order or gone. */
export function bubbleFor(
  set: SetId,
  reading: Reading | undefined,
  view: Pick<BoardView, "setRects" | "tableRect"> | null,
): Bubble | null {
  const rects = view?.setRects;
  const rect = rects?.get(set);
  if (!view || !rects || !reading || isValid(reading) || !rect) return null;
  const text = whyOpen(reading);
  const others = [...rects].flatMap(([id, each]) => (id === set ? [] : [each]));
  const at = besides(rect, others, view.tableRect, sizeOf(text));
  return at && { set, text, x: at.x + at.w / 2, y: at.y };
}

/** The room that words need: as wide as they are, in as many lines as it takes. */
function sizeOf(text: string): { readonly w: number; readonly h: number } {
  const wide = text.length * LETTER + 24;
  return { w: Math.min(WIDTH, wide), h: Math.ceil(wide / (WIDTH - 30)) * LINE + 12 };
}

/**
 * A place for words about a set: below it, above it, or at its sides, where they cover no tile; else where they cover
 * the fewest of the others. Never over the set that they are about: where even that cannot be, there is none.
 */
export function besides(
  about: Rect,
  others: readonly Rect[],
  zone: Rect,
  size: { readonly w: number; readonly h: number },
): Rect | null {
  const within = (least: number, wish: number, most: number): number => Math.max(least, Math.min(wish, most));
  const x = within(zone.x, about.x + about.w / 2 - size.w / 2, zone.x + zone.w - size.w);
  const y = within(zone.y, about.y + about.h / 2 - size.h / 2, zone.y + zone.h - size.h);
  const places: readonly Rect[] = [
    { ...size, x, y: about.y + about.h + GAP },
    { ...size, x, y: about.y - size.h - GAP },
    { ...size, x: about.x + about.w + GAP, y },
    { ...size, x: about.x - size.w - GAP, y },
  ];
  const inside = places.filter(
    (each) =>
      each.x >= zone.x &&
      each.y >= zone.y &&
      each.x + each.w <= zone.x + zone.w &&
      each.y + each.h <= zone.y + zone.h,
  );
  const covers = (each: Rect): number => others.reduce((sum, other) => sum + shared(each, other), 0);
  return inside.reduce<Rect | null>(
    (best, each) => (best === null || covers(each) < covers(best) ? each : best),
    null,
  );
}

/** How much two rectangles have in common. */
function shared(left: Rect, right: Rect): number {
  const w = Math.min(left.x + left.w, right.x + right.w) - Math.max(left.x, right.x);
  const h = Math.min(left.y + left.h, right.y + right.h) - Math.max(left.y, right.y);
  return w > 0 && h > 0 ? w * h : 0;
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
