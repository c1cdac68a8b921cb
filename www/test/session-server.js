// A session server of this protocol in the test's own process, and a network that fails on request.
import { memoryDatabase, sessionServer } from '../../packages/server/src/index.js';

/** Starts a server whose users are named by their token. @param {import('node:test').TestContext} t @param {object} [options] */
export async function startServer(t, options = {}) {
  const database = options.database ?? memoryDatabase();
  const server = sessionServer({ database, user: ({ headers }) => /^Bearer (\w+)$/.exec(headers.authorization ?? '')?.[1], log: error => t.diagnostic(String(error)), ...options });
  const base = await server.listen(0);
  t.after(() => server.close());
  return { base, database };
}

/** A network of one device: `online: false` cuts it, `loses(request)` lets the answer to a request be lost after the server has acted. */
export function networkOf() {
  const network = { online: true, loses: () => false, requests: [] };
  const open = new Set();
  network.fetch = async (address, init = {}) => {
    const request = { method: init.method, path: new URL(address).pathname, body: init.body };
    network.requests.push(request);
    if (!network.online) throw new TypeError('fetch failed');
    const cut = new AbortController();
    open.add(cut);
    const given = init.signal;
    const end = () => cut.abort();
    given?.addEventListener('abort', end);
    const response = await fetch(address, { ...init, signal: cut.signal });
    if (!network.online || network.loses(request)) {
      await response.arrayBuffer().catch(() => {});
      throw new TypeError('fetch failed: the answer was lost');
    }
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) open.delete(cut);
    return response;
  };
  /** Cuts it, streams that are open included. */
  network.cut = () => {
    network.online = false;
    open.forEach(one => one.abort());
    open.clear();
  };
  return network;
}

/** A device of a user: its network, its cache and its store. @param {string} base */
export function deviceOf(base, { user = 'ann', ...options } = {}, remoteStore) {
  const network = networkOf();
  const store = remoteStore(base, { headers: () => ({ authorization: `Bearer ${user}` }), fetch: network.fetch, ...options });
  return { network, store };
}
