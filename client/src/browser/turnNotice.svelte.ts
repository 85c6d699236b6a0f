/**
 * Says that it is one's turn while the page is hidden: a notification where it is allowed, a badge on the app's icon.
 *
 * Permission is asked for only when it is first of use: whoever comes back to a game with people, after having looked
 * away, is offered it once; what was answered is remembered.
 */

import { keep, kept } from "./storage";

/** What the browser gives; tests give their own. */
export type Ways = {
  readonly isHidden: () => boolean;
  /** null: this browser has no notifications, or not on this page. */
  readonly permission: () => NotificationPermission | null;
  readonly ask: () => Promise<NotificationPermission>;
  /** Show a notification; returns how to take it away. */
  readonly show: (title: string, body: string) => () => void;
  readonly badge: (on: boolean) => void;
};

type Turn = { readonly mine: boolean; readonly withPeople: boolean; readonly playing: boolean };

const ANSWERED = "turn-notice";

export class TurnNotice {
  /** Whether to offer notifications now. */
  offered = $state(false);
  #turn: Turn = { mine: false, withPeople: false, playing: false };
  #takeAway: (() => void) | null = null;
  #wasHidden = false;

  constructor(
    private readonly ways: Ways = browserWays(),
    private readonly words: () => { title: string; body: string } = () => ({ title: "", body: "" }),
  ) {}

  /** The game went on, or the page was hidden or shown. */
  note(turn: Turn = this.#turn): void {
    const began = turn.mine && !this.#turn.mine;
    this.#turn = turn;
    const hidden = this.ways.isHidden();
    if (hidden && turn.playing && turn.withPeople) this.#wasHidden = true;
    if (!hidden || !turn.mine) this.#clear();
    else if (began) this.#tell();
    this.offered =
      !hidden &&
      this.#wasHidden &&
      turn.playing &&
      turn.withPeople &&
      this.ways.permission() === "default" &&
      !kept<boolean>(ANSWERED, false);
  }

  /** The person said yes or no to the offer. */
  async answer(wanted: boolean): Promise<void> {
    keep(ANSWERED, true);
    this.offered = false;
    if (wanted) await this.ways.ask();
  }

  /** Take everything away: the table is left. */
  close(): void {
    this.#clear();
  }

  #tell(): void {
    this.ways.badge(true);
    if (this.ways.permission() !== "granted") return;
    const { title, body } = this.words();
    this.#takeAway = this.ways.show(title, body);
  }

  #clear(): void {
    this.ways.badge(false);
    this.#takeAway?.();
    this.#takeAway = null;
  }
}

/** The browser's own ways. */
export function browserWays(): Ways {
  const there = typeof Notification !== "undefined" && window.isSecureContext;
  return {
    isHidden: () => document.hidden,
    permission: () => (there ? Notification.permission : null),
    ask: () => Notification.requestPermission(),
    show: (title, body) => {
      try {
        const notice = new Notification(title, { body, tag: "tilemeld-turn", icon: "/icons/icon-192.png" });
        notice.onclick = () => {
          window.focus();
          notice.close();
        };
        return () => notice.close();
      } catch {
        return () => undefined; // some phones show them only by a service worker: the title and the badge stay
      }
    },
    badge: (on) => {
      const way = on ? navigator.setAppBadge?.(1) : navigator.clearAppBadge?.();
      way?.catch(() => undefined);
    },
  };
}
