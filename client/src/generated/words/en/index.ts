/** The English words: also the list of all keys, and of the values that each message takes. */
import { board } from "./board";
import { book } from "./book";
import { companion } from "./companion";
import { events } from "./events";
import { eventsRefusals } from "./events-refusals";
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
import { tutorial } from "./tutorial";

export const en = { ...board, ...book, ...companion, ...events, ...eventsRefusals, ...general, ...hall, ...letters, ...phrases, ...refusals, ...replay, ...rules, ...screens, ...solver, ...tiles, ...tutorial } as const;
