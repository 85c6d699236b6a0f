/** What the others did in their latest turns: which tiles are marked, what flies, and the same in words. */

import type { Fresh } from "../board/screen/badges";
import { faceOf, parseLaid, type TileId } from "../board/tiles";
import type { EngineEvent, EngineGameView } from "../generated/protocol";
import { say, sayTile } from "../words/say.svelte";

/** Another player's turn, to be shown. */
export type TheirTurn = {
  readonly seat: number;
  readonly laid: readonly TileId[];
  readonly taken: number;
};

type Seen = Pick<EngineGameView, "viewer" | "seats" | "turn" | "active" | "phase">;

/** The turn after which others' turns are still news: the player's own latest; for spectators, the one before the latest of all. */
function newsSince(view: Seen): number {
  const own = view.viewer === null ? undefined : view.seats[view.viewer];
  if (own) return own.latest?.turn ?? 0;
  return Math.max(0, ...view.seats.map(({ latest }) => latest?.turn ?? 0)) - 1;
}

/** The tiles that others have laid or moved since the player's latest turn, and who did it. */
export function freshIn(view: Seen): Fresh {
  const since = newsSince(view);
  const fresh = new Map<TileId, { how: "laid" | "moved"; seat: number }>();
  const turns = view.seats
    .flatMap(({ latest }, seat) =>
      latest && seat !== view.viewer && latest.turn > since ? [{ seat, latest }] : [],
    )
    .sort((left, right) => left.latest.turn - right.latest.turn);
  for (const { seat, latest } of turns) {
    for (const tile of latest.moved)
      if (fresh.get(tile)?.how !== "laid") fresh.set(tile, { how: "moved", seat });
    for (const tile of latest.laid) fresh.set(tile, { how: "laid", seat });
  }
  return fresh;
}

/** The turns of others among events, in their order; tiles in the order in which they lie. */
export function turnsIn(events: readonly EngineEvent[], viewer: number | null): readonly TheirTurn[] {
  return events.flatMap((event): TheirTurn[] => {
    if (event.type === "tiles-laid" && event.seat !== viewer) {
      const laid = new Set(event.laid);
      const order = event.table.flat().map((text) => parseLaid(text).tile);
      return [{ seat: event.seat, laid: order.filter((tile) => laid.has(tile)), taken: 0 }];
    }
    if (event.type === "tiles-taken" && event.seat !== viewer)
      return [{ seat: event.seat, laid: [], taken: event.count }];
    return [];
  });
}

/** What a seat did in its latest turn, as a sentence. */
export function sayLatest(view: EngineGameView, seat: number, name: string): string {
  const latest = view.seats[seat]?.latest;
  if (!latest) return say("latest.none", { name });
  const parts: string[] = [];
  const list = (tiles: readonly TileId[]): string => tiles.map((tile) => sayTile(faceOf(tile))).join(", ");
  if (latest.laid.length) parts.push(say("latest.laid", { tiles: list(latest.laid) }));
  if (latest.moved.length) parts.push(say("latest.moved", { tiles: list(latest.moved) }));
  if (latest.taken) parts.push(say("latest.taken", { count: latest.taken }));
  return say("latest.about", { name, what: parts.join("; ") || say("latest.passed") });
}
