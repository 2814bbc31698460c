// Keeps the page for times without a network. The files and their version are filled in by what
// writes the page.

const FILES = /* files */ [];
const CACHE = `chatuchak ${/* version */ null}`;
// Whether the program itself serves the page: it is at hand then, and what it has comes first.
const SERVED = /* served */ false;

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const takeOver = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("chatuchak ") && name !== CACHE) await caches.delete(name);
    }
    await self.clients.claim();
  };
  event.waitUntil(takeOver());
});

const kept = async (request) => {
  const cache = await caches.open(CACHE);
  return cache.match(request.mode === "navigate" ? "./" : request, { ignoreSearch: true });
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  const answer = async () => {
    if (!SERVED) return (await kept(request)) ?? fetch(request);
    try {
      return await fetch(request);
    } catch (error) {
      // The games are nothing without the program: the page says so.
      const ofGames = request.mode === "navigate" && new URL(request.url).pathname.endsWith("/games.html");
      if (ofGames) return Response.redirect(new URL("./#games", self.registration.scope));
      const found = await kept(request);
      if (found) return found;
      throw error;
    }
  };
  event.respondWith(answer());
});
