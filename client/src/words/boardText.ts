/** What the board says, in words: labels of tiles, what became of a move, why a set is open. */

import { spell } from "../board/letters";
import { isValid, type Reading } from "../board/reader";
import { readingOf, rackOf, setOf, standsForIn, type Board, type Notice } from "../board/state";
import { faceOf, type TileId } from "../board/tiles";
import { say, sayAny, sayRefusal, sayTile } from "./say.svelte";
import { capital } from "./template";

const NUMBER = /^[krbo](\d{1,2})$/;

function numberIn(face: string): string {
  return NUMBER.exec(face)?.[1] ?? face;
}

/** A set in words: "run 4 to 7", "group of 5", "open set". */
function describeSet(
  board: Board,
  tiles: readonly TileId[],
  reading: Reading = readingOf(board, tiles),
): string {
  if (board.reader.spells && !isValid(reading))
    return say("board.set-letters", { letters: spell(board, tiles) });
  if (!isValid(reading)) return say("board.set-open", { count: tiles.length });
  const standing = standsForIn(board, tiles);
  const faces = tiles.map((tile, index) => standing[index] ?? faceOf(tile));
  const known = faces.filter((face) => face !== board.reader.joker);
  if (reading.kind === "group") return say("board.set-group", { number: numberIn(known[0] ?? "13") });
  if (reading.kind === "run")
    return say("board.set-run", {
      from: numberIn(faces[0] ?? ""),
      to: numberIn(faces[faces.length - 1] ?? ""),
    });
  return faces.join("");
}

/** What is wrong with a set, in one sentence. */
export function whyOpen(reading: Reading): string {
  const [fault] = reading.faults;
  return fault
    ? sayAny(`why.${fault.code}`, fault.params, "") ||
        sayRefusal({ code: fault.code, params: fault.params, text: fault.code })
    : "";
}

/** A set with whether it is in order: "run 4 to 7, valid", "invalid set of 2. A set has 3 tiles or more…". */
function judgeSet(board: Board, tiles: readonly TileId[]): string {
  const reading = readingOf(board, tiles);
  const set = describeSet(board, tiles, reading);
  return isValid(reading)
    ? say("board.set-valid", { set })
    : say("board.set-not-yet", { set, reason: capital(whyOpen(reading)) });
}

/** A tile as a screen reader says it: "Red 7, in run 4 to 7". */
export function labelTile(tile: TileId, board: Board): string {
  const set = setOf(board, tile);
  if (!set) {
    const rack = rackOf(board);
    return say("board.tile-on-rack", {
      tile: capital(sayTile(tile, board.reader.joker)),
      place: rack.indexOf(tile) + 1,
      count: rack.length,
    });
  }
  const standsFor = standsForIn(board, set.tiles)[set.tiles.indexOf(tile)];
  const name = capital(sayTile(standsFor ? `${tile}(${standsFor})` : tile, board.reader.joker));
  return say("board.tile-in-set", { tile: name, set: describeSet(board, set.tiles) });
}

function sayTiles(tiles: readonly TileId[], joker?: string): string {
  return tiles.map((tile) => sayTile(tile, joker)).join(", ");
}

/** A notice of the board in words; empty when there is nothing to say. */
export function sayNotice(notice: Notice, board: Board): string {
  const { tiles, tile, set, by, count } = notice.params;
  const values: Record<string, string | number> = {};
  if (typeof tiles === "string") values["tiles"] = sayTiles(tiles.split(" "), board.reader.joker);
  if (typeof tile === "string") values["tile"] = sayTile(tile, board.reader.joker);
  if (typeof notice.params["letter"] === "string") values["letter"] = notice.params["letter"];
  if (typeof count === "number") values["count"] = count;
  if (typeof by === "string") values["by"] = sayAny(`sort.${by}`);
  if (typeof set === "number") {
    const landed = board.now.sets.find((each) => each.id === set);
    values["set"] = landed ? judgeSet(board, landed.tiles) : "";
  }
  return capital(sayAny(`notice.${notice.code}`, values, ""));
}
