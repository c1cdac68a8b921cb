/** The server of a page that gets killed: it serves the page's script and keeps the page's reports, which outlive the page. */
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const HTML = '<!doctype html><meta charset="utf-8"><title>kills</title><script type="module" src="/page.js"></script>';

/**
 * Serves the bundled module `page` (a file beside this one). A POST to `/NAME` calls `hear[NAME](body)`, and the result is the answer.
 * @param {string} page @param {Record<string, (body: any) => unknown>} hear @param {Record<string, () => Promise<Uint8Array>>} [files]
 */
export async function originOf(page, hear, files = {}) {
  const script = await bundle(page);
  const server = createServer(async (request, response) => {
    const name = (request.url ?? '').slice(1).split('?')[0];
    if (request.method === 'POST') return answer(response, await hear[name]?.(await bodyOf(request)));
    if (name === 'page.js') return give(response, 'text/javascript', script);
    if (files[name]) return give(response, 'application/wasm', await files[name]());
    return name ? response.writeHead(404).end() : give(response, 'text/html', HTML);
  });
  await new Promise(ready => server.listen(0, '127.0.0.1', () => ready(undefined)));
  return {
    url: `http://127.0.0.1:${/** @type {any} */ (server.address()).port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** @param {string} page */
async function bundle(page) {
  const { outputFiles: [script] } = await build({
    entryPoints: [fileURLToPath(new URL(page, import.meta.url))], bundle: true, format: 'esm', write: false, external: ['*/bytes.js'], logLevel: 'error',
  });
  return script.text;
}

/** @param {import('node:http').IncomingMessage} request */
async function bodyOf(request) {
  let text = '';
  for await (const piece of request) text += piece;
  return JSON.parse(text || 'null');
}

/** @param {import('node:http').ServerResponse} response @param {unknown} value */
const answer = (response, value) => give(response, 'application/json', JSON.stringify(value ?? null));

/** @param {import('node:http').ServerResponse} response @param {string} type @param {string | Uint8Array} body */
const give = (response, type, body) => response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
