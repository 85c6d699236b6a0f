/** What is said aloud and shown for a while. */

import { expect, test } from "vitest";

import { Notices, sentences } from "../../src/table/notices.svelte";

test("lines become sentences, with one full stop between them", () => {
  expect(sentences(["You can score 22 points", "That counts double.", "", "KOSMETYCZKA"])).toBe(
    "You can score 22 points. That counts double. KOSMETYCZKA",
  );
  expect(sentences([])).toBe("");
});

test("what was said a moment ago is said again with what joins it", () => {
  let now = 0;
  const notices = new Notices(String, () => now);
  notices.announce(["Jan took 1 tile."]);
  now = 10;
  notices.announce(["Your turn"], true);
  expect(notices.spoken).toBe("Jan took 1 tile. Your turn");
});
