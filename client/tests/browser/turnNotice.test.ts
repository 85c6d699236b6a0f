/** A notification while the page is hidden, and when permission for it is asked. */

import { beforeEach, describe, expect, test } from "vitest";

import { TurnNotice, type Ways } from "../../src/browser/turnNotice.svelte";

class Browser implements Ways {
  hidden = false;
  allowed: NotificationPermission | null = "default";
  asked = 0;
  shown: string[] = [];
  badges: boolean[] = [];
  isHidden = () => this.hidden;
  permission = () => this.allowed;
  ask = () => {
    this.asked += 1;
    this.allowed = "granted";
    return Promise.resolve(this.allowed);
  };
  show = (title: string) => {
    this.shown.push(title);
    return () => void this.shown.pop();
  };
  badge = (on: boolean) => void this.badges.push(on);
}

const THEIRS = { mine: false, withPeople: true, playing: true };
const MINE = { ...THEIRS, mine: true };
const words = () => ({ title: "Your turn", body: "" });

describe("a notification of one's turn", () => {
  let browser: Browser;
  let notice: TurnNotice;
  beforeEach(() => {
    localStorage.clear();
    browser = new Browser();
    notice = new TurnNotice(browser, words);
  });

  test("nobody is asked before it is of use: at first, against bots, or while the page is seen", () => {
    notice.note(MINE);
    expect(notice.offered).toBe(false);
    browser.hidden = true;
    notice.note({ ...THEIRS, withPeople: false });
    browser.hidden = false;
    notice.note({ ...MINE, withPeople: false });
    expect(notice.offered).toBe(false);
    expect(browser.asked).toBe(0);
  });

  test("who comes back to a game with people is offered it once, and the answer is remembered", async () => {
    browser.hidden = true;
    notice.note(THEIRS);
    expect(notice.offered).toBe(false);
    browser.hidden = false;
    notice.note();
    expect(notice.offered).toBe(true);
    await notice.answer(false);
    expect([notice.offered, browser.asked]).toEqual([false, 0]);
    const later = new TurnNotice(browser, words);
    browser.hidden = true;
    later.note(THEIRS);
    browser.hidden = false;
    later.note();
    expect(later.offered).toBe(false);
  });

  test("says it once a turn while the page is hidden, and takes it away when it is seen", async () => {
    await notice.answer(true);
    expect(browser.asked).toBe(1);
    notice.note(MINE);
    expect(browser.shown).toEqual([]); // one sees the table
    notice.note(THEIRS);
    browser.hidden = true;
    notice.note(MINE);
    notice.note(MINE);
    expect(browser.shown).toEqual(["Your turn"]);
    expect(browser.badges.at(-1)).toBe(true);
    browser.hidden = false;
    notice.note();
    expect(browser.shown).toEqual([]);
    expect(browser.badges.at(-1)).toBe(false);
    browser.hidden = true;
    notice.note(THEIRS);
    notice.note(MINE);
    expect(browser.shown).toHaveLength(1);
    notice.note(THEIRS); // the time ran out, or another device played
    expect(browser.shown).toEqual([]);
  });

  test("without permission the badge is all there is", () => {
    browser.allowed = "denied";
    browser.hidden = true;
    notice.note(MINE);
    expect(browser.shown).toEqual([]);
    expect(browser.badges.at(-1)).toBe(true);
    browser.allowed = null;
    browser.hidden = false;
    notice.note();
    expect(notice.offered).toBe(false);
  });
});
