/** The HTTP API of tournaments: one function for each address (docs/tournaments.md). */

import type {
  Entry,
  FormatWish,
  NewTournament,
  PlayerWish,
  PublicTournament,
  RulingWish,
  TurnClock,
  WritableFact,
} from "../generated/protocol";
import { type Api, ApiProblem, ask, problemOf, reach, UNREACHABLE } from "./api";
import { api, person } from "./person.svelte";

export const PAPERS = ["seating", "table-cards", "score-sheets", "standings", "certificates"] as const;
export type Paper = (typeof PAPERS)[number];

export class TournamentApi {
  constructor(
    private readonly ask: Api["call"],
    private readonly token: () => Promise<string>,
  ) {}

  mine = async () => (await this.ask("GET /api/tournaments", {})).tournaments;
  open = (wish: NewTournament) => this.ask("POST /api/tournaments", {}, wish);
  view = (tournament: string) => this.ask("GET /api/tournaments/{tournament}", { tournament });
  forget = (tournament: string) => this.ask("DELETE /api/tournaments/{tournament}", { tournament });
  me = (tournament: string) => this.ask("GET /api/tournaments/{tournament}/me", { tournament });
  clocks = (tournament: string) => ask("GET /api/tournaments/{tournament}/clocks", { tournament });
  /** Which tournament a code belongs to, and which role it gives, if any. */
  find = (code: string) => ask("POST /api/tournaments/find", {}, { code });
  claim = (tournament: string, code: string) =>
    this.ask("POST /api/tournaments/{tournament}/claim", { tournament }, { code });
  codes = async (tournament: string) =>
    (await this.ask("GET /api/tournaments/{tournament}/codes", { tournament })).codes;
  log = async (tournament: string) =>
    (await this.ask("GET /api/tournaments/{tournament}/log", { tournament })).entries;
  setFormat = async (tournament: string, format: FormatWish) =>
    (await this.ask("PUT /api/tournaments/{tournament}/format", { tournament }, format)).entry;
  readPlayers = async (tournament: string, text: string) =>
    (await this.ask("POST /api/tournaments/{tournament}/players/reading", { tournament }, { text })).lines;
  enter = async (tournament: string, text: string, key?: string): Promise<Entry> =>
    (await this.ask("POST /api/tournaments/{tournament}/players", { tournament }, { text }, key)).entry;
  rename = (tournament: string, player: string, wish: PlayerWish) =>
    this.ask("PUT /api/tournaments/{tournament}/players/{player}", { tournament, player }, wish);
  eraseName = (tournament: string, player: string) =>
    this.ask("DELETE /api/tournaments/{tournament}/players/{player}/name", { tournament, player });
  substitute = async (tournament: string, player: string, name: PlayerWish, why = ""): Promise<Entry> =>
    (
      await this.ask(
        "POST /api/tournaments/{tournament}/players/{player}/substitute",
        { tournament, player },
        { name, why },
      )
    ).entry;
  games = (tournament: string, player: string) =>
    this.ask("GET /api/tournaments/{tournament}/players/{player}/games", { tournament, player });
  propose = (tournament: string, round: number, seed: string | null = null) =>
    this.ask("POST /api/tournaments/{tournament}/proposals", { tournament }, { round, seed });
  swapCost = (tournament: string, round: number, one: string, other: string) =>
    this.ask("POST /api/tournaments/{tournament}/swap-cost", { tournament }, { round, one, other });
  /** Write a fact; under the same key again it is answered with the entry that it wrote, so it can be sent again. */
  write = async (tournament: string, fact: WritableFact, why = "", key?: string): Promise<Entry> =>
    (await this.ask("POST /api/tournaments/{tournament}/facts", { tournament }, { fact, why }, key)).entry;
  call = async (tournament: string, round: number, table: number, why = "") =>
    (await this.ask("POST /api/tournaments/{tournament}/calls", { tournament }, { round, table, why })).entry;
  rule = async (tournament: string, ruling: RulingWish, key?: string): Promise<Entry> =>
    (await this.ask("POST /api/tournaments/{tournament}/rulings", { tournament }, ruling, key)).entry;
  look = (tournament: string, round: number, table: number, why: string) =>
    this.ask("POST /api/tournaments/{tournament}/looks", { tournament }, { round, table, why });
  history = async (tournament: string, round: number, table: number) =>
    (
      await this.ask("GET /api/tournaments/{tournament}/rounds/{round}/tables/{number}/history", {
        tournament,
        round: `${round}`,
        number: `${table}`,
      })
    ).events;
  place = (tournament: string) => this.ask("GET /api/tournaments/{tournament}/mine", { tournament });
  press = (tournament: string, round: number, table: number, clock: TurnClock) =>
    this.ask(
      "PUT /api/tournaments/{tournament}/rounds/{round}/tables/{number}/clock",
      { tournament, round: `${round}`, number: `${table}` },
      clock,
    );

  /** What everybody may see: null when nothing has changed since the tag, and the server's time. */
  async publicSince(
    tournament: string,
    tag: string,
  ): Promise<{ readonly data: PublicTournament | null; readonly tag: string; readonly now: number }> {
    const response = await reach(at(tournament, "public"), {
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

  /** A file that only the staff may have (a PDF, the log, the export), fetched with the token. */
  async file(tournament: string, name: string): Promise<Blob> {
    const response = await reach(`${at(tournament)}/${name}`, {
      headers: { Authorization: `Bearer ${await this.token()}` },
      cache: "no-store",
    });
    if (response.ok) return response.blob();
    throw await problemOf(response);
  }
}

/** Where the QR code is that leads to a tournament's public page, or in with a code. */
export function qrAddress(tournament: string, code = ""): string {
  return at(tournament, "qr.svg") + (code ? `?code=${encodeURIComponent(code)}` : "");
}

function at(tournament: string, ...rest: readonly string[]): string {
  return ["/api/tournaments", ...[tournament, ...rest].map(encodeURIComponent)].join("/");
}

export const tournaments = new TournamentApi(api.call.bind(api), () => person.get());
