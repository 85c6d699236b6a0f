/** The companion scores as the engine does: vectors that the engine exports, and what must hold for every game. */

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { bestOpening, canOpen } from "../../src/companion/opening";
import {
  type EndCause,
  fieldsFor,
  fits,
  type House,
  type Measure,
  PROFILES,
  rulesOf,
  type ScoringRules,
} from "../../src/companion/rules";
import {
  compare,
  type FinalSeat,
  isDouble,
  isSumRight,
  isWaived,
  leadersOf,
  rackValue,
  scoreGame,
  starterOf,
  turnScore,
} from "../../src/companion/scoring";
import { scoreOf } from "../../src/tournament/hall/gameScore";
import { expectedSum } from "../../src/scoring/scoreSheet";
import vectors from "../vectors/scores.json";

/** Many vectors on a busy machine. */
const PATIENCE_MS = 60_000;

type VectorSeat = [
  rack: string,
  opened: boolean,
  hadTurn: boolean,
  taken: string,
  announced: boolean,
  turns: number[],
];
type VectorGame = [
  profile: string,
  house: House & Partial<ScoringRules>,
  cause: EndCause,
  seats: VectorSeat[],
  winners: number[],
  scores: [number, string, number, number][],
  sum: number,
  right: boolean,
];

const games = vectors.games as unknown as VectorGame[];
const faces = (text: string): string[] => text.split(" ").filter(Boolean);

/** What the companion makes of a seat whose rack was entered tile by tile. */
function seatOf(
  rules: ScoringRules,
  [rack, opened, hadTurn, taken, announced, turnPoints]: VectorSeat,
): FinalSeat {
  const tiles = faces(rack);
  const numbers = rules.sets === "numbers";
  const couldOpen = numbers && !opened && canOpen(rules, tiles);
  return {
    wentOut: !tiles.length,
    value: numbers ? rackValue(tiles, rules.joker_rack_value) : 0,
    opened,
    hadTurn,
    couldOpen,
    waived: couldOpen && isWaived(rules, tiles, faces(taken), announced),
    turnPoints,
  };
}

describe("as the engine says", () => {
  test(
    "openings",
    () => {
      expect(vectors.openings.length).toBeGreaterThan(800);
      for (const [rack, jokers, best] of vectors.openings as [string, boolean, number][]) {
        expect([rack, jokers, bestOpening(faces(rack), jokers)]).toEqual([rack, jokers, best]);
      }
    },
    PATIENCE_MS,
  );

  test(
    "games of every profile and many house rules: winners, charges, points, big points, sums (E1–E8, M3, R-8, R-9, W15)",
    () => {
      expect(new Set(games.map(([profile]) => profile))).toEqual(new Set(PROFILES));
      for (const [profile, house, cause, listed, winners, scores, asked, right] of games) {
        const rules = { ...rulesOf(profile), ...house } as ScoringRules;
        const seats = listed.map((seat) => seatOf(rules, seat));
        const result = scoreGame(rules, seats, cause);
        expect(result.winners).toEqual(winners);
        expect(
          result.scores.map((score) => [score.value, score.charge, score.points, score.bigPoints]),
        ).toEqual(scores);
        if (rules.sets === "numbers")
          expect(
            expectedSum(
              rules,
              result,
              result.scores.map((score) => score.value),
            ),
          ).toBe(asked);
        expect(isSumRight(rules, result, seats)).toBe(right);
      }
    },
    PATIENCE_MS,
  );

  test("every charge of the book is among them", () => {
    const charges = new Set(games.flatMap(([, , , , , scores]) => scores.map(([, charge]) => charge)));
    expect([...charges].sort()).toEqual(["could-open", "difference", "none", "rack", "unopened", "waived"]);
    expect(games.some(([, , , , winners]) => winners.length > 1)).toBe(true);
  });

  test("matches: who wins, and who shares it (M1, M2)", () => {
    for (const [ranking, , , standings, winners] of vectors.matches as unknown as [
      Measure[],
      number,
      unknown,
      [number, number, number][],
      number[],
    ][]) {
      const rules = { ...rulesOf("pl"), match_ranking: ranking };
      expect(
        leadersOf(
          rules,
          standings.map(([total, wins, bigPoints]) => ({ total, wins, bigPoints })),
        ),
      ).toEqual(winners);
    }
  });

  test("who starts (S1, S2, W2)", () => {
    for (const [profile, players, previous, starter] of vectors.starters as [
      string,
      number,
      number | null,
      number | null,
    ][]) {
      expect(starterOf(rulesOf(profile), players, previous)).toBe(starter);
    }
  });

  test("turns of the word game, doubles too (W10, W11)", () => {
    expect(vectors.turns.filter(([, , , , , double]) => double).length).toBeGreaterThan(5);
    for (const [held, laid, letters, from, points, double] of vectors.turns as [
      number,
      number,
      number,
      number | null,
      number,
      boolean,
    ][]) {
      const rules = { ...rulesOf("pl-word"), double_from: from };
      expect([turnScore(rules, letters, { held, laid }), isDouble(rules, { held, laid })]).toEqual([
        points,
        double,
      ]);
    }
  });
});

const seats = fc.array(
  fc.record({
    wentOut: fc.constant(false),
    value: fc.integer({ min: 1, max: 250 }),
    opened: fc.boolean(),
    hadTurn: fc.boolean(),
    couldOpen: fc.boolean(),
    waived: fc.boolean(),
    turnPoints: fc.constant([] as number[]),
  }),
  { minLength: 2, maxLength: 6 },
);
const numberProfiles = PROFILES.filter((name) => rulesOf(name).sets === "numbers");

describe("whatever is played", () => {
  test("after an empty rack the points add up to zero in every book (M3, E5)", () => {
    fc.assert(
      fc.property(fc.constantFrom(...numberProfiles), seats, (profile, others) => {
        const all: FinalSeat[] = [
          {
            wentOut: true,
            value: 0,
            opened: true,
            hadTurn: true,
            couldOpen: false,
            waived: false,
            turnPoints: [],
          },
          ...others,
        ];
        const { scores, winners } = scoreGame(rulesOf(profile), all, "rack-empty");
        expect(winners).toEqual([0]);
        expect(scores.reduce((sum, score) => sum + score.points, 0)).toBe(0);
      }),
    );
  });

  test("without one they add up as the book says: zero, less the winners' racks in book A and a dropped rest (M3, R-9)", () => {
    fc.assert(
      fc.property(fc.constantFrom(...numberProfiles), seats, fc.boolean(), (profile, all, lap) => {
        const rules = rulesOf(profile);
        const result = scoreGame(rules, all, lap ? "last-lap" : "all-passed");
        expect(isSumRight(rules, result, all)).toBe(true);
        const lowest = Math.min(...all.map((seat) => seat.value));
        const own = rules.lowest_rack_scores === "own-rack" ? lowest * result.winners.length : 0;
        const sum = result.scores.reduce((whole, score) => whole + score.points, 0) + own;
        expect(sum <= 0 && sum > -result.winners.length).toBe(true);
      }),
    );
  });

  test("the order in which seats are entered changes nothing", () => {
    fc.assert(
      fc.property(fc.constantFrom(...numberProfiles), seats, (profile, all) => {
        const rules = rulesOf(profile);
        const there = scoreGame(rules, all, "last-lap").scores.map((score) => score.points);
        const back = scoreGame(rules, [...all].reverse(), "last-lap").scores.map((score) => score.points);
        expect(back.reverse()).toEqual(there);
      }),
    );
  });

  test(
    "an opening is never worth more than the rack with its jokers as high as they go, and more tiles never hurt",
    () => {
      const face = fc
        .tuple(fc.constantFrom("k", "r", "b", "o"), fc.integer({ min: 1, max: 13 }))
        .map(([colour, number]) => `${colour}${number}`);
      fc.assert(
        fc.property(
          fc.array(face, { maxLength: 9 }),
          fc.integer({ min: 0, max: 2 }),
          face,
          (tiles, jokers, more) => {
            const rack = [...tiles, ...Array<string>(jokers).fill("J")];
            const best = bestOpening(rack);
            expect(best <= rackValue(rack, 13)).toBe(true);
            expect(bestOpening([...rack, more]) >= best).toBe(true);
          },
        ),
        { numRuns: 50 },
      );
    },
    PATIENCE_MS,
  );
});

test("the sheet of a tournament's table, the other writing of these rules, says the same", () => {
  fc.assert(
    fc.property(fc.constantFrom(...numberProfiles), seats, fc.boolean(), (profile, others, out) => {
      const rules = rulesOf(profile);
      const all = others.map((seat, place) => ({
        ...seat,
        hadTurn: true,
        waived: false,
        wentOut: out && place === 0,
        opened: seat.opened || (out && place === 0),
      }));
      const entered = all.map((seat) => ({
        rack: seat.wentOut ? 0 : seat.value,
        opened: seat.opened ? ("yes" as const) : seat.couldOpen ? ("could" as const) : ("could-not" as const),
      }));
      const result = scoreGame(
        rules,
        all.map((seat) => (seat.wentOut ? { ...seat, value: 0 } : seat)),
        out ? "rack-empty" : "last-lap",
      );
      const sheet = scoreOf(rules, entered, out ? 0 : null)?.sheet;
      expect(sheet?.points).toEqual(result.scores.map((score) => score.points));
      expect(sheet?.winners).toEqual(result.winners);
    }),
  );
});

describe("house rules", () => {
  test("values are checked, and only what means something in the game is offered", () => {
    const fit = (field: string, value: unknown): boolean => fits(rulesOf("pl"), field, value);
    expect([
      fit("joker_rack_value", 50),
      fit("joker_rack_value", -1),
      fit("joker_rack_value", null),
      fit("unopened_penalty", null),
    ]).toEqual([true, false, false, true]);
    expect([
      fit("strict", true),
      fit("strict", 1),
      fit("lowest_rack_scores", "sum"),
      fit("lowest_rack_scores", "all"),
    ]).toEqual([true, false, true, false]);
    expect([fit("double_from", 7), fits(rulesOf("pl-word"), "double_from", 7)]).toEqual([false, true]);
    expect(fits(rulesOf("pl-word"), "joker_rack_value", 50)).toBe(false);
    for (const profile of PROFILES) expect(fieldsFor(rulesOf(profile)).length).toBeGreaterThanOrEqual(3);
  });

  test("big points decide a match once a house plays for them", () => {
    expect(rulesOf("uk", { big_points: true }).match_ranking).toEqual(["big-points", "wins", "total"]);
    expect(rulesOf("pl-tournament", { big_points: false }).match_ranking).toEqual(["total"]);
    const rules = rulesOf("pl", { big_points: true });
    expect(
      compare(rules, { total: 0, wins: 0, bigPoints: 1 }, { total: 90, wins: 9, bigPoints: 0 }),
    ).toBeLessThan(0);
  });
});
