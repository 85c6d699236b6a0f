/** A long list of players in parts that the server takes at once, each with the heading if there is one. */

import type { PlayerLine } from "../../generated/protocol";

const PART = 7_000;

export type Part = {
  readonly text: string;
  /** How many lines of the whole list stand before its first line, not counting a repeated heading. */
  readonly from: number;
};

/** Return the text of a file: UTF-8, UTF-16 with its mark, else as the spreadsheets of this language write it. */
export function textOf(bytes: Uint8Array, language: string): string {
  const mark = [bytes[0], bytes[1]].join();
  if (mark === "255,254" || mark === "254,255")
    return new TextDecoder(mark === "255,254" ? "utf-16le" : "utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(language === "uk" ? "windows-1251" : "windows-1250").decode(bytes);
  }
}

/** Mark who stands in the list twice, with the same name and club, also in different parts. */
export function withTwins(lines: readonly PlayerLine[]): readonly PlayerLine[] {
  const seen = new Set<string>();
  return lines.map((line) => {
    const { name, club } = line.player;
    const who = JSON.stringify([name, club]);
    const again = seen.has(who) && !line.problem;
    seen.add(who);
    return again
      ? {
          ...line,
          problem: {
            code: "players/twice",
            params: { line: line.line, name },
            text: `${name} stands in the list twice`,
          },
        }
      : line;
  });
}

/** Return a line of a part as it stands in the whole list: the reason why it cannot be taken names the same line. */
export function inTheWhole(line: PlayerLine, part: Part): PlayerLine {
  const at = line.line + part.from;
  return {
    ...line,
    line: at,
    problem: line.problem && {
      ...line.problem,
      params: { ...line.problem.params, ...("line" in line.problem.params ? { line: at } : {}) },
    },
  };
}

/** Cut a list into parts; whether its first line is a heading is what the server says of the first part. */
export function inParts(text: string, hasHeading: boolean, limit = PART): readonly Part[] {
  const lines = text.split(/\r\n|\r|\n/);
  const heading = hasHeading ? (lines.find((line) => line.trim()) ?? null) : null;
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
  return parts
    .filter((part) =>
      part.lines.some((line, at) => line.trim() && (at > 0 || line !== heading || parts.length === 1)),
    )
    .map((part) => ({ text: part.lines.join("\n"), from: part.from }));
}
