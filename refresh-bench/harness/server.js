/** The origin: the page's files, and the bank behind them. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { Account } from './account.js';

const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.wasm': 'application/wasm' };

/** @param {URL} folder the built page @returns {Promise<{ url: string, open(id: string, options: object): Account, close(): void }>} */
export async function startServer(folder) {
  /** @type {Map<string, Account>} */
  const accounts = new Map();
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    answer(request, response).catch(error => response.writeHead(error.code === 'ENOENT' ? 404 : 500).end(String(error)));
  });

  async function answer(request, response) {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    const account = accounts.get(searchParams.get('account'));
    if (pathname === '/warm') return json(response, {});
    // No other connection is used twice: on a used one a browser may send a lost request again by itself, which is a kind of its own.
    response.setHeader('connection', 'close');
    if (account && pathname === '/pay') return json(response, await account.pay(request.headers['idempotency-key']));
    if (account && pathname === '/payment') return json(response, await account.statusOf(searchParams.get('key')));
    if (account && (pathname === '/said' || pathname === '/gone')) {
      account[pathname.slice(1)].push(Number(searchParams.get('at')));
      return response.writeHead(204).end();
    }
    const name = pathname === '/' ? 'index.html' : pathname.slice(1);
    const bytes = await readFile(new URL(name, folder));
    return response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream', 'cache-control': 'no-store' }).end(bytes);
  }

  await new Promise(done => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    open(id, options) {
      const account = new Account(options);
      accounts.set(id, account);
      return account;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Sends a value; `undefined` is an answer that is lost: the connection ends without a word. */
function json(response, value) {
  if (value === undefined) return response.socket.destroy();
  return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
