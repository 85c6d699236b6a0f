/** House rules: fields, controls, differences. */

import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import type { ProfileInfo } from "../../src/generated/protocol";
import { rules } from "../exampleTable";

beforeAll(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
});
beforeEach(() => localStorage.clear());

describe("house rules", async () => {
  const { controlOf, differing, houseFields } = await import("../../src/rules/houseFields");

  test("controls are read from what the server says", () => {
    expect(controlOf("true or false")).toEqual({ kind: "switch" });
    expect(controlOf("one of none, free, penalised")).toEqual({
      kind: "choice",
      values: ["none", "free", "penalised"],
    });
    expect(controlOf("a whole number from 1 to 20, or none")).toEqual({
      kind: "number",
      low: 1,
      high: 20,
      none: true,
    });
    expect(controlOf("a text of 1 to 60 characters, or none")).toEqual({ kind: "text", limit: 60 });
    expect(controlOf("a list, each item one of wins, total")).toBeNull();
  });

  test("only what differs from the book is a house rule", () => {
    expect(differing(rules, { opening_points: rules.opening_points, jokers: 4, turn_seconds: null })).toEqual(
      { jokers: 4, turn_seconds: null },
    );
  });

  test("fields with a control of their own, and those of the other game, are not listed", () => {
    const field = (name: string) => ({ name, rules: [], text: name, allowed: "true or false" });
    const profile = { rules } as unknown as ProfileInfo;
    const names = houseFields(
      ["strict", "turn_seconds", "big_points", "opening_letters"].map(field),
      profile,
    ).map((each) => each.field.name);
    expect(names).toEqual(["big_points"]);
  });
});
