/** The coach's third step, laid out: faces become the tiles that lie here. */

import type { Board } from "../board/state";
import type { PlanStep } from "../generated/protocol";
import { faceOf, formatLaid, parseLaid, type Face, type Laid, type TileId } from "../board/tiles";

type Faces = readonly (readonly string[])[];

/**
 * Finds tiles for a table of faces. Sets that lie already keep their tiles, so that little moves; the word that scores, if
 * there is one, gets tiles of the rack wherever it can (W10). Returns null when a tile is missing: the advice is about another table.
 */
export function tilesFor(board: Pick<Board, "base">, faces: Faces, word = ""): TileId[][] | null {
  const wanted = faces.map((set) => set.map(parseLaid));
  const spells = !faces.flat().some((face) => /^[krbo]\d/.test(face));
  const result: TileId[][] = wanted.map(() => []);
  const lying = [...board.base.table];
  const changed = inOrder(wanted, word).filter((index) => {
    const same = lying.findIndex(
      (laid) => keyOf(laid.map(printed), spells) === keyOf(wanted[index] ?? [], spells),
    );
    if (same >= 0)
      result[index] = lying
        .splice(same, 1)
        .flat()
        .map(({ tile }) => tile);
    return same < 0;
  });
  const free = lying.flat().map(({ tile }) => tile);
  free.push(
    ...rackTilesFor(
      board,
      without(
        changed.flatMap((index) => wanted[index] ?? []).map(({ tile }) => tile),
        free.map(faceOf),
      ),
    ),
  );
  for (const index of changed)
    for (const { tile: face } of wanted[index] ?? []) {
      const at = free.map(faceOf).lastIndexOf(face);
      if (at < 0) return null;
      result[index]?.push(...free.splice(at, 1));
    }
  return free.length ? null : result;
}

/** The letters that a table of faces gives to the jokers among these tiles. */
export function namesFor(faces: Faces, tiles: Faces): Readonly<Record<TileId, Face>> {
  const pairs = faces.flatMap((set, index) =>
    set.map((face, place) => [tiles[index]?.[place] ?? "", parseLaid(face).standsFor] as const),
  );
  return Object.fromEntries(pairs.filter((pair): pair is readonly [string, Face] => pair[1] !== null));
}

/** The player's tiles that show these faces. */
export function rackTilesFor(board: Pick<Board, "base">, faces: readonly string[]): TileId[] {
  const left = [...board.base.rack];
  return faces.flatMap((face) => {
    const index = left.findIndex((tile) => faceOf(tile) === face);
    return index < 0 ? [] : left.splice(index, 1);
  });
}

/** The tiles that a move is about: those it takes from the rack or out of a set, and the set that it goes to; none where they lie otherwise. */
export function tilesOfMove(board: Pick<Board, "now">, move: PlanStep): TileId[] {
  const lying = (faces: readonly string[]): readonly TileId[] =>
    board.now.sets.find(({ tiles }) => sameFaces(tiles.map(faceOf), faces))?.tiles ?? [];
  const source = move.source_set.length ? lying(move.source_set) : board.now.order;
  const left = [...source];
  const taken = move.tiles.flatMap((face) => {
    const at = left.findIndex((tile) => faceOf(tile) === face);
    return at < 0 ? [] : left.splice(at, 1);
  });
  return [...taken, ...(move.target_set.length ? lying(move.target_set) : [])];
}

function sameFaces(some: readonly string[], others: readonly string[]): boolean {
  return [...some].sort().join(" ") === [...others].sort().join(" ");
}

function printed({ tile, standsFor }: Laid): Laid {
  return { tile: faceOf(tile), standsFor };
}

/** What a set is known by: words by their letters in order, sets of numbers by their tiles in any. */
function keyOf(set: readonly Laid[], spells: boolean): string {
  return spells
    ? set.map(formatLaid).join(" ")
    : set
        .map(({ tile }) => tile)
        .sort()
        .join(" ");
}

/** The places of sets, that of the scoring word first. */
function inOrder(wanted: readonly (readonly Laid[])[], word: string): number[] {
  const places = wanted.map((_, index) => index);
  const first = places.filter(
    (index) =>
      word !== "" && wanted[index]?.map(({ tile, standsFor }) => standsFor ?? tile).join("") === word,
  );
  return [...first, ...places.filter((index) => !first.includes(index))];
}

/** What is left of faces when others are taken away, one for one. */
function without(faces: readonly string[], others: readonly string[]): string[] {
  const rest = [...others];
  return faces.filter((face) => {
    const at = rest.indexOf(face);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}
