/** What the board shows of a moment: the table and one rack before the turn, as it was played, or played best. */

import type { News } from "../board/receive";
import { faceOf, parseLaid, type Laid, type TileId } from "../board/tiles";
import { sorted } from "../scoring/scoreSheet";
import type { Moment, Replay } from "./moments";

export type Stage = "before" | "played" | "best";

/** What the board gets, and the tiles it points at. */
export type Shown = { readonly news: News; readonly marked: readonly TileId[] };

/** Show a moment; the rack is that of whoever has the turn, else of the seat that looks. */
export function show(
  moment: Moment,
  stage: Stage,
  looking: number,
  best: readonly (readonly Laid[])[] | null,
): Shown {
  const seat = moment.seat ?? looking;
  const before = laidTable(moment.before.table);
  const rack = moment.before.seats[seat]?.rack ?? [];
  const watch = (base: News["base"], draft: News["draft"]): News => ({
    base,
    role: "watch",
    draft,
    newTurn: true,
  });
  if (moment.kind !== "turn")
    return {
      news: watch(
        { table: laidTable(moment.after.table), rack: sorted(moment.after.seats[seat]?.rack ?? []) },
        null,
      ),
      marked: [],
    };
  if (stage === "best" && best)
    return { news: watch({ table: before, rack: sorted(rack) }, best), marked: [] };
  if (stage !== "played") return { news: watch({ table: before, rack: sorted(rack) }, null), marked: [] };
  const after = [...moment.laid, ...(moment.after.seats[seat]?.rack ?? [])];
  return {
    news: watch({ table: before, rack: sorted(after) }, laidTable(moment.after.table)),
    marked: moment.taken,
  };
}

/** The position of a turn, to be played differently. */
export function takeOver(moment: Moment): News {
  const rack = sorted(moment.before.seats[moment.seat ?? 0]?.rack ?? []);
  return { base: { table: laidTable(moment.before.table), rack }, role: "mine", draft: null, newTurn: true };
}

/** Every word that lay on the table in a word game: they were judged then. */
export function wordsOf(replay: Replay): ReadonlySet<string> {
  const spelled = (set: readonly string[]): string =>
    set
      .map(parseLaid)
      .map(({ tile, standsFor }) => standsFor ?? faceOf(tile))
      .join("");
  return new Set(replay.moments.flatMap((moment) => moment.after.table.map(spelled)));
}

function laidTable(table: readonly (readonly string[])[]): readonly (readonly Laid[])[] {
  return table.map((set) => set.map(parseLaid));
}
