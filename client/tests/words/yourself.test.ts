/** What is said about a seat at the table is said about oneself, too: “Vy” stands where a name would. */

import { expect, test } from "vitest";

import board from "../../../words/cs/board.json";
import letters from "../../../words/cs/letters.json";

const ABOUT_A_SEAT = /^(event|latest|penalty|tile)\./;
/** A name that is not the subject: before a colon, after one, or in brackets. “Vybírá Vy” and “Vy bere” are not Czech. */
const APART = /^\{(name|receiver)\}:|(\(|: )\{(name|receiver)\}/;

test("Czech: no verb agrees with the name of a seat, which may be “Vy”", () => {
  const wrong = Object.entries({ ...board, ...letters }).flatMap(([key, text]) => {
    if (!ABOUT_A_SEAT.test(key)) return [];
    const rest = ["{name}", "{receiver}"].reduce((left, value) => left.replace(value, ""), text);
    const named = text.match(/\{(name|receiver)\}/g) ?? [];
    const apart = text.match(new RegExp(APART.source, "g")) ?? [];
    const verb = /^: (bere|vykládá|přesouvá|vynechává|vybírá|dostává|začíná|žádá)(?!\p{L})/u.test(rest);
    return named.length > apart.length || verb ? [`${key}: ${text}`] : [];
  });
  expect(wrong).toEqual([]);
});
