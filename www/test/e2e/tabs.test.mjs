/**
 * Tabs of a real browser act at random, with one write a card and with several: none is made twice or against the answer that was saved, and
 * none is lost. `test/tabs-random.test.mjs` plays many more rounds without a browser.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { bankOf } from '../kill/bank.js';
import { booksOf } from '../kill/books.js';
import { originOf } from '../kill/origin.js';
import { CHROMIUM, SCENE } from './stage.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 12);
const LATE_MS = 150;
/** Recovery of the tool of a session with one write a card. */
const KINDS = ['naive', 'status', 'idempotent', 'nothing'];
/** Sessions by what stands on their cards: one write, or three by tools of unlike recovery. */
const CARDS = [{ name: 'one write', kinds: KINDS, writes: 1 }, { name: 'several writes', kinds: ['cards'], writes: 3 }];
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

let books;
let origin;
let browser;
const wrong = [];
/** How often a user went back, and a card named what was made on another branch. */
const backs = { back: 0, named: 0 };
const file = path => () => readFile(new URL(path, import.meta.url));
before(async () => {
  const bank = bankOf(LATE_MS, 0.1);
  books = booksOf(bank, trouble => wrong.push(trouble));
  const { wish, said } = books.hear;
  const hear = { ...bank.hear, wish, said, rests: books.rests, decide: books.decideAnew, back() { backs.back += 1; }, named() { backs.named += 1; } };
  origin = await originOf('./tabs-page.js', hear, {
    'stepgate_bg.wasm': file('../wasm/stepgate_bg.wasm'), 'wasm-engine/stepgate_engine_bg.wasm': file('../../wasm-engine/stepgate_engine_bg.wasm'),
  });
  browser = await chromium.launch(CHROMIUM);
});
after(async () => {
  await browser.close();
  origin.close();
});

/** `rush`: all tabs answer at once, and one takes over. A naive status cannot know about transfers that end with their tab, so pages with one only close their session. */
const ACTIONS = ['say', 'answer', 'answer', 'rush', 'takeOver', 'takeOver', 'back', 'back', 'close', 'reload', 'open'];

async function play(id, { query = '', without }, kind, writes) {
  const context = await browser.newContext();
  if (without) await context.addInitScript(without);
  const troubles = [];
  context.on('weberror', trouble => troubles.push(String(trouble.error())));
  const open = async () => {
    const page = await context.newPage();
    await page.goto(`${origin.url}?id=${id}&kind=${kind}${query}`);
    await page.waitForFunction(() => globalThis.act);
    return page;
  };
  const act = (page, name, given) => page.evaluate(([name, given]) => globalThis.act(name, given), [name, given])
    .then(trouble => { if (trouble) troubles.push(trouble); }, () => {}); // the page is gone
  const pages = [await open(), await open()];
  const wishes = () => Array.from({ length: writes }, books.hear.wish);
  await act(pages[0], 'say', wishes());
  for (let left = 10; left > 0; left -= 1) {
    const page = of(pages);
    const name = of(ACTIONS);
    if (name === 'open') { if (pages.length < 4) pages.push(await open()); } else if (name === 'reload') {
      if (kind !== 'naive') pages.splice(pages.indexOf(page), 1, await page.close().then(open));
    } else if (name === 'rush') {
      pages.forEach(one => act(one, 'answer'));
      act(page, 'takeOver');
    } else act(page, name, name === 'say' ? wishes() : undefined);
    await pause(Math.random() * LATE_MS);
  }
  const last = await open();
  await act(last, 'rest');
  await context.close();
  return troubles;
}

for (const place of PLACES) {
  for (const { name, kinds, writes } of CARDS) {
    test(`tabs at random in Chromium ${place.name}: ${name} a card`, { timeout: SCENE.timeout + ROUNDS * 2_000 }, async t => {
      for (let n = 0; n < ROUNDS / PLACES.length / CARDS.length; n += 1) {
        const kind = kinds[(n + PLACES.indexOf(place)) % kinds.length];
        const troubles = await play(`${kind}-${PLACES.indexOf(place)}-${n}`, place, kind, writes);
        await pause(LATE_MS * 2);
        const sum = books.close();
        t.diagnostic(`so far ${JSON.stringify({ ...sum, ...backs })}`);
        assert.deepEqual([...troubles, ...wrong.splice(0)], [], kind);
      }
    });
  }
}

test('transfers were made in these tabs, and users went back', () => assert.ok(books.close().once > 0 && backs.back > 0));
