/**
 * Keeps the shell at hand: what the page has loaded opens without the service too. Each file is asked
 * for again as long as the service answers. Requests to the engine are never kept, but for the facts
 * of a game and the list of games, without which no board can be drawn.
 */

const STORE = "shell";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(STORE).then((store) => store.add(".")).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// The page tells what it has loaded before this was there: the browser has it still.
self.addEventListener("message", (event) => {
  const asked = event.data.filter((address) => isKept(new URL(address)));
  event.waitUntil(caches.open(STORE).then((store) => Promise.all(asked.map((address) => store.add(new Request(address, { cache: "force-cache" })).catch(() => undefined)))));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && isKept(new URL(event.request.url))) event.respondWith(answer(event.request));
});

/**
 * Does a file belong to what is kept?
 *
 * @param {URL} address
 */
function isKept({ href, origin, pathname }) {
  const { origin: own, pathname: root } = new URL(self.registration.scope);
  if (origin !== own || !href.startsWith(self.registration.scope)) return false;
  const path = pathname.slice(root.length);
  return path === "" || path === "v1/components" || path === "v1/games" || /^(static|games)\//.test(path);
}

/**
 * The service's answer, and the one kept where it does not answer.
 *
 * @param {Request} request
 */
async function answer(request) {
  const store = await caches.open(STORE);
  try {
    const response = await fetch(request);
    if (response.ok) await store.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await store.match(request, { ignoreSearch: request.mode === "navigate" });
    if (kept) return kept;
    throw error;
  }
}
