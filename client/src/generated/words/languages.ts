/** The languages we speak: made of words/<language>/language.json. */
export const LANGUAGES = ["en", "pl", "cs", "uk"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The plural forms of each language in the order in which templates write them. */
export const FORMS: Readonly<Record<Language, readonly Intl.LDMLPluralRule[]>> = {
  en: ["one", "other"],
  pl: ["one", "few", "many"],
  cs: ["one", "few", "other"],
  uk: ["one", "few", "many"],
};

/** The names of the languages, each in its own. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  pl: "Polski",
  cs: "Čeština",
  uk: "Українська",
};

/** A catalogue in another language: the same keys. */
export type Like<English> = { readonly [K in keyof English]: string };
