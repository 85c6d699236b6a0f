/** House rules: the Create screen offers what the engine accepts, and nothing else. */

import { describe, expect, test } from "vitest";

import { BOOKS, RULE_FIELDS } from "../../src/generated/rules";
import { controlOf, differing, houseFields, offers, type RuleValue } from "../../src/rules/houseFields";
import cases from "../vectors/houseRules.json";

const fieldNamed = (name: string) => RULE_FIELDS.find((field) => field.name === name);
const bookOf = (name: string) => {
  const book = BOOKS[name];
  if (!book) throw new Error(name);
  return book;
};
const namesIn = (profile: string) => houseFields(RULE_FIELDS, bookOf(profile)).map(({ field }) => field.name);

describe("what is offered is what is accepted", () => {
  test.each(Object.keys(BOOKS))("in every field of %s", (profile) => {
    for (const { field, values } of cases.filter((each) => each.profile === profile)) {
      const info = fieldNamed(field);
      const control = info ? controlOf(info, bookOf(profile)) : null;
      for (const [value, accepted] of values as [RuleValue, boolean][])
        expect([field, value, offers(control, value)]).toEqual([field, value, accepted]);
    }
  });

  test("the vectors have every field that a house or a table chooses, in every profile", () => {
    const chosen = RULE_FIELDS.filter((field) => field.chosen !== "book").map((field) => field.name);
    for (const profile of Object.keys(BOOKS)) {
      const there = cases.filter((each) => each.profile === profile).map((each) => each.field);
      expect([...there].sort()).toEqual([...chosen].sort());
    }
  });

  test("a word game has no moment to announce, and a number game may refill racks", () => {
    expect(namesIn("pl-word")).not.toContain("announce_seconds");
    expect(namesIn("pl")).toContain("announce_seconds");
    expect(namesIn("pl")).toContain("refill_to");
  });

  test("the book has a value for every control, so that no choice is empty", () => {
    for (const [profile, book] of Object.entries(BOOKS)) {
      for (const { field, control } of houseFields(RULE_FIELDS, book)) {
        const value = (book as unknown as Record<string, RuleValue>)[field.name] as RuleValue;
        expect([profile, field.name, offers(control, value)]).toEqual([profile, field.name, true]);
      }
    }
  });
});

test("racks are even while players get stacks, and any size without them", () => {
  const rack = fieldNamed("rack_size");
  if (!rack) throw new Error("rack_size");
  const even = controlOf(rack, bookOf("pl"));
  const any = controlOf(rack, bookOf("pl"), { stacks: "none" });
  expect([offers(even, 13), offers(even, 12), offers(any, 13)]).toEqual([false, true, true]);
  expect([offers(even, 99), offers(even, NaN), offers(any, 13.5)]).toEqual([false, false, false]);
});

test("fields with a control of their own are not among the house's", () => {
  for (const name of ["strict", "turn_seconds", "sets", "round_time", "match_ranking"])
    expect(namesIn("pl")).not.toContain(name);
});

test("only what differs from the book is a house rule", () => {
  const book = bookOf("pl");
  expect(differing(book, { opening_points: book.opening_points, jokers: 4, turn_seconds: null })).toEqual({
    jokers: 4,
    turn_seconds: null,
  });
});
