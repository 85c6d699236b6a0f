/** The tables this browser has been at, newest first, so that one finds back. */

import { keep, kept } from "../browser/storage";

type Visit = { readonly id: string; readonly code: string; readonly at: number };

const KEPT = 8;

export function visits(): readonly Visit[] {
  return kept<readonly Visit[]>("visits", []);
}

export function noteVisit(id: string, code: string): void {
  keep(
    "visits",
    [{ id, code, at: Date.now() }, ...visits().filter((visit) => visit.id !== id)].slice(0, KEPT),
  );
}

export function forgetVisit(id: string): void {
  keep(
    "visits",
    visits().filter((visit) => visit.id !== id),
  );
}
