/** Sessions over the browser's own WebSocket, woken when the page or the network comes back. */

import type { SocketLike } from "./link";
import { person } from "./person.svelte";
import { newCommandId, TableSession } from "./session.svelte";

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
  window.addEventListener("online", wake);
  window.addEventListener("offline", wake);
  window.addEventListener("pageshow", wake);
  const close = session.close.bind(session);
  session.close = () => {
    document.removeEventListener("visibilitychange", wake);
    window.removeEventListener("online", wake);
    window.removeEventListener("offline", wake);
    window.removeEventListener("pageshow", wake);
    close();
  };
  return session;
}
