/** Where one is: addresses of the page, without a reload. */

export type Route =
  | {
      readonly screen:
        | "start"
        | "create"
        | "settings"
        | "move"
        | "privacy"
        | "keys"
        | "solver"
        | "tutorial"
        | "tournaments"
        | "new-tournament"
        | "lost";
    }
  | TournamentRoute
  | { readonly screen: "rules"; readonly profile: string | null }
  | { readonly screen: "companion"; readonly part: string }
  | { readonly screen: "replay"; readonly game: string | null }
  | { readonly screen: "table"; readonly code: string };

/**
 * A page of one tournament; the code is what a QR code brought along, and the section what the page shows: a part of the desk,
 * or the round and the table at which the referee looks.
 */
export type TournamentRoute = {
  readonly screen: "tournament";
  readonly page: TournamentPage;
  readonly tournament: string;
  readonly section: string | null;
  readonly code: string | null;
};
export type TournamentPage = "public" | "desk" | "referee" | "clock" | "me";

const PAGES: Readonly<Record<string, Route>> = {
  "/": { screen: "start" },
  "/join": { screen: "start" },
  "/create": { screen: "create" },
  "/settings": { screen: "settings" },
  "/move": { screen: "move" },
  "/privacy": { screen: "privacy" },
  "/keys": { screen: "keys" },
  "/solver": { screen: "solver" },
  "/tutorial": { screen: "tutorial" },
  "/replay": { screen: "replay", game: null },
  "/rules": { screen: "rules", profile: null },
  "/tournaments": { screen: "tournaments" },
  "/tournaments/new": { screen: "new-tournament" },
};
const TOURNAMENT =
  /^\/tournaments\/([A-Za-z0-9_-]{1,64})(?:\/(?:(clock|me)|desk(?:\/([a-z]{1,20}))?|(referee)(?:\/(\d{1,3}\/\d{1,3}))?))?\/?$/;

/** The code in what somebody typed or pasted: a whole link does, and blanks, dashes and small letters do not matter. */
export function codeIn(typed: string): string {
  const [, linked] = /\/t\/([^/?#\s]+)/.exec(typed) ?? [];
  return (linked ?? typed).toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
}

/** Return what an address shows, with what its query brings along. */
export function read(address: string, query = ""): Route {
  const path = address.replace(/^\/events(?=\/|$)/, "/tournaments"); // a former link that is opened without a line
  const table = /^\/t\/([A-Za-z0-9]{1,12})\/?$/.exec(path);
  if (table) return { screen: "table", code: (table[1] ?? "").toUpperCase() };
  const rules = /^\/rules\/([a-z-]{1,30})\/?$/.exec(path);
  if (rules) return { screen: "rules", profile: rules[1] ?? null };
  const companion = /^\/companion(?:\/([a-z0-9-]{1,20}))?\/?$/.exec(path);
  if (companion) return { screen: "companion", part: companion[1] ?? "" };
  const replay = /^\/replay\/([\w-]{1,64})\/?$/.exec(path);
  if (replay) return { screen: "replay", game: replay[1] ?? null };
  if (PAGES[path]) return PAGES[path];
  const tournament = TOURNAMENT.exec(path);
  if (tournament) {
    const page = (tournament[2] ??
      tournament[4] ??
      (/\/desk(\/|$)/.test(path) ? "desk" : "public")) as TournamentPage;
    return {
      screen: "tournament",
      page,
      tournament: tournament[1] ?? "",
      section: tournament[3] ?? tournament[5] ?? null,
      code: new URLSearchParams(query).get("code"),
    };
  }
  return { screen: "lost" };
}

class Router {
  route = $state.raw<Route>(read(location.pathname, location.search));
  /** Grows with every step, so that the page can tell a new screen from a change on the same. */
  steps = $state(0);

  constructor() {
    window.addEventListener("popstate", () => this.show());
  }

  /** Go to another address; `replace` leaves no step to come back to. */
  go(path: string, { replace = false } = {}): void {
    if (replace) history.replaceState({ inside: true }, "", path);
    else history.pushState({ inside: true }, "", path);
    this.show();
    window.scrollTo(0, 0);
  }

  /** Go back to where one came from, or to the start for whoever came in here. */
  back(): void {
    if ((history.state as { inside?: boolean } | null)?.inside) history.back();
    else this.go("/", { replace: true });
  }

  private show(): void {
    this.route = read(location.pathname, location.search);
    this.steps += 1;
  }
}

export const router = new Router();

/** Let links inside the page change the address without a reload; put it on an element around them. */
export function links(element: HTMLElement): { destroy(): void } {
  const follow = (event: MouseEvent): void => {
    const link = (event.target as Element).closest?.("a[href]");
    if (
      !(link instanceof HTMLAnchorElement) ||
      link.target ||
      link.hasAttribute("download") ||
      link.origin !== location.origin
    )
      return;
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    if (read(link.pathname).screen === "lost") return;
    event.preventDefault();
    router.go(`${link.pathname}${link.search}`);
  };
  element.addEventListener("click", follow);
  return { destroy: () => element.removeEventListener("click", follow) };
}
