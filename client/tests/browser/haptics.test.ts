/** Haptics: a device shakes for what is one's own, keeps still for others' tiles, and nothing breaks where it cannot. */

import { afterEach, expect, test, vi } from "vitest";

import { canShake, shake } from "../../src/browser/haptics";

afterEach(() => vi.unstubAllGlobals());

test("one's own turn and a won game are felt; others' tiles are only heard", () => {
  const vibrate = vi.fn();
  vi.stubGlobal("navigator", { vibrate });
  shake("turn");
  shake("theirs");
  shake("won");
  expect(vibrate.mock.calls.map(([pattern]) => (pattern as number[]).length)).toEqual([3, 5]);
  expect(canShake()).toBe(true);
});

test("before the first touch, and without a motor, nothing happens", () => {
  const vibrate = vi.fn();
  vi.stubGlobal("navigator", { vibrate, userActivation: { hasBeenActive: false } });
  shake("turn");
  expect(vibrate).not.toHaveBeenCalled();
  vi.stubGlobal("navigator", {});
  shake("turn");
  expect(canShake()).toBe(false);
});
