/**
 * Keeps the client at hand: without a network every page still opens, and what needs no server (the companion) works. Games
 * are never kept: what the server says is asked of the server, every time.
 */

const SHELL = "tilemeld-shell-1";
/** Everything that the build is made of; the build puts the names in. */
const ASSETS = [];
/** How long a page is waited for before the one that is kept is shown. */
const PATIENCE_MS = 8_000;
const EXTRAS = ["/manifest.webmanifest", "/icons/icon.svg", "/icons/icon-192.png"];

self.addEventListener("install", (event) => {
  event.waitUntil(takeShell().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== SHELL) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(asset(request));
  else if (EXTRAS.includes(url.pathname)) event.respondWith(fetch(request).catch(() => caches.match(request)));
});

/** The page comes from the network while there is one that answers; every page of the client is the same. */
async function page(request) {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (problem) {
    const kept = await caches.match("/");
    if (kept) return kept;
    throw problem;
  }
}

/** Names of assets change with their content, so what is kept is right for ever. */
async function asset(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(SHELL)).put(request, answer.clone());
  return answer;
}

/** Takes the page and everything it may load later; only then assets of former builds are let go. */
async function takeShell() {
  const cache = await caches.open(SHELL);
  const answer = await fetch("/", { cache: "no-cache" });
  if (!answer.ok) throw new Error(`the page was answered with ${answer.status}`);
  const kept = await Promise.all(ASSETS.map((path) => cache.match(path)));
  await cache.addAll([...ASSETS.filter((_, at) => !kept[at]), ...EXTRAS]);
  await cache.put("/", answer);
  for (const old of await cache.keys()) {
    const path = new URL(old.url).pathname;
    if (path.startsWith("/assets/") && !ASSETS.includes(path)) await cache.delete(old);
  }
}
