/** The clocks of a hall: counted from facts and the server's time, so that nothing depends on the line. */

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { clockText, roundTime, ServerTime, soundsBetween } from "../../../src/tournament/hall/roundClock";
import {
  begin,
  isToRepeat,
  lastLap,
  newer,
  next,
  noLap,
  pause,
  previous,
  restart,
  resume,
  starter,
  stopAfterTurn,
  ticksBetween,
  turnTime,
} from "../../../src/tournament/hall/turnClock";
import type { TurnClock } from "../../../src/generated/protocol";

const FOUR = [0, 0, 20, 0].map((allowance_seconds) => ({ allowance_seconds }));
const RULES = { turn_seconds: 40, bank_end: "last-lap" } as const;

function started(): TurnClock {
  return begin(null, 1, 0, FOUR, RULES, 1_000);
}

function after(presses: number, clock: TurnClock = started()): TurnClock {
  return Array.from({ length: presses }).reduce<TurnClock>(
    (now, _, at) => next(now, FOUR, RULES, 2_000 + at),
    clock,
  );
}

describe("the server's time", () => {
  test("the quickest answer tells it best, and a slow one does not spoil it", () => {
    let device = 0;
    const time = new ServerTime(() => device);
    time.note(10_000, 0, 400); // 200 ms each way, or not
    time.note(10_440, 450, 470);
    device = 470;
    expect(time.now()).toBe(10_450);
    time.note(10_900, 500, 1_400);
    device = 1_400;
    expect(time.now()).toBe(11_380);
  });

  test("a device whose clock was changed is not trusted any more", () => {
    const time = new ServerTime(() => 100_000);
    time.note(10_000, 0, 10);
    time.note(50_000, 99_000, 100_000);
    expect(time.now()).toBe(50_500);
  });
});

describe("the clock of a round (T10)", () => {
  const facts = { total_ms: 90_000, ran_ms: 0, running_since: null, started: false, over: false };

  test("it counts from the facts, and is over by itself where nobody can be asked", () => {
    expect(roundTime(facts, 5)).toEqual({ left: 90_000, state: "before" });
    const running = { ...facts, running_since: 1_000 };
    expect(roundTime(running, 31_000)).toEqual({ left: 60_000, state: "running" });
    expect(roundTime(running, 91_001)).toEqual({ left: 0, state: "over" });
    expect(roundTime({ ...facts, ran_ms: 30_000 }, 99_000)).toEqual({ left: 60_000, state: "paused" });
    expect(roundTime({ ...facts, over: true }, 0)).toEqual({ left: 0, state: "over" });
  });

  test("a round without a clock has no time but is begun", () => {
    const none = { ...facts, total_ms: null };
    expect(roundTime(none, 1)).toEqual({ left: null, state: "before" });
    expect(roundTime({ ...none, running_since: 1 }, 9)).toEqual({ left: null, state: "running" });
  });

  test("times are written as clocks write them, and the last second is a second", () => {
    expect([5_400_000, 725_000, 60_000, 59_999, 1, 0].map(clockText)).toEqual([
      "1:30:00",
      "12:05",
      "1:00",
      "1:00",
      "0:01",
      "0:00",
    ]);
  });

  test("a minute before the end and at the end there is a sound, once each", () => {
    const running = { ...facts, running_since: 0 };
    const heard = [];
    for (let now = 0; now < 100_000; now += 250)
      heard.push(...soundsBetween(roundTime(running, now), roundTime(running, now + 250)));
    expect(heard).toEqual(["minute", "end"]);
    expect(soundsBetween(null, roundTime(running, 95_000))).toEqual([]);
    expect(soundsBetween(roundTime(facts, 0), roundTime({ ...facts, over: true }, 0))).toEqual([]);
  });
});

describe("the turn clock of a table", () => {
  test("a turn has the time of the book, and more for whoever was allowed more (T1, M9)", () => {
    const unset = { lap_from: null, lap_why: null, paused_at: null, stop_after: null };
    expect(started()).toEqual({
      ...{ presses: 1, game: 1, turn: 1, seat: 0, started_at: 1_000, limit_ms: 40_000 },
      ...unset,
    });
    expect([after(1), after(2), after(3), after(4)].map((clock) => [clock.seat, clock.limit_ms])).toEqual([
      [1, 40_000],
      [2, 60_000],
      [3, 40_000],
      [0, 40_000],
    ]);
    expect(turnTime(started(), 4, 11_000)).toMatchObject({ left: 30_000, share: 0.75, state: "running" });
    expect(turnTime(started(), 4, 32_000).state).toBe("hurry");
    expect(turnTime(started(), 4, 41_000)).toMatchObject({ left: 0, state: "up" });
  });

  test("a wrong tap is taken back, the announcement of a last lap with it", () => {
    expect(previous(after(2), FOUR, RULES, 9_000)).toMatchObject({
      seat: 1,
      turn: 2,
      started_at: 9_000,
      limit_ms: 40_000,
    });
    expect(previous(started(), FOUR, RULES, 9_000)).toEqual(started());
    const lap = lastLap(after(2), "bank");
    expect(previous(lap, FOUR, RULES, 9_000).lap_from).toBe(null);
    expect(previous(after(1, lap), FOUR, RULES, 9_000).lap_from).toBe(3);
  });

  test("a pause does not count, and a turn can be started over (M5)", () => {
    const paused = pause(started(), 11_000);
    expect(turnTime(paused, 4, 99_000)).toMatchObject({ left: 30_000, state: "paused" });
    expect(pause(paused, 50_000)).toBe(paused);
    expect(turnTime(resume(paused, 61_000), 4, 61_000)).toMatchObject({ left: 30_000, state: "running" });
    expect(turnTime(restart(paused, 61_000), 4, 61_000).left).toBe(40_000);
  });

  test("a call stops the clock after the turn in which it was made (M5)", () => {
    const called = stopAfterTurn(started());
    expect(turnTime(called, 4, 2_000).state).toBe("running");
    const stopped = next(called, FOUR, RULES, 20_000);
    expect(turnTime(stopped, 4, 90_000)).toMatchObject({ seat: 1, left: 40_000, state: "paused" });
    expect(turnTime(resume(stopped, 95_000), 4, 95_000)).toMatchObject({ left: 40_000, state: "running" });
    expect(next(resume(stopped, 95_000), FOUR, RULES, 96_000).paused_at).toBe(null);
  });

  test("the time of the round is over: this turn is finished, then everybody has one more, who plays now last (E2, R-7)", () => {
    const lap = lastLap(after(5), "time"); // seat B plays
    const times = Array.from({ length: 6 }, (_, more) => turnTime(after(more, lap), 4, 3_000));
    expect(times.map((each) => each.seat)).toEqual([1, 2, 3, 0, 1, 2]);
    expect(times.map((each) => each.lap)).toEqual([5, 4, 3, 2, 1, 0]);
    expect(times.map((each) => each.lapAnnounced)).toEqual([true, false, false, false, false, false]);
    expect(times.map((each) => each.done)).toEqual([false, false, false, false, false, true]);
    expect(new Set(times.map((each) => each.lapLast))).toEqual(new Set([1]));
  });

  test("there is never a second last lap, and one announced by mistake is taken back (R-7)", () => {
    const lap = lastLap(started(), "bank");
    expect(lastLap(after(2, lap), "time").lap_from).toBe(1);
    expect(lap.lap_why).toBe("bank");
    expect(noLap(lap).lap_from).toBe(null);
  });

  test("of two phones the one that pressed more often is right, whatever the order", () => {
    const [one, other] = [after(2), after(3)];
    expect([
      newer(one, other),
      newer(other, one),
      newer(null, one),
      newer(one, null),
      newer(null, null),
    ]).toEqual([other, other, one, one, null]);
    expect(newer(one, { ...one, seat: 3 })).toBe(one);
  });

  test("a press that came a moment too late is made again, unless the turn it was about is over", () => {
    const base = started();
    const pressed = next(base, FOUR, RULES, 9_000);
    const announced = lastLap(base, "time");
    expect(isToRepeat(base, pressed, announced)).toBe(true);
    expect(next(announced, FOUR, RULES, 9_000)).toMatchObject({ seat: 1, lap_from: 1, presses: 3 });
    expect(isToRepeat(base, pressed, next(base, FOUR, RULES, 8_000))).toBe(false);
    expect(
      isToRepeat(base, pressed, {
        ...pressed,
        paused_at: null,
        stop_after: null,
        lap_from: null,
        lap_why: null,
      }),
    ).toBe(false);
    expect(isToRepeat(null, base, announced)).toBe(false);
  });

  test("whatever is pressed, the count grows and the seat is one of the table", () => {
    const press = fc.constantFrom(
      (clock: TurnClock, now: number) => next(clock, FOUR, RULES, now),
      pause,
      (clock: TurnClock, now: number) => previous(clock, FOUR, RULES, now),
      resume,
      restart,
      (clock: TurnClock) => stopAfterTurn(clock),
      (clock: TurnClock) => lastLap(clock, "bank"),
      (clock: TurnClock) => noLap(clock),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(press, fc.integer({ min: 0, max: 90_000 }))), (presses) => {
        let [clock, now] = [started(), 1_000];
        for (const [act, later] of presses) {
          const then = act(clock, (now += later));
          expect(then.presses - clock.presses).toBe(then === clock ? 0 : 1);
          const time = turnTime(then, 4, now);
          expect(time.seat).toBeLessThan(4);
          expect(time.left).toBeLessThanOrEqual(then.limit_ms);
          clock = then;
        }
      }),
    );
  });

  test("seat A begins the first game, B the second (S2)", () => {
    expect([1, 2, 5].map((game) => starter(game, 4))).toEqual([0, 1, 0]);
  });

  test("it warns at ten seconds, at the last three and at the end, not while it stands", () => {
    const heard: (string | null)[] = [];
    for (let now = 1_000; now < 45_000; now += 250)
      heard.push(ticksBetween(turnTime(started(), 4, now), turnTime(started(), 4, now + 250)));
    expect(heard.filter(Boolean)).toEqual(["hurry", "hurry", "hurry", "hurry", "up"]);
    expect(ticksBetween(turnTime(started(), 4, 1_000), turnTime(pause(started(), 41_000), 4, 41_000))).toBe(
      null,
    );
  });
});
