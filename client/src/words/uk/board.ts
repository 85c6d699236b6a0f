import type { board as english } from "../en/board";
import type { Like } from "../say.svelte";

export const board: Like<typeof english> = {};
