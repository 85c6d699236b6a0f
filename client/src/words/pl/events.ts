import type { events as english } from "../en/events";
import type { Like } from "../say.svelte";

export const events: Like<typeof english> = {
  "events.title": "Turnieje",
  "events.public": "Strona publiczna",
};
