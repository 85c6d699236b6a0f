/** Writes carry a key that stays the same until the server has answered. */

import { afterEach, expect, test, vi } from "vitest";

import { Api, askSince } from "../../src/connection/api";
import * as operations from "../../src/generated/operations";
import { PROTOCOL, PROTOCOL_HEADER } from "../../src/generated/protocol";

const tokens = { get: () => Promise.resolve("token"), renew: () => Promise.resolve("token") };
const api = new Api(tokens);

/** What goes out while the server answers so, one answer after the other. */
function answering(...statuses: readonly number[]) {
  const sent: { readonly address: string; readonly method: string; readonly key: string | undefined }[] = [];
  vi.stubGlobal("fetch", async (address: string, options: RequestInit) => {
    const headers = options.headers as Record<string, string>;
    sent.push({ address, method: options.method ?? "GET", key: headers["Idempotency-Key"] });
    const status = statuses[sent.length - 1] ?? 200;
    if (status === 0) throw new TypeError("gone");
    return new Response(JSON.stringify({ refusals: [] }), { status });
  });
  return sent;
}
afterEach(() => vi.unstubAllGlobals());

test("a write that nobody answered goes out again under its key, and then under a new one", async () => {
  const sent = answering(0, 503, 200, 200);
  for (let step = 0; step < 4; step++)
    await api.call(operations.sitDown, { table: "a table" }, { seat: 1 }).catch(() => undefined);
  const keys = sent.map(({ key }) => key);
  expect(keys[0]).toMatch(/^[0-9a-f]{24}$/);
  expect([keys[1], keys[2]]).toEqual([keys[0], keys[0]]);
  expect(keys[3]).not.toBe(keys[0]);
});

test("another write, and one after a refusal, has a key of its own; a question has none", async () => {
  const sent = answering(0, 200, 409, 200, 200);
  await api.call(operations.sitDown, { table: "t" }, { seat: 1 }).catch(() => undefined);
  await api.call(operations.sitDown, { table: "t" }, { seat: 2 });
  await api.call(operations.startMatch, { table: "t" }).catch(() => undefined);
  await api.call(operations.startMatch, { table: "t" });
  await api.call(operations.lookAtTable, { table: "t" });
  const keys = sent.map(({ key }) => key);
  expect(new Set(keys.slice(0, 4)).size).toBe(4);
  expect(keys[4]).toBeUndefined();
});

test("every call says which protocol the page speaks", async () => {
  const spoken: unknown[] = [];
  vi.stubGlobal("fetch", async (_: string, options: RequestInit) => {
    spoken.push(new Headers(options.headers).get(PROTOCOL_HEADER));
    return new Response("{}");
  });
  await api.call(operations.lookAtTable, { table: "t" });
  await api.call(operations.sitDown, { table: "t" }, { seat: 1 });
  await askSince(operations.publicTournament, { tournament: "a" }, "");
  expect(spoken).toEqual([`${PROTOCOL}`, `${PROTOCOL}`, `${PROTOCOL}`]);
});

test("a call fills its address from the server's list", async () => {
  const sent = answering();
  await api.call(operations.seatBot, { table: "a/b", seat: 2 }, { bot: "casual" });
  expect(sent[0]).toMatchObject({ method: "PUT", address: "/api/tables/a%2Fb/seats/2/bot" });
});

test("what was changed since a write got lost is changed again by the same wish", async () => {
  const sent = answering(0, 200, 200, 0, 200, 200);
  await api.call(operations.setReady, { table: "t", seat: 0 }, { ready: true }).catch(() => undefined); // carried out, but the answer got lost
  await api.call(operations.setReady, { table: "t", seat: 0 }, { ready: false });
  await api.call(operations.setReady, { table: "t", seat: 0 }, { ready: true });
  await api.call(operations.sitDown, { table: "t" }, { seat: 1 }).catch(() => undefined); // as well
  await api.call(operations.standUp, { table: "t", seat: 1 });
  await api.call(operations.sitDown, { table: "t" }, { seat: 1 });
  expect(new Set(sent.map(({ key }) => key)).size).toBe(6);
});

test("a write that is still on its way keeps its key while others are answered", async () => {
  const keys: (string | undefined)[] = [];
  const fail: ((problem: Error) => void)[] = [];
  vi.stubGlobal("fetch", (_: string, options: RequestInit) => {
    keys.push((options.headers as Record<string, string>)["Idempotency-Key"]);
    return keys.length === 1
      ? new Promise((_done, lost) => fail.push(lost))
      : Promise.resolve(new Response("{}", { status: 200 }));
  });
  const slow = api.call(operations.setReady, { table: "t", seat: 0 }, { ready: true }).catch(() => undefined);
  await api.call(operations.setReady, { table: "t", seat: 0 }, { ready: false });
  fail[0]?.(new TypeError("gone"));
  await slow;
  await api.call(operations.setReady, { table: "t", seat: 0 }, { ready: true });
  expect(keys[2]).toBe(keys[0]);
});
