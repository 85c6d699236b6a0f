/** What a canvas cannot draw by itself: faces and the word mark, as pictures from our own drawings. */

import faces from "../../../components/people/faces.svg?url&no-inline";
import wordmark from "../../../style/wordmark.svg?raw";

const PIXELS = 240;

/** Return the drawing of every motif named; who has none, or cannot be fetched, is left out. */
export async function loadFaces(motifs: readonly string[]): Promise<ReadonlyMap<string, CanvasImageSource>> {
  const found = new Map<string, CanvasImageSource>();
  try {
    const sheet = new DOMParser().parseFromString(await (await fetch(faces)).text(), "image/svg+xml");
    for (const motif of new Set(motifs)) {
      const symbol = sheet.getElementById(motif);
      if (symbol) found.set(motif, await drawn(symbol.innerHTML, "0 0 64 64", PIXELS, PIXELS));
    }
  } catch {
    // a picture without faces is better than none
  }
  return found;
}

/** Return the word mark in these colours. */
export function loadMark(ink: string, dot: string): Promise<CanvasImageSource> {
  const inside = wordmark
    .replace(/^<svg[^>]*>|<\/svg>\s*$/g, "")
    .replaceAll("currentColor", ink)
    .replaceAll("var(--mark)", dot);
  return drawn(inside, "0 0 229 54", 458, 108);
}

async function drawn(inside: string, box: string, width: number, height: number): Promise<HTMLImageElement> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${width}" height="${height}">${inside}</svg>`;
  const image = new Image(width, height);
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  return image;
}
