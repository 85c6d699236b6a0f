/** Installing as an app, where the browser offers it. */

type InstallEvent = Event & { prompt(): Promise<void> };

class Installer {
  possible = $state(false);
  private event: InstallEvent | null = null;

  constructor() {
    window.addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault();
      this.event = event as InstallEvent;
      this.possible = true;
    });
    window.addEventListener("appinstalled", () => {
      this.possible = false;
    });
  }

  async ask(): Promise<void> {
    await this.event?.prompt();
    this.possible = false;
  }
}

export const installer = new Installer();

/** Keep the page at hand for when the network is not; browsers allow it on secure pages only. */
export function keepShell(): void {
  if (import.meta.env.PROD && isSecureContext && "serviceWorker" in navigator) {
    void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  }
}
