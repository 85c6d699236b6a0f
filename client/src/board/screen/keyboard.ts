/** The keyboard on the board: walking, picking, moving; what is not the board's goes to the screen. */

import { keyOf, walk, type Key } from "./keyboardWalk";
import type { RackGrid } from "./layout";
import { inTableOrder, letGo, move, pickRest, redo, reset, toggle, undo, type Target } from "../moves";
import { rackOf, setOf, type Board, type Outcome } from "../state";
import type { TileId } from "../tiles";

/** Keys that the screen answers. */
export type ScreenKey = "confirm" | "take" | "hint" | "help" | "plan" | "words" | "joker";

/** What the keys do to the board; the view answers. */
export type Keyed = {
  board(): Board;
  grid(): RackGrid;
  /** The tile that the keyboard is on. */
  focus(): TileId | null;
  /** The browser has given the focus to a tile. */
  focused(tile: TileId): void;
  /** Goes to a tile and brings it into sight. */
  walkTo(tile: TileId | null): void;
  do(outcome: Outcome): void;
  /** Tiles are laid. */
  sound(): void;
  sortNext(): void;
  tidy(): void;
  key(key: ScreenKey): void;
};

export function attachKeys(root: HTMLElement, keyed: Keyed): () => void {
  const keydown = (event: KeyboardEvent): void => {
    const from = event.target instanceof HTMLElement ? event.target : null;
    if (event.defaultPrevented || from?.closest("dialog, input, select, textarea")) return;
    // A heading only says where one is: its keys are the board's.
    if (from && from !== document.body && !from.matches("h1") && !root.contains(from)) return; // somebody else's key
    const key = keyOf(event);
    if (!key) return;
    const control = from?.closest("button, a, summary");
    const across = key.kind === "walk" && key.to === "across";
    if (control && !across && (key.kind === "confirm" || key.kind === "pick" || key.kind === "walk")) return; // theirs
    event.preventDefault();
    if (across && !from?.dataset["tile"]) keyed.walkTo(rackOf(keyed.board())[0] ?? keyed.focus());
    else press(key, keyed);
  };
  const focusin = (event: FocusEvent): void => {
    const tile = event.target instanceof HTMLElement ? event.target.dataset["tile"] : undefined;
    if (tile) keyed.focused(tile);
  };
  document.addEventListener("keydown", keydown);
  root.addEventListener("focusin", focusin);
  return () => {
    document.removeEventListener("keydown", keydown);
    root.removeEventListener("focusin", focusin);
  };
}

function press(key: Key, keyed: Keyed): void {
  const [board, focus] = [keyed.board(), keyed.focus()];
  switch (key.kind) {
    case "walk":
      return keyed.walkTo(walk(board, keyed.grid(), focus, key.to));
    case "pick":
      return pickOrDrop(keyed);
    case "add":
      if (focus) keyed.do(toggle(board, focus));
      return;
    case "rest":
      if (focus) keyed.do(pickRest(letGo(board), focus));
      return;
    case "new":
      return moveTo(keyed, { kind: "spot", spot: null });
    case "home":
      return moveTo(keyed, { kind: "rack", index: rackOf(board).length });
    case "let-go":
      return keyed.do({
        board: letGo(board),
        notices: board.picked.length ? [{ code: "board/all-let-go", params: {} }] : [],
        refused: false,
      });
    case "undo":
      return keyed.do(undo(board));
    case "redo":
      return keyed.do(redo(board));
    case "reset":
      return keyed.do(reset(board));
    case "sort":
      return keyed.sortNext();
    case "tidy":
      return keyed.tidy();
    default:
      keyed.key(key.kind);
  }
}

/** Space: picks the tile up, or puts down what is picked after it. */
function pickOrDrop(keyed: Keyed): void {
  const [board, tile] = [keyed.board(), keyed.focus()];
  if (!tile) return;
  if (!board.picked.length || board.picked.includes(tile)) {
    keyed.do(toggle(board, tile));
    return;
  }
  const set = setOf(board, tile);
  moveTo(
    keyed,
    set
      ? { kind: "set", id: set.id, index: set.tiles.indexOf(tile) + 1 }
      : { kind: "rack", index: rackOf(board).indexOf(tile) + 1 },
  );
}

function moveTo(keyed: Keyed, target: Target): void {
  const [board, focus] = [keyed.board(), keyed.focus()];
  const tiles = inTableOrder(board, board.picked.length ? board.picked : focus ? [focus] : []);
  const [first] = tiles;
  if (!first) return;
  keyed.sound();
  keyed.do(move(board, tiles, target));
  keyed.walkTo(first);
}
