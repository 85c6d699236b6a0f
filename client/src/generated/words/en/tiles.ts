/** Tiles and colours. Made of words/en/tiles.json: edit that, then run `make docs`. */
export const tiles = {
  "tile.k": "black {number}",
  "tile.r": "red {number}",
  "tile.b": "blue {number}",
  "tile.o": "orange {number}",
  "tile.joker": "joker",
  "tile.joker-as": "joker as {face}",
  "colour.black": "black",
  "colour.red": "red",
  "colour.blue": "blue",
  "colour.orange": "orange",
  "tiles.count": "{count} {count:tile|tiles}",
  "seat.number": "seat {number}",
} as const;
