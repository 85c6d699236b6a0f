// Made from src/tilemeld/tournament/format.py by `make docs`; do not edit.

import type { Format } from "./protocol";

/** The format of a tournament as it is when nobody has chosen otherwise. */
export const USUAL_FORMAT: Omit<Format, "rules"> = {
  "rounds": 4,
  "games": 3,
  "round_minutes": 90,
  "first_draw": "random",
  "later_draw": "fewest",
  "smallest": 3,
  "priority": "threes",
  "equalise": "none",
  "tie_breaks": [
    "wins",
    "direct",
    "best-game",
    "fewest-penalties"
  ],
  "confirm": "table",
  "unconfirmed": "count",
  "final": "none",
  "b_final": false,
  "final_games": null,
  "final_minutes": null,
  "missed": "nothing",
  "missed_points": 0,
  "cut_after": null,
  "cut_to": 16,
  "place": "hall",
  "spectators": true
};
