/** Tiles as they travel: a face and a letter for the copy, `r7a`, `Jb`; a laid joker may say what it stands for. */

/** One physical tile, unique in the game: `r7a`, `Ja`. */
export type TileId = string;

/** What is printed on a tile: `r7`, `J`; in the word game a letter. */
export type Face = string;

/** A tile on the table; only a joker stands for another face. */
export type Laid = { readonly tile: TileId; readonly standsFor: Face | null };

/** What is printed on a tile. */
export function faceOf(tile: TileId): Face {
  return tile.slice(0, -1);
}

/** Reads a laid tile: `Ja(o7)` is the joker `Ja`, standing for `o7`. */
export function parseLaid(text: string): Laid {
  const open = text.indexOf("(");
  return open < 0
    ? { tile: text, standsFor: null }
    : { tile: text.slice(0, open), standsFor: text.slice(open + 1, -1) };
}

/** Writes a laid tile as it travels. */
export function formatLaid(laid: Laid): string {
  return laid.standsFor === null ? laid.tile : `${laid.tile}(${laid.standsFor})`;
}
