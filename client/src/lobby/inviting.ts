/** The link to a table, and how it gets to others: by what the device offers for it, else over the clipboard. */

import type { TableInfo } from "../generated/protocol";
import { language } from "../words/say.svelte";

/** Return the link. The language of the box goes with it: a chat shows a preview of it, and asks nobody. */
export function linkTo(table: Pick<TableInfo, "code" | "profile">): string {
  return `${location.origin}/t/${table.code}?lang=${table.profile.split("-")[0] ?? language()}`;
}

/** Pass the link on; return what became of it. */
export async function shareLink(
  table: Pick<TableInfo, "code" | "profile">,
): Promise<"shared" | "copied" | "not"> {
  if (!navigator.share) return (await copyLink(table)) ? "copied" : "not";
  try {
    await navigator.share({ title: "tilemeld", url: linkTo(table) });
    return "shared";
  } catch {
    return "not"; // thought better of it
  }
}

/** Copy the link; return whether that worked. */
export async function copyLink(table: Pick<TableInfo, "code" | "profile">): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(linkTo(table));
    return true;
  } catch {
    return copyBySelection(linkTo(table)); // where the clipboard needs a secure page
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.setAttribute("readonly", "");
  field.style.position = "fixed";
  field.style.opacity = "0";
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  return copied;
}
