/** A table's link: whoever turns back before the table is found does not sit there unseen. */

import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, expect, test, vi } from "vitest";

import { api } from "../../../src/connection/person.svelte";
import type { TableInfo } from "../../../src/generated/protocol";

const followed = vi.hoisted(() => vi.fn());
vi.mock("../../../src/connection/follow", () => ({ follow: followed }));

beforeAll(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
});
afterEach(() => vi.restoreAllMocks());

test("a table that is found after its page is gone is not followed", async () => {
  const { default: TablePage } = await import("../../../src/screens/table/TablePage.svelte");
  let found: (table: TableInfo) => void = () => undefined;
  const find = vi.spyOn(api, "call").mockImplementation(() => new Promise((done) => (found = done)));
  const page = mount(TablePage, { target: document.body, props: { code: "ABC234" } });
  flushSync();
  expect(find).toHaveBeenCalledWith("GET /api/codes/{code}", { code: "ABC234" });
  await unmount(page);
  found({ id: "t", code: "ABC234", stage: "open" } as TableInfo);
  await new Promise((later) => setTimeout(later));
  expect(followed).not.toHaveBeenCalled();
});
