/** The lines of a match as a picture: where the totals lie on it. */

export type Point = { readonly x: number; readonly y: number };
export type Plot = {
  readonly lines: readonly (readonly Point[])[];
  /** Heights with what they stand for. */
  readonly grid: readonly { readonly y: number; readonly value: number }[];
  readonly columns: readonly { readonly x: number; readonly game: number }[];
};
type Frame = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };

const STEPS = [5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000, 50_000];
const LINES_MOST = 6;
const COLUMNS_MOST = 10;

/** Lay out running totals, game by game, beginning at nought. */
export function plot(running: readonly (readonly number[])[], players: number, frame: Frame): Plot {
  const all = running.flat();
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  const step =
    STEPS.find((each) => Math.ceil(high / each) - Math.floor(low / each) <= LINES_MOST) ??
    Math.max(1, high - low);
  const [bottom, top] = [
    Math.floor(low / step) * step,
    Math.max(Math.ceil(high / step) * step, Math.floor(low / step) * step + step),
  ];
  const x = (game: number): number =>
    frame.left + ((frame.right - frame.left) * game) / Math.max(1, running.length);
  const y = (value: number): number =>
    frame.bottom - ((frame.bottom - frame.top) * (value - bottom)) / (top - bottom);
  const values = Array.from({ length: Math.round((top - bottom) / step) + 1 }, (_, at) => bottom + at * step);
  const every = Math.ceil(running.length / COLUMNS_MOST);
  return {
    lines: Array.from({ length: players }, (_, player) => [
      { x: x(0), y: y(0) },
      ...running.map((totals, game) => ({ x: x(game + 1), y: y(totals[player] ?? 0) })),
    ]),
    grid: values.map((value) => ({ y: y(value), value })),
    columns: running.flatMap((_, game) =>
      (game + 1) % every === 0 ? [{ x: x(game + 1), game: game + 1 }] : [],
    ),
  };
}

/** Shift labels so that none covers another, keeping their order. */
export function apart(
  heights: readonly number[],
  least: number,
  low: number,
  high: number,
): readonly number[] {
  const order = heights.map((_, at) => at).sort((one, other) => (heights[one] ?? 0) - (heights[other] ?? 0));
  const placed = [...heights];
  let floor = low;
  for (const at of order) {
    placed[at] = Math.max(floor, placed[at] ?? 0);
    floor = (placed[at] ?? 0) + least;
  }
  let roof = high;
  for (const at of [...order].reverse()) {
    placed[at] = Math.min(roof, placed[at] ?? 0);
    roof = (placed[at] ?? 0) - least;
  }
  return placed;
}
