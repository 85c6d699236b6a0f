/** The coach's review of a game: asked for once, looked at until it is done. */

import { ApiProblem } from "../connection/api";
import { api } from "../connection/person.svelte";
import type { AnalysisInfo, RecordReview, RefusalInfo, Analysis } from "../generated/protocol";

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
      this.#hear(await api.own<AnalysisInfo>("GET", this.#path));
    } catch {
      // the game can be looked at without it
    }
  }

  /** Ask for the review. */
  async start(): Promise<void> {
    this.refusals = [];
    this.state = "waiting";
    try {
      if (this.source.kind === "game") this.#hear(await api.own<AnalysisInfo>("POST", this.#path, {}));
      else {
        const begun = await api.own<RecordReview>("POST", "/api/records/reviews", {
          record: this.source.text,
        });
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

  get #path(): string {
    return this.source.kind === "game"
      ? `/api/games/${encodeURIComponent(this.source.game)}/analysis`
      : `/api/records/reviews/${this.#key}`;
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
      this.#hear(await api.own<AnalysisInfo>("GET", this.#path));
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
