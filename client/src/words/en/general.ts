/** Words of the whole client: buttons, connection, errors. */
export const general = {
  "app.name": "tilemeld",
  "app.loading": "One moment…",
} as const;
