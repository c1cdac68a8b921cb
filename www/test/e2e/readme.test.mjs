// The README's page, word for word: reloaded at random moments, in one tab and in two, it loses no text, and nothing fails.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { test } from 'node:test';
import { chromium } from 'playwright-core';
import { until } from '../until.js';
import { CHROMIUM, SCENE, watch } from './stage.mjs';

/** Number of reloads in each test. A full check has 30. */
const RELOADS = Number(process.env.STEPGATE_RELOADS ?? 8);
const WWW = new URL('../../', import.meta.url);
const TYPES = { '.js': 'text/javascript', '.wasm': 'application/wasm' };

/** Reproducible random numbers from 0 to 1. @param {number} seed */
function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const RESUME = { basics: { name: 'Ada' }, work: [{ name: 'Acme', position: 'Developer', highlights: ['Worked on the login'] }, { name: 'Beta', position: 'Intern', highlights: ['Helped'] }] };

/** The parts that the snippet leaves to the page. */
const OWN = `
globalThis.resume = ${JSON.stringify(RESUME)};
globalThis.trouble = [];
globalThis.explain = error => trouble.push(String(error));
addEventListener('unhandledrejection', ({ reason }) => trouble.push(String(reason)));
globalThis.drawLive = words => { document.getElementById('live').textContent = words; };
globalThis.draw = (view, agent) => {
  globalThis.shown = { view, role: agent.role };
  const words = view.blocks.filter(({ kind, cue }) => kind === 'user' && !cue).map(({ text }) => text);
  document.getElementById('log').textContent = words.join('\\n');
  const { card } = view;
  const button = document.getElementById('accept');
  button.hidden = !card || agent.role === 'watches' || view.waiting === 'model';
  button.onclick = () => { button.hidden = true; agent.answer(card.id, { accept: true }).catch(explain); };
};`;

async function html() {
  const { dependencies } = JSON.parse(await readFile(new URL('package.json', WWW), 'utf8'));
  const [map] = /<script type="importmap">.*?<\/script>/s.exec(await readFile(new URL('README.md', WWW), 'utf8'));
  assert.ok(dependencies.idb);
  const [, snippet] = /```js\n((?:(?!```).)*document\.forms.*?)```/s.exec(await readFile(new URL('../README.md', WWW), 'utf8'));
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,">${map}</head><body>
<form><textarea name="words"></textarea><button name="send">Send</button></form><button id="accept" hidden>Accept</button><pre id="log"></pre><p id="live"></p>
<script>${OWN}</script><script type="module">${snippet}</script></body></html>`;
}

/** Serves the page and the files of the package. */
async function pages() {
  const page = await html();
  const server = createServer(async ({ url }, response) => {
    if (url === '/') return void response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    const file = new URL(url.replace(/^\/node_modules\/stepgate\//, '').replace(/^\//, ''), WWW);
    const body = await readFile(file).catch(() => undefined);
    response.writeHead(body ? 200 : 404, { 'content-type': TYPES[extname(url)] ?? 'text/plain' }).end(body);
  });
  await new Promise(ready => { server.listen(0, '127.0.0.1', ready); });
  return server;
}

const PLAN = { tasks: [1, 2].map(id => ({ id, section: `Work - ${id === 1 ? 'Acme' : 'Beta'}`, strategy: 'STAR_STORYTELLING', original_text: 'o', diagnosis: 'd', goal: 'g' })) };

/** A model that streams each reply over about a third of a second. */
async function models() {
  const next = random(7);
  const reply = prompt => {
    if (/"tasks"/.test(prompt)) return PLAN;
    const asks = ['CONTINUE_ASKING', 'CONTINUE_ASKING', 'PROPOSE_DRAFT'][Math.floor(next() * 3)];
    return { thought: 'Let me see.', intent: 'CONTINUE', target_task: null, next_action: asks, reply_to_user: 'What did you do there, and what came of it?', draft_content: asks === 'PROPOSE_DRAFT' ? '- Built the login' : null };
  };
  const server = createServer((request, response) => {
    const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    if (request.method === 'OPTIONS') return void response.writeHead(204, cors).end();
    let body = '';
    request.on('data', piece => { body += piece; });
    request.on('end', async () => {
      response.writeHead(200, { 'content-type': 'text/event-stream', ...cors });
      const text = JSON.stringify(reply(JSON.parse(body).messages[0].content));
      for (let at = 0; at < text.length && !response.destroyed; at += 12) {
        response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: text.slice(at, at + 12) } }] })}\n\n`);
        await new Promise(done => { setTimeout(done, next() * 25); });
      }
      response.end(`data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`);
    });
  });
  await new Promise(ready => { server.listen(0, '127.0.0.1', ready); });
  return server;
}

/** All texts of the user on the pages: those sent, and those in an input box. @param {import('playwright-core').Page[]} tabs */
async function words(tabs) {
  const found = await Promise.all(tabs.map(tab => tab.evaluate(() => [...document.getElementById('log').textContent.split('\n'), document.forms[0].words.value])));
  return new Set(found.flat());
}

/**
 * Acts as the page allows: accepts a card, or sends a text: the one in the box, else a new one.
 * @param {import('playwright-core').Page} tab @param {string} text @param {boolean} accepts @returns {Promise<boolean>} whether the text is new
 */
const act = (tab, text, accepts) => tab.evaluate(([said, mayAccept]) => {
  const [form] = document.forms;
  const accept = document.getElementById('accept');
  if (mayAccept && !accept.hidden) return void accept.click();
  if (form.send.disabled) return false;
  const isNew = !form.words.value;
  if (isNew) {
    form.words.focus();
    document.execCommand('insertText', false, said); // like typing, so that the browser restores it
  }
  form.requestSubmit();
  return isNew;
}, [text, accepts]);

async function reloadsOf(tabCount, seed) {
  const [server, model] = [await pages(), await models()];
  const browser = await chromium.launch(CHROMIUM);
  const troubles = [];
  const said = [];
  try {
    const context = await browser.newContext({ locale: 'en-US' });
    await watch(context, troubles);
    await context.route('http://localhost:11434/v1/chat/completions', route => route.continue({ url: `http://localhost:${model.address().port}/v1/chat/completions` }).catch(() => {}));
    const tabs = [];
    for (let n = 0; n < tabCount; n += 1) {
      tabs.push(await context.newPage());
      await tabs[n].goto(`http://localhost:${server.address().port}/`);
    }
    const next = random(seed);
    const settled = tab => tab.waitForFunction(() => globalThis.shown);
    const troubled = async tab => troubles.push(...await tab.evaluate(() => globalThis.trouble));
    for (let round = 0; round < RELOADS; round += 1) {
      for (const tab of tabs) await settled(tab);
      await new Promise(done => { setTimeout(done, next() * 600); });
      for (const tab of tabs) {
        const text = `I did thing ${said.length}`;
        if (await act(tab, text, next() < 0.3)) said.push(text);
      }
      if (next() < 0.7) await new Promise(done => { setTimeout(done, next() * 500); });
      const tab = tabs[Math.floor(next() * tabs.length)];
      await troubled(tab);
      await tab.reload();
      await settled(tab);
      const kept = await words(tabs);
      assert.deepEqual(said.filter(text => !kept.has(text)), [], `after reload ${round + 1}`);
    }
    await until(async () => assert.equal(await tabs[0].evaluate(() => globalThis.shown.view.waiting === 'model'), false));
    const kept = await words(tabs);
    assert.deepEqual(said.filter(text => !kept.has(text)), []);
    for (const tab of tabs) await troubled(tab);
    assert.ok(said.length > RELOADS / 4, `something was said: ${said.length} times`);
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
    model.closeAllConnections();
    model.close();
  }
  assert.deepEqual(troubles, []);
}

test('the page of the README, reloaded at random moments', SCENE, () => reloadsOf(1, 1));

test('the page of the README in two tabs, each reloaded at random moments', SCENE, () => reloadsOf(2, 2));

test('one file under a strict policy, and what a weaker one is told', SCENE, async () => {
  const PAGE = `import { guide } from '/cdn/stepgate.js';
    guide.load().then(() => { window.seen = guide.name; }, ({ name, code }) => { window.seen = [name, code]; });`;
  const asked = [];
  const server = createServer(async ({ url }, response) => {
    asked.push(url);
    const { pathname, search } = new URL(url, 'http://localhost');
    const policy = search === '?weak' ? "script-src 'self'" : "default-src 'none'; connect-src 'self'; img-src data:; script-src 'self' 'wasm-unsafe-eval'";
    if (pathname === '/') return void response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy }).end('<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>');
    if (pathname === '/page.js') return void response.writeHead(200, { 'content-type': TYPES['.js'] }).end(PAGE);
    response.writeHead(200, { 'content-type': TYPES[extname(pathname)] }).end(await readFile(new URL(pathname.slice(1), WWW)));
  });
  await new Promise(ready => { server.listen(0, '127.0.0.1', ready); });
  const browser = await chromium.launch(CHROMIUM);
  try {
    const tab = await browser.newPage();
    const seen = async query => {
      await tab.goto(`http://localhost:${server.address().port}/${query}`);
      await tab.waitForFunction(() => window.seen);
      return tab.evaluate(() => window.seen);
    };
    assert.equal(await seen(''), 'guide');
    assert.deepEqual(asked, ['/', '/page.js', '/cdn/stepgate.js', '/wasm-guide/stepgate_guide_bg.wasm']);
    asked.length = 0;
    assert.deepEqual(await seen('?weak'), ['LoadError', 'not_allowed']);
    assert.ok(!asked.some(url => url.endsWith('.wasm')), 'nothing was fetched in vain');
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
});
