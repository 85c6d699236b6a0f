/** Draws the board: one element for each tile, moved by transforms only; frames behind sets; the landing place. */

import { Badges, isWhole, type Fresh } from "./badges";
import { drawFace, tileElement } from "./face";
import { layoutOf, TALL, tableAt, trayAt, type At, type Camera, type Geometry, type Point } from "./layout";
import type { SetId, TableSet } from "../places";
import { isValid } from "../reader";
import { isOwn, readingOf, standsForIn, type Board } from "../state";
import { faceOf, type TileId } from "../tiles";

/** The width at which a tile's element is laid out; transforms make it larger or smaller. */
const DRAWN = 48;

/** What is in the hand: tiles, and where the leading one's middle is. */
export type Hand = { readonly tiles: readonly TileId[]; readonly lead: number; readonly at: Point };

type Scene = {
  readonly board: Board;
  readonly geometry: Geometry;
  readonly hand: Hand | null;
  /** The board as it would be after dropping here; null when nothing would land. */
  readonly preview: Board | null;
  /** Whether the hand is over the rack; else the rack keeps the hole. */
  readonly overRack: boolean;
  readonly focus: TileId | null;
  /** Tiles to be pointed at for a moment: fresh ones, or what is wrong. */
  readonly marked: ReadonlySet<TileId>;
  /** Tiles that a hint speaks of: they stay marked. */
  readonly hinted: ReadonlySet<TileId>;
  /** Tiles that the others have laid or moved since the player's last turn. */
  readonly fresh: Fresh;
  /** The set that scores, where a turn has a score. */
  readonly scored: SetId | null;
};

type Voices = {
  label(tile: TileId, board: Board): string;
  /** Where a tile that appears comes from: the bank, another player's place. */
  origin(tile: TileId): Point | null;
  /** The face of the player of a seat. */
  face(seat: number): Node | null;
  reducedMotion(): boolean;
};

type Drawn = { element: HTMLElement; at: string; state: string; label: string; as: string };
type Tray = { element: HTMLElement; at: string; state: string };

export class Renderer {
  readonly #layer: HTMLElement;
  /** Clips the floor to the table; tiles on the table are its children, so that a pan moves one element. */
  readonly #window = document.createElement("div");
  readonly #floor = document.createElement("div");
  #drawnWith: Camera | null = null;
  #shifted = false;
  readonly #voices: Voices;
  readonly #tiles = new Map<TileId, Drawn>();
  readonly #trays = new Map<SetId, Tray>();
  readonly #badges: Badges;
  readonly #ghosts: HTMLElement[] = [];
  readonly #spare: HTMLElement[] = [];
  #labelled: Board | null = null;
  #jumping = false;
  #joker = "J";

  constructor(layer: HTMLElement, voices: Voices) {
    this.#layer = layer;
    this.#voices = voices;
    this.#window.className = "tm-window";
    this.#floor.className = "tm-floor";
    this.#window.setAttribute("role", "presentation");
    this.#floor.setAttribute("role", "presentation");
    this.#window.append(this.#floor);
    this.#badges = new Badges(this.#floor, (seat) => voices.face(seat));
    layer.prepend(this.#window);
  }

  element(tile: TileId): HTMLElement | null {
    return this.#tiles.get(tile)?.element ?? null;
  }

  /** Where a tile is drawn, as a transform; nothing for one that is not. */
  whereabouts(tile: TileId): string | null {
    return this.#tiles.get(tile)?.at || null;
  }

  /** A tile of a hand's width with its middle at a point, as a transform. */
  static centred(at: Point, width = DRAWN * 0.6): string {
    return transform({ x: at.x - width / 2, y: at.y - (width * TALL) / 2, w: width });
  }

  /** Moves what is in the hand, nothing else: this runs on every move of the pointer. */
  carry(hand: Hand, width: number): void {
    const tall = width * TALL;
    hand.tiles.forEach((tile, index) => {
      const drawn = this.#tiles.get(tile);
      if (!drawn) return;
      const x = hand.at.x - width / 2 + (index - hand.lead) * width * 1.04;
      put(drawn, { x, y: hand.at.y - tall / 2, w: width });
    });
  }

  /** Shows a tile large above the finger that presses it, until everything is drawn again. */
  raise(tile: TileId, at: Point, width: number): void {
    const drawn = this.#tiles.get(tile);
    if (!drawn) return;
    put(drawn, { x: at.x - width / 2, y: at.y - (width * TALL) / 2, w: width });
    drawn.element.className = drawn.state = `${drawn.state} tm-raised`;
  }

  /** What is marked next draws the eye, also where it was marked before. */
  forgetMarks(): void {
    for (const drawn of this.#tiles.values()) {
      if (!drawn.state.endsWith(" tm-marked")) continue;
      drawn.element.classList.remove("tm-marked");
      drawn.state = "";
    }
    void this.#layer.offsetWidth;
  }

  /** Writes the labels again, for instance in another language. */
  forgetLabels(): void {
    this.#labelled = null;
    this.#badges.forget();
  }

  /** Moves the whole floor with the camera, one element: this runs while panning and zooming; `draw` makes it last. */
  shift(camera: Camera): void {
    const from = this.#drawnWith;
    if (!from || (from === camera && !this.#shifted)) return;
    this.#shifted = true;
    const by = camera.scale / from.scale;
    this.#floor.style.transform = `translate(${(camera.x - from.x * by).toFixed(1)}px,${(camera.y - from.y * by).toFixed(1)}px) scale(${by.toFixed(4)})`;
  }

  #jump(jump: boolean): void {
    if (jump === this.#jumping) return;
    this.#jumping = jump;
    this.#layer.classList.toggle("tm-jump", jump);
  }

  /** Draws everything that has changed. `jump` sets places at once, for another window. */
  draw(scene: Scene, jump = false): void {
    const { board, hand, preview } = scene;
    this.#joker = board.reader.joker;
    // While something is held, tiles keep their places on the floor and the floor moves under the hand.
    const still = hand && this.#drawnWith ? { ...scene.geometry, camera: this.#drawnWith } : scene.geometry;
    const leap = jump || (this.#shifted && !hand);
    const shown = preview ?? board;
    const before = layoutOf(board, still);
    const after = preview ? layoutOf(preview, still) : before;
    const held = new Set(hand?.tiles ?? []);
    const onTable = new Set(shown.now.sets.flatMap((set) => set.tiles));
    const whole = new Set(shown.now.sets.filter((set) => isWhole(set.tiles, scene.fresh)));
    const inWhole = new Set([...whole].flatMap((set) => set.tiles));
    this.#jump(leap);
    const relabel = board !== this.#labelled && !hand;
    for (const [tile] of this.#tiles) if (!before.has(tile)) this.#drop(tile);
    if (hand) this.shift(scene.geometry.camera);
    else this.#frame(scene.geometry);
    this.#settle([...before.keys()], (tile) => onTable.has(tile) && !held.has(tile));
    for (const [tile, at] of before) {
      const drawn = this.#tiles.get(tile) as Drawn;
      const landing = (scene.overRack || onTable.has(tile) ? after.get(tile) : undefined) ?? at;
      this.#dress(drawn, tile, scene, onTable.has(tile), held.has(tile), relabel, inWhole.has(tile));
      if (!held.has(tile)) this.#travel(drawn, landing, leap);
    }
    if (relabel) this.#labelled = board;
    for (const set of shown.now.sets) this.#name(shown, set.tiles);
    this.#drawTrays(shown, still, held, scene.scored, whole);
    this.#badges.draw(
      shown.now.sets,
      scene.fresh,
      (tile) => (held.has(tile) || isOwn(board, tile) ? undefined : after.get(tile)),
      scene.geometry.table,
    );
    const landings = preview && this.#shifted ? layoutOf(preview, scene.geometry) : after;
    this.#drawGhosts(preview ? (hand?.tiles ?? []).map((tile) => landings.get(tile)) : []);
  }

  /** The window lies over the table; the floor's own places count again. */
  #frame({ table, camera }: Geometry): void {
    if (this.#drawnWith === camera && !this.#shifted) return;
    this.#drawnWith = camera;
    this.#shifted = false;
    this.#floor.style.transform = "";
    const { style } = this.#window;
    style.left = `${table.x}px`;
    style.top = `${table.y}px`;
    style.width = `${table.w}px`;
    style.height = `${table.h}px`;
    this.#floor.style.left = `${-table.x}px`;
    this.#floor.style.top = `${-table.y}px`;
    this.#floor.style.setProperty("--tile-width", `${camera.scale.toFixed(1)}px`);
  }

  /** Tiles of the table lie inside the window, all others above it; a tile that changes sides starts from where it was. */
  #settle(tiles: readonly TileId[], lies: (tile: TileId) => boolean): void {
    const focused = document.activeElement;
    let moved = false;
    for (const tile of tiles) {
      const drawn = this.#tiles.get(tile) ?? this.#add(tile);
      const home = lies(tile) ? this.#floor : this.#layer;
      if (drawn.element.parentNode === home) continue;
      home.append(drawn.element);
      moved = true;
      if (drawn.element === focused) drawn.element.focus({ preventScroll: true });
    }
    if (moved) void this.#layer.offsetWidth; // journeys begin where the tiles are
  }

  #add(tile: TileId): Drawn {
    const element = this.#spare.pop() ?? tileElement(tile);
    element.dataset["tile"] = tile;
    drawFace(element, faceOf(tile), null, this.#joker);
    const drawn: Drawn = { element, at: "", state: "", label: "", as: "" };
    const from = this.#voices.origin(tile);
    if (from) put(drawn, { x: from.x - DRAWN / 2, y: from.y - DRAWN / 2, w: DRAWN * 0.6 });
    this.#tiles.set(tile, drawn);
    if (!from) element.animate?.([{ opacity: 0 }, { opacity: 1 }], 180);
    return drawn;
  }

  #drop(tile: TileId): void {
    const drawn = this.#tiles.get(tile);
    if (!drawn) return;
    this.#tiles.delete(tile);
    drawn.element.remove();
    drawn.element.className = "tm-tile";
    this.#spare.push(drawn.element);
  }

  #dress(
    drawn: Drawn,
    tile: TileId,
    scene: Scene,
    onTable: boolean,
    held: boolean,
    relabel: boolean,
    inWhole: boolean,
  ): void {
    const { board } = scene;
    const picked = board.picked.includes(tile);
    const mine = onTable && isOwn(board, tile);
    const marked = scene.marked.has(tile);
    const how = onTable && !mine ? scene.fresh.get(tile)?.how : undefined;
    const fresh = how && `tm-${how}${inWhole ? " tm-whole" : ""}`;
    const state = `tm-tile${held ? " tm-held" : ""}${picked ? " tm-picked" : ""}${mine ? " tm-mine" : ""}${scene.hinted.has(tile) ? " tm-hinted" : ""}${fresh ? ` ${fresh}` : ""}${marked ? " tm-marked" : ""}`;
    if (state !== drawn.state) {
      drawn.element.className = drawn.state = state;
      drawn.element.setAttribute("aria-selected", String(picked || held));
    }
    const focus = scene.focus === tile ? 0 : -1;
    if (drawn.element.tabIndex !== focus) drawn.element.tabIndex = focus;
    const label = relabel || !drawn.label ? this.#voices.label(tile, board) : drawn.label;
    if (label !== drawn.label) drawn.element.setAttribute("aria-label", (drawn.label = label));
    if (!onTable && drawn.as) {
      drawn.as = "";
      drawFace(drawn.element, faceOf(tile), null, this.#joker);
    }
  }

  /** Jokers of a set show what they stand for. */
  #name(board: Board, tiles: readonly TileId[]): void {
    if (!tiles.some((tile) => faceOf(tile) === board.reader.joker)) return;
    const standing = standsForIn(board, tiles);
    tiles.forEach((tile, index) => {
      const drawn = this.#tiles.get(tile);
      if (!drawn || faceOf(tile) !== board.reader.joker) return;
      const as = standing[index] ?? "";
      if (as !== drawn.as) drawFace(drawn.element, faceOf(tile), (drawn.as = as) || null, this.#joker);
    });
  }

  #travel(drawn: Drawn, at: At, jump: boolean): void {
    const moved = put(drawn, at);
    if (moved && !jump && this.#voices.reducedMotion())
      drawn.element.animate?.([{ opacity: 0.15 }, { opacity: 1 }], 160);
  }

  #drawTrays(
    board: Board,
    geometry: Geometry,
    held: ReadonlySet<TileId>,
    scored: SetId | null,
    whole: ReadonlySet<TableSet>,
  ): void {
    const seen = new Set<SetId>();
    for (const set of board.now.sets) {
      seen.add(set.id);
      let tray = this.#trays.get(set.id);
      if (!tray) {
        const element = document.createElement("div");
        element.setAttribute("aria-hidden", "true");
        tray = { element, at: "", state: "" };
        this.#trays.set(set.id, tray);
        this.#floor.prepend(element);
      }
      const rect = trayAt(geometry.camera, set);
      const at = `${rect.x.toFixed(1)},${rect.y.toFixed(1)},${rect.w.toFixed(1)},${rect.h.toFixed(1)}`;
      if (at !== tray.at) {
        tray.at = at;
        tray.element.style.transform = `translate(${rect.x.toFixed(1)}px,${rect.y.toFixed(1)}px)`;
        tray.element.style.width = `${rect.w.toFixed(1)}px`;
        tray.element.style.height = `${rect.h.toFixed(1)}px`;
      }
      const valid = isValid(readingOf(board, set.tiles));
      const landing = set.tiles.some((tile) => held.has(tile));
      const state = `tm-tray ${valid ? "tm-settled" : "tm-open"}${landing ? " tm-landing" : ""}${valid && set.id === scored ? " tm-scored" : ""}${whole.has(set) ? " tm-new" : ""}`;
      if (state !== tray.state) tray.element.className = tray.state = state;
    }
    for (const [id, tray] of this.#trays) {
      if (seen.has(id)) continue;
      tray.element.remove();
      this.#trays.delete(id);
    }
  }

  #drawGhosts(places: readonly (At | undefined)[]): void {
    places.forEach((at, index) => {
      let ghost = this.#ghosts[index];
      if (!ghost) {
        ghost = document.createElement("div");
        ghost.className = "tm-ghost";
        ghost.setAttribute("aria-hidden", "true");
        this.#ghosts.push(ghost);
        this.#layer.append(ghost);
      }
      ghost.hidden = !at;
      if (at) ghost.style.transform = transform(at);
    });
    for (const ghost of this.#ghosts.slice(places.length)) ghost.hidden = true;
  }

  /** Where a floor place is on the screen, for what is shown beside sets. */
  static spot(geometry: Geometry, x: number, y: number): At {
    return tableAt(geometry.camera, x, y);
  }
}

function transform(at: At): string {
  return `translate(${at.x.toFixed(1)}px,${at.y.toFixed(1)}px) scale(${(at.w / DRAWN).toFixed(4)})`;
}

/** Puts a tile somewhere; says whether it was elsewhere before. */
function put(drawn: Drawn, at: At): boolean {
  const next = transform(at);
  if (next === drawn.at) return false;
  const before = drawn.at;
  drawn.at = next;
  drawn.element.style.transform = next;
  return before !== "";
}
