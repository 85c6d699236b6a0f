/**
 * The number game's answers: the twin of `engine/sets/numbers.py`, tested against vectors that the engine exports.
 *
 * The server decides; this only gives an immediate answer.
 */

import type { Fault, Params, Reader, Reading, SortBy } from "./reader";
import type { Face } from "./tiles";

export const JOKER: Face = "J";
/** Black, red, blue, orange: the letters of the notation, in the order of N1. */
export const COLOURS = ["k", "r", "b", "o"] as const;
const HIGHEST = 13;
const COLOUR_NAMES: Readonly<Record<string, string>> = { k: "black", r: "red", b: "blue", o: "orange" };

const colourOf = (face: Face): string => face.charAt(0);
const numberOf = (face: Face): number => Number(face.slice(1));

type Natural = { readonly place: number; readonly colour: string; readonly number: number };
type Candidate = {
  readonly worth: number;
  readonly kind: string;
  readonly order: readonly number[];
  readonly mayBe: readonly (readonly Face[])[];
};

/** Says how the tiles read as a run or a group in the order in which they lie, or what is wrong. */
export function readNumbers(faces: readonly Face[], names: readonly (Face | null)[] = []): Reading {
  const given = faces.map((_, place) => names[place] ?? null);
  const misnamed = faces.flatMap((face, place) => {
    const name = given[place];
    return name && face !== JOKER ? [fault("set/not-a-joker", { face, stands_for: name })] : [];
  });
  if (misnamed.length) return unread(misnamed);
  if (faces.length < 3) return unread([fault("set/too-few", { count: faces.length })]);
  let candidates = asNamed(faces, given);
  if (!candidates.length) candidates = asItLies(faces);
  if (!candidates.length) candidates = putInOrder(faces);
  if (!candidates.length) return unread(faultsOf(faces));
  const fitting = candidates.filter((candidate) => fits(candidate, given));
  const best = dearest(fitting.length ? fitting : candidates);
  const standsFor = best.order.map((place, index) => {
    const choices = best.mayBe[index] ?? [];
    const name = fitting.length ? (given[place] ?? null) : null;
    return name ?? (choices.length === 1 ? (choices[0] ?? null) : null);
  });
  return { kind: best.kind, order: best.order, mayBe: best.mayBe, standsFor, worth: best.worth, faults: [] };
}

function unread(faults: readonly Fault[]): Reading {
  return { kind: "", order: [], mayBe: [], standsFor: [], worth: 0, faults };
}

function fault(code: string, params: Params = {}): Fault {
  return { code, params };
}

function dearest(candidates: readonly Candidate[]): Candidate {
  return candidates.reduce((best, each) => (each.worth > best.worth ? each : best));
}

/** Whether all names are possible together: each in its place, none twice, one colour in a run. */
function fits(candidate: Candidate, names: readonly (Face | null)[]): boolean {
  const named = names.filter((name): name is Face => name !== null);
  if (new Set(named).size < named.length) return false;
  if (candidate.kind === "run" && new Set(named.map(colourOf)).size > 1) return false;
  return candidate.order.every((place, index) => {
    const name = names[place] ?? null;
    return name === null || (candidate.mayBe[index] ?? []).includes(name);
  });
}

/** Every reading that depends on names: of jokers alone, of tiles to be put in order. */
function asNamed(faces: readonly Face[], names: readonly (Face | null)[]): Candidate[] {
  if (names.every((name) => name === null)) return [];
  const named = faces.map((face, place) => names[place] ?? face);
  if (faces.some((face) => face !== JOKER) && asItLies(faces).length) return []; // tiles that read lie in their places (N4)
  const found = faces.every((face) => face === JOKER) ? asItLies(named) : putInOrder(named);
  return found.map((candidate) => ({
    ...candidate,
    mayBe: candidate.mayBe.map((choices, index) => {
      const name = names[candidate.order[index] as number] ?? null;
      return name === null ? choices : [name];
    }),
  }));
}

function naturalsOf(faces: readonly Face[]): Natural[] {
  return faces.flatMap((face, place) =>
    face === JOKER ? [] : [{ place, colour: colourOf(face), number: numberOf(face) }],
  );
}

/** Every reading of the tiles in the order in which they lie: rising, falling, group (N2, N3, N5). */
function asItLies(faces: readonly Face[]): Candidate[] {
  const naturals = naturalsOf(faces);
  return [...runs(faces, naturals), ...groups(faces, naturals)];
}

function runs(faces: readonly Face[], naturals: readonly Natural[]): Candidate[] {
  const present = new Set(naturals.map((tile) => tile.colour));
  if (present.size > 1) return [];
  const colours = naturals.length ? COLOURS.filter((colour) => present.has(colour)) : [...COLOURS];
  const last = faces.length - 1;
  const found: Candidate[] = [];
  for (const step of [1, -1]) {
    const starts = new Set(naturals.map((tile) => tile.number - step * tile.place));
    if (!naturals.length) starts.add(step === 1 ? HIGHEST - last : HIGHEST);
    if (starts.size > 1) continue;
    const [start] = [...starts] as [number];
    const end = start + step * last;
    if (Math.min(start, end) < 1 || Math.max(start, end) > HIGHEST) continue;
    const numbers = faces.map((_, place) => start + step * place);
    found.push({
      worth: numbers.reduce((sum, number) => sum + number, 0),
      kind: "run",
      order: faces.map((_, place) => place),
      mayBe: faces.map((face, place) =>
        face === JOKER ? colours.map((colour) => `${colour}${numbers[place]}`) : [],
      ),
    });
  }
  return found;
}

/** Jokers alone are a group of thirteens. */
function groups(faces: readonly Face[], naturals: readonly Natural[]): Candidate[] {
  const numbers = new Set(naturals.map((tile) => tile.number));
  if (!naturals.length) numbers.add(HIGHEST);
  const colours = new Set(naturals.map((tile) => tile.colour));
  if (numbers.size > 1 || colours.size < naturals.length || faces.length > COLOURS.length) return [];
  const [number] = [...numbers] as [number];
  const missing = COLOURS.filter((colour) => !colours.has(colour)).map((colour) => `${colour}${number}`);
  return [
    {
      worth: number * faces.length,
      kind: "group",
      order: faces.map((_, place) => place),
      mayBe: faces.map((face) => (face === JOKER ? missing : [])),
    },
  ];
}

/** Arranges tiles that form a run, but not in the order in which they lie, as a rising run. */
function putInOrder(faces: readonly Face[]): Candidate[] {
  if (faces.length > HIGHEST) return [];
  const naturals = naturalsOf(faces).sort((a, b) => a.number - b.number);
  const low = naturals[0]?.number;
  const high = naturals[naturals.length - 1]?.number;
  if (low === undefined || high === undefined) return [];
  const free = faces.length - (high - low + 1);
  const placeOf = new Map(naturals.map((tile) => [tile.number, tile.place]));
  if (free < 0 || placeOf.size < naturals.length) return [];
  const start = low - Math.max(0, free - (HIGHEST - high)); // spare jokers go to the high end while there is room
  const jokers = faces.flatMap((face, place) => (face === JOKER ? [place] : []));
  const order = faces.map((_, step) => placeOf.get(start + step) ?? (jokers.shift() as number));
  return asItLies(order.map((place) => faces[place] as Face))
    .filter((candidate) => candidate.kind === "run")
    .map((candidate) => ({ ...candidate, order }));
}

/** Everything that is wrong with three or more tiles that form no set. */
function faultsOf(faces: readonly Face[]): Fault[] {
  const naturals = naturalsOf(faces);
  if (!naturals.length) return [fault("set/run-too-long", { count: faces.length })];
  const byColour = mostCommon(naturals.map((tile) => tile.colour));
  const byNumber = mostCommon(naturals.map((tile) => tile.number));
  const [colour, ofColour] = byColour[0] as [string, number];
  const [number, ofNumber] = byNumber[0] as [number, number];
  if (ofColour === 1 && ofNumber === 1) return [fault("set/nothing-in-common")];
  if (byNumber.length === 1 || (ofNumber >= ofColour && byColour.length > 1))
    return groupFaults(faces, number);
  return runFaults(faces, colour);
}

/** Values with how often they occur, the most frequent first, equals in order of appearance. */
function mostCommon<T>(values: readonly T[]): [T, number][] {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

function groupFaults(faces: readonly Face[], number: number): Fault[] {
  const naturals = faces.filter((face) => face !== JOKER);
  const faults = naturals
    .filter((face) => numberOf(face) !== number)
    .map((face) => fault("set/group-number-differs", { face, number }));
  const colours = new Map<string, number>();
  for (const face of naturals) {
    if (numberOf(face) === number) colours.set(colourOf(face), (colours.get(colourOf(face)) ?? 0) + 1);
  }
  for (const [colour, count] of colours) {
    if (count > 1)
      faults.push(fault("set/group-colour-repeats", { colour: COLOUR_NAMES[colour] ?? colour, count }));
  }
  if (faces.length > COLOURS.length) faults.push(fault("set/group-too-many", { count: faces.length }));
  return faults;
}

function runFaults(faces: readonly Face[], colour: string): Fault[] {
  const naturals = faces.filter((face) => face !== JOKER);
  const faults = naturals
    .filter((face) => colourOf(face) !== colour)
    .map((face) => fault("set/run-colour-differs", { face, colour: COLOUR_NAMES[colour] ?? colour }));
  const counts = new Map<number, number>();
  for (const face of naturals) {
    if (colourOf(face) === colour) counts.set(numberOf(face), (counts.get(numberOf(face)) ?? 0) + 1);
  }
  const numbers = [...counts.keys()].sort((a, b) => a - b);
  for (const number of numbers) {
    const count = counts.get(number) ?? 0;
    if (count > 1) faults.push(fault("set/run-number-repeats", { face: `${colour}${number}`, count }));
  }
  if (faces.length > HIGHEST) faults.push(fault("set/run-too-long", { count: faces.length }));
  return [...faults, ...gapFaults(numbers, colour, faces.length - naturals.length)];
}

/** Names the gaps that the jokers cannot fill, and a 1 that comes after 13. */
function gapFaults(numbers: readonly number[], colour: string, jokers: number): Fault[] {
  const gaps = numbers.slice(1).flatMap((high, index) => {
    const low = numbers[index] as number;
    return high - low > 1 ? [{ low, high, missing: high - low - 1 }] : [];
  });
  if (gaps.reduce((sum, gap) => sum + gap.missing, 0) <= jokers) return [];
  if (numbers[0] === 1 && numbers[numbers.length - 1] === HIGHEST) {
    return [fault("set/run-after-13", { face: `${colour}1` })];
  }
  return gaps.map((gap) =>
    fault("set/run-gap", { low: `${colour}${gap.low}`, high: `${colour}${gap.high}`, missing: gap.missing }),
  );
}

/** Tiles of one colour in rising order, if that is not how they lie already or falling; jokers stay put. */
function tidy(faces: readonly Face[]): number[] {
  const same = faces.map((_, place) => place);
  const numbers = faces.map((face) => (face === JOKER ? null : numberOf(face)));
  if (numbers.includes(null) || new Set(faces.map(colourOf)).size > 1) return same;
  const falling = numbers.every((number, place) => place === 0 || (number ?? 0) < (numbers[place - 1] ?? 0));
  if (falling && faces.length > 2) return same;
  return same.sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0) || a - b);
}

function compare(left: Face, right: Face, by: SortBy): number {
  if (left === JOKER || right === JOKER) return Number(left === JOKER) - Number(right === JOKER);
  const colours = COLOURS.indexOf(colourOf(left) as "k") - COLOURS.indexOf(colourOf(right) as "k");
  const numbers = numberOf(left) - numberOf(right);
  return by === "number" ? numbers || colours : colours || numbers;
}

/** Runs and groups among these tiles, each time the most valuable that is left; a quick search, not the exact solver. */
function found(faces: readonly Face[]): number[][] {
  const left = new Set(faces.map((_, place) => place));
  const sets: number[][] = [];
  for (;;) {
    const best = bestSet(faces, left);
    if (!best) return sets;
    sets.push(best);
    for (const place of best) left.delete(place);
  }
}

function bestSet(faces: readonly Face[], left: ReadonlySet<number>): number[] | null {
  const placeOf = new Map<Face, number>();
  const jokers: number[] = [];
  for (const place of left) {
    const face = faces[place] as Face;
    if (face === JOKER) jokers.push(place);
    else if (!placeOf.has(face)) placeOf.set(face, place);
  }
  let best: number[] | null = null;
  let worth = 0;
  const offer = (wanted: readonly Face[]) => {
    const spare = [...jokers];
    const places: number[] = [];
    let points = 0;
    for (const face of wanted) {
      const place = placeOf.get(face) ?? spare.shift();
      if (place === undefined) return;
      places.push(place);
      points += numberOf(face);
    }
    const used = jokers.length - spare.length;
    const price = points - 40 * used; // a joker is for sets that need it
    if (used < wanted.length - 1 && (best === null || price > worth)) [best, worth] = [places, price];
  };
  for (const colour of COLOURS) {
    for (let low = 1; low <= HIGHEST - 2; low++) {
      for (let high = low + 2; high <= HIGHEST; high++) {
        offer(Array.from({ length: high - low + 1 }, (_, step) => `${colour}${low + step}`));
      }
    }
  }
  for (let number = 1; number <= HIGHEST; number++) {
    const all = COLOURS.map((colour) => `${colour}${number}`);
    offer(all);
    for (const out of all) offer(all.filter((face) => face !== out));
  }
  return best;
}

/** The number game. */
/** Runs first, by colour and number; then groups, by number; then what is not a set yet. */
function rank(faces: readonly Face[]): readonly number[] {
  const { kind } = readNumbers(faces);
  const [first] = faces.filter((face) => face !== JOKER);
  if (!first) return [3];
  const colour = COLOURS.indexOf(colourOf(first) as (typeof COLOURS)[number]);
  if (kind === "run") return [0, colour, numberOf(first)];
  return kind === "group" ? [1, numberOf(first)] : [2, colour, numberOf(first)];
}

export const numbers: Reader = { joker: JOKER, read: readNumbers, tidy, compare, rank, found };
