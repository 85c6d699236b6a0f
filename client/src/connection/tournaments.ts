/** The HTTP API of tournaments: one function for each address (docs/tournaments.md). */

import type {
  Entry,
  FormatWish,
  NewTournament,
  PlayerWish,
  RulingWish,
  TournamentView,
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

/** A tournament as its staff sees it, with one's role and the server's time. */
export type StaffView = TournamentView & { readonly role: string; readonly now: number };

/** The staff's page of a tournament: asked for again and again, sent only when something has changed. */
export class StaffPage {
  private tag = "";
  private view: StaffView | null = null;

  constructor(private readonly tournament: string) {}

  /** Return the page as it is now: the very same value when nothing has changed. */
  async ask(): Promise<StaffView> {
    const { tournament } = this;
    const answer = await api.since("GET /api/tournaments/{tournament}", { tournament }, this.tag);
    const { tag, now, role } = answer;
    const data = answer.data ?? this.view;
    if (!data) throw new ApiProblem(0, [UNREACHABLE]); // unchanged since nothing: not our server
    this.tag = tag;
    if (answer.data || this.view?.role !== role) this.view = { ...data, now, role };
    return this.view ?? { ...data, now, role };
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
