/** Tables to look at, by number of tiles: real sets of one box, so that everything can be tried on them. */

import type { TileId } from "../src/board/tiles";

const COLOURS = ["k", "r", "b", "o"];

/** Sets of up to so many tiles, and a rack of what comes next. */
export function tableOf(wish: string, size = 14): { table: string[][]; rack: TileId[] } {
  const wanted = Number(wish);
  const copies = wanted > 106 ? ["a", "b", "c"] : ["a", "b"];
  const sets: string[][] = [];
  const run = (colour: string, low: number, high: number, copy: string) =>
    sets.push(Array.from({ length: high - low + 1 }, (_, step) => `${colour}${low + step}${copy}`));
  for (const [index, colour] of COLOURS.entries()) {
    run(colour, 1, 3 + index, "a");
    run(colour, 4 + index, 8, "a");
    run(colour, 9, 13, "a");
  }
  for (let number = 1; number <= 13; number++) sets.push(COLOURS.map((colour) => `${colour}${number}b`));
  if (copies.includes("c")) {
    for (const colour of COLOURS) {
      run(colour, 1, 6, "c");
      run(colour, 7, 13, "c");
    }
  }
  const valid = sets.filter((set) => set.length >= 3);
  const table: string[][] = [];
  let count = 0;
  for (const set of valid) {
    if (count + set.length > wanted) continue;
    table.push(set);
    count += set.length;
  }
  const laid = new Set(table.flat());
  const rest = [...sets.flat(), "Ja", "Jb"].filter((tile) => !laid.has(tile));
  const rack = rest.length > size ? [...rest.slice(0, size - 7), ...rest.slice(-7)] : rest;
  return { table, rack };
}
