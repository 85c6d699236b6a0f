/**
 * The board of the player at this device: fed with the session's updates, its drafts sent to the others, its places
 * remembered by this browser. Turns the session's language into the board's; the board does not know the session.
 */

import { letters, unnamedJoker, wordsOn } from "../board/letters";
import type { Fresh } from "../board/screen/badges";
import type { Zones } from "../board/screen/viewport";
import type { SetId } from "../board/places";
import { numbers } from "../board/numbers";
import { isValid } from "../board/reader";
import { historyOf, withHistory } from "../board/history";
import { adopt, recall } from "../board/receive";
import { draftOf, emptyBoard, isTouched, tilesOf, type Board, type Notice } from "../board/state";
import { parseLaid, type TileId } from "../board/tiles";
import { BoardView, type Options } from "../board/screen/view";
import { dictionary } from "../connection/dictionary";
import type { TableSession } from "../connection/session.svelte";
import type { DraftInfo, EngineEvent, EngineGameView } from "../generated/protocol";
import { settings } from "../browser/settings.svelte";
import { language, say } from "../words/say.svelte";
import { bubbleFor, Completions } from "./setBubble";
import { halfBuilt, newsOf, turnKey, wordsIn } from "./boardNews";
import { Notices } from "./notices.svelte";
import { recallGame, recallHistory, rememberGame, rememberHistory } from "./persistence";
import { GameView, roleIn } from "./gameView.svelte";
import { shake } from "../browser/haptics";
import { play, type Sound } from "../browser/sound";
import { freshIn, sayLatest, turnsIn, type TheirTurn } from "./latest";
import { Playback } from "./playback";
import { dealtSorted, joinsSorted, liesSorted } from "./rackOrder";
import { Settling } from "./settling";
import { judgeTurn, scoreOf, whyOff } from "./turnVerdict";
import { labelTile, sayNotice } from "../words/boardText";

const REMEMBER_MS = 150;

/** What the board asks of the screen: keys that are not its own, a joker that needs a letter, another game or seat. */
export type Requests = {
  readonly key: Options["key"];
  readonly askLetter: (tile: TileId) => void;
  readonly begin: () => void;
};

export class BoardController {
  readonly gameView: GameView;
  readonly notices: Notices;
  board = $state.raw<Board>(emptyBoard(numbers));
  /** Whether the whole floor is shown. */
  fitted = $state(true);
  view: BoardView | null = null;

  readonly #session: TableSession;
  readonly #requests: Requests;
  readonly #completions = new Completions();
  #playback: Playback | null = null;
  #fresh: Fresh = new Map();
  #newcomers: ReadonlySet<TileId> = new Set();
  readonly #settling = new Settling({
    restedFor: () => this.view?.restedFor ?? Infinity,
    settle: () => this.#settle(),
  });
  #deafen: (() => void) | null = null;
  #isFollowing = false;
  #turn = "";
  #sent = "";
  #recalled = "";
  #remembering: ReturnType<typeof setTimeout> | undefined;

  constructor(session: TableSession, requests: Requests) {
    this.#session = session;
    this.#requests = requests;
    this.gameView = new GameView(session);
    this.notices = new Notices(this.gameView.name);
  }

  readonly mine = $derived.by(() => this.board.mode === "mine");
  readonly planning = $derived.by(() => this.board.mode === "plan");
  readonly touched = $derived.by(() => (this.mine || this.planning) && isTouched(this.board));
  readonly verdict = $derived.by(() => this.#judge(this.board));
  readonly score = $derived.by(() =>
    this.mine || this.planning ? scoreOf(this.verdict, this.gameView.view, this.gameView.own) : null,
  );
  /** In strict play an invalid table can be confirmed, at a penalty. */
  readonly strict = $derived.by(
    () => (this.gameView.view?.rules.strict ?? false) && this.mine && this.verdict.laid.length > 0,
  );
  readonly canConfirm = $derived.by(() => this.mine && (this.verdict.reasons.length === 0 || this.strict));
  readonly why = $derived.by(() => {
    void language();
    if (!(this.mine || this.planning) || !this.verdict.reasons.length) return "";
    return this.strict ? say("bar.strict") : whyOff(this.verdict, this.gameView.view, this.gameView.name);
  });

  #judge(board: Board): ReturnType<typeof judgeTurn> {
    return judgeTurn(board, this.gameView.view, this.gameView.own);
  }

  // ---- life

  /** Lay the board on the screen and follow the session; returns how to stop. */
  open(zones: Zones): () => void {
    this.view = new BoardView(zones, this.options());
    this.#playback = new Playback(
      this.view,
      zones.root,
      () => settings.wishes.pace,
      () => settings.lessMotion || document.hidden,
    );
    this.#deafen = dictionary.onAnswer(() => this.view?.refresh());
    const { view } = this.#session;
    if (view) this.feed(view, true);
    window.addEventListener("pagehide", this.#rememberNow);
    return () => this.#close();
  }

  #close(): void {
    window.removeEventListener("pagehide", this.#rememberNow);
    this.#settling.stop();
    this.#rememberNow();
    this.#deafen?.();
    this.view?.destroy();
    this.view = this.#playback = null;
  }

  options(): Options {
    return {
      reader: numbers,
      big: settings.wishes.bigFaces,
      label: (tile, board) => this.#label(tile, board),
      origin: (tile) => this.#origin(tile),
      face: (seat) => this.#playback?.face(seat) ?? null,
      reducedMotion: () => settings.lessMotion,
      changed: (board, notices, refused) => this.#changed(board, notices, refused),
      looked: (whole) => this.#looked(whole),
      key: (key) => this.#requests.key(key),
      sound: (kind) => this.ring(kind),
    };
  }

  /** Tiles are elsewhere on the screen: words about a set go with it. */
  #looked(whole: boolean): void {
    this.fitted = whole;
    const { bubble } = this.notices;
    if (bubble) this.#speakOf(bubble.set);
  }

  ring(sound: Sound): void {
    if (settings.wishes.sound) play(sound);
    if (settings.wishes.haptics) shake(sound);
  }

  /** Own tiles that were not seen before come from the bank; those of others fly when it is their turn to be shown. */
  #origin(tile: TileId): { x: number; y: number } | null {
    const { view } = this.gameView;
    if (!view || settings.lessMotion || this.#recalled === "" || !view.rack.includes(tile)) return null;
    return this.#playback?.point("[data-bank]") ?? null;
  }

  /** A tile as a screen reader says it, and who has just laid or moved it. */
  #label(tile: TileId, board: Board): string {
    const label = labelTile(tile, board);
    const fresh = this.#fresh.get(tile);
    if (!fresh) return label;
    const name = this.gameView.name(fresh.seat);
    return `${label}, ${say(fresh.how === "laid" ? "tile.laid-by" : "tile.moved-by", { name })}`;
  }

  /** Show once more what a seat did in its latest turn. */
  showLatest(seat: number): void {
    const seen = this.gameView.view;
    if (!seen || !this.view) return;
    this.notices.say(sayLatest(seen, seat, this.gameView.name(seat)));
    const latest = seen.seats[seat]?.latest;
    if (!latest) return;
    this.view.mark([...latest.laid, ...latest.moved]);
    this.#playback?.again(seat, latest.laid);
  }

  // ---- news for the board

  /** Take in what the server says; a pause, a vote or another screen in between leave the half-built table as it was. */
  feed(seen: EngineGameView, fromServer: boolean, events: readonly EngineEvent[] = []): void {
    if (!this.view || !this.#session.game) return;
    const key = `${this.#session.game}/${seen.viewer}`;
    if (key !== this.#recalled) this.#begin(seen, key);
    if (this.gameView.letters) dictionary.trust(wordsIn(seen));
    const turn = turnKey(key, seen);
    // A hand that may go on is ahead of what it sent; one that a pause stops lies as it was left.
    const ahead = this.board.mode === "mine" && !fromServer && roleIn(seen) === "mine";
    const news = newsOf(
      seen,
      halfBuilt(seen, this.#session.draft, ahead, this.#session.halfBuilt),
      turn !== this.#turn,
    );
    const began = news.role === "mine" && this.board.mode !== "mine";
    this.#turn = turn;
    if (began) this.#sent = JSON.stringify(seen.table);
    const [before, places] = [this.view.board, this.#playback?.before() ?? new Map<TileId, string>()];
    const notices = this.view.receive(news);
    this.#freshen(seen);
    this.#order(before, seen);
    this.#settling.turn(news.role === "mine");
    if (!fromServer) this.#playback?.show(this.#theirTurns(seen, events), places, this.#movedIn(seen));
    if (!began) return;
    const history = recallHistory();
    const onward = history && withHistory(this.view.board, turn, history);
    if (onward && onward !== this.view.board) this.view.become(onward);
    const { board } = this.view;
    this.ring("turn");
    this.notices.announce([say("bar.your-turn"), ...notices.map((notice) => sayNotice(notice, board))], true);
  }

  /** Take in a half-built table: somebody else's, or one's own as another device of one's own has it by now. */
  follow(seen: EngineGameView, draft: DraftInfo): void {
    if (draft.seat !== seen.viewer) return this.feed(seen, false);
    if (!this.view || this.view.board.mode !== "mine") return this.feed(seen, true);
    if (this.view.holding.length) return; // what comes of it is newer
    const sets = draft.table.map((set) => set.map(parseLaid));
    const named = Object.fromEntries(
      sets.flat().flatMap(({ tile, standsFor }) => (standsFor ? [[tile, standsFor]] : [])),
    );
    this.#isFollowing = true;
    const tiles = sets.map((set) => set.map(({ tile }) => tile));
    this.view.become(adopt(this.view.board, tiles, named));
    this.#isFollowing = false;
  }

  #freshen(seen: EngineGameView): void {
    const fresh = freshIn(seen);
    const key = (each: Fresh): string => [...each].map(([tile, { how, seat }]) => tile + how + seat).join();
    if (key(fresh) === key(this.#fresh)) return;
    this.#fresh = fresh;
    this.view?.freshen(fresh);
  }

  /** What is to be shown of others: turns that are over, or what they have laid on their half-built table. */
  #theirTurns(seen: EngineGameView, events: readonly EngineEvent[]): readonly TheirTurn[] {
    if (events.length) return turnsIn(events, seen.viewer);
    const { draft } = this.#session;
    if (!draft || draft.seat === seen.viewer || !this.view) return [];
    return [{ seat: draft.seat, laid: tilesOf(this.view.board.now.sets), taken: 0 }];
  }

  #movedIn(seen: EngineGameView): ReadonlySet<TileId> {
    const last = seen.seats.find((seat, at) => at !== seen.viewer && seat.latest?.turn === seen.turn - 1);
    return new Set(last?.latest?.moved ?? []);
  }

  /** Tiles are dealt sorted; one that comes later is shown at the end first, then moves to its place. */
  #order(before: Board, seen: EngineGameView): void {
    if (!this.view || seen.viewer === null || !settings.wishes.keepSorted) return;
    const had = new Set(before.now.order);
    const came = seen.rack.filter((tile) => !had.has(tile));
    if (seen.rack.length && came.length === seen.rack.length) return this.#sortNow();
    if (!joinsSorted(before, this.view.board, settings.wishes.sortedBy, this.#newcomers)) return;
    this.#newcomers = new Set([...this.#newcomers, ...came]);
    this.#settling.came();
  }

  #sortNow(): void {
    this.#newcomers = new Set();
    const sorted = this.view && dealtSorted(this.view.board, settings.wishes.sortedBy);
    if (sorted) this.view?.become(sorted);
  }

  /** What came takes its place, unless somebody has arranged the others by hand meanwhile. */
  #settle(): void {
    const lies = this.view && liesSorted(this.view.board, settings.wishes.sortedBy, this.#newcomers);
    if (lies && settings.wishes.keepSorted) this.#sortNow();
    else this.#newcomers = new Set();
  }

  /** Another game, or another seat: where things lay in it is remembered by this browser. */
  #begin(seen: EngineGameView, key: string): void {
    this.#recalled = key;
    this.#turn = "";
    this.#sent = "";
    this.notices.card = null;
    this.notices.recall(seen);
    this.#requests.begin();
    dictionary.playBy(seen.rules.theme_by === "list" ? seen.rules.theme : null, seen.rules.family_words);
    const memory = this.#session.game ? recallGame(this.#session.game, seen.viewer) : null;
    const fresh = emptyBoard(
      seen.rules.sets === "letters" ? letters(dictionary) : numbers,
      this.view?.board.floor ?? this.board.floor,
    );
    this.view?.become(memory ? recall(fresh, memory) : fresh);
  }

  // ---- what the hand has done

  #changed(board: Board, notices: readonly Notice[], refused: boolean): void {
    this.board = board;
    if (board.reader.spells) dictionary.want(wordsOn(board));
    this.fitted = this.view?.isFitted ?? true;
    this.#stream(board);
    this.#remember(board);
    this.#tell(board, notices, refused);
    if (board.mode !== "mine" && board.mode !== "plan") {
      this.notices.bubble = null;
      return;
    }
    this.#point(board, notices);
    const joker = unnamedJoker(
      board,
      notices.flatMap((notice) => String(notice.params["tiles"] ?? "").split(" ")),
    );
    if (joker) this.#requests.askLetter(joker);
  }

  /** The player's half-built table is sent to the others and stored by the server. */
  #stream(board: Board): void {
    if (board.mode !== "mine" || !this.#session.myTurn) return;
    const draft = draftOf(board);
    const text = JSON.stringify(draft);
    if (text === this.#sent) return;
    this.#sent = text;
    if (this.#isFollowing) return; // it came from there
    this.#session.putDraft(draft);
  }

  #remember(board: Board): void {
    const { game, view } = this.#session;
    if (!game || !this.#recalled) return;
    const seat = board.mode === "watch" ? null : (view?.viewer ?? null);
    clearTimeout(this.#remembering);
    this.#remembering = setTimeout(() => this.#note(game, seat), REMEMBER_MS);
  }

  /** What was done a moment ago is not lost by a reload, or by leaving. */
  readonly #rememberNow = (): void => {
    clearTimeout(this.#remembering);
    const { game, view } = this.#session;
    if (game && this.#recalled) this.#note(game, view?.viewer ?? null);
  };

  #note(game: string, seat: number | null): void {
    if (!this.view) return;
    rememberGame(game, seat, this.view.memory());
    if (this.view.board.mode === "mine") rememberHistory(historyOf(this.view.board, this.#turn));
  }

  #tell(board: Board, notices: readonly Notice[], refused: boolean): void {
    const lines = notices.map((notice) => sayNotice(notice, board)).filter(Boolean);
    if (lines.length) this.notices.announce(lines);
    const loud =
      refused ||
      notices.some((notice) => notice.code.startsWith("plan/") || notice.code === "board/joker-freed");
    if (loud && lines.length) this.notices.show(lines.join(" "));
    else if (notices.length) this.notices.note = null;
  }

  /** The reason why a set is open appears beside it; a set that came together sounds. */
  #point(board: Board, notices: readonly Notice[]): void {
    const { readings } = this.#judge(board);
    const moved = notices.find((notice) => typeof notice.params["set"] === "number");
    const set = moved
      ? Number(moved.params["set"])
      : notices.length
        ? null
        : (this.notices.bubble?.set ?? null);
    const valid = board.now.sets.filter((each) => each.tiles.length > 2 && isValid(readings.get(each.id)!));
    if (this.#completions.note(valid.map((each) => each.tiles)) && set !== null) this.ring("complete");
    this.#speakOf(set);
  }

  #speakOf(set: SetId | null): void {
    const { readings } = this.#judge(this.board);
    this.notices.bubble = set === null ? null : bubbleFor(set, readings.get(set), this.view);
  }
}
