/** The podium on the picture of a result: the first three on steps of oak, the others on the board below. */

export type PictureRow = {
  readonly name: string;
  readonly points: string;
  readonly won: boolean;
  /** The place: 1 is first. */
  readonly rank: number;
  readonly face: CanvasImageSource | null;
  /** The colour behind the face. */
  readonly ground: string;
};

type Palette = {
  readonly colour: (name: string) => string;
  readonly font: (weight: number, size: number) => string;
};

const [STEP, GAP, BOARD] = [252, 6, 64];
const HIGH = [150, 108, 74];
const CROWN = "M4 17.5L3 7.5l5 4 4-6.5 4 6.500 5-4-1 10z";

/** Draw the podium with its feet at `foot`, in the middle of `width`. */
export function drawPodium(
  pen: CanvasRenderingContext2D,
  rows: readonly PictureRow[],
  width: number,
  foot: number,
  palette: Palette,
): void {
  const steps = rows.slice(0, HIGH.length);
  const others = rows.slice(HIGH.length);
  const shown = steps.length === HIGH.length ? [steps[1], steps[0], steps[2]] : steps;
  const floor = others.length ? foot - BOARD : foot;
  const left = (width - shown.length * STEP - (shown.length - 1) * GAP) / 2;
  glow(pen, width / 2, floor - 190, palette);
  shown.forEach((row, at) => row && drawStep(pen, row, left + at * (STEP + GAP), floor, palette));
  if (others.length)
    drawBoard(
      pen,
      others,
      { x: (width - 3 * STEP - 2 * GAP) / 2, y: floor, wide: 3 * STEP + 2 * GAP },
      palette,
    );
}

function glow(pen: CanvasRenderingContext2D, x: number, y: number, { colour }: Palette): void {
  const light = pen.createRadialGradient(x, y, 20, x, y, 380);
  light.addColorStop(0, colour("lamp"));
  light.addColorStop(1, "transparent");
  pen.fillStyle = light;
  pen.fillRect(x - 400, y - 400, 800, 800);
}

function wood(pen: CanvasRenderingContext2D, y: number, high: number, { colour }: Palette): CanvasGradient {
  const grain = pen.createLinearGradient(0, y, 0, y + high);
  grain.addColorStop(0, colour("rack-lit"));
  grain.addColorStop(Math.min(0.12, 8 / high), colour("rack"));
  grain.addColorStop(1, colour("rack-low"));
  return grain;
}

function drawStep(
  pen: CanvasRenderingContext2D,
  row: PictureRow,
  x: number,
  floor: number,
  palette: Palette,
): void {
  const high = HIGH[Math.min(row.rank, HIGH.length) - 1] ?? 0;
  const top = floor - high;
  pen.fillStyle = wood(pen, top, high, palette);
  pen.beginPath();
  pen.roundRect(x, top, STEP, high, [12, 12, 0, 0]);
  pen.fill();
  const middle = x + STEP / 2;
  pen.textAlign = "center";
  pen.fillStyle = palette.colour("on-rack");
  pen.font = palette.font(750, row.rank === 1 ? 56 : 42);
  pen.fillText(row.points, middle, top + (row.rank === 1 ? 74 : 56));
  pen.fillStyle = palette.colour("on-table");
  pen.font = palette.font(650, 32);
  pen.fillText(row.name, middle, top - 18, STEP - 12);
  const size = row.rank === 1 ? 132 : 96;
  drawFace(pen, row, middle, top - 58 - size / 2, size);
  if (row.won) drawCrown(pen, middle, top - 58 - size, palette);
}

function drawFace(pen: CanvasRenderingContext2D, row: PictureRow, x: number, y: number, size: number): void {
  pen.save();
  pen.shadowColor = "rgb(0 0 0 / 0.35)";
  pen.shadowBlur = 12;
  pen.shadowOffsetY = 4;
  pen.fillStyle = row.ground;
  pen.beginPath();
  pen.arc(x, y, size / 2, 0, 2 * Math.PI);
  pen.fill();
  pen.restore();
  const inside = size * 0.78;
  if (row.face) pen.drawImage(row.face, x - inside / 2, y - inside / 2, inside, inside);
}

function drawCrown(pen: CanvasRenderingContext2D, x: number, y: number, palette: Palette): void {
  pen.save();
  pen.translate(x, y);
  pen.rotate(-0.1);
  pen.scale(2.9, 2.9);
  pen.translate(-12, -14);
  const crown = new Path2D(CROWN);
  pen.fillStyle = palette.colour("pick");
  pen.strokeStyle = palette.colour("rack-edge");
  pen.lineJoin = "round";
  pen.fill(crown);
  pen.stroke(crown);
  pen.restore();
}

function drawBoard(
  pen: CanvasRenderingContext2D,
  others: readonly PictureRow[],
  { x, y, wide }: { x: number; y: number; wide: number },
  palette: Palette,
): void {
  pen.fillStyle = wood(pen, y, BOARD, palette);
  pen.fillRect(x, y, wide, BOARD);
  const each = wide / others.length;
  others.forEach((row, at) => {
    const middle = x + each * (at + 0.5);
    drawFace(pen, row, x + each * at + 36, y + BOARD / 2, 42);
    pen.fillStyle = palette.colour("on-rack");
    pen.font = palette.font(600, 25);
    pen.textAlign = "center";
    pen.fillText(`${row.name} ${row.points}`, middle + 24, y + BOARD / 2 + 9, each - 84);
  });
}
