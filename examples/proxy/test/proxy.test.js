// The proxy before an imitated provider: as a server of Node, and as a function of a Workers runtime.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openAiCompatible } from 'stepgate';
import worker, { nodeServer, proxyOf } from '../proxy.js';

const PAGE = 'https://page.example';
const ask = { method: 'POST', headers: { origin: PAGE, 'content-type': 'application/json', authorization: 'Bearer of-the-page' }, body: JSON.stringify({ model: 'small', messages: [] }) };

/** A provider that streams two pieces; the second one waits until it is told to. @param {import('node:test').TestContext} t @param {(response: import('node:http').ServerResponse) => void} [answer] */
async function provider(t, answer) {
  /** @type {any[]} */
  const requests = [];
  let goOn = () => {};
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const isGone = new Promise(gone => { response.on('close', () => gone(!response.writableEnded)); });
    requests.push({ url: request.url, headers: request.headers, body: JSON.parse(body), isGone });
    if (answer) return answer(response);
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-secret': 'of the provider' });
    response.write('data: {"choices":[{"delta":{"content":"Hel"}}]}\n\n');
    await new Promise(resolve => { goOn = () => resolve(undefined); });
    response.end('data: {"choices":[{"delta":{"content":"lo"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
  });
  t.after(() => { server.closeAllConnections(); server.close(); });
  return { base: await listening(server), requests, goOn: () => goOn() };
}

/** @param {import('node:http').Server} server */
const listening = server => new Promise(ready => server.listen(0, '127.0.0.1', () => ready(`http://127.0.0.1:${/** @type {any} */ (server.address()).port}`)));

/** @param {string} upstream */
const settings = (upstream, more = {}) => ({ UPSTREAM: `${upstream}/v1`, KEY: 'secret', MODELS: 'small, large', ORIGINS: PAGE, ...more });

/** The proxy in both forms: a function from a path and a request to an answer. @type {Record<string, (t: import('node:test').TestContext, env: any, now?: () => number) => Promise<(path: string, init?: any) => Promise<Response>>>} */
const FORMS = {
  async node(t, env, now) {
    const server = await nodeServer(proxyOf(env, now));
    t.after(() => { server.closeAllConnections(); server.close(); });
    const base = await listening(server);
    return (path, init) => fetch(base + path, init);
  },
  async worker(t, env, now) {
    const proxy = proxyOf(env, now);
    return (path, init) => proxy(new Request(`https://proxy.example${path}`, init), '192.0.2.1');
  },
};

for (const [name, form] of Object.entries(FORMS)) {
  test(`the provider gets its key and nothing of the page's; the page gets the pieces as they come, and no key (${name})`, async t => {
    const { base, requests, goOn } = await provider(t);
    const send = await form(t, settings(base));
    const answer = await send('/v1/chat/completions', ask);
    const reader = /** @type {ReadableStream<Uint8Array>} */ (answer.body).pipeThrough(/** @type {any} */ (new TextDecoderStream())).getReader();
    assert.match(String((await reader.read()).value), /Hel/); // before the provider has ended
    goOn();
    let rest = '';
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) rest += piece.value;
    assert.match(rest, /\[DONE\]/);
    assert.deepEqual([requests[0].url, requests[0].headers.authorization, requests[0].headers.origin, requests[0].body.model], ['/v1/chat/completions', 'Bearer secret', undefined, 'small']);
    assert.deepEqual([answer.headers.get('x-secret'), answer.headers.get('access-control-allow-origin'), JSON.stringify([...answer.headers]).includes('secret')], [null, PAGE, false]);
  });

  test(`other origins, paths, methods and models are refused before the provider hears of them (${name})`, async t => {
    const { base, requests } = await provider(t);
    const send = await form(t, settings(base));
    const codeOf = async (/** @type {string} */ path, /** @type {any} */ init) => {
      const answer = await send(path, init);
      return [answer.status, (await answer.json()).error.code];
    };
    const path = '/v1/chat/completions';
    assert.deepEqual(await codeOf(path, { ...ask, headers: { origin: 'https://other.example' } }), [403, 'origin_not_allowed']);
    assert.deepEqual(await codeOf(path, { ...ask, headers: {} }), [403, 'origin_not_allowed']);
    assert.deepEqual(await codeOf('/v1/models', { headers: ask.headers }), [404, 'not_found']);
    assert.deepEqual(await codeOf(path, { ...ask, body: '{"model":"huge"}' }), [404, 'model_not_found']);
    assert.deepEqual(await codeOf(path, { ...ask, body: '{' }), [400, 'malformed']);
    assert.deepEqual(await codeOf(path, { ...ask, body: 'x'.repeat(2_000_001) }), [413, 'too_large']);
    assert.deepEqual(requests, []);
    const preflight = await send(path, { method: 'OPTIONS', headers: { origin: PAGE, 'access-control-request-method': 'POST' } });
    assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-origin'), preflight.headers.get('access-control-allow-headers')], [204, PAGE, 'authorization, content-type']);
  });

  test(`calls above the limit are told how long to wait, and the next minute begins anew (${name})`, async t => {
    const { base } = await provider(t, response => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
    let now = 0;
    const send = await form(t, settings(base, { PER_MINUTE: '2' }), () => now);
    const call = async () => {
      const answer = await send('/v1/chat/completions', ask);
      await answer.text();
      return [answer.status, answer.headers.get('retry-after')];
    };
    assert.deepEqual([await call(), await call()], [[200, null], [200, null]]);
    now = 20_000;
    assert.deepEqual(await call(), [429, '40']);
    now = 60_000;
    assert.deepEqual(await call(), [200, null]);
  });

  test(`a key that the provider does not accept is the proxy's fault, and other refusals are passed on (${name})`, async t => {
    let status = 401;
    const { base } = await provider(t, response => response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '7' }).end('{"error":{"message":"no"}}'));
    const send = await form(t, settings(base));
    const first = await send('/v1/chat/completions', ask);
    assert.deepEqual([first.status, (await first.json()).error.code], [502, 'bad_key']);
    status = 429;
    const second = await send('/v1/chat/completions', ask);
    assert.deepEqual([second.status, second.headers.get('retry-after'), await second.json()], [429, '7', { error: { message: 'no' } }]);
  });

  test(`a page that goes ends the call of the provider (${name})`, async t => {
    const { base, requests } = await provider(t);
    const send = await form(t, settings(base));
    const page = new AbortController();
    const answer = await send('/v1/chat/completions', { ...ask, signal: page.signal });
    page.abort();
    await answer.text().catch(() => {});
    assert.equal(await requests[0].isGone, true);
  });
}

test('a provider that cannot be reached is told as such', async () => {
  const answer = await proxyOf(settings('http://127.0.0.1:9'))(new Request('https://proxy.example/v1/chat/completions', ask), 'a');
  assert.deepEqual([answer.status, (await answer.json()).error.code], [502, 'no_upstream']);
});

test('the model of a page asks it, by the command of the README', async t => {
  const { base, goOn, requests } = await provider(t);
  const server = spawn(process.execPath, [fileURLToPath(new URL('../proxy.js', import.meta.url))], { env: { ...process.env, ...settings(base), PORT: '0' } });
  t.after(() => server.kill());
  const address = String((await once(server.stdout, 'data'))[0]).trim();
  const model = openAiCompatible({ baseUrl: address, model: 'small', headers: { origin: PAGE } });
  const reply = await model({ messages: [{ role: 'user', content: 'Hi' }] }, { onText: goOn });
  assert.deepEqual([reply.text, requests[0].headers.authorization], ['Hello', 'Bearer secret']);
});

test('a Workers runtime calls `fetch` with its environment', async t => {
  const { base } = await provider(t, response => response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices":[]}'));
  const answer = await worker.fetch(new Request('https://proxy.example/v1/chat/completions', ask), settings(base));
  assert.deepEqual([answer.status, await answer.json()], [200, { choices: [] }]);
});

test('what is not set is named', () => {
  assert.throws(() => proxyOf(/** @type {any} */ ({})), /MODELS: must be set/);
  assert.throws(() => proxyOf(settings('x', { KEY: '' })), /KEY: must be set/);
  assert.throws(() => proxyOf(settings('x', { PER_MINUTE: 'many' })), /PER_MINUTE: must be a number above 0/);
});
