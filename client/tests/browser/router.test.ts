/** Addresses: which screen they mean. */

import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

beforeAll(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
});
beforeEach(() => localStorage.clear());

describe("addresses", async () => {
  const { codeIn, read } = await import("../../src/browser/router.svelte");

  test("a code is found in whatever was typed or pasted", () => {
    const typed = [
      "abc234",
      " AB C2-34 ",
      "http://192.168.1.5:8000/t/abc234",
      "https://play.example/t/ABC234/?x=1",
      "play.example/t/ABC234#a",
    ];
    expect(typed.map(codeIn)).toEqual(typed.map(() => "ABC234"));
    expect(["", "../..", "😀"].map(codeIn)).toEqual(["", "", ""]);
  });

  test("a table's link leads to the table, however its code is typed", () => {
    expect(read("/t/abc234")).toEqual({ screen: "table", code: "ABC234" });
    expect(read("/t/ABC234/")).toEqual({ screen: "table", code: "ABC234" });
  });

  test("the companion has parts, and games to correct", () => {
    expect([read("/companion"), read("/companion/"), read("/companion/game-3")]).toEqual(
      ["", "", "game-3"].map((part) => ({ screen: "companion", part })),
    );
    expect([read("/companion/a/b"), read("/companions")].map((place) => place.screen)).toEqual([
      "lost",
      "lost",
    ]);
  });

  test("pages are known and everything else is lost", () => {
    expect(
      ["/", "/create", "/settings", "/privacy", "/keys", "/t/", "/x", "/t/a/b"].map(
        (path) => read(path).screen,
      ),
    ).toEqual(["start", "create", "settings", "privacy", "keys", "lost", "lost", "lost"]);
  });
});

describe("addresses of events", async () => {
  const { read } = await import("../../src/browser/router.svelte");
  const at = (page: string, section: string | null = null, code: string | null = null) => ({
    screen: "event",
    page,
    event: "a_B-9",
    section,
    code,
  });

  test("an event has a page for everybody, a desk with sections, and pages for the referee, the wall and the players", () => {
    expect(read("/events").screen).toBe("events");
    expect(read("/events/new").screen).toBe("new-event");
    expect(read("/events/a_B-9")).toEqual(at("public"));
    expect(read("/events/a_B-9/desk")).toEqual(at("desk"));
    expect(read("/events/a_B-9/desk/results")).toEqual(at("desk", "results"));
    expect(["referee", "clock", "me"].map((page) => read(`/events/a_B-9/${page}`))).toEqual([
      at("referee"),
      at("clock"),
      at("me"),
    ]);
    expect(read("/events/a_B-9/elsewhere").screen).toBe("lost");
  });

  test("the code of a QR code comes along", () => {
    expect(read("/events/a_B-9/me", "?code=ABC")).toEqual(at("me", null, "ABC"));
  });
});
