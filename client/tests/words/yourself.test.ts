/** Messages about a seat are about the player, too: “You”, “Vy”, “Ty” or “Ви” then stands where a name would. */

import { expect, test } from "vitest";

import csBoard from "../../../words/cs/board.json";
import csEnd from "../../../words/cs/end.json";
import csLetters from "../../../words/cs/letters.json";
import enBoard from "../../../words/en/board.json";
import enEnd from "../../../words/en/end.json";
import enLetters from "../../../words/en/letters.json";
import plBoard from "../../../words/pl/board.json";
import plEnd from "../../../words/pl/end.json";
import plLetters from "../../../words/pl/letters.json";
import ukBoard from "../../../words/uk/board.json";
import ukEnd from "../../../words/uk/end.json";
import ukLetters from "../../../words/uk/letters.json";

const ABOUT_A_SEAT = /^(event|latest|penalty|tile|end\.moment)\./;
/** A name that is not the subject: before a colon, after one, or in brackets. “Vybírá Vy” is not Czech. */
const APART = /^\{(name|receiver)\}:|(\(|: )\{(name|receiver)\}/g;
/** Verbs in the third person, which would follow the colon as if the name were their subject. */
const VERBS = {
  cs: /^: (bere|vykládá|přesouvá|vynechává|vybírá|dostává|začíná|žádá)(?!\p{L})/u,
  pl: /^: (bierze|dobiera|wykłada|przekłada|pasuje|wybiera|dostaje|zaczyna|prosi)(?!\p{L})/u,
  uk: /^: (бере|викладає|перекладає|пропускає|вибирає|отримує|починає|просить)(?!\p{L})/u,
};

test.each([
  ["cs", { ...csBoard, ...csLetters, ...csEnd }],
  ["pl", { ...plBoard, ...plLetters, ...plEnd }],
  ["uk", { ...ukBoard, ...ukLetters, ...ukEnd }],
] as const)("%s: no verb agrees with the name of a seat, which may be “you”", (language, words) => {
  const wrong = Object.entries(words).flatMap(([key, text]) => {
    if (!ABOUT_A_SEAT.test(key)) return [];
    const rest = ["{name}", "{receiver}"].reduce((left, value) => left.replace(value, ""), text);
    const named = text.match(/\{(name|receiver)\}/g) ?? [];
    const apart = text.match(APART) ?? [];
    return named.length > apart.length || VERBS[language].test(rest) ? [`${key}: ${text}`] : [];
  });
  expect(wrong).toEqual([]);
});

test("en: a verb after the name of a seat fits “You”, too: “You took”, not “You takes”", () => {
  const third = /\{name\} (is|has|was|does|[a-z]+[^s\W]s)\b/;
  const wrong = Object.entries({ ...enBoard, ...enLetters, ...enEnd }).filter(
    ([key, text]) => /^(event|latest|penalty|end\.moment)\./.test(key) && third.test(text),
  );
  expect(wrong).toEqual([]);
});
