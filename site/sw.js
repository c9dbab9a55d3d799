// Keeps the page for visits without a network. What is kept answers at once; the network then brings the next version, which the
// next visit shows. Games are not kept here but in the storage of the page, so no version loses them.
const KEPT = "solomids";
const FILES = ["./", "manifest.webmanifest", "icon.svg", "icon-192.png", "icon-512.png"];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES)));
  skipWaiting();
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

const answer = async ({ request }, fetched) => {
  const kept = await caches.match(request, { ignoreSearch: true });
  return kept ?? fetched;
};

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const fetched = fetch(request);
  const renewed = fetched.then(async (response) => {
    if (response.ok) await (await caches.open(KEPT)).put(request.url.replace(/[?#].*/, ""), response.clone());
    return response;
  });
  event.waitUntil(renewed.catch(() => {}));
  event.respondWith(answer(event, renewed));
});
