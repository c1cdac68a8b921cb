/** The research tools in Chromium, against servers of every kind. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { webServer } from '../web-server.js';
import { probe } from './probe.mjs';
import { addressOf, CHROMIUM, SCENE } from './stage.mjs';

let browser;
let server;
before(async () => {
  [browser, server] = await Promise.all([chromium.launch(CHROMIUM), webServer()]);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** A page that has a cookie for the server's host. Console errors about the servers are expected here. */
async function opened() {
  const context = await browser.newContext();
  const page = await context.newPage();
  await context.route('**/research-probe.js', await probe('research-probe.js'));
  await page.goto(await addressOf('demo'));
  await page.evaluate(() => { document.cookie = 'secret=1'; });
  return page;
}

test('every kind of server has its answer, and learns nothing of the user', SCENE, async () => {
  const page = await opened();
  const rows = await page.evaluate(async origin => {
    const { run } = await import(new URL('research-probe.js', document.baseURI).href);
    return run({ origin, wasm: new URL('stepgate_content_bg.wasm', document.baseURI) });
  }, server.origin);
  assert.ok(rows.length > 50);
  for (const [name, expected, found] of rows) assert.deepEqual(found, expected, name);
  assert.equal(await page.evaluate(() => globalThis.harmed), undefined);
  assert.ok(server.seen.sent < 1_000_000, 'an answer without end was read on');
  for (const { url, headers } of server.seen.requests) assert.deepEqual([headers.cookie, headers.referer, headers.authorization], [undefined, undefined, undefined], url);
});

test('a page without a referrer policy of its own sends none either', SCENE, async () => {
  const page = await opened();
  await page.evaluate(() => document.querySelector('meta[name=referrer]').setAttribute('content', 'unsafe-url'));
  await page.evaluate(async origin => { await fetch(`${origin}/read/plain`); }, server.origin);
  assert.ok(server.seen.requests.at(-1).headers.referer, 'this page tells where it is');
  const answer = await page.evaluate(async origin => {
    const { attempt } = await import(new URL('research-probe.js', document.baseURI).href);
    return attempt({ url: `${origin}/read/`, wasm: new URL('stepgate_content_bg.wasm', document.baseURI) });
  }, server.origin);
  assert.equal(answer.text, '# tea\n\n正文');
  assert.equal(server.seen.requests.at(-1).headers.referer, undefined);
});

test('a server that allows no calls from pages, and a browser without network', SCENE, async () => {
  const page = await opened();
  const codes = await page.evaluate(async origin => {
    const { attempt } = await import(new URL('research-probe.js', document.baseURI).href);
    const ask = path => attempt({ url: `${origin}/${path}`, wasm: new URL('stepgate_content_bg.wasm', document.baseURI) });
    const closed = await ask('closed/{url}');
    Object.defineProperty(navigator, 'onLine', { value: false });
    return [closed, await ask('closed/{url}')];
  }, server.origin);
  assert.deepEqual(codes, ['unreachable', 'offline']);
});
