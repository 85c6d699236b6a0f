// Made from the Python code by `make docs` (tools/generate_constants.py); do not edit.

import type { EngineRules, RuleField } from "./protocol";

/** Every profile by its name, in its newest version. */
export const BOOKS: Readonly<Record<string, EngineRules>> = {
  "pl": {
    "profile": "pl",
    "version": 2,
    "sets": "numbers",
    "copies": 2,
    "jokers": 2,
    "min_players": 2,
    "max_players": 4,
    "first_starter": "draw",
    "later_starter": "left",
    "rack_size": 14,
    "stacks": "choose",
    "stacks_by_hand": false,
    "stack_seconds": 10,
    "bank_in_stacks": false,
    "redeal_doublets": 3,
    "redeal_few": null,
    "redeal_seconds": 8,
    "opening_points": 30,
    "opening_letters": 6,
    "opening_jokers": true,
    "opening_as_named": true,
    "turn_seconds": 60,
    "turn_seconds_offered": [
      30,
      40,
      60,
      null
    ],
    "timeout_untouched_takes": 1,
    "timeout_disorder_takes": 1,
    "timeout_salvage": "none",
    "timeout_in_order_takes": 1,
    "pieces_are_disorder": true,
    "empty_rack_confirms": true,
    "mistake_takes": 1,
    "strict": false,
    "round_time": false,
    "refill_to": null,
    "bank_end": "last-lap",
    "rack_end": "at-once",
    "joker_rack_value": 30,
    "lowest_rack_scores": "own-rack",
    "unopened_penalty": 100,
    "could_open_penalty": 200,
    "ruling_opens": false,
    "announce_seconds": 5,
    "double_from": null,
    "theme": null,
    "theme_by": "list",
    "vote_seconds": 20,
    "family_words": false,
    "big_points": false,
    "match_ranking": [
      "total"
    ],
    "leaver": "bot",
    "settlement": "bank",
    "table_manners": []
  },
  "pl-xp": {
    "profile": "pl-xp",
    "version": 2,
    "sets": "numbers",
    "copies": 3,
    "jokers": 4,
    "min_players": 2,
    "max_players": 6,
    "first_starter": "draw",
    "later_starter": "left",
    "rack_size": 14,
    "stacks": "choose",
    "stacks_by_hand": false,
    "stack_seconds": 10,
    "bank_in_stacks": false,
    "redeal_doublets": 3,
    "redeal_few": null,
    "redeal_seconds": 8,
    "opening_points": 30,
    "opening_letters": 6,
    "opening_jokers": true,
    "opening_as_named": true,
    "turn_seconds": 60,
    "turn_seconds_offered": [
      30,
      40,
      60,
      null
    ],
    "timeout_untouched_takes": 1,
    "timeout_disorder_takes": 1,
    "timeout_salvage": "none",
    "timeout_in_order_takes": 1,
    "pieces_are_disorder": true,
    "empty_rack_confirms": true,
    "mistake_takes": 1,
    "strict": false,
    "round_time": false,
    "refill_to": null,
    "bank_end": "last-lap",
    "rack_end": "at-once",
    "joker_rack_value": 30,
    "lowest_rack_scores": "own-rack",
    "unopened_penalty": 100,
    "could_open_penalty": 200,
    "ruling_opens": false,
    "announce_seconds": 5,
    "double_from": null,
    "theme": null,
    "theme_by": "list",
    "vote_seconds": 20,
    "family_words": false,
    "big_points": false,
    "match_ranking": [
      "total"
    ],
    "leaver": "bot",
    "settlement": "bank",
    "table_manners": []
  },
  "pl-tournament": {
    "profile": "pl-tournament",
    "version": 2,
    "sets": "numbers",
    "copies": 2,
    "jokers": 2,
    "min_players": 2,
    "max_players": 4,
    "first_starter": "first-seat",
    "later_starter": "left",
    "rack_size": 14,
    "stacks": "give",
    "stacks_by_hand": false,
    "stack_seconds": 10,
    "bank_in_stacks": true,
    "redeal_doublets": 3,
    "redeal_few": null,
    "redeal_seconds": 8,
    "opening_points": 30,
    "opening_letters": 6,
    "opening_jokers": true,
    "opening_as_named": true,
    "turn_seconds": 40,
    "turn_seconds_offered": [
      40
    ],
    "timeout_untouched_takes": 1,
    "timeout_disorder_takes": 1,
    "timeout_salvage": "free",
    "timeout_in_order_takes": null,
    "pieces_are_disorder": true,
    "empty_rack_confirms": true,
    "mistake_takes": 1,
    "strict": true,
    "round_time": true,
    "refill_to": null,
    "bank_end": "last-lap",
    "rack_end": "at-once",
    "joker_rack_value": 50,
    "lowest_rack_scores": "difference",
    "unopened_penalty": 100,
    "could_open_penalty": 200,
    "ruling_opens": false,
    "announce_seconds": 5,
    "double_from": null,
    "theme": null,
    "theme_by": "list",
    "vote_seconds": 20,
    "family_words": false,
    "big_points": true,
    "match_ranking": [
      "big-points",
      "total"
    ],
    "leaver": "pass",
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
  "cs": {
    "profile": "cs",
    "version": 2,
    "sets": "numbers",
    "copies": 2,
    "jokers": 2,
    "min_players": 2,
    "max_players": 4,
    "first_starter": "draw",
    "later_starter": "draw",
    "rack_size": 14,
    "stacks": "none",
    "stacks_by_hand": false,
    "stack_seconds": 10,
    "bank_in_stacks": false,
    "redeal_doublets": null,
    "redeal_few": null,
    "redeal_seconds": 8,
    "opening_points": 30,
    "opening_letters": 6,
    "opening_jokers": true,
    "opening_as_named": true,
    "turn_seconds": 60,
    "turn_seconds_offered": [
      60
    ],
    "timeout_untouched_takes": 1,
    "timeout_disorder_takes": 3,
    "timeout_salvage": "penalised",
    "timeout_in_order_takes": null,
    "pieces_are_disorder": true,
    "empty_rack_confirms": true,
    "mistake_takes": 3,
    "strict": false,
    "round_time": false,
    "refill_to": null,
    "bank_end": "all-pass",
    "rack_end": "at-once",
    "joker_rack_value": 30,
    "lowest_rack_scores": "sum",
    "unopened_penalty": null,
    "could_open_penalty": null,
    "ruling_opens": false,
    "announce_seconds": 5,
    "double_from": null,
    "theme": null,
    "theme_by": "list",
    "vote_seconds": 20,
    "family_words": false,
    "big_points": false,
    "match_ranking": [
      "total"
    ],
    "leaver": "bot",
    "settlement": "bank-mixed",
    "table_manners": []
  },
  "uk": {
    "profile": "uk",
    "version": 2,
    "sets": "numbers",
    "copies": 2,
    "jokers": 2,
    "min_players": 2,
    "max_players": 4,
    "first_starter": "draw",
    "later_starter": "draw",
    "rack_size": 14,
    "stacks": "none",
    "stacks_by_hand": false,
    "stack_seconds": 10,
    "bank_in_stacks": false,
    "redeal_doublets": null,
    "redeal_few": null,
    "redeal_seconds": 8,
    "opening_points": 30,
    "opening_letters": 6,
    "opening_jokers": false,
    "opening_as_named": true,
    "turn_seconds": 60,
    "turn_seconds_offered": [
      60
    ],
    "timeout_untouched_takes": 1,
    "timeout_disorder_takes": 3,
    "timeout_salvage": "none",
    "timeout_in_order_takes": 1,
    "pieces_are_disorder": true,
    "empty_rack_confirms": true,
    "mistake_takes": 3,
    "strict": false,
    "round_time": false,
    "refill_to": null,
    "bank_end": "all-pass",
    "rack_end": "at-once",
    "joker_rack_value": 30,
    "lowest_rack_scores": "difference",
    "unopened_penalty": null,
    "could_open_penalty": null,
    "ruling_opens": false,
    "announce_seconds": 5,
    "double_from": null,
    "theme": null,
    "theme_by": "list",
    "vote_seconds": 20,
    "family_words": false,
    "big_points": false,
    "match_ranking": [
      "wins",
      "total"
    ],
    "leaver": "bot",
    "settlement": "bank",
    "table_manners": [
      "call"
    ]
  },
  "uk-xp": {
    "profile": "uk-xp",
    "version": 2,
    "sets": "numbers",
    "copies": 3,
    "jokers": 4,
    "min_players": 2,
    "max_players": 6,
    "first_starter": "draw",
    "later_starter": "draw",
    "rack_size": 14,
    "stacks": "none",
    "stacks_by_hand": false,
    "stack_seconds": 10,
    "bank_in_stacks": false,
    "redeal_doublets": null,
    "redeal_few": null,
    "redeal_seconds": 8,
    "opening_points": 30,
    "opening_letters": 6,
    "opening_jokers": false,
    "opening_as_named": true,
    "turn_seconds": 60,
    "turn_seconds_offered": [
      60
    ],
    "timeout_untouched_takes": 1,
    "timeout_disorder_takes": 3,
    "timeout_salvage": "none",
    "timeout_in_order_takes": 1,
    "pieces_are_disorder": true,
    "empty_rack_confirms": true,
    "mistake_takes": 3,
    "strict": false,
    "round_time": false,
    "refill_to": null,
    "bank_end": "all-pass",
    "rack_end": "at-once",
    "joker_rack_value": 30,
    "lowest_rack_scores": "difference",
    "unopened_penalty": null,
    "could_open_penalty": null,
    "ruling_opens": false,
    "announce_seconds": 5,
    "double_from": null,
    "theme": null,
    "theme_by": "list",
    "vote_seconds": 20,
    "family_words": false,
    "big_points": false,
    "match_ranking": [
      "wins",
      "total"
    ],
    "leaver": "bot",
    "settlement": "bank",
    "table_manners": [
      "call"
    ]
  },
  "pl-word": {
    "profile": "pl-word",
    "version": 2,
    "sets": "letters",
    "copies": 1,
    "jokers": 2,
    "min_players": 2,
    "max_players": 4,
    "first_starter": "draw",
    "later_starter": "left",
    "rack_size": 14,
    "stacks": "choose",
    "stacks_by_hand": false,
    "stack_seconds": 10,
    "bank_in_stacks": false,
    "redeal_doublets": null,
    "redeal_few": 3,
    "redeal_seconds": 8,
    "opening_points": 0,
    "opening_letters": 6,
    "opening_jokers": true,
    "opening_as_named": false,
    "turn_seconds": 90,
    "turn_seconds_offered": [
      60,
      90,
      120,
      null
    ],
    "timeout_untouched_takes": 1,
    "timeout_disorder_takes": 1,
    "timeout_salvage": "none",
    "timeout_in_order_takes": 1,
    "pieces_are_disorder": true,
    "empty_rack_confirms": false,
    "mistake_takes": 1,
    "strict": false,
    "round_time": false,
    "refill_to": 7,
    "bank_end": "all-pass",
    "rack_end": "equal-turns",
    "joker_rack_value": 0,
    "lowest_rack_scores": "sum",
    "unopened_penalty": null,
    "could_open_penalty": null,
    "ruling_opens": true,
    "announce_seconds": 5,
    "double_from": 7,
    "theme": null,
    "theme_by": "list",
    "vote_seconds": 20,
    "family_words": false,
    "big_points": false,
    "match_ranking": [
      "total"
    ],
    "leaver": "bot",
    "settlement": "player",
    "table_manners": []
  }
};

/** Every field of the rules, in the order to show them in. */
export const RULE_FIELDS: readonly RuleField[] = [
  {
    "name": "sets",
    "rules": [
      "N2",
      "N3",
      "W7"
    ],
    "text": "what a set is made of",
    "allowed": "one of numbers, letters",
    "kind": "choice",
    "values": [
      "numbers",
      "letters"
    ],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": null,
        "high": null
      },
      {
        "sets": "letters",
        "low": null,
        "high": null
      }
    ],
    "even_stacks": false,
    "group": "box",
    "chosen": "book"
  },
  {
    "name": "copies",
    "rules": [
      "N1",
      "W1"
    ],
    "text": "how many of each number and colour, or how many boxes of letters",
    "allowed": "a whole number from 1 to 4",
    "kind": "number",
    "values": [],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": 1,
        "high": 4
      },
      {
        "sets": "letters",
        "low": 1,
        "high": 2
      }
    ],
    "even_stacks": false,
    "group": "box",
    "chosen": "house"
  },
  {
    "name": "jokers",
    "rules": [
      "N1",
      "W1"
    ],
    "text": "how many jokers",
    "allowed": "a whole number from 0 to 8",
    "kind": "number",
    "values": [],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": 0,
        "high": 8
      },
      {
        "sets": "letters",
        "low": 0,
        "high": 8
      }
    ],
    "even_stacks": false,
    "group": "box",
    "chosen": "house"
  },
  {
    "name": "min_players",
    "rules": [
      "R-16"
    ],
    "text": "fewest players",
    "allowed": "a whole number from 2 to 6",
    "kind": "number",
    "values": [],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": 2,
        "high": 6
      },
      {
        "sets": "letters",
        "low": 2,
        "high": 6
      }
    ],
    "even_stacks": false,
    "group": "box",
    "chosen": "book"
  },
  {
    "name": "max_players",
    "rules": [
      "R-16"
    ],
    "text": "most players",
    "allowed": "a whole number from 2 to 6",
    "kind": "number",
    "values": [],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": 2,
        "high": 6
      },
      {
        "sets": "letters",
        "low": 2,
        "high": 6
      }
    ],
    "even_stacks": false,
    "group": "box",
    "chosen": "book"
  },
  {
    "name": "first_starter",
    "rules": [
      "S1",
      "W2"
    ],
    "text": "who starts the first game of a match",
    "allowed": "one of draw, first-seat",
    "kind": "choice",
    "values": [
      "draw",
      "first-seat"
    ],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": null,
        "high": null
      },
      {
        "sets": "letters",
        "low": null,
        "high": null
      }
    ],
    "even_stacks": false,
    "group": "deal",
    "chosen": "house"
  },
  {
    "name": "later_starter",
    "rules": [
      "S2",
      "W2"
    ],
    "text": "who starts the later games of a match",
    "allowed": "one of left, draw",
    "kind": "choice",
    "values": [
      "left",
      "draw"
    ],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": null,
        "high": null
      },
      {
        "sets": "letters",
        "low": null,
        "high": null
      }
    ],
    "even_stacks": false,
    "group": "deal",
    "chosen": "house"
  },
  {
    "name": "rack_size",
    "rules": [
      "S4",
      "W3"
    ],
    "text": "tiles dealt to each player",
    "allowed": "a whole number from 1 to 40",
    "kind": "number",
    "values": [],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": 1,
        "high": 40
      },
      {
        "sets": "letters",
        "low": 1,
        "high": 40
      }
    ],
    "even_stacks": true,
    "group": "deal",
    "chosen": "house"
  },
  {
    "name": "stacks",
    "rules": [
      "S5",
      "W3"
    ],
    "text": "whether players choose two stacks for themselves, give them to neighbours, or are dealt tiles",
    "allowed": "one of none, choose, give",
    "kind": "choice",
    "values": [
      "none",
      "choose",
      "give"
    ],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": null,
        "high": null
      },
      {
        "sets": "letters",
        "low": null,
        "high": null
      }
    ],
    "even_stacks": false,
    "group": "deal",
    "chosen": "house"
  },
  {
    "name": "stacks_by_hand",
    "rules": [
      "R-3"
    ],
    "text": "whether stacks are chosen by hand or by chance",
    "allowed": "true or false",
    "kind": "switch",
    "values": [],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": null,
        "high": null
      },
      {
        "sets": "letters",
        "low": null,
        "high": null
      }
    ],
    "even_stacks": false,
    "group": "deal",
    "chosen": "house"
  },
  {
    "name": "stack_seconds",
    "rules": [
      "R-3"
    ],
    "text": "seconds to choose a stack by hand",
    "allowed": "a whole number from 1 to 1000",
    "kind": "number",
    "values": [],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": 1,
        "high": 1000
      },
      {
        "sets": "letters",
        "low": 1,
        "high": 1000
      }
    ],
    "even_stacks": false,
    "group": "deal",
    "chosen": "house"
  },
  {
    "name": "bank_in_stacks",
    "rules": [
      "S6",
      "W3"
    ],
    "text": "whether one stack at a time is drawn from",
    "allowed": "true or false",
    "kind": "switch",
    "values": [],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": null,
        "high": null
      },
      {
        "sets": "letters",
        "low": null,
        "high": null
      }
    ],
    "even_stacks": false,
    "group": "deal",
    "chosen": "house"
  },
  {
    "name": "redeal_doublets",
    "rules": [
      "S7"
    ],
    "text": "doublets that give the right to a new deal",
    "allowed": "a whole number from 1 to 20, or none",
    "kind": "number",
    "values": [],
    "none": true,
    "games": [
      {
        "sets": "numbers",
        "low": 1,
        "high": 20
      }
    ],
    "even_stacks": false,
    "group": "deal",
    "chosen": "house"
  },
  {
    "name": "redeal_few",
    "rules": [
      "W4"
    ],
    "text": "vowels, or consonants, so few of which give the right to a new deal",
    "allowed": "a whole number from 0 to 20, or none",
    "kind": "number",
    "values": [],
    "none": true,
    "games": [
      {
        "sets": "letters",
        "low": 0,
        "high": 20
      }
    ],
    "even_stacks": false,
    "group": "deal",
    "chosen": "house"
  },
  {
    "name": "redeal_seconds",
    "rules": [
      "R-4"
    ],
    "text": "length of the window to ask for a new deal",
    "allowed": "a whole number from 1 to 1000",
    "kind": "number",
    "values": [],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": 1,
        "high": 1000
      },
      {
        "sets": "letters",
        "low": 1,
        "high": 1000
      }
    ],
    "even_stacks": false,
    "group": "deal",
    "chosen": "house"
  },
  {
    "name": "opening_points",
    "rules": [
      "P2"
    ],
    "text": "points that the opening needs",
    "allowed": "a whole number from 0 to 1000",
    "kind": "number",
    "values": [],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": 0,
        "high": 1000
      }
    ],
    "even_stacks": false,
    "group": "opening",
    "chosen": "house"
  },
  {
    "name": "opening_letters",
    "rules": [
      "W6"
    ],
    "text": "letters that the one word of the opening needs",
    "allowed": "a whole number from 3 to 14",
    "kind": "number",
    "values": [],
    "none": false,
    "games": [
      {
        "sets": "letters",
        "low": 3,
        "high": 14
      }
    ],
    "even_stacks": false,
    "group": "opening",
    "chosen": "house"
  },
  {
    "name": "opening_jokers",
    "rules": [
      "P2",
      "R-14",
      "W6"
    ],
    "text": "whether jokers may be part of the opening",
    "allowed": "true or false",
    "kind": "switch",
    "values": [],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": null,
        "high": null
      },
      {
        "sets": "letters",
        "low": null,
        "high": null
      }
    ],
    "even_stacks": false,
    "group": "opening",
    "chosen": "house"
  },
  {
    "name": "opening_as_named",
    "rules": [
      "R-10"
    ],
    "text": "whether a joker that was named counts in the opening as what was named; else as the most it can be",
    "allowed": "true or false",
    "kind": "switch",
    "values": [],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": null,
        "high": null
      }
    ],
    "even_stacks": false,
    "group": "opening",
    "chosen": "book"
  },
  {
    "name": "turn_seconds",
    "rules": [
      "T1",
      "W5"
    ],
    "text": "seconds for a turn",
    "allowed": "a whole number from 1 to 86400, or none",
    "kind": "number",
    "values": [],
    "none": true,
    "games": [
      {
        "sets": "numbers",
        "low": 1,
        "high": 86400
      },
      {
        "sets": "letters",
        "low": 1,
        "high": 86400
      }
    ],
    "even_stacks": false,
    "group": "time",
    "chosen": "table"
  },
  {
    "name": "turn_seconds_offered",
    "rules": [
      "T1",
      "W5"
    ],
    "text": "the times a table of this book may choose",
    "allowed": "a list of at most 20, each item a whole number from 1 to 86400, or none",
    "kind": "list",
    "values": [],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": null,
        "high": null
      },
      {
        "sets": "letters",
        "low": null,
        "high": null
      }
    ],
    "even_stacks": false,
    "group": "time",
    "chosen": "book"
  },
  {
    "name": "timeout_untouched_takes",
    "rules": [
      "T2",
      "W13"
    ],
    "text": "tiles taken when time runs out and nothing was moved",
    "allowed": "a whole number from 0 to 1000",
    "kind": "number",
    "values": [],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": 0,
        "high": 1000
      },
      {
        "sets": "letters",
        "low": 0,
        "high": 1000
      }
    ],
    "even_stacks": false,
    "group": "time",
    "chosen": "house"
  },
  {
    "name": "timeout_disorder_takes",
    "rules": [
      "T3",
      "W13"
    ],
    "text": "tiles taken when time runs out over a disorder",
    "allowed": "a whole number from 0 to 1000",
    "kind": "number",
    "values": [],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": 0,
        "high": 1000
      },
      {
        "sets": "letters",
        "low": 0,
        "high": 1000
      }
    ],
    "even_stacks": false,
    "group": "time",
    "chosen": "house"
  },
  {
    "name": "timeout_salvage",
    "rules": [
      "T3",
      "T6",
      "W13"
    ],
    "text": "whether sets in order stay when time runs out over a disorder, and if tiles are taken then",
    "allowed": "one of none, free, penalised",
    "kind": "choice",
    "values": [
      "none",
      "free",
      "penalised"
    ],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": null,
        "high": null
      },
      {
        "sets": "letters",
        "low": null,
        "high": null
      }
    ],
    "even_stacks": false,
    "group": "time",
    "chosen": "house"
  },
  {
    "name": "timeout_in_order_takes",
    "rules": [
      "T4",
      "W13"
    ],
    "text": "tiles taken when time runs out over a table in order, all undone; none: the move stands",
    "allowed": "a whole number from 0 to 1000, or none",
    "kind": "number",
    "values": [],
    "none": true,
    "games": [
      {
        "sets": "numbers",
        "low": 0,
        "high": 1000
      },
      {
        "sets": "letters",
        "low": 0,
        "high": 1000
      }
    ],
    "even_stacks": false,
    "group": "time",
    "chosen": "house"
  },
  {
    "name": "pieces_are_disorder",
    "rules": [
      "T11"
    ],
    "text": "whether sets of the table left in pieces are a disorder when time runs out, rack tile laid or not",
    "allowed": "true or false",
    "kind": "switch",
    "values": [],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": null,
        "high": null
      },
      {
        "sets": "letters",
        "low": null,
        "high": null
      }
    ],
    "even_stacks": false,
    "group": "time",
    "chosen": "book"
  },
  {
    "name": "empty_rack_confirms",
    "rules": [
      "T11",
      "W13"
    ],
    "text": "whether an empty rack over a table in order counts as confirmed when time runs out",
    "allowed": "true or false",
    "kind": "switch",
    "values": [],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": null,
        "high": null
      },
      {
        "sets": "letters",
        "low": null,
        "high": null
      }
    ],
    "even_stacks": false,
    "group": "time",
    "chosen": "book"
  },
  {
    "name": "mistake_takes",
    "rules": [
      "T5",
      "W13"
    ],
    "text": "tiles taken for a confirmed mistake in strict play",
    "allowed": "a whole number from 0 to 1000",
    "kind": "number",
    "values": [],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": 0,
        "high": 1000
      },
      {
        "sets": "letters",
        "low": 0,
        "high": 1000
      }
    ],
    "even_stacks": false,
    "group": "time",
    "chosen": "house"
  },
  {
    "name": "strict",
    "rules": [
      "T7"
    ],
    "text": "strict play: mistakes cost; else helpful: they cannot be confirmed",
    "allowed": "true or false",
    "kind": "switch",
    "values": [],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": null,
        "high": null
      },
      {
        "sets": "letters",
        "low": null,
        "high": null
      }
    ],
    "even_stacks": false,
    "group": "time",
    "chosen": "table"
  },
  {
    "name": "round_time",
    "rules": [
      "T10"
    ],
    "text": "whether the clock of a tournament round can end the game",
    "allowed": "true or false",
    "kind": "switch",
    "values": [],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": null,
        "high": null
      },
      {
        "sets": "letters",
        "low": null,
        "high": null
      }
    ],
    "even_stacks": false,
    "group": "time",
    "chosen": "book"
  },
  {
    "name": "theme",
    "rules": [
      "W16"
    ],
    "text": "the theme that words have to belong to",
    "allowed": "a text of 1 to 60 characters, or none",
    "kind": "text",
    "values": [],
    "none": true,
    "games": [
      {
        "sets": "letters",
        "low": null,
        "high": 60
      }
    ],
    "even_stacks": false,
    "group": "words",
    "chosen": "house"
  },
  {
    "name": "theme_by",
    "rules": [
      "W16"
    ],
    "text": "whether a list or the other players say what belongs to it",
    "allowed": "one of list, vote",
    "kind": "choice",
    "values": [
      "list",
      "vote"
    ],
    "none": false,
    "games": [
      {
        "sets": "letters",
        "low": null,
        "high": null
      }
    ],
    "even_stacks": false,
    "group": "words",
    "chosen": "house"
  },
  {
    "name": "vote_seconds",
    "rules": [
      "R-16"
    ],
    "text": "seconds to vote on a word",
    "allowed": "a whole number from 1 to 1000",
    "kind": "number",
    "values": [],
    "none": false,
    "games": [
      {
        "sets": "letters",
        "low": 1,
        "high": 1000
      }
    ],
    "even_stacks": false,
    "group": "words",
    "chosen": "house"
  },
  {
    "name": "family_words",
    "rules": [
      "W8"
    ],
    "text": "whether vulgar words are refused",
    "allowed": "true or false",
    "kind": "switch",
    "values": [],
    "none": false,
    "games": [
      {
        "sets": "letters",
        "low": null,
        "high": null
      }
    ],
    "even_stacks": false,
    "group": "words",
    "chosen": "house"
  },
  {
    "name": "refill_to",
    "rules": [
      "W12"
    ],
    "text": "tiles up to which a rack is filled after laying",
    "allowed": "a whole number from 1 to 40, or none",
    "kind": "number",
    "values": [],
    "none": true,
    "games": [
      {
        "sets": "numbers",
        "low": 1,
        "high": 40
      },
      {
        "sets": "letters",
        "low": 1,
        "high": 40
      }
    ],
    "even_stacks": false,
    "group": "end",
    "chosen": "house"
  },
  {
    "name": "bank_end",
    "rules": [
      "E2",
      "W15"
    ],
    "text": "what ends the game once the bank is empty",
    "allowed": "one of last-lap, all-pass",
    "kind": "choice",
    "values": [
      "last-lap",
      "all-pass"
    ],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": null,
        "high": null
      },
      {
        "sets": "letters",
        "low": null,
        "high": null
      }
    ],
    "even_stacks": false,
    "group": "end",
    "chosen": "house"
  },
  {
    "name": "rack_end",
    "rules": [
      "E1",
      "W15"
    ],
    "text": "whether an empty rack ends the game at once, or when all have had as many turns",
    "allowed": "one of at-once, equal-turns",
    "kind": "choice",
    "values": [
      "at-once",
      "equal-turns"
    ],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": null,
        "high": null
      },
      {
        "sets": "letters",
        "low": null,
        "high": null
      }
    ],
    "even_stacks": false,
    "group": "end",
    "chosen": "house"
  },
  {
    "name": "joker_rack_value",
    "rules": [
      "E4"
    ],
    "text": "what a joker left on a rack counts",
    "allowed": "a whole number from 0 to 1000",
    "kind": "number",
    "values": [],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": 0,
        "high": 1000
      }
    ],
    "even_stacks": false,
    "group": "end",
    "chosen": "house"
  },
  {
    "name": "lowest_rack_scores",
    "rules": [
      "E6"
    ],
    "text": "how a game without an empty rack is scored",
    "allowed": "one of own-rack, difference, sum",
    "kind": "choice",
    "values": [
      "own-rack",
      "difference",
      "sum"
    ],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": null,
        "high": null
      }
    ],
    "even_stacks": false,
    "group": "end",
    "chosen": "house"
  },
  {
    "name": "unopened_penalty",
    "rules": [
      "E7"
    ],
    "text": "what a player who could not open loses after an empty rack; none: the rack value",
    "allowed": "a whole number from 0 to 1000, or none",
    "kind": "number",
    "values": [],
    "none": true,
    "games": [
      {
        "sets": "numbers",
        "low": 0,
        "high": 1000
      }
    ],
    "even_stacks": false,
    "group": "end",
    "chosen": "house"
  },
  {
    "name": "could_open_penalty",
    "rules": [
      "E7"
    ],
    "text": "what a player who could have opened loses after an empty rack; none: the rack value",
    "allowed": "a whole number from 0 to 1000, or none",
    "kind": "number",
    "values": [],
    "none": true,
    "games": [
      {
        "sets": "numbers",
        "low": 0,
        "high": 1000
      }
    ],
    "even_stacks": false,
    "group": "end",
    "chosen": "house"
  },
  {
    "name": "ruling_opens",
    "rules": [
      "R-8"
    ],
    "text": "whether a tile that a ruling gave after a player's last turn can make an opening possible",
    "allowed": "true or false",
    "kind": "switch",
    "values": [],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": null,
        "high": null
      }
    ],
    "even_stacks": false,
    "group": "end",
    "chosen": "book"
  },
  {
    "name": "announce_seconds",
    "rules": [
      "R-13"
    ],
    "text": "length of the moment to announce an opening",
    "allowed": "a whole number from 1 to 1000",
    "kind": "number",
    "values": [],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": 1,
        "high": 1000
      }
    ],
    "even_stacks": false,
    "group": "end",
    "chosen": "house"
  },
  {
    "name": "double_from",
    "rules": [
      "W11"
    ],
    "text": "tiles that a rack has to hold for a double when it is laid in one turn; none: no doubles",
    "allowed": "a whole number from 1 to 40, or none",
    "kind": "number",
    "values": [],
    "none": true,
    "games": [
      {
        "sets": "letters",
        "low": 1,
        "high": 40
      }
    ],
    "even_stacks": false,
    "group": "end",
    "chosen": "house"
  },
  {
    "name": "big_points",
    "rules": [
      "E8"
    ],
    "text": "whether winning a game is worth a big point",
    "allowed": "true or false",
    "kind": "switch",
    "values": [],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": null,
        "high": null
      },
      {
        "sets": "letters",
        "low": null,
        "high": null
      }
    ],
    "even_stacks": false,
    "group": "end",
    "chosen": "house"
  },
  {
    "name": "match_ranking",
    "rules": [
      "M2"
    ],
    "text": "what decides a match, in this order",
    "allowed": "a list of at most 20, each item one of wins, big-points, total",
    "kind": "list",
    "values": [],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": null,
        "high": null
      },
      {
        "sets": "letters",
        "low": null,
        "high": null
      }
    ],
    "even_stacks": false,
    "group": "end",
    "chosen": "book"
  },
  {
    "name": "leaver",
    "rules": [
      "R-11"
    ],
    "text": "who plays for a seat that was left: a bot or nobody",
    "allowed": "one of bot, pass",
    "kind": "choice",
    "values": [
      "bot",
      "pass"
    ],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": null,
        "high": null
      },
      {
        "sets": "letters",
        "low": null,
        "high": null
      }
    ],
    "even_stacks": false,
    "group": "end",
    "chosen": "house"
  },
  {
    "name": "settlement",
    "rules": [
      "T9"
    ],
    "text": "where tiles of a real table go that nobody can restore",
    "allowed": "one of bank, bank-mixed, player",
    "kind": "choice",
    "values": [
      "bank",
      "bank-mixed",
      "player"
    ],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": null,
        "high": null
      },
      {
        "sets": "letters",
        "low": null,
        "high": null
      }
    ],
    "even_stacks": false,
    "group": "manners",
    "chosen": "book"
  },
  {
    "name": "table_manners",
    "rules": [
      "M8"
    ],
    "text": "what holds at a real table only",
    "allowed": "a list of at most 20, each item one of gap, push, clock, done, distance, count, call",
    "kind": "list",
    "values": [],
    "none": false,
    "games": [
      {
        "sets": "numbers",
        "low": null,
        "high": null
      },
      {
        "sets": "letters",
        "low": null,
        "high": null
      }
    ],
    "even_stacks": false,
    "group": "manners",
    "chosen": "book"
  }
];
