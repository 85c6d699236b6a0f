/** A public tournament that is followed: its data, and the server's time for everything that counts down. */

import { askSince } from "../../connection/api";
import * as operations from "../../generated/operations";
import type { PublicTournament } from "../../generated/protocol";
import { keep, kept } from "../../browser/storage";
import { Polling } from "./polling.svelte";
import { ServerTime } from "./roundClock";
import { storedAs } from "./stored";

const EVERY_MS = 4_000;

export class LiveTournament {
  readonly time = new ServerTime();
  readonly live: Polling<PublicTournament>;
  /** The server's time, as often as the page counts. */
  now = $state(0);
  private tag = "";

  constructor(readonly tournament: string) {
    this.live = new Polling(
      () => this.ask(),
      () => EVERY_MS,
    );
    this.now = this.time.now();
  }

  get data(): PublicTournament | null {
    return this.live.data;
  }

  /** Follow the tournament, and count. */
  start(): () => void {
    const stop = this.live.start();
    const tick = setInterval(() => (this.now = this.time.now()), 250);
    return () => {
      clearInterval(tick);
      stop();
    };
  }

  private async ask(): Promise<PublicTournament | null> {
    const asked = Date.now();
    const { tournament } = this;
    const answer = await askSince(operations.publicTournament, { tournament }, this.tag);
    if (answer.now) this.time.note(answer.now, asked, Date.now());
    this.now = this.time.now();
    this.tag = answer.tag;
    return answer.data;
  }
}

/** Whom this browser looks for in a tournament. */
export function keptPlayer(tournament: string): string | null {
  return kept<string | null>(storedAs(tournament, "player"), null);
}

export function keepPlayer(tournament: string, player: string | null): void {
  keep(storedAs(tournament, "player"), player);
}
