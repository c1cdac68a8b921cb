// A page in Chromium for a benchmark. `CHROME` names another browser.
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';

const here = name => new URL(name, import.meta.url);
export const CHROMIUM = {
  executablePath: process.env.CHROME ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  headless: true,
};

const TYPES = { '/': 'text/html', '/page.js': 'text/javascript', '/stepgate_bg.wasm': 'application/wasm' };

/** Serves a script and its wasm, with isolation for a precise clock. */
async function serve(script, wasm) {
  const { outputFiles } = await build({ entryPoints: [here(script).pathname], bundle: true, format: 'esm', target: 'es2022', write: false, logLevel: 'error' });
  const files = {
    '/': '<!doctype html><title>bench</title><script type="module" src="page.js"></script>',
    '/page.js': outputFiles[0].contents,
    '/stepgate_bg.wasm': wasm ? await readFile(here(wasm)) : '',
  };
  const server = createServer(({ url }, response) => {
    const found = Object.hasOwn(files, url);
    response.writeHead(found ? 200 : 404, {
      'content-type': TYPES[url] ?? 'text/plain', 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp',
    });
    response.end(found ? files[url] : '');
  });
  await new Promise(ready => server.listen(0, '127.0.0.1', ready));
  return server;
}

/** Runs `work` with a page that has loaded `script` and thereby `globalThis.bench`. A wasm is served as `stepgate_bg.wasm`. */
export async function inBrowser(script, wasm, work) {
  const server = await serve(script, wasm);
  const profile = await mkdtemp(join(tmpdir(), 'stepgate-bench-'));
  const browser = await chromium.launchPersistentContext(profile, CHROMIUM);
  try {
    const page = await browser.newPage();
    page.on('pageerror', error => console.error(error));
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => globalThis.bench);
    await work(page);
  } finally {
    await browser.close();
    server.close();
    await rm(profile, { recursive: true, force: true });
  }
}
