/** Bundles the page: each adapter is a file of its own, so that a page loads one library. */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('.', import.meta.url));
const PAGE = '<!doctype html><html lang="en"><meta charset="utf-8"><title>refresh-bench</title><div id="root"></div><div id="react" hidden></div><script type="module" src="main.js"></script></html>';
const BLANK = '<!doctype html><html lang="en"><meta charset="utf-8"><title>blank</title></html>';

/** @param {string} outdir */
export async function buildPage(outdir) {
  await mkdir(outdir, { recursive: true });
  await build({
    absWorkingDir: folder, entryPoints: ['page/main.js'], outdir, bundle: true, splitting: true, minify: true, format: 'esm', target: 'es2022', conditions: ['browser'],
    jsx: 'automatic', loader: { '.js': 'jsx', '.wasm': 'file' }, define: { 'process.env.NODE_ENV': '"production"' }, logLevel: 'error',
  });
  await writeFile(`${outdir}/index.html`, PAGE);
  await writeFile(`${outdir}/blank.html`, BLANK);
}
