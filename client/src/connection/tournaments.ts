/** The HTTP API of tournaments: one function for each address (docs/tournaments.md). */

import type {
  Clocks,
  CodeInfo,
  Codes,
  CostInfo,
  EntryInfo,
  EventLine,
  EventList,
  EventMade,
  EventView,
  FormatWish,
  FoundEvent,
  LogInfo,
  Looked,
  MyPlace,
  MyRole,
  NewEvent,
  PlayerGames,
  PlayerLine,
  PlayersRead,
  PlayerWish,
  PublicTournament,
  RoundDraft,
  RulingWish,
  TableClock,
  TableHistory,
  TurnClock,
  WritableFact,
  Written,
} from "../generated/protocol";
import { type Api, ApiProblem, problemOf, reach, request, UNREACHABLE } from "./api";
import { freshId, isPassing } from "./once";
import { api, person } from "./person.svelte";

export const PAPERS = ["seating", "table-cards", "score-sheets", "standings", "certificates"] as const;
export type Paper = (typeof PAPERS)[number];

export class TournamentApi {
  /** The ids of writes that nobody has answered. */
  private readonly doubtful = new Map<string, string>();

  constructor(
    private readonly own: Api["own"],
    private readonly token: () => Promise<string>,
  ) {}

  mine = async (): Promise<readonly EventLine[]> => (await this.own<EventList>("GET", "/api/events")).events;
  open = (wish: NewEvent): Promise<EventMade> => this.once("POST", "/api/events", wish);
  view = (event: string): Promise<EventView> => this.own("GET", at(event));
  forget = (event: string): Promise<unknown> => this.own("DELETE", at(event));
  me = (event: string): Promise<MyRole> => this.own("GET", at(event, "me"));
  clocks = (event: string): Promise<Clocks> => request("GET", at(event, "clocks"));
  /** Which event a code belongs to, and which role it gives, if any. */
  find = (code: string): Promise<FoundEvent> => request("POST", "/api/events/find", { code });
  claim = (event: string, code: string): Promise<MyRole> => this.own("POST", at(event, "claim"), { code });
  codes = async (event: string): Promise<readonly CodeInfo[]> =>
    (await this.own<Codes>("GET", at(event, "codes"))).codes;
  log = async (event: string): Promise<readonly EntryInfo[]> =>
    (await this.own<LogInfo>("GET", at(event, "log"))).entries;
  setFormat = async (event: string, format: FormatWish): Promise<EntryInfo> =>
    (await this.once<Written>("PUT", at(event, "format"), format)).entry;
  readPlayers = async (event: string, text: string): Promise<readonly PlayerLine[]> =>
    (await this.own<PlayersRead>("POST", at(event, "players", "reading"), { text })).lines;
  enter = (event: string, text: string, id = ""): Promise<EntryInfo> =>
    this.written(at(event, "players"), { text }, id);
  rename = (event: string, player: string, wish: PlayerWish): Promise<unknown> =>
    this.own("PUT", at(event, "players", player), wish);
  eraseName = (event: string, player: string): Promise<unknown> =>
    this.own("DELETE", at(event, "players", player, "name"));
  substitute = (event: string, player: string, name: PlayerWish, why = "", id = ""): Promise<EntryInfo> =>
    this.written(at(event, "players", player, "substitute"), { name, why }, id);
  games = (event: string, player: string): Promise<PlayerGames> =>
    this.own("GET", at(event, "players", player, "games"));
  draft = (event: string, round: number, seed: string | null = null): Promise<RoundDraft> =>
    this.once("POST", at(event, "drafts"), { round, seed });
  swapCost = (event: string, round: number, one: string, other: string): Promise<CostInfo> =>
    this.own("POST", at(event, "swap-cost"), { round, one, other });
  /** Write a fact; the same id again is answered with the entry that it wrote, so a doubtful one can be sent again. */
  write = (event: string, fact: WritableFact, why = "", id = ""): Promise<EntryInfo> =>
    this.written(at(event, "facts"), { fact, why }, id);
  call = (event: string, round: number, table: number, why = ""): Promise<EntryInfo> =>
    this.written(at(event, "calls"), { round, table, why });
  rule = (event: string, { id, ...ruling }: RulingWish): Promise<EntryInfo> =>
    this.written(at(event, "rulings"), ruling, id);
  look = (event: string, round: number, table: number, why: string): Promise<Looked> =>
    this.once("POST", at(event, "looks"), { round, table, why });
  history = async (event: string, round: number, table: number): Promise<TableHistory["events"]> =>
    (await this.own<TableHistory>("GET", at(event, "rounds", `${round}`, "tables", `${table}`, "history")))
      .events;

  /** What everybody may see. The browser keeps it and asks with its tag, so an unchanged page costs next to nothing. */
  async public(event: string): Promise<PublicTournament> {
    const response = await reach(at(event, "public"), { cache: "no-cache" });
    if (response.ok) return (await response.json()) as PublicTournament;
    return request("GET", at(event, "public")); // it says why
  }

  /** The same for who asks again and again: null when nothing has changed since the tag, and the server's time. */
  async publicSince(
    event: string,
    tag: string,
  ): Promise<{ readonly data: PublicTournament | null; readonly tag: string; readonly now: number }> {
    const response = await reach(at(event, "public"), {
      cache: "no-store",
      headers: tag ? { "If-None-Match": tag } : {},
    });
    try {
      const now = Number(response.headers.get("Tilemeld-Now") ?? 0);
      if (response.status === 304) return { data: null, tag, now };
      if (response.ok)
        return {
          data: (await response.json()) as PublicTournament,
          tag: response.headers.get("ETag") ?? "",
          now,
        };
    } catch {
      throw new ApiProblem(0, [UNREACHABLE]);
    }
    throw await problemOf(response);
  }

  place = (event: string): Promise<MyPlace> => this.own("GET", at(event, "mine"));
  press = (event: string, round: number, table: number, clock: TurnClock): Promise<TableClock> =>
    this.own("PUT", at(event, "rounds", `${round}`, "tables", `${table}`, "clock"), clock);

  /** A file that only the staff may have (a PDF, the log, the export), fetched with the token. */
  async file(event: string, name: string): Promise<Blob> {
    const path = `${at(event)}/${name}`;
    const response = await reach(path, {
      headers: { Authorization: `Bearer ${await this.token()}` },
      cache: "no-store",
    });
    if (response.ok) return response.blob();
    return request("GET", path, undefined, await this.token()); // it says why
  }

  private async written(path: string, body: object, id = ""): Promise<EntryInfo> {
    return (await this.once<Written>("POST", path, body, id)).entry;
  }

  /** Write something under an id. After silence the same goes out under the same id again, so that it is done once. */
  private async once<Answer>(method: "POST" | "PUT", path: string, body: object, id = ""): Promise<Answer> {
    const what = `${method} ${path} ${JSON.stringify(body)}`;
    const used = id || (this.doubtful.get(what) ?? freshId());
    this.doubtful.delete(what);
    try {
      return await this.own<Answer>(method, path, { ...body, id: used });
    } catch (problem) {
      if (problem instanceof ApiProblem && isPassing(problem)) this.doubtful.set(what, used);
      throw problem;
    }
  }
}

/** Where the QR code is that leads to an event's public page, or in with a code. */
export function qrAddress(event: string, code = ""): string {
  return at(event, "qr.svg") + (code ? `?code=${encodeURIComponent(code)}` : "");
}

function at(event: string, ...rest: readonly string[]): string {
  return ["/api/events", ...[event, ...rest].map(encodeURIComponent)].join("/");
}

export const tournaments = new TournamentApi(api.own.bind(api), () => person.get());
