/** A game of the match goes on the sheet, is corrected there, or comes off it. */

import { router } from "../browser/router.svelte";
import type { Game } from "./match";
import { shelf } from "./shelf.svelte";
import { ticking } from "./ticking.svelte";

/** Put a game in its place; null: it was just played, and the clock waits for whoever starts the next one. */
export function enter(at: number | null, game: Game): void {
  if (at !== null) shelf.do({ do: "correct", at, game });
  else {
    shelf.do({ do: "game", game });
    shelf.keepBeside("entry", null);
    ticking.open(shelf.sheet.rules.turn_seconds);
    ticking.reset(Math.max(0, shelf.match.seated.indexOf(shelf.match.starter ?? "")));
  }
  showSheet();
}

export function takeOff(at: number): void {
  shelf.do({ do: "correct", at, game: null });
  showSheet();
}

function showSheet(): void {
  router.go("/companion/sheet", { replace: true });
}
