/** The player's actions at the table, by button or key: end the turn, take, plan, sort, a hint, a letter, a word. */

import { layWord, mayName, nameJoker, type Spelling } from "../board/letters";
import { restoreOrder, type SortBy } from "../board/moves";
import { settings } from "../browser/settings.svelte";
import { nextSort, tapSorts } from "./rackOrder";
import { adopt } from "../board/receive";
import { draftOf } from "../board/state";
import type { TileId } from "../board/tiles";
import type { ScreenKey } from "../board/screen/view";
import type { Outcome, TableSession } from "../connection/session.svelte";
import { say } from "../words/say.svelte";
import type { BoardController } from "./boardController.svelte";
import { Hint } from "./hint.svelte";
import { sayReason } from "./turnVerdict";
import { LATEST_MS, PressTwice } from "./pressTwice";
import { sayMove } from "../words/planText";

/** An answer that takes longer is worth a word: it does come, when the connection is back. */
const PATIENCE_MS = 3_000;

/** What can lie open over the table, one at a time. */
export type Drawer = "menu" | "keys" | "log" | "say" | "sort" | "stacks" | "leave" | "words" | "letter";

export class Actions {
  open = $state<Drawer | null>(null);
  /** The joker that is being given a letter. */
  naming = $state<TileId | null>(null);
  /** The player's own order before the first sorting. */
  orderBefore = $state.raw<readonly TileId[] | null>(null);
  /** What lay on the table when the player was asked whether to take it back. */
  asked = $state.raw<string | null>(null);
  readonly hint = new Hint();
  readonly #twice: PressTwice;
  readonly #session: TableSession;
  readonly #controller: BoardController;

  constructor(session: TableSession, controller: BoardController, twice = new PressTwice()) {
    this.#twice = twice;
    this.#session = session;
    this.#controller = controller;
  }

  /** A command is on its way. */
  readonly busy = $derived.by(() => this.#session.unanswered > 0);
  readonly canHint = $derived.by(
    () => this.#controller.mine && (this.#controller.gameView.table?.hints ?? false),
  );
  readonly canPlan = $derived.by(
    () => this.#controller.gameView.role === "wait" && this.#controller.gameView.view?.phase !== "ended",
  );
  /** Whether the next press takes back what was laid and ends the turn. */
  readonly asks = $derived.by(
    () => this.#controller.mine && this.asked !== null && this.asked === this.#lying(),
  );
  /** The joker that is picked alone and may be given another letter. */
  readonly joker = $derived.by(() => {
    const [only, another] = this.#controller.board.picked;
    return only && !another && mayName(this.#controller.board, only) ? only : null;
  });

  /** Do something; report a refusal, or that there is no answer yet. */
  async ask(asked: Promise<Outcome>): Promise<boolean> {
    const waits = setTimeout(
      () => this.#controller.notices.say(say("bar.sent-later")),
      this.#session.state === "lost" ? 0 : PATIENCE_MS,
    );
    const result = await asked;
    clearTimeout(waits);
    if (!result.done) this.#controller.notices.refuse(result.refusals);
    return result.done;
  }

  toggle(what: Drawer): void {
    this.open = this.open === what ? null : what;
  }

  close(): void {
    this.open = null;
  }

  confirm(): void {
    const { verdict, mine, canConfirm, board, notices, view } = this.#controller;
    if (this.busy || !mine) return;
    if (canConfirm) {
      void this.ask(this.#session.confirm(draftOf(board)));
      return;
    }
    const [first] = verdict.reasons;
    if (!first) return;
    notices.say(sayReason(first, this.#controller.gameView.name));
    if (first.set !== undefined) view?.mark(board.now.sets.find((set) => set.id === first.set)?.tiles ?? []);
  }

  /** Take a tile, from a chosen stack where the rules say so (S6); pass when the bank is empty. */
  take(): void {
    const { view, bank } = this.#controller.gameView;
    if (!this.#controller.mine || this.busy || !view) return;
    if (bank === 0) {
      if (this.#givesUp("bar.again-pass")) void this.ask(this.#session.pass());
    } else if (view.rules.bank_in_stacks && view.rules.stacks_by_hand && !view.bank_open)
      this.open = "stacks";
    else this.takeFrom(null);
  }

  takeFrom(stack: number | null): void {
    if (!this.#givesUp("bar.again-take")) return;
    this.close();
    if (this.#controller.touched) this.#controller.view?.reset();
    void this.ask(this.#session.take(stack));
  }

  /** Own tiles that were laid are not given up by one press: the first one says what the second one does. */
  #givesUp(question: "bar.again-take" | "bar.again-pass"): boolean {
    const { verdict, notices } = this.#controller;
    const lying = this.#lying();
    if (!verdict.laid.length || this.#twice.press(lying)) {
      this.asked = null;
      return true;
    }
    this.asked = lying;
    setTimeout(() => (this.asked = this.asked === lying ? null : this.asked), LATEST_MS);
    notices.say(say(question));
    return false;
  }

  #lying(): string {
    return JSON.stringify(draftOf(this.#controller.board));
  }

  togglePlan(): void {
    this.#controller.view?.plan(!this.#controller.planning);
  }

  sort(by: SortBy | "mine"): void {
    this.close();
    const { view } = this.#controller;
    if (!view) return;
    if (by !== "mine") {
      this.orderBefore ??= view.board.now.order;
      view.sort(by);
    } else if (this.orderBefore) view.become(restoreOrder(view.board, this.orderBefore).board);
  }

  /** What the next tap sorts the rack by. */
  readonly sortsNext = $derived.by(() => nextSort(this.#controller.board, settings.wishes.sortedBy));

  /** Sort with one tap: by colour, then by number, and back; the rack stays in that order if the settings say so. */
  sortNext(): void {
    const { view } = this.#controller;
    if (!view) return;
    const by = nextSort(view.board, settings.wishes.sortedBy);
    settings.set({ sortedBy: by === tapSorts(view.board)[1] ? 1 : 0 });
    this.sort(by);
  }

  async nextHint(): Promise<void> {
    const { gameView, notices } = this.#controller;
    if (!this.canHint) {
      notices.show(say(gameView.table?.hints ? "hint.not-now" : "hint.not-allowed"));
      return;
    }
    const answer = await this.hint.next(this.#session, () => this.#controller.board);
    if (answer.length) {
      notices.refuse(answer);
      return;
    }
    notices.announce(this.hint.shown?.text ?? []);
  }

  /** Hear of the next move of what the coach advises. */
  nextMove(): void {
    this.hint.nextMove();
    const { shown, move } = this.hint;
    const step = shown?.moves[move];
    if (step) this.#controller.notices.announce([sayMove(step)]);
  }

  /** Lay what the coach advises. */
  layAdvice(): void {
    const { view } = this.#controller;
    const advised = this.hint.shown?.table;
    if (advised && view) view.become(adopt(view.board, advised.table, advised.named));
    this.hint.drop();
  }

  /** Ask which letter a joker stands for (W14). */
  askLetter(tile: TileId): void {
    this.naming = tile;
    this.#controller.notices.bubble = null;
    this.open = "letter";
  }

  chooseLetter(letter: string): void {
    this.close();
    const { view } = this.#controller;
    if (!this.naming || !view) return;
    view.carryOut(nameJoker(view.board, this.naming, letter));
    view.focusTile(this.naming);
  }

  layTyped(found: Spelling): void {
    this.close();
    const { view } = this.#controller;
    view?.carryOut(layWord(view.board, found));
    view?.focusTile(found.tiles[0] ?? null);
  }

  key(pressed: ScreenKey): void {
    if (pressed === "confirm") this.confirm();
    else if (pressed === "take") this.take();
    else if (pressed === "hint") void this.nextHint();
    else if (pressed === "plan") this.togglePlan();
    else if (pressed === "help") this.toggle("keys");
    else if (pressed === "joker") this.#nameFocused();
    else if (this.#controller.gameView.letters) this.toggle("words");
  }

  #nameFocused(): void {
    const tile = this.#controller.view?.focused ?? null;
    if (tile && mayName(this.#controller.board, tile)) this.askLetter(tile);
  }
}
