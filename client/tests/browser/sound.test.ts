/** Sounds are heard where a device has them, once it was touched, and never break the page. */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { listen } from "../listening";

beforeEach(() => void vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

async function sound(): Promise<typeof import("../../src/browser/sound")> {
  return import("../../src/browser/sound");
}

describe("sounds", () => {
  test("the end of a round is three strokes that a hall hears, a minute before it two higher ones", async () => {
    const device = listen();
    const { play } = await sound();
    play("gong");
    const gong = device.heard();
    expect(new Set(gong.map((tone) => tone.from))).toEqual(new Set([0, 1.6, 3.2]));
    expect(Math.max(...gong.map((tone) => tone.loud))).toBeGreaterThanOrEqual(0.7);
    expect(Math.max(...gong.map((tone) => tone.to))).toBeGreaterThan(4);
    play("minute");
    const minute = device.heard();
    expect(new Set(minute.map((tone) => tone.from)).size).toBe(2);
    expect(Math.min(...minute.map((tone) => tone.pitch))).toBeGreaterThan(
      Math.max(...gong.map((tone) => tone.pitch)),
    );
  });

  test("before the page was touched it is silent, and a device that slept is woken", async () => {
    const device = listen({ state: "suspended" });
    const { play } = await sound();
    vi.stubGlobal("navigator", { userActivation: { hasBeenActive: false } });
    play("gong");
    expect(device.heard()).toEqual([]);
    vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true } });
    play("hurry");
    expect([device.heard().length, device.woken()]).toEqual([1, 1]);
  });

  test("the device is let go when the last tone has ended, and woken for the next", async () => {
    const device = listen();
    const { play } = await sound();
    play("minute");
    device.endTone();
    expect(device.isLetGo()).toBe(false);
    device.endTone();
    expect(device.isLetGo()).toBe(true);
    play("hurry");
    expect(device.isLetGo()).toBe(false);
  });

  test("a device without sound plays on in silence", async () => {
    vi.stubGlobal("AudioContext", undefined);
    const { play } = await sound();
    expect(() => play("gong")).not.toThrow();
    vi.stubGlobal(
      "AudioContext",
      class {
        constructor() {
          throw new Error("no device");
        }
      },
    );
    expect(() => play("gong")).not.toThrow();
  });
});
