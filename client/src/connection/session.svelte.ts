/**
 * A table that is being followed: the lobby's table, the view of the game, drafts, who is there, what was said.
 *
 *     const session = new TableSession(tableId);          // connects; fields are reactive ($state)
 *     session.view?.rack; session.table?.places; session.seat; session.draft; session.state; session.online
 *     session.on("moved", ({ events, before, after }) => …) // what to tell; also "view", "draft", "said", "refused"
 *     const outcome = await session.confirm(sets);         // { done: true, … } once it is on disk, or the refusals
 *     session.putDraft(sets);                              // streamed, latest only; sent again after a reconnect
 *     session.secondsLeft(); session.serverNow();          // by the server's clock
 *     session.close();
 *
 * A broken connection is not the screen's business: commands are sent again with the same id, the view resumes from
 * its version, and a view that went astray (hash) is asked for whole.
 */

import type {
  DraftInfo,
  EngineEvent,
  EngineGameView,
  Enter,
  FromServer,
  Moved,
  Health,
  Online,
  RefusalInfo,
  SetPace,
  TableInfo,
} from "../generated/protocol";
import { viewHash } from "./hash";
import { type Advice, type Command, Link, type LinkState, type Outcome, type SocketLike } from "./link";

export type { LinkState, Outcome } from "./link";

/** A table as it goes over the wire: sets of tiles, `r7a` or `Ja(r9)`. */
export type Sets = readonly (readonly string[])[];

export type Saying = { readonly seat: number; readonly phrase: string; readonly number: number };

/** What a screen can listen to. */
type Happenings = {
  /** Something happened in the game: the redacted events, and the view before and after. */
  moved: {
    readonly events: readonly EngineEvent[];
    readonly before: EngineGameView;
    readonly after: EngineGameView;
  };
  /** A whole view came: after entering, for another game or seat, or because we went astray. */
  view: { readonly view: EngineGameView; readonly draft: DraftInfo | null };
  /** The half-built table of another seat, or one's own after entering. */
  draft: DraftInfo;
  said: Saying;
  /** A draft or a phrase was refused. */
  refused: readonly RefusalInfo[];
};

type Listener<Kind extends keyof Happenings> = (happening: Happenings[Kind]) => void;

/** Where sessions get what they need; tests give their own. */
export type Ways = {
  readonly connect: () => SocketLike;
  readonly token: (fresh: boolean) => Promise<string>;
  readonly newId: () => string;
  readonly now: () => number;
};

const DRAFT_EVERY_MS = 80;

let ids = 0;

export class TableSession {
  table = $state.raw<TableInfo | null>(null);
  /** The seat one looks from; null as a spectator. */
  seat = $state.raw<number | null>(null);
  /** The game that the view shows. */
  game = $state.raw<string | null>(null);
  view = $state.raw<EngineGameView | null>(null);
  /** The half-built table of the turn in progress, of whoever's turn it is. */
  draft = $state.raw<DraftInfo | null>(null);
  online = $state.raw<Online | null>(null);
  /** What the server depends on and does not reach, if anything. */
  health = $state.raw<Health | null>(null);
  said = $state.raw<Saying | null>(null);
  state = $state.raw<LinkState>("connecting");
  /** Why one cannot follow this table. */
  problem = $state.raw<RefusalInfo | null>(null);
  /** Commands that wait for an answer. */
  unanswered = $state(0);

  /** One's own seats: several when a device is passed around. */
  readonly mine = $derived((this.table?.places ?? []).flatMap((place, seat) => (place.yours ? [seat] : [])));
  /** Whether it is the turn of the seat one looks from. */
  readonly myTurn = $derived(
    this.view !== null &&
      this.seat !== null &&
      this.view.active === this.seat &&
      this.view.viewer === this.seat &&
      this.view.phase === "turn",
  );
  /** The player's seat that has to act while another of their seats is shown: the device is handed over. Nobody takes it
   * for a seat that was left. */
  readonly handOver = $derived.by(() => {
    const active = this.view?.phase === "ended" ? null : (this.view?.active ?? null);
    return active !== null &&
      active !== this.view?.viewer &&
      this.mine.length > 1 &&
      this.mine.includes(active) &&
      !this.view?.seats[active]?.left
      ? active
      : null;
  });

  private readonly link: Link;
  private readonly listeners: { [Kind in keyof Happenings]: Set<Listener<Kind>> } = {
    moved: new Set(),
    view: new Set(),
    draft: new Set(),
    said: new Set(),
    refused: new Set(),
  };
  private wanted: number | null;
  private pace: SetPace["pace"] | null = null;
  private entering = false;
  private askedForWhole = -1;
  private sayings = 0;
  private readonly gaveEntropy = new Set<string>();
  private mineDraft: { game: string; seat: number; turn: number; number: number; table: Sets } | null = null;
  /** The half-built table of one's own turn, whether it was sent or not. */
  private built: { game: string; seat: number; turn: number; table: Sets } | null = null;
  private draftTimer: ReturnType<typeof setTimeout> | undefined;
  private draftSentAt = Number.NEGATIVE_INFINITY;

  constructor(
    readonly id: string,
    private readonly ways: Ways,
    seat: number | null = null,
  ) {
    this.wanted = seat;
    this.link = new Link(
      {
        token: ways.token,
        enter: () => this.entry(),
        heard: (message) => this.hear(message),
        became: (state, problem) => {
          this.state = state;
          if (state !== "open") this.health = null; // whoever answers next says it again
          if (state === "open" && this.pace) this.link.tell({ type: "pace", pace: this.pace });
          if (problem) this.problem = problem;
        },
      },
      ways.connect,
      ways.now,
    );
    this.link.open();
  }

  /** Listen to what happens; returns how to stop. */
  on<Kind extends keyof Happenings>(kind: Kind, listener: Listener<Kind>): () => void {
    this.listeners[kind].add(listener);
    return () => this.listeners[kind].delete(listener);
  }

  confirm(table: Sets): Promise<Outcome> {
    this.forgetDraft();
    return this.move({ type: "confirm", table });
  }

  take(stack: number | null = null): Promise<Outcome> {
    this.forgetDraft();
    return this.move({ type: "take", stack });
  }

  pass = (): Promise<Outcome> => this.move({ type: "pass" });
  announce = (): Promise<Outcome> => this.move({ type: "announce" });
  endTurn = (): Promise<Outcome> => this.move({ type: "end-turn" });
  /** Vote on another player's new words: against these, for the rest (W16). */
  castVote = (against: readonly string[]): Promise<Outcome> => this.move({ type: "cast-vote", against });
  /** Do not wait for the end of the window for a new deal, against bots alone. */
  skipRedeal = (): Promise<Outcome> => this.move({ type: "skip-redeal" });
  askRedeal = (): Promise<Outcome> => this.move({ type: "ask-redeal" });
  chooseStack = (stack: number): Promise<Outcome> => this.move({ type: "choose-stack", stack });
  /** Ask for a pause, for going on, or take it back (null). */
  wish = (wish: "pause" | "resume" | null): Promise<Outcome> => this.move({ type: "wish", wish });
  leave = (seat: number | null = this.seat): Promise<Outcome> => this.move({ type: "leave" }, seat);
  comeBack = (seat: number | null = this.seat): Promise<Outcome> => this.move({ type: "come-back" }, seat);

  /** Ask the coach: can I lay (1), with which tiles (2), how (3); none when the connection is gone. */
  hint(step: 1 | 2 | 3): Promise<Advice> {
    if (this.game === null || this.seat === null) return Promise.resolve({ refusals: [] });
    return this.link.ask({ type: "hint", id: this.ways.newId(), game: this.game, seat: this.seat, step });
  }

  /** Say how fast bots should play; repeated on every new connection. */
  setPace(pace: SetPace["pace"]): void {
    this.pace = pace;
    if (this.state === "open") this.link.tell({ type: "pace", pace });
  }

  /** Say a preset phrase. */
  say(phrase: string): void {
    this.link.tell({ type: "say", phrase });
  }

  /** Stream the half-built table of one's own turn; the latest is kept and sent again after a reconnect. */
  putDraft(table: Sets): void {
    if (!this.myTurn || this.game === null || this.seat === null || this.view === null) return;
    const number = Math.max(
      (this.draft?.turn === this.view.turn ? this.draft.number : 0) + 1,
      (this.mineDraft?.number ?? 0) + 1,
      tenths(this.ways.now()),
    );
    this.built = { game: this.game, seat: this.seat, turn: this.view.turn, table };
    this.mineDraft = { ...this.built, number };
    if (this.draftTimer !== undefined) return;
    const wait = Math.max(0, this.draftSentAt + DRAFT_EVERY_MS - this.ways.now());
    this.draftTimer = setTimeout(() => this.sendDraft(), wait);
  }

  /** One's own half-built table as it was left in this turn: on a pause, behind another screen, after a refusal. */
  get halfBuilt(): Sets | null {
    const { built, game, view } = this;
    return built && built.game === game && built.seat === view?.viewer && built.turn === view.turn
      ? built.table
      : null;
  }

  /** Look from another of one's own seats. */
  lookFrom(seat: number): void {
    if (seat === this.seat) return;
    this.wanted = seat;
    this.forgetDraft();
    this.link.enter();
  }

  /** Ask for the whole view again. */
  look(): void {
    this.link.tell({ type: "look" });
  }

  /** The page is visible or online again. */
  wake(): void {
    this.link.wake();
    if (this.myTurn && !this.mineDraft) this.look(); // another device may have gone on with this turn
  }

  /** The server's time in milliseconds. */
  serverNow(): number {
    return this.link.serverNow();
  }

  /** Seconds until the deadline that is running, or null; negative for a moment when it has passed. */
  secondsLeft(): number | null {
    const view = this.view;
    if (!view?.deadline) return null;
    return (view.deadline.at - (view.paused_at ?? this.serverNow())) / 1000;
  }

  close(): void {
    if (this.draftTimer !== undefined) this.sendDraft();
    clearTimeout(this.draftTimer);
    this.link.close();
  }

  private entry(): Enter {
    this.entering = true;
    // A version is of use only to whoever looks from the same seat as before.
    const same =
      this.game !== null && this.view !== null && (this.wanted === null || this.wanted === this.seat);
    return {
      type: "enter",
      table: this.id,
      seat: this.wanted,
      ...(same ? { game: this.game, version: this.view?.version ?? null } : {}),
    };
  }

  private hear(message: FromServer): void {
    switch (message.type) {
      case "table":
        this.hearTable(message.table, message.seat);
        break;
      case "view":
        this.game = message.game;
        this.view = message.view;
        if (viewHash(message.view) !== message.hash)
          console.warn("the hash of a whole view differs: this page may be outdated");
        this.askedForWhole = -1;
        this.draft = message.draft;
        this.emit("view", { view: message.view, draft: message.draft });
        this.afterNews();
        break;
      case "moved":
        this.hearMoved(message);
        break;
      case "drafted":
        if (message.game === this.game) this.hearDraft(message.draft);
        break;
      case "said": {
        this.sayings += 1;
        const saying = { seat: message.seat, phrase: message.phrase, number: this.sayings };
        this.said = saying;
        this.emit("said", saying);
        break;
      }
      case "online":
        this.online = message;
        break;
      case "health":
        this.health = message;
        break;
      case "refused":
        this.hearRefused(message.refusals);
        break;
      case "fault":
        this.emit("refused", [{ code: message.code, params: message.params, text: message.text }]);
        break;
      default:
        break; // answered by the link
    }
  }

  private hearTable(table: TableInfo, seat: number | null): void {
    this.entering = false;
    const lost = this.problem?.code === "game/unreadable" && table.stage === "playing";
    if (!lost || table.game !== this.table?.game) this.problem = null;
    this.table = table;
    this.seat = seat;
    if (table.game === null && this.game !== null) {
      // another match: its first game is not there yet
      this.game = this.view = this.draft = null;
    }
    if (this.mineDraft) this.resendDraft();
  }

  /** Somebody's half-built table; one's own, from another device, counts if it is newer than what was done here. */
  private hearDraft(draft: DraftInfo): void {
    const { mineDraft: here } = this;
    if (draft.seat === this.view?.viewer) {
      if (here && here.game === this.game && here.turn === draft.turn && here.number >= draft.number) return;
      this.forgetDraft();
      this.built = null;
    }
    this.draft = draft;
    this.emit("draft", draft);
  }

  private hearMoved(message: Moved): void {
    const before = this.view;
    if (before === null || message.game !== this.game || message.base !== before.version) {
      this.askForWhole(message.version);
      return;
    }
    const after: EngineGameView = { ...before, ...message.changes };
    if (viewHash(after) !== message.hash) {
      this.askForWhole(message.version);
      return;
    }
    this.view = after;
    if (before.paused_at !== null && after.paused_at === null && this.mineDraft) this.resendDraft();
    const draft = this.draft;
    const restarted = message.events.some(
      (event) => event.type === "turn-restarted" || event.type === "turn-taken-back",
    );
    if (draft && (draft.turn !== after.turn || after.phase !== "turn" || restarted)) this.draft = null;
    this.emit("moved", { events: message.events, before, after });
    this.afterNews();
  }

  /** Once for each version, so that a disagreement cannot become a loop. */
  private askForWhole(version: number): void {
    if (this.askedForWhole >= version) return;
    this.askedForWhole = version;
    this.look();
  }

  private hearRefused(refusals: readonly RefusalInfo[]): void {
    const [first] = refusals;
    if (first?.code === "draft/not-now") return; // it crossed a pause or the end of the turn, which is reported anyway
    if (first?.code.endsWith("/unreadable")) {
      this.problem = first; // there is nothing to follow, and asking again does not help
    } else if (!this.entering || !first) {
      this.emit("refused", refusals);
    } else if (first.code === "seat/not-yours" || first.code === "seat/none") {
      this.wanted = null; // the seat went to somebody else meanwhile: look from wherever one may
      this.view = null;
      this.link.enter();
    } else {
      this.entering = false;
      this.problem = first;
    }
  }

  private afterNews(): void {
    const view = this.view;
    if (view === null) return;
    if (this.mineDraft && (this.mineDraft.game !== this.game || this.mineDraft.turn !== view.turn))
      this.forgetDraft();
    if (view.phase === "entropy") for (const seat of this.mine) this.giveEntropy(view, seat);
  }

  /** Each own seat adds its own randomness to the shuffle, so that nobody has to trust the server's alone. */
  private giveEntropy(view: EngineGameView, seat: number): void {
    const key = `${this.game}/${seat}`;
    if (view.entropy[seat] !== null || this.gaveEntropy.has(key)) return;
    this.gaveEntropy.add(key);
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const entropy = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    void this.move({ type: "add-entropy", entropy }, seat);
  }

  private async move(part: Part, seat: number | null = this.seat): Promise<Outcome> {
    const game = this.game ?? this.table?.game ?? null;
    if (game === null || seat === null) {
      return {
        done: false,
        refusals: [{ code: "table/not-started", params: {}, text: "no game is being played at this table" }],
      };
    }
    const head = { id: this.ways.newId(), game, seat };
    const withVersion =
      part.type === "leave" || part.type === "come-back" || part.type === "wish"
        ? head
        : { ...head, seen: this.view?.version ?? 0 };
    this.unanswered += 1;
    const outcome = await this.link.do({ ...part, ...withVersion } as Command);
    this.unanswered -= 1;
    return outcome;
  }

  private sendDraft(): void {
    this.draftTimer = undefined;
    if (!this.mineDraft || this.view?.paused_at != null) return; // a paused game takes none: it goes out afterwards
    this.draftSentAt = this.ways.now();
    this.link.tell({ type: "draft", ...this.mineDraft });
  }

  private resendDraft(): void {
    if (this.draftTimer === undefined) this.draftTimer = setTimeout(() => this.sendDraft(), 0);
  }

  private forgetDraft(): void {
    clearTimeout(this.draftTimer);
    this.draftTimer = undefined;
    this.mineDraft = null;
  }

  private emit<Kind extends keyof Happenings>(kind: Kind, happening: Happenings[Kind]): void {
    for (const listener of this.listeners[kind]) listener(happening);
  }
}

type Without<Message, Names extends string> = Message extends unknown ? Omit<Message, Names> : never;
type Part = Without<Command, "id" | "game" | "seat" | "seen">;

/** A number that grows from tab to tab and device to device, so that the newest draft wins. */
function tenths(now: number): number {
  return Math.floor(now / 100) % 1_000_000_000;
}

/** An id that no other tab or device uses. */
export function newCommandId(): string {
  ids += 1;
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `${[...bytes].map((byte) => byte.toString(36)).join("")}-${ids}`;
}
