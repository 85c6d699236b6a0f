/** A rack of letters and words on a table as somebody types them: plain values. A joker in a word is written with its letter, `?(T)`. */

import { LETTERS } from "../board/letters";
import { parseLaid } from "../board/tiles";
import { type Entered, EMPTY, type Faces, NoTile } from "./numberInput";

const JOKER = "?";

function letter(text: string): string {
  if (!LETTERS.includes(text)) throw new NoTile(text);
  return text;
}

/** What is printed on a tile of a word. */
export function printed(face: string): string {
  return parseLaid(face).tile;
}

/** Read the letters of a rack; blanks and commas between them do not matter. Throws what is not a letter. */
export function readRack(text: string): Faces {
  return [...text.normalize("NFC").toUpperCase().replace(/[\s,]/g, "")].map((each) =>
    each === JOKER ? each : letter(each),
  );
}

/** Read one word as it lies on the table. Throws what is not a letter, and a joker without one. */
export function readWord(text: string): Faces {
  const parts =
    text
      .normalize("NFC")
      .toUpperCase()
      .match(/\?\(.\)|./gsu) ?? [];
  return parts.map((part) => (part.length > 1 ? `${JOKER}(${letter(part.slice(2, -1))})` : letter(part)));
}

/** Read words with blanks, commas or strokes between them. */
export function readWords(text: string): readonly Faces[] {
  return text
    .split(/[\s,|]+/)
    .filter(Boolean)
    .map(readWord);
}

/** The word that tiles spell. */
export function spelledBy(faces: Faces): string {
  return faces.map((face) => parseLaid(face).standsFor ?? face).join("");
}

/** A letter of a word becomes a joker that stands for it, or is one no more. */
export function toggleJoker(entered: Entered, word: number, index: number): Entered {
  const turned = (face: string): string => parseLaid(face).standsFor ?? `${JOKER}(${face})`;
  return {
    ...entered,
    table: entered.table.map((faces, place) =>
      place === word ? faces.map((face, at) => (at === index ? turned(face) : face)) : faces,
    ),
  };
}

/** Which words lie there twice: all must differ (W9). */
export function repeated(table: readonly Faces[]): ReadonlySet<string> {
  const words = table.map(spelledBy);
  return new Set(words.filter((word, place) => words.indexOf(word) !== place));
}

/** What was kept by an earlier visit, if it still reads. */
export function restoreWords(stored: unknown): Entered {
  try {
    const { rack, table } = stored as { rack: string; table: string };
    return { rack: readRack(rack), table: readWords(table) };
  } catch {
    return EMPTY;
  }
}

/** For each word of the table afterwards, for each letter: whether it came from the rack; the scoring word is served first. */
export function freshLetters(
  after: readonly Faces[],
  before: readonly Faces[],
  played: Faces,
  word: string,
): readonly (readonly boolean[])[] {
  const lying = new Set(before.map((faces) => faces.join("")));
  const left = [...played];
  const fresh = after.map((faces) => faces.map(() => false));
  const places = after
    .map((_, place) => place)
    .sort((a, b) => Number(spelledBy(after[b] ?? []) === word) - Number(spelledBy(after[a] ?? []) === word));
  for (const place of places) {
    const faces = after[place] ?? [];
    if (lying.has(faces.join(""))) continue;
    fresh[place] = faces.map((face) => {
      const at = left.indexOf(printed(face));
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
  }
  return fresh;
}

/** Words by their length, as they come: the longest first. */
export function byLength(
  words: readonly string[],
): readonly { readonly letters: number; readonly words: readonly Faces[] }[] {
  const groups = new Map<number, Faces[]>();
  for (const faces of words.map(readWord))
    groups.set(faces.length, [...(groups.get(faces.length) ?? []), faces]);
  return [...groups].map(([letters, found]) => ({ letters, words: found }));
}
