/**
 * One WebSocket that comes back: says hello, enters a table, measures the server's clock, and sends a command again
 * with the same id when the connection broke before the answer. Knows no screen and no framework.
 */

import {
  PROTOCOL,
  type AddEntropy,
  type Announce,
  type AskHint,
  type AskRedeal,
  type CastVote,
  type ChooseStack,
  type ComeBack,
  type Confirm,
  type EndTurn,
  type Enter,
  type FromClient,
  type FromServer,
  type Hint,
  type Leave,
  type Pass,
  type RefusalInfo,
  type SkipRedeal,
  type Take,
  type Wish,
} from "../generated/protocol";

/** Messages that are answered with ack or refused. */
export type Command =
  | AddEntropy
  | CastVote
  | ChooseStack
  | AskRedeal
  | SkipRedeal
  | Confirm
  | Take
  | Pass
  | Announce
  | EndTurn
  | Leave
  | ComeBack
  | Wish;

/** What became of a command; a refused one changed nothing. */
export type Outcome =
  | { readonly done: true; readonly version: number; readonly repeated: boolean }
  | { readonly done: false; readonly refusals: readonly RefusalInfo[] };

/** connecting: for the first time; open: following; lost: trying again; refused: the server does not want us (see problem). */
export type LinkState = "connecting" | "open" | "lost" | "refused" | "closed";

/** The part of a WebSocket that is used here. */
export interface SocketLike {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(code?: number): void;
}

/** What the link asks its owner. */
interface LinkOwner {
  /** The token to say hello with; `fresh` after the server did not know the last one. */
  token(fresh: boolean): Promise<string>;
  /** What to follow now: sent after every hello. */
  enter(): Enter;
  /** A message of the server, other than those the link answers itself. */
  heard(message: FromServer): void;
  /** The state changed; a problem comes with "refused". */
  became(state: LinkState, problem: RefusalInfo | null): void;
}

/** A line that was silent for so long is asked whether it lives; whatever comes is an answer. */
export const PING_EVERY_MS = 3_000;
export const PONG_WITHIN_MS = 3_000;
/** An old measurement of the clock is worth less than a new one after this. */
const CLOCK_AGES_MS = 120_000;
/** The close code of a server that ends or restarts. */
const RESTARTS = 1012;
const WAITS_MS = [250, 500, 1_000, 2_000, 4_000];

/** What the coach says, or why it says nothing. */
export type Advice = Hint | { readonly refusals: readonly RefusalInfo[] };

type Pending = { readonly message: Command; readonly answer: (outcome: Outcome) => void };

export class Link {
  state: LinkState = "connecting";
  private socket: SocketLike | null = null;
  private readonly pending = new Map<string, Pending>();
  private asking: { readonly id: string; readonly answer: (advice: Advice) => void } | null = null;
  private following = false;
  private freshToken = false;
  private attempts = 0;
  private pings = 0;
  private pingSentAt = 0;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private pinging: ReturnType<typeof setTimeout> | undefined;
  private best = { trip: Number.POSITIVE_INFINITY, offset: 0, at: 0 };

  constructor(
    private readonly owner: LinkOwner,
    private readonly connect: () => SocketLike,
    private readonly now: () => number = Date.now,
  ) {}

  /** Connect, now or again. */
  open(): void {
    clearTimeout(this.waiting);
    this.drop();
    const socket = this.connect();
    this.socket = socket;
    socket.onopen = () => void this.hello(socket);
    socket.onmessage = (event) => {
      if (socket === this.socket && typeof event.data === "string")
        this.hear(JSON.parse(event.data) as FromServer);
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.lose(event.code);
    };
  }

  /** End it; commands without an answer are given up. */
  close(): void {
    this.drop();
    clearTimeout(this.waiting);
    for (const { answer } of this.pending.values()) answer({ done: false, refusals: [] });
    this.pending.clear();
    this.become("closed", null);
  }

  /** Send a command; it is sent again after a reconnect until it is answered. */
  do(message: Command): Promise<Outcome> {
    return new Promise((answer) => {
      this.pending.set(message.id, { message, answer });
      if (this.following) this.send(message);
    });
  }

  /** Ask the coach; a newer question, or a broken connection, ends the one before it. */
  ask(message: AskHint): Promise<Advice> {
    this.advise({ refusals: [] });
    return new Promise((answer) => {
      this.asking = { id: message.id, answer };
      if (!this.tell(message)) this.advise({ refusals: [] });
    });
  }

  /** Send what needs no answer, if connected; say whether it was sent. */
  tell(message: FromClient): boolean {
    if (!this.following) return false;
    this.send(message);
    return true;
  }

  /** Follow something else, on the same connection. */
  enter(): void {
    if (this.state === "open") this.send(this.owner.enter());
  }

  /** The page was asleep or the network came back: see at once whether the connection still lives. */
  wake(): void {
    if (this.state === "lost") this.open();
    else if (this.state === "open") this.ping();
  }

  /** The server's time in milliseconds, as far as we know. */
  serverNow(): number {
    return this.now() + this.best.offset;
  }

  /** How many commands wait for an answer. */
  get unanswered(): number {
    return this.pending.size;
  }

  private async hello(socket: SocketLike): Promise<void> {
    try {
      const token = await this.owner.token(this.freshToken);
      this.freshToken = false;
      if (socket === this.socket) socket.send(JSON.stringify({ type: "hello", protocol: PROTOCOL, token }));
    } catch {
      if (socket === this.socket) this.lose(0);
    }
  }

  private hear(message: FromServer): void {
    if (this.state === "open") this.listenOn();
    switch (message.type) {
      case "welcome":
        this.attempts = 0;
        this.noteClock(message.now, Number.POSITIVE_INFINITY);
        this.become("open", null);
        this.send(this.owner.enter());
        this.ping();
        break;
      case "pong":
        if (message.number === this.pings) this.noteClock(message.now, this.now() - this.pingSentAt);
        break;
      case "ack":
        this.answer(message.id, { done: true, version: message.version, repeated: message.repeated });
        break;
      case "hinted":
        if (this.asking?.id === message.id) this.advise(message.hint);
        break;
      case "refused":
        if (this.asking && message.id === this.asking.id) this.advise({ refusals: message.refusals });
        else if (message.id !== null) this.answer(message.id, { done: false, refusals: message.refusals });
        else this.owner.heard(message);
        break;
      case "fault":
        this.hearFault(message);
        break;
      default:
        this.owner.heard(message);
        if (message.type === "table" && !this.following) {
          this.following = true;
          for (const { message: command } of this.pending.values()) this.send(command);
        }
    }
  }

  private hearFault(fault: Extract<FromServer, { type: "fault" }>): void {
    const problem = { code: fault.code, params: fault.params, text: fault.text };
    if (fault.code === "person/unknown") {
      this.freshToken = true; // the connection ends and comes back as a new guest
    } else if (fault.fatal && (fault.code === "wire/protocol" || fault.code === "wire/origin")) {
      this.drop();
      this.become("refused", problem);
    } else if (!fault.fatal) {
      const [id] = this.pending.keys();
      if (id !== undefined && fault.code === "server/failed")
        this.answer(id, { done: false, refusals: [problem] });
      this.owner.heard(fault);
    }
  }

  private answer(id: string, outcome: Outcome): void {
    const pending = this.pending.get(id);
    this.pending.delete(id);
    pending?.answer(outcome);
  }

  private advise(advice: Advice): void {
    const asking = this.asking;
    this.asking = null;
    asking?.answer(advice);
  }

  /** Something came: the line lives, and is asked again after a silence. */
  private listenOn(): void {
    clearTimeout(this.pinging);
    this.pinging = setTimeout(() => this.ping(), PING_EVERY_MS);
  }

  private ping(): void {
    clearTimeout(this.pinging);
    this.pings += 1;
    this.pingSentAt = this.now();
    this.send({ type: "ping", number: this.pings });
    this.pinging = setTimeout(() => this.lose(0), PONG_WITHIN_MS);
  }

  /** Take the measurement with the shortest trip; an old one is worth less with time. */
  private noteClock(serverNow: number, trip: number): void {
    const at = this.now();
    if (trip <= this.best.trip || at - this.best.at > CLOCK_AGES_MS) {
      const half = Number.isFinite(trip) ? trip / 2 : 0;
      this.best = { trip, offset: serverNow + half - at, at };
    }
  }

  private lose(code: number): void {
    this.drop();
    if (this.state === "refused" || this.state === "closed") return;
    this.become("lost", null);
    const wait = WAITS_MS[Math.min(this.attempts, WAITS_MS.length - 1)] ?? 0;
    // A server that ends lets go of everybody at once: they come back spread over half a second, to another one.
    const first = code === RESTARTS && this.attempts === 0;
    this.attempts += 1;
    this.waiting = setTimeout(
      () => this.open(),
      first ? 100 + Math.random() * 500 : wait * (0.75 + Math.random() / 2),
    );
  }

  private drop(): void {
    clearTimeout(this.pinging);
    this.advise({ refusals: [] });
    this.following = false;
    const socket = this.socket;
    this.socket = null;
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
  }

  private become(state: LinkState, problem: RefusalInfo | null): void {
    if (this.state === state && !problem) return;
    this.state = state;
    this.owner.became(state, problem);
  }

  private send(message: FromClient): void {
    this.socket?.send(JSON.stringify(message));
  }
}
