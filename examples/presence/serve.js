// @ts-check
/** Bundles the page and serves it, with the bank behind it. Passkeys need a name, so the address is `localhost` and not a number. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bankServer } from './bank-server.js';

const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.wasm': 'application/wasm' };
const folder = fileURLToPath(new URL('.', import.meta.url));

await build({ absWorkingDir: folder, entryPoints: ['page.js'], bundle: true, splitting: true, format: 'esm', loader: { '.wasm': 'file' }, outdir: 'dist', logLevel: 'error' });

const server = createServer(async (request, response) => {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname.replace(/\/$/, '/index.html');
  const send = (/** @type {number} */ status, /** @type {object} */ answer) => response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
  if (path === '/sent') return send(200, bank.transfers());
  if (request.method === 'POST') {
    let body = '';
    for await (const piece of request) body += piece;
    return send(...await bank.answer(path, JSON.parse(body), String(request.headers['idempotency-key'])));
  }
  const type = TYPES[/** @type {keyof typeof TYPES} */ (extname(path))];
  const file = type && await readFile(new URL(`.${path}`, import.meta.url)).catch(() => undefined);
  if (!file) return response.writeHead(404).end();
  response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-cache' }).end(file);
});
await new Promise(ready => server.listen(Number(process.env.PORT ?? 8090), 'localhost', () => ready(undefined)));
const origin = `http://localhost:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`;
const bank = bankServer(origin);
console.log(`${origin}/`);
