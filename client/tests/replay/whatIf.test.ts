/** What a replay shows of a moment, the coach's turns beside it, and the questions of what-if. */

import { describe, expect, test } from "vitest";

import { letters } from "../../src/board/letters";
import { numbers } from "../../src/board/numbers";
import { adopt, receive } from "../../src/board/receive";
import { emptyBoard, rackOf, type Board } from "../../src/board/state";
import { faceOf } from "../../src/board/tiles";
import type { Analysis, TurnReview } from "../../src/generated/protocol";
import { replayOf, type Moment, type Replay } from "../../src/replay/moments";
import { parseRecord } from "../../src/replay/record";
import { byMoment, couldOpenSince, gradeOf, laidAs } from "../../src/replay/review";
import { show, takeOver, wordsOf } from "../../src/replay/showing";
import {
  judgeFor,
  planQuestionFor,
  pointsOf,
  questionFor,
  wordPlanQuestionFor,
  wordQuestionFor,
} from "../../src/replay/whatIfQuestions";

const files = import.meta.glob<string>(
  ["../../../tests/data/games/cs-1.jsonl", "../../../tests/data/games/pl-word-1.jsonl"],
  { query: "?raw", import: "default", eager: true },
);
const replayed = (name: string): Replay =>
  replayOf(parseRecord(files[`../../../tests/data/games/${name}.jsonl`] ?? ""));
const cs = replayed("cs-1");
const laying = cs.moments.find(
  (moment) => moment.laid.length > 0 && moment.before.seats[moment.seat ?? 0]?.opened,
) as Moment;
const taking = cs.moments.find((moment) => moment.taken.length > 0) as Moment;

function shownBoard(moment: Moment, stage: "before" | "played" | "best"): Board {
  return receive(emptyBoard(numbers), show(moment, stage, 0, null).news).board;
}

function tried(moment: Moment): Board {
  return receive(emptyBoard(numbers), takeOver(moment)).board;
}

describe("a moment on the board", () => {
  test("before and after a turn nothing but its tiles has moved between rack and table", () => {
    const [before, after] = [shownBoard(laying, "before"), shownBoard(laying, "played")];
    const gone = rackOf(before).filter((tile) => !rackOf(after).includes(tile));
    expect([...gone].sort()).toEqual([...laying.laid].sort());
    expect(after.now.sets.flatMap((set) => set.tiles).length).toBe(
      before.now.sets.flatMap((set) => set.tiles).length + laying.laid.length,
    );
    expect(after.mode).toBe("watch");
  });

  test("a tile that was taken is on the rack afterwards and pointed at", () => {
    expect(rackOf(shownBoard(taking, "before")).includes(taking.taken[0] ?? "")).toBe(false);
    expect(rackOf(shownBoard(taking, "played")).includes(taking.taken[0] ?? "")).toBe(true);
    expect(show(taking, "played", 0, null).marked).toEqual(taking.taken);
  });

  test("without a best play the table stays as it was", () => {
    expect(show(laying, "best", 0, null).news.draft).toBeNull();
  });

  test("every word of a word game is known", () => {
    const words = [...wordsOf(replayed("pl-word-1"))];
    expect(words.length).toBeGreaterThan(5);
    expect(words.every((word) => /^[A-ZĄĆĘŁŃÓŚŹŻ]{2,}$/u.test(word))).toBe(true);
  });
});

describe("the coach beside it", () => {
  const turn = (values: Partial<TurnReview>): TurnReview =>
    ({
      turn: 5,
      seat: 1,
      version: laying.before.version,
      opened: false,
      is_choice: true,
      is_best: false,
      missed_win: false,
      chances: [],
      cost: 0,
      ...values,
    }) as TurnReview;
  const review = { players: [{ seat: 1, could_open_at: 3 }], turns: [turn({})] } as unknown as Analysis;

  test("grades tell a missed win from a missed tile, and no choice from the best", () => {
    expect(
      [turn({ is_choice: false }), turn({ is_best: true }), turn({}), turn({ missed_win: true })].map(
        gradeOf,
      ),
    ).toEqual(["none", "best", "missed", "missed-win"]);
  });

  test("an opening that was possible before is mentioned until it happens", () => {
    expect(couldOpenSince(review, turn({}))).toBe(3);
    expect(couldOpenSince(review, turn({ turn: 3 }))).toBeNull();
    expect(couldOpenSince(review, turn({ opened: true }))).toBeNull();
  });

  test("a turn of the review belongs to the moment of its version", () => {
    expect([...byMoment(cs, review).keys()]).toEqual([cs.moments.indexOf(laying)]);
  });

  test("what was played can be laid out from its faces, and other tiles cannot", () => {
    const faces = laying.after.table.map((set) => set.map((tile) => faceOf(tile.replace(/\(.*$/, ""))));
    const laid = laidAs(laying, faces);
    expect(laid?.flat().length).toBe(faces.flat().length);
    expect(laidAs(laying, [...faces, ["r1", "r1", "r1"]])).toBeNull();
  });
});

describe("what if", () => {
  const played = (): Board => {
    const board = tried(laying);
    return adopt(
      board,
      laying.after.table.map((set) => set.map((tile) => tile.replace(/\(.*$/, ""))),
    );
  };

  test("what was played is possible and counts what left the rack", () => {
    const board = played();
    const verdict = judgeFor(board, laying.before);
    expect(verdict.reasons).toEqual([]);
    const worth = laying.laid
      .map(faceOf)
      .reduce((sum, face) => sum + (face === "J" ? cs.rules.joker_rack_value : Number(face.slice(1))), 0);
    expect(pointsOf(board, verdict, laying.before)).toBe(worth);
  });

  test("the solver is asked from here when the table is in order, else from the start of the turn", () => {
    const here = questionFor(played(), laying.before);
    expect([here.fromHere, here.asked.rack.length]).toEqual([
      true,
      (laying.before.seats[laying.seat ?? 0]?.rack.length ?? 0) - laying.laid.length,
    ]);
    const board = tried(laying);
    const torn = adopt(board, [
      ...board.base.table.map((set) => set.map((each) => each.tile)),
      board.base.rack.slice(0, 1),
    ]);
    const start = questionFor(torn, laying.before);
    expect([start.fromHere, start.asked.rack.length]).toEqual([false, board.base.rack.length]);
  });

  test("who has not opened asks for an opening", () => {
    const first = cs.moments.find((moment) => moment.kind === "turn") as Moment;
    expect(questionFor(tried(first), first.before).asked.goal).toBe("opening");
    expect(questionFor(played(), laying.before).asked.goal).toBe("tiles-points");
  });

  test("the solver gets the rules of the house: box, jokers and points, in each game its own", () => {
    const rules = {
      ...cs.rules,
      copies: 3,
      jokers: 4,
      opening_points: 50,
      joker_rack_value: 25,
      opening_jokers: false,
    };
    const asked = {
      rules: "cs",
      house: { copies: 3, jokers: 4, opening_jokers: false, opening_points: 50, joker_rack_value: 25 },
    };
    expect(questionFor(tried(laying), { ...laying.before, rules }).asked).toMatchObject(asked);
    const word = replayed("pl-word-1");
    const first = word.moments.find((moment) => moment.kind === "turn") as Moment;
    const board = receive(
      emptyBoard(letters({ answer: () => null, want: () => undefined } as never)),
      takeOver(first),
    ).board;
    const house = { ...word.rules, opening_letters: 4, double_from: null };
    expect(wordQuestionFor(board, { ...first.before, rules: house }).asked.house).toEqual({
      copies: word.rules.copies,
      jokers: word.rules.jokers,
      opening_jokers: true,
      opening_letters: 4,
      double_from: null,
      theme: null,
      theme_by: "list",
    });
  });

  test("how the best play is done is asked with its tiles alone, so that it is the same play", () => {
    const seat = laying.seat ?? 0;
    const turn = {
      seat,
      opened: true,
      best_played: ["r1"],
      table: [["k1", "b1", "o1"]],
    } as unknown as TurnReview;
    expect(planQuestionFor(turn, laying.before)).toMatchObject({
      goal: "tiles-points",
      rack: ["r1"],
      table: [["k1", "b1", "o1"]],
    });
    expect(planQuestionFor({ ...turn, opened: false }, laying.before).goal).toBe("opening");
    const [waits = ""] = laying.before.seats[seat]?.rack ?? [];
    const words = wordPlanQuestionFor(
      { ...turn, table: [["K", "O", "?(T)"]] },
      { ...laying.before, waiting: [waits] },
    );
    expect([words.table, words.opened, words.natural]).toEqual([["KO?(T)"], true, true]);
    expect(words.rack).toBe((laying.before.seats[seat]?.rack ?? []).slice(1).map(faceOf).join("")); // a tile that waits is not laid (P1)
  });
});
