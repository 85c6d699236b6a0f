/** What a person likes: kept in this browser, applied to the page, the same in every tab. */

import { keep, kept } from "./storage";
import { type Language, preferred, speak } from "../words/say.svelte";

export const THEMES = ["system", "light", "dark", "contrast"] as const;
export const MOTIONS = ["system", "full", "less"] as const;

type Wishes = {
  readonly theme: (typeof THEMES)[number];
  readonly motion: (typeof MOTIONS)[number];
  /** null: as the browser says. */
  readonly language: Language | null;
  readonly shapes: boolean;
  readonly bigFaces: boolean;
  readonly leftHanded: boolean;
  readonly sound: boolean;
  /** What is said at the table is not shown. */
  readonly muted: boolean;
};

const DEFAULTS: Wishes = {
  theme: "system",
  motion: "system",
  language: null,
  shapes: true,
  bigFaces: false,
  leftHanded: false,
  sound: true,
  muted: false,
};

const dark = matchMedia("(prefers-color-scheme: dark)");
const strong = matchMedia("(prefers-contrast: more)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

class Settings {
  wishes = $state.raw<Wishes>({ ...DEFAULTS, ...kept<Partial<Wishes>>("settings", {}) });
  lessMotion = $state(false);

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
    const { theme, motion, language } = this.wishes;
    const root = document.documentElement;
    root.dataset["theme"] =
      theme !== "system" ? theme : strong.matches ? "contrast" : dark.matches ? "dark" : "light";
    this.lessMotion = motion === "less" || (motion === "system" && calm.matches);
    root.dataset["motion"] = this.lessMotion ? "less" : "full";
    const ground = getComputedStyle(root).getPropertyValue("--paper").trim();
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", ground);
    await speak(language ?? preferred(navigator.languages));
  }
}

export const settings = new Settings();
