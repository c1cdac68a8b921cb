// Builds the page, runs it in Chromium, prints the numbers beside their goals. `CHROME` names another browser.
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';

const here = name => new URL(name, import.meta.url);
const executablePath = process.env.CHROME ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

const TYPES = { '/': 'text/html', '/page.js': 'text/javascript', '/stepgate_bg.wasm': 'application/wasm' };

/** Serves the page; isolated, so that the browser's clock is fine enough. */
async function serve() {
  const { outputFiles } = await build({ entryPoints: [here('page.js').pathname], bundle: true, format: 'esm', target: 'es2022', write: false, logLevel: 'error' });
  const files = {
    '/': '<!doctype html><title>bench</title><script type="module" src="page.js"></script>',
    '/page.js': outputFiles[0].contents,
    '/stepgate_bg.wasm': await readFile(here('../test/wasm/stepgate_bg.wasm')),
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

const ms = value => `${value.toFixed(value < 0.1 ? 4 : 2)} ms`;
const kB = bytes => `${(bytes / 1000).toFixed(1)} kB`;

/** Prints one number beside its goal. */
function judge(what, value, limit, text) {
  console.log(`${value <= limit ? 'ok  ' : 'MISS'}  ${what}: ${text(value)} (goal: at most ${text(limit)})`);
  if (value > limit) process.exitCode = 1;
}

const server = await serve();
const profile = await mkdtemp(join(tmpdir(), 'stepgate-bench-'));
const browser = await chromium.launchPersistentContext(profile, { executablePath, args, headless: true });
try {
  const page = await browser.newPage();
  page.on('pageerror', error => console.error(error));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction(() => globalThis.bench);

  console.log('handle + effect + changes + view(since), per step; 200-byte messages, 1 kB of memory\n');
  console.log('messages   stepgate      XState 5 + getPersistedSnapshot');
  const rows = [];
  for (const messages of [10, 100, 1000, 10_000]) {
    const row = await page.evaluate(count => globalThis.bench.step(count), messages);
    rows.push(row);
    const { ms: peer, bytes } = row.xstate;
    console.log(`${String(messages).padStart(8)}   ${ms(row.stepgate)}    ${ms(peer)} (${(peer / row.stepgate).toFixed(1)} times), ${kB(bytes)} a save`);
  }
  const thousand = await page.evaluate(() => globalThis.bench.thousandSteps());
  console.log(`\n${thousand.steps} steps through the driver into IndexedDB: ${ms(thousand.ms)} a step, waiting for the disk included\n`);
  judge('a step at its slowest', Math.max(...rows.map(row => row.stepgate)), 0.05, ms);
  judge('growth from 10 to 10,000 messages', rows.at(-1).stepgate / rows[0].stepgate, 2, value => `${value.toFixed(2)} times`);
  judge('handed to IndexedDB in 1,000 steps', thousand.bytes * 1000 / thousand.steps, 500_000, kB);
  judge('transactions a step', thousand.transactions / thousand.steps, 1, value => value.toFixed(3));
  judge('restoring 1,000 steps', thousand.restore, 50, ms);
} finally {
  await browser.close();
  server.close();
  await rm(profile, { recursive: true, force: true });
}
