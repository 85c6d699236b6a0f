/** The companion's sheet is shared, copied, printed and saved; its clock warns and keeps quiet when it is told to. */

import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import type { Change } from "../../../src/companion/match";
import { listen } from "../../listening";

const SET: Change = {
  do: "set",
  profile: "pl",
  house: {},
  players: [
    { id: "a", name: "Ola" },
    { id: "b", name: "Zażółć" },
  ],
  starter: "a",
};
const GAME: Change = {
  do: "game",
  game: {
    kind: "numbers",
    players: ["a", "b"],
    starter: "a",
    cause: "rack-empty",
    out: "b",
    left: [
      { tiles: null, sum: 12, unopened: null },
      { tiles: null, sum: 0, unopened: null },
    ],
  },
};

let shelf: typeof import("../../../src/companion/shelf.svelte").shelf;
let ticking: typeof import("../../../src/companion/ticking.svelte").ticking;
let ScoreSheet: typeof import("../../../src/screens/companion/ScoreSheet.svelte").default;
let device: ReturnType<typeof listen>;

function has(what: "share" | "clipboard", value: unknown): void {
  Object.defineProperty(navigator, what, { configurable: true, value });
}

beforeAll(async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
  device = listen();
  const { hear, speak } = await import("../../../src/words/say.svelte");
  await speak("en");
  await hear("companion");
  ({ shelf } = await import("../../../src/companion/shelf.svelte"));
  ({ ticking } = await import("../../../src/companion/ticking.svelte"));
  ({ default: ScoreSheet } = await import("../../../src/screens/companion/ScoreSheet.svelte"));
});
beforeEach(() => {
  localStorage.clear();
  has("share", undefined);
  has("clipboard", undefined);
  shelf.begin(SET);
});

describe("the sheet is shared", () => {
  let page: Record<string, unknown>;

  beforeEach(() => {
    shelf.do(GAME);
    page = mount(ScoreSheet, { target: document.body });
    flushSync();
  });
  afterEach(() => void unmount(page));

  async function press(name: string): Promise<void> {
    const button = [...document.querySelectorAll("button")].find((each) => each.textContent?.trim() === name);
    if (!button) throw new Error(`there is no button ${name}`);
    button.click();
    await vi.waitFor(() => undefined);
    await tick();
    flushSync();
  }

  test("by the device's own way of sharing, as text that reads by itself", async () => {
    const shared = vi.fn(async (_: { title: string; text: string }) => undefined);
    has("share", shared);
    await press("Share");
    const { text } = shared.mock.calls[0]?.[0] ?? { text: "" };
    expect(text).toContain("★ Zażółć: +12");
    expect(text).toContain("Ola: −12");
    expect(text.split("\n").at(-1)).toBe("Game 1: Ola −12, Zażółć +12");
    expect(document.querySelector("[role=status]")?.textContent).toBe("");
  });

  test("who thinks better of it is not bothered, and nothing is copied behind the back", async () => {
    const copied = vi.fn(async () => undefined);
    has("share", async () => Promise.reject(new DOMException("no", "AbortError")));
    has("clipboard", { writeText: copied });
    await press("Share");
    expect(copied).not.toHaveBeenCalled();
  });

  test("copied where the device cannot share, shown where it cannot even copy", async () => {
    let copied = "";
    has("clipboard", { writeText: async (text: string) => void (copied = text) });
    await press("Share");
    expect(copied).toContain("★ Zażółć: +12");
    await vi.waitFor(() =>
      expect(document.querySelector("[role=status]")?.textContent).toBe("The sheet is copied as text."),
    );
    has("clipboard", { writeText: () => Promise.reject(new Error("not on this page")) });
    HTMLDialogElement.prototype.showModal ??= () => undefined;
    await press("Share");
    await vi.waitFor(() => expect(document.querySelector("textarea")?.value).toBe(copied));
  });

  test("printed, and saved as a file that is read again", async () => {
    const printed = vi.fn();
    vi.stubGlobal("print", printed);
    await press("Print");
    expect(printed).toHaveBeenCalledOnce();
    let saved: Blob | null = null;
    let name = "";
    vi.stubGlobal(
      "URL",
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => ((saved = blob), "blob:1"),
        revokeObjectURL: () => undefined,
      }),
    );
    const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      name = this.download;
    });
    await press("Save as a file");
    click.mockRestore();
    expect(name).toMatch(/^tilemeld-.*\.json$/);
    const text = await new Promise<string>((read) => {
      const reader = new FileReader();
      reader.onload = () => read(String(reader.result));
      reader.readAsText(saved ?? new Blob());
    });
    localStorage.clear();
    const { Shelf } = await import("../../../src/companion/shelf.svelte");
    const elsewhere = new Shelf();
    expect(elsewhere.take(text)).toBeNull();
    expect(elsewhere.match).toEqual(shelf.match);
  });
});

describe("what is brought in", () => {
  test.each([
    ["an export of a tournament", '{"tournament": "E1", "format": {}, "players": [], "log": []}'],
    ["a record of a game", '{"tilemeld": "record", "format": 1}\n{"version": 1}'],
    ["a list of players", "Ala;1500\nOla;1400"],
    ["nothing", ""],
    [
      "a match of nobody",
      '{"tilemeld": "companion", "format": 1, "id": "x", "begun": 1, "steps": [], "at": 0}',
    ],
    [
      "huge numbers",
      '{"tilemeld": "companion", "format": 1, "id": "x", "begun": 1e400, "steps": [{}], "at": 1}',
    ],
    ["deep nonsense", "[".repeat(5_000) + "]".repeat(5_000)],
  ])("%s is not a match, and nothing changes", (_, text) => {
    const before = shelf.books;
    expect(shelf.take(text)).toBe("damaged");
    expect(shelf.books).toBe(before);
  });

  test("a match of a newer version says so", () => {
    expect(shelf.take('{"tilemeld": "companion", "format": 2}')).toBe("newer");
  });
});

describe("the clock of a real table warns", () => {
  const shaken = vi.fn();

  beforeEach(() => {
    vi.useFakeTimers({ now: 1_700_000_000_000 });
    device.heard();
    shaken.mockClear();
    Object.defineProperty(navigator, "vibrate", { configurable: true, value: shaken });
    ticking.wish({ sound: true });
    ticking.open(30);
  });
  afterEach(() => void vi.useRealTimers());

  test("once a second in the last ten, loudly at the end, then no more; the next tap passes the turn", () => {
    const stop = ticking.start();
    ticking.tap();
    expect(device.heard().length).toBeGreaterThan(0);
    vi.advanceTimersByTime(19_500);
    expect(device.heard()).toEqual([]);
    vi.advanceTimersByTime(10_000);
    expect(device.heard().map((tone) => tone.pitch)).toEqual(Array.from({ length: 10 }, () => 740));
    vi.advanceTimersByTime(1_000);
    expect(device.heard().map((tone) => tone.pitch)).toEqual([440, 440]);
    expect(shaken).toHaveBeenLastCalledWith([200, 100, 200]);
    vi.advanceTimersByTime(20_000);
    expect(device.heard()).toEqual([]);
    ticking.tap();
    expect([ticking.clock.player, ticking.left]).toEqual([1, 30]);
    stop();
  });

  test("in silence where that is wished, and it still shakes", () => {
    ticking.wish({ sound: false });
    const stop = ticking.start();
    ticking.tap();
    vi.advanceTimersByTime(31_000);
    expect(device.heard()).toEqual([]);
    expect(shaken).toHaveBeenCalledTimes(1 + 10 + 1);
    stop();
  });
});
