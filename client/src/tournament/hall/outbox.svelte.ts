/**
 * What the desk has written down and the server does not have yet. It is kept in the browser before anything is sent, in
 * order, each with an id that stays the same however often it is sent: the server answers a repeated one with the entry
 * that it wrote. So a pulled cable, a closed lid or a reload loses nothing, and nothing counts twice.
 */

import { ApiProblem, UNREACHABLE } from "../../connection/api";
import { keep, kept } from "../../browser/storage";
import { freshId, isPassing } from "../../connection/once";
import type { Entry, PlayersWish, RefusalInfo, WritableFact } from "../../generated/protocol";

export type Work =
  | { readonly kind: "fact"; readonly fact: WritableFact; readonly why: string }
  | ({ readonly kind: "players" } & PlayersWish);

export type Waiting = {
  readonly id: string;
  readonly at: number;
  readonly work: Work;
  /** Why the server did not take it, when it came to that after all; it waits for a person then. */
  readonly refusals: readonly RefusalInfo[];
};

/** What came of a piece of work. */
export type Put =
  | { readonly state: "done"; readonly entry: Entry }
  | { readonly state: "waiting" }
  | { readonly state: "refused"; readonly refusals: readonly RefusalInfo[] };

export type Send = (work: Work, id: string) => Promise<Entry>;

export class Outbox {
  waiting = $state.raw<readonly Waiting[]>([]);
  /** What the server has, but has not sent back yet: it is shown on, so that nothing vanishes for a moment. */
  sent = $state.raw<readonly (Waiting & { readonly entry: number })[]>([]);
  /** Whether the last try came through. */
  reached = $state(true);
  private readonly name: string;
  private sending: Promise<void> | null = null;
  private readonly answers = new Map<string, Put>();

  constructor(
    tournament: string,
    private readonly send: Send,
    private readonly now: () => number = Date.now,
  ) {
    this.name = `outbox.${tournament}`;
    this.look();
  }

  /** The work that still goes out by itself. */
  get pending(): readonly Waiting[] {
    return this.waiting.filter((each) => !each.refusals.length);
  }

  /** The work that the server has refused after it had waited. */
  get refused(): readonly Waiting[] {
    return this.waiting.filter((each) => each.refusals.length);
  }

  /** Look again at what is kept: another tab of the same browser may have sent some of it. */
  look(): void {
    this.waiting = kept<readonly Waiting[]>(this.name, []);
  }

  /** Write something down and try to send it; whoever waits for the answer gets the refusal, and it is not kept then. */
  async put(work: Work): Promise<Put> {
    const id = this.note(work);
    const answer = await this.answerTo(id);
    if (answer.state === "refused") this.drop(id);
    return answer;
  }

  /** Write something down and send it while its writer goes on; a refusal stays in view until somebody discards it. */
  leave(work: Work): Promise<Put> {
    return this.answerTo(this.note(work));
  }

  private note(work: Work): string {
    const id = freshId();
    this.change([...kept<readonly Waiting[]>(this.name, []), { id, at: this.now(), work, refusals: [] }]);
    return id;
  }

  private async answerTo(id: string): Promise<Put> {
    if (!this.answers.has(id)) await this.flush();
    const answer = this.answers.get(id) ?? { state: "waiting" };
    this.answers.delete(id);
    return answer;
  }

  /** Send what waits, in order, until one does not come through. */
  async flush(): Promise<void> {
    while (this.sending) await this.sending;
    this.sending = this.alone(() => this.sendAll()).finally(() => {
      this.sending = null;
    });
    await this.sending;
  }

  /** The server has sent the tournament up to an entry: what was sent before stands in it now. */
  received(version: number): void {
    if (this.sent.length) this.sent = this.sent.filter((each) => each.entry > version);
  }

  /** Give up on something that was refused. */
  drop(id: string): void {
    this.change(kept<readonly Waiting[]>(this.name, []).filter((each) => each.id !== id));
  }

  private async sendAll(): Promise<void> {
    this.look();
    for (const each of this.pending) {
      try {
        const entry = await this.send(each.work, each.id);
        this.reached = true;
        this.answers.set(each.id, { state: "done", entry });
        this.sent = [...this.sent, { ...each, entry: entry.number }];
        this.drop(each.id);
      } catch (problem) {
        if (!(problem instanceof ApiProblem)) throw problem;
        if (isPassing(problem)) {
          this.reached = false;
          return;
        }
        this.reached = true;
        this.answers.set(each.id, { state: "refused", refusals: problem.refusals });
        const refusals = problem.refusals;
        this.change(
          kept<readonly Waiting[]>(this.name, []).map((kept) =>
            kept.id === each.id ? { ...kept, refusals } : kept,
          ),
        );
      }
    }
  }

  private change(waiting: readonly Waiting[]): void {
    keep(this.name, waiting);
    this.waiting = waiting;
  }

  /** Two tabs do not send at the same time; where the browser cannot see to that, the ids do. */
  private async alone(work: () => Promise<void>): Promise<void> {
    if (typeof navigator !== "undefined" && navigator.locks)
      await navigator.locks.request(`tilemeld.${this.name}`, work);
    else await work();
  }
}

/** Wait for an answer, but not for ever: a pulled cable says nothing at all. */
export function inTime<Answer>(answer: Promise<Answer>, patienceMs = 8_000): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ApiProblem(0, [UNREACHABLE])), patienceMs);
    void answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
