// Made from the Python code by `make docs` (tools/generate_constants.py); do not edit.

/** What a column of a list of players may be. */
export const COLUMNS = [
  "name",
  "first-name",
  "surname",
  "public-name",
  "club",
  "rating",
  "unused"
] as const;
