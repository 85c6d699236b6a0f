/** Tournaments over HTTP: what several screens share next to the calls of `generated/operations` (docs/tournaments.md). */

import * as operations from "../generated/operations";
import type { Entry, TournamentView, WritableFact } from "../generated/protocol";
import { ApiProblem, problemOf, reach, UNREACHABLE } from "./api";
import { api, person } from "./person.svelte";

export const PAPERS = ["seating", "table-cards", "score-sheets", "standings", "certificates"] as const;
export type Paper = (typeof PAPERS)[number];

/** Write a fact; under the same key again it is answered with the entry that it wrote, so it can be sent again. */
export async function writeFact(
  tournament: string,
  fact: WritableFact,
  why = "",
  key?: string,
): Promise<Entry> {
  return (await api.call(operations.writeFact, { tournament }, { fact, why }, key)).entry;
}

/** A file that only the staff may have (a PDF, the log, the export), fetched with the token. */
export async function staffFile(tournament: string, name: string): Promise<Blob> {
  const response = await reach(`${at(tournament)}/${name}`, {
    headers: { Authorization: `Bearer ${await person.get()}` },
    cache: "no-store",
  });
  if (response.ok) return response.blob();
  throw await problemOf(response);
}

/** A tournament as its staff sees it, with one's role and the server's time. */
export type StaffView = TournamentView & {
  readonly role: string;
  readonly now: number;
  /** Whether one acts as head referee (M6): with that role, or as director while nobody has it. */
  readonly isHead: boolean;
};

/** The staff's page of a tournament: asked for again and again, sent only when something has changed. */
export class StaffPage {
  private tag = "";
  private view: StaffView | null = null;

  constructor(private readonly tournament: string) {}

  /** Return the page as it is now: the very same value when nothing has changed. */
  async ask(): Promise<StaffView> {
    const { tournament } = this;
    const answer = await api.since(operations.tournamentView, { tournament }, this.tag);
    const { tag, now, role, isHead } = answer;
    const data = answer.data ?? this.view;
    if (!data) throw new ApiProblem(0, [UNREACHABLE]); // unchanged since nothing: not our server
    this.tag = tag;
    if (answer.data || this.view?.role !== role || this.view.isHead !== isHead)
      this.view = { ...data, now, role, isHead };
    return this.view;
  }
}

/** Where the QR code is that leads to a tournament's public page, or in with a code. */
export function qrAddress(tournament: string, code = ""): string {
  return at(tournament, "qr.svg") + (code ? `?code=${encodeURIComponent(code)}` : "");
}

function at(tournament: string, ...rest: readonly string[]): string {
  return ["/api/tournaments", ...[tournament, ...rest].map(encodeURIComponent)].join("/");
}
