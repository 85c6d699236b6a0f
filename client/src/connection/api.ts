/** The HTTP API: any call of the server's own list (`generated/operations`), with the token where one is needed. */

import * as operations from "../generated/operations";
import type { Calls, KeptPages, OpenCalls } from "../generated/calls";
import {
  type Guest,
  NOW_HEADER,
  type Problem,
  PROTOCOL,
  PROTOCOL_HEADER,
  type RefusalInfo,
  HEAD_HEADER,
  ROLE_HEADER,
} from "../generated/protocol";
import { LANGUAGES } from "../words/template";

/** The server said no, or could not be reached (status 0). */
export class ApiProblem extends Error {
  constructor(
    readonly status: number,
    readonly refusals: readonly RefusalInfo[],
  ) {
    super(refusals.map((each) => each.text).join("; ") || `status ${status}`);
  }

  get code(): string {
    return this.refusals[0]?.code ?? "";
  }
}

/** Where the token comes from; asked again when the server does not know it any more. */
export type TokenSource = { get(): Promise<string>; renew(unknown: string): Promise<string> };

export const UNREACHABLE: RefusalInfo = {
  code: "client/unreachable",
  params: {},
  text: "the server cannot be reached",
};

/** How long an answer may take before the server counts as out of reach: a cut line does not always say so by itself. */
const PATIENCE_MS = { asking: 15_000, changing: 60_000 } as const;

/** Fetch, but not for ever. Throws an `ApiProblem` when no answer comes. */
export async function reach(
  path: string,
  options: RequestInit & { readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Response> {
  const headers = { ...options.headers, [PROTOCOL_HEADER]: `${PROTOCOL}` };
  const patience = (options.method ?? "GET") === "GET" ? PATIENCE_MS.asking : PATIENCE_MS.changing;
  try {
    return await fetch(path, { ...options, headers, signal: AbortSignal.timeout(patience) });
  } catch {
    throw new ApiProblem(0, [UNREACHABLE]);
  }
}

/** Say whether it may come through later: no line, a server that is restarting, or one that asks to slow down. */
export function isPassing(problem: ApiProblem): boolean {
  return problem.status === 0 || problem.status === 429 || problem.status >= 500;
}

export function freshId(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

/** The key of a write that nobody has answered, where it went, and how many requests are on their way under it. */
type Unanswered = { readonly key: string; readonly path: string; flying: number };

/** Sent again, each of these goes out under its key and is carried out once. */
const unanswered = new Map<string, Unanswered>();

/** Return the key of a write that goes out now. */
function depart(write: string, path: string): Unanswered {
  const known = unanswered.get(write) ?? { key: freshId(), path, flying: 0 };
  known.flying += 1;
  unanswered.set(write, known);
  return known;
}

/** The server has said yes or no. What was changed or removed now is not as a lost write left it: the same again is a new wish. */
function settle(method: string, path: string, write: string): void {
  unanswered.delete(write);
  if (method === "POST") return;
  for (const [other, lost] of [...unanswered])
    if (!lost.flying && `${path}/`.startsWith(`${lost.path}/`)) unanswered.delete(other);
}

/** Return the method and the address of a call of the server's own list. */
function addressOf<Name extends keyof Calls>(
  name: Name,
  parts: Calls[Name]["path"],
): readonly [method: string, path: string] {
  const [method = "GET", pattern = ""] = name.split(" ");
  const path = pattern.replace(/\{(\w+)\}/g, (_, part: string) =>
    encodeURIComponent(String((parts as Readonly<Record<string, string | number>>)[part])),
  );
  return [method, path];
}

/** Ask what anybody may, without being somebody. */
export function ask<Name extends OpenCalls>(
  name: Name,
  parts: Calls[Name]["path"],
  body?: Calls[Name]["body"],
): Promise<Calls[Name]["answer"]> {
  return send(name, parts, body);
}

/** Send a call of the server's own list; a write carries a key, its own or one that stays the same until there is an answer. */
async function send<Name extends keyof Calls>(
  name: Name,
  parts: Calls[Name]["path"],
  body?: Calls[Name]["body"],
  { token, key }: { readonly token?: string; readonly key?: string | undefined } = {},
): Promise<Calls[Name]["answer"]> {
  const [method, path] = addressOf(name, parts);
  const headers: Record<string, string> = {};
  if (token) headers["Authorization"] = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const write = `${method} ${path} ${JSON.stringify(body)}`;
  const sent = method === "GET" || key !== undefined ? null : depart(write, path);
  if (method !== "GET") headers["Idempotency-Key"] = key ?? sent?.key ?? "";
  const response = await reach(path, {
    method,
    headers,
    cache: "no-store",
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).finally(() => sent && (sent.flying -= 1));
  if (sent && (response.ok || (response.status < 500 && response.status !== 429)))
    settle(method, path, write);
  if (response.ok)
    return (await (response.headers.get("Content-Type")?.startsWith("application/jsonl")
      ? response.text()
      : response.json())) as Calls[Name]["answer"];
  throw await problemOf(response);
}

/** A page that the server writes once for all who ask: null when it is as it was, the server's time, and one's role there. */
export type Since<Data> = {
  readonly data: Data | null;
  readonly tag: string;
  readonly now: number;
  readonly role: string;
  /** Whether one acts as head referee there (M6). */
  readonly isHead: boolean;
};

/** Ask for a page unless it is still the one with this tag. */
export async function askSince<Name extends KeptPages>(
  name: Name,
  parts: Calls[Name]["path"],
  tag: string,
  token?: string,
): Promise<Since<Calls[Name]["answer"]>> {
  const headers: Record<string, string> = {};
  if (token) headers["Authorization"] = `Bearer ${token}`;
  if (tag) headers["If-None-Match"] = tag;
  const response = await reach(addressOf(name, parts)[1], { cache: "no-store", headers });
  if (!response.ok && response.status !== 304) throw await problemOf(response);
  const said = (header: string): string => response.headers.get(header) ?? "";
  try {
    const data = response.status === 304 ? null : ((await response.json()) as Calls[Name]["answer"]);
    return {
      data,
      tag: said("ETag") || tag,
      now: Number(said(NOW_HEADER)),
      role: said(ROLE_HEADER),
      isHead: said(HEAD_HEADER) === "yes",
    };
  } catch {
    throw new ApiProblem(0, [UNREACHABLE]);
  }
}

/** Read why the server said no. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  let refusals: readonly RefusalInfo[] = [
    { code: "server/failed", params: {}, text: `status ${response.status}` },
  ];
  try {
    refusals = ((await response.json()) as Problem).refusals;
  } catch {
    // the answer came from something in between that is not our server
  }
  for (const { code, text } of refusals) if (code === "http/malformed") console.warn(text); // the reason is for whoever mends it
  return new ApiProblem(response.status, refusals);
}

export class Api {
  constructor(private readonly tokens: TokenSource) {}

  /** Send a call of the API as this person; its address, body and answer are those of the server's own list. */
  call<Name extends keyof Calls>(
    name: Name,
    path: Calls[Name]["path"],
    body?: Calls[Name]["body"],
    key?: string,
  ): Promise<Calls[Name]["answer"]> {
    return this.own((token) => send(name, path, body, { token, key }));
  }

  /** Ask for a page as this person, unless it is still the one with this tag. */
  since<Name extends KeptPages>(
    name: Name,
    path: Calls[Name]["path"],
    tag: string,
  ): Promise<Since<Calls[Name]["answer"]>> {
    return this.own((token) => askSince(name, path, tag, token));
  }

  /** Ask as this person; if the server no longer knows them, come in again as a new guest, once. */
  private async own<Answer>(send: (token: string) => Promise<Answer>): Promise<Answer> {
    const token = await this.tokens.get();
    try {
      return await send(token);
    } catch (problem) {
      if (!(problem instanceof ApiProblem) || problem.code !== "person/unknown") throw problem;
      return send(await this.tokens.renew(token));
    }
  }
}

/** Come in as a guest, with a name in the language of the page. */
export function arrive(): Promise<Guest> {
  const { lang } = document.documentElement;
  return ask(operations.arrive, {}, { language: LANGUAGES.find((each) => each === lang) ?? "en" });
}
