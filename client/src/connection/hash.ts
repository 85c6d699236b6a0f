/** The hash of a view, as docs/protocol.md says: how a client notices that it went astray. */

import { OWN_FIELDS } from "../generated/constants";
import type { EngineGameView } from "../generated/protocol";

const OWN: ReadonlySet<string> = new Set(OWN_FIELDS);

/** Return the hash that the server gives with the same view. */
export function viewHash(view: EngineGameView): string {
  const shared: Record<string, unknown> = {};
  const own: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(view)) (OWN.has(name) ? own : shared)[name] = value;
  return crc32(canonical(shared) + canonical(own))
    .toString(16)
    .padStart(8, "0");
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

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = (byte >>> 1) ^ (byte & 1 ? 0xedb88320 : 0);
  return byte;
});

/** Return the CRC-32 of a text in UTF-8, as zlib has it: it notices a difference, it guards no secret. */
export function crc32(text: string): number {
  let sum = 0xffffffff;
  for (const byte of new TextEncoder().encode(text))
    sum = (sum >>> 8) ^ (TABLE[(sum ^ byte) & 0xff] as number);
  return (sum ^ 0xffffffff) >>> 0;
}
