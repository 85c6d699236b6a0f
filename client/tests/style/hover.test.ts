/** A style for a pointer that hovers never sticks after a touch: it is written for devices that hover. */

import { expect, test } from "vitest";

const sources = Object.entries(
  import.meta.glob<string>(["../../src/**/*.svelte", "../../src/**/*.css"], {
    eager: true,
    query: "?raw",
    import: "default",
  }),
);

/** The selectors with `:hover` of a style sheet that stand outside `@media (hover: hover)`. */
function sticking(css: string): string[] {
  const open: string[] = [];
  const found: string[] = [];
  for (const [, before = "", brace] of css.replace(/\/\*[^]*?\*\//g, "").matchAll(/([^{}]*)([{}])/g)) {
    const head = before.split(";").at(-1)?.trim() ?? "";
    if (brace === "}") open.pop();
    else {
      if (head.includes(":hover") && !open.some((each) => /\(hover:\s*hover\)/.test(each))) found.push(head);
      open.push(head);
    }
  }
  return found;
}

test("every hover style is for devices that hover", () => {
  const found = sources.flatMap(([path, text]) => {
    const css = path.endsWith(".css")
      ? [text]
      : [...text.matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map((each) => each[1] ?? "");
    return css.flatMap(sticking).map((selector) => `${path}: ${selector}`);
  });
  expect(sources.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});

test("a style that would stick is found", () => {
  expect(sticking(".a { color: red; } .a:hover { color: blue; }")).toEqual([".a:hover"]);
  expect(sticking("@media (hover: hover) { .a:hover { color: blue; } }")).toEqual([]);
});
