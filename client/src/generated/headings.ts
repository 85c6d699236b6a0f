// Made from the Python code by `make docs` (tools/generate_constants.py); do not edit.

/** What a column of names may be called. */
export const NAME_HEADINGS = [
  "name",
  "player",
  "imię",
  "imie",
  "nazwisko",
  "imię i nazwisko",
  "nazwisko i imię",
  "gracz",
  "uczestnik",
  "uczestniczka",
  "zawodnik",
  "zawodniczka",
  "jméno",
  "příjmení",
  "jméno a příjmení",
  "příjmení a jméno",
  "hráč",
  "hráčka",
  "ім'я",
  "прізвище",
  "ім'я та прізвище",
  "прізвище та ім'я",
  "піб",
  "гравець",
  "гравчиня",
  "учасник",
  "учасниця"
] as const;
