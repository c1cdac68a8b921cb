/** `stepgate/arrange` in Chromium, under a strict Content-Security-Policy: the search runs in a module worker, and in the page where there can be none. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from './server.mjs';
import { CHROMIUM, SCENE, watch } from './stage.mjs';

const ROOT = new URL('../../../', import.meta.url);
const POLICY = "default-src 'self'; img-src data:; script-src 'self' 'wasm-unsafe-eval'";
const kept = async name => JSON.parse(await readFile(new URL(`crates/optimise/tests/instances/${name}.json`, ROOT), 'utf8'));

const server = await serve(fileURLToPath(ROOT));
after(() => server.close());

/** Runs `scene` with `given` in a page; `policy` is the page's Content-Security-Policy. */
async function inPage(policy, scene, given) {
  const browser = await chromium.launch(CHROMIUM);
  const troubles = [];
  try {
    const context = await browser.newContext();
    await watch(context, troubles);
    const headers = { 'content-type': 'text/html', 'content-security-policy': policy };
    await context.route('**/arrange.html', route => route.fulfill({ headers, body: '<!doctype html><link rel="icon" href="data:,">' }));
    const page = await context.newPage();
    await page.goto(`${server.url}arrange.html`);
    return { answer: await page.evaluate(scene, given), troubles };
  } finally {
    await browser.close();
  }
}

test('a worker finds what Node finds, reports, and answers a stop with the best so far', SCENE, async () => {
  const [draft, { placement, ...search }] = [await kept('draft'), await kept('placement')];
  const { answer, troubles } = await inPage(POLICY, async ({ draft, search: { seed, iterations } }) => {
    const { arrange, relax } = await import('/www/src/arrange/index.js');
    const started = [];
    const { Worker } = globalThis;
    let ended = 0;
    globalThis.Worker = function (...given) {
      started.push(String(given[0]));
      const worker = new Worker(...given);
      const terminate = worker.terminate.bind(worker);
      return Object.assign(worker, { terminate() { ended += 1; terminate(); } });
    };
    const whole = await arrange(draft, { seed, iterations });
    const stop = new AbortController();
    let reports = 0;
    const stopped = await arrange(draft, {
      timeoutMs: 600_000, stopAt: stop.signal,
      onProgress: () => { if ((reports += 1) === 3) stop.abort(); },
    });
    const error = await arrange({ ...draft, days: 0 }, { iterations: 1 }).catch(({ name, message, place }) => ({ name, message, place }));
    const shut = { ...draft, closed: [1, 2, 3, 4, 5, 6].map(day => ({ wish: 0, day, from: 1, to: 12 })) };
    const { placement } = await arrange(shut, { iterations: 500 });
    const { found } = await relax(shut, placement, ['day_cap', { wish: 0 }], { iterations: 500 });
    return { started, ended, whole, stopped, error, best: found[0].limits };
  }, { draft, search });
  assert.deepEqual(troubles, []);
  assert.deepEqual([answer.started.length, answer.ended], [5, 5], 'each worker ends when it has answered');
  assert.ok(answer.started.every(address => address.endsWith('/www/src/arrange/arrange-worker.js')));
  assert.deepEqual(answer.whole, { placement, cost: search.cost, unplaced: 0, iterations: search.iterations, stopped: false });
  assert.ok(answer.stopped.stopped && answer.stopped.placement.length === draft.items.length);
  assert.deepEqual(answer.error, { name: 'StepgateError', message: '/draft/days: found 0; allowed: 1 to 1000', place: '/draft/days' });
  assert.deepEqual(answer.best, [{ wish: 0 }]);
});

test('where a page may have no worker, the search runs in the page and says so', SCENE, async () => {
  const [draft, { placement, ...search }] = [await kept('draft'), await kept('placement')];
  const { answer } = await inPage(`${POLICY}; worker-src 'none'`, async ({ draft, search: { seed, iterations } }) => {
    const { arrange } = await import('/www/src/arrange/index.js');
    const warnings = [];
    console.warn = text => warnings.push(text);
    const { placement } = await arrange(draft, { seed, iterations });
    return { placement, warnings };
  }, { draft, search });
  assert.deepEqual(answer.placement, placement);
  assert.equal(answer.warnings.length, 1);
  assert.match(answer.warnings[0], /cannot be started.*worker-src/);
});

test('a page with Trusted Types makes the worker itself', SCENE, async () => {
  const [draft, { placement, ...search }] = [await kept('draft'), await kept('placement')];
  const { answer, troubles } = await inPage(`${POLICY}; require-trusted-types-for 'script'`, async ({ draft, search: { seed, iterations } }) => {
    const { arrange } = await import('/www/src/arrange/index.js');
    const policy = globalThis.trustedTypes.createPolicy('page', { createScriptURL: address => address });
    let made = 0;
    const worker = () => {
      made += 1;
      return new Worker(policy.createScriptURL('/www/src/arrange/arrange-worker.js'), { type: 'module' });
    };
    return { ...await arrange(draft, { seed, iterations, worker }), made };
  }, { draft, search });
  assert.deepEqual(troubles, []);
  assert.deepEqual(answer, { placement, cost: search.cost, unplaced: 0, iterations: search.iterations, stopped: false, made: 1 });
});
