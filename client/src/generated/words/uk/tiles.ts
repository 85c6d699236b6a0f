/** Tiles and colours. Made of words/uk/tiles.json: edit that, then run `make docs`. */
import type { tiles as english } from "../en/tiles";
import type { Like } from "../languages";

export const tiles: Like<typeof english> = {
  "tile.k": "чорна {number}",
  "tile.r": "червона {number}",
  "tile.b": "синя {number}",
  "tile.o": "помаранчева {number}",
  "tile.joker": "джокер",
  "tile.joker-as": "джокер як {face}",
  "colour.black": "чорний",
  "colour.red": "червоний",
  "colour.blue": "синій",
  "colour.orange": "помаранчевий",
  "tiles.count": "{count} {count:плитка|плитки|плиток}",
  "seat.number": "місце {number}",
};
