/** The HTTP API of the lobby: one function for each address, with the token where one is needed. */

import type {
  Choices,
  GameInfo,
  GameList,
  Guest,
  Me,
  NewTable,
  Problem,
  QuickGame,
  RefusalInfo,
  TableInfo,
  TableList,
  TableOptions,
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

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export const UNREACHABLE: RefusalInfo = {
  code: "client/unreachable",
  params: {},
  text: "the server cannot be reached",
};

/** How long an answer may take before the server counts as out of reach: a cut line does not always say so by itself. */
const PATIENCE_MS = { asking: 15_000, changing: 60_000 } as const;

/** Fetch, but not for ever. Throws an `ApiProblem` when no answer comes. */
export async function reach(path: string, options: RequestInit = {}): Promise<Response> {
  const patience = (options.method ?? "GET") === "GET" ? PATIENCE_MS.asking : PATIENCE_MS.changing;
  try {
    return await fetch(path, { ...options, signal: AbortSignal.timeout(patience) });
  } catch {
    throw new ApiProblem(0, [UNREACHABLE]);
  }
}

/** Send one request. */
export async function request<Answer>(
  method: Method,
  path: string,
  body?: unknown,
  token?: string,
): Promise<Answer> {
  const headers: Record<string, string> = {};
  if (token) headers["Authorization"] = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const response = await reach(path, {
    method,
    headers,
    cache: "no-store",
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.ok)
    return (await (response.headers.get("Content-Type")?.startsWith("application/jsonl")
      ? response.text()
      : response.json())) as Answer;
  throw await problemOf(response);
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
  for (const { code, text } of refusals) if (code === "http/malformed") console.warn(text); // the reason is for who mends it
  return new ApiProblem(response.status, refusals);
}

export class Api {
  constructor(private readonly tokens: TokenSource) {}

  me = (): Promise<Me> => this.own("GET", "/api/me");
  changeMe = (change: { name?: string; avatar?: string }): Promise<Me> =>
    this.own("PATCH", "/api/me", change);
  forgetMe = (): Promise<unknown> => this.own("DELETE", "/api/me");
  choices = (): Promise<Choices> => request("GET", "/api/choices");
  publicTables = async (): Promise<readonly TableInfo[]> =>
    (await request<TableList>("GET", "/api/tables")).tables;
  create = (wish: NewTable): Promise<TableInfo> => this.own("POST", "/api/tables", wish);
  quick = (wish: QuickGame): Promise<TableInfo> => this.own("POST", "/api/quick", wish);
  find = (code: string): Promise<TableInfo> =>
    this.own("GET", `/api/codes/${encodeURIComponent(code.trim().toUpperCase() || "-")}`);
  table = (table: string): Promise<TableInfo> => this.own("GET", at(table));
  setOptions = (table: string, options: TableOptions): Promise<TableInfo> =>
    this.own("PUT", at(table), options);
  sit = (table: string, seat: number | null = null): Promise<TableInfo> =>
    this.own("POST", `${at(table)}/seats`, { seat });
  standUp = (table: string, seat: number): Promise<TableInfo> =>
    this.own("DELETE", `${at(table)}/seats/${seat}`);
  seatBot = (table: string, seat: number, bot: string | null): Promise<TableInfo> =>
    this.own("PUT", `${at(table)}/seats/${seat}/bot`, { bot });
  ready = (table: string, seat: number, ready: boolean): Promise<TableInfo> =>
    this.own("PUT", `${at(table)}/seats/${seat}/ready`, { ready });
  start = (table: string): Promise<TableInfo> => this.own("POST", `${at(table)}/start`, {});
  rematch = (table: string): Promise<TableInfo> => this.own("POST", `${at(table)}/rematch`, {});
  allow = (game: string, seat: number, seconds: number): Promise<unknown> =>
    this.own("POST", `/api/games/${encodeURIComponent(game)}/allowances`, { seat, seconds });

  myGames = async (): Promise<readonly GameInfo[]> =>
    (await this.own<GameList>("GET", "/api/me/games")).games;
  game = (game: string): Promise<GameInfo> => this.own("GET", `/api/games/${encodeURIComponent(game)}`);
  record = (game: string): Promise<string> =>
    this.own("GET", `/api/games/${encodeURIComponent(game)}/record`);

  /** Ask as oneself; who is not known any more comes in again as a new guest, once. */
  async own<Answer>(method: Method, path: string, body?: unknown): Promise<Answer> {
    const token = await this.tokens.get();
    try {
      return await request<Answer>(method, path, body, token);
    } catch (problem) {
      if (!(problem instanceof ApiProblem) || problem.code !== "person/unknown") throw problem;
      return request<Answer>(method, path, body, await this.tokens.renew(token));
    }
  }
}

/** Come in as a guest, with a name in the language of the page. */
export function arrive(): Promise<Guest> {
  const { lang } = document.documentElement;
  return request("POST", "/api/guests", { language: LANGUAGES.find((each) => each === lang) ?? "en" });
}

function at(table: string): string {
  return `/api/tables/${encodeURIComponent(table)}`;
}
