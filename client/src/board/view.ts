/** The board on a screen: holds the state, draws it, and turns pointer and keys into moves. Knows tiles and zones, not rules or sockets. */

import { attachPointer, inTableOrder, type Actions } from "./pointer";
import { keyOf, walk, type Key } from "./keys";
import { creep, fitCamera, floorFor, heldCamera, inside, rackGrid, rackHeight, sizesFor, targetAt, zoomed, type Camera, type Geometry, type Point, type Rect, type Sizes } from "./layout";
import { letGo, move, pickRest, redo, reset, sort, toggle, undo, whyNotPick, type SortBy, type Target } from "./moves";
import { Renderer, type Hand } from "./render";
import { planMode, receive, remember, type Memory, type News, type Received } from "./receive";
import { emptyBoard, rackOf, setOf, withFloor, type Board, type Notice, type Outcome } from "./state";
import type { Reader } from "./reader";
import type { TileId } from "./tiles";

/** Keys that the screen answers. */
export type ScreenKey = "confirm" | "take" | "hint" | "help" | "plan" | "words" | "joker";

export type Options = {
  readonly reader: Reader;
  /** Whether digits are drawn large, and tiles with them. */
  readonly big: boolean;
  label(tile: TileId, board: Board): string;
  origin(tile: TileId): Point | null;
  reducedMotion(): boolean;
  /** The board has changed; `drawn` is false when only a selection did. */
  changed(board: Board, notices: readonly Notice[], refused: boolean): void;
  /** The table was panned, zoomed or fitted. */
  looked(fitted: boolean): void;
  key(key: ScreenKey): void;
  /** Something clicked: a tile was lifted or lies. */
  sound(kind: "lift" | "lay"): void;
};

const SORTS: readonly SortBy[] = ["colour", "number", "sets"];

export class BoardView {
  readonly #root: HTMLElement;
  readonly #tableZone: HTMLElement;
  readonly #rackZone: HTMLElement;
  readonly #renderer: Renderer;
  readonly #detach: (() => void)[] = [];
  #options: Options;
  #board: Board;
  #geometry: Geometry;
  #sizes: Sizes;
  #camera: Camera | null = null; // null: fitted
  #hand: Hand | null = null;
  #target = "";
  #preview: Board | null = null;
  #overRack = false;
  #focus: TileId | null = null;
  #marked: ReadonlySet<TileId> = new Set();
  #scored: number | null = null;
  #sorts = 0;
  #shifting = 0;
  #resting: ReturnType<typeof setTimeout> | undefined;

  constructor(root: HTMLElement, table: HTMLElement, rack: HTMLElement, layer: HTMLElement, options: Options, board: Board | null = null) {
    this.#root = root;
    this.#tableZone = table;
    this.#rackZone = rack;
    this.#options = options;
    this.#board = board ?? emptyBoard(options.reader);
    this.#renderer = new Renderer(layer, {
      label: (tile, shown) => this.#options.label(tile, shown),
      origin: (tile) => this.#options.origin(tile),
      reducedMotion: () => this.#options.reducedMotion(),
    });
    this.#sizes = sizesFor(root.clientWidth, options.big);
    this.#geometry = this.#measured();
    this.#detach.push(attachPointer(root, this.#actions()));
    const keydown = (event: KeyboardEvent): void => this.#keydown(event);
    document.addEventListener("keydown", keydown);
    const focusin = (event: FocusEvent): void => this.#focusin(event);
    root.addEventListener("focusin", focusin);
    this.#detach.push(() => document.removeEventListener("keydown", keydown), () => root.removeEventListener("focusin", focusin));
    if (typeof ResizeObserver !== "undefined") {
      const observer = new ResizeObserver(() => this.resized());
      for (const zone of [root, table, rack]) observer.observe(zone);
      this.#detach.push(() => observer.disconnect());
    }
    this.resized();
  }

  get board(): Board {
    return this.#board;
  }

  get isFitted(): boolean {
    return this.#camera === null;
  }

  /** The tile that the keyboard is on. */
  get focused(): TileId | null {
    return this.#focus;
  }

  /** What is in the hand just now, if something is. */
  get holding(): readonly TileId[] {
    return this.#hand?.tiles ?? [];
  }

  destroy(): void {
    cancelAnimationFrame(this.#shifting);
    clearTimeout(this.#resting);
    for (const each of this.#detach) each();
  }

  /** Other options, for instance larger faces. */
  setOptions(options: Options): void {
    this.#options = options;
    this.#renderer.forgetLabels();
    this.resized();
  }

  /** Takes news in; a drag goes on. */
  receive(news: News): readonly Notice[] {
    const received = receive(this.#board, news);
    this.#take(received);
    return received.notices;
  }

  plan(on: boolean): void {
    this.#take(planMode(this.#board, on));
  }

  undo(): void {
    this.#outcome(undo(this.#board));
  }

  redo(): void {
    this.#outcome(redo(this.#board));
  }

  reset(): void {
    this.#outcome(reset(this.#board));
  }

  sort(by: SortBy): void {
    this.#sorts = this.#sorting.indexOf(by);
    this.#outcome(sort(this.#board, by));
  }

  get #sorting(): readonly SortBy[] {
    return this.#board.reader.sorts ?? SORTS;
  }

  /** Puts another state in place, as one made by `adopt` or `restoreOrder`. */
  become(board: Board, notices: readonly Notice[] = []): void {
    this.#outcome({ board, notices, refused: false });
  }

  memory(): Memory {
    return remember(this.#board);
  }

  /** Points at tiles for a moment. */
  mark(tiles: Iterable<TileId>): void {
    this.#marked = new Set(tiles);
    this.#draw();
  }

  /** Shows which set scores. */
  score(set: number | null): void {
    if (set === this.#scored) return;
    this.#scored = set;
    this.#draw();
  }

  /** Reads everything anew, for instance because a dictionary has answered. */
  refresh(): void {
    this.#renderer.forgetLabels();
    this.#board = { ...this.#board };
    this.#draw();
    this.#options.changed(this.#board, [], false);
  }

  /** Does what a move has worked out, with its notices. */
  carryOut(outcome: Outcome): void {
    this.#outcome(outcome);
  }

  /** Shows the whole floor again. */
  fit(): void {
    this.#camera = null;
    this.#refit();
    this.#draw();
    this.#options.looked(true);
  }

  /** Where a set is on the screen, for words beside it. */
  setRect(id: number): Rect | null {
    const set = this.#board.now.sets.find((each) => each.id === id);
    if (!set) return null;
    const at = Renderer.spot(this.#geometry, set.x, set.y);
    return { x: at.x, y: at.y, w: set.tiles.length * this.#geometry.camera.scale, h: at.w * 1.32 };
  }

  get tableRect(): Rect {
    return this.#geometry.table;
  }

  focusTile(tile: TileId | null): void {
    this.#focus = tile;
    this.#draw();
    if (tile) this.#renderer.element(tile)?.focus({ preventScroll: true });
  }

  /** Measures the zones again; the rack's height follows the number of its rows. */
  resized(): void {
    this.#sizes = sizesFor(this.#root.clientWidth, this.#options.big);
    this.#geometry = this.#measured();
    this.#board = withFloor(this.#board, floorFor(this.#geometry.table, this.#sizes));
    this.#refit();
    this.#draw(true);
  }

  #measured(): Geometry {
    const count = Math.max(rackOf(this.#board).length, this.#board.base.rack.length);
    const width = this.#rackZone.clientWidth;
    const grid = rackGrid(count, width, this.#sizes);
    const high = `${rackHeight(grid, this.#sizes, width)}px`;
    if ((this.#board.mode !== "watch" || count > 0) && this.#rackZone.style.height !== high) this.#rackZone.style.height = high;
    const box = this.#root.getBoundingClientRect();
    const rect = (zone: HTMLElement): Rect => {
      const at = zone.getBoundingClientRect();
      return { x: at.left - box.left, y: at.top - box.top, w: at.width, h: at.height };
    };
    const table = rect(this.#tableZone);
    const camera = this.#camera ?? fitCamera(this.#board, table, this.#sizes);
    return { table, rack: rect(this.#rackZone), camera, grid };
  }

  #refit(): void {
    const { table } = this.#geometry;
    const camera = this.#camera ? heldCamera(this.#camera, this.#board, table) : fitCamera(this.#board, table, this.#sizes);
    if (this.#camera) this.#camera = camera;
    const count = Math.max(rackOf(this.#board).length, this.#board.base.rack.length);
    this.#geometry = { ...this.#geometry, camera, grid: rackGrid(count, this.#geometry.rack.w, this.#sizes) };
  }

  #take(received: Received): void {
    const rows = this.#geometry.grid.rows;
    this.#board = received.board;
    this.#target = "?"; // what the hand is over is asked again
    if (!this.#hand) this.#refit();
    if (this.#geometry.grid.rows !== rows || this.#rackZone.style.height === "") this.#geometry = this.#measured();
    if (this.#hand) this.#aim(this.#hand, null);
    this.#draw();
    this.#options.changed(this.#board, received.notices, false);
  }

  #outcome(outcome: Outcome): void {
    const before = this.#board;
    this.#board = outcome.board;
    if (before.now !== outcome.board.now) this.#refit();
    if (this.#focus && !setOf(this.#board, this.#focus) && !this.#board.now.order.includes(this.#focus)) this.#focus = null;
    this.#draw();
    this.#options.changed(this.#board, outcome.notices, outcome.refused);
  }

  #draw(jump = false): void {
    cancelAnimationFrame(this.#shifting);
    clearTimeout(this.#resting);
    this.#shifting = 0;
    const all = this.#board;
    if (this.#focus === null || !(all.now.order.includes(this.#focus) || setOf(all, this.#focus))) {
      this.#focus = rackOf(all)[0] ?? all.now.sets[0]?.tiles[0] ?? null;
    }
    this.#renderer.draw(
      { board: all, geometry: this.#geometry, hand: this.#hand, preview: this.#preview, overRack: this.#overRack, focus: this.#focus, marked: this.#marked, scored: this.#scored },
      jump,
    );
    if (this.#hand) this.#renderer.carry(this.#hand, this.#handWidth());
  }

  #handWidth(): number {
    return Math.max(this.#geometry.camera.scale, Math.min(44, this.#geometry.grid.cell)) * 1.04;
  }

  #actions(): Actions {
    return {
      board: () => this.#board,
      geometry: () => this.#geometry,
      pressed: (tile) => {
        if (tile && tile !== this.#focus) {
          this.#focus = tile;
        }
      },
      lift: (tile) => {
        const why = whyNotPick(this.#board, tile);
        if (why) this.#options.changed(this.#board, [why], true);
        else this.#options.sound("lift");
        return !why;
      },
      carry: (tiles, lead, at, target) => this.#carry(tiles, lead, at, target),
      drop: (tiles, target) => this.#drop(tiles, target),
      tap: (tile, at, more) => this.#tap(tile, at, more),
      doubleTap: (tile) => this.#outcome(pickRest(letGo(this.#board), tile)),
      pan: (dx, dy) => this.#pan(dx, dy),
      creep: (dx, dy) => {
        const step = creep(this.#geometry.camera, this.#board, this.#geometry.table, dx, dy);
        if (Math.abs(step.dx) < 1 && Math.abs(step.dy) < 1) return false;
        this.#pan(step.dx, step.dy);
        return true;
      },
      zoom: (factor, about) => this.#zoom(factor, about),
      rest: () => this.#draw(true),
    };
  }

  #carry(tiles: readonly TileId[], lead: number, at: Point, target: Target | null): void {
    const began = this.#hand === null;
    this.#hand = { tiles, lead, at };
    const changed = this.#aim(this.#hand, target);
    if (began || changed) this.#draw();
    else this.#renderer.carry(this.#hand, this.#handWidth());
  }

  /** Looks what dropping here would do; says whether that is something else than before. */
  #aim(hand: Hand, target: Target | null): boolean {
    const aimed = target ?? null;
    const key = JSON.stringify(aimed);
    if (key === this.#target && aimed) return false;
    if (aimed === null && this.#target === "null") return false;
    this.#target = key;
    this.#overRack = aimed?.kind === "rack";
    const outcome = aimed ? move(this.#board, hand.tiles, aimed) : null;
    this.#preview = outcome && !outcome.refused ? outcome.board : null;
    return true;
  }

  #drop(tiles: readonly TileId[], target: Target | null): void {
    this.#hand = null;
    this.#preview = null;
    this.#target = "";
    this.#overRack = false;
    if (target) {
      this.#options.sound("lay");
      this.#outcome(move(this.#board, tiles, target));
    } else this.#outcome({ board: letGo(this.#board), notices: [], refused: false });
  }

  /** The grammar of taps: pick, add to what is picked, or drop what is picked where it was tapped. */
  #tap(tile: TileId | null, at: Point, more: boolean): void {
    const { picked } = this.#board;
    if (!picked.length) {
      if (tile) this.#outcome(toggle(this.#board, tile));
      return;
    }
    if (tile && (picked.includes(tile) || more || this.#addsToPick(tile))) {
      this.#outcome(toggle(this.#board, tile));
      return;
    }
    const tiles = inTableOrder(this.#board, picked);
    const target = targetAt(this.#board, this.#geometry, at, tiles, 0);
    if (!target) return;
    this.#options.sound("lay");
    this.#outcome(move(this.#board, tiles, target));
  }

  /** Tiles of the same zone or the same set are added; a tile of another set is a place to drop. */
  #addsToPick(tile: TileId): boolean {
    const set = setOf(this.#board, tile);
    if (!set) return true;
    return this.#board.picked.some((each) => set.tiles.includes(each)) || this.#board.mode === "wait";
  }

  #pan(dx: number, dy: number): void {
    const before = this.#geometry.camera;
    this.#camera = heldCamera({ scale: before.scale, x: before.x + dx, y: before.y + dy }, this.#board, this.#geometry.table);
    if (this.#camera.x === before.x && this.#camera.y === before.y) return;
    this.#geometry = { ...this.#geometry, camera: this.#camera };
    this.#shift();
  }

  /** The camera moved: what lies on the table moves with it, at most once for each frame. */
  #shift(): void {
    if (this.#hand) {
      this.#draw();
      return;
    }
    this.#shifting ||= requestAnimationFrame(() => {
      this.#shifting = 0;
      this.#renderer.shift(this.#geometry.camera);
      this.#options.looked(this.isFitted);
    });
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.#draw(true), 600); // when the hand rests; `rest` does it at once
  }

  #zoom(factor: number, about: Point): void {
    if (factor === 1) return;
    const camera = zoomed(this.#geometry.camera, factor, about, this.#sizes);
    this.#camera = heldCamera(camera, this.#board, this.#geometry.table);
    this.#geometry = { ...this.#geometry, camera: this.#camera };
    this.#shift();
  }

  #focusin(event: FocusEvent): void {
    const tile = event.target instanceof HTMLElement ? event.target.dataset["tile"] : undefined;
    if (tile) this.#focus = tile;
  }

  #keydown(event: KeyboardEvent): void {
    const from = event.target instanceof HTMLElement ? event.target : null;
    if (event.defaultPrevented || from?.closest("dialog, input, select, textarea")) return;
    if (from && from !== document.body && !this.#root.contains(from)) return; // somebody else's key
    const key = keyOf(event);
    if (!key) return;
    const control = from?.closest("button, a, summary");
    if (control && (key.kind === "confirm" || key.kind === "pick" || key.kind === "walk")) return; // theirs
    event.preventDefault();
    this.#press(key);
  }

  #press(key: Key): void {
    switch (key.kind) {
      case "walk":
        this.focusTile(walk(this.#board, this.#geometry.grid, this.#focus, key.to));
        this.#intoSight();
        return;
      case "pick":
        this.#pickOrDrop();
        return;
      case "add":
        if (this.#focus) this.#outcome(toggle(this.#board, this.#focus));
        return;
      case "rest":
        if (this.#focus) this.#outcome(pickRest(letGo(this.#board), this.#focus));
        return;
      case "new":
        this.#moveByKey({ kind: "spot", spot: null });
        return;
      case "home":
        this.#moveByKey({ kind: "rack", index: rackOf(this.#board).length });
        return;
      case "let-go":
        this.#outcome({ board: letGo(this.#board), notices: this.#board.picked.length ? [{ code: "board/all-let-go", params: {} }] : [], refused: false });
        return;
      case "undo":
        this.undo();
        return;
      case "redo":
        this.redo();
        return;
      case "reset":
        this.reset();
        return;
      case "sort":
        this.sort(this.#sorting[(this.#sorts + 1) % this.#sorting.length] ?? "colour");
        return;
      default:
        this.#options.key(key.kind);
    }
  }

  /** Space: picks the tile up, or puts down what is picked after it. */
  #pickOrDrop(): void {
    const tile = this.#focus;
    if (!tile) return;
    if (!this.#board.picked.length || this.#board.picked.includes(tile)) {
      this.#outcome(toggle(this.#board, tile));
      return;
    }
    const set = setOf(this.#board, tile);
    this.#moveByKey(set ? { kind: "set", id: set.id, index: set.tiles.indexOf(tile) + 1 } : { kind: "rack", index: rackOf(this.#board).indexOf(tile) + 1 });
  }

  #moveByKey(target: Target): void {
    const tiles = inTableOrder(this.#board, this.#board.picked.length ? this.#board.picked : this.#focus ? [this.#focus] : []);
    const [first] = tiles;
    if (!first) return;
    this.#options.sound("lay");
    this.#outcome(move(this.#board, tiles, target));
    this.focusTile(first);
    this.#intoSight();
  }

  /** When the table is zoomed, the tile with the focus is brought into sight. */
  #intoSight(): void {
    const set = this.#focus ? setOf(this.#board, this.#focus) : undefined;
    if (!set || !this.#focus || !this.#camera) return;
    const at = Renderer.spot(this.#geometry, set.x + 2 * set.tiles.indexOf(this.#focus), set.y);
    const { table } = this.#geometry;
    if (inside(table, at) && inside(table, { x: at.x + at.w, y: at.y + at.w * 1.4 })) return;
    this.#pan(table.x + table.w / 2 - at.x, table.y + table.h / 2 - at.y);
  }
}
