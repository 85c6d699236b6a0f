import type { general as english } from "../en/general";
import type { Like } from "../say.svelte";

export const general: Like<typeof english> = {
  "app.name": "tilemeld",
  "app.loading": "Хвилинку…",
};
