/** Keeps the screen on while a page is there, and says where the browser does not let us. */

export class Awake {
  /** "missing": browsers allow it on secure pages only, and some not at all. */
  state = $state<"off" | "on" | "missing">("off");
  private lock: WakeLockSentinel | null = null;

  /** Begin; returns how to end it. */
  start(): () => void {
    const look = (): void => {
      if (document.visibilityState === "visible") void this.hold();
    };
    document.addEventListener("visibilitychange", look);
    void this.hold();
    return () => {
      document.removeEventListener("visibilitychange", look);
      void this.lock?.release().catch(() => undefined);
      this.lock = null;
      this.state = "off";
    };
  }

  private async hold(): Promise<void> {
    if (!navigator.wakeLock) {
      this.state = "missing";
      return;
    }
    try {
      this.lock = await navigator.wakeLock.request("screen");
      this.state = "on";
    } catch {
      this.state = "missing";
    }
  }
}
