/**
 * Makes the page work with the network off: it keeps every file of one version and serves it from there. At the first visit it keeps
 * the large files (`LATER`) only when the page is idle and asks for it. The build writes `VERSION`, `FILES` and `LATER` in.
 */
/* global VERSION, FILES, LATER */

const CACHE = `stepgate-${VERSION}`;

/** Keeps these files, fresh from the network. */
async function keep(files) {
  const cache = await caches.open(CACHE);
  await cache.addAll(files.map(file => new Request(file, { cache: 'reload' })));
}

/** Keeps the large files that are not kept yet; the page hears when all are. */
async function keepLater(page) {
  const cache = await caches.open(CACHE);
  const missing = await Promise.all(LATER.map(async file => ((await cache.match(file)) ? [] : [file])));
  await keep(missing.flat());
  page?.postMessage('kept');
}

self.addEventListener('install', event => {
  event.waitUntil(keep(self.registration.active ? [...FILES, ...LATER] : FILES));
});

self.addEventListener('activate', event => {
  event.waitUntil((async () => {
    const names = await caches.keys();
    await Promise.all(names.filter(name => name.startsWith('stepgate-') && name !== CACHE).map(name => caches.delete(name)));
    await self.clients.claim();
  })());
});

self.addEventListener('message', event => {
  if (event.data === 'take-over') self.skipWaiting();
  if (event.data === 'keep-all') event.waitUntil(keepLater(event.source));
});

/** A file of the page from the cache; the page itself for its own address with any query. */
async function serve(request) {
  const cache = await caches.open(CACHE);
  const isPage = request.destination === 'document';
  const hit = await cache.match(isPage ? './' : request, { ignoreSearch: isPage });
  return hit ?? fetch(request);
}

/** The documentation is a site of its own, which the server has. */
const DOCS = new URL('docs', self.location.href).href;

self.addEventListener('fetch', event => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin || request.url.startsWith(DOCS)) return;
  event.respondWith(serve(request));
});
