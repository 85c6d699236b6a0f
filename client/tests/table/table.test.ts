/** The table's screen without a screen: which draft is shown, what the clock says, what the coach says, why a turn cannot end. */

import { beforeAll, describe, expect, test, vi } from "vitest";

import { letters, wordsOn } from "../../src/board/letters";
import type { Reader } from "../../src/board/reader";
import { numbers } from "../../src/board/numbers";
import { adopt, receive } from "../../src/board/receive";
import { emptyBoard, type Board } from "../../src/board/state";
import { parseLaid } from "../../src/board/tiles";
import { Dictionary } from "../../src/connection/dictionary";
import type { DraftInfo, EngineGameView, Hint as HintAnswer } from "../../src/generated/protocol";
import page from "../../../docs/protocol.md?raw";

const messages = [...page.matchAll(/```json\n(\{.*\})\n```/g)].map(
  (match) => JSON.parse(match[1] ?? "") as { type: string },
);
const example = messages.find((message) => message.type === "view") as unknown as { view: EngineGameView };

vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined })));

beforeAll(async () => {
  const words = await import("../../src/words/say.svelte");
  await Promise.all([words.speak("en"), words.hear("board", "letters")]);
});

const seen = (change: Partial<EngineGameView> = {}): EngineGameView => ({
  ...example.view,
  viewer: 0,
  active: 0,
  phase: "turn",
  turn: 5,
  paused_at: null,
  vote: null,
  table: [["b1a", "b2a", "b3a"]],
  rack: ["b4a", "r13a"],
  waiting: [],
  ...change,
});

function boardOf(view: EngineGameView, reader: Reader = numbers): Board {
  const base = { table: view.table.map((set) => set.map(parseLaid)), rack: view.rack };
  return receive(emptyBoard(reader), { base, role: "mine", draft: null, newTurn: true }).board;
}

describe("what became of a move", async () => {
  const { sayNotice } = await import("../../src/words/boardText");
  const words = await import("../../src/words/say.svelte");

  test("is a sentence with one capital letter, wherever the tiles stand in it", async () => {
    await words.speak("pl");
    const board = adopt(boardOf(seen({ rack: ["r8a", "r12a", "k8a"] })), [
      ["b1a", "b2a", "b3a"],
      ["r8a", "r12a", "k8a"],
    ]);
    const set = board.now.sets.find((each) => each.tiles.includes("r8a"))?.id ?? -1;
    const said = (code: string, params: object): string =>
      sayNotice({ code, params } as never, board).replaceAll("\u00a0", " ");
    expect(said("board/new-set", { tiles: "r8a r12a k8a", set })).toBe(
      "Wyłożono: czerwona 8, czerwona 12, czarna 8; nieprawidłowy zestaw (3). Czerwona 12 nie pasuje do grupy z liczbą 8",
    );
    expect(said("board/picked", { tile: "r8a" })).toBe("Czerwona 8: w ręku");
    await words.speak("en");
  });
});

describe("the half-built table", async () => {
  const { halfBuilt, newsOf, turnKey } = await import("../../src/table/boardNews");
  const draft = (change: Partial<DraftInfo> = {}): DraftInfo => ({
    seat: 1,
    turn: 5,
    number: 1,
    table: [["b1a", "b2a", "b3a", "b4b"]],
    ...change,
  });

  test("another player's is shown while the turn lasts", () => {
    expect(halfBuilt(seen({ active: 1 }), draft(), false, null)).toEqual(draft().table);
    expect(halfBuilt(seen({ active: 1, turn: 6 }), draft(), false, null)).toBeNull();
    expect(halfBuilt(seen({ active: 2 }), draft(), false, null)).toBeNull();
    expect(halfBuilt(seen({ active: 1, phase: "announce" }), draft(), false, null)).toBeNull();
  });

  test("one's own counts unless the hand is ahead of the server", () => {
    const own = draft({ seat: 0 });
    expect(halfBuilt(seen(), own, true, null)).toBeNull();
    expect(halfBuilt(seen(), own, false, null)).toEqual(own.table);
  });

  test("one's own as it was left is there again after a pause, as long as it is of this table", () => {
    const left = [["b1a", "b2a", "b3a"], ["r13a"]];
    expect(halfBuilt(seen({ paused_at: 1 }), null, false, left)).toEqual(left);
    expect(halfBuilt(seen(), draft({ seat: 0 }), false, left)).toEqual(left);
    expect(halfBuilt(seen({ phase: "announce" }), null, false, left)).toBeNull();
    expect(halfBuilt(seen(), null, false, [["b1a", "b2a"], ["r13a"]])).toBeNull(); // one of the table's tiles is gone
    expect(halfBuilt(seen(), null, false, [["b1a", "b2a", "b3a"], ["k7a"]])).toBeNull(); // not one's own
    expect(
      halfBuilt(
        seen({ phase: "vote", vote: { table: [["b1a"]] } as unknown as EngineGameView["vote"] }),
        null,
        false,
        left,
      ),
    ).toEqual([["b1a"]]);
  });

  test("news know the role, and another turn by its key", () => {
    expect(newsOf(seen(), null, false).role).toBe("mine");
    expect(newsOf(seen({ active: 1 }), null, false).role).toBe("wait");
    expect(newsOf(seen({ paused_at: 1 }), null, false).role).toBe("wait");
    expect(newsOf(seen({ viewer: null }), null, false).role).toBe("watch");
    expect(turnKey("g/0", seen())).not.toBe(turnKey("g/0", seen({ turn: 6 })));
    expect(turnKey("g/0", seen())).not.toBe(turnKey("g/0", seen({ phase: "ended" })));
  });
});

describe("the clock", async () => {
  const { hurries } = await import("../../src/table/clock.svelte");
  const { wholeTime } = await import("../../src/table/gameView.svelte");

  test("is calm until the last ten seconds, says so once, and counts the last five", () => {
    expect([60, 11, 10, 9, 6, 5, 1, 0, -1].map(hurries)).toEqual([
      null,
      null,
      "say",
      null,
      null,
      "count",
      "count",
      null,
      null,
    ]);
  });

  test("knows how long each kind of time is", () => {
    const rules = {
      ...example.view.rules,
      turn_seconds: 60,
      redeal_seconds: 11,
      stack_seconds: 12,
      announce_seconds: 13,
      vote_seconds: 14,
    };
    const seats = example.view.seats.map((seat) => ({ ...seat, allowance_seconds: 30 }));
    const whole = (kind: string): number =>
      wholeTime(seen({ rules, seats, deadline: { kind, at: 0 } as EngineGameView["deadline"] }));
    expect(["turn", "redeal", "stack", "announce", "vote"].map(whole)).toEqual([90, 11, 12, 13, 14]);
    expect(wholeTime(seen({ deadline: null }))).toBe(1);
  });
});

describe("the coach", async () => {
  const { Hint, tellHint } = await import("../../src/table/hint.svelte");
  const answer = (change: Partial<HintAnswer>): HintAnswer =>
    ({
      version: 9,
      step: 1,
      code: "hint/lay",
      tiles: 1,
      points: 4,
      needed: 0,
      goes_out: false,
      played: [],
      plan: [],
      table: [],
      ...change,
    }) as HintAnswer;
  const board = boardOf(seen());

  test("says more in every step, and lays the last one out with the tiles that are here", () => {
    expect(tellHint(answer({}), board).shown).toEqual({
      step: 1,
      more: true,
      text: ["You can lay 1 tile"],
      moves: [],
      table: null,
    });
    const second = tellHint(answer({ step: 2, played: ["b4"] }), board);
    expect(second.tiles).toEqual(["b4a"]);
    expect(second.shown.text).toEqual(["You can lay 1 tile", "With these: blue 4"]);
    const move = {
      code: "plan/add",
      tiles: ["b4"],
      source: null,
      target: 0,
      source_set: [],
      target_set: ["b1", "b2", "b3"],
      left: [],
      result: ["b1", "b2", "b3", "b4"],
    };
    const third = tellHint(
      answer({ step: 3, played: ["b4"], plan: [move], table: [["b1", "b2", "b3", "b4"]] }),
      board,
    );
    expect(third.shown.table).toEqual({ table: [["b1a", "b2a", "b3a", "b4a"]], named: {} });
    expect(third.shown.more).toBe(false);
    expect(third.shown.moves).toEqual([move]); // read before anything is laid
  });

  test("knows words: points, letters, the word that scores with the rack's tiles in it, and where letters go", () => {
    const table = [
      ["Ka", "Oa", "?a(T)"],
      ["Ta", "Aa", "Kb"],
      ["Ob", "Sa", "Ab"],
    ];
    const words = boardOf(seen({ table, rack: ["Ya", "Tb", "Kc", "?b"] }), letters(new Dictionary()));
    const step = {
      code: "plan/add",
      tiles: ["Y"],
      source: null,
      target: 0,
      source_set: [],
      target_set: ["K", "O", "T"],
      left: [],
      result: ["K", "O", "T", "Y"],
    };
    const lines = (change: Partial<HintAnswer>): readonly string[] =>
      tellHint(answer({ points: 4, plan: [], word: "", ...change }), words).shown.text;
    expect(lines({ code: "hint/open", double: true })).toEqual([
      "You can open, for 4 points",
      "With all your tiles at once: that counts double.",
    ]);
    expect(lines({ step: 2, played: ["Y", "?"] })).toEqual([
      "You can score 4 points",
      "With these: Y, joker",
    ]);
    expect(lines({ code: "hint/take", tiles: 0, points: 5, needed: 6 })).toEqual([
      "Nothing can be laid: take a tile",
      "Your longest word has 5 letters; the opening needs 6.",
    ]);
    const after = [
      ["T", "A", "K"],
      ["O", "S", "A", "K", "?(I)"],
      ["K", "O", "T", "Y"],
    ];
    const third = answer({
      step: 3,
      played: ["Y", "T", "K"],
      goes_out: true,
      word: "KOTY",
      plan: [step],
      table: after,
    });
    const { shown } = tellHint(third, words);
    expect(shown.text).toEqual([
      "You can score 4 points",
      "That empties your rack and ends the game.",
      "The word that scores: KOTY",
      "1. Add Y to KOT: KOTY",
    ]);
    expect(shown.table).toEqual({
      table: [
        ["Ta", "Aa", "Kb"],
        ["Oa", "Sa", "Ab", "Ka", "?a"],
        ["Kc", "Ob", "Tb", "Ya"],
      ],
      named: { "?a": "I" },
    });
    const laid = adopt(words, shown.table?.table ?? [], shown.table?.named);
    expect(wordsOn(laid)).toEqual(["TAK", "OSAKI", "KOTY"]);
    expect(wordsOn({ ...laid, now: laid.past[laid.past.length - 1] ?? laid.now })).toEqual([
      "KOT",
      "TAK",
      "OSA",
    ]);
    expect(tellHint({ ...third, table: after.slice(1) }, words).shown.table).toBeNull(); // tiles of the table would be left over
    expect(tellHint({ ...third, table: [...after, ["Ż", "A", "L"]] }, words).shown.table).toBeNull(); // the advice is about another table
  });

  test("the tiles it speaks of stay marked until it is closed", async () => {
    const hint = new Hint();
    const session = { hint: () => Promise.resolve(answer({ step: 2, played: ["b4"] })) } as never;
    expect(await hint.next(session, () => board)).toEqual([]);
    expect(hint.tiles).toEqual(["b4a"]);
    hint.drop();
    expect(hint.tiles).toEqual([]);
  });

  test("who presses twice is answered once", async () => {
    const hint = new Hint();
    let asked = 0;
    let reply: (value: HintAnswer) => void = () => undefined;
    const session = {
      hint: () => new Promise<HintAnswer>((resolve) => ([asked, reply] = [asked + 1, resolve])),
    } as never;
    const first = hint.next(session, () => board);
    expect(await hint.next(session, () => board)).toEqual([]);
    expect([asked, hint.shown?.text]).toEqual([1, ["One moment…"]]);
    reply(answer({ step: 1 }));
    await first;
    expect(hint.shown?.step).toBe(1);
    void hint.next(session, () => board);
    expect(asked).toBe(2);
  });

  test("an answer that comes after the card was closed opens nothing", async () => {
    const hint = new Hint();
    let reply: (value: HintAnswer) => void = () => undefined;
    const session = { hint: () => new Promise<HintAnswer>((resolve) => (reply = resolve)) } as never;
    const asked = hint.next(session, () => board);
    expect(hint.shown?.text).toEqual(["One moment…"]);
    hint.drop();
    reply(answer({ step: 2, played: ["b4"] }));
    expect(await asked).toEqual([]);
    expect(hint.shown).toBeNull();
  });
});

describe("the end of a turn", async () => {
  const { judgeTurn, needed, whyOff } = await import("../../src/table/turnVerdict");
  const { move } = await import("../../src/board/moves");
  const own = (opened: boolean) => ({ ...example.view.seats[0], opened }) as EngineGameView["seats"][number];
  const names = (seat: number): string => `seat ${seat}`;

  test("says what is missing: a tile, points for the first lay, or nothing", () => {
    const view = seen({ rules: { ...example.view.rules, opening_points: 30 } });
    const start = boardOf(view);
    expect(whyOff(judgeTurn(start, view, own(true)), view, names)).not.toBe("");
    const id = start.now.sets[0]?.id ?? 0;
    const laid = move(start, ["b4a"], { kind: "set", id, index: 3 }).board;
    expect(judgeTurn(laid, view, own(true)).reasons).toEqual([]);
    expect(judgeTurn(laid, view, own(false)).reasons.map((reason) => reason.code)).toContain(
      "opening/table-touched",
    );
    expect(needed(view)).toBe(30);
  });
});

describe("taking a tile", async () => {
  const { Actions } = await import("../../src/table/actions.svelte");
  const { Notices } = await import("../../src/table/notices.svelte");
  const { PressTwice } = await import("../../src/table/pressTwice");
  const { judgeTurn } = await import("../../src/table/turnVerdict");
  const { move } = await import("../../src/board/moves");

  /** One's hands at a table on which these own tiles were laid, and a clock to be turned. */
  function sit(laid: readonly string[], change: Partial<EngineGameView> = {}, bank = 5) {
    const view = seen(change);
    const start = boardOf(view);
    const board = laid.length
      ? move(start, laid, { kind: "set", id: start.now.sets[0]?.id ?? 0, index: 3 }).board
      : start;
    const done: string[] = [];
    const note = (what: string) => (): Promise<{ done: true }> => (
      done.push(what),
      Promise.resolve({ done: true })
    );
    const notices = new Notices((seat) => `seat ${seat}`);
    const controller = {
      board,
      mine: true,
      touched: laid.length > 0,
      notices,
      gameView: { view, bank },
      verdict: judgeTurn(board, view, undefined),
      view: { reset: note("reset") },
    };
    const clock = { now: 0 };
    const session = { state: "open", unanswered: 0, take: note("take"), pass: note("pass") };
    return {
      actions: new Actions(session as never, controller as never, new PressTwice(() => clock.now)),
      controller,
      done,
      notices,
      clock,
    };
  }

  test("needs a second press where own tiles lie, and says so", () => {
    const { actions, done, notices, clock } = sit(["b4a"]);
    actions.take();
    expect(done).toEqual([]);
    expect(actions.asks).toBe(true);
    expect(notices.note?.text).toContain("Press again");
    clock.now += 1_000;
    actions.take();
    expect(done).toEqual(["reset", "take"]);
    expect(actions.asks).toBe(false);
  });

  test("is not done by a double click, a key that is held down, or much later", () => {
    const { actions, done, clock } = sit(["b4a"]);
    for (let press = 0; press < 60; press += 1, clock.now += 33) actions.take();
    clock.now += 5_000;
    actions.take();
    expect(done).toEqual([]);
  });

  test("asks again when something else lies there", () => {
    const { actions, controller, done, clock } = sit(["b4a"]);
    actions.take();
    clock.now += 1_000;
    controller.board = sit(["r13a"]).controller.board;
    actions.take();
    expect(done).toEqual([]);
  });

  test("asks before a pass and before a stack too, and not at all where nothing of one's own lies", () => {
    const passing = sit(["b4a"], {}, 0);
    passing.actions.take();
    expect(passing.done).toEqual([]);
    passing.clock.now += 1_000;
    passing.actions.take();
    expect(passing.done).toEqual(["pass"]);
    const stacks = sit(["b4a"], {
      rules: { ...example.view.rules, bank_in_stacks: true, stacks_by_hand: true },
      bank_open: false,
    });
    stacks.actions.take();
    expect(stacks.actions.open).toBe("stacks");
    stacks.actions.takeFrom(1);
    expect(stacks.done).toEqual([]);
    expect(stacks.actions.open).toBe("stacks");
    const clean = sit([]);
    clean.actions.take();
    expect(clean.done).toEqual(["take"]);
  });
});

describe("a confirmed turn", async () => {
  const { Actions } = await import("../../src/table/actions.svelte");
  const { Notices } = await import("../../src/table/notices.svelte");

  test.each([
    ["lost", 0],
    ["open", 3_000],
  ])("that gets no answer while the connection is %s is said to be sent later", async (state, after) => {
    vi.useFakeTimers();
    const notices = new Notices((seat) => `seat ${seat}`);
    const actions = new Actions({ state } as never, { notices } as never);
    let answer: (outcome: { done: true; version: number; repeated: boolean }) => void = () => undefined;
    const asked = actions.ask(new Promise((resolve) => (answer = resolve)));
    if (after) vi.advanceTimersByTime(after - 1);
    if (after) expect(notices.note).toBeNull();
    vi.advanceTimersByTime(1);
    expect(notices.note?.text).toContain("sent as soon as the connection is back");
    answer({ done: true, version: 1, repeated: false });
    expect(await asked).toBe(true);
    vi.useRealTimers();
  });
});

describe("a new deal", async () => {
  const { Notices } = await import("../../src/table/notices.svelte");

  test("is shown to everybody as new tiles, in the log and over the table", () => {
    const notices = new Notices((seat) => `seat ${seat}`);
    notices.tell([{ type: "redeal-asked" } as never], seen());
    expect(notices.note?.text).toContain("new tiles for everybody");
    expect(notices.log.at(-1)?.text).toContain("new tiles for everybody");
    expect(notices.card).toBeNull();
  });
});

describe("what is said of others", async () => {
  const { Notices } = await import("../../src/table/notices.svelte");
  const noticesOf = (...events: object[]): InstanceType<typeof Notices> => {
    const notices = new Notices((seat) => `seat ${seat}`);
    notices.tell(events as never, seen());
    return notices;
  };

  test("the last turns are mentioned in passing: no card lies over the felt", () => {
    const notices = noticesOf({ type: "last-lap-began", cause: "bank-empty", turns: 6 });
    expect(notices.card).toBeNull();
    expect(notices.note?.text).toContain("6 more turns");
  });

  test("a penalty of another is a note, one's own a card until one has had another turn", () => {
    const penalty = (seat: number): object => ({ type: "time-up", seat, verdict: "disorder", draft: null });
    const theirs = noticesOf(penalty(1));
    expect([theirs.card, theirs.note?.text.includes("ran out of time")]).toEqual([null, true]);
    const own = noticesOf(penalty(0), { type: "turn-ended", seat: 0, idle_turns: 0, lap_left: null });
    expect(own.card?.own).toBe(true);
    own.tell([{ type: "turn-ended", seat: 1 } as never], seen());
    expect(own.card).not.toBeNull();
    own.tell([{ type: "turn-ended", seat: 0 } as never], seen());
    expect(own.card).toBeNull();
    const last = noticesOf(penalty(0));
    last.tell([{ type: "game-ended", result: null } as never], seen());
    expect(last.card).toBeNull();
  });

  test("who leaves and why the game stands is shown to everybody", () => {
    expect(noticesOf({ type: "seat-left", seat: 1, stand_in: true }).note?.text).toContain(
      "left: a bot plays on",
    );
    expect(noticesOf({ type: "paused", at: 1, reason: "all agreed to pause" }).note?.text).toContain(
      "Everybody agreed",
    );
    expect(noticesOf({ type: "paused", at: 1, reason: "nobody is at the table" }).note?.text).toContain(
      "Nobody",
    );
  });

  test("a device that is handed over is mentioned to nobody, neither when it goes nor when it is taken", () => {
    const HANDED = "the device is being handed over";
    const [goes, taken] = [{ type: "paused", at: 1, reason: HANDED }, { type: "resumed" }];
    for (const notices of [noticesOf(goes), noticesOf(goes, taken)])
      expect([notices.note, notices.log]).toEqual([null, []]);
    const notices = new Notices((seat) => `seat ${seat}`);
    notices.tell([taken] as never, seen(), HANDED);
    expect([notices.note, notices.log]).toEqual([null, []]);
    notices.tell([taken] as never, seen(), "all agreed to pause");
    expect(notices.note?.text).toBe("The game continues");
  });

  test("what follows within a moment is said together", () => {
    let now = 0;
    const notices = new Notices(
      (seat) => `seat ${seat}`,
      () => now,
    );
    notices.tell([{ type: "passed", seat: 1 } as never], seen());
    notices.announce(["Your turn"], true);
    expect(notices.spoken).toBe("seat 1 passed. Your turn");
    now = 10_000;
    notices.announce(["Your turn"], true);
    expect(notices.spoken).toBe("Your turn");
  });
});

describe("a set that comes together", async () => {
  const { besides, bubbleFor, Completions } = await import("../../src/table/setBubble");
  const { numbers: reader } = await import("../../src/board/numbers");

  test("is noticed once", () => {
    const completions = new Completions();
    expect(completions.note([["a", "b", "c"]])).toBe(true);
    expect(completions.note([["c", "b", "a"]])).toBe(false);
    expect(completions.note([])).toBe(false);
    expect(completions.note([["a", "b", "c"]])).toBe(true);
  });

  test("an open one gets its reason beside it, inside the table", () => {
    const zone = { x: 0, y: 58, w: 390, h: 500 };
    const view = { setRects: new Map([[1, { x: 2, y: 510, w: 60, h: 40 }]]), tableRect: zone };
    const bubble = bubbleFor(1, reader.read(["b1", "b2"]), view);
    expect(bubble).toMatchObject({ set: 1, x: 108 });
    expect(bubble!.y, "above: there is no room below").toBeLessThan(510 - 20);
    expect(bubble!.tip, "it points down at its set, far to the left of its own middle").toMatchObject({
      up: false,
    });
    expect(bubble!.tip!.dx).toBeLessThan(-40);
    expect(bubbleFor(1, reader.read(["b1", "b2", "b3"]), view)).toBeNull();
    expect(bubbleFor(1, undefined, view)).toBeNull();
  });

  test("words about a set lie over no tile, and never over the set they are about", () => {
    const zone = { x: 0, y: 58, w: 360, h: 300 };
    const size = { w: 216, h: 52 };
    const about = { x: 60, y: 150, w: 120, h: 50 };
    const below = { x: 0, y: 204, w: 300, h: 50 };
    const meets = (left: typeof about, right: typeof about): boolean =>
      left.x < right.x + right.w &&
      right.x < left.x + left.w &&
      left.y < right.y + right.h &&
      right.y < left.y + left.h;
    const alone = besides(about, [], zone, size)!;
    expect(alone.y, "below").toBeGreaterThan(200);
    const crowded = besides(about, [below], zone, size)!;
    expect(crowded.y + crowded.h, "above").toBeLessThan(150);
    const full = [below, { x: 0, y: 96, w: 300, h: 50 }];
    expect(besides(about, full, zone, size), "no room that is free").toBeNull();
    const aside = { x: 0, y: 204, w: 120, h: 50 };
    const moved = besides(about, [aside, full[1]!], zone, size)!;
    expect([moved.x, meets(moved, aside)], "below, moved to the right").toEqual([120, false]);
    expect(besides({ x: 0, y: 58, w: 360, h: 300 }, [], zone, size), "the set fills the table").toBeNull();
  });
});
