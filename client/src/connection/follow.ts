/** Sessions over the browser's own WebSocket, woken when the page or the network comes back. */

import type { SocketLike } from "./link";
import { person } from "./person.svelte";
import { newCommandId, TableSession } from "./session.svelte";

const WAKING = ["online", "offline", "pageshow"] as const;

/** Follow a table, from one of one's own seats if given. */
export function follow(table: string, seat: number | null = null): TableSession {
  let last = "";
  const session = new TableSession(
    table,
    {
      connect: () =>
        new WebSocket(
          `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`,
        ) as unknown as SocketLike,
      token: async (fresh) => {
        last = fresh ? await person.renew(last) : await person.get();
        return last;
      },
      newId: newCommandId,
      now: Date.now,
    },
    seat,
  );
  const wake = (): void => {
    if (document.visibilityState === "visible") session.wake();
  };
  document.addEventListener("visibilitychange", wake);
  for (const event of WAKING) window.addEventListener(event, wake);
  const close = session.close.bind(session);
  session.close = () => {
    document.removeEventListener("visibilitychange", wake);
    for (const event of WAKING) window.removeEventListener(event, wake);
    close();
  };
  return session;
}
