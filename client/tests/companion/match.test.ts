/** Matches of the companion: folded from steps, undone, kept, read again, shared. */

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  after,
  type Book,
  canRedo,
  canUndo,
  matchOf,
  read,
  redo,
  undo,
  write,
} from "../../src/companion/book";
import {
  fold,
  type Game,
  type Left,
  lineOf,
  type Match,
  pointsOf,
  scoreSheetOf,
  type Change,
  WrongChange,
} from "../../src/companion/match";
import { rulesOf } from "../../src/companion/rules";
import { sheetText } from "../../src/companion/telling";

const PEOPLE = ["Ola", "Jan", "Ewa", "Piotr"].map((name, at) => ({ id: `p${at}`, name }));

function set(profile: string, players = PEOPLE, house = {}): Change {
  return { do: "set", profile, house, players, starter: "p0" };
}

function begin(profile: string): Book {
  return { id: "one", begun: 1, steps: [set(profile)], at: 1 };
}

function left(sum: number, unopened: Left["unopened"] = null): Left {
  return { tiles: null, sum, unopened };
}

/** A game after which these sums were left, the first zero went out. */
function game(sums: readonly number[], starter = "p0"): Game {
  const players = PEOPLE.slice(0, sums.length).map((player) => player.id);
  const out = sums.indexOf(0);
  return {
    kind: "numbers",
    players,
    starter,
    cause: out < 0 ? "last-lap" : "rack-empty",
    out: players[out] ?? null,
    left: sums.map((sum) => left(sum)),
  };
}

function points(match: Match): number[][] {
  return scoreSheetOf(match).lines.map((line) => match.seated.map((id) => line.points.get(id) ?? 0));
}

describe("the sheet", () => {
  test("scores add up as the books' example has it (M1)", () => {
    const games = [game([0, 5, 16, 3]), game([6, 11, 0, 5]), game([32, 13, 2, 0])];
    const match = fold([set("cs"), ...games.map((each): Change => ({ do: "game", game: each }))]);
    expect(points(match)).toEqual([
      [24, -5, -16, -3],
      [-6, -11, 22, -5],
      [-32, -13, -2, 47],
    ]);
    const sheet = scoreSheetOf(match);
    expect(sheet.standings.map((each) => each.total)).toEqual([-14, -29, 4, 39]);
    expect(sheet.running[1]).toEqual([18, -16, 6, -8]);
    expect(sheet.leaders).toEqual(["p3"]);
    expect(sheet.lines.every((line) => line.right && line.sum === 0)).toBe(true);
  });

  test("racks 1, 5, 10, 15 after an empty bank, by book (E6)", () => {
    const played = (profile: string): number[] =>
      points(fold([set(profile), { do: "game", game: game([1, 5, 10, 15]) }]))[0] ?? [];
    expect(played("pl")).toEqual([29, -5, -10, -15]);
    expect(played("pl-tournament")).toEqual([27, -4, -9, -14]);
    expect(played("uk")).toEqual([27, -4, -9, -14]);
    expect(played("cs")).toEqual([30, -5, -10, -15]);
  });

  test("jokers left count 30 or 50, whatever sum was typed before (E4)", () => {
    const rack: Left = { tiles: ["r5", "J"], sum: 99, unopened: null };
    const end: Game = { ...(game([0, 1]) as Game & { kind: "numbers" }), left: [left(0), rack] };
    for (const [profile, value] of [
      ["pl", 35],
      ["pl-tournament", 55],
    ] as const) {
      expect(lineOf(rulesOf(profile), end).points.get("p1")).toBe(-value);
    }
  });

  test("−100, −200, the waiver and who never had a turn (E7)", () => {
    const end: Game = {
      ...(game([0, 7, 7, 7]) as Game & { kind: "numbers" }),
      left: [left(0), left(7, "no"), left(7, "yes"), left(7, "waived")],
    };
    expect([...lineOf(rulesOf("pl"), end).points.values()]).toEqual([307, -100, -200, -7]);
    expect([...lineOf(rulesOf("cs"), end).points.values()]).toEqual([21, -7, -7, -7]);
    const never: Game = { ...end, left: [left(0), left(7, "no-turn"), left(7), left(7)] };
    expect([...lineOf(rulesOf("pl"), never).points.values()]).toEqual([21, -7, -7, -7]);
  });

  test("a word game by its turns: doubles count twice, what is left costs nothing, equal points share the win (W10, W11, W15)", () => {
    const turns = [
      { player: "p0", letters: 6, double: false },
      { player: "p1", letters: 7, double: true },
      { player: "p0", letters: 8, double: false },
      { player: "p1", letters: 0, double: false },
    ];
    expect(turns.map(pointsOf)).toEqual([6, 14, 8, 0]);
    const line = lineOf(rulesOf("pl-word"), {
      kind: "letters",
      players: ["p0", "p1"],
      starter: "p0",
      cause: "rack-empty",
      turns,
    });
    expect([[...line.points.values()], line.winners, line.right]).toEqual([[14, 14], ["p0", "p1"], true]);
  });

  test("the next starter sits to the left, or is drawn where the book says so (S2, W2)", () => {
    const next = (profile: string, starter: string): string | null =>
      fold([set(profile), { do: "game", game: game([0, 5, 5, 5], starter) }]).starter;
    expect([next("pl", "p0"), next("pl", "p3"), next("pl-tournament", "p1"), next("cs", "p0")]).toEqual([
      "p1",
      "p0",
      "p2",
      null,
    ]);
  });

  test("who comes or goes between two games keeps what was won", () => {
    const match = fold([
      set("pl"),
      { do: "game", game: game([0, 5, 16, 3]) },
      set("pl", [PEOPLE[0]!, PEOPLE[2]!, { id: "p9", name: "Iza" }]),
    ]);
    const sheet = scoreSheetOf(match);
    expect(sheet.players.map((player) => player.name)).toEqual(["Ola", "Ewa", "Iza", "Jan", "Piotr"]);
    expect(sheet.standings.map((each) => each.total)).toEqual([24, -16, 0, -5, -3]);
  });

  test("a corrected game and changed house rules count for the whole sheet", () => {
    const steps: Change[] = [
      set("pl"),
      { do: "game", game: game([0, 5, 16, 3]) },
      { do: "correct", at: 0, game: game([0, 6, 16, 3]) },
    ];
    expect(points(fold(steps))).toEqual([[25, -6, -16, -3]]);
    expect(fold([...steps, { do: "correct", at: 0, game: null }]).games).toEqual([]);
    expect(
      points(
        fold([
          set("pl"),
          { do: "game", game: game([1, 5, 10, 15]) },
          set("pl", PEOPLE, { lowest_rack_scores: "sum" }),
        ]),
      ),
    ).toEqual([[30, -5, -10, -15]]);
  });

  test("what makes no sense is refused", () => {
    const wrong: Change[] = [
      { do: "correct", at: 0, game: null },
      { do: "start", starter: "nobody" },
      { do: "game", game: { ...game([0, 5]), players: ["p0", "stranger"] } },
      {
        do: "game",
        game: { kind: "letters", players: ["p0", "p1"], starter: "p0", cause: "rack-empty", turns: [] },
      },
      { do: "game", game: { ...(game([0, 5]) as Game & { kind: "numbers" }), out: null } },
      set("nothing"),
      set("pl", PEOPLE.slice(0, 1)),
    ];
    for (const step of wrong) expect(() => fold([set("pl"), step])).toThrow(WrongChange);
    expect(() => fold([set("pl"), { do: "game", game: game([0, 1]) }, set("pl-word")])).toThrow(WrongChange);
  });

  test("the sheet as text, best first", () => {
    const sheet = scoreSheetOf(fold([set("pl", PEOPLE.slice(0, 2)), { do: "game", game: game([5, 0]) }]));
    expect(sheetText(sheet, "Title", (number) => `Game ${number}`)).toBe(
      "Title\n★ Jan: +5\nOla: −5\n\nGame 1: Ola −5, Jan +5",
    );
  });
});

const tile = fc.oneof(
  fc
    .tuple(fc.constantFrom("k", "r", "b", "o"), fc.integer({ min: 1, max: 13 }))
    .map(([colour, number]) => `${colour}${number}`),
  fc.constant("J"),
);
const anyLeft = fc.record({
  tiles: fc.option(fc.array(tile, { maxLength: 6 })),
  sum: fc.integer({ min: 0, max: 300 }),
  unopened: fc.option(fc.constantFrom("no", "yes", "waived", "no-turn")),
}) as fc.Arbitrary<Left>;
const anyGame: fc.Arbitrary<Game> = fc
  .tuple(
    fc.array(anyLeft, { minLength: 4, maxLength: 4 }),
    fc.option(fc.constantFrom("p0", "p1", "p2", "p3")),
  )
  .map(([lefts, out]) => ({
    ...(game([1, 1, 1, 1]) as Game & { kind: "numbers" }),
    left: lefts,
    out,
    cause: out ? "rack-empty" : "all-passed",
  }));
const anyStep: fc.Arbitrary<Change> = fc.oneof(
  anyGame.map((each): Change => ({ do: "game", game: each })),
  fc.constantFrom("p0", "p1", "p2").map((starter): Change => ({ do: "start", starter })),
  fc
    .tuple(fc.integer({ min: 0, max: 3 }), fc.option(anyGame))
    .map(([at, each]): Change => ({ do: "correct", at, game: each })),
  fc.integer({ min: 0, max: 100 }).map((joker_rack_value) => set("pl", PEOPLE, { joker_rack_value })),
  fc.constant<Change>({ do: "finish" }),
);
const anyDeed = fc.oneof(
  { weight: 5, arbitrary: anyStep },
  { weight: 2, arbitrary: fc.constantFrom("undo" as const, "redo" as const) },
);

function doAll(deeds: readonly (Change | "undo" | "redo")[]): Book {
  return deeds.reduce((book, deed) => {
    try {
      return deed === "undo" ? undo(book) : deed === "redo" ? redo(book) : after(book, deed);
    } catch (problem) {
      if (!(problem instanceof WrongChange)) throw problem;
      return book;
    }
  }, begin("pl"));
}

describe("whatever is entered", () => {
  test("undoing a step and doing it again changes nothing; all undone is the beginning", () => {
    fc.assert(
      fc.property(fc.array(anyDeed, { maxLength: 14 }), (deeds) => {
        const book = doAll(deeds);
        if (canUndo(book)) expect(matchOf(redo(undo(book)))).toEqual(matchOf(book));
        if (canRedo(book)) expect(matchOf(undo(redo(book)))).toEqual(matchOf(book));
        let back = book;
        while (canUndo(back)) back = undo(back);
        expect(matchOf(back)).toEqual(matchOf(begin("pl")));
      }),
    );
  });

  test("a reload shows the same, what was undone included", () => {
    fc.assert(
      fc.property(fc.array(anyDeed, { maxLength: 14 }), (deeds) => {
        const book = doAll(deeds);
        expect(read(write(book))).toEqual(book);
      }),
    );
  });

  test("after an empty rack the sheet adds up to zero, and totals are the sums of the games (M3)", () => {
    fc.assert(
      fc.property(fc.array(anyDeed, { maxLength: 10 }), (deeds) => {
        const sheet = scoreSheetOf(matchOf(doAll(deeds)));
        for (const line of sheet.lines) {
          expect(line.right).toBe(true);
          if (line.game.cause === "rack-empty") expect(line.sum).toBe(0);
        }
        sheet.standings.forEach((standing, at) => {
          expect(standing.total).toBe(
            sheet.lines.reduce((sum, line) => sum + (line.points.get(sheet.players[at]?.id ?? "") ?? 0), 0),
          );
          if (sheet.running.length) expect(sheet.running.at(-1)?.[at]).toBe(standing.total);
        });
      }),
    );
  });
});

describe("what is kept", () => {
  const good = write(after(begin("pl"), { do: "game", game: game([0, 5, 16, 3]) }));

  test("a newer format is told apart from damage", () => {
    expect(read(good.replace('"format":1', '"format":2'))).toBe("newer");
    expect(read(good.replace('"tilemeld":"companion"', '"tilemeld":"other"'))).toBe("damaged");
  });

  test.each([
    ["half a text", good.slice(0, 120)],
    ["nothing", "null"],
    ["a rack that is not a rack", good.replace('"sum":5', '"sum":"5"')],
    ["a rack below zero", good.replace('"sum":5', '"sum":-5')],
    ["an unknown end", good.replace("rack-empty", "flood")],
    ["a stranger", good.replace('"out":"p0"', '"out":"p7"')],
    ["no beginning", good.replace('"do":"set"', '"do":"finish"')],
    ["more steps than there are", good.replace('"at":2', '"at":9')],
    ["a house that cannot be", good.replace('"house":{}', '"house":{"joker_rack_value":"many"}')],
    ["an unknown box", good.replace('"profile":"pl"', '"profile":"xx"')],
    ["a name without letters", good.replace('"name":"Ola"', '"name":""')],
  ])("%s is damage", (_, text) => {
    expect(text).not.toBe(good);
    expect(read(text)).toBe("damaged");
  });

  test("any change to a character is read as another match or as damage, never thrown", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: good.length - 1 }),
        fc.string({ minLength: 0, maxLength: 2 }),
        (at, text) => {
          read(good.slice(0, at) + text + good.slice(at + 1));
        },
      ),
    );
  });
});
