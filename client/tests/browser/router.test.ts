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

describe("addresses of tournaments", async () => {
  const { read } = await import("../../src/browser/router.svelte");
  const at = (page: string, section: string | null = null, code: string | null = null) => ({
    screen: "tournament",
    page,
    tournament: "a_B-9",
    section,
    code,
  });

  test("a tournament has a page for everybody, a desk with sections, and pages for the referee, the wall and the players", () => {
    expect(read("/tournaments").screen).toBe("tournaments");
    expect(read("/tournaments/new").screen).toBe("new-tournament");
    expect(read("/tournaments/a_B-9")).toEqual(at("public"));
    expect(read("/tournaments/a_B-9/desk")).toEqual(at("desk"));
    expect(read("/tournaments/a_B-9/desk/results")).toEqual(at("desk", "results"));
    expect(["referee", "clock", "me"].map((page) => read(`/tournaments/a_B-9/${page}`))).toEqual([
      at("referee"),
      at("clock"),
      at("me"),
    ]);
    expect(read("/tournaments/a_B-9/elsewhere").screen).toBe("lost");
  });

  test("the code of a QR code comes along", () => {
    expect(read("/tournaments/a_B-9/me", "?code=ABC")).toEqual(at("me", null, "ABC"));
  });

  test("a former link shows the same page where no server can lead on", () => {
    expect(read("/events/a_B-9/me", "?code=ABC")).toEqual(at("me", null, "ABC"));
    expect(["/events", "/events/new", "/eventsx"].map((path) => read(path).screen)).toEqual([
      "tournaments",
      "new-tournament",
      "lost",
    ]);
  });
});
