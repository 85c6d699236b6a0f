/** A match for others to read: as text for a message, as a file, and dates as people write them. */

import { signed } from "../scoring/scoreSheet";
import type { ScoreSheet } from "./match";

/** Share a text where the device can, else copy it; null: neither works here and the text has to be shown. */
export async function share(title: string, text: string): Promise<"shared" | "copied" | null> {
  try {
    if (typeof navigator.share === "function") {
      await navigator.share({ title, text });
      return "shared";
    }
  } catch (problem) {
    if (problem instanceof DOMException && problem.name === "AbortError") return "shared"; // the person thought better of it
  }
  try {
    await navigator.clipboard.writeText(text);
    return "copied";
  } catch {
    return null;
  }
}

/** The score sheet as plain lines: names and totals, best first, then game by game. */
export function sheetText(sheet: ScoreSheet, title: string, sayGame: (number: number) => string): string {
  const order = sheet.players
    .map((_, at) => at)
    .sort((one, other) => (sheet.standings[other]?.total ?? 0) - (sheet.standings[one]?.total ?? 0));
  const totals = order.map(
    (at) =>
      `${sheet.leaders.includes(sheet.players[at]?.id ?? "") ? "★ " : ""}${sheet.players[at]?.name}: ${signed(sheet.standings[at]?.total ?? 0)}`,
  );
  const games = sheet.lines.map((line, number) => {
    const points = sheet.players.flatMap(({ id, name }) =>
      line.points.has(id) ? [`${name} ${signed(line.points.get(id) ?? 0)}`] : [],
    );
    return `${sayGame(number + 1)}: ${points.join(", ")}`;
  });
  return [title, ...totals, "", ...games].join("\n");
}

/** Offer a text as a file. */
export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
