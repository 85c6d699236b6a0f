import { expect, test } from "vitest";

import { sayCalled } from "../../../src/tournament/hall/calls";
import { say } from "../../../src/words/say.svelte";

test("a table that has just called reads no waiting time of 0 minutes, later how long it has waited", () => {
  expect(sayCalled(0, 0)).toBe(say("hall.called-now"));
  expect(sayCalled(5000, 0)).toBe(say("hall.called-now"));
  expect(sayCalled(0, 59_999)).toBe(say("hall.called-now"));
  expect(sayCalled(0, 60_000)).toBe(say("hall.called-wait", { count: 1 }));
  expect(sayCalled(0, 185_000)).toBe(say("hall.called-wait", { count: 3 }));
});
