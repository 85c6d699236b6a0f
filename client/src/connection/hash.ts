/** The hash of a view, as docs/protocol.md says: how a client notices that it went astray. */

import type { EngineGameView } from "../generated/protocol";
import { sha256 } from "./sha256";

const OWN: ReadonlySet<string> = new Set(["viewer", "rack", "last_taken", "may_redeal", "waiting"]);

/** Return the hash that the server gives with the same view. */
export function viewHash(view: EngineGameView): string {
  const shared: Record<string, unknown> = {};
  const own: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(view)) (OWN.has(name) ? own : shared)[name] = value;
  return sha256(canonical(shared) + canonical(own)).slice(0, 16);
}

/** Return JSON without spaces and with the keys sorted at every level. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const fields = Object.entries(value as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${fields.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join(",")}}`;
  }
  return JSON.stringify(value);
}
