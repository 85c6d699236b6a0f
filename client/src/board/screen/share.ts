/**
 * How the window is divided among seats, table, bar and rack, depending on their contents. Arithmetic only, no screen.
 *
 * Three shapes. *Tall*: seats above the table, bar and rack below it. *Side*, for windows that are short and wide: seats and
 * buttons beside the table, the rack below it. *Around*, for large windows: seats on three sides of the table.
 */

import {
  LEAST_ON_RACK,
  packedWidth,
  RACK_AIR,
  RACK_ROW,
  RACK_SIDES,
  sizesFor,
  type RackGrid,
  type Sizes,
} from "./layout";

export type Shape = "tall" | "side" | "around";

export type Size = { readonly w: number; readonly h: number };

/** What there is to be shown. */
export type Holds = {
  /** Seats of others; a spectator sees everybody's. */
  readonly seats: number;
  /** Tiles that the player's rack began the turn with; null when there is no rack. */
  readonly rack: number | null;
  /** The lengths of the sets that the turn began with. */
  readonly table: readonly number[];
  /** Buttons beside the rack of a page of study; those of the live table stand in its bar. */
  readonly tools: number;
  /** Whether tiles have big faces. */
  readonly big: boolean;
  /** How many pixels a pixel of the design has: what stands around the table grows with a large screen. */
  readonly unit?: number;
  /** Whether something is open that belongs beside the table or, on a phone, below it. */
  readonly docked?: boolean;
};

/** A share for everybody, in pixels. */
export type Share = {
  readonly shape: Shape;
  /** Whether it is so short that seats and bar are lower than usual. */
  readonly short: boolean;
  /** Whether the bar is a single line. */
  readonly lined: boolean;
  /** The height of the seats above the table; 0 where they are beside it. */
  readonly top: number;
  /** The height of the bar. */
  readonly bar: number;
  /** The width of the buttons on the one side, of seats and bar on the other, of the seats on both sides. */
  readonly strip: number;
  readonly side: number;
  readonly flank: number;
  /** The width of words for a moment above the table, beside the seats where there is room; 0 where seats are beside it. */
  readonly words: number;
  /** What is open beside the table or below it: its width or its height. */
  readonly dock: number;
  /** Whether that is below it: in windows that are higher than they are wide. */
  readonly dockBelow: boolean;
  readonly rack: Size;
  /** The width of the buttons beside the rack, and of the air at its other end, for a rack in the middle. */
  readonly beside: number;
  readonly rackBefore: number;
  readonly felt: Size;
  readonly grid: RackGrid;
};

/** How much larger than a tile of the table one of the rack may be when the table is short of room. */
const RACK_TO_TABLE = { phone: 1.25, large: 1.1 };
/** How much of the window the rack may take, unless it is a large one: then the table keeps half of it. */
const MOST_OF_HEIGHT = 1 / 3;
const LARGE_RACK = 20;
const BUTTON = 40;
/** Heights of the bar: two lines on phones, one on wide screens, a column at the side. */
const BAR = { narrow: 108, short: 94, wide: 62, column: 176, watched: 54 };
const TOP = { row: 54, short: 44, around: 68 };
/** Below this height, or this one with a large rack, seats and bar are a little lower. */
const SHORT = { usual: 600, full: 700 };
const FLANK = 176;
/** Words above the table: at least and at most so wide; what the corner's buttons and a seat take there. */
const WORDS = { least: 320, most: 560, corner: 150, seat: 150, across: 260 };
const DOCK = { wide: 320, side: 240, below: 148 };
export const WIDE = 700;
/** From this width on the bar is a single line. */
const LINED = 960;

/** Which shape suits a window. */
export function shapeFor({ w, h }: Size): Shape {
  if (h < 520 && w > 1.15 * h) return "side";
  return w >= 1180 && h >= 680 ? "around" : "tall";
}

/** Where a seat of so many others stands around the table, from the next player on: clockwise from the left. */
export type SeatPlace = { readonly edge: "left" | "top" | "right"; readonly at: number };

export function seatPlaces(count: number): readonly SeatPlace[] {
  const flank = count < 2 ? 0 : count < 5 ? 1 : 2;
  const middle = count - 2 * flank;
  const along = (many: number, edge: SeatPlace["edge"]): SeatPlace[] =>
    Array.from({ length: many }, (_, index) => ({ edge, at: (index + 1) / (many + 1) }));
  return [...along(flank, "left").reverse(), ...along(middle, "top"), ...along(flank, "right")];
}

/** Whether a page of study is so short that its words and buttons stand beside the table. */
const isFlat = ({ w, h }: Size): boolean => h < 400 && w > 1.3 * h;

/** What is fixed elsewhere, as on study pages: heights of top and bar, and whether the table keeps its bar below it in any window. */
type Given = { readonly top: number; readonly bar: number; readonly upright?: boolean };

/** Shares a window. */
export function shareWindow(window: Size, holds: Holds, given?: Given): Share {
  const shape = !given ? shapeFor(window) : isFlat(window) && !given.upright ? "side" : "tall";
  const wide = window.w >= WIDE;
  const least = (holds.rack ?? 0) > LARGE_RACK ? SHORT.full : SHORT.usual;
  const short = shape === "tall" && !given && !wide && window.h < least;
  const lined = shape === "around" || (shape === "tall" && window.w >= LINED);
  const grown = (size: number): number => Math.round(size * (holds.unit ?? 1));
  const dockBelow = shape !== "side" && (!wide || window.h > window.w);
  const fixed = {
    shape,
    dockBelow,
    short,
    lined,
    top: given?.top ?? (short ? TOP.short : grown(topFor(shape))),
    bar: given?.bar ?? (shape === "side" ? BAR.column : lined ? grown(BAR.wide) : barBelow(holds, short)),
    strip: shape === "side" && !given && window.w >= 560 ? 44 : 0,
    side: shape !== "side" ? 0 : given ? studyWidth(window.w) : sideWidth(window.w, holds.docked),
    dock: !holds.docked || shape === "side" ? 0 : grown(dockBelow ? DOCK.below : DOCK.wide),
    words: shape === "side" ? 0 : wordsWidth(window.w, holds, shape),
    flank: shape === "around" && holds.seats > 1 ? grown(Math.min(FLANK, window.w * 0.11)) : 0,
  };
  const beside = shape === "side" || !given ? 0 : wide ? besideWide(holds.tools) : besideNarrow(holds.tools);
  const felt = {
    w: window.w - fixed.strip - fixed.side - 2 * fixed.flank - (dockBelow ? 0 : fixed.dock),
    h: window.h - (shape === "side" ? 0 : fixed.top + fixed.bar) - (dockBelow ? fixed.dock : 0),
  };
  const rackWidth = (shape === "side" ? felt.w : window.w) - beside;
  if (holds.rack === null) {
    const none = { rack: { w: rackWidth, h: 0 }, beside, rackBefore: 0 };
    return { ...fixed, ...none, felt, grid: { cell: 0, perRow: 1, rows: 1 } };
  }
  const sizes = sizesFor(window, holds.big);
  const { grid, height } = rackFor(holds, rackWidth, felt, window.h, sizes, shape);
  const buttons = !beside ? 0 : given && !wide ? Math.min(3, holds.tools) * BUTTON + 8 : BUTTON + 8;
  const rackBefore = grid.perRow * grid.cell + RACK_SIDES <= rackWidth - beside ? beside : 0;
  const rack = { w: rackWidth - rackBefore, h: Math.max(buttons, height) };
  return { ...fixed, rack, beside, rackBefore, felt: { w: felt.w, h: felt.h - rack.h }, grid };
}

/** The room for words above the table that no seat takes: left of the seats around it, right of those in a row. */
function wordsWidth(window: number, { seats, unit = 1 }: Holds, shape: Shape): number {
  const first = seatPlaces(seats).find(({ edge }) => edge === "top");
  const free =
    shape !== "around"
      ? window - (WORDS.corner + seats * WORDS.seat) * unit
      : first
        ? first.at * window - (WORDS.across / 2) * unit
        : window / 2;
  return Math.round(Math.min(window, WORDS.most * unit, Math.max(WORDS.least * unit, free)));
}

function barBelow({ rack }: Holds, short: boolean): number {
  if (rack === null) return BAR.watched;
  return short ? BAR.short : BAR.narrow;
}

function topFor(shape: Shape): number {
  if (shape === "side") return 0;
  return shape === "around" ? TOP.around : TOP.row;
}

const besideWide = (tools: number): number => (tools ? tools * 44 + 24 : 0);
/** On a narrow page of study the buttons beside a rack stand in columns of three. */
const besideNarrow = (tools: number): number => (tools ? Math.ceil(tools / 3) * 44 + 8 : 0);

/** Beside a table of study there is more to read. */
const studyWidth = (window: number): number => Math.round(Math.min(330, Math.max(200, window * 0.38)));

function sideWidth(window: number, docked = false): number {
  const usual = Math.round(Math.min(212, Math.max(122, window * 0.235)));
  return docked ? Math.min(Math.max(usual, DOCK.side), Math.round(window * 0.6)) : usual;
}

/** The rack's rows and the size of its tiles: as few rows as are comfortable, as large as table and window allow. */
function rackFor(
  holds: Holds,
  width: number,
  felt: Size,
  window: number,
  sizes: Sizes,
  shape: Shape,
): { readonly grid: RackGrid; readonly height: number } {
  const count = Math.max(holds.rack ?? 0, LEAST_ON_RACK);
  const heightOf = (rows: number, cell: number) => Math.ceil(rows * cell * RACK_ROW + RACK_AIR);
  const most = count > LARGE_RACK ? felt.h - window / 2 : window * MOST_OF_HEIGHT;
  const tight = shape === "side" || (count > LARGE_RACK && window < 700 && isForPhone(sizes));
  const comfort = tight ? sizes.rackLeast : sizes.rackComfort;
  let best: { rows: number; cell: number; height: number } | null = null;
  for (let rows = 1; rows <= 6; rows++) {
    const fits = Math.min(sizes.rack, (width - RACK_SIDES) / Math.ceil(count / rows));
    if (fits < sizes.rackLeast && rows < 6) continue;
    const bound = Math.max(sizes.rackLeast, Math.min(fits, (most - RACK_AIR) / (rows * RACK_ROW)));
    const cell = boundByTable(holds.table, rows, bound, felt, sizes);
    const height = heightOf(rows, cell);
    // another row is worth it when tiles become comfortable by it, and the table does not pay too much
    if (best && (height > most || best.cell >= comfort || cell < best.cell * 1.12)) break;
    best = { rows, cell, height };
    if (cell >= comfort) break;
  }
  const { rows, cell, height } = best ?? {
    rows: 6,
    cell: sizes.rackLeast,
    height: heightOf(6, sizes.rackLeast),
  };
  return { grid: { cell, perRow: Math.ceil(count / rows), rows }, height };
}

/** Whether sizes are those of a phone, whose rack has larger tiles than its table. */
const isForPhone = (sizes: Sizes): boolean => sizes.rack > sizes.comfort;

/** A table short of room makes the rack smaller, too, and gets what that gives. */
function boundByTable(
  table: readonly number[],
  rows: number,
  most: number,
  felt: Size,
  sizes: Sizes,
): number {
  if (!table.length) return most;
  const larger = isForPhone(sizes) ? RACK_TO_TABLE.phone : RACK_TO_TABLE.large;
  for (let cell = most; cell > sizes.rackLeast; cell -= 1) {
    const left = { w: felt.w, h: felt.h - Math.ceil(rows * cell * RACK_ROW + RACK_AIR) };
    const tile = packedWidth(table, left, sizes);
    if (tile >= sizes.comfort * 0.98 || cell <= larger * tile) return cell;
  }
  return sizes.rackLeast;
}
