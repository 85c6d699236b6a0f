/** What is read can be read: every theme, felt and tile, measured from the style sheets themselves. */

import { describe, expect, it } from "vitest";

import { FELTS, THEMES, TILES } from "../../src/browser/looks";
import felts from "../../src/style/felts.css?raw";
import tokens from "../../src/style/tokens.css?raw";

/** The rules for screens; those for paper are left out. */
const sheets = `${tokens}\n${felts}`
  .replace(/\/\*[^]*?\*\//g, "")
  .replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, "");

/** The values that hold where the root element has these attributes: the rules that apply, weakest first. */
function values(looks: Readonly<Record<string, string>>): Map<string, string> {
  const rules = [...sheets.matchAll(/(:root[^{]*)\{([^}]*)\}/g)].flatMap(
    ([, selector = "", body = ""], at) => {
      const asked = selector.trim();
      const attributes = [...asked.matchAll(/(:not\()?\[data-(\w+)="(\w+)"\]/g)];
      const fits = attributes.every(([, not, name = "", value]) => (looks[name] === value) !== Boolean(not));
      return fits ? [{ weight: attributes.length, at, body }] : [];
    },
  );
  rules.sort((a, b) => a.weight - b.weight || a.at - b.at);
  const found = new Map<string, string>();
  for (const { body } of rules)
    for (const [, name = "", value = ""] of body.matchAll(/(--[\w-]+):\s*([^;]+);/g))
      found.set(name, value.trim());
  return found;
}

function luminance(colour: string): number {
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (!parts) throw new Error(`${colour} is not a colour`);
  const [red, green, blue] = parts.slice(1).map((part) => {
    const share = parseInt(part, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ["paper", "card", "sunk"];
const FELT = ["table", "table-lit", "table-shade"];
const TILE = ["tile", "tile-lit", "tile-low"];
const RACK = ["rack", "rack-low"];
/** What is read, on what, and how far apart they have to be. */
const PAIRS: readonly (readonly [readonly string[], readonly string[], number])[] = [
  [["ink", "ink-soft", "accent", "good", "bad", "warn"], GROUNDS, 4.5],
  [["on-accent"], ["accent", "accent-strong"], 4.5],
  [["on-accent-soft"], ["accent-soft"], 4.5],
  [["on-mark"], ["mark"], 4.5],
  [["good"], ["good-soft"], 4.5],
  [["warn"], ["warn-soft"], 4.5],
  [["bad"], ["bad-soft"], 4.5],
  [["edge"], ["card"], 3],
  [["on-table", "on-table-soft"], FELT, 4.5],
  [["on-rack"], RACK, 4.5],
  [["tile-ink-k", "tile-ink-r", "tile-ink-b", "tile-ink-o", "tile-ink-j"], TILE, 4.5],
  [TILE, FELT, 3],
  [["pick"], FELT, 3],
  [["focus"], GROUNDS, 3],
];

const shown = THEMES.filter((theme) => theme !== "system");
const looks = shown.flatMap((theme) =>
  FELTS.flatMap((felt) => TILES.map((tiles) => ({ theme, felt, tiles }))),
);

describe("every look", () => {
  it.each(looks)("is legible: $theme, $felt, $tiles", (look) => {
    const now = values(look);
    const weak: string[] = [];
    for (const [inks, grounds, least] of PAIRS)
      for (const ink of inks)
        for (const ground of grounds) {
          const reached = contrast(now.get(`--${ink}`) ?? "", now.get(`--${ground}`) ?? "");
          if (reached < least) weak.push(`${ink} on ${ground}: ${reached.toFixed(2)}, not ${least}`);
        }
    expect(weak).toEqual([]);
  });

  it("is one of its own", () => {
    const seen = (look: (typeof looks)[number]): string =>
      ["--table", "--table-lit", "--tile", "--tile-ink-r"].map((name) => values(look).get(name)).join();
    const chosen = looks.filter(({ theme }) => theme !== "contrast");
    expect(new Set(chosen.map(seen)).size).toBe(chosen.length);
    expect(new Set(looks.filter(({ theme }) => theme === "contrast").map(seen)).size).toBe(1);
  });
});
