/**
 * Could this rack open? A twin of the engine's `opening`: a sweep over the numbers 1 to 13 that keeps, of all ways to the same
 * open runs and jokers left, the most valuable (P2, E7, R-10). It answers where the server is out of reach.
 */

import type { ScoringRules } from "./rules";

type Runs = readonly [one: number, two: number, long: number];
type State = {
  readonly runs: readonly Runs[];
  readonly jokers: number;
  readonly spare: readonly number[];
  readonly worth: number;
};

const COLOURS = ["k", "r", "b", "o"] as const;
const HIGHEST = 13;

/** Say whether a rack holds an opening by these rules. */
export function canOpen(
  rules: Pick<ScoringRules, "opening_points" | "opening_jokers">,
  rack: readonly string[],
): boolean {
  return bestOpening(rack, rules.opening_jokers, rules.opening_points) >= rules.opening_points;
}

/**
 * The most points that sets made of these tiles alone can be worth; 0 if there is no set. With `enough` the search stops at the first
 * total that reaches it, which need not be the most.
 */
export function bestOpening(rack: readonly string[], jokersAllowed = true, enough = Infinity): number {
  const counts = new Map<string, number>();
  for (const face of rack) counts.set(face, (counts.get(face) ?? 0) + 1);
  const jokers = jokersAllowed ? (counts.get("J") ?? 0) : 0;
  let states: readonly State[] = [
    { runs: COLOURS.map(() => [0, 0, 0] as const), jokers, spare: [], worth: 0 },
  ];
  let best = 0;
  for (let number = 1; number <= HIGHEST && best < enough; number += 1) {
    states = afterNumber(states, counts, number);
    for (const { runs, worth } of states)
      if (worth > best && runs.every(([one, two]) => !one && !two)) best = worth;
  }
  return best;
}

/** Place the tiles of one number in runs, colour by colour, then what is left in groups. */
function afterNumber(
  states: readonly State[],
  counts: ReadonlyMap<string, number>,
  number: number,
): readonly State[] {
  let partial = states;
  COLOURS.forEach((colour, place) => {
    const here = counts.get(`${colour}${number}`) ?? 0;
    const ahead = counts.get(`${colour}${number + 1}`) ?? 0;
    const grown = new Best();
    for (const state of partial) {
      for (const [after, used, left] of runChoices(
        state.runs[place] ?? [0, 0, 0],
        here,
        state.jokers,
        number,
      )) {
        if (after[0] + after[1] > ahead + left) continue; // a short run could not go on
        const open: Runs = [after[0], after[1], Math.min(after[2], ahead + left)];
        const runs = state.runs.map((each, at) => (at === place ? open : each));
        grown.add({
          runs,
          jokers: left,
          spare: [...state.spare, here - Math.min(used, here)],
          worth: state.worth + number * used,
        });
      }
    }
    partial = grown.all;
  });
  const result = new Best();
  for (const { runs, jokers, spare, worth } of partial) {
    for (let spent = 0; spent <= jokers; spent += 1) {
      result.add({
        runs,
        jokers: jokers - spent,
        spare: [],
        worth: worth + number * mostInGroups(spare, spent),
      });
    }
  }
  return result.all;
}

/** Of equal states the most valuable. */
class Best {
  private readonly found = new Map<string, State>();

  add(state: State): void {
    const key = `${state.runs.join(";")}|${state.jokers}|${state.spare.join()}`;
    const known = this.found.get(key);
    if (!known || known.worth < state.worth) this.found.set(key, state);
  }

  get all(): readonly State[] {
    return [...this.found.values()];
  }
}

/** The runs after this number, how many tiles they took, and how many jokers are left. */
function* runChoices(
  [one, two, long]: Runs,
  here: number,
  jokers: number,
  number: number,
): Generator<readonly [Runs, number, number]> {
  const most = here + jokers;
  for (let kept = 0; kept <= long; kept += 1) {
    const goingOn = one + two + kept;
    const starts = number <= HIGHEST - 2 ? Math.max(0, most - goingOn) : 0;
    for (let started = 0; started <= starts; started += 1) {
      const used = goingOn + started;
      if (used <= most) yield [[started, one, two + kept], used, jokers - Math.max(0, used - here)];
    }
  }
}

/** How many of the spare tiles of one number, by colour, and jokers fit into groups. */
function mostInGroups(spare: readonly number[], jokers: number): number {
  const all = spare.reduce((sum, count) => sum + count, 0) + jokers;
  let most = 0;
  for (let groups = 1; groups <= Math.floor(all / 3); groups += 1) {
    const tiles = Math.min(
      COLOURS.length * groups,
      spare.reduce((sum, count) => sum + Math.min(count, groups), 0) + jokers,
    );
    if (tiles >= 3 * groups) most = Math.max(most, tiles);
  }
  return most;
}
