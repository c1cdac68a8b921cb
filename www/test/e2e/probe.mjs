/** Scripts for tests in the page: a module of `test/` with all its imports, served by a route. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** @param {string} name */
export async function probe(name) {
  const { outputFiles: [script] } = await build({
    entryPoints: [fileURLToPath(new URL(`../${name}`, import.meta.url))], bundle: true, format: 'esm', write: false, external: ['*/bytes.js'], logLevel: 'error',
  });
  return route => route.fulfill({ contentType: 'text/javascript', body: script.text });
}
