/** The window is shared so that the table has room, the rack stays large enough for a finger, and nothing overlaps. */

import { describe, expect, test } from "vitest";

import { RACK_SIDES } from "../../../src/board/screen/layout";
import { seatPlaces, shapeFor, shareWindow, type Holds, type Share } from "../../../src/board/screen/share";

const WINDOWS = [
  ["390x844", "tall"],
  ["390x664", "tall"],
  ["360x640", "tall"],
  ["360x560", "tall"],
  ["844x390", "side"],
  ["667x375", "side"],
  ["720x450", "side"],
  ["768x1024", "tall"],
  ["1024x600", "tall"],
  ["1440x900", "around"],
  ["2560x1440", "around"],
] as const;

const sizeOf = (name: string) => {
  const [w, h] = name.split("x").map(Number) as [number, number];
  return { w, h };
};
const holds = (more: Partial<Holds> = {}): Holds => ({
  seats: 3,
  rack: 14,
  table: Array.from({ length: 14 }, () => 4),
  tools: 4,
  big: false,
  ...more,
});
/** How wide a tile of the rack is: it covers nearly all of its cell. */
const tileOf = (share: Share): number => share.grid.cell * 0.97;

describe.each(WINDOWS)("a window of %s", (name, shape) => {
  const window = sizeOf(name);

  test(`has the shape ${shape}`, () => expect(shapeFor(window)).toBe(shape));

  test.each([1, 3, 5, 6])("is shared without a rest or an overlap, with %i seats", (seats) => {
    const share = shareWindow(window, holds({ seats }));
    const high = (share.shape === "side" ? 0 : share.top + share.bar) + share.felt.h + share.rack.h;
    expect(high).toBe(window.h);
    expect(share.strip + share.side + 2 * share.flank + share.felt.w).toBe(window.w);
    expect(share.grid.perRow * share.grid.cell + RACK_SIDES).toBeLessThanOrEqual(share.rack.w + 0.01);
  });

  test.each([7, 14, 21, 28])("has a rack of %i tiles that a finger can take", (rack) => {
    const share = shareWindow(window, holds({ rack, seats: rack > 20 ? 5 : 3 }));
    expect(tileOf(share)).toBeGreaterThanOrEqual(32);
    expect(share.grid.perRow * share.grid.rows).toBeGreaterThanOrEqual(rack);
  });

  test("keeps half of its height for the table beside a rack of 28 tiles, else two thirds and more for all but the rack", () => {
    for (const seats of [1, 3, 5]) {
      expect(shareWindow(window, holds({ rack: 28, seats })).felt.h).toBeGreaterThanOrEqual(window.h / 2);
      expect(shareWindow(window, holds({ seats })).rack.h).toBeLessThanOrEqual(window.h / 3);
    }
  });

  test("makes the rack's tiles smaller when the table is short of room, and gives that to the table", () => {
    const few = shareWindow(window, holds({ table: [3] }));
    const many = shareWindow(window, holds({ table: Array.from({ length: 40 }, () => 4) }));
    expect(many.grid.cell).toBeLessThanOrEqual(few.grid.cell);
    expect(many.felt.h).toBeGreaterThanOrEqual(few.felt.h);
  });

  test("has room beside the table, or below it, for what is open there", () => {
    const [shut, open] = [shareWindow(window, holds()), shareWindow(window, holds({ docked: true }))];
    const [w, h] = [shut.felt.w - open.felt.w, shut.felt.h - open.felt.h];
    expect(open.dockBelow ? h : w).toBeGreaterThan(30);
    expect(Math.min(open.felt.w, open.felt.h)).toBeGreaterThan(100);
  });
});

test("turned phones have one row of tiles, and a table of four fifths of the height", () => {
  for (const name of ["844x390", "667x375"]) {
    const share = shareWindow(sizeOf(name), holds());
    expect(share.grid.rows).toBe(1);
    expect(share.felt.h).toBeGreaterThan(0.8 * sizeOf(name).h);
  }
});

test("at 400 % zoom a table and a rack of two rows are left", () => {
  const share = shareWindow({ w: 360, h: 225 }, holds());
  expect([share.shape, share.grid.rows]).toEqual(["side", 2]);
  expect(tileOf(share)).toBeGreaterThanOrEqual(32);
  expect(share.felt.h).toBeGreaterThanOrEqual(225 / 2);
});

test("who only watches has no rack", () => {
  const share = shareWindow({ w: 390, h: 664 }, holds({ rack: null }));
  expect([share.rack.h, share.felt.h]).toEqual([0, 664 - share.top - share.bar]);
});

test("in a card of another page the bar stays below the table, however flat the card is", () => {
  const card = { w: 420, h: 220 };
  expect(shareWindow(card, holds(), { top: 0, bar: 40 }).shape).toBe("side");
  expect(shareWindow(card, holds(), { top: 0, bar: 40, upright: true })).toMatchObject({
    shape: "tall",
    side: 0,
  });
});

test("heights that somebody else decides are respected", () => {
  const share = shareWindow({ w: 390, h: 600 }, holds({ tools: 1 }), { top: 0, bar: 77 });
  expect(share.felt.h + share.rack.h).toBe(600 - 77);
});

test("seats stand clockwise around the table, the next player on the left", () => {
  const edges = (count: number) =>
    seatPlaces(count)
      .map((place) => place.edge.charAt(0))
      .join("");
  expect([1, 2, 3, 4, 5, 6].map(edges)).toEqual(["t", "lr", "ltr", "lttr", "lltrr", "llttrr"]);
  const [lower, upper] = seatPlaces(5);
  expect(lower?.at).toBeGreaterThan(upper?.at ?? 1);
});

describe("words for a moment above the table", () => {
  test.each([1, 2, 3, 5])("with %i others they take no seat's room on a large window", (seats) => {
    const window = sizeOf("1440x900");
    const share = shareWindow(window, holds({ seats }));
    const first = seatPlaces(seats).find(({ edge }) => edge === "top")?.at ?? 1;
    expect(share.words).toBeGreaterThanOrEqual(320);
    expect(share.words).toBeLessThanOrEqual(first * window.w - 120);
  });

  test("beside a low table they have the seats' column, on phones the row", () => {
    expect(shareWindow(sizeOf("844x390"), holds()).words).toBe(0);
    expect(shareWindow(sizeOf("390x664"), holds()).words).toBeLessThanOrEqual(390);
  });
});
