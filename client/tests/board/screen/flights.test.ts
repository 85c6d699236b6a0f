/** Flights: when each tile starts, that turns follow each other, and that skipping ends all of it at once. */

import { describe, expect, test, vi } from "vitest";

import { Flights, schedule } from "../../../src/board/screen/flights";

const TIMING = { long: 300, apart: 100, rest: 400 };

describe("the schedule", () => {
  test("lets tiles start one after another, and the next turn after a rest", () => {
    const first = schedule(3, 1_000, 0, TIMING);
    expect(first.slots.map((slot) => slot.at)).toEqual([1_000, 1_100, 1_200]);
    expect(first.free).toBe(1_900);
    expect(schedule(1, 1_500, first.free, TIMING).slots).toEqual([{ at: 1_900, long: 300 }]);
  });

  test("hurries when much is still to be shown", () => {
    expect(schedule(2, 0, 4_000, TIMING).slots).toEqual([
      { at: 4_000, long: 150 },
      { at: 4_050, long: 150 },
    ]);
  });
});

function air() {
  const animations: { delay: number; cancelled: boolean; onfinish: (() => void) | null }[] = [];
  const animate = (_: Keyframe[], options: KeyframeAnimationOptions) => {
    const animation = {
      delay: Number(options.delay),
      cancelled: false,
      onfinish: null,
      cancel() {
        this.cancelled = true;
      },
    };
    animations.push(animation);
    return animation as unknown as Animation;
  };
  const layer = document.createElement("div");
  HTMLElement.prototype.animate = animate as never; // jsdom moves nothing
  const tile = { animate } as unknown as HTMLElement;
  const landed = vi.fn();
  const busy = vi.fn();
  const flights = new Flights(layer, { element: () => tile, landed, busy, now: () => 0 });
  return { flights, animations, landed, busy, layer };
}

const flight = (tile: string) => ({ tile, from: "translate(0px,0px)", appears: true });

describe("flights", () => {
  test("of two turns follow each other; each tile that lands is heard", () => {
    const { flights, animations, landed, busy } = air();
    flights.start([flight("r1a"), flight("r2a")], TIMING);
    flights.start([flight("r3a")], TIMING);
    expect(animations.map((each) => each.delay)).toEqual([0, 100, 800]);
    for (const each of animations) each.onfinish?.();
    expect(landed).toHaveBeenCalledTimes(3);
    expect(flights.isBusy).toBe(false);
    expect(busy).toHaveBeenLastCalledWith(false);
  });

  test("a tile in the air goes on and does not start again", () => {
    const { flights, animations } = air();
    flights.start([flight("r1a")], TIMING);
    flights.start([flight("r1a")], TIMING);
    expect(animations).toHaveLength(1);
  });

  test("skipped, everything is in its place in silence, and nothing is left on the page", () => {
    const { flights, animations, landed, layer } = air();
    flights.start([flight("r1a")], TIMING);
    flights.startFaceDown(2, "a", "b", TIMING);
    expect(layer.childElementCount).toBe(2);
    flights.skip();
    expect(animations.every((each) => each.cancelled)).toBe(true);
    expect(landed).not.toHaveBeenCalled();
    expect([flights.isBusy, layer.childElementCount]).toEqual([false, 0]);
    flights.start([flight("r1a")], TIMING);
    expect(animations.at(-1)?.delay).toBe(0);
  });
});
