/** Markdown made to break the page: each text is drawn quickly, or cut with a notice, and never becomes more than text. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after } from 'node:test';
import { delta, events } from '../server.js';
import { probe } from './probe.mjs';
import { scene } from './stage.mjs';
import { reads, rests, say } from './user.mjs';

const script = await probe('markdown-probe.js');
/** Time on the page's thread that no text needs on any machine, and that one whose work explodes exceeds many times over. */
const FROZEN_MS = 5_000;
const PAGE = '<!doctype html><html lang="zh"><meta charset="utf-8"><title>x</title><link rel="stylesheet" href="app.css"><div id="app"></div></html>';
const ALLOWED = ['bubble', 'markdown', 'plain', 'hint', 'cut'];

/**
 * Milliseconds that `work` takes on the page's own thread.
 * @param {import('playwright-core').CDPSession} cdp @param {() => Promise<unknown>} work
 */
async function cost(cdp, work) {
  const spent = async () => (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value;
  const before = await spent();
  await work();
  return (await spent() - before) * 1_000;
}

scene('hostile Markdown freezes nothing, whole and while it grows, and stays text', async ({ lang, context, open }) => {
  await context.route('**/markdown-probe.js', script);
  await context.route('**/markdown.html', route => route.fulfill({ contentType: 'text/html; charset=utf-8', body: PAGE })); // the demo's own page allows only one lit-html
  const page = await open('markdown.html');
  await page.setViewportSize({ width: 320, height: 640 });
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const names = await page.evaluate(async () => {
    globalThis.probe = await import(new URL('markdown-probe.js', document.baseURI).href);
    globalThis.probe.begin();
    return globalThis.probe.names;
  });
  assert.ok(names.length > 150);
  for (const [index, name] of names.entries()) {
    for (const pieces of [1, 20]) {
      const ms = await cost(cdp, () => page.evaluate(([at, of]) => globalThis.probe.show(at, of), [index, pieces]));
      if (process.env.SHOW_COST) console.log(Math.round(ms), pieces, name.slice(0, 60));
      assert.ok(ms <= FROZEN_MS, `${name.slice(0, 80)}, in ${pieces}: ${Math.round(ms)} ms`);
      const seen = await page.evaluate(at => globalThis.probe.look(at), index);
      const { length, words, depth, odd, classes, links, sideways, harmed } = seen;
      assert.deepEqual({ odd, sideways, harmed }, { odd: 0, sideways: false, harmed: false }, `${name.slice(0, 80)}: ${JSON.stringify(seen)}`);
      assert.ok(depth < 180, `${name.slice(0, 80)}: ${depth} levels`);
      assert.deepEqual(links.filter(protocol => !['https:', 'http:', 'mailto:'].includes(protocol)), [], name);
      assert.deepEqual(classes.filter(one => !ALLOWED.includes(one)), [], name);
      if (length > 17_000) assert.match(words, lang === 'zh' ? /还有 [\d,]+ 个字符未显示/ : /[\d,]+ more characters are not shown/, name);
    }
  }
  await page.evaluate(() => globalThis.probe.show(0, 3_100));
  const { depth, words } = await page.evaluate(() => globalThis.probe.look(0));
  assert.ok(depth < 50 && words, `one character at a time: ${depth} levels`);
}, { langs: ['zh'] });

const REPLIES = {
  said: JSON.stringify({ say: '>'.repeat(3_100), memo: null, call: null, ask: null, done: false }),
  refused: JSON.stringify({ say: '> '.repeat(8_000), call: { name: 'no such tool', args: {} } }),
};

/** A model server that streams the reply named by the user. */
const server = createServer((request, response) => {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', '*, authorization');
  if (request.method === 'OPTIONS') return void response.writeHead(204).end();
  let text = '';
  request.on('data', piece => { text += piece; });
  request.on('end', () => {
    const name = JSON.parse(text).messages.findLast(({ role, content }) => role === 'user' && content in REPLIES)?.content ?? 'said';
    const pieces = REPLIES[name].match(/[^]{1,400}/g).map(content => delta({ content }));
    events([...pieces, delta({}, 'stop')])(response);
  });
});
await new Promise(ready => server.listen(0, '127.0.0.1', ready));
after(() => {
  server.closeAllConnections();
  server.close();
});

scene('a reply that nests without end is shown, saved, and there after a reload', async ({ lang, open }) => {
  const page = await open('?agent=ledger');
  await say(page, 'said');
  const plain = lang === 'zh' ? /按原文显示/ : /shown as it was written/;
  await reads(page, 'markdown-cut', plain);
  await page.reload();
  await reads(page, 'markdown-cut', plain);
  await say(page, 'refused');
  await rests(page); // refused, asked for again, and given up
  await page.reload();
  await reads(page, 'markdown-cut', plain);
}, { build: 'test', settings: { provider: 'openai', baseUrl: `http://127.0.0.1:${server.address().port}/v1`, model: 'm' } });
