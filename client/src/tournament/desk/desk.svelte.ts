/** The desk of one tournament: what is known of it, kept fresh, and what is written through the outbox. */

import { ApiProblem } from "../../connection/api";
import { StaffPage, type StaffView, writeFact } from "../../connection/tournaments";
import { api } from "../../connection/person.svelte";
import * as operations from "../../generated/operations";
import { keep, kept } from "../../browser/storage";
import { isPassing } from "../../connection/once";
import {
  type Card,
  type Entry,
  type Format,
  type PlayersWish,
  PROTOCOL,
  type RefusalInfo,
  type TournamentRound,
  type WritableFact,
} from "../../generated/protocol";
import { roundTime } from "../hall/roundClock";
import { cardName, nameOf } from "../hall/sitters";
import { storedAs } from "../hall/stored";
import { inTime, Outbox, type Put, type Work } from "../hall/outbox.svelte";
import { nextTask, type Task, withWaiting } from "./shown";

const EVERY_MS = 5_000;

/** Facts that can be sent later as well as now; the others (the clock, a draw) mean something only at once. */
const LATER: ReadonlySet<string> = new Set([
  "checked-in",
  "withdrawn",
  "returned",
  "result-entered",
  "result-corrected",
  "result-confirmed",
  "game-skipped",
]);

/** What the browser keeps of a tournament, for a desk without a connection. */
type Kept = { readonly protocol: number; readonly view: StaffView; readonly at: number };

export class Desk {
  received = $state.raw<StaffView | null>(null);
  /** Why there is nothing to see. */
  refusals = $state.raw<readonly RefusalInfo[]>([]);
  /** Whether the server answers. */
  reached = $state(true);
  /** By how much the server's clocks had run on when they were received. */
  receivedAt = $state(0);
  readonly outbox: Outbox;
  private timer: ReturnType<typeof setInterval> | undefined;
  private asking: Promise<void> | null = null;
  private readonly page: StaffPage;

  constructor(readonly tournament: string) {
    this.page = new StaffPage(tournament);
    this.outbox = new Outbox(tournament, (work, id) => this.send(work, id));
    const last = kept<Kept | null>(storedAs(tournament), null);
    const known = last?.protocol === PROTOCOL && "names" in last.view ? last : null; // after an update it may be of another shape
    this.received = known?.view ?? null;
    this.receivedAt = known?.at ?? Date.now();
  }

  readonly view: StaffView | null = $derived.by(() =>
    this.received ? withWaiting(this.received, [...this.outbox.sent, ...this.outbox.waiting]) : null,
  );
  readonly format: Format | null = $derived.by(() => this.received?.format ?? null);
  readonly allRounds: number = $derived.by(() =>
    this.format ? this.format.rounds + (this.format.final === "table" ? 1 : 0) : 0,
  );
  readonly current: TournamentRound | null = $derived.by(
    () => this.view?.rounds.filter((round) => round.published).at(-1) ?? null,
  );
  readonly step: Task | null = $derived.by(() =>
    this.view && this.format ? nextTask(this.view, this.format.smallest, this.allRounds) : null,
  );
  readonly directs: boolean = $derived.by(() => this.view?.role === "director");

  /** Look now and from time to time, and send what waits; returns how to stop. */
  open(): () => void {
    const wake = (): void => {
      if (document.visibilityState === "visible") void this.look();
    };
    void this.look();
    this.timer = setInterval(wake, EVERY_MS);
    window.addEventListener("online", wake);
    document.addEventListener("visibilitychange", wake);
    return () => {
      clearInterval(this.timer);
      window.removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", wake);
    };
  }

  /** Ask the server how the tournament stands, after sending what waits. */
  look(): Promise<void> {
    this.asking ??= this.ask().finally(() => {
      this.asking = null;
    });
    return this.asking;
  }

  private async ask(): Promise<void> {
    if (this.outbox.pending.length) await this.outbox.flush();
    else this.outbox.look();
    try {
      this.take(await inTime(this.page.ask()));
      this.reached = true;
      this.refusals = [];
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem;
      if (isPassing(problem)) this.reached = false;
      else this.refusals = problem.refusals;
      if (!this.received) this.refusals = problem.refusals;
    }
  }

  private take(view: StaffView): void {
    this.outbox.received(view.version);
    if (view === this.received) return;
    this.received = view;
    this.receivedAt = Date.now();
    keep(storedAs(this.tournament), { protocol: PROTOCOL, view, at: this.receivedAt } satisfies Kept);
  }

  private send(work: Work, id: string): Promise<Entry> {
    return inTime(
      work.kind === "fact"
        ? writeFact(this.tournament, work.fact, work.why, id)
        : this.enterPlayers({ text: work.text, columns: work.columns ?? null }, id),
    );
  }

  private async enterPlayers(list: PlayersWish, key: string): Promise<Entry> {
    const { tournament } = this;
    return (await api.call(operations.enterPlayers, { tournament }, list, key)).entry;
  }

  /** Write a fact; what can wait is kept until the line is back. Throws what was refused. */
  async write(fact: WritableFact, why = ""): Promise<Put> {
    if (LATER.has(fact.type)) return this.put({ kind: "fact", fact, why });
    return this.now(() => writeFact(this.tournament, fact, why));
  }

  /** Write something down and go on: it is sent behind, and a refusal stays in view until somebody discards it. */
  async leave(fact: WritableFact): Promise<void> {
    const put = await this.outbox.leave({ kind: "fact", fact, why: "" });
    if (put.state === "waiting") this.reached = false;
    else await this.look();
  }

  /** Enter players; what the columns of the list are, if that is known. */
  enter(list: PlayersWish): Promise<Put> {
    return this.put({ kind: "players", ...list });
  }

  private async put(work: Work): Promise<Put> {
    const put = await this.outbox.put(work);
    if (put.state === "refused") throw new ApiProblem(409, this.named(put.refusals));
    if (put.state === "waiting") this.reached = false;
    else await this.look();
    return put;
  }

  /** Do something that needs the server at once, after what waits, which it may rest on; then look again. */
  async now<Answer>(
    work: () => Promise<Answer>,
  ): Promise<{ readonly state: "done"; readonly entry: Answer }> {
    if (this.outbox.pending.length) await this.outbox.flush();
    try {
      const entry = await inTime(work(), 60_000);
      await this.look();
      return { state: "done", entry };
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem;
      if (isPassing(problem)) this.reached = false;
      throw new ApiProblem(problem.status, this.named(problem.refusals));
    }
  }

  /** What whoever plays under a number is called, in a round or now. */
  name(player: string, round?: number): string {
    return nameOf(this.view, player, round);
  }

  /** What a card is called. */
  cardName(card: string): string {
    return cardName(this.view, card);
  }

  /** Say players by their names, not their numbers. */
  named(refusals: readonly RefusalInfo[]): readonly RefusalInfo[] {
    return refusals.map((refusal) => {
      const player = refusal.params["player"];
      return typeof player === "string"
        ? { ...refusal, params: { ...refusal.params, player: this.name(player) } }
        : refusal;
    });
  }

  /** The server's time, counted on from when it was received. */
  serverNow(now = Date.now()): number {
    return (this.received?.now ?? now) + (now - this.receivedAt);
  }

  /** How much of a round's time is left now, counted on from when it was received. */
  leftMs(round: TournamentRound, now: number): number | null {
    return roundTime(round.clock, this.serverNow(now)).left;
  }

  /** What is known by name of a player or substitute; the number where the name was erased. */
  card(number: string): Card {
    return this.view?.cards[number] ?? { name: number, public_name: "", club: "" };
  }
}
