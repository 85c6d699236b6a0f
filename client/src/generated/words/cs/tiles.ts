/** Tiles and colours. Made of words/cs/tiles.json: edit that, then run `make docs`. */
import type { tiles as english } from "../en/tiles";
import type { Like } from "../languages";

export const tiles: Like<typeof english> = {
  "tile.k": "černá {number}",
  "tile.r": "červená {number}",
  "tile.b": "modrá {number}",
  "tile.o": "oranžová {number}",
  "tile.joker": "žolík",
  "tile.joker-as": "žolík jako {face}",
  "colour.black": "černá",
  "colour.red": "červená",
  "colour.blue": "modrá",
  "colour.orange": "oranžová",
  "tiles.count": "{count} {count:kámen|kameny|kamenů}",
  "seat.number": "místo {number}",
};
