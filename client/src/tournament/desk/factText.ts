/** Facts in words: what stands in the log, said so that everybody at the desk knows what it was. */

import type { Fact } from "../../generated/protocol";
import { say, sayAny } from "../../words/say.svelte";
import type { Work } from "../hall/outbox.svelte";

type Names = { name(player: string, round?: number): string };
type Data = Readonly<Record<string, unknown>>;

/** Return what a fact is about, without its kind. */
export function factDetails(names: Names, written: Fact): string {
  const fact = written as unknown as Data;
  const parts: string[] = [];
  const number = (key: string): number | null =>
    typeof fact[key] === "number" ? (fact[key] as number) : null;
  const text = (key: string): string | null =>
    typeof fact[key] === "string" && fact[key] ? (fact[key] as string) : null;
  const round = number("round");
  const table = number("table");
  const game = number("game");
  if (round !== null) parts.push(say("tournaments.round", { round }));
  if (table !== null) parts.push(say("tournaments.table", { table }));
  if (game !== null) parts.push(say("tournaments.game", { game }));
  const role = text("role");
  if (role) parts.push(sayAny(`tournaments.role.${role}`));
  const kind = text("kind");
  if (kind) parts.push(sayAny(`tournaments.ruling.${kind}`, {}, kind));
  for (const key of ["player", "one", "other"]) {
    const player = text(key);
    if (player) parts.push(names.name(player, round ?? undefined));
  }
  const substitute = text("substitute");
  if (substitute) parts.push(`→ ${names.name(substitute)}`);
  const seconds = number("seconds");
  if (seconds !== null) parts.push(say("seconds.short", { seconds }));
  const value = number("value");
  if (value) parts.push(String(value));
  const rating = number("rating");
  if (rating !== null) parts.push(String(rating));
  const entry = number("entry") ?? number("call");
  if (entry !== null) parts.push(say("tournaments.entry", { number: entry }));
  if (Array.isArray(fact["players"]))
    parts.push(say("tournaments.players-count", { count: fact["players"].length }));
  if (Array.isArray(fact["tables"]))
    parts.push(say("tournaments.tables-count", { count: fact["tables"].length }));
  const sheet = fact["sheet"] as { points?: readonly number[] } | undefined;
  if (sheet?.points) parts.push(sheet.points.map(signed).join("  "));
  return parts.join(" · ");
}

/** Return what a fact is called. */
export function factKind(fact: Fact): string {
  return sayAny(`tournaments.fact.${fact.type}`, {}, fact.type);
}

/** Return a piece of work that waits, in words. */
export function workText(names: Names, work: Work): string {
  if (work.kind === "players") return say("tournaments.fact.players-entered");
  return `${factKind(work.fact)} · ${factDetails(names, work.fact)}`;
}

/** Points with their sign; the minus is a real one. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}

/** Minutes and seconds of a clock, hours where there are some. */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
