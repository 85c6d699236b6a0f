/** Keeps the screen on while a page is there, and says where the browser does not let us. */

export class ScreenWakeLock {
  /** "missing": browsers allow it on secure pages only, and some not at all. */
  state = $state<"off" | "on" | "missing">("off");

  /** Begin; returns how to end it. A browser lets go by itself when the page is hidden: it is asked again when it is back. */
  start(): () => void {
    let lock: WakeLockSentinel | null = null;
    let over = false;
    const hold = async (): Promise<void> => {
      try {
        const given = await navigator.wakeLock.request("screen");
        if (over) return await letGo(given);
        lock = given;
        this.state = "on";
      } catch {
        if (!over) this.state = "missing";
      }
    };
    const look = (): void => {
      if (document.visibilityState === "visible") void hold();
    };
    document.addEventListener("visibilitychange", look);
    void hold();
    return () => {
      over = true;
      document.removeEventListener("visibilitychange", look);
      void letGo(lock);
      this.state = "off";
    };
  }
}

async function letGo(lock: WakeLockSentinel | null): Promise<void> {
  await lock?.release().catch(() => undefined);
}
