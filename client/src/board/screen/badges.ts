/** Faces on the table: in each set, whoever has laid or moved tiles of it since the player's own turn. */

import type { TableSet } from "../places";
import type { TileId } from "../tiles";
import { TALL, type At, type Rect } from "./layout";

/** What somebody else has done with a tile a moment ago, and from which seat. */
export type Deed = { readonly how: "laid" | "moved"; readonly seat: number };
export type Fresh = ReadonlyMap<TileId, Deed>;

/**
 * How wide a face is: a share of its tile, no more pixels than these, and on small tiles no less than is to be recognised.
 * With its rim it never takes more of a tile than `room`: from the corner that is as far as the colour's shape.
 */
const SIZE = { share: 0.42, least: 16, most: 44, rim: 1.5, room: 0.72 };

export type Badge = { readonly seat: number; readonly tile: TileId };

/** One face for each seat that did something in a set: at the last tile that it laid, else at the last that it moved. */
export function badgesOf(tiles: readonly TileId[], fresh: Fresh): readonly Badge[] {
  const found = new Map<number, { tile: TileId; how: Deed["how"] }>();
  for (const tile of tiles) {
    const deed = fresh.get(tile);
    if (!deed) continue;
    if (found.get(deed.seat)?.how === "laid" && deed.how === "moved") continue;
    found.set(deed.seat, { tile, how: deed.how });
  }
  return [...found].map(([seat, { tile }]) => ({ seat, tile }));
}

/** Whether one seat has laid all of a set: then the set is marked, not each of its tiles. */
export function isWhole(tiles: readonly TileId[], fresh: Fresh): boolean {
  const first = tiles[0] === undefined ? undefined : fresh.get(tiles[0]);
  return (
    first !== undefined &&
    tiles.every((tile) => fresh.get(tile)?.how === "laid" && fresh.get(tile)?.seat === first.seat)
  );
}

/**
 * Where a face lies: around the tile's lower right corner, where there are neither digits nor the shape of the colour; of a tile at
 * the edge of what is seen, as far inside as it takes to be seen whole.
 */
export function badgeAt(
  { x, y, w }: At,
  seen?: Rect,
): { readonly x: number; readonly y: number; readonly size: number } {
  const least = Math.min(SIZE.least, w * SIZE.room - 2 * SIZE.rim);
  const size = Math.min(SIZE.most, Math.max(least, w * SIZE.share));
  const near = (corner: number, edge: number): number =>
    corner > edge ? corner - size / 2 : Math.min(corner - size / 2, edge - size - SIZE.rim);
  if (!seen) return { x: x + w - size / 2, y: y + w * TALL - size / 2, size };
  return { x: near(x + w, seen.x + seen.w), y: near(y + w * TALL, seen.y + seen.h), size };
}

export class Badges {
  readonly #floor: HTMLElement;
  readonly #picture: (seat: number) => Node | null;
  readonly #drawn = new Map<string, HTMLElement>();

  /** `picture` makes the face of a seat. */
  constructor(floor: HTMLElement, picture: (seat: number) => Node | null) {
    this.#floor = floor;
    this.#picture = picture;
  }

  /** Draws the faces beside the tiles where they lie, inside of what is seen; tiles without a place carry none. */
  draw(
    sets: readonly TableSet[],
    fresh: Fresh,
    placeOf: (tile: TileId) => At | undefined,
    inside?: Rect,
  ): void {
    const seen = new Set<string>();
    if (fresh.size)
      for (const set of sets)
        for (const { seat, tile } of badgesOf(set.tiles, fresh)) {
          const at = placeOf(tile);
          const key = `${set.id}/${seat}`;
          if (at && this.#put(key, seat, at, inside)) seen.add(key);
        }
    for (const [key, element] of this.#drawn) {
      if (seen.has(key)) continue;
      element.remove();
      this.#drawn.delete(key);
    }
  }

  /** Draws them from scratch the next time: somebody may have another face. */
  forget(): void {
    for (const element of this.#drawn.values()) element.remove();
    this.#drawn.clear();
  }

  #put(key: string, seat: number, at: At, inside: Rect | undefined): boolean {
    const element = this.#drawn.get(key) ?? this.#add(key, seat);
    if (!element) return false;
    const { x, y, size } = badgeAt(at, inside);
    element.style.transform = `translate(${x.toFixed(1)}px,${y.toFixed(1)}px)`;
    element.style.width = element.style.height = `${size.toFixed(1)}px`;
    return true;
  }

  #add(key: string, seat: number): HTMLElement | null {
    const picture = this.#picture(seat);
    if (!picture) return null;
    const element = document.createElement("div");
    element.className = "tm-by";
    element.dataset["by"] = String(seat);
    element.setAttribute("aria-hidden", "true");
    element.append(picture);
    this.#drawn.set(key, element);
    this.#floor.append(element);
    return element;
  }
}
