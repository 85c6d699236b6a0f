/** Sending something once: under an id that stays the same until the server has said yes or no. */

import { ApiProblem, freshId, isPassing } from "./api";

export { freshId, isPassing };

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
