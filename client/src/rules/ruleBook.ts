/** The rules of a profile as chapters: which sentences, with which values, and who plays them otherwise. */

import type { EngineRules } from "../generated/protocol";

type Values = Readonly<Record<string, string | number>>;
/** A picture: sets as they lie, and what becomes of them. */
export type Example = {
  readonly before: readonly string[];
  readonly after?: readonly string[];
  readonly wrong?: boolean;
  readonly note?: string;
};
type Sentence = {
  /** The message is `book.` and this. */
  readonly key: string;
  readonly values: Values;
  /** The profiles of the same kind of game that play this in another way. */
  readonly otherwise: readonly string[];
  readonly examples: readonly Example[];
};
export type Chapter = { readonly name: string; readonly sentences: readonly Sentence[] };
type Fields = Readonly<Record<string, unknown>>;
type Row = readonly [key: string, fields?: readonly string[], values?: Values, examples?: readonly Example[]];

/** The sentences of a real table, each with the manner of the rules that it belongs to. */
const REAL_TABLE = [
  ["distance", "touch"],
  ["gap", "gap"],
  ["push", "push"],
  ["clock", "clock"],
  ["done", "say"],
  ["count", "count"],
] as const;

export const CHAPTERS = [
  "aim",
  "sets",
  "opening",
  "turn",
  "rearranging",
  "jokers",
  "time",
  "end",
  "scoring",
  "real",
] as const;

/** Write a profile's rules, with an eye on its sisters. */
export function chaptersOf(profile: EngineRules, all: readonly EngineRules[]): readonly Chapter[] {
  const sisters = all.filter(
    (each) => isLetters(each) === isLetters(profile) && each.profile !== profile.profile,
  );
  const rows = isLetters(profile) ? letters(profile) : numbers(profile);
  return CHAPTERS.map((name) => ({
    name,
    sentences: rows[name].map(([key, fields = [], values = {}, examples = []]) => ({
      key,
      values,
      examples,
      otherwise: sisters
        .filter((sister) => fields.some((field) => differs(profile, sister, field)))
        .map((sister) => sister.profile),
    })),
  }));
}

/** Whether sets are words. */
export function isLetters(profile: EngineRules): boolean {
  return profile.sets === "letters";
}

/** The fields in which profiles differ. */
export function differencesOf(profile: EngineRules, sisters: readonly EngineRules[]): readonly string[] {
  const fields = Object.keys(profile).filter(
    (field) => field !== "profile" && field !== "version" && field !== "turn_seconds_offered",
  );
  return fields.filter((field) => sisters.some((sister) => differs(profile, sister, field)));
}

export function valueOf(profile: EngineRules, field: string): unknown {
  return (profile as unknown as Fields)[field];
}

function differs(one: EngineRules, other: EngineRules, field: string): boolean {
  return JSON.stringify(valueOf(one, field)) !== JSON.stringify(valueOf(other, field));
}

function numbers(rules: EngineRules): Record<(typeof CHAPTERS)[number], readonly Row[]> {
  const tiles = 52 * rules.copies + rules.jokers;
  const penalty = rules.unopened_penalty;
  const ranking = rules.match_ranking[0] ?? "total";
  return {
    aim: [
      ["aim"],
      [
        "box",
        ["copies", "jokers", "max_players"],
        {
          copies: rules.copies,
          jokers: rules.jokers,
          tiles,
          low: rules.min_players,
          high: rules.max_players,
        },
      ],
      [`deal.${rules.stacks}`, ["stacks", "rack_size"], { count: rules.rack_size }],
      [
        rules.redeal_doublets === null ? "no-redeal" : "redeal",
        ["redeal_doublets"],
        { count: rules.redeal_doublets ?? 0 },
      ],
      [`starter.${rules.first_starter}-${rules.later_starter}`, ["first_starter", "later_starter"]],
    ],
    sets: [
      ["group", [], {}, [{ before: ["k7 r7 o7"] }, { before: ["k4 r4 b4 o4"] }]],
      ["run", [], {}, [{ before: ["b3 b4 b5 b6"] }]],
      ["run-order", [], {}, [{ before: ["o7 o6 o5"] }]],
      [
        "no-set",
        [],
        {},
        [
          { before: ["r9 b9 r9"], wrong: true },
          { before: ["k12 k13 k1"], wrong: true },
        ],
      ],
      ["no-loose"],
    ],
    opening: [
      [
        "opening",
        ["opening_points"],
        { count: rules.opening_points },
        [{ before: ["o8 o9 o10", "k3 r3 b3"], note: "book.worth" }],
      ],
      [rules.opening_jokers ? "opening-jokers" : "opening-no-jokers", ["opening_jokers"]],
      ["opening-waits"],
    ],
    turn: [["turn"], ["turn-end"], [rules.bank_in_stacks ? "bank-stacks" : "bank", ["bank_in_stacks"]]],
    rearranging: [
      ["rearranging"],
      ["rearranging-ends"],
      ["rearranging-take", [], {}, [{ before: ["r3 r4 r5 r6"], after: ["r3 r4 r5", "r6 b6 k6"] }]],
      ["rearranging-split", [], {}, [{ before: ["b4 b5 b6 b7 b8"], after: ["b4 b5 b6", "b6 b7 b8"] }]],
    ],
    jokers: [
      ["joker", [], {}, [{ before: ["r6 J(r7) r8"] }]],
      ["joker-free", [], {}, [{ before: ["r6 J(r7) r8"], after: ["r6 r7 r8", "k11 k12 J(k13)"] }]],
      ["joker-group", [], {}, [{ before: ["r5 o5 J"] }]],
      ["joker-split", [], {}, [{ before: ["k8 r8 b8 J"], after: ["k8 r8 b8", "o1 o2 J(o3)"] }]],
      ["joker-opened"],
    ],
    time: [
      [
        rules.turn_seconds === null ? "no-clock" : "clock",
        ["turn_seconds"],
        { count: rules.turn_seconds ?? 0 },
      ],
      ["time-untouched", ["timeout_untouched_takes"], { count: rules.timeout_untouched_takes }],
      [
        `time-mess.${rules.timeout_salvage}`,
        ["timeout_salvage", "timeout_disorder_takes"],
        { count: rules.timeout_disorder_takes },
      ],
      [
        rules.timeout_in_order_takes === null ? "time-stands" : "time-undone",
        ["timeout_in_order_takes"],
        { count: rules.timeout_in_order_takes ?? 0 },
      ],
      [rules.strict ? "strict" : "helpful", ["strict", "mistake_takes"], { count: rules.mistake_takes }],
    ],
    end: [
      ["end"],
      ...(rules.table_manners.includes("call") ? [["call", ["table_manners"]] as Row] : []),
      [`bank-end.${rules.bank_end}`, ["bank_end"]],
      ...(rules.bank_end === "last-lap" ? [["last-tile", ["bank_end"]] as Row] : []),
      ...(rules.round_time ? [["round-time", ["round_time"]] as Row] : []),
    ],
    scoring: [
      ["rack-value", ["joker_rack_value"], { count: rules.joker_rack_value }],
      ["score"],
      [`score.${rules.lowest_rack_scores}`, ["lowest_rack_scores"]],
      [
        penalty === null ? "no-penalty" : "penalty",
        ["unopened_penalty", "could_open_penalty"],
        { low: penalty ?? 0, high: rules.could_open_penalty ?? 0 },
      ],
      ...(penalty === null ? [] : [["waiver", ["unopened_penalty"]] as Row]),
      [`match.${ranking}`, ["match_ranking"]],
    ],
    real: real(rules),
  };
}

/** What holds at a real table only (M4–M8), and how a table is settled that nobody can restore (T9). */
function real(rules: EngineRules): readonly Row[] {
  const penalty = rules.unopened_penalty;
  const manners = new Set<string>(rules.table_manners);
  const said = REAL_TABLE.filter(([manner]) => manners.has(manner));
  const judged = said.length ? ["dispute", "conduct"] : [];
  return [
    ...[...said.map(([, name]) => name), ...judged].map((name) => [`real.${name}`, ["table_manners"]] as Row),
    ...(said.length && penalty !== null
      ? [["real.ruling", ["table_manners"], { low: penalty, high: rules.could_open_penalty ?? 0 }] as Row]
      : []),
    [`real.settle.${rules.settlement}`, ["settlement"]],
  ];
}

function letters(rules: EngineRules): Record<(typeof CHAPTERS)[number], readonly Row[]> {
  return {
    aim: [
      ["word-aim"],
      ["word-box", [], { jokers: rules.jokers, low: rules.min_players, high: rules.max_players }],
      [`deal.${rules.stacks}`, [], { count: rules.rack_size }],
      ["word-redeal", [], { count: rules.redeal_few ?? 0 }],
      ["word-starter"],
    ],
    sets: [
      ["word-sets", [], {}, [{ before: ["R Z E K A"] }, { before: ["D O M Y"] }]],
      ["word-differ"],
      ["word-again"],
      ["no-loose"],
    ],
    opening: [
      ["word-opening", [], { count: rules.opening_letters }, [{ before: ["K O S Z Y K"] }]],
      ["word-beginners"],
      ["opening-waits"],
    ],
    turn: [["word-turn"], ["word-refill", [], { count: rules.refill_to ?? 0 }]],
    rearranging: [
      ["word-rearranging", [], {}, [{ before: ["K O S Z Y K"], after: ["K O T", "S Z Y K"] }]],
      ["rearranging-ends"],
    ],
    jokers: [["word-joker", [], {}, [{ before: ["D ?(O) M"] }]], ["word-joker-free"], ["joker-opened"]],
    time: [
      [rules.turn_seconds === null ? "no-clock" : "clock", [], { count: rules.turn_seconds ?? 0 }],
      ["word-time", [], { count: rules.timeout_disorder_takes }],
      [rules.strict ? "strict" : "helpful", [], { count: rules.mistake_takes }],
    ],
    end: [["word-end"], ["word-pass"]],
    scoring: [
      ["word-score"],
      ["word-old"],
      ...(rules.double_from === null ? [] : [["word-double", [], { count: rules.double_from }] as Row]),
      ["word-left"],
      ["word-theme"],
      [`match.${rules.match_ranking[0] ?? "total"}`],
    ],
    real: real(rules),
  };
}
