/** The desk's check of a sheet is the tournament's own: every vector made from result_sheet.py is judged alike (M3). */

import { expect, test } from "vitest";

import type { EngineRules } from "../../../src/generated/protocol";
import { type Ending, readSheet } from "../../../src/tournament/desk/resultSheet";
import vectors from "../../vectors/sheets.json";

const RULES = vectors.rules as unknown as Readonly<Record<string, EngineRules>>;

test.each(Object.keys(RULES))("%s: the same problems with the same values, or none", (profile) => {
  const sheets = vectors.sheets.filter((sheet) => sheet.profile === profile);
  expect(sheets.length).toBeGreaterThan(50);
  for (const { points, ended, problems } of sheets) {
    const reading = readSheet(RULES[profile]!, {
      mode: "points",
      numbers: points.map(String),
      charges: points.map(() => "rack"),
      ended: ended as Ending,
    });
    const found = reading.problems.map(({ code, params }) => [code, params]);
    expect(found, `${points.join(" ")} ${ended}`).toEqual(problems);
    expect(reading.sheet === null).toBe(problems.length > 0);
  }
});
