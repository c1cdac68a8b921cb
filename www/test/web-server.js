import { createServer } from 'node:http';
import { HOSTILE } from './web-words.js';

const hit = name => ({ title: `About ${name}`, url: `https://pages.example/${name}`, content: `${name} …`, engine: 'x' });
/** A timer that keeps no test alive. */
const wait = ms => new Promise(resolve => setTimeout(resolve, ms).unref());

/**
 * A search endpoint and a reader on the loopback, with CORS, that answer by the words of the request. `seen` records the requests: `most`
 * is the
 * largest number at the same time, `cut` the number of connections that the other side closed.
 */
export async function webServer() {
  const seen = { requests: [], running: 0, most: 0, cut: 0, sent: 0 };
  const server = createServer(async (request, response) => {
    const address = new URL(request.url, 'http://localhost');
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'x-key');
    if (address.pathname.startsWith('/closed/')) response.removeHeader('access-control-allow-origin');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    seen.requests.push({ url: request.url, headers: request.headers });
    seen.most = Math.max(seen.most, seen.running += 1);
    const ended = () => {
      seen.running -= 1;
      if (!response.writableFinished) seen.cut += 1;
      response.off('finish', ended).off('close', ended);
    };
    response.on('finish', ended).on('close', ended);
    const word = address.searchParams.get('q') ?? decodeURIComponent(request.url.slice(request.url.lastIndexOf('/') + 1));
    await (WORDS[word] ?? WORDS[word.split(' ')[0]] ?? found)(response, { word, limit: Number(address.searchParams.get('n') ?? 5), reading: !address.searchParams.has('q'), seen, request });
  });
  await new Promise(ready => server.listen(0, '127.0.0.1', ready));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const close = () => new Promise(closed => {
    server.close(closed);
    server.closeAllConnections();
  });
  return { origin, seen, close };
}

const json = (response, value, status = 200, type = 'application/json') => response.writeHead(status, { 'content-type': type }).end(JSON.stringify(value));
const text = (response, content, type = 'text/markdown; charset=utf-8') => response.writeHead(200, { 'content-type': type }).end(content);
const answer = (response, { word, reading }) => (reading ? text(response, `# ${word}`) : json(response, { results: [hit(word)] }));

function found(response, { word, limit, reading }) {
  if (reading) return text(response, `# ${word}\n\n正文`);
  return json(response, { results: Array.from({ length: limit + 3 }, (_, index) => hit(`${word}-${index}`)) });
}

/** Answers by the words of a request. */
const WORDS = {
  none: response => json(response, { results: [] }),
  async slow(response, asked) {
    await wait(60_000);
    answer(response, asked);
  },
  /** Answers later requests sooner. `turn 3`: the third request. */
  async turn(response, asked) {
    await wait(120 - 20 * Number(asked.word.split(' ')[1]));
    answer(response, asked);
  },
  /** Begins well and never ends. */
  async endless(response, { seen, reading }) {
    response.writeHead(200, { 'content-type': reading ? 'text/plain' : 'application/json' });
    while (!response.destroyed) {
      seen.sent += 4_096;
      response.write('x'.repeat(4_096));
      await wait(1);
    }
  },
  /** Begins and then falls silent. */
  stuck(response, { reading }) {
    response.writeHead(200, { 'content-type': reading ? 'text/plain' : 'application/json' }).write('{');
  },
  broken: response => json(response, { error: 'x' }, 500),
  missing: response => json(response, {}, 404),
  html: response => text(response, '<h1>x</h1>', 'text/html'),
  binary: response => text(response, Buffer.from([0, 1, 2]), 'application/octet-stream'),
  untyped: response => response.writeHead(200).end('x'),
  listless: response => json(response, { result: 'none' }),
  garbage: response => response.writeHead(200, { 'content-type': 'application/json' }).end('{"results": ['),
  odd: response => json(response, { results: [null, 7, 'x', {}, { url: 'javascript:alert(1)', title: 'x' }, { url: 'file:///etc/passwd' }, { url: ' https://a.example/ ', title: 7, content: ' s ' }, { url: 'ftp://b.example/' }] }),
  hostless: response => json(response, { results: [{ title: 'T', url: 'http://', content: 'S' }] }),
  brave: response => json(response, { web: { results: [{ title: 'T', url: 'https://a.example/', description: 'D' }] } }),
  bare: response => json(response, [{ name: 'T', at: { x: 1 }, link: 'https://a.example/', text: 'S' }]),
  hostile: (response, { reading }) => (reading ? text(response, HOSTILE) : json(response, { results: [{ title: HOSTILE, url: 'https://a.example/', content: HOSTILE, __proto__: { x: 1 } }] })),
  moved: (response, { reading }) => response.writeHead(302, { location: reading ? '/read/there' : '/search?q=there&n=1' }).end(),
  'moved-out': response => response.writeHead(302, { location: 'ftp://files.example/x' }).end(),
  'moved-in': response => response.writeHead(302, { location: 'data:text/plain,x' }).end(),
  reset: response => response.destroy(),
  plain: response => text(response, 'plain', 'TEXT/PLAIN'),
};
