/** The words of tournaments: setting up, the desk. */
export const events = {
  "events.title": "Tournaments",
  "events.public": "Public page",
} as const;
