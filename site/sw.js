// Keeps the page for visits without a network. What is kept answers at once; the network then brings the next version, which the
// next visit shows. Games are not kept here but in the storage of the page, so no version loses them.
const KEPT = "solomids";
const PAGE = "./";
const FILES = [PAGE, "manifest.webmanifest", "icon.svg", "icon-192.png", "icon-512.png"];
// What the page has, and neither an error of a host nor the page of a network that wants a password first.
const MARK = '<meta name="generator" content="solomids ';

// The file of the site that an address names, if it names one.
const fileOf = (address) => {
  const { origin, pathname } = new URL(address);
  const is = (file) => new URL(file, location).pathname === pathname;
  if (origin !== location.origin) return undefined;
  return is("index.html") ? PAGE : FILES.find(is);
};

// Fetches a file, and keeps it if it is what it should be.
const renew = async (file) => {
  const response = await fetch(file, { cache: "no-cache" });
  const type = response.headers.get("content-type") ?? "";
  const content = await response.blob();
  const right = file === PAGE ? (await content.text()).includes(MARK) : !type.startsWith("text/html");
  if (!response.ok || !right) throw new Error(`${file} is another file`);
  // Browsers refuse an answer that was redirected where they asked for a page, so it is made anew.
  await (await caches.open(KEPT)).put(file, new Response(content, { headers: { "content-type": type } }));
};

addEventListener("install", (event) => {
  event.waitUntil(Promise.all(FILES.map(renew)));
  skipWaiting();
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const file = request.method === "GET" ? fileOf(request.url) : undefined;
  if (!file) return;
  event.waitUntil(renew(file).catch(() => {}));
  event.respondWith(caches.match(file).then((kept) => kept ?? fetch(request)));
});
