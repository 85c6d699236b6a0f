/** The connection against a socket of our own: resuming, resending, going astray, clocks, drafts. */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { canonical, crc32, viewHash } from "../../src/connection/hash";
import { PING_EVERY_MS, PONG_WITHIN_MS, type SocketLike } from "../../src/connection/link";
import { TableSession, type Ways } from "../../src/connection/session.svelte";
import {
  PROTOCOL,
  type DraftInfo,
  type EngineGameView,
  type FromClient,
  type FromServer,
  type Moved,
  type TableChanged,
  type WholeView,
} from "../../src/generated/protocol";
import page from "../../../docs/protocol.md?raw";

/** The examples of docs/protocol.md, by their type: a real view with its real hash among them. */
const examples = new Map<string, FromServer | FromClient>(
  [...page.matchAll(/```json\n(\{.*\})\n```/g)].map((match) => {
    const message = JSON.parse(match[1] ?? "") as FromServer;
    return [message.type, message];
  }),
);
const example = <Message extends FromServer>(type: Message["type"]): Message => {
  const found = examples.get(type);
  if (!found) throw new Error(`docs/protocol.md has no ${type}`);
  return found as Message;
};
const wholeView = example<WholeView>("view");
const tableChanged = example<TableChanged>("table");

class FakeSocket implements SocketLike {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly sent: FromClient[] = [];
  isClosed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as FromClient);
  }
  close(): void {
    this.isClosed = true;
  }
  say(...messages: FromServer[]): void {
    for (const message of messages) this.onmessage?.({ data: JSON.stringify(message) });
  }
  breakOff(code = 1006): void {
    this.onclose?.({ code });
  }
  of<Type extends FromClient["type"]>(type: Type): Extract<FromClient, { type: Type }>[] {
    return this.sent.filter(
      (message): message is Extract<FromClient, { type: Type }> => message.type === type,
    );
  }
}

let sockets: FakeSocket[];
let tokens: boolean[];
let session: TableSession;

function begin(seat: number | null = null): void {
  const ways: Ways = {
    connect: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    token: (fresh) => {
      tokens.push(fresh);
      return Promise.resolve(fresh ? "fresh" : "token");
    },
    newId: () => `id-${Math.random()}`,
    now: Date.now,
  };
  session = new TableSession(tableChanged.table.id, ways, seat);
}

const socket = (): FakeSocket => sockets[sockets.length - 1] as FakeSocket;

async function welcome(): Promise<void> {
  socket().onopen?.();
  await vi.advanceTimersByTimeAsync(0);
  socket().say({ ...example("welcome"), now: Date.now() + 5_000 } as FromServer);
}

async function beAtTheTable(): Promise<void> {
  begin();
  await welcome();
  socket().say(tableChanged, wholeView);
}

function whole(changes: Partial<EngineGameView>): WholeView {
  const view = { ...wholeView.view, ...changes };
  return { ...wholeView, view, version: view.version, hash: viewHash(view) };
}

function movedFrom(view: EngineGameView, changes: Partial<EngineGameView>): Moved {
  const after = { ...view, ...changes, version: view.version + 1 };
  return {
    type: "moved",
    game: wholeView.game,
    base: view.version,
    version: after.version,
    now: 0,
    events: [],
    changes: { ...changes, version: after.version },
    hash: viewHash(after),
  };
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000 });
  sockets = [];
  tokens = [];
});
afterEach(() => {
  session?.close();
  vi.useRealTimers();
});

describe("hashes", () => {
  test("CRC-32 gives what zlib says", () => {
    expect([crc32(""), crc32("123456789"), crc32("żółć")]).toEqual([0, 0xcbf43926, 0xfc27823]);
  });

  test("the view of docs/protocol.md has the hash that the server gave it", () => {
    expect(viewHash(wholeView.view)).toBe(wholeView.hash);
  });

  test("keys are sorted at every level and nothing else changes", () => {
    expect(canonical({ b: [1, { d: null, c: "ż" }], a: true })).toBe('{"a":true,"b":[1,{"c":"ż","d":null}]}');
  });
});

describe("following a table", () => {
  test("hello, enter, table, view", async () => {
    begin(0);
    await welcome();
    expect(socket().sent.slice(0, 2)).toEqual([
      { type: "hello", protocol: PROTOCOL, token: "token" },
      { type: "enter", table: tableChanged.table.id, seat: 0 },
    ]);
    socket().say(tableChanged, wholeView);
    expect(session.table?.code).toBe("GECBVB");
    expect(session.view?.rack).toHaveLength(14);
    expect([session.seat, session.mine, session.myTurn, session.state]).toEqual([0, [0], true, "open"]);
  });

  test("changes are merged and reported once", async () => {
    await beAtTheTable();
    const versions: number[] = [];
    session.on("moved", ({ before, after }) => versions.push(before.version, after.version));
    socket().say(movedFrom(wholeView.view, { bank: [76], turn: 3, active: 1 }));
    expect([session.view?.bank, session.view?.active, session.view?.version]).toEqual([[76], 1, 10]);
    expect(session.view?.rack).toEqual(wholeView.view.rack);
    expect(versions).toEqual([9, 10]);
  });

  test("a hash that differs asks for the whole view, once for a version", async () => {
    await beAtTheTable();
    const astray = { ...movedFrom(wholeView.view, { bank: [76] }), hash: "00000000" };
    socket().say(astray, astray);
    expect(socket().of("look")).toHaveLength(1);
    expect(session.view?.version).toBe(9);
  });

  test("a gap in the versions asks for the whole view", async () => {
    await beAtTheTable();
    socket().say({ ...movedFrom(wholeView.view, {}), base: 11, version: 12 });
    expect(socket().of("look")).toHaveLength(1);
  });

  test("after a break it resumes from the version it knows", async () => {
    await beAtTheTable();
    socket().breakOff();
    expect(session.state).toBe("lost");
    await vi.advanceTimersByTimeAsync(1_000);
    await welcome();
    expect(socket().of("enter")).toEqual([
      { type: "enter", table: tableChanged.table.id, seat: null, game: wholeView.game, version: 9 },
    ]);
    expect([session.state, sockets.length]).toEqual(["open", 2]);
  });

  test("from a server that ends it goes to another within a second, wherever chance puts it", async () => {
    for (const chance of [0, 0.999]) {
      const random = vi.spyOn(Math, "random").mockReturnValue(chance);
      await beAtTheTable();
      const before = sockets.length;
      socket().breakOff(1012);
      await vi.advanceTimersByTimeAsync(99);
      expect(sockets, "not everybody in the same moment").toHaveLength(before);
      await vi.advanceTimersByTimeAsync(601);
      expect(sockets).toHaveLength(before + 1);
      random.mockRestore();
    }
  });

  test("a server that stays away is asked again and again, with longer waits", async () => {
    begin();
    for (let i = 0; i < 8; i++) {
      socket().breakOff();
      await vi.advanceTimersByTimeAsync(5_100);
    }
    expect(sockets).toHaveLength(9);
    socket().breakOff();
    session.wake();
    expect(sockets, "waking does not wait").toHaveLength(10);
  });

  test("a silent hole is noticed within six seconds, and traffic needs no pings", async () => {
    await beAtTheTable();
    socket().say({ type: "pong", number: 1, now: Date.now() });
    const pings = socket().of("ping").length;
    for (let second = 0; second < 20; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      socket().say({ type: "online", seats: [], watchers: 0 } as never);
    }
    expect(socket().of("ping"), "whatever comes says that the line lives").toHaveLength(pings);
    const silentSince = Date.now();
    while (session.state === "open" && Date.now() - silentSince < 60_000)
      await vi.advanceTimersByTimeAsync(100);
    expect(session.state).toBe("lost");
    expect(Date.now() - silentSince).toBeLessThanOrEqual(6_000);
  });

  test("a connection that does not answer a ping is given up", async () => {
    await beAtTheTable();
    socket().say({ type: "pong", number: 1, now: Date.now() });
    await vi.advanceTimersByTimeAsync(PING_EVERY_MS + PONG_WITHIN_MS - 1);
    expect(session.state).toBe("open");
    await vi.advanceTimersByTimeAsync(1);
    expect(session.state).toBe("lost");
  });

  test("a token that the server does not know is renewed", async () => {
    begin();
    await welcome();
    socket().say({ type: "fault", code: "person/unknown", params: {}, text: "", fatal: true });
    socket().breakOff(4401);
    await vi.advanceTimersByTimeAsync(1_000);
    await welcome();
    expect(tokens).toEqual([false, true]);
  });

  test("another protocol ends it with a reason instead of trying for ever", async () => {
    begin();
    await welcome();
    socket().say({
      type: "fault",
      code: "wire/protocol",
      params: { ours: 2, theirs: 1 },
      text: "",
      fatal: true,
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([session.state, session.problem?.code, sockets.length]).toEqual(["refused", "wire/protocol", 1]);
  });

  test("a table that may not be watched is a problem to show", async () => {
    begin();
    await welcome();
    socket().say({
      type: "refused",
      id: null,
      refusals: [{ code: "table/no-spectators", params: {}, text: "" }],
    });
    expect(session.problem?.code).toBe("table/no-spectators");
  });

  test("a seat that is not one's own any more is given up, not the table", async () => {
    begin(1);
    await welcome();
    socket().say({
      type: "refused",
      id: null,
      refusals: [{ code: "seat/not-yours", params: { seat: 1 }, text: "" }],
    });
    expect(
      socket()
        .of("enter")
        .map((each) => each.seat),
    ).toEqual([1, null]);
  });

  test("the next match forgets the last game", async () => {
    await beAtTheTable();
    socket().say({ ...tableChanged, table: { ...tableChanged.table, game: null, stage: "open" } });
    expect([session.view, session.game]).toEqual([null, null]);
  });
});

describe("commands", () => {
  test("an acknowledged command is done", async () => {
    await beAtTheTable();
    const answer = session.take();
    const [take] = socket().of("take");
    expect(take).toMatchObject({ game: wholeView.game, seat: 0, seen: 9, stack: null });
    expect(session.unanswered).toBe(1);
    socket().say({ type: "ack", id: take?.id ?? "", version: 12, repeated: false });
    expect(await answer).toEqual({ done: true, version: 12, repeated: false });
    expect(session.unanswered).toBe(0);
  });

  test("a refused command brings every reason", async () => {
    await beAtTheTable();
    const answer = session.confirm([["r1a"]]);
    const refusals = [{ code: "set/too-few", params: { count: 1 }, text: "" }];
    socket().say({ type: "refused", id: socket().of("confirm")[0]?.id ?? "", refusals });
    expect(await answer).toEqual({ done: false, refusals });
  });

  test("a command without an answer is sent again with the same id, after entering", async () => {
    await beAtTheTable();
    const answer = session.confirm([["r10a", "k10b", "b10a"]]);
    const [first] = socket().of("confirm");
    socket().breakOff();
    await vi.advanceTimersByTimeAsync(1_000);
    await welcome();
    expect(socket().of("confirm")).toEqual([]);
    socket().say(tableChanged);
    expect(socket().of("confirm")).toEqual([first]);
    socket().say({ type: "ack", id: first?.id ?? "", version: 12, repeated: true });
    expect(await answer).toMatchObject({ done: true, repeated: true });
  });

  test("a command given while the connection is lost is sent when it is back", async () => {
    await beAtTheTable();
    socket().breakOff();
    void session.take();
    await vi.advanceTimersByTimeAsync(1_000);
    await welcome();
    socket().say(tableChanged);
    expect(socket().of("take")).toHaveLength(1);
  });

  test("without a game nothing is sent", async () => {
    begin();
    await welcome();
    socket().say({ ...tableChanged, table: { ...tableChanged.table, game: null } });
    expect(await session.take()).toMatchObject({ done: false, refusals: [{ code: "table/not-started" }] });
  });

  test("each own seat adds its entropy once", async () => {
    begin();
    await welcome();
    const places = tableChanged.table.places.map((place) => ({ ...place, yours: true }));
    const early = whole({ phase: "entropy", entropy: [null, null] });
    socket().say({ ...tableChanged, table: { ...tableChanged.table, places } }, early, early);
    expect(
      socket()
        .of("add-entropy")
        .map((each) => each.seat),
    ).toEqual([0, 1]);
    expect(socket().of("add-entropy")[0]?.entropy).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe("drafts", () => {
  test("only the latest is streamed, numbers grow", async () => {
    await beAtTheTable();
    session.putDraft([["r1a"]]);
    await vi.advanceTimersByTimeAsync(0);
    session.putDraft([["r1a", "r2a"]]);
    session.putDraft([["r1a", "r2a", "r3a"]]);
    await vi.advanceTimersByTimeAsync(200);
    const drafts = socket().of("draft");
    expect(drafts.map((each) => each.table[0]?.length)).toEqual([1, 3]);
    expect(drafts[1]?.number).toBeGreaterThan(drafts[0]?.number ?? 0);
    expect(drafts[0]?.number).toBeLessThan(1_000_000_000);
  });

  test("the latest is sent again after a reconnect in the same turn", async () => {
    await beAtTheTable();
    session.putDraft([["r1a"]]);
    await vi.advanceTimersByTimeAsync(100);
    socket().breakOff();
    session.putDraft([["r1a", "r2a"]]);
    await vi.advanceTimersByTimeAsync(1_000);
    await welcome();
    socket().say(tableChanged);
    await vi.advanceTimersByTimeAsync(100);
    expect(
      socket()
        .of("draft")
        .map((each) => each.table),
    ).toEqual([[["r1a", "r2a"]]]);
  });

  test("nothing is streamed after confirming, nor in another's turn", async () => {
    await beAtTheTable();
    session.putDraft([["r1a"]]);
    void session.confirm([["r1a"]]);
    await vi.advanceTimersByTimeAsync(200);
    expect(socket().of("draft")).toEqual([]);
    socket().say(movedFrom(wholeView.view, { active: 1, turn: 3 }));
    session.putDraft([["r1a"]]);
    await vi.advanceTimersByTimeAsync(200);
    expect(socket().of("draft")).toEqual([]);
  });

  test("one's own half-built table is known until the turn is over, also after a command", async () => {
    await beAtTheTable();
    expect(session.halfBuilt).toBeNull();
    session.putDraft([["r1a"]]);
    expect(session.halfBuilt).toEqual([["r1a"]]);
    void session.confirm([["r1a"]]);
    expect(session.halfBuilt).toEqual([["r1a"]]); // it may be refused
    socket().say(movedFrom(wholeView.view, { active: 1, turn: 3 }));
    expect(session.halfBuilt).toBeNull();
  });

  test("whoever leaves in the middle of it leaves the latest behind", async () => {
    await beAtTheTable();
    session.putDraft([["r1a"]]);
    await vi.advanceTimersByTimeAsync(0);
    session.putDraft([["r1a", "r2a"]]);
    session.close();
    expect(socket().of("draft").at(-1)?.table).toEqual([["r1a", "r2a"]]);
  });

  test("another's draft is shown until the turn changes", async () => {
    await beAtTheTable();
    socket().say({
      type: "drafted",
      game: wholeView.game,
      draft: { seat: 1, turn: 2, number: 1, table: [["r2b"]] },
    });
    expect(session.draft?.table).toEqual([["r2b"]]);
    socket().say(movedFrom(wholeView.view, { turn: 3 }));
    expect(session.draft).toBeNull();
  });

  test("one's own from another device counts when it is newer than what was done here", async () => {
    await beAtTheTable();
    const heard: DraftInfo[] = [];
    session.on("draft", (draft) => heard.push(draft));
    session.putDraft([["r1a"]]);
    await vi.advanceTimersByTimeAsync(0);
    const { number, turn } = socket().of("draft").at(-1) as unknown as DraftInfo;
    const from = (other: number): FromServer => ({
      type: "drafted",
      game: wholeView.game,
      draft: { seat: session.seat ?? 0, turn, number: other, table: [["r2a"]] },
    });
    socket().say(from(number - 1));
    expect([heard.length, session.halfBuilt]).toEqual([0, [["r1a"]]]);
    socket().say(from(number + 1));
    expect([heard.length, session.halfBuilt, session.draft?.table]).toEqual([1, null, [["r2a"]]]);
    session.putDraft([["r3a"]]);
    await vi.advanceTimersByTimeAsync(100);
    expect(Number(socket().of("draft").at(-1)?.number)).toBeGreaterThan(number + 1);
  });
});

describe("clock and device", () => {
  test("the deadline is counted by the server's clock", async () => {
    await beAtTheTable(); // welcome said: the server is 5 s ahead
    await vi.advanceTimersByTimeAsync(100);
    socket().say({ type: "pong", number: 1, now: Date.now() + 4_950 });
    expect(session.serverNow() - Date.now()).toBe(5_000);
    const deadline = { at: Date.now() + 65_000, kind: "turn" as const };
    socket().say(movedFrom(wholeView.view, { deadline }));
    expect(session.secondsLeft()).toBe(60);
  });

  test("a paused clock stands still", async () => {
    await beAtTheTable();
    const now = Date.now() + 5_000;
    socket().say(movedFrom(wholeView.view, { deadline: { at: now + 30_000, kind: "turn" }, paused_at: now }));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(session.secondsLeft()).toBe(30);
  });

  test("a seat that was left is not waited for: a stand-in plays it", async () => {
    await beAtTheTable();
    const places = tableChanged.table.places.map((place) => ({ ...place, yours: true }));
    const leaves = (seat: number): EngineGameView["seats"] =>
      wholeView.view.seats.map((each, index) => ({ ...each, left: index === seat }));
    socket().say({ ...tableChanged, table: { ...tableChanged.table, places } });
    socket().say(whole({ phase: "turn", viewer: 0, active: 1, seats: leaves(0) }));
    expect(session.handOver, "whoever is still there").toBe(1);
    socket().say(whole({ phase: "turn", viewer: 0, active: 1, seats: leaves(1) }));
    expect(session.handOver).toBeNull();
  });

  test("a device with two seats is handed over, and the old rack is gone before the new seat looks", async () => {
    begin();
    await welcome();
    const places = tableChanged.table.places.map((place) => ({ ...place, yours: true }));
    const both = { ...tableChanged, table: { ...tableChanged.table, places } };
    socket().say(both, wholeView);
    expect(session.handOver).toBeNull();
    socket().say(movedFrom(wholeView.view, { active: 1, turn: 3 }));
    expect([session.handOver, session.myTurn]).toEqual([1, false]);
    session.lookFrom(1);
    expect(socket().of("enter").at(-1)).toEqual({ type: "enter", table: tableChanged.table.id, seat: 1 });
    socket().say({ ...both, seat: 1 });
    expect([session.handOver, session.myTurn], "still the other rack").toEqual([1, false]);
    socket().say(whole({ viewer: 1, active: 1, version: 10 }));
    expect([session.handOver, session.myTurn]).toEqual([null, true]);
  });

  test("what is said comes with a number, so that the same phrase twice is two", async () => {
    await beAtTheTable();
    const heard: number[] = [];
    session.on("said", ({ number }) => heard.push(number));
    socket().say({ type: "said", seat: 1, phrase: "wow" }, { type: "said", seat: 1, phrase: "wow" });
    expect([heard, session.said?.phrase]).toEqual([[1, 2], "wow"]);
  });
});
