/** The order of the rack: sorted with one tap, and kept sorted as long as nobody has changed it by hand. */

import { isSorted, keptSorted, type SortBy } from "../board/moves";
import { rackOf, type Board } from "../board/state";
import type { TileId } from "../board/tiles";

/** The two orders that one tap changes between. */
export function tapSorts(board: Board): readonly [SortBy, SortBy] {
  const [first = "colour", second = "number"] = board.reader.sorts ?? [];
  return [first, second];
}

/** What the next tap sorts by: the preferred order, or the other one if the rack is already in that order. */
export function nextSort(board: Board, liked: number): SortBy {
  const sorts = tapSorts(board);
  const like = sorts[liked] ?? sorts[0];
  if (!isSorted(board, like)) return like;
  return like === sorts[0] ? sorts[1] : sorts[0];
}

/** The board with its rack in the preferred order, for tiles that were just dealt; null when nothing changes. */
export function dealtSorted(board: Board, liked: number): Board | null {
  const by = tapSorts(board)[liked] ?? tapSorts(board)[0];
  return isSorted(board, by) ? null : keptSorted(board, by);
}

/** Whether the rack lies in the liked order, apart from tiles that came a moment ago. */
export function liesSorted(board: Board, liked: number, newcomers: ReadonlySet<TileId> = new Set()): boolean {
  const order = board.now.order.filter((tile) => !newcomers.has(tile));
  return isSorted({ ...board, now: { ...board.now, order } }, tapSorts(board)[liked] ?? tapSorts(board)[0]);
}

/** Whether an update brought tiles to a rack in the preferred order: they then take their places in it. */
export function joinsSorted(
  before: Board,
  after: Board,
  liked: number,
  newcomers: ReadonlySet<TileId> = new Set(),
): boolean {
  const had = new Set(before.now.order);
  const came = rackOf(after).some((tile) => !had.has(tile));
  return came && before.now.order.length > 0 && liesSorted(before, liked, newcomers);
}
