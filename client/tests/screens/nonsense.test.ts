/** Nonsense in the fields of results and rulings: the page names what was typed and says what would do, and sends nothing. */

import { flushSync, mount, type Component, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import type { EngineRules, TournamentView } from "../../src/generated/protocol";
import { hear, speak } from "../../src/words/say.svelte";

const RULES = {
  sets: "numbers",
  big_points: true,
  lowest_rack_scores: "difference",
  joker_rack_value: 50,
  unopened_penalty: 100,
  could_open_penalty: 200,
} as unknown as EngineRules;
const SEATS = ["Ala", "Ola", "Jan"].map((name, at) => ({
  player: `P${at + 1}`,
  seat: "ABC"[at] ?? "",
  name,
}));

let page: Record<string, unknown> | null = null;

beforeAll(async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
  Element.prototype.scrollIntoView = () => undefined;
  await hear("tournaments", "tournaments-refusals", "hall", "companion");
});
beforeEach(async () => {
  localStorage.clear();
  await speak("en");
});
afterEach(async () => {
  if (page) await unmount(page);
  page = null;
});

function show<Props extends Record<string, unknown>>(what: unknown, props: Props): void {
  page = mount(what as Component<Props>, { target: document.body, props });
  flushSync();
}

function type(field: HTMLInputElement | null | undefined, text: string): void {
  if (!field) throw new Error("there is no such field");
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
}

function press(name: string): void {
  const button = [...document.querySelectorAll("button")].find((each) => each.textContent?.trim() === name);
  if (!button) throw new Error(`there is no button ${name}`);
  button.click();
  flushSync();
}

function choose(name: string): void {
  const label = [...document.querySelectorAll("label")].find((each) => each.textContent?.trim() === name);
  if (!label) throw new Error(`there is no choice ${name}`);
  label.querySelector("input")?.click();
  flushSync();
}

const said = (): readonly string[] =>
  [...document.querySelectorAll("[role=alert]")].map((each) => each.textContent?.trim() ?? "");

describe("the sheet on a player's phone", () => {
  test.each(["-5", "abc", "1.5", "🎲", "1e3"])("%s is not a rack", async (text) => {
    const entered = vi.fn();
    const { default: ResultForm } = await import("../../src/screens/tournament/player/ResultForm.svelte");
    show(ResultForm, { rules: RULES, seats: SEATS, lead: "Enter", onenter: entered });
    choose("Ala");
    const [first, second] = document.querySelectorAll<HTMLInputElement>("input.plain");
    type(first, text);
    type(second, "10");
    expect(said()).toEqual([`“${text}” does not fit here: write a whole number from 0 to 9999`]);
    type(first, "5");
    expect(said()).toEqual([]);
    expect(entered).not.toHaveBeenCalled();
  });

  test("in the language that is spoken", async () => {
    await speak("uk");
    const { default: ResultForm } = await import("../../src/screens/tournament/player/ResultForm.svelte");
    show(ResultForm, { rules: RULES, seats: SEATS, lead: "Enter", onenter: () => undefined });
    choose("Ala");
    type(document.querySelector<HTMLInputElement>("input.plain"), "-5");
    expect(said()).toEqual(["«-5» сюди не підходить: впишіть ціле число від 0\u00a0до 9999"]);
  });
});

describe("a referee's ruling", () => {
  test.each([
    ["penalty-tiles", "many", "1 to 20"],
    ["points", "−1x", "−9999 to 9999"],
  ])("%s: %s is not a number", async (kind, text, range) => {
    const { default: Ruling } = await import("../../src/screens/tournament/referee/Ruling.svelte");
    show(Ruling, {
      tournament: "E1",
      view: { format: { rules: { settlement: "player" } } } as unknown as TournamentView,
      round: 1,
      table: 1,
      seats: SEATS,
      results: [],
      online: false,
      ondone: () => undefined,
    });
    const choice = document.querySelector<HTMLSelectElement>("select");
    if (!choice) throw new Error("there is no choice");
    choice.value = kind;
    choice.dispatchEvent(new Event("change", { bubbles: true }));
    flushSync();
    type(document.querySelector<HTMLInputElement>("input[maxlength='5']"), text);
    expect(said()).toEqual([`“${text}” does not fit here: write a whole number from ${range}`]);
    expect(document.querySelector<HTMLButtonElement>("button[type=submit]")?.disabled).toBe(true);
  });
});

describe("the score at a real table", () => {
  test.each(["-5", "1.5", "abc", "100001", "999999999999"])("%s is not a sum", async (text) => {
    const { shelf } = await import("../../src/companion/shelf.svelte");
    const { default: NumberScore } = await import("../../src/screens/companion/NumberScore.svelte");
    shelf.begin({
      do: "set",
      profile: "cs",
      house: {},
      players: [
        { id: "a", name: "Ola" },
        { id: "b", name: "Jan" },
      ],
      starter: "a",
    });
    show(NumberScore, { at: null });
    press("Ola");
    const field = document.querySelector<HTMLInputElement>("input[inputmode=numeric]");
    type(field, text);
    expect(said()).toEqual([`“${text}” does not fit here: write a whole number from 0 to 100000`]);
    expect(field?.value).toBe(text);
    type(field, "12");
    expect(said()).toEqual([]);
  });
});

describe("a number in the rules of a house", () => {
  const CHOICES = { value: 30, low: 10, high: 600, step: 10 };

  async function showField(more: Record<string, unknown> = {}) {
    const changed = vi.fn();
    const { default: NumberField } = await import("../../src/components/controls/NumberField.svelte");
    show(NumberField, { ...CHOICES, label: "seconds", onchange: changed, ...more });
    const field = document.querySelector<HTMLInputElement>("input[aria-label=seconds]");
    const put = (text: string) => {
      type(field, text);
      field?.dispatchEvent(new Event("change", { bubbles: true }));
      flushSync();
    };
    return { field, put, changed };
  }

  test.each(["abc", "1e2", "12.5", "601", "9", "-40", "🎲", "999999999999"])(
    "%s is named, stays there and changes nothing",
    async (text) => {
      const { field, put, changed } = await showField();
      put(text);
      expect(said()).toEqual([`“${text}” does not fit here: write a whole number from 10 to 600`]);
      expect(field?.value).toBe(text);
      expect(field?.getAttribute("aria-invalid")).toBe("true");
      expect(changed).not.toHaveBeenCalled();
      type(field, "40");
      expect(said()).toEqual([]);
    },
  );

  test("what fits is taken, between two steps the nearer one", async () => {
    const { field, put, changed } = await showField();
    put(" 44 ");
    expect(changed.mock.calls).toEqual([[40]]);
    expect(field?.value).toBe("40");
  });

  test("an emptied field means none where there may be none, else what was there", async () => {
    const without = await showField({ none: true });
    without.put("");
    expect(without.changed.mock.calls).toEqual([[null]]);
    if (page) await unmount(page);
    const needed = await showField();
    needed.put("");
    expect(needed.changed).not.toHaveBeenCalled();
    expect(needed.field?.value).toBe("30");
    expect(said()).toEqual([]);
  });

  test("a minus may be typed as a dash or a minus sign", async () => {
    const { put, changed } = await showField({ low: -120, step: 1 });
    put("−5");
    put("-7");
    expect(changed.mock.calls).toEqual([[-5], [-7]]);
  });

  test("nothing is sent while a field is wrong, and the way leads there, out of a fold", async () => {
    const { goToWrong } = await import("../../src/components/controls/wrongFields");
    document.body.innerHTML =
      "<main><details><summary>More</summary><input aria-invalid='true'></details></main>";
    expect(goToWrong()).toBe(true);
    expect(document.querySelector("details")?.open).toBe(true);
    expect(document.activeElement).toBe(document.querySelector("input"));
    document.body.innerHTML = "<main><input></main>";
    expect(goToWrong()).toBe(false);
    document.body.innerHTML = "";
  });
});
