/** The curtain between players of one device: it falls for somebody who plays, not for a bot that stands in. */

import { expect, test } from "vitest";

import type { TableSession } from "../../src/connection/session.svelte";
import { Curtain } from "../../src/table/curtain.svelte";

/** A device with the first two seats of a table; some have left the game. */
function device(active: number, viewer: number, left: readonly number[] = []): TableSession {
  return {
    mine: [0, 1],
    table: { stage: "playing" },
    view: {
      phase: "turn",
      active,
      viewer,
      seats: [0, 1, 2].map((seat) => ({ left: left.includes(seat) })),
    },
    lookFrom: () => undefined,
  } as unknown as TableSession;
}

test("another player's turn shuts it, that of somebody elsewhere does not", () => {
  for (const [active, isShut] of [
    [0, false],
    [1, true],
    [2, false],
  ] as const) {
    const curtain = new Curtain(device(active, 0));
    curtain.open(0);
    expect([active, curtain.isShut]).toEqual([active, isShut]);
  }
});

test("the turn of a seat that was left shuts nothing, and whoever left may be asked for", () => {
  const curtain = new Curtain(device(1, 0, [1]));
  expect(curtain.isShut).toBe(true);
  expect(curtain.seats).toEqual([0, 1]);
  curtain.open(0);
  expect(curtain.isShut).toBe(false);
});

/** The same device while all of its players are asked at once. */
function asking(
  phase: string,
  ballots: readonly (readonly string[] | null)[],
  left: readonly number[] = [],
): Curtain {
  const session = device(0, 0, left);
  Object.assign(session.view as object, { phase, vote: phase === "vote" ? { seat: 0, ballots } : null });
  const curtain = new Curtain(session);
  curtain.open(0);
  return curtain;
}

test("while all are asked at once, the device is passed on to whoever has not answered", () => {
  const vote = asking("vote", [null, null, null]);
  expect([vote.isShut, vote.mayPass]).toEqual([false, true]);
  vote.fall();
  expect([vote.isShut, vote.mayPass, vote.seats]).toEqual([true, false, [0, 1]]);
  expect(asking("vote", [null, [], null]).mayPass, "everybody here has voted").toBe(false);
  expect(asking("vote", [null, null, null], [1]).mayPass, "a stand-in votes").toBe(false);
  expect(asking("redeal", []).mayPass).toBe(true);
  expect(asking("turn", []).mayPass, "a turn passes it by itself").toBe(false);
});
