/** The reason shown next to an invalid set, and the moment when a set becomes valid. */

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

/** Why a set is invalid, placed next to it inside the table, not over tiles; nothing for one that is valid or gone. */
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
  return at && { set, text, x: at.x + at.w / 2, y: at.y, h: at.h, tip: tipOf(rect, at) };
}

/** So far from its corners a bubble may point: it is at times narrower than its words were thought to be. */
const CORNER = 28;

/** Points from a bubble above or below a set to the set's middle, as far as the bubble reaches. */
function tipOf(about: Rect, at: Rect): Bubble["tip"] {
  const up = at.y >= about.y + about.h;
  if (!up && at.y + at.h > about.y) return null;
  const most = Math.max(0, at.w / 2 - CORNER);
  const wish = about.x + about.w / 2 - (at.x + at.w / 2);
  return { dx: Math.max(-most, Math.min(wish, most)), up };
}

/** The room that words need: as wide as they are, in as many lines as it takes. */
function sizeOf(text: string): { readonly w: number; readonly h: number } {
  const wide = text.length * LETTER + 24;
  return { w: Math.min(WIDTH, wide), h: Math.ceil(wide / (WIDTH - 30)) * LINE + 12 };
}

/**
 * A place for words about a set: below it, above it, or at its sides, where they cover no tile at all. Where there is none, the
 * bar alone says it.
 */
export function besides(
  about: Rect,
  others: readonly Rect[],
  zone: Rect,
  size: { readonly w: number; readonly h: number },
): Rect | null {
  const within = (least: number, wish: number, most: number): number => Math.max(least, Math.min(wish, most));
  const y = within(zone.y, about.y + about.h / 2 - size.h / 2, zone.y + zone.h - size.h);
  const middle = about.x + about.w / 2;
  const starts = [middle - size.w / 2, about.x, about.x + about.w - size.w, middle, middle - size.w];
  const xs = starts.map((start) => within(zone.x, start, zone.x + zone.w - size.w));
  const [below, above] = [about.y + about.h + GAP, about.y - size.h - GAP];
  const places: readonly Rect[] = [
    ...xs.map((x) => ({ ...size, x, y: below })),
    ...xs.map((x) => ({ ...size, x, y: above })),
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
  return inside.find((each) => !others.some((other) => overlap(each, other))) ?? null;
}

function overlap(one: Rect, other: Rect): boolean {
  const w = Math.min(one.x + one.w, other.x + other.w) - Math.max(one.x, other.x);
  const h = Math.min(one.y + one.h, other.y + other.h) - Math.max(one.y, other.y);
  return w > 0 && h > 0;
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
