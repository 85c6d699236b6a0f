/** The viewport: the zones as measured on the screen, and the camera, fitted or moved by hand. */

import {
  fitCamera,
  floorFor,
  heldCamera,
  rackGrid,
  sizesFor,
  sizesOf,
  zoomed,
  type Camera,
  type Geometry,
  type Point,
  type Rect,
  type Sizes,
} from "./layout";
import type { Floor } from "../places";
import { rackOf, type Board } from "../state";

/** The parts of the screen that the board lies on. */
export type Zones = {
  readonly root: HTMLElement;
  readonly table: HTMLElement;
  readonly rack: HTMLElement;
  readonly layer: HTMLElement;
};

/** What decides how large tiles are: big faces, or a width that is fixed elsewhere. */
type SizeWishes = {
  readonly big: boolean;
  tile?(root: HTMLElement): number;
};

/** How much of the table something may lie over before tiles are no longer shown below it. */
const MOST_COVERED = 0.7;

export class Viewport {
  readonly #zones: Zones;
  #sizes: Sizes;
  #camera: Camera | null = null; // null: fitted
  #geometry: Geometry;
  #cover = 0;

  constructor(zones: Zones, board: Board, wishes: SizeWishes) {
    this.#zones = zones;
    this.#sizes = sizesIn(zones.root, wishes);
    this.#geometry = this.#measured(board);
  }

  get geometry(): Geometry {
    return this.#geometry;
  }

  get isFitted(): boolean {
    return this.#camera === null;
  }

  /** What the window allows the floor to be. */
  get floor(): Floor {
    return floorFor(this.#geometry.table, this.#sizes);
  }

  /** Measures the zones again. */
  measure(board: Board, wishes: SizeWishes): void {
    this.#sizes = sizesIn(this.#zones.root, wishes);
    this.#geometry = this.#measured(board);
  }

  /** Keeps the table in sight: all of it if it is fitted, else as far as the camera allows. */
  refit(board: Board): void {
    const { table, rack } = this.#geometry;
    const camera = this.#camera ? heldCamera(this.#camera, board, table) : this.#fitting(board, table);
    if (this.#camera) this.#camera = camera;
    this.#geometry = {
      ...this.#geometry,
      camera,
      grid: rackGrid(tilesOnRack(board), rack, this.#sizes.rack),
    };
  }

  /** Something of this height lies over the table's upper edge: a fitted table is shown below it. Says whether that is new. */
  cover(height: number): boolean {
    const isNew = height !== this.#cover;
    this.#cover = height;
    return isNew;
  }

  #fitting(board: Board, table: Rect): Camera {
    const cover = Math.min(this.#cover, table.h * MOST_COVERED);
    return fitCamera(board, { ...table, y: table.y + cover, h: table.h - cover }, this.#sizes);
  }

  /** Shows the whole floor again. */
  fit(board: Board): void {
    this.#camera = null;
    this.refit(board);
  }

  /** Moves the table; says whether that was possible. */
  pan(board: Board, dx: number, dy: number): boolean {
    const before = this.#geometry.camera;
    return this.#look({ scale: before.scale, x: before.x + dx, y: before.y + dy }, board);
  }

  zoom(board: Board, factor: number, about: Point): boolean {
    return this.#look(zoomed(this.#geometry.camera, factor, about, this.#sizes), board);
  }

  /** Comes so near that tiles have a comfortable size under a finger; from there, shows the whole table again. */
  approach(board: Board, about: Point): void {
    const { scale } = this.#geometry.camera;
    if (this.#camera && scale > this.#fitting(board, this.#geometry.table).scale * 1.05) this.fit(board);
    else this.zoom(board, Math.max(1.35, this.#sizes.comfort / scale), about);
  }

  #look(camera: Camera, board: Board): boolean {
    const before = this.#geometry.camera;
    this.#camera = heldCamera(camera, board, this.#geometry.table);
    if (this.#camera.x === before.x && this.#camera.y === before.y && this.#camera.scale === before.scale)
      return false;
    this.#geometry = { ...this.#geometry, camera: this.#camera };
    return true;
  }

  #measured(board: Board): Geometry {
    const { root, table: tableZone, rack: rackZone } = this.#zones;
    const box = root.getBoundingClientRect();
    const rect = (zone: HTMLElement): Rect => {
      const at = zone.getBoundingClientRect();
      return { x: at.left - box.left, y: at.top - box.top, w: at.width, h: at.height };
    };
    const [table, rack] = [rect(tableZone), rect(rackZone)];
    return {
      table,
      rack,
      camera: this.#camera ?? this.#fitting(board, table),
      grid: rackGrid(tilesOnRack(board), rack, this.#sizes.rack),
    };
  }
}

function sizesIn(root: HTMLElement, { big, tile }: SizeWishes): Sizes {
  return tile ? sizesOf(tile(root)) : sizesFor({ w: root.clientWidth, h: root.clientHeight }, big);
}

/** A rack keeps its grid while tiles of it are laid. */
function tilesOnRack(board: Board): number {
  return Math.max(rackOf(board).length, board.base.rack.length);
}
