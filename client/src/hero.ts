/** The start page's table that can be touched: needs the board and its words, which nobody should wait for. */

import type { Component } from "svelte";

import { hear } from "./words/say.svelte";

/** Fetch it, with its words. */
export async function hero(): Promise<Component> {
  const [table] = await Promise.all([import("./screens/table/HeroTable.svelte"), hear("board", "letters")]);
  return table.default;
}
