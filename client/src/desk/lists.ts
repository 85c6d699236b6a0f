/** A long list of players in parts that the server takes at once, each with the heading if there is one. */

import type { PlayerLine } from "../protocol";

const PART = 7_000;
const HEADINGS = /(^|[;,\t])\s*"?(name|player|imię|imie|imię i nazwisko|zawodnik|jméno|hráč|ім'я|гравець)"?\s*([;,\t]|$)/i;

export type Part = {
  readonly text: string;
  /** How many lines of the whole list stand before its first line, not counting a repeated heading. */
  readonly from: number;
};

/** Return a line of a part as it stands in the whole list: the reason why it cannot be taken names the same line. */
export function inTheWhole(line: PlayerLine, part: Part): PlayerLine {
  const at = line.line + part.from;
  return { ...line, line: at, problem: line.problem && { ...line.problem, params: { ...line.problem.params, ...("line" in line.problem.params ? { line: at } : {}) } } };
}

/** Cut a list into parts. */
export function inParts(text: string, limit = PART): readonly Part[] {
  const lines = text.split(/\r\n|\r|\n/);
  const heading = HEADINGS.test((lines[0] ?? "").replace(/^\ufeff/, "")) ? (lines[0] ?? "") : null;
  const parts: { lines: string[]; from: number; size: number }[] = [];
  lines.forEach((line, at) => {
    const last = parts.at(-1);
    if (last && last.size + line.length + 1 <= limit) {
      last.lines.push(line);
      last.size += line.length + 1;
      return;
    }
    const first = at > 0 && heading !== null ? [heading, line] : [line];
    parts.push({ lines: first, from: at - (first.length - 1), size: first.join("\n").length });
  });
  return parts.filter((part) => part.lines.some((line, at) => line.trim() && (at > 0 || line !== heading || parts.length === 1))).map((part) => ({ text: part.lines.join("\n"), from: part.from }));
}
