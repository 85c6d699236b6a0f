import type { events as english } from "../en/events";
import type { Like } from "../say.svelte";

export const events: Like<typeof english> = {
  "events.title": "Турніри",
  "events.public": "Публічна сторінка",
};
