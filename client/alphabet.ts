/** The typeface and the letters that are cut out of it: those of the four languages, and of some neighbours for their names. */

/** The one typeface of the product; docs/design.md says why this one. */
export const FAMILY = "Rubik";

function range(from: number, to: number): string {
  return String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, at) => from + at));
}

const UKRAINIAN = "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя";

/** What is cut out of each file of the package: its letters, and for which characters browsers ask for it. */
export const PARTS = [
  {
    name: "latin",
    file: "latin",
    letters: `${range(0x20, 0x7e)}\u{a0}©®°±·×«»ÁÄÉÍÓÔÖÚÜÝßáäéíóôöúüý–—‘’‚“”„•…−`,
    range: "U+20-7E,U+A0-FF,U+2013-2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+2212",
  },
  {
    name: "accents",
    file: "latin-ext",
    letters: "ĄąĆćČčĎďĘęĚěŁłŃńŇňŘřŚśŠšŤťŮůŹźŻżŽžŐőŰűĽľĹĺŔŕ",
    range: "U+100-17F",
  },
  {
    name: "cyrillic",
    file: "cyrillic",
    letters: `${UKRAINIAN}${UKRAINIAN.toUpperCase()}ыэъёЫЭЪЁ№`,
    range: "U+400-4FF,U+2116",
  },
] as const;
