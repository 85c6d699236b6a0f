/**
 * Keeps the shell at hand: without a network the page still opens and says so. Games are never kept: what the
 * server says is asked of the server, every time.
 */

const SHELL = "tilemeld-shell-1";
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

/** The page comes from the network while there is one; every page of the client is the same. */
async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(SHELL)).put("/", answer.clone());
    return answer;
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

/** Takes the page and everything it names; assets of former builds are let go. */
async function takeShell() {
  const cache = await caches.open(SHELL);
  const answer = await fetch("/", { cache: "no-cache" });
  const text = await answer.clone().text();
  const named = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1]);
  for (const old of await cache.keys()) {
    const path = new URL(old.url).pathname;
    if (path.startsWith("/assets/") && !named.includes(path)) await cache.delete(old);
  }
  await cache.put("/", answer);
  await cache.addAll([...named, ...EXTRAS]);
}
