/** The coach's review of a game: asked for once, looked at until it is done. */

import { ApiProblem } from "../connection/api";
import { api } from "../connection/person.svelte";
import * as operations from "../generated/operations";
import type { Analysis, AnalysisInfo, RefusalInfo } from "../generated/protocol";

/** Where a game comes from: this server, or a file. */
export type Source =
  { readonly kind: "game"; readonly game: string } | { readonly kind: "file"; readonly text: string };

const EVERY_MS = 600;

export class ReviewRequest {
  state = $state<"none" | "waiting" | "working" | "done" | "failed">("none");
  done = $state(0);
  total = $state(0);
  review = $state.raw<Analysis | null>(null);
  refusals = $state.raw<readonly RefusalInfo[]>([]);
  #key = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(private readonly source: Source) {}

  /** Take up a review that was made before; nothing happens when there is none. */
  async find(): Promise<void> {
    if (this.source.kind !== "game") return;
    try {
      this.#hear(await this.#state());
    } catch {
      // the game can be looked at without it
    }
  }

  /** Ask for the review. */
  async start(): Promise<void> {
    this.refusals = [];
    this.state = "waiting";
    try {
      const { source } = this;
      if (source.kind === "game") this.#hear(await api.call(operations.startAnalysis, { game: source.game }));
      else {
        const begun = await api.call(operations.reviewRecord, {}, { record: source.text });
        this.#key = begun.key;
        this.#hear(begun.analysis);
      }
    } catch (problem) {
      this.#fail(problem);
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #state(): Promise<AnalysisInfo> {
    return this.source.kind === "game"
      ? api.call(operations.lookAtAnalysis, { game: this.source.game })
      : api.call(operations.lookAtReview, { key: this.#key });
  }

  #hear(answer: AnalysisInfo): void {
    this.state = answer.state;
    this.done = answer.done;
    this.total = answer.total;
    this.review = answer.review;
    this.refusals = answer.refusals;
    if ((answer.state === "waiting" || answer.state === "working") && !this.#closed)
      this.#timer = setTimeout(() => void this.#look(), EVERY_MS);
  }

  async #look(): Promise<void> {
    try {
      this.#hear(await this.#state());
    } catch (problem) {
      this.#fail(problem);
    }
  }

  #fail(problem: unknown): void {
    this.state = "none";
    if (!(problem instanceof ApiProblem)) throw problem;
    this.refusals = problem.refusals;
  }
}
