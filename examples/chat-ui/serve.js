// @ts-check
/** Bundles the pages and serves them. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.wasm': 'application/wasm' };
const folder = fileURLToPath(new URL('.', import.meta.url));

await build({ absWorkingDir: folder, entryPoints: ['chat.jsx', 'assistant.jsx'], bundle: true, splitting: true, format: 'esm', jsx: 'automatic', loader: { '.wasm': 'file' }, outdir: 'dist', logLevel: 'error' });

const server = createServer(async ({ url = '/' }, response) => {
  const path = new URL(url, 'http://localhost').pathname.replace(/\/$/, '/index.html');
  const type = TYPES[/** @type {keyof typeof TYPES} */ (extname(path))];
  const body = type && await readFile(new URL(`.${path}`, import.meta.url)).catch(() => undefined);
  if (!body) return response.writeHead(404).end();
  response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-cache' }).end(body);
});
server.listen(Number(process.env.PORT ?? 8092), '127.0.0.1', () => console.log(`http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}/`));
