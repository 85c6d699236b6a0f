/** What the coach found, beside the moments of a replay: which turn of the review is which, and how it was played. */

import { parseLaid, type Laid } from "../board/tiles";
import type { PlayerReview, Analysis, TurnReview } from "../generated/protocol";
import { tilesFor } from "../solver/adviceTiles";
import { momentIndexAt, type Moment, type Replay } from "./moments";

/** How a turn was played: nothing could be done, nothing better, something better, the win was there. */
export type Grade = "none" | "best" | "missed" | "missed-win";

/** What a turn may cost of the chance to win and still be as good as the best. */
const LITTLE = 0.02;

export function gradeOf(turn: TurnReview): Grade {
  if (!turn.is_choice) return "none";
  if (turn.missed_win) return "missed-win";
  if (turn.chances.length) return turn.cost < LITTLE ? "best" : "missed";
  return turn.is_best ? "best" : "missed";
}

/** The review's turns by the place of their moment. */
export function byMoment(replay: Replay, review: Analysis): ReadonlyMap<number, TurnReview> {
  return new Map(review.turns.map((turn) => [momentIndexAt(replay, turn.version), turn]));
}

/** Since which turn a player could have opened, if that was before this turn and has not happened yet. */
export function couldOpenSince(review: Analysis, turn: TurnReview): number | null {
  const player = playerOf(review, turn.seat);
  const since = player?.could_open_at ?? null;
  return since !== null && !turn.opened && since < turn.turn ? since : null;
}

export function playerOf(review: Analysis, seat: number): PlayerReview | undefined {
  return review.players.find((player) => player.seat === seat);
}

/** A table of faces as tiles of this moment; null when it belongs to another position. */
export function laidAs(
  moment: Moment,
  faces: readonly (readonly string[])[],
): readonly (readonly Laid[])[] | null {
  const base = baseOf(moment);
  const tiles = tilesFor({ base }, faces);
  if (!tiles) return null;
  return tiles.map((set, at) => {
    const lay = base.table.find(
      (each) => each.length === set.length && each.every((laid) => set.includes(laid.tile)),
    );
    return (
      lay ?? set.map((tile, place) => ({ tile, standsFor: parseLaid(faces[at]?.[place] ?? tile).standsFor }))
    );
  });
}

/** What the player had when the turn began. */
export function baseOf(moment: Moment): {
  readonly table: readonly (readonly Laid[])[];
  readonly rack: readonly string[];
} {
  return {
    table: moment.before.table.map((set) => set.map(parseLaid)),
    rack: moment.before.seats[moment.seat ?? 0]?.rack ?? [],
  };
}
