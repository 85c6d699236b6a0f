import type { screens as english } from "../en/screens";
import type { Like } from "../say.svelte";

export const screens: Like<typeof english> = {
  "start.title": "Postupky, skupiny a stůl k přerovnání",
};
