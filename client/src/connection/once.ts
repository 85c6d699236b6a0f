/** Sending something once: under an id that stays the same until the server has said yes or no. */

import { ApiProblem } from "./api";

export class Once {
  private id = freshId();

  /** Send it; after silence the next try goes out under the same id, so that the server does it once. */
  async send<Answer>(work: (id: string) => Promise<Answer>): Promise<Answer> {
    try {
      const answer = await work(this.id);
      this.id = freshId();
      return answer;
    } catch (problem) {
      if (!(problem instanceof ApiProblem && isPassing(problem))) this.id = freshId();
      throw problem;
    }
  }
}

/** Say whether it may come through later: no line, a server that is restarting, or one that asks to slow down. */
export function isPassing(problem: ApiProblem): boolean {
  return problem.status === 0 || problem.status === 429 || problem.status >= 500;
}

export function freshId(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
