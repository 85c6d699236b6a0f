/** What players can say: the codes of service/live/phrases.py. Made of words/uk/phrases.json: edit that, then run `make docs`. */
import type { phrases as english } from "../en/phrases";
import type { Like } from "../languages";

export const phrases: Like<typeof english> = {
  "phrase.hello": "Привіт!",
  "phrase.good-luck": "Нехай щастить!",
  "phrase.nice-move": "Гарний хід!",
  "phrase.well-played": "Чудово зіграно!",
  "phrase.thank-you": "Дякую!",
  "phrase.sorry": "Перепрошую!",
  "phrase.oops": "Ой!",
  "phrase.one-moment": "Хвилинку, будь ласка",
  "phrase.back-again": "Я вже тут",
  "phrase.hurry-up": "Чекаємо, не поспішайте…",
  "phrase.good-game": "Гарна гра!",
  "phrase.rematch": "Ще раз?",
  "phrase.smile": "Усмішка",
  "phrase.wow": "Ого!",
  "phrase.thinking": "Гм, подумаю…",
  "phrase.applause": "Оплески",
};
