/** A rack and a table as somebody enters them: plain values, added to and taken from tile by tile. */

import { numbers } from "../board/numbers";
import { isValid } from "../board/reader";

export type Faces = readonly string[];
export type Entered = { readonly rack: Faces; readonly table: readonly Faces[] };
/** Where the next tile goes: the rack, a set to be begun, or a set by its place. */
export type Where = "rack" | "new" | number;
/** How many of each tile the box has. */
export type Box = { readonly copies: number; readonly jokers: number };

export const EMPTY: Entered = { rack: [], table: [] };
export const COLOURS = ["k", "r", "b", "o"] as const;
export const JOKER = "J";
const FACE = /^(?:([krbo])(\d{1,2})|(j))$/i;

/** A set as it reads, if it does; else as what it will be. */
function arranged(faces: Faces): Faces {
  const reading = numbers.read(faces);
  return (isValid(reading) ? reading.order : numbers.tidy(faces)).map((place) => faces[place] ?? JOKER);
}

function sorted(faces: Faces): Faces {
  return [...faces].sort((left, right) => numbers.compare(left, right, "colour"));
}

/** Put a tile somewhere; returns where the next one goes, too: a set that was begun is gone on with. */
export function add(
  entered: Entered,
  where: Where,
  face: string,
): { readonly entered: Entered; readonly where: Where } {
  if (where === "rack") return { entered: { ...entered, rack: sorted([...entered.rack, face]) }, where };
  const place = where === "new" || where >= entered.table.length ? entered.table.length : where;
  const table = [...entered.table];
  table[place] = arranged([...(table[place] ?? []), face]);
  return { entered: { ...entered, table }, where: place };
}

/** Take a tile away; a set without tiles goes with its last one. */
export function remove(entered: Entered, from: "rack" | number, index: number): Entered {
  const without = (faces: Faces): Faces => faces.filter((_, place) => place !== index);
  if (from === "rack") return { ...entered, rack: without(entered.rack) };
  const table = entered.table.map((faces, place) => (place === from ? arranged(without(faces)) : faces));
  return { ...entered, table: table.filter((faces) => faces.length > 0) };
}

/** How many of a face are entered. */
export function countOf(entered: Entered, face: string): number {
  return [entered.rack, ...entered.table].flat().filter((each) => each === face).length;
}

/** How many of a face the box still has. */
export function leftOf(entered: Entered, face: string, box: Box): number {
  return (face === JOKER ? box.jokers : box.copies) - countOf(entered, face);
}

/** Every face of which more is entered than the box has. */
export function tooMany(
  entered: Entered,
  box: Box,
): readonly { readonly face: string; readonly count: number; readonly allowed: number }[] {
  return [...new Set([entered.rack, ...entered.table].flat())]
    .filter((face) => leftOf(entered, face, box) < 0)
    .map((face) => ({
      face,
      count: countOf(entered, face),
      allowed: face === JOKER ? box.jokers : box.copies,
    }));
}

export function isEmpty(entered: Entered): boolean {
  return entered.rack.length === 0 && entered.table.length === 0;
}

/** Write faces in the notation. */
export function write(faces: Faces): string {
  return faces.join(" ");
}

export function writeTable(table: readonly Faces[]): string {
  return table.map(write).join(" | ");
}

/** Read faces in the notation; what a joker stands for may be written, it is not needed. Throws the parts that are not tiles. */
export function readFaces(text: string): Faces {
  const parts = text
    .replace(/\([^)]*\)/g, "")
    .split(/[\s,;]+/)
    .filter(Boolean);
  const faces = parts.map(faceIn);
  const wrong = parts.filter((_, place) => faces[place] === null);
  if (wrong[0] !== undefined) throw new NoTile(wrong[0], wrong);
  return faces.filter((face) => face !== null);
}

function faceIn(part: string): string | null {
  const found = FACE.exec(part);
  const number = Number(found?.[2] ?? 1);
  if (!found || number < 1 || number > 13) return null;
  return found[3] ? JOKER : `${(found[1] ?? "").toLowerCase()}${number}`;
}

/** Something typed is not a tile: the first such part, and all of them. */
export class NoTile extends Error {
  constructor(
    readonly text: string,
    readonly all: readonly string[] = [text],
  ) {
    super(`no tile: ${text}`);
  }
}

/** Read a rack as it is typed. */
export function readRack(text: string): Faces {
  return sorted(readFaces(text));
}

/** Read a table as it is typed, sets parted by strokes. Throws all parts that are not tiles. */
export function readTable(text: string): readonly Faces[] {
  readFaces(text.replaceAll("|", " "));
  return text
    .split(/[|\n]/)
    .map((part) => arranged(readFaces(part)))
    .filter((faces) => faces.length > 0);
}

/** Read both, rack and table. */
export function read(rack: string, table: string): Entered {
  return { rack: readRack(rack), table: readTable(table) };
}

/** What was kept by an earlier visit, if it still reads. */
export function restore(stored: unknown): Entered {
  try {
    const { rack, table } = stored as { rack: string; table: string };
    return read(rack, table);
  } catch {
    return EMPTY;
  }
}

/** For each set of the table afterwards, for each tile: whether it came from the rack. */
export function freshIn(
  after: readonly Faces[],
  before: readonly Faces[],
  played: Faces,
): readonly (readonly boolean[])[] {
  const key = (faces: Faces): string => [...faces].sort().join(" ");
  const stay = before.map(key);
  const left = [...played];
  return after.map((faces) => {
    const same = stay.indexOf(key(faces));
    if (same >= 0) {
      stay.splice(same, 1);
      return faces.map(() => false);
    }
    return faces.map((face) => {
      const at = left.indexOf(face);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
  });
}

/** Faces with what their jokers stand for, where the place says so. */
export function named(faces: Faces): Faces {
  const reading = numbers.read(faces);
  if (!isValid(reading)) return faces;
  return reading.order.map((place, index) => {
    const face = faces[place] ?? JOKER;
    const standsFor = reading.standsFor[index];
    return face === JOKER && standsFor ? `${face}(${standsFor})` : face;
  });
}
