/**
 * The rule sets as far as a real table needs them: scoring, who starts, and the clock. The companion carries them
 * with it, since it works without the server; tests/vectors/scores.json holds them to what the engine says.
 */

export const CAUSES = ["rack-empty", "last-lap", "all-passed"] as const;
export type EndCause = (typeof CAUSES)[number];
export type Measure = "wins" | "big-points" | "total";
export type LowestRack = "own-rack" | "difference" | "sum";

export type ScoringRules = {
  readonly sets: "numbers" | "letters";
  readonly copies: number;
  readonly jokers: number;
  readonly min_players: number;
  readonly max_players: number;
  readonly first_starter: "draw" | "first-seat";
  readonly later_starter: "left" | "draw";
  readonly opening_points: number;
  readonly opening_jokers: boolean;
  readonly turn_seconds: number | null;
  readonly turn_seconds_offered: readonly (number | null)[];
  readonly timeout_untouched_takes: number;
  readonly timeout_disorder_takes: number;
  readonly timeout_salvage: "none" | "free" | "penalised";
  readonly timeout_in_order_takes: number | null;
  readonly strict: boolean;
  readonly bank_end: "last-lap" | "all-pass";
  readonly joker_rack_value: number;
  readonly lowest_rack_scores: LowestRack;
  readonly unopened_penalty: number | null;
  readonly could_open_penalty: number | null;
  readonly double_from: number | null;
  readonly big_points: boolean;
  readonly match_ranking: readonly Measure[];
};

const PL: ScoringRules = {
  sets: "numbers",
  copies: 2,
  jokers: 2,
  min_players: 2,
  max_players: 4,
  first_starter: "draw",
  later_starter: "left",
  opening_points: 30,
  opening_jokers: true,
  turn_seconds: 60,
  turn_seconds_offered: [30, 40, 60, null],
  timeout_untouched_takes: 1,
  timeout_disorder_takes: 1,
  timeout_salvage: "none",
  timeout_in_order_takes: 1,
  strict: false,
  bank_end: "last-lap",
  joker_rack_value: 30,
  lowest_rack_scores: "own-rack",
  unopened_penalty: 100,
  could_open_penalty: 200,
  double_from: null,
  big_points: false,
  match_ranking: ["total"],
};
const CS: ScoringRules = {
  ...PL,
  later_starter: "draw",
  turn_seconds_offered: [60],
  timeout_disorder_takes: 3,
  timeout_salvage: "penalised",
  timeout_in_order_takes: null,
  bank_end: "all-pass",
  lowest_rack_scores: "sum",
  unopened_penalty: null,
  could_open_penalty: null,
};
const UK: ScoringRules = {
  ...CS,
  opening_jokers: false,
  timeout_salvage: "none",
  timeout_in_order_takes: 1,
  lowest_rack_scores: "difference",
  match_ranking: ["wins", "total"],
};
const XP = { copies: 3, jokers: 4, max_players: 6 } as const;

export const PROFILES: Readonly<Record<string, ScoringRules>> = {
  pl: PL,
  "pl-xp": { ...PL, ...XP },
  "pl-tournament": {
    ...PL,
    first_starter: "first-seat",
    turn_seconds: 40,
    turn_seconds_offered: [40],
    timeout_salvage: "free",
    timeout_in_order_takes: null,
    strict: true,
    joker_rack_value: 50,
    lowest_rack_scores: "difference",
    big_points: true,
    match_ranking: ["big-points", "total"],
  },
  cs: CS,
  uk: UK,
  "uk-xp": { ...UK, ...XP },
  "pl-word": {
    ...PL,
    sets: "letters",
    copies: 1,
    opening_points: 0,
    turn_seconds: 90,
    turn_seconds_offered: [60, 90, 120, null],
    bank_end: "all-pass",
    joker_rack_value: 0,
    lowest_rack_scores: "sum",
    unopened_penalty: null,
    could_open_penalty: null,
    double_from: 7,
  },
};

/** The fields that a house may play otherwise at a real table, with their bounds where they are numbers. */
export const HOUSE_FIELDS = {
  joker_rack_value: { kind: "number", low: 0, high: 1000, none: false },
  opening_points: { kind: "number", low: 1, high: 1000, none: false },
  opening_jokers: { kind: "switch" },
  unopened_penalty: { kind: "number", low: 0, high: 1000, none: true },
  could_open_penalty: { kind: "number", low: 0, high: 1000, none: true },
  strict: { kind: "switch" },
  lowest_rack_scores: { kind: "choice", values: ["own-rack", "difference", "sum"] },
  double_from: { kind: "number", low: 1, high: 40, none: true },
  big_points: { kind: "switch" },
  later_starter: { kind: "choice", values: ["left", "draw"] },
} as const;
export type HouseField = keyof typeof HOUSE_FIELDS;
export type House = { readonly [Field in HouseField]?: ScoringRules[Field] };

const NUMBERS_ONLY: ReadonlySet<HouseField> = new Set([
  "joker_rack_value",
  "opening_points",
  "opening_jokers",
  "unopened_penalty",
  "could_open_penalty",
  "strict",
  "lowest_rack_scores",
]);
const LETTERS_ONLY: ReadonlySet<HouseField> = new Set(["double_from"]);

/** The fields of the house that mean something in this game. */
export function fieldsFor(rules: ScoringRules): readonly HouseField[] {
  const others = rules.sets === "letters" ? NUMBERS_ONLY : LETTERS_ONLY;
  return (Object.keys(HOUSE_FIELDS) as HouseField[]).filter((field) => !others.has(field));
}

/** The rules of a profile with a house's changes; big points, once there are any, decide a match first (M2). */
export function rulesOf(profile: string, house: House = {}): ScoringRules {
  const rules = { ...(PROFILES[profile] ?? PL), ...house };
  if (house.big_points === undefined) return rules;
  const rest = rules.match_ranking.filter((each) => each !== "big-points");
  return { ...rules, match_ranking: house.big_points ? ["big-points", ...rest] : rest };
}

/** Say whether a value fits a field of the house. */
export function fits(field: HouseField, value: unknown): boolean {
  const wanted = HOUSE_FIELDS[field];
  if (wanted.kind === "switch") return typeof value === "boolean";
  if (wanted.kind === "choice") return (wanted.values as readonly unknown[]).includes(value);
  return value === null
    ? wanted.none
    : Number.isInteger(value) && (value as number) >= wanted.low && (value as number) <= wanted.high;
}

/** What of a house really differs from the book. */
export function differing(profile: string, house: House): House {
  const book = PROFILES[profile] ?? PL;
  return Object.fromEntries(
    Object.entries(house).filter(([field, value]) => book[field as HouseField] !== value),
  );
}

/** Whether the rules charge who never opened in another way (E7). */
export function asksOpening(rules: ScoringRules): boolean {
  return rules.unopened_penalty !== null || rules.could_open_penalty !== null;
}

/** Where tiles go that nobody can put back in order at a real table, by book (T9). */
export const LEFT_OVER: Readonly<Record<string, "bank" | "mixed" | "player">> = {
  pl: "bank",
  "pl-xp": "bank",
  "pl-tournament": "player",
  cs: "mixed",
  uk: "bank",
  "uk-xp": "bank",
  "pl-word": "player",
};
