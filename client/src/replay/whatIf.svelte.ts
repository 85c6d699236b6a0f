/** What if: a position of the replay on a private board, judged by the game's rules, with the solver at hand. */

import { tick } from "svelte";

import { nameJoker, unnamedJoker, wordsOn } from "../board/letters";
import { adopt } from "../board/receive";
import type { Board, Notice } from "../board/state";
import type { TileId } from "../board/tiles";
import type { BoardView } from "../board/screen/view";
import { ask } from "../connection/api";
import { dictionary } from "../connection/dictionary";
import { Pending } from "../connection/pending.svelte";
import * as operations from "../generated/operations";
import type { BestPlay, BestWords } from "../generated/protocol";
import type { Moment } from "./moments";
import { say, sayRefusal } from "../words/say.svelte";
import { namesFor, tilesFor } from "../solver/adviceTiles";
import { judgeFor, pointsOf, questionFor, wordQuestionFor } from "./whatIfQuestions";

type Faces = readonly (readonly string[])[];
/** What the solver said, about which table, and whether that is the one that lies there. */
export type Answered = { readonly fromHere: boolean; readonly before: Faces } & (
  { readonly best: BestPlay } | { readonly words: BestWords }
);

export class WhatIf {
  on = $state(false);
  board = $state.raw<Board | null>(null);
  /** The joker whose letter is asked for. */
  naming = $state<TileId | null>(null);
  answer = $state.raw<Answered | null>(null);
  readonly solving = new Pending();
  view: BoardView | null = null;

  constructor(
    private readonly moment: () => Moment,
    private readonly names: (seat: number) => string,
  ) {}

  readonly verdict = $derived.by(() =>
    this.on && this.board ? judgeFor(this.board, this.moment().before) : null,
  );

  get isPossible(): boolean {
    return this.verdict !== null && this.verdict.reasons.length === 0;
  }

  get opened(): boolean {
    const { before, seat } = this.moment();
    return before.seats[seat ?? 0]?.opened ?? false;
  }

  /** Whether it is possible and what it is worth, or why not. */
  get judgement(): string {
    const { verdict, board } = this;
    if (!verdict || !board) return "";
    const [first] = verdict.reasons;
    if (!first) {
      const count = verdict.laid.length;
      if (!board.reader.spells && count === board.base.rack.length) return say("replay.wins");
      return say("replay.valid", { count, points: pointsOf(board, verdict, this.moment().before) });
    }
    if (first.code === "lay/nothing") return say("replay.what-if-about");
    return sayRefusal({ code: first.code, params: first.params, text: first.code }, this.names);
  }

  begin(): void {
    this.answer = null;
    this.solving.refusals = [];
    this.on = true;
    window.scrollTo(0, 0);
  }

  end(): void {
    this.on = false;
    this.naming = null;
    this.answer = null;
  }

  /** The board has changed. */
  hear(next: Board, notices: readonly Notice[]): void {
    this.board = next;
    if (notices.length) this.answer = null;
    if (!next.reader.spells || next.mode !== "mine") return;
    dictionary.want(wordsOn(next));
    this.naming =
      unnamedJoker(
        next,
        notices.flatMap((notice) => String(notice.params["tiles"] ?? "").split(" ")),
      ) ?? this.naming;
  }

  chooseLetter(letter: string): void {
    if (this.naming) this.view?.carryOut(nameJoker(this.view.board, this.naming, letter));
    this.naming = null;
  }

  /** Ask for the best from here. */
  async ask(): Promise<void> {
    const { board } = this;
    if (!board) return;
    const found = await this.solving.run(() =>
      board.reader.spells ? this.#askWords(board) : this.#askNumbers(board),
    );
    if (!found || !this.on || board !== this.board) return;
    this.answer = found;
    await tick();
    document.getElementById("answer")?.closest("section")?.scrollIntoView({ block: "nearest" });
  }

  async #askNumbers(board: Board): Promise<Answered> {
    const { asked, fromHere } = questionFor(board, this.moment().before);
    return {
      best: await ask(operations.solvePosition, {}, asked),
      before: asked.table ?? [],
      fromHere,
    };
  }

  async #askWords(board: Board): Promise<Answered> {
    const { asked, before, fromHere } = wordQuestionFor(board, this.moment().before);
    return { words: await ask(operations.solveWords, {}, asked), before, fromHere };
  }

  /** Lay what the solver advises. */
  lay(): void {
    const { answer, board, view } = this;
    if (!answer || !board || !view) return;
    const faces = "best" in answer ? answer.best.table : answer.words.table;
    const tiles = tilesFor(board, faces, "words" in answer ? answer.words.word : "");
    if (tiles)
      view.become(adopt(view.board, tiles, "words" in answer ? namesFor(faces, tiles) : {}), [
        { code: "board/redone", params: {} },
      ]);
    this.answer = null;
    window.scrollTo(0, 0);
  }
}
