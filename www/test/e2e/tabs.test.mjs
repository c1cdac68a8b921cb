/**
 * Tabs of a real browser act at random: no transfer is made twice. `test/tabs-random.test.mjs` plays many more rounds without a browser.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { bankOf } from '../kill/bank.js';
import { originOf } from '../kill/origin.js';
import { CHROMIUM, SCENE } from './stage.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 12);
const LATE_MS = 150;
const KINDS = ['naive', 'status', 'idempotent', 'nothing'];
const PLACES = [
  { name: 'with locks' },
  { name: 'with locks, of which none says who drives', query: '&lock=false' },
  { name: 'without BroadcastChannel', without: () => { delete globalThis.BroadcastChannel; } },
  { name: 'without locks', without: () => { Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined }); } },
  {
    name: 'without locks and BroadcastChannel',
    without: () => { delete globalThis.BroadcastChannel; Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined }); },
  },
];

const of = list => list[Math.floor(Math.random() * list.length)];

let bank;
let origin;
let browser;
before(async () => {
  bank = bankOf(LATE_MS);
  origin = await originOf('./tabs-page.js', bank.hear, { 'stepgate_bg.wasm': () => readFile(new URL('../wasm/stepgate_bg.wasm', import.meta.url)) });
  browser = await chromium.launch(CHROMIUM);
});
after(async () => {
  await browser.close();
  origin.close();
});

/** A naive status cannot know about transfers that end with their tab, so pages with one only close their session. */
const ACTIONS = ['say', 'answer', 'answer', 'takeOver', 'takeOver', 'close', 'reload', 'open'];

async function play(n, { query = '', without }, kind) {
  const context = await browser.newContext();
  if (without) await context.addInitScript(without);
  const troubles = [];
  context.on('weberror', trouble => troubles.push(String(trouble.error())));
  const open = async () => {
    const page = await context.newPage();
    await page.goto(`${origin.url}?id=${n}&kind=${kind}${query}`);
    await page.waitForFunction(() => globalThis.act);
    return page;
  };
  const act = (page, name, given) => page.evaluate(([name, given]) => globalThis.act(name, given), [name, given])
    .then(trouble => { if (trouble) troubles.push(trouble); }, () => {}); // the page is gone
  const pages = [await open(), await open()];
  await act(pages[0], 'say', n);
  for (let left = 10; left > 0; left -= 1) {
    const page = of(pages);
    const name = of(ACTIONS);
    if (name === 'open') { if (pages.length < 4) pages.push(await open()); } else if (name === 'reload') {
      if (kind !== 'naive') pages.splice(pages.indexOf(page), 1, await page.close().then(open));
    } else act(page, name, n + left * 1_000_000);
    await pause(Math.random() * LATE_MS);
  }
  const last = await open();
  await act(last, 'rest');
  await context.close();
  return troubles;
}

for (const place of PLACES) {
  test(`tabs at random in Chromium ${place.name}`, SCENE, async t => {
    const rounds = Math.ceil(ROUNDS / PLACES.length);
    for (let n = 0; n < rounds; n += 1) {
      const kind = KINDS[(n + PLACES.indexOf(place)) % KINDS.length];
      const first = 1 + PLACES.indexOf(place) * 1000 + n;
      assert.deepEqual(await play(first, place, kind), [], kind);
      await pause(LATE_MS * 2);
      const twice = [...bank.made].filter(([, times]) => times > 1);
      assert.deepEqual(twice, [], kind);
    }
    t.diagnostic(`${bank.made.size} transfers so far`);
    assert.ok(bank.made.size > 0);
  });
}
