/** The server and the client know the same addresses. */

import { expect, test } from "vitest";

import { read } from "../../src/browser/router.svelte";
import { PAGES } from "../../src/generated/constants";

const EXAMPLES: Readonly<Record<string, string>> = { part: "score", profile: "pl", section: "results" };

test.each(PAGES)("there is a screen for %s, which the server answers with this client", (page) => {
  const address = page.replace(/\{(\w+)\}/g, (_, part: string) => EXAMPLES[part] ?? "ABCDEF");
  expect(read(address).screen).not.toBe("lost");
});

test("an address that the server does not know has no screen either", () => {
  expect(read("/nowhere").screen).toBe("lost");
});
