import { readFileSync } from "node:fs";

import type { Plugin } from "vite";

import { HERO } from "./src/board/heroTiles";
import { SHAPES } from "./src/board/screen/face";

const here = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");

/** Leave out what only people read; what stands in quotes has single spaces only. */
function packed(text: string): string {
  return text
    .replace(/\/\*[^]*?\*\//g, "")
    .replace(/^\s*\/\/.*$/gm, "")
    .replace(/\s+/g, " ")
    .replace(/(?<=[{;}]) | (?=[{}])|(?<=: )\b\B/g, "")
    .trim();
}

/** The words that are painted before the script is there, in every language, from the catalogue. */
function words(): Record<string, Record<string, string>> {
  const said = (language: string): Record<string, string> => {
    const [screens, board] = ["screens", "board"].map(
      (name) => JSON.parse(here(`../words/${language}/${name}.json`)) as Record<string, string>,
    );
    return {
      title: screens?.["start.title"] ?? "",
      play: screens?.["start.play"] ?? "",
      try: board?.["hero.try"] ?? "",
    };
  };
  return Object.fromEntries(["en", "pl", "cs", "uk"].map((language) => [language, said(language)]));
}

/** The start page's table with its tiles, as they lie when it comes alive. */
function table(): string {
  const tile = (id: string): string => {
    const [colour, number] = [id.charAt(0), id.slice(1, -1)];
    const shape = `<svg viewBox="0 0 16 16"><path d="${SHAPES[colour] ?? ""}"/></svg>`;
    return `<span class="hero-tile ${colour}">${number}${shape}</span>`;
  };
  const row = (tiles: readonly string[]): string => tiles.map(tile).join("");
  const sets = HERO.table.map((set) => `<span class="hero-set">${row(set)}</span>`).join("");
  return `<div class="hero-felt">${sets}</div><p class="hero-try" data-said="try"></p><div class="hero-rack">${row(HERO.rack)}</div>`;
}

/**
 * Puts into the page what is painted before the script is there: the tokens, the start page's table and its way to play, in the looks
 * and the language that were chosen. The style sheets come after it, so that nothing waits for them; the server allows exactly these texts.
 */
export function shell(): Plugin {
  return {
    name: "shell",
    transformIndexHtml: {
      order: "post",
      handler(page) {
        const style = ["tokens", "felts", "shell"]
          .map((name) => packed(here(`src/style/${name}.css`)))
          .join("");
        const script = packed(here("shell.js")).replace(/JSON\.parse\(`.*?`\)/, () =>
          JSON.stringify(words()),
        );
        const sheets = page.match(/ *<link rel="stylesheet"[^>]*>\n?/g) ?? [];
        const html = sheets
          .reduce((rest, sheet) => rest.replace(sheet, ""), page)
          .replace("%WORDMARK%", () => here("src/style/wordmark.svg").trim())
          .replace("%TABLE%", table)
          .replace("%SAID%", () => script)
          .replace("</body>", () => `${sheets.join("")}  </body>`);
        return { html, tags: [{ tag: "style", children: style, injectTo: "head" }] };
      },
    },
  };
}
