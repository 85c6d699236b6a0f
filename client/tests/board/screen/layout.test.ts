/** Everything on the table is in sight, from an empty one to a full one, and no tile is too small to read. */

import { describe, expect, test } from "vitest";

import { fitCamera, floorFor, sizesFor, trayAt, type Rect } from "../../../src/board/screen/layout";
import { numbers } from "../../../src/board/numbers";
import { receive } from "../../../src/board/receive";
import { emptyBoard, tilesOf, withFloor, type Board } from "../../../src/board/state";

/** What a phone of 390×844 and a window of 1440×900 leave for the table. */
const ZONES: Record<"phone" | "desktop", Rect> = {
  phone: { x: 0, y: 58, w: 390, h: 524 },
  desktop: { x: 0, y: 58, w: 1440, h: 690 },
};

/** A table of so many tiles, laid set by set over as many turns: runs and groups of three to seven, as games have them. */
function tableOf(tiles: number, zone: Rect, seed: number): Board {
  let dice = seed * 2 + 1;
  const roll = (below: number): number => (dice = (dice * 48271) % 2147483647) % below;
  let board = withFloor(emptyBoard(numbers), floorFor(zone, sizesFor({ w: zone.w, h: zone.h + 260 }, false)));
  const table: { tile: string; standsFor: null }[][] = [];
  for (let laid = 0; laid < tiles;) {
    const left = tiles - laid;
    const wished = [3, 3, 3, 4, 4, 5, 7][roll(7)] ?? 3;
    const length = left < 6 ? left : Math.min(wished, left - 3);
    table.push(Array.from({ length }, (_, at) => ({ tile: `x${laid + at}a`, standsFor: null })));
    laid += length;
    board = receive(board, { base: { table, rack: [] }, role: "wait", draft: null, newTurn: true }).board;
  }
  return board;
}

describe.each(["phone", "desktop"] as const)("on a %s", (screen) => {
  const zone = ZONES[screen];
  const readable = screen === "phone" ? 24 : 40;

  test.each([0, 3, 30, 60, 90, 106, 160])("%i tiles are all in sight", (tiles) => {
    for (let seed = 0; seed < 12; seed++) {
      const board = tableOf(tiles, zone, seed);
      const camera = fitCamera(board, zone, sizesFor({ w: zone.w, h: zone.h + 260 }, false));
      expect(tilesOf(board.now.sets)).toHaveLength(tiles);
      expect(camera.scale).toBeGreaterThanOrEqual(readable);
      for (const set of board.now.sets) {
        const tray = trayAt(camera, set);
        expect(tray.x, `set at ${set.x}, ${set.y}`).toBeGreaterThanOrEqual(zone.x - 1);
        expect(tray.x + tray.w).toBeLessThanOrEqual(zone.x + zone.w + 1);
        expect(tray.y).toBeGreaterThanOrEqual(zone.y - 1);
        expect(tray.y + tray.h).toBeLessThanOrEqual(zone.y + zone.h + 1);
      }
    }
  });
});
