/** The Czech words that every screen may need: they come with the page. */
import { general } from "./general";
import { phrases } from "./phrases";
import { refusals } from "./refusals";
import { rules } from "./rules";
import { screens } from "./screens";
import { tiles } from "./tiles";

export const first = { ...general, ...phrases, ...refusals, ...rules, ...screens, ...tiles } as const;
