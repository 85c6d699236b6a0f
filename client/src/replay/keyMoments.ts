/**
 * The moments of a game that one wants to see again, and the only place that chooses them.
 *
 * The record alone knows the largest lay, the largest rebuilding and the last turn; the coach's review adds
 * what could have been.
 */

import type { Analysis, TurnReview } from "../generated/protocol";
import { addressOf, type Moment, type Replay } from "./moments";
import { byMoment } from "./review";

export type KeyMoment = {
  readonly kind: "missed-win" | "missed" | "missed-points" | "scored" | "laid" | "rebuilt" | "last";
  /** Where the replay shows it. */
  readonly address: string;
  readonly turn: number;
  readonly seat: number;
  /** The tiles to look at: what was laid, or could have been. */
  readonly tiles: readonly string[];
  /** How many tiles, points or sets it is about. */
  readonly count: number;
};

const MOST = 4;
/** What is below this is nothing to speak of: tiles laid at once, sets rebuilt, tiles or points let pass. */
const [LEAST_LAID, LEAST_REBUILT, LEAST_MISSED] = [4, 2, 2];

type Found = Omit<KeyMoment, "address"> & { readonly place: number; readonly weight: number };

/** Choose the key moments of a finished game in their order; with `seat`, what was let pass is that player's. */
export function keyMoments(
  replay: Replay,
  review: Analysis | null,
  seat: number | null = null,
): readonly KeyMoment[] {
  const turns = replay.moments.flatMap((moment, place) =>
    moment.kind === "turn" && moment.seat !== null && !moment.undone ? [{ moment, place }] : [],
  );
  const played = turns.flatMap(({ moment, place }) => playedIn(moment, place, replay));
  const last = turns.at(-1);
  const found: Found[] = [
    ...best(played.filter(({ kind }) => kind === "scored" || kind === "laid")),
    ...best(played.filter(({ kind }) => kind === "rebuilt")),
    ...(last && last.moment.laid.length ? [asFound("last", last.moment, last.place, 50)] : []),
    ...(review ? missed(replay, review, seat) : []),
  ];
  const chosen = new Map<number, Found>(); // one for each turn: the weightiest
  for (const each of found.sort((a, b) => b.weight - a.weight))
    if (!chosen.has(each.place) && chosen.size < MOST) chosen.set(each.place, each);
  return [...chosen.values()]
    .sort((a, b) => a.place - b.place)
    .map(({ place, kind, turn, seat: whose, tiles, count }) => ({
      kind,
      turn,
      seat: whose,
      tiles,
      count,
      address: addressOf(replay, place),
    }));
}

function asFound(
  kind: KeyMoment["kind"],
  moment: Moment,
  place: number,
  weight: number,
  count = moment.laid.length,
): Found {
  return { kind, place, weight, turn: moment.turn, seat: moment.seat ?? 0, tiles: moment.laid, count };
}

/** What a turn did that may be worth a look. */
function playedIn(moment: Moment, place: number, replay: Replay): Found[] {
  const seat = moment.seat ?? 0;
  const count = moment.laid.length;
  if (!count) return [];
  if (replay.rules.sets === "letters") {
    const before = moment.before.seats[seat]?.turnPoints.length ?? 0;
    const points = moment.after.seats[seat]?.turnPoints.slice(before).reduce((a, b) => a + b, 0) ?? 0;
    return points > 0 ? [asFound("scored", moment, place, 30 + points / 100, points)] : [];
  }
  const found: Found[] = [];
  if (count >= LEAST_LAID) found.push(asFound("laid", moment, place, 30 + count / 100));
  const rebuilt = rebuiltIn(moment);
  if (rebuilt >= LEAST_REBUILT) found.push(asFound("rebuilt", moment, place, 20 + rebuilt / 100, rebuilt));
  return found;
}

/** How many sets of the table were taken apart: their tiles do not lie together any more. */
function rebuiltIn(moment: Moment): number {
  const bare = (tile: string): string => tile.replace(/\(.*$/, "");
  const after = new Map(
    moment.after.table.flatMap((set, at) => set.map((tile) => [bare(tile), at] as const)),
  );
  return moment.before.table.filter((set) => new Set(set.map((tile) => after.get(bare(tile)))).size > 1)
    .length;
}

/** What the coach saw and the player did not. */
function missed(replay: Replay, review: Analysis, seat: number | null): Found[] {
  const theirs = [...byMoment(replay, review)].filter(
    ([place, turn]) => place >= 0 && turn.is_choice && (seat === null || turn.seat === seat),
  );
  const asMissed = (
    kind: KeyMoment["kind"],
    [place, turn]: readonly [number, TurnReview],
    weight: number,
    count: number,
  ): Found => ({ kind, place, weight, turn: turn.turn, seat: turn.seat, tiles: turn.best_played, count });
  const wins = theirs
    .filter(([, turn]) => turn.missed_win)
    .map((each) => asMissed("missed-win", each, 60, 0));
  const others = theirs
    .filter(([, turn]) => !turn.missed_win && !turn.is_best)
    .map((each) =>
      each[1].by_points
        ? asMissed("missed-points", each, 40 + each[1].missed_points / 1000, each[1].missed_points)
        : asMissed("missed", each, 40 + each[1].missed_tiles / 100, each[1].missed_tiles),
    )
    .filter(({ count }) => count >= LEAST_MISSED);
  return [...wins.slice(-1), ...best(others)];
}

function best(found: readonly Found[]): Found[] {
  return [...found].sort((a, b) => b.weight - a.weight).slice(0, 1);
}
