/** An online table of a tournament, as its table screen needs it: the round's clock, and the call for the referee. */

import { api } from "../../connection/person.svelte";
import * as operations from "../../generated/operations";
import type { RoundClock, TournamentTable } from "../../generated/protocol";
import { say } from "../../words/say.svelte";
import { Polling } from "./polling.svelte";
import { clockText, roundTime, ServerTime } from "./roundClock";

const EVERY_MS = 5_000;

type Seen = {
  readonly clock: RoundClock | null;
  /** When this table called the referee, if the call is still open. */
  readonly calledAt: number | null;
};

export class EventTable {
  /** The server's time, as often as the screen counts. */
  private now = $state(0);
  private readonly time = new ServerTime();
  private readonly polled: Polling<Seen>;

  constructor(
    readonly where: TournamentTable,
    /** Whether one plays here: spectators see the clock and call nobody. */
    readonly plays: boolean,
  ) {
    this.polled = new Polling(
      () => this.ask(),
      () => EVERY_MS,
    );
  }

  /** Follow the tournament, and count. */
  start(): () => void {
    const stop = this.polled.start();
    const tick = setInterval(() => (this.now = this.time.now()), 1_000);
    return () => {
      clearInterval(tick);
      stop();
    };
  }

  /** Where one is, in words. */
  get title(): string {
    const { name, round, table, final } = this.where;
    return [
      name,
      final ? say("hall.final") : say("hall.round", { round }),
      say("hall.table", { table }),
    ].join(" · ");
  }

  /** What is left of the round, as on the wall; nothing without a clock. */
  get left(): string {
    const clock = this.polled.data?.clock;
    const left = clock ? roundTime(clock, this.now).left : null;
    return left === null ? "" : clockText(left);
  }

  /** The same in words. */
  get leftText(): string {
    return this.left ? say("hall.round-left", { time: this.left }) : "";
  }

  get called(): boolean {
    return this.polled.data?.calledAt != null;
  }

  /** What players read from the call until the clock stops. */
  get notice(): string {
    return this.called ? say("hall.call-turn") : "";
  }

  /** What the button says that calls the referee. */
  get callText(): string {
    return this.called ? say("hall.called") : say("hall.call");
  }

  /** The way back to the tournament, in words. */
  get wayText(): string {
    return say("hall.back-to-tournament");
  }

  /** The way back to the tournament. */
  get way(): string {
    return `/tournaments/${this.where.tournament}${this.plays ? "/me" : ""}`;
  }

  /** Call the referee; the game stops after the turn that is being played (M5). */
  async call(why: string): Promise<void> {
    const { tournament, round, table } = this.where;
    await api.call(operations.callReferee, { tournament }, { round, table, why });
    await this.polled.again();
  }

  private async ask(): Promise<Seen> {
    const { tournament, round } = this.where;
    const asked = Date.now();
    if (this.plays) {
      const mine = await api.call(operations.myPlace, { tournament });
      this.note(mine.now, asked);
      const here = mine.place.table?.round === round ? mine.place.table : null;
      return { clock: here ? mine.clock : null, calledAt: here?.called_at ?? null };
    }
    const seen = await api.call(operations.tournamentClocks, { tournament });
    this.note(seen.now, asked);
    return { clock: seen.clocks[`${round}`] ?? null, calledAt: null };
  }

  private note(now: number, asked: number): void {
    this.time.note(now, asked, Date.now());
    this.now = this.time.now();
  }
}
