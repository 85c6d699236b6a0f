/**
 * The picture of a result, drawn on this device: who won, the points, the table as it lay at the end.
 *
 * Tiles are drawn as the page shows them: a proof of each face stands in the page, and its strokes are taken over.
 */

import { drawPodium, type PictureRow } from "./picturePodium";

export type PictureText = {
  readonly headline: string;
  readonly detail: string;
  /** Everybody, the best first. */
  readonly rows: readonly PictureRow[];
  /** The word mark, drawn. */
  readonly mark: CanvasImageSource;
};

export const SIDE = 1_080;
const MARGIN = 72;
/** The room of the podium, and of the word mark below everything. */
const [PODIUM, MARK] = [392, 100];
/** How much higher a tile is than wide. */
const TALL = 1.32;
const [WIDEST, NARROWEST] = [78, 14];

type Placed = { readonly tile: string; readonly x: number; readonly y: number };

/** Lay sets in rows, as large as they fit; sets stay together as long as they fit into a row. */
export function layOut(
  sets: readonly (readonly string[])[],
  width: number,
  height: number,
): { readonly size: number; readonly tiles: readonly Placed[] } {
  for (let size = WIDEST; size > NARROWEST; size -= 1) {
    const tiles = rowsOf(sets, width, size);
    const last = tiles.at(-1);
    if (!last || last.y + size * TALL <= height) return { size, tiles };
  }
  return { size: NARROWEST, tiles: rowsOf(sets, width, NARROWEST) };
}

function rowsOf(sets: readonly (readonly string[])[], width: number, size: number): Placed[] {
  const step = size * 1.04;
  const gap = size * 0.55;
  const down = size * TALL + gap * 0.6;
  const rows: { set: readonly string[]; x: number }[][] = [];
  let x = Infinity;
  for (const set of sets) {
    const wide = set.length * step;
    if (x + wide > width) {
      rows.push([]);
      x = 0;
    }
    rows.at(-1)?.push({ set, x });
    x += wide + gap;
  }
  return rows.flatMap((row, at) => {
    const end = row.at(-1);
    const spare = end ? Math.max(0, width - (end.x + end.set.length * step)) / 2 : 0;
    return row.flatMap(({ set, x: left }) =>
      set.map((tile, place) => ({ tile, x: spare + left + place * step, y: at * down })),
    );
  });
}

/** Draw the picture; `proofs` finds the page's own drawing of a tile. */
export function drawPicture(
  canvas: HTMLCanvasElement,
  text: PictureText,
  sets: readonly (readonly string[])[],
  proofs: (tile: string) => HTMLElement | null,
): void {
  const pen = canvas.getContext("2d");
  if (!pen) return;
  canvas.width = canvas.height = SIDE;
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const font = (weight: number, size: number): string =>
    `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
  const wide = SIDE - 2 * MARGIN;

  const felt = pen.createRadialGradient(SIDE / 2, SIDE / 3, 80, SIDE / 2, SIDE / 2, SIDE * 0.8);
  felt.addColorStop(0, colour("table"));
  felt.addColorStop(1, colour("table-shade") || colour("table"));
  pen.fillStyle = felt;
  pen.fillRect(0, 0, SIDE, SIDE);

  pen.textBaseline = "alphabetic";
  pen.textAlign = "center";
  pen.fillStyle = colour("on-table");
  let y = MARGIN + 62;
  y = fitted(pen, text.headline, font, { weight: 800, size: 80, x: SIDE / 2, y, wide });
  pen.fillStyle = colour("on-table-soft");
  if (text.detail)
    y = fitted(pen, text.detail, font, { weight: 600, size: 38, x: SIDE / 2, y: y + 54, wide });

  const few = text.rows.length <= 3;
  const foot = y + (few ? PODIUM : PODIUM + 64);
  drawPodium(pen, text.rows, SIDE, foot, { colour, font });
  pen.fillStyle = colour("rack-edge");
  pen.fillRect(MARGIN, foot, wide, 8);

  const top = foot + 40;
  const room = SIDE - MARK - top;
  const laid = layOut(sets, wide, room);
  const used = (laid.tiles.at(-1)?.y ?? 0) + laid.size * TALL;
  const spare = Math.max(0, room - used) / 2;
  for (const { tile, x, y: down } of laid.tiles) {
    const proof = proofs(tile);
    if (proof) drawTile(pen, proof, MARGIN + x, top + spare + down, laid.size);
  }

  pen.drawImage(text.mark, SIDE / 2 - 106, SIDE - MARK + 24, 212, 50);
}

type Line = { weight: number; size: number; x: number; y: number; wide: number };

/** Write a line as large as it fits; returns its base line. */
function fitted(
  pen: CanvasRenderingContext2D,
  text: string,
  font: (weight: number, size: number) => string,
  { weight, size, x, y, wide }: Line,
): number {
  pen.font = font(weight, size);
  const natural = pen.measureText(text).width;
  if (natural > wide) pen.font = font(weight, Math.max(24, Math.floor((size * wide) / natural)));
  pen.fillText(text, x, y, wide);
  return y;
}

/** Draw a tile from its proof: the body, then every stroke and every word where the page has them. */
function drawTile(
  pen: CanvasRenderingContext2D,
  proof: HTMLElement,
  x: number,
  y: number,
  size: number,
): void {
  const frame = proof.getBoundingClientRect();
  const scale = size / frame.width;
  const body = getComputedStyle(proof);
  pen.save();
  pen.translate(x, y);
  pen.scale(scale, scale);
  pen.fillStyle = "rgb(0 0 0 / 0.18)";
  pen.beginPath();
  pen.roundRect(0.5, 2.5, frame.width, frame.height, 8);
  pen.fill();
  pen.fillStyle = body.backgroundColor;
  pen.strokeStyle = body.borderTopColor;
  pen.beginPath();
  pen.roundRect(0, 0, frame.width, frame.height, 8);
  pen.fill();
  pen.stroke();
  for (const part of proof.querySelectorAll<HTMLElement | SVGSVGElement>("svg, span")) {
    const at = part.getBoundingClientRect();
    const style = getComputedStyle(part);
    if (style.display === "none" || style.visibility === "hidden" || !at.width) continue;
    if (part instanceof SVGSVGElement) {
      const box = part.viewBox.baseVal;
      pen.save();
      pen.translate(at.left - frame.left, at.top - frame.top);
      pen.scale(at.width / box.width, at.height / box.height);
      pen.translate(-box.x, -box.y);
      for (const path of part.querySelectorAll("path")) {
        const fill = getComputedStyle(path).fill;
        pen.fillStyle = fill === "none" ? style.color : fill;
        pen.fill(new Path2D(path.getAttribute("d") ?? ""), "evenodd");
      }
      pen.restore();
    } else if (!part.children.length && part.textContent) {
      pen.fillStyle = style.color;
      pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      pen.fillText(
        part.textContent,
        at.left - frame.left + at.width / 2,
        at.top - frame.top + at.height / 2 + parseFloat(style.fontSize) * 0.04,
      );
    }
  }
  pen.restore();
  pen.textBaseline = "alphabetic";
}

/** A name as initials, for whoever is not asked: "Ola Nowak" is "O. N.". */
export function initials(name: string): string {
  return name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 3)
    .map((word) => `${[...word][0]?.toLocaleUpperCase() ?? ""}.`)
    .join(" ");
}
