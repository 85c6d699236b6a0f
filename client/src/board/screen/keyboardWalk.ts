/** The keyboard's walk over the board: which tile comes next in a direction. Rows of the table, then the rack's. */

import type { RackGrid } from "./layout";
import { rackOf, type Board } from "../state";
import type { TileId } from "../tiles";

type Direction = "left" | "right" | "up" | "down" | "first" | "last" | "across";

type Cell = { readonly tile: TileId; readonly x: number };

/** The tiles as rows to walk in: the table's rows from above, then the rack's. */
function rowsOf(board: Board, grid: RackGrid): Cell[][] {
  const rows = new Map<number, Cell[]>();
  for (const set of board.now.sets) {
    const row = rows.get(set.y) ?? [];
    rows.set(set.y, row);
    set.tiles.forEach((tile, index) =>
      row.push({ tile, x: (set.x + 2 * index) / Math.max(1, board.now.cols) }),
    );
  }
  const table = [...rows].sort((a, b) => a[0] - b[0]).map(([, row]) => row.sort((a, b) => a.x - b.x));
  const rack: Cell[][] = [];
  rackOf(board).forEach((tile, index) => {
    const row = Math.floor(index / grid.perRow);
    (rack[row] ??= []).push({ tile, x: (index % grid.perRow) / grid.perRow });
  });
  return [...table, ...rack];
}

/** The tile one gets to; the same one when there is nothing further. */
export function walk(board: Board, grid: RackGrid, from: TileId | null, direction: Direction): TileId | null {
  const rows = rowsOf(board, grid);
  const row = rows.findIndex((cells) => cells.some((cell) => cell.tile === from));
  const here = rows[row];
  if (!here) return rackOf(board)[0] ?? rows[0]?.[0]?.tile ?? null;
  const place = here.findIndex((cell) => cell.tile === from);
  const cell = here[place] as Cell;
  switch (direction) {
    case "across": {
      const rack = rackOf(board);
      return (rack.includes(here[0]?.tile ?? "") ? rows[0]?.[0]?.tile : rack[0]) ?? from;
    }
    case "first":
      return here[0]?.tile ?? from;
    case "last":
      return here[here.length - 1]?.tile ?? from;
    case "left":
      return (here[place - 1] ?? rows[row - 1]?.[(rows[row - 1]?.length ?? 1) - 1] ?? cell).tile;
    case "right":
      return (here[place + 1] ?? rows[row + 1]?.[0] ?? cell).tile;
    default:
      return nearest(rows[row + (direction === "up" ? -1 : 1)], cell.x)?.tile ?? from;
  }
}

function nearest(row: readonly Cell[] | undefined, x: number): Cell | undefined {
  return row?.reduce((best, cell) => (Math.abs(cell.x - x) < Math.abs(best.x - x) ? cell : best));
}

/** What a key means on the board; the screen carries out what is not the board's. */
export type Key =
  | { readonly kind: "walk"; readonly to: Direction }
  | {
      readonly kind:
        | "pick"
        | "add"
        | "rest"
        | "new"
        | "home"
        | "let-go"
        | "undo"
        | "redo"
        | "sort"
        | "tidy"
        | "confirm"
        | "take"
        | "hint"
        | "help"
        | "reset"
        | "plan"
        | "words"
        | "joker";
    };

/** Reads a key press; null when it is not for the board. */
export function keyOf(
  event: Pick<KeyboardEvent, "key" | "code" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">,
): Key | null {
  const walks: Readonly<Record<string, Direction>> = {
    ArrowLeft: "left",
    ArrowRight: "right",
    ArrowUp: "up",
    ArrowDown: "down",
    Home: "first",
    End: "last",
  };
  const to = walks[event.key];
  if (to && !event.ctrlKey && !event.metaKey && !event.altKey) return { kind: "walk", to };
  if (event.altKey) return null;
  const letter = event.code.startsWith("Key") ? event.code.slice(3) : "";
  if (letter === "G" && !event.ctrlKey && !event.metaKey) return { kind: "walk", to: "across" };
  if (letter === "Z") return { kind: event.shiftKey ? "redo" : "undo" };
  if (event.ctrlKey || event.metaKey) return null;
  if (event.key === " ") return { kind: event.shiftKey ? "add" : "pick" };
  if (event.key === "Enter") return { kind: "confirm" };
  if (event.key === "Escape") return { kind: "let-go" };
  if (event.key === "?") return { kind: "help" };
  const letters: Readonly<
    Record<
      string,
      "rest" | "new" | "home" | "sort" | "tidy" | "take" | "hint" | "reset" | "plan" | "words" | "joker"
    >
  > = {
    E: "rest",
    N: "new",
    B: "home",
    S: "sort",
    O: "tidy",
    T: "take",
    H: "hint",
    R: "reset",
    P: "plan",
    W: "words",
    J: "joker",
  };
  const kind = letters[letter];
  return kind ? { kind } : null;
}
