/** May the turn end like this? The client's guess, in the engine's codes; the server decides. */

import type { SetId } from "./places";
import { isValid, type Fault, type Reading } from "./reader";
import { readingOf, type Board } from "./state";
import { faceOf, type TileId } from "./tiles";

/** What of the rules the verdict depends on. */
type TurnRules = {
  readonly opened: boolean;
  readonly openingPoints: number;
  readonly openingJokers: boolean;
  /** Own tiles that cannot be laid in this turn (P1). */
  readonly waiting: readonly TileId[];
};

export type Verdict = {
  /** Tiles from the rack that lie on the table. */
  readonly laid: readonly TileId[];
  /** What the valid sets of own tiles are worth together. */
  readonly points: number;
  /** How each set reads. */
  readonly readings: ReadonlyMap<SetId, Reading>;
  /** Everything that keeps the turn from ending; empty when it may. */
  readonly reasons: readonly (Fault & { readonly set?: SetId })[];
};

export function judge(board: Board, rules: TurnRules): Verdict {
  const own = new Set(board.base.rack);
  const readings = new Map(board.now.sets.map((set) => [set.id, readingOf(board, set.tiles)]));
  const laid = board.now.sets.flatMap((set) => set.tiles.filter((tile) => own.has(tile)));
  const reasons: (Fault & { set?: SetId })[] = [];
  if (!laid.length) reasons.push({ code: "lay/nothing", params: {} });
  const untouched = new Set(board.base.table.map((set) => key(set.map((each) => each.tile))));
  for (const set of board.now.sets) {
    if (untouched.has(key(set.tiles))) continue;
    for (const fault of readings.get(set.id)?.faults ?? []) reasons.push({ ...fault, set: set.id });
  }
  for (const tile of rules.waiting)
    if (laid.includes(tile)) reasons.push({ code: "lay/just-taken", params: { tile } });
  let points = 0;
  const fresh = board.now.sets.filter((set) => set.tiles.every((tile) => own.has(tile)));
  for (const set of fresh) {
    const reading = readings.get(set.id);
    if (reading && isValid(reading)) points += reading.worth; // as its jokers are named
  }
  if (!rules.opened) {
    const touched = board.now.sets.find((set) => !fresh.includes(set) && !untouched.has(key(set.tiles)));
    if (touched) reasons.push({ code: "opening/table-touched", params: {}, set: touched.id });
    if (laid.length && points < rules.openingPoints) {
      reasons.push({ code: "opening/too-low", params: { points, needed: rules.openingPoints } });
    }
    const joker = fresh.some((set) => set.tiles.some((tile) => faceOf(tile) === board.reader.joker));
    if (joker && !rules.openingJokers) reasons.push({ code: "opening/no-jokers", params: {} });
  }
  return { laid, points, readings, reasons };
}

function key(tiles: readonly TileId[]): string {
  return [...tiles].sort().join(" ");
}
