// Keeps the page's own files for times without a network, and leaves all other requests alone. The
// files and their version are filled in by what writes the page.

const FILES = /* files */ [];
const SCOPE = self.registration.scope;
const CACHE_OF_PAGE = `chatuchak ${SCOPE} `;
const CACHE = `${CACHE_OF_PAGE}${/* version */ null}`;
// Whether the program itself serves the page: it is at hand then, and what it has comes first.
const SERVED = /* served */ false;

const OWN = new Set(FILES.map((file) => new URL(file, SCOPE).href));
const [PAGE, INDEX, GAMES] = ["./", "./index.html", "./games.html"].map((file) => new URL(file, SCOPE).href);

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
      if (name.startsWith(CACHE_OF_PAGE) && name !== CACHE) await caches.delete(name);
    }
    await self.clients.claim();
  };
  event.waitUntil(takeOver());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = request.url.replace(/[?#].*$/, "");
  const file = address === INDEX ? PAGE : address;
  const isOfGames = SERVED && file === GAMES;
  if (request.method !== "GET" || !(OWN.has(file) || isOfGames)) return;
  const kept = async () => (await caches.open(CACHE)).match(file);
  const answer = async () => {
    if (!SERVED) return (await kept()) ?? fetch(request);
    try {
      return await fetch(request);
    } catch (error) {
      // The games are nothing without the program: the page says so.
      if (isOfGames) return Response.redirect(new URL("./#games", SCOPE));
      const found = await kept();
      if (found) return found;
      throw error;
    }
  };
  event.respondWith(answer());
});
