/** What players can say: the codes of service/live/phrases.py. Made of words/pl/phrases.json: edit that, then run `make docs`. */
import type { phrases as english } from "../en/phrases";
import type { Like } from "../languages";

export const phrases: Like<typeof english> = {
  "phrase.hello": "Cześć!",
  "phrase.good-luck": "Powodzenia!",
  "phrase.nice-move": "Ładny ruch!",
  "phrase.well-played": "Dobrze zagrane!",
  "phrase.thank-you": "Dziękuję!",
  "phrase.sorry": "Przepraszam!",
  "phrase.oops": "Ups!",
  "phrase.one-moment": "Proszę o chwilę",
  "phrase.back-again": "Już jestem",
  "phrase.hurry-up": "Spokojnie, poczekamy…",
  "phrase.good-game": "Świetna gra!",
  "phrase.rematch": "Jeszcze raz?",
  "phrase.smile": "Uśmiech",
  "phrase.wow": "O rany!",
  "phrase.thinking": "Hm, niech pomyślę…",
  "phrase.applause": "Brawa",
};
