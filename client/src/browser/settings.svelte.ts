/** What a person likes: kept in this browser, applied to the page, the same in every tab. */

import type { FELTS, MOTIONS, Pace, THEMES, TILES } from "./looks";
import { keep, kept } from "./storage";
import { type Language, preferred, speak } from "../words/say.svelte";

type Wishes = {
  readonly theme: (typeof THEMES)[number];
  readonly felt: (typeof FELTS)[number];
  readonly tiles: (typeof TILES)[number];
  readonly motion: (typeof MOTIONS)[number];
  /** null: as the browser says. */
  readonly language: Language | null;
  readonly shapes: boolean;
  readonly bigFaces: boolean;
  readonly leftHanded: boolean;
  readonly sound: boolean;
  /** The device shakes, where it can. */
  readonly haptics: boolean;
  /** What is said at the table is not shown. */
  readonly muted: boolean;
  readonly pace: Pace;
  /** The rack stays in the order that it was sorted by. */
  readonly keepSorted: boolean;
  /** Which of the two orders that one tap changes between is liked. */
  readonly sortedBy: 0 | 1;
};

const DEFAULTS: Wishes = {
  theme: "system",
  felt: "forest",
  tiles: "ivory",
  motion: "system",
  language: null,
  shapes: true,
  bigFaces: false,
  leftHanded: false,
  sound: true,
  haptics: true,
  muted: false,
  pace: "normal",
  keepSorted: true,
  sortedBy: 0,
};

const dark = matchMedia("(prefers-color-scheme: dark)");
const strong = matchMedia("(prefers-contrast: more)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

class Settings {
  wishes = $state.raw<Wishes>({ ...DEFAULTS, ...kept<Partial<Wishes>>("settings", {}) });
  lessMotion = $state(false);
  /** The theme that is shown, wherever the wish for it came from. */
  theme = $state<"light" | "dark" | "contrast">("light");

  /** Change some of them, for good. */
  set(change: Partial<Wishes>): void {
    this.wishes = { ...this.wishes, ...change };
    keep("settings", this.wishes);
    void this.apply();
  }

  /** Apply them to the page, and follow the system and the other tabs from now on. */
  async begin(): Promise<void> {
    for (const each of [dark, strong, calm]) each.addEventListener("change", () => void this.apply());
    window.addEventListener("storage", (event) => {
      if (event.key !== "tilemeld.settings") return;
      this.wishes = { ...DEFAULTS, ...kept<Partial<Wishes>>("settings", {}) };
      void this.apply();
    });
    await this.apply();
  }

  private async apply(): Promise<void> {
    const { theme, felt, tiles, motion, language } = this.wishes;
    const root = document.documentElement;
    this.theme = theme !== "system" ? theme : strong.matches ? "contrast" : dark.matches ? "dark" : "light";
    Object.assign(root.dataset, { theme: this.theme, felt, tiles });
    this.lessMotion = motion === "less" || (motion === "system" && calm.matches);
    root.dataset["motion"] = this.lessMotion ? "less" : "full";
    const ground = getComputedStyle(root).getPropertyValue("--paper").trim();
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", ground);
    await speak(language ?? preferred(navigator.languages));
  }
}

export const settings = new Settings();
