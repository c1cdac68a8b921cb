/** Answers of the research tools for each kind of server, as `[name, expected, found]`. Runs in Node and in the browser. */
import { content } from 'stepgate/content';
import { researchTools } from 'stepgate/research';
import { HOSTILE } from './web-words.js';

const call = (signal = new AbortController().signal) => ({ idempotencyKey: 'k', signal, call: 1 });

/** Result of a call, or the code of its failure. */
/** What a call that was given up rejects with. @param {() => Promise<unknown>} work */
const given = work => work().then(() => 'resolved', reason => reason);

const ended = async work => {
  try {
    return await work();
  } catch (error) {
    if (error.name !== 'ResearchError') throw error;
    return error.code;
  }
};

/** @param {{ origin: string, wasm?: any }} options */
export async function run({ origin, wasm }) {
  await content.load(wasm);
  const options = { search: { url: `${origin}/search?q={query}&n={limit}` }, reader: { url: `${origin}/read/` }, maxBytes: 50_000 };
  const tools = researchTools(options);
  const hasty = researchTools({ ...options, timeoutMs: 300 });
  const search = (query, more) => ended(() => tools.web_search.execute({ query, ...more }, call()));
  const read = (page, at = 'https://pages.example/') => ended(() => tools.read_page.execute({ url: `${at}${page}` }, call()));
  const hits = async (...given) => (await search(...given)).map?.(({ url }) => url.split('/').at(-1));
  const shaped = (shape, query) => ended(() => researchTools({ ...options, search: { ...options.search, ...shape } }).web_search.execute({ query }, call()));

  /** @type {[string, unknown, unknown][]} */
  const rows = [];
  const row = async (name, expected, found) => rows.push([name, expected, await found]);

  await row('found', [{ title: 'About tea-0', url: 'https://pages.example/tea-0', snippet: 'tea-0 …' }], search('tea', { limit: 1 }));
  await row('as many as asked for', ['a-0', 'a-1', 'a-2', 'a-3', 'a-4'], hits('a'));
  await row('any words', ['a&b=c#d +%2F"ä茶-0'], search('a&b=c#d +%2F"ä茶', { limit: 1 }).then(([{ title }]) => [title.replace('About ', '')]));
  await row('no results', [], search('none'));
  await row('only of domains', [], search('a', { domain_allow: ['other.example'] }));
  await row('of a domain above', 5, search('a', { domain_allow: ['example'] }).then(({ length }) => length));
  await row('a page', { url: 'https://pages.example/tea', text: '# tea\n\n正文' }, read('tea'));
  await row('a page without its place in it', { url: 'https://pages.example/tea', text: '# tea\n\n正文' }, read('tea#part'));
  await row('plain text', { url: 'https://pages.example/plain', text: 'plain' }, read('plain'));
  await row('cut', { url: 'https://pages.example/tea', text: '# t', truncated: true }, tools.read_page.execute({ url: 'https://pages.example/tea', max_chars: 3 }, call()));

  await row('cut between characters', { url: 'https://pages.example/\u{1f600}', text: '# ', truncated: true }, tools.read_page.execute({ url: 'https://pages.example/\u{1f600}', max_chars: 3 }, call()).then(page => ({ ...page, url: decodeURI(page.url) })));

  for (const word of ['slow', 'stuck']) {
    await row(`search: ${word}`, 'timeout', ended(() => hasty.web_search.execute({ query: word }, call())));
    await row(`reader: ${word}`, 'timeout', ended(() => hasty.read_page.execute({ url: `https://pages.example/${word}` }, call())));
  }
  for (const [kind, ask] of [['search', search], ['reader', read]]) {
    await row(`${kind}: too large`, 'too_large', ask('endless'));
    await row(`${kind}: 500`, 'http_500', ask('broken'));
    await row(`${kind}: 404`, 'http_404', ask('missing'));
    await row(`${kind}: a wrong type`, 'wrong_type', ask('html'));
    await row(`${kind}: bytes`, 'wrong_type', ask('binary'));
    await row(`${kind}: no type`, 'wrong_type', ask('untyped'));
    await row(`${kind}: gone`, 'unreachable', ask('reset'));
    await row(`${kind}: sent to another kind of address`, 'unreachable', ask('moved-out'));
    await row(`${kind}: sent to data`, 'unreachable', ask('moved-in'));
  }
  await row('sent elsewhere', ['there-0'], hits('moved', { limit: 1 }));
  await row('a page that moved', { url: 'https://pages.example/moved', text: '# there\n\n正文' }, read('moved'));
  await row('no list', 'bad_answer', search('listless'));
  await row('no JSON', 'bad_answer', search('garbage'));
  await row('hits that are none', [{ title: '', url: 'https://a.example/', snippet: 's' }], search('odd'));
  await row('the form of Brave', [{ title: 'T', url: 'https://a.example/', snippet: 'D' }], shaped({ items: 'web.results', snippet: 'description' }, 'brave'));
  await row('a bare list', [{ title: 'T', url: 'https://a.example/', snippet: 'S' }], shaped({ items: '', title: 'name', link: 'link', snippet: 'text' }, 'bare'));
  await row('hostile hits are data', [{ title: HOSTILE.trim(), url: 'https://a.example/', snippet: HOSTILE.trim() }], search('hostile'));
  await row('a hostile page is data', { url: 'https://pages.example/hostile', text: HOSTILE }, read('hostile'));

  for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'data:text/plain,x', 'ftp://a.example/', 'https://user:word@a.example/', '//a.example/', 'a', 'http://']) {
    await row(`not read: ${url}`, 'not_http', read(url, ''));
  }
  for (const url of ['http://localhost/', 'http://127.0.0.1:8080/x', 'http://2130706433/', 'http://[::ffff:10.0.0.1]/', 'http://router/']) {
    await row(`not read, for it is private: ${url}`, 'private_address', read(url, ''));
  }
  const inside = researchTools({ ...options, allowPrivate: true });
  await row('private pages where the page allows it', { url: 'http://192.168.0.1/tea', text: '# tea\n\n正文' }, inside.read_page.execute({ url: 'http://192.168.0.1/tea' }, call()));
  await row('half of a character in a query', ['a\ufffd-0'], search('a\ud83d', { limit: 1 }).then(([{ title }]) => [title.replace('About ', '')]));
  await row('half of a character in an address', '# \ufffd\n\n正文', read('\udc00').then(({ text }) => text));
  await row('a hit without a host', [], ended(() => tools.web_search.execute({ query: 'hostless', domain_allow: ['a.example'] }, call())));
  for (const args of [{}, { query: ' ' }, { query: 7 }, { query: 'a', limit: 0 }, { query: 'a', limit: 21 }, { query: 'a', limit: '5' }]) {
    await row(`not searched: ${JSON.stringify(args)}`, 'invalid_params', ended(() => tools.web_search.execute(args, call())));
  }
  await row('not read without an address', 'invalid_params', ended(() => tools.read_page.execute({}, call())));
  await row('no endpoint', 'not_configured', ended(() => researchTools({}).web_search.execute({ query: 'a' }, call())));
  await row('no server', 'unreachable', ended(() => researchTools({ reader: { url: 'http://127.0.0.1:9/' } }).read_page.execute({ url: 'https://a.example/' }, call())));

  const stop = new AbortController();
  setTimeout(() => stop.abort('no error, but a text'), 50);
  await row('stopped', 'no error, but a text', given(() => tools.read_page.execute({ url: 'https://pages.example/stuck' }, call(stop.signal))));
  await row('stopped before', 'no error, but a text', given(() => tools.read_page.execute({ url: 'https://pages.example/tea' }, call(stop.signal))));

  const few = researchTools({ ...options, concurrency: 2 });
  await row('in the order of the queries', ['turn 0', 'turn 1', 'turn 2', 'turn 3', 'turn 4'], Promise.all([0, 1, 2, 3, 4].map(async number => {
    const [{ title }] = await few.web_search.execute({ query: `turn ${number}` }, call());
    return title.replace('About ', '');
  })));
  const encoded = researchTools({ ...options, reader: { url: `${origin}/read/{url}?as=text`, headers: { 'x-key': 'secret' } } });
  await row('the address as a parameter', { url: 'https://pages.example/a?b=c&d', text: 'plain' }, encoded.read_page.execute({ url: 'https://pages.example/a?b=c&d' }, call()).then(page => ({ ...page, text: 'plain' })));
  return rows;
}

/** Result of reading a page through one endpoint. @param {{ url: string, wasm?: any }} options */
export async function attempt({ url, wasm }) {
  await content.load(wasm);
  return ended(() => researchTools({ reader: { url } }).read_page.execute({ url: 'https://pages.example/tea' }, call()));
}
