/** The inspector: on the demo page, live from the same tab and from another one, and in a page of its own with a session of 5,000 turns. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { guide } from 'stepgate/guide';
import { recorded } from 'stepgate/test';
import { AXE, passes } from './axe.mjs';
import { CHROMIUM, SCENE, scene } from './stage.mjs';
import { at, begin, downloaded, say, until } from './user.mjs';

const rows = page => page.locator('stepgate-inspector .row');
const WORDS = { en: { prompt: 'Prompt as sent', fresh: /new since/ }, zh: { prompt: '发送的提示词', fresh: /比上次请求新增/ } };

/** Number of steps, as the inspector says it. */
const steps = async page => Number(/\d+/.exec(await page.locator('stepgate-inspector [data-part=sum]').innerText())?.[0] ?? 0);

scene('the steps of the open session are shown, also those to come', async ({ lang, lines, open }) => {
  const page = await open();
  await begin(page, lines);
  await say(page, lines.answers[0]);
  await at(page, 'inspect').click();
  await rows(page).nth(3).waitFor();
  const first = await steps(page);
  await page.locator('stepgate-inspector .row:has(.type.replied)').last().click();
  await page.locator('stepgate-inspector section', { hasText: WORDS[lang].prompt }).waitFor();
  assert.match(await page.locator('stepgate-inspector details.new').last().innerText(), WORDS[lang].fresh);
  await say(page, lines.answers[1]);
  await until(async () => assert.ok(await steps(page) > first));
  await page.locator('stepgate-inspector .list').press('Escape');
  await page.locator('stepgate-inspector .list').press('Escape');
  await until(async () => assert.equal(await page.locator('stepgate-inspector').count(), 0));
});

scene('another tab sees each step while it is saved', async ({ lines, open }) => {
  const page = await open();
  await begin(page, lines);
  const other = await open();
  await at(other, 'session-menu').first().click();
  await at(other, 'session-inspect').first().click();
  await rows(other).first().waitFor();
  const first = await steps(other);
  await say(page, lines.answers[0]);
  await until(async () => assert.ok(await steps(other) >= first + 2));
}, { langs: ['en'] });

scene('a session is saved as a test, which plays', async ({ lines, open }) => {
  const page = await open();
  await begin(page, lines);
  await say(page, lines.answers[0]);
  await at(page, 'session-menu').first().click();
  const whole = await downloaded(page, () => at(page, 'session-test').first().click());
  await recorded(guide, whole);
  await at(page, 'inspect').click();
  await page.locator('stepgate-inspector .row:has(.type.said)').first().click();
  const part = await downloaded(page, () => page.locator('stepgate-inspector [data-part=fileHere]').click());
  await recorded(guide, part);
  assert.ok(JSON.parse(part).trace.length < JSON.parse(whole).trace.length);
}, { langs: ['en'] });

// ---- a page of its own ----

/** The page: an agent, an exported session of many turns made from a short one, and the inspector. */
const PAGE = `
import { memoryStore, openSession, tool, toolAgent } from 'stepgate';
import { inspect } from 'stepgate/inspect';
const schema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
const agent = toolAgent({ name: 'shop', instructions: 'Help with orders.', tools: {
  look: tool({ description: 'Looks an order up', inputSchema: schema, execute: ({ id }) => ({ id, total: 12 }) }),
  refund: tool({ description: 'Refunds an order', inputSchema: schema, access: 'write', execute: () => ({ done: true }) }),
} });
let turn = 0;
const model = async ({ messages, corrections }) => {
  const last = String(messages.at(-1).content);
  const usage = { inputTokens: 900 + turn % 50, outputTokens: 20 + turn % 7 };
  const text = last.includes('<data from') ? '{"say": "It is on its way."}'
    : turn % 7 === 3 && corrections === 0 ? '{"say": "", "tool": {"name": "lok", "args": {}}}'
    : \`Sure! {'say': "Let me see", 'tool': {"name": "\${turn % 9 === 4 ? 'refund' : 'look'}", "args": {"id": "A\${turn}"}},}\`;
  return { text, usage, finishReason: 'stop' };
};
const store = memoryStore('inspected');
let session;
window.made = {
  async talk(turns) {
    session ??= await openSession({ agent, id: 'big', store, model, lang: 'en' });
    for (const end = turn + turns; turn < end; turn += 1) {
      const { card } = await session.say('Where is order A' + turn + '?<img src=x onerror=alert(1)>');
      if (card) await session.answer(card.id, { accept: true });
    }
    return (await store.export('big')).trace.length;
  },
  /** Many turns, from those of the session: the inspector reads them, and does not play them. */
  async grown(turns) {
    const file = await store.export('big');
    const [opened, ...rest] = file.trace.map(line => JSON.parse(line));
    const entries = file.snapshot.entries.map(text => text.replace(/\\n[0-9a-f]{8}$/, ''));
    const trace = [JSON.stringify(opened)];
    const all = [];
    const revs = rest.at(-1).rev - 1;
    for (let copy = 0; copy < turns / turn; copy += 1) {
      for (const text of entries) { const parsed = JSON.parse(text); parsed[0] += copy * revs; all.push(JSON.stringify(parsed)); }
      for (const { rev, said, replied, returned, ...record } of rest) trace.push(JSON.stringify({ ...record, rev: rev + copy * revs,
        ...(said && { said: { ...said, entry: said.entry + copy * entries.length } }), ...(replied && { replied: { ...replied, entry: replied.entry + copy * entries.length } }),
        ...(returned && { returned: { ...returned, first: returned.first + copy * entries.length } }) }));
    }
    this.file = JSON.stringify({ ...file, trace, snapshot: { ...file.snapshot, entries: all } });
    return trace.length;
  },
  async open(source, options) {
    this.inspector?.remove();
    const from = performance.now();
    this.inspector = inspect(source, options);
    const there = new Promise(done => this.inspector.addEventListener('open', done, { once: true }));
    document.body.append(this.inspector);
    await there;
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    return performance.now() - from;
  },
  openFile() { return this.open(this.file); },
  openLive() { return this.open(session); },
  openPlayed: async function () { return this.open(await store.export('big'), { agent }); },
  /** The time that a step takes to be in the list after it was saved, at most. */
  async lag(turns) {
    const sum = this.inspector.shadowRoot.querySelector('[data-part=sum]');
    let [worst, saved] = [0, 0];
    const seen = new MutationObserver(() => { worst = Math.max(worst, performance.now() - saved); });
    seen.observe(sum, { childList: true, characterData: true, subtree: true });
    const save = store.save;
    store.save = async (...given) => { await save(...given); saved = performance.now(); };
    await this.talk(turns);
    seen.disconnect();
    store.save = save;
    return worst;
  },
  /** Scrolls from end to end, and gives the time of each frame's work. */
  async scroll() {
    const list = this.inspector.shadowRoot.querySelector('.list');
    const frames = [];
    for (let top = 0, step = 0; step < 60; step += 1, top += list.scrollHeight / 60) {
      list.scrollTop = top;
      const from = performance.now();
      await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
      frames.push(performance.now() - from);
    }
    return { frames: frames.sort((one, other) => one - other), rows: list.querySelectorAll('.row').length };
  },
  /** Scrolls as a wheel does, eight rows a frame, for so many frames. Gives the time between two frames. */
  async wheel(count) {
    const list = this.inspector.shadowRoot.querySelector('.list');
    const times = [];
    list.scrollTop = 0;
    for (let last = await new Promise(requestAnimationFrame); times.length < count;) {
      list.scrollTop += 352;
      const now = await new Promise(requestAnimationFrame);
      times.push(now - last);
      last = now;
    }
    return times.sort((one, other) => one - other);
  },
};
document.title = 'ready';
`;

let browser, files;
before(async () => {
  const www = fileURLToPath(new URL('../../', import.meta.url));
  const { outputFiles } = await build({ stdin: { contents: PAGE, resolveDir: www }, bundle: true, format: 'esm', splitting: true, outdir: '/app', write: false, minify: true });
  files = new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
  browser = await chromium.launch(CHROMIUM);
});
after(() => browser?.close());

/** Opens the page of its own. @param {object} [context] */
export async function ownPage(context = {}) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, ...context });
  await page.addInitScript({ path: AXE });
  const troubles = [];
  page.on('pageerror', error => troubles.push(String(error)));
  page.on('dialog', dialog => { troubles.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  await page.route('https://inspect.example/**', async route => {
    const name = basename(new URL(route.request().url()).pathname);
    if (name === '') return route.fulfill({ contentType: 'text/html', body: '<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src \'self\'; script-src \'self\' \'wasm-unsafe-eval\'; require-trusted-types-for \'script\'"><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="page.css"><script type="module" src="stdin.js"></script><main><h1>The inspector</h1></main>' });
    if (name === 'page.css') return route.fulfill({ contentType: 'text/css', body: 'html,body{margin:0;height:100%}main{position:absolute;clip-path:inset(50%)}' });
    if (name.endsWith('.wasm')) return route.fulfill({ contentType: 'application/wasm', body: await readFile(fileURLToPath(new URL(`../../wasm-engine/${name}`, import.meta.url))) });
    return files.has(name) ? route.fulfill({ contentType: 'text/javascript', body: Buffer.from(files.get(name)) }) : route.fulfill({ status: 404 });
  });
  await page.goto('https://inspect.example/');
  await page.waitForFunction(() => document.title === 'ready');
  return { page, troubles };
}

/** Time that the page's main thread has worked since it was asked last, in milliseconds: other work of the machine is not in it. */
async function clockOf(page) {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const now = async () => (await client.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  let last = await now();
  return async () => {
    const [before, after] = [last, await now()];
    last = after;
    return Math.round(after - before);
  };
}

test('a session of 5,000 turns is listed, scrolled, searched and filtered', SCENE, async t => {
  const { page, troubles } = await ownPage();
  await page.evaluate(() => window.made.talk(20));
  const lines = await page.evaluate(() => window.made.grown(5000));
  assert.ok(lines > 20_000, `${lines} lines`);
  const cpu = await clockOf(page);
  const wall = await page.evaluate(() => window.made.openFile());
  t.diagnostic(`opened in ${Math.round(wall)} ms (${await cpu()} ms of the page's thread)`);
  assert.equal(await steps(page), lines);
  const { frames, rows: drawn } = await page.evaluate(() => window.made.scroll());
  t.diagnostic(`60 frames of scrolling: ${frames[30].toFixed(1)} ms median, ${frames[57].toFixed(1)} ms p95 (${await cpu()} ms of the page's thread for all); ${drawn} rows are drawn`);
  const apart = await page.evaluate(() => window.made.wheel(240));
  t.diagnostic(`240 frames of a wheel: ${apart[120].toFixed(1)} ms apart in the median, ${apart[228].toFixed(1)} ms p95, ${(await cpu() / 240).toFixed(1)} ms of the page's thread for each`);
  assert.ok(drawn < 60, `${drawn} rows are drawn`);
  await page.locator('stepgate-inspector [data-filter=corrections]').click();
  await until(async () => assert.ok((await rows(page).allInnerTexts()).every(text => /correction/.test(text))));
  await page.locator('stepgate-inspector [data-filter=all]').click();
  await page.locator('stepgate-inspector input').fill('order A13?');
  await until(async () => assert.ok((await rows(page).allInnerTexts()).every(text => /A13/.test(text))));
  assert.deepEqual(troubles, []);
});

test('a step shows what was sent, read, judged, remembered and saved', SCENE, async t => {
  const { page, troubles } = await ownPage({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.evaluate(() => window.made.talk(6));
  await page.evaluate(() => window.made.openLive());
  const detail = page.locator('stepgate-inspector .detail');
  const choose = async selector => {
    await page.locator(`stepgate-inspector .row${selector}`).first().click();
    await page.locator('stepgate-inspector [data-part=test]').waitFor();
    return detail.innerText();
  };
  assert.match(await choose(':has(.chip.correction)'), /found string "lok"|lok[^]*sent back/);
  const reply = await choose(':has(.chip.repair)');
  assert.ok(await detail.locator('mark').count() >= 2);
  for (const expected of [/Prompt as sent/, /Contract: fits|Contract\s+fits/, /Help with orders|messages/, /Saved/, /run look|run refund/]) assert.match(reply, expected);
  assert.match(await choose(':has(.chip.card)'), /waits for the user[^]*wait: approval/);
  assert.match(await choose(':has(.chip.write)'), /refund/);
  await page.locator('stepgate-inspector .row:has(.type.replied)').first().click();
  await page.locator('stepgate-inspector [data-part=curl]').click();
  const curl = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(curl, /^curl "\$BASE_URL\/chat\/completions" -H "Authorization: Bearer \$API_KEY"[^]*Help with orders\.[^]*response_format/);
  t.diagnostic(`a step is in the list ${(await page.evaluate(() => window.made.lag(5))).toFixed(1)} ms after it was saved, at most`);
  await page.locator('stepgate-inspector .list').press('End');
  await until(async () => assert.equal(Number(await page.locator('stepgate-inspector .row[aria-selected=true]').getAttribute('data-step')), await steps(page) - 1));
  await page.locator('stepgate-inspector .list').press('/');
  assert.equal(await page.evaluate(() => window.made.inspector.shadowRoot.activeElement.tagName), 'INPUT');
  assert.deepEqual(troubles, []);
});

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
for (const [size, viewport] of Object.entries(SIZES)) {
  for (const [locale, colorScheme] of [['en-US', 'light'], ['zh-CN', 'dark']]) {
    test(`it fits and can be read: ${size}, ${locale}, ${colorScheme}`, SCENE, async () => {
      const { page } = await ownPage({ viewport, locale, colorScheme });
      await page.evaluate(lang => { document.documentElement.lang = lang; }, locale);
      await page.evaluate(() => window.made.talk(6));
      await page.evaluate(() => window.made.openLive());
      const picture = name => process.env.SHOTS && page.screenshot({ path: `${process.env.SHOTS}/inspect-${size}-${locale}-${name}.png` });
      await picture('list');
      await page.locator('stepgate-inspector .row:has(.chip.repair)').last().click();
      await page.locator('stepgate-inspector [data-part=test]').waitFor();
      await picture('step');
      const widest = page.evaluate(() => Math.max(...['.list', '.detail', '.head'].map(name => window.made.inspector.shadowRoot.querySelector(name).getBoundingClientRect().right)));
      assert.ok(await widest <= viewport.width, `${await widest}`);
      assert.equal(await page.locator('stepgate-inspector [data-part=back]').isVisible(), size === 'phone');
      await passes(page, `the inspector, ${size}`);
    });
  }
}
