/**
 * Under which names the browser keeps what it knows of tournaments. They were chosen when a tournament was called an event, and stay:
 * under other names a reload after an update would not find what was kept.
 */

/** What is known of one tournament, or one part of it. */
export function storedAs(tournament: string, part = ""): string {
  return `event.${tournament}${part && `.${part}`}`;
}

/** What a director types in for a result. */
export const STORED_MODE = "events.mode";
