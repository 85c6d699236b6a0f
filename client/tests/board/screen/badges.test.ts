/** Faces on the table: who did something in a set, and where the face lies. */

import { describe, expect, test } from "vitest";

import { badgeAt, Badges, badgesOf, isWhole, type Fresh } from "../../../src/board/screen/badges";

const by = (seat: number, how: "laid" | "moved" = "laid") => ({ how, seat });

describe("in a set", () => {
  test("everybody who did something has one face, at the last tile laid, else at the last one moved", () => {
    const fresh: Fresh = new Map([
      ["r1a", by(1)],
      ["r2a", by(1)],
      ["r3a", by(1, "moved")],
      ["r5a", by(2, "moved")],
      ["r6a", by(2, "moved")],
    ]);
    expect(badgesOf(["r1a", "r2a", "r3a", "r4a", "r5a", "r6a"], fresh)).toEqual([
      { seat: 1, tile: "r2a" },
      { seat: 2, tile: "r6a" },
    ]);
    expect(badgesOf(["r4a"], fresh)).toEqual([]);
  });

  test("it is new as a whole only if one seat laid all of it", () => {
    const fresh: Fresh = new Map([
      ["r1a", by(1)],
      ["r2a", by(1)],
      ["r3a", by(2)],
      ["r4a", by(1, "moved")],
    ]);
    expect(isWhole(["r1a", "r2a"], fresh)).toBe(true);
    for (const tiles of [["r1a", "r3a"], ["r1a", "r4a"], ["r1a", "r9a"], []])
      expect(isWhole(tiles, fresh)).toBe(false);
  });
});

test("a face lies over the tile's lower right corner, goes with the mark, and is not drawn for a seat without one", () => {
  const floor = document.createElement("div");
  const badges = new Badges(floor, (seat) => (seat === 1 ? document.createElement("i") : null));
  const sets = [
    { id: 1, tiles: ["r1a", "r2a"], x: 0, y: 0 },
    { id: 2, tiles: ["k1a"], x: 8, y: 0 },
  ];
  const fresh: Fresh = new Map([
    ["r2a", by(1)],
    ["k1a", by(2)],
  ]);
  badges.draw(sets, fresh, () => ({ x: 100, y: 50, w: 50 }));
  const [face, another] = [...floor.children] as HTMLElement[];
  expect(another).toBeUndefined();
  expect(face?.dataset["by"]).toBe("1");
  const [x, y] = [...(face?.style.transform ?? "").matchAll(/[\d.]+/g)].map(([value]) => Number(value));
  expect(x).toBeGreaterThan(125); // in the right half of the tile, below its middle
  expect(y).toBeGreaterThan(50 + 33);
  badges.draw(sets, fresh, () => undefined); // held in the hand
  expect(floor.children.length).toBe(0);
});

test("a face with its rim covers no shape of a colour, however small the tile", () => {
  for (let w = 16; w <= 130; w++) {
    const { x, y, size } = badgeAt({ x: 0, y: 0, w });
    const middle = { x: x + size / 2, y: y + size / 2 };
    const shape = { right: w * (0.5 + 16 / 48 / 2), bottom: w * 1.12 }; // as board.css draws it
    const far = Math.hypot(middle.x - shape.right, middle.y - shape.bottom);
    expect(far, `tile of ${w} px`).toBeGreaterThan(size / 2 + 1.5);
  }
});

test("a face at the edge of the table is seen whole; one of a tile outside stays outside", () => {
  const seen = { x: 10, y: 50, w: 300, h: 200 };
  const tile = { x: 268, y: 198, w: 38 }; // four pixels from the right edge, two from the lower one
  const { x, y, size } = badgeAt(tile, seen);
  expect(x + size).toBeLessThanOrEqual(seen.x + seen.w);
  expect(y + size).toBeLessThanOrEqual(seen.y + seen.h);
  expect(badgeAt({ ...tile, x: 100, y: 60 }, seen)).toEqual(badgeAt({ ...tile, x: 100, y: 60 }));
  expect(badgeAt({ ...tile, x: 300 }, seen).x).toBe(badgeAt({ ...tile, x: 300 }).x);
});
