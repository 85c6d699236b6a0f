/** Which moments of a game are worth a look. */

import { describe, expect, test } from "vitest";

import type { Analysis, TurnReview } from "../../src/generated/protocol";
import { keyMoments } from "../../src/replay/keyMoments";
import { momentIndex, replayOf } from "../../src/replay/moments";
import { parseRecord } from "../../src/replay/record";

const files = import.meta.glob<string>("../../../tests/data/games/*.jsonl", {
  query: "?raw",
  import: "default",
  eager: true,
});
const replays = Object.entries(files).map(
  ([path, text]) => [path.replace(/^.*\//, ""), replayOf(parseRecord(text))] as const,
);
const [, pl] = replays.find(([name]) => name === "pl-2.jsonl") ?? [];

/** A review in which one turn was played worse than it could have been. */
function reviewed(version: number, change: Partial<TurnReview>): Analysis {
  const turn = {
    turn: 1,
    seat: 0,
    version,
    is_choice: true,
    is_best: false,
    missed_win: false,
    missed_tiles: 0,
    missed_points: 0,
    by_points: false,
    best_played: ["r5", "r6", "r7"],
    ...change,
  };
  return { turns: [turn] } as unknown as Analysis;
}

describe("key moments", () => {
  test.each(replays)("%s: at most four, in order, each at a turn that the replay finds", (_, replay) => {
    const moments = keyMoments(replay, null);
    expect(moments.length).toBeLessThanOrEqual(4);
    const places = moments.map(({ address }) => momentIndex(replay, address));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(new Set(places).size).toBe(places.length);
    for (const [at, moment] of moments.entries()) {
      const shown = replay.moments[places[at] ?? -1];
      expect(shown?.seat).toBe(moment.seat);
      expect(shown?.turn).toBe(moment.turn);
      expect(moment.tiles.length).toBeGreaterThan(0);
      if (moment.kind === "laid") expect(moment.tiles).toEqual(shown?.laid);
    }
  });

  test("games that were won by laying the last tile have that turn", () => {
    const won = replays.filter(([, { moments }]) => moments.at(-1)?.after.result?.cause === "rack-empty");
    expect(won.length).toBeGreaterThan(2);
    for (const [name, replay] of won) {
      const last = replay.moments.filter((moment) => moment.kind === "turn").at(-1);
      expect(keyMoments(replay, null).at(-1), name).toMatchObject({ seat: last?.seat, turn: last?.turn });
    }
  });

  test("what the coach saw counts most, and only one's own", () => {
    if (!pl) return;
    const turn = pl.moments.find((moment) => moment.kind === "turn" && moment.seat === 0);
    const version = turn?.before.version ?? 0;
    const missed = reviewed(version, { turn: turn?.turn ?? 0, missed_win: true });
    const [found] = keyMoments(pl, missed, 0).filter(({ kind }) => kind === "missed-win");
    expect(found).toMatchObject({ seat: 0, turn: turn?.turn ?? -1, tiles: ["r5", "r6", "r7"] });
    expect(keyMoments(pl, missed, 1).some(({ kind }) => kind === "missed-win")).toBe(false);
    const [tiles] = keyMoments(pl, reviewed(version, { missed_tiles: 5 }), 0).filter(
      ({ kind }) => kind === "missed",
    );
    expect(tiles?.count).toBe(5);
    const kinds = keyMoments(pl, reviewed(version, { missed_tiles: 1 }), 0).map(({ kind }) => kind);
    expect(kinds).not.toContain("missed");
    const [points] = keyMoments(pl, reviewed(version, { by_points: true, missed_points: 12 }), 0).filter(
      ({ kind }) => kind === "missed-points",
    );
    expect(points?.count).toBe(12);
  });
});
