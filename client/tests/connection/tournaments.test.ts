import { afterEach, expect, test, vi } from "vitest";

import { Api } from "../../src/connection/api";
import { StaffPage } from "../../src/connection/tournaments";
import * as operations from "../../src/generated/operations";

/** The keys that go out when the server answers so, one answer after the other. */
function outgoing(...statuses: readonly number[]): { api: Api; keys: readonly string[] } {
  const keys: string[] = [];
  vi.stubGlobal("fetch", async (_address: string, options: RequestInit) => {
    keys.push((options.headers as Record<string, string>)["Idempotency-Key"] ?? "");
    const status = statuses[keys.length - 1] ?? 200;
    if (status === 0) throw new TypeError("gone");
    return new Response(JSON.stringify({ entry: {}, refusals: [] }), { status });
  });
  const token = (): Promise<string> => Promise.resolve("token");
  return { api: new Api({ get: token, renew: token }), keys };
}
afterEach(() => vi.unstubAllGlobals());

test("a write that nobody answered goes out again under its key, and only that one", async () => {
  const { api, keys } = outgoing(0, 503);
  const call = (): Promise<unknown> =>
    api
      .call(operations.callReferee, { tournament: "e" }, { round: 1, table: 2, why: "why" })
      .catch(() => undefined);
  await call();
  await call();
  await api.call(operations.callReferee, { tournament: "e" }, { round: 1, table: 3, why: "why" });
  await call();
  await call();
  expect(keys[0]).toMatch(/^[0-9a-f]{24}$/);
  expect([keys[1], keys[3]]).toEqual([keys[0], keys[0]]);
  expect(new Set([keys[0], keys[2], keys[4]]).size).toBe(3);
});

test("what has waited in the outbox goes out under its own key, however often", async () => {
  const { api, keys } = outgoing(0, 200);
  const fact = { type: "undone", entry: 3 } as const;
  for (let times = 0; times < 3; times++)
    await api
      .call(operations.writeFact, { tournament: "e" }, { fact, why: "why" }, "mine")
      .catch(() => undefined);
  await api.call(operations.enterPlayers, { tournament: "e" }, { text: "Ala" }, "other");
  expect(keys).toEqual(["mine", "mine", "mine", "other"]);
});

test("every write carries a key: setting up, format, players, draws, facts, calls, rulings and looks", async () => {
  const { api, keys } = outgoing();
  const format = { profile: "pl" };
  await api.call(operations.openTournament, {}, { name: "Cup", format });
  await api.call(operations.changeFormat, { tournament: "e" }, format);
  await api.call(operations.enterPlayers, { tournament: "e" }, { text: "Ala" });
  await api.call(operations.substitutePlayer, { tournament: "e", player: "P1" }, { name: { name: "Ola" } });
  await api.call(operations.proposeRound, { tournament: "e" }, { round: 1, seed: null });
  await api.call(
    operations.writeFact,
    { tournament: "e" },
    { fact: { type: "undone", entry: 3 }, why: "why" },
  );
  await api.call(operations.callReferee, { tournament: "e" }, { round: 1, table: 1, why: "" });
  await api.call(
    operations.makeRuling,
    { tournament: "e" },
    { round: 1, table: 1, kind: "other", why: "why" },
  );
  await api.call(operations.lookAtRacks, { tournament: "e" }, { round: 1, table: 1, why: "why" });
  expect(keys.every((key) => key.length > 0)).toBe(true);
  expect(new Set(keys).size).toBe(9);
});

test("the staff's page is fetched once, and again when it or one's role has changed", async () => {
  localStorage.setItem(
    "tilemeld.guest",
    JSON.stringify({ token: "token", person: "P", name: "", avatar: "" }),
  );
  const answers = [
    { tag: "", role: "director", body: { version: 3 } },
    { tag: 'W/"1"', role: "director", body: null },
    { tag: 'W/"1"', role: "referee", body: null },
    { tag: 'W/"1"', role: "referee", body: { version: 4 } },
  ];
  let asked = 0;
  vi.stubGlobal("fetch", async (_address: string, options: RequestInit) => {
    const { tag, role, body } = answers[asked++] ?? never();
    expect(new Headers(options.headers).get("If-None-Match") ?? "").toBe(tag);
    const headers = {
      ETag: body?.version === 4 ? 'W/"2"' : 'W/"1"',
      "Tilemeld-Now": `${asked}`,
      "Tilemeld-Role": role,
    };
    return new Response(body && JSON.stringify(body), { status: body ? 200 : 304, headers });
  });
  const page = new StaffPage("e");
  const first = await page.ask();
  expect(first).toEqual({ version: 3, role: "director", isHead: false, now: 1 });
  expect(await page.ask()).toBe(first);
  expect(await page.ask()).toEqual({ version: 3, role: "referee", isHead: false, now: 3 });
  expect(await page.ask()).toEqual({ version: 4, role: "referee", isHead: false, now: 4 });
});

function never(): never {
  throw new Error("not asked so often");
}
