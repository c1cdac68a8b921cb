import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; "
  + "connect-src 'self' https: http://localhost:* http://127.0.0.1:*; require-trusted-types-for 'script'";

const ENGINE_POLICY = "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval'; worker-src blob:; connect-src 'self' blob:";

/** Policy of the documentation, whose highlighted code has its colours in `style`. */
const DOCS_POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";

/** @param {string} path @param {string} other */
const policyOf = (path, other) => (path.endsWith('engine.html') ? ENGINE_POLICY : path.startsWith('/docs/') ? DOCS_POLICY : other);

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.bcmap': 'application/octet-stream',
};

async function answer(folder, policy, { url }, response) {
  const { pathname } = new URL(url, 'http://localhost');
  const file = join(folder, normalize(pathname.endsWith('/') ? `${pathname}index.html` : pathname));
  const type = TYPES[extname(file)];
  if (!type || !(await stat(file).catch(() => null))?.isFile()) return void response.writeHead(404).end();
  response.writeHead(200, {
    'Content-Type': type,
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    ...(extname(file) === '.html' && policy && { 'Content-Security-Policy': policyOf(pathname, policy) }),
  });
  createReadStream(file).pipe(response);
}

/** Serves `folder` on a free port, by default with the same headers as `cargo xtask demo`. @param {string} folder @param {string} [policy] */
export async function serve(folder, policy = POLICY) {
  const server = createServer((request, response) => answer(folder, policy, request, response));
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
