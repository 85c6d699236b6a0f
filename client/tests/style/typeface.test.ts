/** The typeface has every letter that is written with it: the words of four languages, and what tiles show. */

import { describe, expect, it } from "vitest";

import { FAMILY, PARTS } from "../../alphabet";
import tokens from "../../src/style/tokens.css?raw";

const words = import.meta.glob<string>("../../../words/*/*.json", {
  query: "?raw",
  import: "default",
  eager: true,
});
const letters = new Set(PARTS.flatMap((part) => [...part.letters]));
/** Signs that stand in sentences and look the same in every typeface, or come from another one on purpose. */
const SIGNS = /[\n◆●■▲★✓✗→←↑↓↔⇧⏎≥≤½¼¾\u{2009}\u{202f}\u{2011}ʼ⌫⟲↶↷☰⚙⌁∞⋯∙⁄√≈⌀#]/u;

describe("the typeface", () => {
  it("has the letters of all words", () => {
    expect(Object.keys(words).length).toBeGreaterThan(40);
    const missing = new Map<string, string>();
    for (const [file, text] of Object.entries(words))
      for (const letter of text) if (!letters.has(letter) && !SIGNS.test(letter)) missing.set(letter, file);
    expect([...missing]).toEqual([]);
  });

  it("is asked for by the part that has the letter", () => {
    for (const part of PARTS) {
      const ranges = part.range.split(",").map((each) =>
        each
          .slice(2)
          .split("-")
          .map((end) => parseInt(end, 16)),
      );
      for (const letter of part.letters) {
        const code = letter.codePointAt(0) ?? 0;
        expect(
          ranges.some(([from = 0, to = from]) => from <= code && code <= to),
          letter,
        ).toBe(true);
      }
    }
  });

  it("is the one that the style sheets name", () => {
    expect(tokens).toContain(`--font: ${FAMILY}, "${FAMILY} stand-in",`);
  });
});
