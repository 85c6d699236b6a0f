/** What players can say: the codes of service/live/phrases.py. Made of words/cs/phrases.json: edit that, then run `make docs`. */
import type { phrases as english } from "../en/phrases";
import type { Like } from "../languages";

export const phrases: Like<typeof english> = {
  "phrase.hello": "Ahoj!",
  "phrase.good-luck": "Hodně štěstí!",
  "phrase.nice-move": "Pěkný tah!",
  "phrase.well-played": "Dobře zahráno!",
  "phrase.thank-you": "Děkuji!",
  "phrase.sorry": "Pardon!",
  "phrase.oops": "Jejda!",
  "phrase.one-moment": "Okamžik, prosím",
  "phrase.back-again": "Jsem zpět",
  "phrase.hurry-up": "V klidu čekáme…",
  "phrase.good-game": "Pěkná hra!",
  "phrase.rematch": "Ještě jednou?",
  "phrase.smile": "Úsměv",
  "phrase.wow": "Páni!",
  "phrase.thinking": "Hm, přemýšlím…",
  "phrase.applause": "Potlesk",
};
