/** Shares in per cent, in the language of the page. */

import { language } from "./say.svelte";

export function percent(share: number): string {
  return format(share, "auto");
}

/** A gain or a loss, with its sign. */
export function signedPercent(share: number): string {
  return format(share, "exceptZero");
}

function format(share: number, signDisplay: "auto" | "exceptZero"): string {
  const options = { style: "percent", maximumFractionDigits: 0, signDisplay } as const;
  return new Intl.NumberFormat(language(), options).format(Math.round(100 * share) / 100);
}
