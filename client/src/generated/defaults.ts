// Made from the Python code by `make docs` (tools/generate_constants.py); do not edit.

/** The fields that records leave out where they hold this. */
export const DEFAULTS = {
  "game-created": {
    "words": null
  },
  "tiles-laid": {
    "points": 0,
    "word": "",
    "double": false
  },
  "vote-opened": {
    "takes": 0
  },
  "seat-score": {
    "turn_points": []
  },
  "rules": {
    "sets": "numbers",
    "redeal_few": null,
    "opening_letters": 6,
    "opening_as_named": false,
    "pieces_are_disorder": false,
    "empty_rack_confirms": true,
    "refill_to": null,
    "rack_end": "at-once",
    "ruling_opens": true,
    "double_from": null,
    "theme": null,
    "theme_by": "list",
    "vote_seconds": 20,
    "family_words": false
  }
} as const;

/** The same for what goes by the book: by profile and version. */
export const BY_BOOK = {
  "pl 1": {
    "settlement": "bank",
    "table_manners": []
  },
  "pl-xp 1": {
    "settlement": "bank",
    "table_manners": []
  },
  "pl-tournament 1": {
    "settlement": "player",
    "table_manners": [
      "gap",
      "push",
      "clock",
      "done",
      "distance",
      "count"
    ]
  },
  "cs 1": {
    "settlement": "bank-mixed",
    "table_manners": []
  },
  "uk 1": {
    "settlement": "bank",
    "table_manners": [
      "call"
    ]
  },
  "uk-xp 1": {
    "settlement": "bank",
    "table_manners": [
      "call"
    ]
  },
  "pl-word 1": {
    "settlement": "player",
    "table_manners": []
  },
  "pl 2": {
    "settlement": "bank",
    "table_manners": []
  },
  "pl-xp 2": {
    "settlement": "bank",
    "table_manners": []
  },
  "pl-tournament 2": {
    "settlement": "player",
    "table_manners": [
      "gap",
      "push",
      "clock",
      "done",
      "distance",
      "count"
    ]
  },
  "cs 2": {
    "settlement": "bank-mixed",
    "table_manners": []
  },
  "uk 2": {
    "settlement": "bank",
    "table_manners": [
      "call"
    ]
  },
  "uk-xp 2": {
    "settlement": "bank",
    "table_manners": [
      "call"
    ]
  },
  "pl-word 2": {
    "settlement": "player",
    "table_manners": []
  }
} as const;
