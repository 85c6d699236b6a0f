import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import subsetFont from "subset-font";
import type { HtmlTagDescriptor, Plugin } from "vite";

import { FAMILY, PARTS } from "./alphabet.ts";

/** Weights from text to the digits of tiles; between them everything is there. */
const WEIGHTS = { min: 400, max: 800 };

type Part = (typeof PARTS)[number];

function source(part: Part): URL {
  const file = `@fontsource-variable/rubik/files/rubik-${part.file}-wght-normal.woff2`;
  return new URL(`node_modules/${file}`, import.meta.url);
}

/** Cut a part out of its file: these letters, these weights, the same width for all digits, no kerning (it weighs as much as a third of the letters). */
async function cut(part: Part): Promise<Buffer> {
  return subsetFont(await readFile(source(part)), part.letters, {
    targetFormat: "woff2",
    keepFeatures: ["tnum"],
    variationAxes: { wght: WEIGHTS },
    noHinting: true,
    dropTables: ["GDEF", "GPOS", "HVAR", "MVAR", "STAT", "gasp"], // names of weights, and what the outlines say anyway
  });
}

/** The weights of the pictures that links show: the server sets them with typst, which wants each weight as a file. */
const PICTURE_WEIGHTS = [400, 700];

/** What a part is called there: typst takes one file for each family, so every part is a family of its own. */
function familyOf(part: Part): string {
  return `${FAMILY.slice(0, -1)}${part.name.charAt(0).toUpperCase()}`;
}

/** Write the part's name over the family's, which has as many letters, wherever the file says it. */
function renamed(font: Buffer, part: Part): Buffer {
  const utf16 = (text: string): Buffer => Buffer.from(text, "utf16le").swap16();
  const [from, to] = [utf16(FAMILY), utf16(familyOf(part))];
  for (let at = font.indexOf(from); at >= 0; at = font.indexOf(from, at + to.length)) to.copy(font, at);
  return font;
}

/** Cut a part in one weight for the server's pictures. */
async function cutForPictures(part: Part, wght: number): Promise<Buffer> {
  const font = await subsetFont(await readFile(source(part)), part.letters, {
    targetFormat: "truetype",
    variationAxes: { wght },
    noHinting: true,
  });
  return renamed(font, part);
}

/** Return the word mark as typst draws it: without the colours of a page around it. */
async function wordmarkForPictures(): Promise<string> {
  const drawn = await readFile(new URL("src/style/wordmark.svg", import.meta.url), "utf8");
  return drawn.replaceAll("currentColor", "#f4faf6").replaceAll("var(--mark)", "#f2a54a");
}

/** Its small letters are tall: a little smaller, lines are as long as with the usual fonts of systems. */
const SIZE = "96%";

/** What stands there until the typeface has come: fonts of the system, stretched to the same widths and heights, so that nothing jumps. */
const STAND_INS = [
  { fonts: ["Arial", "Liberation Sans", "Helvetica", "Roboto"], size: 1 },
  { fonts: ["DejaVu Sans", "Verdana"], size: 0.88 },
].map(({ fonts, size }, at) => {
  const share = (part: number): string => `${(part / size).toFixed(1)}%`;
  return `@font-face{font-family:"${FAMILY} stand-in${at || ""}";src:${fonts.map((font) => `local("${font}")`).join()};size-adjust:${size * 100}%;ascent-override:${share(89.8)};descent-override:${share(24)};line-gap-override:0%}`;
});

/** Return the rules that name the files. */
function rules(addressOf: (part: Part) => string): string {
  const faces = PARTS.map(
    (part) =>
      `@font-face{font-family:${FAMILY};font-weight:${WEIGHTS.min} ${WEIGHTS.max};font-display:swap;size-adjust:${SIZE};src:url(${addressOf(part)}) format("woff2");unicode-range:${part.range}}`,
  );
  return [...faces, ...STAND_INS].join("");
}

/**
 * Puts the typeface into the page: cut to the letters of the four languages while the client is built, named by what is in it, and
 * asked for before anything else. The rules stand in the page itself, which is there before every style sheet.
 */
export function typeface(): Plugin {
  let built = false;
  return {
    name: "typeface",
    configResolved(config) {
      built = config.command === "build";
    },
    async buildStart() {
      if (!built) return;
      for (const part of PARTS)
        this.emitFile({ type: "asset", name: `rubik-${part.name}.woff2`, source: await cut(part) });
      for (const part of PARTS)
        for (const weight of PICTURE_WEIGHTS) {
          const fileName = `pictures/${familyOf(part).toLowerCase()}-${weight}.ttf`;
          this.emitFile({ type: "asset", fileName, source: await cutForPictures(part, weight) });
        }
      this.emitFile({
        type: "asset",
        fileName: "pictures/wordmark.svg",
        source: await wordmarkForPictures(),
      });
      const licence = await readFile(
        new URL("node_modules/@fontsource-variable/rubik/LICENSE", import.meta.url),
      );
      this.emitFile({ type: "asset", fileName: "licences/rubik.txt", source: licence });
    },
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle }) {
        const names = Object.keys(bundle ?? {});
        const addressOf = (part: Part): string =>
          bundle
            ? `/${names.find((name) => name.startsWith(`assets/rubik-${part.name}-`))}`
            : `/@fs${fileURLToPath(source(part))}`;
        const attrs = { rel: "preload", as: "font", type: "font/woff2", crossorigin: true };
        const first: HtmlTagDescriptor = { tag: "link", attrs: { ...attrs, href: addressOf(PARTS[0]) } };
        return [
          { ...first, injectTo: "head-prepend" },
          { tag: "style", children: rules(addressOf) },
        ];
      },
    },
  };
}
