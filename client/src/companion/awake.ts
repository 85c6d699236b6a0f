/** Keeps the screen on while it is wanted, where the browser lets us: it asks for a secure page. */

export function canStayAwake(): boolean {
  return isSecureContext && "wakeLock" in navigator;
}

/** Keep the screen on from now on; returns how to let go. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let wanted = true;
  const ask = async (): Promise<void> => {
    if (document.visibilityState !== "visible" || !canStayAwake()) return;
    try {
      const got = await navigator.wakeLock.request("screen");
      if (wanted) lock = got;
      else await got.release();
    } catch {
      lock = null; // a battery that is low says no
    }
  };
  document.addEventListener("visibilitychange", ask);
  void ask();
  return () => {
    wanted = false;
    document.removeEventListener("visibilitychange", ask);
    void lock?.release().catch(() => undefined);
  };
}
