/** Something that is being done: busy while it lasts, and every reason if it was refused. */

import { ApiProblem } from "./api";
import type { RefusalInfo } from "../generated/protocol";

export class Pending {
  busy = $state(false);
  refusals = $state.raw<readonly RefusalInfo[]>([]);

  /** Do it; return the answer, or undefined when it was refused. One thing at a time. */
  async run<Answer>(work: () => Promise<Answer>): Promise<Answer | undefined> {
    if (this.busy) return undefined;
    this.busy = true;
    this.refusals = [];
    try {
      return await work();
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem;
      this.refusals = problem.refusals;
      return undefined;
    } finally {
      this.busy = false;
    }
  }
}
