/** The screen stays on while it is wanted, and no longer, however slow the browser answers. */

import { afterEach, describe, expect, test, vi } from "vitest";

import { ScreenWakeLock } from "../../src/browser/wakeLock.svelte";

/** A browser that gives locks when it is told to. */
function browser() {
  const asked: ((given: WakeLockSentinel) => void)[] = [];
  let held = 0;
  const lock = (): WakeLockSentinel => {
    held += 1;
    return { release: async () => void (held -= 1) } as unknown as WakeLockSentinel;
  };
  vi.stubGlobal("navigator", {
    wakeLock: { request: () => new Promise<WakeLockSentinel>((give) => asked.push(give)) },
  });
  return {
    asked: () => asked.length,
    held: () => held,
    async give() {
      asked.at(-1)?.(lock());
      await vi.waitFor(() => undefined);
    },
  };
}

afterEach(() => vi.unstubAllGlobals());

describe("a screen that stays on", () => {
  test("from the beginning to the end", async () => {
    const there = browser();
    const awake = new ScreenWakeLock();
    const end = awake.start();
    await there.give();
    expect([awake.state, there.held()]).toEqual(["on", 1]);
    end();
    expect([awake.state, there.held()]).toEqual(["off", 0]);
  });

  test("nothing is kept of what is given after the end", async () => {
    const there = browser();
    const awake = new ScreenWakeLock();
    awake.start()();
    await there.give();
    expect([awake.state, there.held()]).toEqual(["off", 0]);
  });

  test("it is asked for again when the page is back, and not after the end", async () => {
    const there = browser();
    const awake = new ScreenWakeLock();
    const end = awake.start();
    document.dispatchEvent(new Event("visibilitychange"));
    expect(there.asked()).toBe(2);
    await there.give();
    end();
    document.dispatchEvent(new Event("visibilitychange"));
    expect([there.asked(), there.held()]).toEqual([2, 0]);
  });

  test("a browser that cannot is named", async () => {
    vi.stubGlobal("navigator", {});
    const awake = new ScreenWakeLock();
    awake.start();
    await vi.waitFor(() => expect(awake.state).toBe("missing"));
  });
});
