/** Tiles and colours. Made of words/pl/tiles.json: edit that, then run `make docs`. */
import type { tiles as english } from "../en/tiles";
import type { Like } from "../languages";

export const tiles: Like<typeof english> = {
  "tile.k": "czarna {number}",
  "tile.r": "czerwona {number}",
  "tile.b": "niebieska {number}",
  "tile.o": "pomarańczowa {number}",
  "tile.joker": "joker",
  "tile.joker-as": "joker jako {face}",
  "colour.black": "czarny",
  "colour.red": "czerwony",
  "colour.blue": "niebieski",
  "colour.orange": "pomarańczowy",
  "tiles.count": "{count} {count:kostka|kostki|kostek}",
  "seat.number": "miejsce {number}",
};
