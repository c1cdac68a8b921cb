// A page without a bundler, on an address without https: the files named by the README's import map, without the features such a page
// lacks.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { test } from 'node:test';
import { chromium } from 'playwright-core';
import { CHROMIUM, SCENE, watch } from './stage.mjs';

const WWW = new URL('../../', import.meta.url);
const TYPES = { '.js': 'text/javascript', '.wasm': 'application/wasm' };

const page = map => `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,">${map}</head><body><script type="module">
import { openSession, indexedDbStore } from 'stepgate';
import { stepper } from 'stepgate/stepper';
import { memoryWorkspace, workspaceTools } from 'stepgate/workspace';
const workspace = memoryWorkspace({ 'a.md': 'a' });
const agent = await openSession({
  agent: stepper, id: 'plain', lang: 'en', store: indexedDbStore('plain'), tools: workspaceTools(workspace),
  model: async () => { throw new Error('no model today'); },
});
const { output: outcome } = await agent.say('Read a.md');
const worker = new Worker('/worker.js', { type: 'module' });
worker.onmessage = ({ data }) => { window.seen = { role: agent.role, warning: agent.warning, outcome, secure: isSecureContext, worker: data }; };
</script></body></html>`;

const WORKER = `import { init, repairJson } from '/node_modules/stepgate/src/json/index.js';
await init();
postMessage(repairJson("{'a': 1,}").value);`;

/** A file from a server of the page's folder. @param {string} path */
async function file(path) {
  const inside = path.replace(/^\/node_modules\/stepgate\//, '').replace(/^\//, '');
  return { contentType: TYPES[extname(path)], body: await readFile(new URL(inside, WWW)) };
}

test('a plain page runs what the README says', SCENE, async () => {
  const [map] = /<script type="importmap">.*?<\/script>/s.exec(await readFile(new URL('README.md', WWW), 'utf8'));
  const browser = await chromium.launch(CHROMIUM);
  try {
    const context = await browser.newContext();
    const troubles = [];
    await watch(context, troubles);
    await context.route('http://plain.test/**', async route => {
      const { pathname } = new URL(route.request().url());
      if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: page(map) });
      if (pathname === '/worker.js') return route.fulfill({ contentType: TYPES['.js'], body: WORKER });
      return route.fulfill(await file(pathname));
    });
    const tab = await context.newPage();
    await tab.goto('http://plain.test/');
    await tab.waitForFunction(() => window.seen);
    const { role, warning, outcome, secure, worker } = await tab.evaluate(() => window.seen);
    assert.deepEqual([role, warning, secure, worker], ['drives', undefined, false, { a: 1 }]);
    assert.deepEqual([outcome.status, outcome.error], ['failed', 'llm_failed']);
    assert.deepEqual(troubles, []);
  } finally {
    await browser.close();
  }
});
