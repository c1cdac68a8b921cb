// @ts-check
/** Serves this folder, and `node_modules` from here or from the folder above. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';

const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };

const server = createServer(async ({ url = '/' }, response) => {
  const path = new URL(url, 'http://localhost').pathname.replace(/\/$/, '/index.html');
  const type = TYPES[/** @type {keyof typeof TYPES} */ (extname(path))];
  const folders = path.startsWith('/node_modules/') ? ['.', '..'] : ['.'];
  for (const folder of type ? folders : []) {
    const body = await readFile(new URL(folder + path, import.meta.url)).catch(() => undefined);
    if (body) return response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-cache' }).end(body);
  }
  response.writeHead(404).end();
});
server.listen(Number(process.env.PORT ?? 8096), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}/`);
});
