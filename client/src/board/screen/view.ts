/** The board on a screen: holds the state, draws it, and turns pointer and keys into moves. Knows tiles and zones, not rules or sockets. */

import { targetAt } from "./aim";
import { LIFTED, type GestureActions } from "./gesture";
import { attachKeys, type Keyed, type ScreenKey } from "./keyboard";
import { Viewport, type Zones } from "./viewport";
import { creep, TALL, trayAt, type Geometry, type Point, type Rect } from "./layout";
import {
  inTableOrder,
  letGo,
  move,
  pickRest,
  redo,
  reset,
  sort,
  tidyTable,
  toggle,
  undo,
  whyNotPick,
  type SortBy,
  type Target,
} from "../moves";
import { attachPointer } from "./pointer";
import { attachSkipping, Flights, type Timing } from "./flights";
import type { Fresh } from "./badges";
import { Renderer, type Hand } from "./render";
import { planMode, receive, remember, type Memory, type News, type Received } from "../receive";
import { emptyBoard, rackOf, setOf, withFloor, type Board, type Notice, type Outcome } from "../state";
import type { SetId } from "../places";
import type { Reader } from "../reader";
import type { TileId } from "../tiles";

export type { ScreenKey } from "./keyboard";

export type Options = {
  readonly reader: Reader;
  /** Whether digits are drawn large, and tiles with them. */
  readonly big: boolean;
  /** How wide a tile is with its air, where that is fixed; else it follows from the window and what lies there. */
  tile?(root: HTMLElement): number;
  label(tile: TileId, board: Board): string;
  origin(tile: TileId): Point | null;
  /** The face of the player of a seat, for the tiles that it has laid. */
  face?(seat: number): Node | null;
  reducedMotion(): boolean;
  /** The board has changed; `drawn` is false when only a selection did. */
  changed(board: Board, notices: readonly Notice[], refused: boolean): void;
  /** The table was panned, zoomed or fitted, or its window is another: tiles are elsewhere on the screen. */
  looked(fitted: boolean): void;
  key(key: ScreenKey): void;
  /** Something clicked: a tile was lifted or lies; somebody else's tile lies. */
  sound(kind: "lift" | "lay" | "theirs"): void;
};

/** Tiles narrower than this are shown larger while a finger covers them, in pixels. */
const RAISE_BELOW = 40;
const SORTS: readonly SortBy[] = ["colour", "number", "sets"];

export class BoardView {
  readonly #viewport: Viewport;
  readonly #renderer: Renderer;
  readonly #flights: Flights;
  readonly #detach: (() => void)[] = [];
  #options: Options;
  #board: Board;
  #hand: Hand | null = null;
  #target = "";
  #preview: Board | null = null;
  #overRack = false;
  #focus: TileId | null = null;
  #marked: ReadonlySet<TileId> = new Set();
  #hinted: ReadonlySet<TileId> = new Set();
  #fresh: Fresh = new Map();
  #scored: number | null = null;
  #raised: TileId | null = null;
  #sorts = 0;
  #shifting = 0;
  #isTouched = false;
  #touchedAt = Number.NEGATIVE_INFINITY;
  #resting: ReturnType<typeof setTimeout> | undefined;

  constructor(zones: Zones, options: Options) {
    const { root } = zones;
    this.#options = options;
    this.#board = emptyBoard(options.reader);
    this.#viewport = new Viewport(zones, this.#board, options);
    this.#renderer = new Renderer(zones.layer, {
      label: (tile, shown) => this.#options.label(tile, shown),
      origin: (tile) => this.#options.origin(tile),
      face: (seat) => this.#options.face?.(seat) ?? null,
      reducedMotion: () => this.#options.reducedMotion(),
    });
    this.#flights = new Flights(zones.layer, {
      element: (tile) => this.#renderer.element(tile),
      landed: () => this.#options.sound("theirs"),
      busy: (flying) => zones.layer.classList.toggle("tm-flying", flying && this.isFitted),
      now: () => performance.now(),
    });
    this.#detach.push(attachSkipping(root, this.#flights));
    const touched = (isDown: boolean): void => {
      [this.#isTouched, this.#touchedAt] = [isDown, performance.now()];
    };
    this.#detach.push(attachPointer(root, this.#gestureActions(), touched), attachKeys(root, this.#keyed()));
    if (typeof ResizeObserver !== "undefined") {
      const observer = new ResizeObserver(() => this.resized());
      for (const zone of [root, zones.table, zones.rack]) observer.observe(zone);
      this.#detach.push(() => observer.disconnect());
    }
    this.resized();
  }

  get board(): Board {
    return this.#board;
  }

  get isFitted(): boolean {
    return this.#viewport.isFitted;
  }

  get #geometry(): Geometry {
    return this.#viewport.geometry;
  }

  /** The tile that the keyboard is on. */
  get focused(): TileId | null {
    return this.#focus;
  }

  /** What is in the hand just now, if something is. */
  get holding(): readonly TileId[] {
    return this.#hand?.tiles ?? [];
  }

  /** How many milliseconds ago a hand let go of the board; 0 while one is on it or has something picked. */
  get restedFor(): number {
    return this.#isTouched || this.#board.picked.length ? 0 : performance.now() - this.#touchedAt;
  }

  destroy(): void {
    cancelAnimationFrame(this.#shifting);
    clearTimeout(this.#resting);
    this.#flights.skip();
    for (const each of this.#detach) each();
  }

  /** Other options, for instance larger faces. */
  setOptions(options: Options): void {
    this.#options = options;
    this.#renderer.forgetLabels();
    this.resized();
  }

  /** Applies an update; a drag continues. */
  receive(news: News): readonly Notice[] {
    const received = receive(this.#board, news);
    this.#take(received);
    return received.notices;
  }

  /** Where tiles are drawn now, to let them fly from there later. */
  whereabouts(tiles: Iterable<TileId>): ReadonlyMap<TileId, string> {
    const found = new Map<TileId, string>();
    for (const tile of tiles) {
      const at = this.#renderer.whereabouts(tile);
      if (at) found.set(tile, at);
    }
    return found;
  }

  /** Lets tiles fly one after another to where they lie: from a point, or from where they were. */
  fly(tiles: readonly TileId[], from: Point | ReadonlyMap<TileId, string>, timing: Timing): void {
    const flights = tiles.flatMap((tile) => {
      const start = "x" in from ? Renderer.centred(from) : from.get(tile);
      const moves = start && start !== this.#renderer.whereabouts(tile);
      return moves ? [{ tile, from: start, appears: "x" in from }] : [];
    });
    this.#flights.start(flights, timing);
  }

  /** Lets tiles fly face down from one point to another. */
  flyFaceDown(count: number, from: Point, to: Point, timing: Timing): void {
    this.#flights.startFaceDown(count, Renderer.centred(from), Renderer.centred(to), timing);
  }

  /** Whatever flies is where it belongs, at once. */
  skipFlights(): void {
    this.#flights.skip();
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

  /** Sorts the table, for this player only. */
  tidy(): void {
    if (this.#hand) return;
    this.#outcome(tidyTable(this.#board));
    this.fit();
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
    this.#renderer.forgetMarks();
    this.#draw();
  }

  /** Points at tiles until it points at others, or at none. */
  hint(tiles: Iterable<TileId>): void {
    this.#hinted = new Set(tiles);
    this.#draw();
  }

  /** Shows what the others did, until other tiles are given. */
  freshen(tiles: Fresh): void {
    this.#fresh = tiles;
    this.#renderer.forgetLabels();
    this.#draw();
  }

  /** Shows which set scores. */
  score(set: number | null): void {
    if (set === this.#scored) return;
    this.#scored = set;
    this.#draw();
  }

  /** Reads everything again, for instance because a dictionary has answered. */
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
    this.#viewport.fit(this.#board);
    this.#draw();
    this.#options.looked(true);
  }

  /** Something lies over so much of the table's upper edge: tiles are shown below it, each in its place among the others. */
  cover(height: number): void {
    if (!this.#viewport.cover(height) || this.#hand) return;
    this.#viewport.refit(this.#board);
    this.#draw();
    this.#options.looked(this.isFitted);
  }

  /** Where each set is on the screen, for words beside it. */
  get setRects(): ReadonlyMap<SetId, Rect> {
    const { camera } = this.#geometry;
    return new Map(
      this.#board.now.sets.map((set) => {
        const at = Renderer.spot(this.#geometry, set.x, set.y);
        return [set.id, { x: at.x, y: at.y, w: set.tiles.length * camera.scale, h: at.w * TALL }];
      }),
    );
  }

  get tableRect(): Rect {
    return this.#geometry.table;
  }

  focusTile(tile: TileId | null): void {
    this.#focus = tile;
    this.#draw();
    if (tile) this.#renderer.element(tile)?.focus({ preventScroll: true });
  }

  /** Measures the zones again. */
  resized(): void {
    this.#viewport.measure(this.#board, this.#options);
    this.#board = withFloor(this.#board, this.#viewport.floor);
    this.#viewport.refit(this.#board);
    this.#draw(true);
    this.#options.looked(this.isFitted);
  }

  #take(received: Received): void {
    this.#board = received.board;
    this.#target = "?"; // what the hand is over is asked again
    if (!this.#hand) this.#viewport.refit(this.#board);
    if (this.#hand) this.#aim(this.#hand, null);
    this.#draw();
    this.#options.changed(this.#board, received.notices, false);
  }

  #outcome(outcome: Outcome): void {
    const before = this.#board;
    this.#board = outcome.board;
    if (before.now !== outcome.board.now) this.#viewport.refit(this.#board);
    if (this.#focus && !setOf(this.#board, this.#focus) && !this.#board.now.order.includes(this.#focus))
      this.#focus = null;
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
      {
        board: all,
        geometry: this.#geometry,
        hand: this.#hand,
        preview: this.#preview,
        overRack: this.#overRack,
        focus: this.#focus,
        marked: this.#marked,
        hinted: this.#hinted,
        fresh: this.#fresh,
        scored: this.#scored,
      },
      jump,
    );
    if (this.#hand) this.#renderer.carry(this.#hand, this.#handWidth());
  }

  /** A tile too small for a finger is shown above it, large, as soon as it is pressed. */
  #raise(tile: TileId, at: Point): void {
    const width = setOf(this.#board, tile) ? this.#geometry.camera.scale : this.#geometry.grid.cell;
    if (width >= RAISE_BELOW) return;
    this.#raised = tile;
    this.#renderer.raise(tile, { x: at.x, y: at.y - LIFTED - RAISE_BELOW / 2 }, RAISE_BELOW * 1.1);
  }

  #handWidth(): number {
    return Math.max(this.#geometry.camera.scale, Math.min(44, this.#geometry.grid.cell)) * 1.04;
  }

  #gestureActions(): GestureActions {
    return {
      board: () => this.#board,
      geometry: () => this.#geometry,
      pressed: (tile, at, touch) => {
        if (tile) this.#focus = tile;
        if (tile && touch && !whyNotPick(this.#board, tile)) this.#raise(tile, at);
      },
      released: () => {
        if (this.#raised) this.#draw();
        this.#raised = null;
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
      zoom: (factor, about) => {
        if (this.#viewport.zoom(this.#board, factor, about)) this.#shift();
      },
      approach: (about) => {
        this.#viewport.approach(this.#board, about);
        this.#draw();
        this.#options.looked(this.isFitted);
      },
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

  /** Computes what dropping here would do; returns whether that has changed. */
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
      this.#intoSight(tiles[0] ?? null);
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
    this.#intoSight(tiles[0] ?? null);
  }

  /** Tiles of the same zone or the same set are added; a tile of another set is a place to drop. */
  #addsToPick(tile: TileId): boolean {
    const set = setOf(this.#board, tile);
    if (!set) return true;
    return this.#board.picked.some((each) => set.tiles.includes(each)) || this.#board.mode === "wait";
  }

  #pan(dx: number, dy: number): void {
    if (this.#viewport.pan(this.#board, dx, dy)) this.#shift();
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

  #keyed(): Keyed {
    return {
      board: () => this.#board,
      grid: () => this.#geometry.grid,
      focus: () => this.#focus,
      focused: (tile) => (this.#focus = tile),
      walkTo: (tile) => {
        this.focusTile(tile);
        this.#intoSight(tile);
      },
      do: (outcome) => this.#outcome(outcome),
      sound: () => this.#options.sound("lay"),
      sortNext: () => this.sort(this.#sorting[(this.#sorts + 1) % this.#sorting.length] ?? "colour"),
      tidy: () => this.tidy(),
      key: (key) => this.#options.key(key),
    };
  }

  /** Moves the table as little as it takes to see the set that a tile lies in; a set that grew may have found room far away. */
  #intoSight(tile: TileId | null): void {
    const set = tile ? setOf(this.#board, tile) : undefined;
    if (!set) return;
    const { table, camera } = this.#geometry;
    const tray = trayAt(camera, set);
    const by = (at: number, size: number, from: number, room: number): number =>
      at < from ? from - at : Math.min(0, from + room - at - size);
    const [dx, dy] = [by(tray.x, tray.w, table.x, table.w), by(tray.y, tray.h, table.y, table.h)];
    if (Math.abs(dx) > 4 || Math.abs(dy) > 4) this.#pan(dx, dy);
  }
}
