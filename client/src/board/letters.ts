/**
 * The word game's answers: what can be said at once, without the dictionary, and what the dictionary has said so far.
 *
 * Tiles spell in the order in which they lie; a joker is the letter that its player named. The server decides.
 */

import type { SetId } from "./places";
import { isValid, type Fault, type Params, type Reader, type Reading } from "./reader";
import { adopt } from "./receive";
import { changed, rackOf, readingOf, setOf, type Board, type Outcome } from "./state";
import { faceOf, type Face, type TileId } from "./tiles";
import type { Verdict } from "./verdict";

const WORD_JOKER: Face = "?";
/** The letters of the box, in the order of the Polish alphabet (W1, W2). */
export const LETTERS: readonly Face[] = [..."AĄBCĆDEĘFGHIJKLŁMNŃOÓPRSŚTUWYZŹŻ"];
const VOWELS: ReadonlySet<Face> = new Set("AĄEĘIOÓUY");
/** The fewest letters of a word (W7). */
export const SHORTEST = 3;

/** What is known of a word: it may be laid, it may not for these reasons, or nobody has asked yet. */
export type Answer = { readonly valid: boolean; readonly reasons: readonly Fault[] };
export type Known = { answer(word: string): Answer | null; readonly edition: number };

function fault(code: string, params: Params = {}): Fault {
  return { code, params };
}

/** The word game, with what is known of the dictionary. */
export function letters(known: Known): Reader {
  function read(faces: readonly Face[], names: readonly (Face | null)[] = []): Reading {
    const standsFor = faces.map((face, place) => (face === WORD_JOKER ? (names[place] ?? null) : null));
    const word = faces.map((face, place) => standsFor[place] ?? face).join("");
    const faults = faultsOf(word);
    return {
      kind: faults.length ? "" : "word",
      order: faces.map((_, place) => place),
      mayBe: standsFor.map((name) => (name === null ? [] : [name])),
      standsFor,
      worth: faults.length ? 0 : faces.length,
      faults,
    };
  }

  function faultsOf(word: string): readonly Fault[] {
    if (word.length < SHORTEST) return [fault("word/too-short", { word, letters: word.length })];
    if (word.includes(WORD_JOKER)) return [fault("word/joker-unnamed", { word, letters: "" })];
    return known.answer(word)?.reasons ?? [fault("word/checking", { word })];
  }

  return {
    joker: WORD_JOKER,
    spells: true,
    sorts: ["alphabet", "vowels"],
    get edition() {
      return known.edition;
    },
    read,
    tidy: (faces) => faces.map((_, place) => place),
    compare,
    rank: (faces) => [faces.join("")],
    found: () => [],
  };
}

function compare(left: Face, right: Face, by: string): number {
  const rank = (face: Face) => (face === WORD_JOKER ? 2 : by === "vowels" && !VOWELS.has(face) ? 1 : 0);
  return rank(left) - rank(right) || LETTERS.indexOf(left) - LETTERS.indexOf(right);
}

/** The word that tiles spell on a board; a joker without a letter is `?`. */
export function spell(board: Board, tiles: readonly TileId[]): string {
  const { standsFor } = readingOf(board, tiles);
  return tiles.map((tile, place) => standsFor[place] ?? faceOf(tile)).join("");
}

/** The words on the table that a dictionary can be asked about. */
export function wordsOn(board: Board): string[] {
  return board.now.sets
    .map((set) => spell(board, set.tiles))
    .filter((word) => word.length >= SHORTEST && !word.includes(WORD_JOKER));
}

// ---- jokers (W14) ---------------------------------------------------------------------------------------------------

/** Whether a player may say now which letter a joker stands for; one keeps its letter while the tiles of its word stay. */
export function mayName(board: Board, joker: TileId): boolean {
  if (
    faceOf(joker) !== WORD_JOKER ||
    !board.reader.spells ||
    (board.mode !== "mine" && board.mode !== "plan")
  )
    return false;
  const set = setOf(board, joker);
  if (!set) return false;
  const home = board.base.table.find((laid) => laid.some((each) => each.tile === joker));
  const same =
    home && home.length === set.tiles.length && home.every((each) => set.tiles.includes(each.tile));
  return !same;
}

/** The letter that a joker on the table stands for, if it has been named. */
export function nameOn(board: Board, joker: TileId): Face | null {
  const set = setOf(board, joker);
  return set ? (readingOf(board, set.tiles).standsFor[set.tiles.indexOf(joker)] ?? null) : null;
}

/** Says which letter a joker stands for; a step that can be undone. */
export function nameJoker(board: Board, joker: TileId, letter: Face): Outcome {
  if (!mayName(board, joker) || !LETTERS.includes(letter)) return { board, notices: [], refused: false };
  const set = setOf(board, joker);
  // A new array of tiles, so that the set is read again.
  const sets = board.now.sets.map((each) => (each === set ? { ...each, tiles: [...each.tiles] } : each));
  const now = { ...board.now, sets, named: { ...board.now.named, [joker]: letter } };
  const notices = [{ code: "board/named", params: { letter, set: set?.id ?? 0 } }];
  return { board: changed(board, now, board.nextId), notices, refused: false };
}

/** The joker among tiles that were just laid that has no letter yet. */
export function unnamedJoker(board: Board, tiles: readonly TileId[]): TileId | null {
  return tiles.find((tile) => mayName(board, tile) && nameOn(board, tile) === null) ?? null;
}

// ---- typing -----------------------------------------------------------------------------------------------------------

/** How a typed word could be laid: which tiles, what jokers are for, and which letters there are none of. */
export type Spelling = {
  readonly tiles: readonly TileId[];
  readonly named: Readonly<Record<TileId, Face>>;
  readonly missing: readonly Face[];
  readonly fromTable: readonly Face[];
};

/** Text as letters of the game. */
export function lettersIn(text: string): string {
  return text.normalize("NFC").toLocaleUpperCase("pl").replace(/\s+/g, "");
}

/** Finds tiles for a word: from the rack, loose ones of the table, the player's jokers; then, if asked for, from words on the table. */
export function spelling(board: Board, word: string, table: boolean): Spelling {
  const free = [...rackOf(board)];
  const open = board.now.sets.filter((set) => !isValid(readingOf(board, set.tiles)));
  const loose = open.flatMap((set) => set.tiles);
  const words = table
    ? fewest(
        board,
        word,
        [...free, ...loose],
        open.map((set) => set.id),
      )
    : [];
  const tiles: (TileId | null)[] = [];
  const fromTable: Face[] = [];
  const take = (from: TileId[], face: Face): TileId | null => {
    const at = from.findIndex((tile) => faceOf(tile) === face);
    return at < 0 ? null : (from.splice(at, 1)[0] ?? null);
  };
  for (const letter of word) tiles.push(take(free, letter) ?? take(loose, letter));
  const named: Record<TileId, Face> = {};
  [...word].forEach((letter, at) => {
    if (tiles[at]) return;
    const lent = take(words, letter);
    if (lent) {
      fromTable.push(letter);
      tiles[at] = lent;
      return;
    }
    const joker = take(free, WORD_JOKER);
    if (joker) named[joker] = letter;
    tiles[at] = joker;
  });
  const missing = [...word].filter((_, at) => !tiles[at]);
  return { tiles: tiles.filter((tile): tile is TileId => tile !== null), named, missing, fromTable };
}

/** Tiles of finished words; the word that supplies most of what is missing comes first. */
function fewest(board: Board, word: string, have: readonly TileId[], open: readonly SetId[]): TileId[] {
  const lack = [...word];
  for (const tile of have) {
    const at = lack.indexOf(faceOf(tile));
    if (at >= 0) lack.splice(at, 1);
  }
  const lends = (tiles: readonly TileId[]) => {
    const rest = [...lack];
    return tiles.filter((tile) => rest.includes(faceOf(tile)) && rest.splice(rest.indexOf(faceOf(tile)), 1))
      .length;
  };
  return board.now.sets
    .filter((set) => !open.includes(set.id))
    .sort((a, b) => lends(b.tiles) - lends(a.tiles))
    .flatMap((set) => set.tiles);
}

/** Lays a word as one step that can be undone. */
export function layWord(board: Board, found: Spelling): Outcome {
  const used = new Set(found.tiles);
  const rest = board.now.sets.map((set) =>
    set.tiles.some((tile) => used.has(tile)) ? set.tiles.filter((tile) => !used.has(tile)) : set.tiles,
  );
  const laid = adopt(board, [...rest.filter((tiles) => tiles.length > 0), [...found.tiles]], found.named);
  const set = laid.now.sets.find((each) => each.tiles.includes(found.tiles[0] ?? ""));
  return {
    board: laid,
    notices: [{ code: "board/new-set", params: { tiles: found.tiles.join(" "), set: set?.id ?? 0 } }],
    refused: false,
  };
}

// ---- may the turn end, and what does it score (W6, W9–W11) ---------------------------------------------------------------

type WordRules = {
  readonly opened: boolean;
  readonly openingLetters: number;
  readonly openingJokers: boolean;
  readonly doubleFrom: number | null;
  readonly rejected: readonly string[];
};

/** What the turn would score: the longest new word with a rack tile; doubled when the whole rack is laid. */
export type TurnScore = {
  readonly set: SetId;
  readonly word: string;
  readonly points: number;
  readonly double: boolean;
};

type WordVerdict = Verdict & { readonly score: TurnScore | null };

export function judgeWords(board: Board, rules: WordRules): WordVerdict {
  const own = new Set(board.base.rack);
  const readings = new Map(board.now.sets.map((set) => [set.id, readingOf(board, set.tiles)]));
  const laid = board.now.sets.flatMap((set) => set.tiles.filter((tile) => own.has(tile)));
  const before = new Map(
    board.base.table.map((set) => [
      set.map((each) => each.tile).join(" "),
      set.map((each) => each.standsFor ?? faceOf(each.tile)).join(""),
    ]),
  );
  const old = new Set(before.values());
  const words = board.now.sets.map((set) => ({
    set,
    word: spell(board, set.tiles),
    isNew: !before.has(set.tiles.join(" ")),
    owns: set.tiles.some((tile) => own.has(tile)),
  }));
  const reasons: (Fault & { set?: SetId })[] = [];
  if (!laid.length) reasons.push(fault("lay/nothing"));
  const counts = new Map<string, number>();
  for (const { word } of words) if (!word.includes(WORD_JOKER)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const said = new Set<string>();
  for (const { set, word, isNew } of words) {
    if (!isNew) continue;
    for (const each of readings.get(set.id)?.faults ?? []) reasons.push({ ...each, set: set.id });
    const count = counts.get(word) ?? 0;
    if (count > 1 && !said.has(word))
      reasons.push({
        ...(old.has(word) ? fault("word/on-table", { word }) : fault("word/twice", { word, count })),
        set: set.id,
      });
    if (!old.has(word) && rules.rejected.includes(word))
      reasons.push({ ...fault("word/rejected", { word }), set: set.id });
    said.add(word);
  }
  const fresh = words.filter(({ set }) => set.tiles.every((tile) => own.has(tile)));
  const longest = Math.max(0, ...fresh.map(({ word }) => word.length));
  if (!rules.opened) {
    const touched = words.find((each) => each.isNew && !fresh.includes(each));
    if (touched)
      reasons.push({
        ...fault("opening/table-touched", { set: board.now.sets.indexOf(touched.set) + 1 }),
        set: touched.set.id,
      });
    if (fresh.length > 1)
      reasons.push({
        ...fault("opening/one-word", { needed: rules.openingLetters, words: fresh.length }),
        set: fresh[1]!.set.id,
      });
    else if (fresh[0] && longest < rules.openingLetters) {
      reasons.push({
        ...fault("opening/word-too-short", {
          word: fresh[0].word,
          letters: longest,
          needed: rules.openingLetters,
        }),
        set: fresh[0].set.id,
      });
    }
    if (
      !rules.openingJokers &&
      fresh.some(({ set }) => set.tiles.some((tile) => faceOf(tile) === WORD_JOKER))
    )
      reasons.push(fault("opening/no-jokers"));
  }
  const scoring = words.filter(
    ({ set, word, owns }) => owns && !old.has(word) && isValid(readings.get(set.id) as Reading),
  );
  const best = scoring.reduce<(typeof scoring)[number] | null>(
    (most, each) => (!most || each.word.length > most.word.length ? each : most),
    null,
  );
  const double =
    rules.doubleFrom !== null &&
    board.base.rack.length >= rules.doubleFrom &&
    laid.length === board.base.rack.length;
  const score = best && {
    set: best.set.id,
    word: best.word,
    points: best.word.length * (double ? 2 : 1),
    double,
  };
  return { laid, points: longest, readings, reasons, score };
}
