/** The clock on the table, and the picture of a match. */

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  anew,
  atRest,
  type Clock,
  format,
  giveTo,
  isRunning,
  lapLeft,
  lastLap,
  noLap,
  pass,
  rest,
  restored,
  run,
  secondsLeft,
  soundsBetween,
  takeBack,
  usedMs,
} from "../../src/companion/clock";
import { apart, plot } from "../../src/companion/graph";

const deeds = fc.array(
  fc.tuple(fc.constantFrom("run", "rest", "pass", "back", "anew"), fc.integer({ min: 0, max: 90_000 })),
  { maxLength: 20 },
);

function live(done: readonly (readonly [string, number])[]): { clock: Clock; now: number } {
  let clock = atRest(0);
  let now = 1_000;
  for (const [deed, later] of done) {
    now += later;
    clock =
      deed === "run"
        ? run(clock, now)
        : deed === "rest"
          ? rest(clock, now)
          : deed === "pass"
            ? pass(clock, 3, now)
            : deed === "back"
              ? takeBack(clock, now)
              : anew(clock, now);
  }
  return { clock, now };
}

describe("the clock", () => {
  test("counts down while it runs, rests, and goes on", () => {
    let clock = run(atRest(1), 1_000);
    expect([
      secondsLeft(clock, 60, 1_000),
      secondsLeft(clock, 60, 1_001),
      secondsLeft(clock, 60, 11_000),
    ]).toEqual([60, 60, 50]);
    clock = rest(clock, 11_000);
    expect(secondsLeft(clock, 60, 99_000)).toBe(50);
    expect(secondsLeft(run(clock, 99_000), 60, 150_000)).toBe(-1);
    expect(secondsLeft(clock, null, 0)).toBeNull();
  });

  test("a tap gives the next player a whole turn; a wrong tap gives the time back, less what went by", () => {
    let clock = pass(run(atRest(2), 0), 3, 20_000);
    expect([clock.player, secondsLeft(clock, 60, 20_000)]).toEqual([0, 60]);
    clock = takeBack(clock, 23_000);
    expect([clock.player, secondsLeft(clock, 60, 23_000), isRunning(clock)]).toEqual([2, 37, true]);
    expect(takeBack(clock, 24_000)).toBe(clock);
  });

  test("a turn can be started over (M5), or given to somebody", () => {
    const clock = run(atRest(0), 0);
    expect(secondsLeft(anew(clock, 30_000), 40, 30_000)).toBe(40);
    expect(giveTo(clock, 2, 30_000)).toMatchObject({ player: 2, used: 0, since: 30_000 });
  });

  test("ticks in the last ten seconds, one sound at the end, none after it", () => {
    const heard = Array.from({ length: 16 }, (_, at) => soundsBetween(14 - at, 13 - at)).flat();
    expect(heard).toEqual([...Array<string>(10).fill("tick"), "end"]);
    expect([
      soundsBetween(null, 5),
      soundsBetween(5, 5),
      soundsBetween(3, 60),
      soundsBetween(14, -3),
    ]).toEqual([[], [], [], ["end"]]);
  });

  test("in a last lap everybody has one more turn, who took the last tile comes last (E2)", () => {
    let clock = lastLap(run(atRest(1), 0));
    const turns: [number, number | null][] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      turns.push([clock.player, lapLeft(clock, 3)]);
      clock = pass(clock, 3, turn);
    }
    expect(turns).toEqual([
      [1, 4],
      [2, 3],
      [0, 2],
      [1, 1],
      [2, 0],
    ]);
    expect([lapLeft(noLap(clock), 3), lapLeft(atRest(0), 3)]).toEqual([null, null]);
    const begun = lastLap(pass(run(atRest(0), 0), 3, 5));
    expect([lapLeft(takeBack(begun, 6), 3), lapLeft(takeBack(pass(begun, 3, 7), 8), 3)]).toEqual([null, 4]);
    expect(lastLap(clock)).toBe(clock);
  });

  test("is read from across the table", () => {
    expect([format(60), format(9), format(120), format(-7), format(0)]).toEqual([
      "1:00",
      "0:09",
      "2:00",
      "+0:07",
      "0:00",
    ]);
  });

  test("whatever is tapped, it survives a reload, and wrong taps taken back lose no time", () => {
    fc.assert(
      fc.property(deeds, (done) => {
        const { clock, now } = live(done);
        expect(restored(JSON.parse(JSON.stringify(clock)), 3)).toEqual(clock);
        const running = run(clock, now);
        const back = takeBack(pass(running, 3, now + 5), now + 9);
        expect([back.player, usedMs(back, now + 9)]).toEqual([running.player, usedMs(running, now + 9)]);
      }),
    );
  });

  test("what was kept and makes no sense is left", () => {
    const clock = run(atRest(1), 5);
    for (const wrong of [
      null,
      7,
      {},
      { ...clock, player: 3 },
      { ...clock, used: -1 },
      { ...clock, since: "now" },
      { ...clock, past: [null] },
      { ...clock, lap: "now" },
    ])
      expect(restored(wrong, 3)).toBeNull();
  });
});

describe("the picture", () => {
  const frame = { left: 30, right: 260, top: 10, bottom: 180 };

  test("every line begins at nought, stays in its frame, and higher totals lie higher", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -900, max: 900 }), fc.integer({ min: -900, max: 900 })), {
          minLength: 1,
          maxLength: 30,
        }),
        (running) => {
          const { lines, grid } = plot(running, 2, frame);
          const zero = grid.find((each) => each.value === 0);
          for (const line of lines) {
            expect(line[0]?.y).toBeCloseTo(zero?.y ?? NaN);
            expect(line.every(({ x, y }) => x >= 29.9 && x <= 260.1 && y >= 9.9 && y <= 180.1)).toBe(true);
          }
          const [one, other] = running[running.length - 1] ?? [0, 0];
          const end = lines.map((line) => line[line.length - 1]?.y ?? 0);
          if (one > other) expect(end[0]).toBeLessThan(end[1] ?? 0);
          expect(grid.length).toBeLessThanOrEqual(7);
        },
      ),
    );
  });

  test("labels keep apart and in order", () => {
    expect(apart([50, 50, 52], 13, 0, 200)).toEqual([50, 63, 76]);
    expect(apart([190, 195], 13, 0, 195)).toEqual([182, 195]);
  });
});
