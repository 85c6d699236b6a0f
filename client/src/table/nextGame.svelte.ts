/** What comes after a game, at the table and on the page of its result: the next game of the match, or another match. */

import { ApiProblem } from "../connection/api";
import { Pending } from "../connection/pending.svelte";
import { api } from "../connection/person.svelte";
import type { TableSession } from "../connection/session.svelte";
import * as operations from "../generated/operations";

/** What a player can do next: another match, the next game of this one, wait for the others; nothing for spectators. */
export type NextStep = "again" | "next" | "waits" | "none";

export class NextGame {
  readonly doing = new Pending();
  readonly #session: TableSession;

  constructor(session: TableSession) {
    this.#session = session;
  }

  readonly #places = $derived.by(() => this.#session.table?.places ?? []);

  readonly step = $derived.by((): NextStep => {
    const { table, mine } = this.#session;
    if (!table || !mine.length || table.stage === "playing" || table.stage === "open") return "none";
    if (table.stage === "over") return table.tournament ? "none" : "again";
    return mine.every((seat) => this.#places[seat]?.ready) ? "waits" : "next";
  });

  /** The seats of the people who are waited for. */
  readonly waitsFor = $derived.by(() =>
    this.#places.flatMap((place, seat) =>
      place.kind === "person" && !place.ready && !place.away ? [seat] : [],
    ),
  );

  /** Do it. A player who asks for another match is ready for it: it begins when everybody is, against bots at once. */
  go(): Promise<unknown> {
    return this.doing.run(async () => {
      const table = this.#session.table?.id ?? "";
      try {
        if (this.step === "again") await api.call(operations.rematch, { table });
      } catch (problem) {
        // somebody else was quicker: be ready for theirs
        if (!(problem instanceof ApiProblem && problem.code === "table/not-over")) throw problem;
      }
      for (const seat of this.#session.mine)
        await api.call(operations.setReady, { table, seat }, { ready: true });
    });
  }
}
