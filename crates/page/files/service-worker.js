// Keeps the files of the page, so that it opens without a network. A new version of a file is fetched when there is one.

const CACHE = "satdoku-page";

/** What the page's own text does not name. */
const ALSO = ["./", "engine-worker.js", "satdoku.wasm"];

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keep());
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin || request.url.includes("/api/")) return;
  event.respondWith(answer(request));
});

/** Keeps all that the page names, at the first visit. */
async function keep() {
  const cache = await caches.open(CACHE);
  const text = await (await fetch("./")).text();
  const names = [...text.matchAll(/<(?:link|script|img) [^>]*(?:href|src)="([^":]+)"/g)].map(([, name]) => name);
  await Promise.all([...new Set([...ALSO, ...names])].map((name) => cache.add(name).catch(() => undefined)));
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await cache.put(request, fresh.clone());
    return fresh;
  } catch {
    return (await cache.match(request, { ignoreSearch: true })) ?? Response.error();
  }
}
