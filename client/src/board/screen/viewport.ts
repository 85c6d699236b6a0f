/** The eye over the board: the zones as they are on the screen, and the camera, fitted or moved by hand. */

import {
  fitCamera,
  floorFor,
  heldCamera,
  rackGrid,
  rackHeight,
  sizesFor,
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

export class Viewport {
  readonly #zones: Zones;
  #sizes: Sizes;
  #camera: Camera | null = null; // null: fitted
  #geometry: Geometry;

  constructor(zones: Zones, board: Board, big: boolean) {
    this.#zones = zones;
    this.#sizes = sizesFor(zones.root.clientWidth, big);
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

  /** Measures the zones again; the rack's height follows the number of its rows. */
  measure(board: Board, big: boolean): void {
    this.#sizes = sizesFor(this.#zones.root.clientWidth, big);
    this.#geometry = this.#measured(board);
  }

  /** Follows a board that has changed; measures again when the rack needs another number of rows. */
  follow(board: Board): void {
    const { rows } = this.#geometry.grid;
    this.refit(board);
    if (this.#geometry.grid.rows !== rows || this.#zones.rack.style.height === "")
      this.#geometry = this.#measured(board);
  }

  /** Keeps the table in sight: all of it if it is fitted, else as far as the camera allows. */
  refit(board: Board): void {
    const { table, rack } = this.#geometry;
    const camera = this.#camera
      ? heldCamera(this.#camera, board, table)
      : fitCamera(board, table, this.#sizes);
    if (this.#camera) this.#camera = camera;
    this.#geometry = { ...this.#geometry, camera, grid: rackGrid(tilesOnRack(board), rack.w, this.#sizes) };
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
    if (this.#camera && scale > fitCamera(board, this.#geometry.table, this.#sizes).scale * 1.05)
      this.fit(board);
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
    const width = rackZone.clientWidth;
    const count = tilesOnRack(board);
    const grid = rackGrid(count, width, this.#sizes);
    const high = `${rackHeight(grid, this.#sizes, width)}px`;
    if ((board.mode !== "watch" || count > 0) && rackZone.style.height !== high) rackZone.style.height = high;
    const box = root.getBoundingClientRect();
    const rect = (zone: HTMLElement): Rect => {
      const at = zone.getBoundingClientRect();
      return { x: at.left - box.left, y: at.top - box.top, w: at.width, h: at.height };
    };
    const table = rect(tableZone);
    return {
      table,
      rack: rect(rackZone),
      camera: this.#camera ?? fitCamera(board, table, this.#sizes),
      grid,
    };
  }
}

function tilesOnRack(board: Board): number {
  return Math.max(rackOf(board).length, board.base.rack.length);
}
