/** Whether somebody has been through the tutorial; small enough for the start page, which offers it. */

import { kept } from "../browser/storage";

/** Say whether the tutorial was finished once on this device. */
export function hasFinished(): boolean {
  return kept<{ readonly finished?: unknown } | null>("tutorial", null)?.finished === true;
}
