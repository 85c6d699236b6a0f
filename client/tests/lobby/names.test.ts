/** What seats are called. */

import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import faces from "../../src/components/people/faces.svg?raw";
import { AVATAR_MOTIFS, BOTS, CHARACTERS } from "../../src/generated/constants";
import type { PlaceInfo } from "../../src/generated/protocol";
import { table } from "../exampleTable";

beforeAll(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
});
beforeEach(() => localStorage.clear());

describe("names", async () => {
  const { avatarOf, isShared, nameOf, nameSeat, recordNames, seatFaces } =
    await import("../../src/lobby/names");
  const { speak } = await import("../../src/words/say.svelte");
  const place = (change: Partial<PlaceInfo>): PlaceInfo => ({
    ...(table.places[0] as PlaceInfo),
    yours: false,
    host: false,
    ...change,
  });
  const at = (...places: PlaceInfo[]) => ({ id: "x", places });

  beforeAll(() => speak("en"));

  test("a record knows bots and no people: a lone person among bots is you, others are seats", () => {
    const named = (bots: (string | null)[], players: number): string[] =>
      Array.from({ length: players }, (_, seat) => recordNames(bots)(seat));
    expect(named([null, "beginner", "club", "club"], 4)).toEqual(["You", "Sprout", "Ember", "Pinwheel"]);
    expect(named([null, "club", null], 3)).toEqual(["Seat 1", "Ember", "Seat 3"]);
    expect(named([], 2)).toEqual(["Seat 1", "Seat 2"]);
  });

  test("people have their names, bots those of their characters", () => {
    const two = at(
      place({ name: "Ola" }),
      place({ kind: "bot", name: "club" }),
      place({ kind: "bot", name: "club" }),
      place({ kind: "empty", name: "" }),
    );
    expect([0, 1, 2, 3].map((seat) => nameOf(two, seat))).toEqual(["Ola", "Ember", "Pinwheel", "Free seat"]);
    expect(nameOf(at(place({ kind: "bot", name: "unheard-of" })), 0)).toBe("Moon");
  });

  test("no two bots of a table have a name or a face in common, whatever their levels", () => {
    for (const levels of [Array(5).fill("beginner"), ["club", "beginner", "club", "beginner", "casual"]]) {
      const full = at(place({}), ...levels.map((name: string) => place({ kind: "bot", name })));
      const seats = [1, 2, 3, 4, 5];
      expect(new Set(seats.map((seat) => nameOf(full, seat))).size).toBe(5);
      expect(new Set(seats.map((seat) => avatarOf(full, seat))).size).toBe(5);
      expect(seats.map((seat) => seatFaces(full.places)(seat))).toEqual(
        seats.map((seat) => avatarOf(full, seat)),
      );
    }
    const pair = at(...["beginner", "beginner", "casual"].map((name) => place({ kind: "bot", name })));
    expect([nameOf(pair, 0), nameOf(pair, 2)]).toEqual(["Sprout", "Pebble"]); // each level's own comes first
  });

  test("who has been erased is a seat", () => {
    expect(nameOf(at(place({ name: "" })), 0)).toBe("seat 1");
  });

  test("several players of one device can be called by their own names", () => {
    const shared = at(place({ name: "Ola", yours: true }), place({ name: "Ola", yours: true }));
    expect(isShared(shared)).toBe(true);
    expect(nameOf(shared, 1)).toBe("Ola · 2");
    nameSeat("x", 1, "  Babcia ");
    expect([nameOf(shared, 0), nameOf(shared, 1)]).toEqual(["Ola", "Babcia"]);
    expect(avatarOf(shared, 0)).not.toBe(avatarOf(shared, 1));
    expect(AVATAR_MOTIFS).toContain(avatarOf(shared, 1).split("-")[0]);
  });

  test("every face that can be asked for is drawn", () => {
    const drawn = [...faces.matchAll(/<symbol id="(\w+)" viewBox="0 0 64 64">/g)].map(([, name]) => name);
    expect(drawn).toEqual([...AVATAR_MOTIFS, ...drawn.slice(AVATAR_MOTIFS.length)]);
    expect(new Set(drawn)).toEqual(new Set([...AVATAR_MOTIFS, ...CHARACTERS]));
    for (const level of BOTS)
      expect(CHARACTERS).toContain(avatarOf(at(place({ kind: "bot", name: level })), 0));
  });
});
