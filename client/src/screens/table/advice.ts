/** The coach's third step, laid out: faces become the tiles that lie here. */

import type { Board } from "../../board/state";
import { faceOf, parseLaid, type TileId } from "../../board/tiles";

/**
 * Finds tiles for a table of faces. Sets that lie already keep their tiles, so that little moves.
 * Returns null when a tile is missing: the advice is about another table.
 */
export function tilesFor(board: Pick<Board, "base">, faces: readonly (readonly string[])[]): TileId[][] | null {
  const table = board.base.table.map((set) => set.map((laid) => laid.tile));
  const wanted = faces.map((set) => set.map((face) => parseLaid(face).tile));
  const sorted = (list: readonly string[]) => [...list].sort().join(" ");
  const free = new Map<string, TileId[]>();
  const result: (TileId[] | null)[] = wanted.map(() => null);
  const used = new Set<number>();
  wanted.forEach((set, index) => {
    const same = table.findIndex((tiles, place) => !used.has(place) && sorted(tiles.map(faceOf)) === sorted(set));
    if (same < 0) return;
    used.add(same);
    result[index] = table[same] ?? null;
  });
  const rest = [...table.filter((_, place) => !used.has(place)).flat(), ...board.base.rack];
  for (const tile of rest) free.set(faceOf(tile), [...(free.get(faceOf(tile)) ?? []), tile]);
  for (const [index, set] of wanted.entries()) {
    if (result[index]) continue;
    const tiles = set.map((face) => free.get(face)?.shift());
    if (tiles.some((tile) => tile === undefined)) return null;
    result[index] = tiles as TileId[];
  }
  const laid = new Set(result.flat());
  return table.flat().every((tile) => laid.has(tile)) ? (result as TileId[][]) : null;
}

/** The own tiles that show these faces. */
export function rackTilesFor(board: Pick<Board, "base">, faces: readonly string[]): TileId[] {
  const left = [...board.base.rack];
  return faces.flatMap((face) => {
    const index = left.findIndex((tile) => faceOf(tile) === face);
    return index < 0 ? [] : left.splice(index, 1);
  });
}
