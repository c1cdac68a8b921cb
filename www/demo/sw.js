/**
 * Service worker that makes the page work offline: the files of one version are cached at install and served from the cache.
 * The build fills in `VERSION` and `FILES`.
 */
/* global VERSION, FILES */

const CACHE = `stepgate-${VERSION}`;

self.addEventListener('install', event => {
  event.waitUntil(caches.open(CACHE).then(cache => cache.addAll(FILES.map(file => new Request(file, { cache: 'reload' })))));
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
});

/** A file of the page from the cache; the page itself for its own address with any query. */
async function serve(request) {
  const cache = await caches.open(CACHE);
  const hit = await cache.match(request.mode === 'navigate' ? './' : request, { ignoreSearch: request.mode === 'navigate' });
  return hit ?? fetch(request);
}

self.addEventListener('fetch', event => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return;
  event.respondWith(serve(request));
});
