/**
 * The board at one's place: fed with the session's news, its drafts sent to the others, its places remembered by this
 * browser. Turns the session's language into the board's; the board does not know the session.
 */

import { letters, unnamedJoker, wordsOn } from "../board/letters";
import type { Zones } from "../board/screen/viewport";
import { numbers } from "../board/numbers";
import { isValid } from "../board/reader";
import { historyOf, withHistory } from "../board/history";
import { recall } from "../board/receive";
import { draftOf, emptyBoard, isTouched, type Board, type Notice } from "../board/state";
import type { TileId } from "../board/tiles";
import { BoardView, type Options } from "../board/screen/view";
import { dictionary } from "../connection/dictionary";
import type { TableSession } from "../connection/session.svelte";
import type { EngineGameView } from "../generated/protocol";
import { settings } from "../browser/settings.svelte";
import { language, say } from "../words/say.svelte";
import { bubbleFor, Completions } from "./setBubble";
import { halfBuilt, newsOf, turnKey, wordsIn } from "./boardNews";
import { Notices } from "./notices.svelte";
import { recallGame, recallHistory, rememberGame, rememberHistory } from "./persistence";
import { GameView } from "./gameView.svelte";
import { play, type Sound } from "../browser/sound";
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
  #root: HTMLElement | null = null;
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
  /** In strict play a wrong table can be confirmed, and is paid for. */
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
    this.#root = zones.root;
    this.view = new BoardView(zones, this.options());
    dictionary.onAnswer(() => this.view?.refresh());
    const { view } = this.#session;
    if (view) this.feed(view, true);
    window.addEventListener("pagehide", this.#rememberNow);
    return () => this.#close();
  }

  #close(): void {
    window.removeEventListener("pagehide", this.#rememberNow);
    this.#rememberNow();
    this.view?.destroy();
    this.view = null;
  }

  options(): Options {
    return {
      reader: numbers,
      big: settings.wishes.bigFaces,
      label: labelTile,
      origin: (tile) => this.#origin(tile),
      reducedMotion: () => settings.lessMotion,
      changed: (board, notices, refused) => this.#changed(board, notices, refused),
      looked: (whole) => (this.fitted = whole),
      key: (key) => this.#requests.key(key),
      sound: (kind) => this.ring(kind),
    };
  }

  ring(sound: Sound): void {
    if (settings.wishes.sound) play(sound);
  }

  /** Where a tile comes from that was not seen before: the bank for own ones, else the player whose turn it is. */
  #origin(tile: TileId): { x: number; y: number } | null {
    const { view } = this.gameView;
    if (!this.#root || !view || settings.lessMotion || this.#recalled === "") return null;
    const place = this.#root.querySelector(
      view.rack.includes(tile) ? "[data-bank]" : `[data-seat="${view.active}"]`,
    );
    if (!place) return null;
    const [at, box] = [place.getBoundingClientRect(), this.#root.getBoundingClientRect()];
    return { x: at.left + at.width / 2 - box.left, y: at.top + at.height / 2 - box.top };
  }

  // ---- news for the board

  /** Take in what the server says; a pause, a vote or another screen in between leave the half-built table as it was. */
  feed(seen: EngineGameView, fromServer: boolean): void {
    if (!this.view || !this.#session.game) return;
    const key = `${this.#session.game}/${seen.viewer}`;
    if (key !== this.#recalled) this.#begin(seen, key);
    if (this.gameView.letters) dictionary.trust(wordsIn(seen));
    const turn = turnKey(key, seen);
    const ahead = this.board.mode === "mine" && !fromServer;
    const news = newsOf(
      seen,
      halfBuilt(seen, this.#session.draft, ahead, this.#session.halfBuilt),
      turn !== this.#turn,
    );
    const began = news.role === "mine" && this.board.mode !== "mine";
    this.#turn = turn;
    if (began) this.#sent = JSON.stringify(seen.table);
    const notices = this.view.receive(news);
    if (!began) return;
    const history = recallHistory();
    const onward = history && withHistory(this.view.board, turn, history);
    if (onward && onward !== this.view.board) this.view.become(onward);
    const { board } = this.view;
    this.ring("turn");
    this.notices.announce([say("bar.your-turn"), ...notices.map((notice) => sayNotice(notice, board))]);
  }

  /** Another game, or another seat: where things lay in it is remembered by this browser. */
  #begin(seen: EngineGameView, key: string): void {
    this.#recalled = key;
    this.#turn = "";
    this.#sent = "";
    this.notices.card = null;
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

  /** The own half-built table goes to the others and is kept by the server. */
  #stream(board: Board): void {
    if (board.mode !== "mine" || !this.#session.myTurn) return;
    const draft = draftOf(board);
    const text = JSON.stringify(draft);
    if (text === this.#sent) return;
    this.#sent = text;
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
    this.notices.bubble = set === null ? null : bubbleFor(set, readings.get(set), this.view);
  }
}
