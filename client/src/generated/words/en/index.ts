/** The English words: also the list of all keys, and of the values that each message takes. */
import { board } from "./board";
import { book } from "./book";
import { companion } from "./companion";
import { end } from "./end";
import { general } from "./general";
import { hall } from "./hall";
import { letters } from "./letters";
import { phrases } from "./phrases";
import { refusals } from "./refusals";
import { replay } from "./replay";
import { rules } from "./rules";
import { screens } from "./screens";
import { solver } from "./solver";
import { tiles } from "./tiles";
import { tournaments } from "./tournaments";
import { tournamentsRefusals } from "./tournaments-refusals";
import { tutorial } from "./tutorial";

export const en = { ...board, ...book, ...companion, ...end, ...general, ...hall, ...letters, ...phrases, ...refusals, ...replay, ...rules, ...screens, ...solver, ...tiles, ...tournaments, ...tournamentsRefusals, ...tutorial } as const;
