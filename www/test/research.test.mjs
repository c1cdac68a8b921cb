import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { content } from 'stepgate/content';
import { ResearchError, researchTools } from 'stepgate/research';
import { run } from './research-probe.js';
import { until } from './until.js';
import { webServer } from './web-server.js';

setFlagsFromString('--expose-gc');
/** @type {() => void} */
const collect = runInNewContext('gc');
const call = () => ({ idempotencyKey: 'k', signal: new AbortController().signal, call: 1 });

describe('the research tools', () => {
  let server;
  before(async () => {
    await content.load();
    server = await webServer();
  });
  after(() => server.close());

  it('answer to every kind of server', async () => {
    for (const [name, expected, found] of await run({ origin: server.origin })) assert.deepEqual(found, expected, name);
    assert.ok(server.seen.sent < 1_000_000, 'an answer without end was read on');
  });

  it('run no more at a time than they may, and their ends are the connections\'', async () => {
    const own = await webServer();
    const { web_search } = researchTools({ search: { url: `${own.origin}/search?q={query}` }, concurrency: 3 });
    await Promise.all(Array.from({ length: 9 }, (_, index) => web_search.execute({ query: `turn ${index % 5}` }, call())));
    assert.equal(own.seen.most, 3);
    const stop = new AbortController();
    const stuck = [1, 2, 3, 4].map(() => web_search.execute({ query: 'stuck' }, { ...call(), signal: stop.signal }).catch(({ name }) => name));
    await until(() => assert.equal(own.seen.requests.length, 12));
    stop.abort();
    assert.deepEqual(await Promise.all(stuck), Array(4).fill('AbortError'));
    await until(() => assert.equal(own.seen.cut, 3));
    assert.equal(own.seen.requests.length, 12); // the fourth never began
    await own.close();
  });

  it('end when they are not wanted any more, whatever was collected meanwhile', { timeout: 60_000 }, async () => {
    const own = await webServer();
    const { web_search, read_page } = researchTools({ search: { url: `${own.origin}/search?q={query}` }, reader: { url: `${own.origin}/read/` } });
    const stop = new AbortController();
    const context = { ...call(), signal: stop.signal };
    const stuck = [web_search.execute({ query: 'stuck' }, context), read_page.execute({ url: 'https://pages.example/stuck' }, context)].map(run => run.catch(({ name }) => name));
    await until(() => assert.equal(own.seen.running, 2));
    for (let round = 0; round < 3; round += 1) {
      await pause(30);
      collect();
    }
    stop.abort();
    assert.deepEqual(await Promise.all(stuck), ['AbortError', 'AbortError']);
    await until(() => assert.equal(own.seen.cut, 2));
    await own.close();
  });

  it('what waits for an instance that broke down ends, and a new one answers', () => {
    const script = `
      import { content } from 'stepgate/content';
      import { core } from 'stepgate/host';
      import { researchTools } from 'stepgate/research';
      await content.load();
      const { web_search } = researchTools({ search: { url: '${server.origin}/search?q=' } });
      const ask = query => web_search.execute({ query }, { signal: new AbortController().signal });
      setTimeout(() => core(content).renew(), 100);
      const { code } = await ask('stuck').catch(error => error);
      console.log(code, (await ask('none')).length);
      process.exit();`;
    return new Promise((resolve, reject) => execFile(process.execPath, ['--unhandled-rejections=none', '--input-type=module', '-e', script], { cwd: new URL('..', import.meta.url) }, (error, out) => {
      if (error) reject(error);
      else resolve(assert.equal(out.trim(), 'trapped 0'));
    }));
  });

  it('say what failed in the language that was asked for', async () => {
    const zh = researchTools({ search: { url: `${server.origin}/search?q={query}` }, lang: 'zh' });
    await assert.rejects(zh.web_search.execute({ query: 'broken' }, call()), { name: 'ResearchError', code: 'http_500', message: '服务器返回错误 500。' });
    await assert.rejects(zh.web_search.execute({ query: 'html' }, call()), error => error instanceof ResearchError && /[一-鿿]/.test(error.text.zh) && /kind of content/.test(error.text.en));
  });

  it('send what an endpoint asks for', async () => {
    const { read_page, web_search } = researchTools({
      search: { url: `${server.origin}/search?q={query}&n={limit}`, headers: { 'X-Key': 'secret' } }, reader: { url: `${server.origin}/read?page={url}&q=plain` },
    });
    await web_search.execute({ query: 'a b&c', limit: 3 }, call());
    await read_page.execute({ url: 'HTTPS://Pages.Example/a b?c=d&e#f' }, call()).catch(() => {});
    const [search, read] = server.seen.requests.slice(-2);
    assert.deepEqual([search.url, search.headers['x-key'], search.headers.accept, search.headers.cookie], ['/search?q=a%20b%26c&n=3', 'secret', 'application/json', undefined]);
    assert.deepEqual([read.url, read.headers['x-key'], read.headers.accept], ['/read?page=https%3A%2F%2Fpages.example%2Fa%2520b%3Fc%3Dd%26e&q=plain', undefined, 'text/markdown, text/plain']);
  });

  it('a wrong option is told by its name', () => {
    const url = 'https://a.example/';
    for (const [place, options] of Object.entries({
      'search.url': { search: { url: 'ftp://a.example/' } }, 'reader.url': { reader: { url: 'https://user:word@a.example/' } }, reader: { reader: 'https://a.example/' },
      'reader.headers': { reader: { url, headers: { 'a b': 'x' } } }, 'search.headers': { search: { url, headers: { a: 1 } } }, 'search.items': { search: { url, items: 7 } },
      'reader.items': { reader: { url, items: '' } }, timeoutMs: { timeoutMs: 0 }, maxBytes: { maxBytes: 1.5 }, concurrency: { concurrency: Infinity }, lang: { lang: 'fr_FR' }, timeout: { timeout: 1 },
    })) assert.throws(() => researchTools(options), { name: 'TypeError', message: new RegExp(`^researchTools\\(\\{ ${place} \\}\\): must be `) }, place);
    for (const bad of ['https://{url}/', '{url}', 'https://a.example', 'http:a', '/search?q={query}', undefined]) assert.throws(() => researchTools({ reader: { url: bad } }), TypeError, bad);
  });
});
