/** What the others did: which tiles carry a mark and for how long, what flies, what is said of it. */

import { beforeAll, describe, expect, test, vi } from "vitest";

import type { EngineEvent, EngineGameView } from "../../src/generated/protocol";

beforeAll(async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
  const words = await import("../../src/words/say.svelte");
  await Promise.all([words.speak("en"), words.hear("board")]);
});

type Latest = NonNullable<EngineGameView["seats"][number]["latest"]>;
const did = (turn: number, change: Partial<Latest> = {}): Latest => ({
  turn,
  laid: [],
  moved: [],
  taken: 0,
  ...change,
});
const seen = (viewer: number | null, turn: number, ...latest: (Latest | null)[]): EngineGameView =>
  ({
    viewer,
    turn,
    active: 0,
    phase: "turn",
    seats: latest.map((each) => ({ latest: each })),
  }) as unknown as EngineGameView;

async function marks(view: EngineGameView): Promise<Record<string, string>> {
  const { freshIn } = await import("../../src/table/latest");
  return Object.fromEntries([...freshIn(view)].map(([tile, { how, seat }]) => [tile, `${how} by ${seat}`]));
}

describe("marks", () => {
  test("stay while one's own turn lasts and are gone when it is over", async () => {
    const laid = did(2, { laid: ["r7a"], moved: ["k7a"] });
    expect(await marks(seen(0, 3, did(0), laid, did(1, { taken: 1 })))).toEqual({
      r7a: "laid by 1",
      k7a: "moved by 1",
    });
    expect(await marks(seen(0, 4, did(3), laid, did(1)))).toEqual({});
  });

  test("a tile that one laid and another moved counts as laid; one's own tiles carry none", async () => {
    const view = seen(
      0,
      5,
      did(1, { laid: ["b1a"] }),
      did(2, { laid: ["r7a"] }),
      did(3, { moved: ["r7a", "b1a"] }),
    );
    expect(await marks(view)).toEqual({ r7a: "laid by 1", b1a: "moved by 2" });
  });

  test("who only looks on sees those of the latest turn", async () => {
    const view = seen(
      null,
      6,
      did(5, { laid: ["r7a"] }),
      did(4, { laid: ["k1a"] }),
      did(3, { laid: ["k2a"] }),
    );
    expect(await marks(view)).toEqual({ r7a: "laid by 0" });
  });
});

test("turns of others are shown in their order, tiles as they lie; one's own are not", async () => {
  const { turnsIn } = await import("../../src/table/latest");
  const events = [
    { type: "tiles-laid", seat: 1, laid: ["r9a", "Ja"], table: [["r8a", "r9a", "Ja(r10)"]] },
    { type: "tiles-taken", seat: 2, count: 1, tiles: null },
    { type: "tiles-taken", seat: 0, count: 1, tiles: ["k1a"] },
  ] as unknown as EngineEvent[];
  expect(turnsIn(events, 0)).toEqual([
    { seat: 1, laid: ["r9a", "Ja"], taken: 0 },
    { seat: 2, laid: [], taken: 1 },
  ]);
});

test("a latest turn is described in words, without notation", async () => {
  const { sayLatest } = await import("../../src/table/latest");
  const view = seen(0, 5, null, did(2, { laid: ["r7a"], moved: ["k7b"] }), did(3, { taken: 1 }), did(4));
  const said = (seat: number): string => sayLatest(view, seat, "Ola").replaceAll("\u00a0", " ");
  expect(said(1)).toBe("Ola: laid red 7; moved black 7");
  expect(said(2)).toBe("Ola: took 1 tile");
  expect(said(3)).toBe("Ola: passed");
  expect(said(0)).toBe("Ola: no turn yet");
});
