/** The model client in Chromium: the end of its requests, and their targets. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after } from 'node:test';
import { delta, events } from '../server.js';
import { probe } from './probe.mjs';
import { scene } from './stage.mjs';
import { until } from './user.mjs';

const script = await probe('model-probe.js');
const ONE = { langs: /** @type {const} */ (['en']) };
const servers = [];
after(() => { for (const server of servers) { server.closeAllConnections(); server.close(); } });

/** A server that allows calls from any page. `seen`: methods and paths of the requests. */
async function serve(answer) {
  const seen = [];
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*, authorization');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    seen.push(`${request.method} ${request.url}`);
    request.resume().on('end', () => answer(response));
  });
  servers.push(server);
  await new Promise(ready => server.listen(0, '127.0.0.1', ready));
  return { seen, origin: `http://127.0.0.1:${server.address().port}` };
}

async function tab(context, open) {
  await context.route('**/model-probe.js', script);
  const page = await open();
  await page.evaluate(async () => { globalThis.probe = await import(new URL('model-probe.js', document.baseURI).href); });
  return page;
}

/** A reply, or the code of its failure. */
const ask = (page, origin) => page.evaluate(async baseUrl => {
  const model = globalThis.probe.openAiCompatible({ baseUrl, model: 'm', headers: { 'x-secret': '1' }, retries: 0 });
  return model({ messages: [{ role: 'user', content: 'hi' }] }).then(({ text }) => text, ({ code }) => code);
}, `${origin}/v1`);

scene('a call that succeeds is a request that succeeds', async ({ context, open }) => {
  const page = await tab(context, open);
  const ended = { finished: 0, failed: [] };
  const isOurs = request => request.url().endsWith('/chat/completions') && request.method() === 'POST';
  page.on('requestfinished', request => { if (isOurs(request)) ended.finished += 1; });
  page.on('requestfailed', request => { if (isOurs(request)) ended.failed.push(request.failure()?.errorText); });
  const { origin } = await serve(events([delta({ content: '{"say": ' }), delta({ content: '"hi"}' }, 'stop'), '[DONE]'], response => setTimeout(() => response.end(), 50)));
  for (let call = 1; call <= 5; call++) {
    assert.equal(await ask(page, origin), '{"say": "hi"}');
    await until(async () => assert.equal(ended.finished + ended.failed.length, call));
  }
  assert.deepEqual(ended, { finished: 5, failed: [] });
}, ONE);

scene('a redirect is not followed, wherever it leads', async ({ context, open }) => {
  const page = await tab(context, open);
  const other = await serve(response => response.end());
  for (const location of [`${other.origin}/v1/chat/completions`, '/v1/elsewhere']) {
    const { origin, seen } = await serve(response => response.writeHead(307, { location }).end());
    assert.equal(await ask(page, origin), 'redirected');
    assert.deepEqual(seen, ['POST /v1/chat/completions']);
  }
  assert.deepEqual(other.seen, []);
}, ONE);
