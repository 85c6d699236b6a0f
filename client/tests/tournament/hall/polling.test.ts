/** Asking again and again: only while it is seen, more and more rarely while nobody answers, and at once when the page is back. */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { ApiProblem, UNREACHABLE } from "../../../src/connection/api";
import { Polling, waitFor } from "../../../src/tournament/hall/polling.svelte";

let visible = true;
Object.defineProperty(document, "visibilityState", { get: () => (visible ? "visible" : "hidden") });

function turn(shown: boolean): void {
  visible = shown;
  document.dispatchEvent(new Event("visibilitychange"));
}

const lost = new ApiProblem(0, [UNREACHABLE]);

describe("polling", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    visible = true;
  });
  afterEach(() => vi.useRealTimers());

  test("the pace doubles with every failure up to a limit, and phones do not ask in step", () => {
    expect([0, 1, 2, 3, 9].map((failures) => waitFor(2_000, failures, 0.5))).toEqual([
      2_000, 2_000, 4_000, 8_000, 10_000,
    ]);
    expect([waitFor(2_000, 0, 0), waitFor(2_000, 0, 1)]).toEqual([1_700, 2_300]);
  });

  test("it asks while the page is seen, and at once when it is seen again", async () => {
    let asked = 0;
    const live = new Polling(
      async () => (asked += 1),
      () => 1_000,
    );
    const stop = live.start();
    await vi.advanceTimersByTimeAsync(3_600);
    expect(asked).toBeGreaterThanOrEqual(4);
    turn(false);
    const before = asked;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toBe(before);
    turn(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toBe(before + 1);
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toBe(before + 1);
  });

  test("what was known stays while the line is down, and is live again by itself", async () => {
    const answers: (() => Promise<string | null>)[] = [
      async () => "one",
      () => Promise.reject(lost),
      () => Promise.reject(new ApiProblem(503, [])),
      async () => null,
      async () => "two",
    ];
    const states: unknown[] = [];
    const live = new Polling(
      async () => (answers.shift() ?? (async () => null))(),
      () => 1_000,
    );
    const stop = live.start();
    for (let at = 0; at < 5; at += 1) {
      await vi.advanceTimersByTimeAsync(at === 0 ? 0 : 2_400);
      states.push([live.state, live.data]);
    }
    stop();
    expect(states.slice(0, 2)).toEqual([
      ["live", "one"],
      ["lost", "one"],
    ]);
    expect(states.at(-1)).toEqual(["live", "two"]);
  });

  test("an answer that is final is not asked for again", async () => {
    let asked = 0;
    const gone = new ApiProblem(404, [{ code: "tournament/unknown", params: {}, text: "" }]);
    const live = new Polling(
      () => ((asked += 1), Promise.reject(gone)),
      () => 1_000,
    );
    live.start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([asked, live.refusals[0]?.code, live.state]).toEqual([1, "tournament/unknown", "asking"]);
  });
});
