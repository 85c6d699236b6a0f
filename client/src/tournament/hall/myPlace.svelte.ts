/** A player's own place in a tournament, and the turn clock that the phones of the table share. */

import { ApiProblem } from "../../connection/api";
import { keep, kept } from "../../browser/storage";
import { api } from "../../connection/person.svelte";
import { writeFact } from "../../connection/tournaments";
import * as operations from "../../generated/operations";
import type { MyPlace, OwnTable, TurnClock, WritableFact } from "../../generated/protocol";
import { inTime, Outbox, type Put } from "./outbox.svelte";
import { Polling } from "./polling.svelte";
import { roundTime, ServerTime } from "./roundClock";
import { storedAs } from "./stored";
import { isToRepeat, lastLap, newer, pause } from "./turnClock";

type KeptClock = { readonly round: number; readonly table: number; readonly clock: TurnClock };

const CALM_MS = 4_000;
const CLOCK_MS = 1_200;
const TRIES = 4;
const FORGOTTEN_MS = 300_000;

export class Mine {
  readonly time = new ServerTime();
  readonly live: Polling<MyPlace>;
  /** Results that wait for the connection; they go out by themselves, also after a reload. */
  readonly outbox: Outbox;
  now = $state(0);
  clock = $state.raw<TurnClock | null>(null);
  /** When the time of the round will be over; null: its clock does not run. */
  private endsAt: number | null = null;
  private wasRunning = false;

  constructor(readonly tournament: string) {
    this.live = new Polling(
      () => this.ask(),
      () => (this.isTicking ? CLOCK_MS : CALM_MS),
    );
    this.now = this.time.now();
    this.outbox = new Outbox(`${tournament}.me`, (work, id) => {
      if (work.kind !== "fact") throw new Error("players write facts only");
      return inTime(writeFact(tournament, work.fact, work.why, id));
    });
  }

  /** Write something down: at once, or when the connection is back. Throws what was refused. */
  async put(fact: WritableFact, why = ""): Promise<Put> {
    const put = await this.outbox.put({ kind: "fact", fact, why });
    if (put.state === "refused") throw new ApiProblem(409, put.refusals);
    await this.live.again();
    return put;
  }

  /** Whether turns are being played: a clock that was left running is not asked about in a hurry. */
  private get isTicking(): boolean {
    return (
      this.clock !== null && this.clock.paused_at == null && this.now - this.clock.started_at < FORGOTTEN_MS
    );
  }

  get data(): MyPlace | null {
    return this.live.data;
  }

  get table(): OwnTable | null {
    return this.data?.place.table ?? null;
  }

  /** The time of the round is over: said by the server, or counted down here while it cannot be asked. */
  get roundOver(): boolean {
    return this.data?.clock?.over === true || (this.endsAt !== null && this.now >= this.endsAt);
  }

  start(): () => void {
    const stop = this.live.start();
    const tick = setInterval(() => this.tick(), 200);
    return () => {
      clearInterval(tick);
      stop();
    };
  }

  /** Press the clock: it changes here at once, and on the other phones as soon as the server has it. */
  async press(make: (clock: TurnClock | null, now: number) => TurnClock): Promise<void> {
    const table = this.table;
    if (!table) return;
    let base = this.clock;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const pressed = make(base, Math.round(this.time.now()));
      if (pressed === base) return;
      this.take(table, pressed);
      const answer = await this.bring(table, pressed);
      if (!answer || !isToRepeat(base, pressed, answer)) return;
      base = answer;
    }
  }

  private tick(): void {
    this.now = this.time.now();
    // the turn in progress is finished, then everybody has one more.
    if (this.roundOver && this.clock && this.clock.lap_from == null)
      void this.press((clock) => (clock ? lastLap(clock, "time") : never()));
  }

  private async ask(): Promise<MyPlace> {
    const asked = Date.now();
    if (this.outbox.pending.length) await this.outbox.flush();
    const answer = await api.call(operations.myPlace, { tournament: this.tournament });
    this.time.note(answer.now, asked, Date.now());
    this.now = this.time.now();
    const round = answer.clock;
    const running = round?.running_since != null;
    const left = round && roundTime(round, answer.now).left;
    this.endsAt = running && left !== null ? answer.now + left : null;
    const table = answer.place.table;
    this.meet(table, answer.turn_clock);
    if (this.wasRunning && round && !running && !round.over && this.clock)
      void this.press((clock, now) => (clock ? pause(clock, now) : never()));
    this.wasRunning = running;
    return answer;
  }

  /** Bring together what this phone knows of the clock and what the server does. */
  private meet(table: OwnTable | null, theirs: TurnClock | null): void {
    if (!table) {
      this.clock = null;
      return;
    }
    const known = kept<KeptClock | null>(this.name, null);
    const own = known?.round === table.round && known.table === table.table ? known.clock : null;
    const counts = newer(theirs, own);
    if (counts) this.take(table, counts);
    else this.clock = null;
    if (own && own === counts && own !== theirs) void this.bring(table, own);
  }

  private take(table: OwnTable, clock: TurnClock): void {
    this.clock = clock;
    keep(this.name, { round: table.round, table: table.table, clock } satisfies KeptClock);
  }

  /** Tell the server, and take over what counts; null: it could not be asked. */
  private async bring(table: OwnTable, clock: TurnClock): Promise<TurnClock | null> {
    try {
      const answer = await api.call(
        operations.pressClock,
        { tournament: this.tournament, round: table.round, number: table.table },
        clock,
      );
      if (answer.clock.presses >= (this.clock?.presses ?? 0)) this.take(table, answer.clock);
      return answer.clock;
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem;
      return null; // the clock goes on here; the next answer brings them together
    }
  }

  private get name(): string {
    return storedAs(this.tournament, "clock");
  }
}

function never(): never {
  throw new Error("asked only with a clock");
}
