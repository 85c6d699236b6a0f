/** The screens around the table: start, create, lobby, end, settings, privacy, keys. */
export const screens = {
  "start.title": "Runs, groups, and a table to rearrange",
} as const;
