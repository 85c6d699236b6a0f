/** The face of a tile, our own drawing: a large number, the colour's shape, and for the joker a star. */

import { faceOf, type Face, type TileId } from "../tiles";

const SVG = "http://www.w3.org/2000/svg";

/** One shape for each colour, so that grey prints and colour-blind eyes can tell them apart: ● ◆ ■ ▲. */
export const SHAPES: Readonly<Record<string, string>> = {
  k: "M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13z",
  r: "M8 .4L15.6 8L8 15.6L.4 8z",
  b: "M2 2h12v12H2z",
  o: "M8 1.2L15.2 14.2H.8z",
};

/** A star of eight points, half of them short, around an open middle. */
const STAR =
  "M16 1l3.1 8.6 8.2-4-4 8.2L31 16l-7.7 2.9 4 8.2-8.2-4L16 31l-3.1-7.9-8.2 4 4-8.2L1 16l7.7-2.2-4-8.2 8.2 4zM16 12.4a3.6 3.6 0 1 0 0 7.2a3.6 3.6 0 1 0 0-7.2z";

const NUMBER = /^([krbo])(\d{1,2})$/;

function picture(path: string, box: number, className: string): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${box} ${box}`);
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS(SVG, "path");
  shape.setAttribute("d", path);
  shape.setAttribute("fill-rule", "evenodd");
  svg.append(shape);
  return svg;
}

function text(value: string, className: string): HTMLElement {
  const span = document.createElement("span");
  span.className = className;
  span.textContent = value;
  return span;
}

/** Draws a face into an element; a joker shows small what it stands for. The only place that knows what tiles look like. */
export function drawFace(
  element: HTMLElement,
  face: Face,
  standsFor: Face | null = null,
  joker: Face = "J",
): void {
  const number = NUMBER.exec(face);
  if (number) {
    const [, colour, digits] = number as unknown as [string, string, string];
    element.dataset["ink"] = colour;
    element.replaceChildren(
      text(digits, digits.length > 1 ? "tm-digits tm-two" : "tm-digits"),
      picture(SHAPES[colour] ?? "", 16, "tm-shape"),
    );
  } else if (face === joker || face === "?") {
    element.dataset["ink"] = "j";
    element.replaceChildren(
      picture(STAR, 32, standsFor === null ? "tm-star" : "tm-star tm-star-small"),
      ...small(standsFor),
    );
  } else {
    element.dataset["ink"] = "k";
    element.replaceChildren(text(face, "tm-letter"));
  }
}

function small(face: Face | null): Node[] {
  if (face === null) return [];
  const number = NUMBER.exec(face);
  const note = document.createElement("span");
  note.className = "tm-as";
  if (number) {
    note.dataset["ink"] = number[1] ?? "k";
    note.append(
      text(number[2] ?? "", "tm-as-digits"),
      picture(SHAPES[number[1] ?? "k"] ?? "", 16, "tm-as-shape"),
    );
  } else {
    note.append(text(face, "tm-as-letter"));
  }
  return [note];
}

/** A tile's element, without a place yet. */
export function tileElement(tile: TileId): HTMLElement {
  const element = document.createElement("div");
  element.className = "tm-tile";
  element.dataset["tile"] = tile;
  element.setAttribute("role", "option");
  drawFace(element, faceOf(tile));
  return element;
}
