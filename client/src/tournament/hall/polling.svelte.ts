/** Data that are asked for again and again: only while the page is seen, more and more rarely while nobody answers. */

import { ApiProblem, UNREACHABLE } from "../../connection/api";
import { isPassing } from "../../connection/once";
import type { RefusalInfo } from "../../generated/protocol";

const LONGEST_MS = 10_000;
/** A hall of phones does not ask in step. */
const SPREAD = 0.3;

/** How long to wait before the next question, after so many in a row that came to nothing. */
export function waitFor(every: number, failures: number, chance: number): number {
  const pace =
    failures === 0 ? every : Math.min(LONGEST_MS, Math.max(every, 1_000) * 2 ** Math.min(failures - 1, 6));
  return Math.round(pace * (1 - SPREAD / 2 + SPREAD * chance));
}

export class Polling<Data> {
  data = $state.raw<Data | null>(null);
  /** "lost": the line is down; what is shown is what was known. */
  state = $state<"asking" | "live" | "lost">("asking");
  /** Why there is nothing to see, where asking again does not help. */
  refusals = $state.raw<readonly RefusalInfo[]>([]);
  /** When an answer came last, by this device's clock. */
  heardAt = $state(0);
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking: Promise<void> | null = null;
  private running = false;

  /** `ask` answers with the data, or with null when they are the same as before. */
  constructor(
    private readonly ask: () => Promise<Data | null>,
    private readonly every: () => number,
  ) {}

  /** Begin; returns how to end it, as effects like it. */
  start(): () => void {
    this.running = true;
    const look = (): void => {
      if (document.visibilityState === "visible") void this.again();
      else clearTimeout(this.timer);
    };
    document.addEventListener("visibilitychange", look);
    window.addEventListener("online", look);
    window.addEventListener("pageshow", look);
    void this.again();
    return () => {
      this.running = false;
      clearTimeout(this.timer);
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("online", look);
      window.removeEventListener("pageshow", look);
    };
  }

  /** Ask now. */
  again(): Promise<void> {
    clearTimeout(this.timer);
    this.asking ??= this.once().finally(() => {
      this.asking = null;
    });
    return this.asking;
  }

  private async once(): Promise<void> {
    try {
      const answer = await this.ask();
      if (answer !== null) this.data = answer;
      this.state = "live";
      this.refusals = [];
      this.heardAt = Date.now();
      this.failures = 0;
    } catch (problem) {
      const known = problem instanceof ApiProblem ? problem : new ApiProblem(0, [UNREACHABLE]);
      this.failures += 1;
      if (isPassing(known)) this.state = "lost";
      else this.refusals = known.refusals;
    }
    if (this.running && document.visibilityState === "visible" && !this.refusals.length) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.again(), waitFor(this.every(), this.failures, Math.random()));
    }
  }
}
