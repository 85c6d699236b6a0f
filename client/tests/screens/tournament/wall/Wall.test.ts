/** The clock on the wall: what is seen and heard in the last minute, at the end, and while the line is down. */

import type { PublicTournament } from "../../../../src/generated/protocol";
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import { listen } from "../../../listening";

const START = 1_700_000_000_000;
const round = {
  round: 2,
  final: false,
  tables: [],
  byes: [],
  clock: { total_ms: 90_000, ran_ms: 0, running_since: START, started: true, over: false },
  missing: 4,
};
const publicPage = {
  tournament: "E1",
  code: "ABCD",
  version: 1,
  name: "Cup",
  profile: "pl-tournament",
  rounds_planned: 4,
  final: false,
  games: 1,
  players: 16,
  ended: false,
  rounds: [round],
  standings: [],
} as unknown as PublicTournament;

describe("the clock on the wall (T10)", () => {
  let device: ReturnType<typeof listen>;
  let page: Record<string, unknown>;
  let locks = 0;
  let reachable = true;
  let settings: typeof import("../../../../src/browser/settings.svelte").settings;

  let Wall: typeof import("../../../../src/screens/tournament/wall/Wall.svelte").default;

  beforeAll(async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
    device = listen();
    const { hear, speak } = await import("../../../../src/words/say.svelte");
    await speak("en");
    await hear("hall", "tournaments", "tournaments-refusals");
    ({ settings } = await import("../../../../src/browser/settings.svelte"));
    ({ default: Wall } = await import("../../../../src/screens/tournament/wall/Wall.svelte"));
  });

  beforeEach(async () => {
    vi.useFakeTimers({ now: START });
    settings.set({ sound: true });
    device.heard();
    reachable = true;
    locks = 0;
    Object.defineProperty(navigator, "wakeLock", {
      configurable: true,
      value: { request: async () => ((locks += 1), { release: async () => void (locks -= 1) }) },
    });
    const answer = (): Response =>
      new Response(JSON.stringify(publicPage), {
        headers: { "Content-Type": "application/json", "Tilemeld-Now": String(Date.now()), ETag: '"1"' },
      });
    vi.stubGlobal("fetch", async () => (reachable ? answer() : Promise.reject(new TypeError("no line"))));
    page = mount(Wall, { target: document.body, props: { tournament: "E1" } });
    await later(500);
  });

  afterEach(async () => {
    await unmount(page);
    vi.useRealTimers();
  });

  async function later(ms: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(ms);
    flushSync();
  }

  const time = (): string => document.querySelector("[role=timer]")?.textContent ?? "";

  test("it keeps the screen on, sounds when a minute is left and at the end, and announces the last lap", async () => {
    expect([time(), locks]).toEqual(["1:30", 1]);
    await later(28_000);
    expect(device.heard()).toEqual([]);
    await later(3_000);
    expect(device.heard().map((tone) => tone.pitch)).toEqual([784, 784]);
    expect(time()).toBe("0:59");
    await later(58_000);
    expect(device.heard()).toEqual([]);
    await later(2_000);
    expect(device.heard().length).toBe(9);
    expect(document.querySelector("[role=alert].lap")?.textContent).toBe("Last turns");
    await later(30_000);
    expect(device.heard()).toEqual([]);
  });

  test("m turns the sound off, and it stays off", async () => {
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "m" }));
    expect(settings.wishes.sound).toBe(false);
    await later(95_000);
    expect(device.heard()).toEqual([]);
    expect(document.querySelector(".lap")).not.toBeNull();
  });

  test("with the line down it counts on and sounds at the same moment", async () => {
    reachable = false;
    await later(91_000);
    expect(device.heard().length).toBe(2 + 9);
    expect(document.querySelector(".lap")).not.toBeNull();
  });
});
