// The smallest chat page with one tool, beside the AI SDK and LangGraph: time until it takes words and until the first answer stands there, and kB over
// the wire. Built by Vite; in Chromium with an empty cache, over a slow connection. `ROUNDS` is the number of visits, `CHROME` another browser.
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { CHROMIUM } from './browser.mjs';

const here = name => fileURLToPath(new URL(name, import.meta.url));
const CANDIDATES = [
  { name: 'stepgate', page: 'stepgate' },
  { name: '… preloaded', page: 'stepgate', preload: true },
  { name: 'AI SDK 6', page: 'ai-sdk' },
  { name: 'LangGraph 1', page: 'langgraph' },
];
const ROUNDS = Number(process.env.ROUNDS ?? 9);
/** 10 Mbit/s, 40 ms. */
const CONNECTION = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 };
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
const ANSWER = 'Gladly. When?';

/** The plugin of docs/howto/loading.md: the browser fetches the engine while it reads the page's JavaScript. */
const preloadEngine = {
  name: 'preload-engine',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) => Object.keys(bundle).filter(file => /stepgate_engine.*\.wasm$/.test(file))
      .map(file => ({ tag: 'link', attrs: { rel: 'preload', as: 'fetch', type: 'application/wasm', crossorigin: true, href: `/${file}` }, injectTo: 'head' })),
  },
};

/** Files of a page as Vite builds it for production, by their paths. @param {{ page: string, preload?: boolean }} candidate */
async function built({ page, preload }) {
  const own = { name: 'page', transformIndexHtml: { order: 'pre', handler: html => html.replace('PAGE', page) } };
  const { output } = await build({
    root: here('first-view'),
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { stepgate: here('../src/index.js') } },
    plugins: [own, preload && preloadEngine],
    build: { write: false },
  });
  return Object.fromEntries(output.map(({ fileName, code, source }) => [`/${fileName.replace('index.html', '')}`, Buffer.from(code ?? source)]));
}

/** Answer of the model server to a request, at once. @param {{ stream?: boolean, response_format?: object }} request */
function completion({ stream, response_format }) {
  const content = response_format ? JSON.stringify({ say: ANSWER, tool: null }) : ANSWER;
  const common = { id: '1', created: 1, model: 'fake' };
  if (!stream) return ['application/json', JSON.stringify({ ...common, choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] })];
  const chunks = [{ delta: { role: 'assistant', content }, finish_reason: null }, { delta: {}, finish_reason: 'stop' }];
  const lines = chunks.map(chunk => `data: ${JSON.stringify({ ...common, choices: [{ index: 0, ...chunk }] })}\n\n`);
  return ['text/event-stream', `${lines.join('')}data: [DONE]\n\n`];
}

/** Serves the files with gzip, and the model; `served` has the paths of the files that were fetched. @param {Record<string, Buffer>} files */
async function serve(files) {
  const packed = Object.fromEntries(Object.entries(files).map(([path, body]) => [path, gzipSync(body, { level: 9 })]));
  const served = new Set();
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      const [type, body] = completion(JSON.parse((await request.toArray()).join('')));
      return void response.writeHead(200, { 'content-type': type }).end(body);
    }
    if (!Object.hasOwn(packed, request.url)) return void response.writeHead(404).end();
    served.add(request.url);
    response.writeHead(200, { 'content-type': TYPES[extname(request.url) || '.html'], 'content-encoding': 'gzip' }).end(packed[request.url]);
  });
  await new Promise(ready => server.listen(0, '127.0.0.1', ready));
  return { url: `http://127.0.0.1:${server.address().port}/`, served, close: () => server.close() };
}

/** Runs in the page: sends words as soon as it takes some, and notes when that was and when the answer came. */
function sendAtOnce() {
  const times = globalThis.times = {};
  new MutationObserver(() => {
    const [form] = document.forms;
    if (!times.usable && form?.words.disabled === false) {
      times.usable = performance.now();
      form.words.value = 'Lisbon, please';
      form.requestSubmit();
    }
    if (!times.answer && document.querySelector('p')?.textContent) times.answer = performance.now();
  }).observe(document, { subtree: true, childList: true, attributes: true });
}

/** Milliseconds of one visit with an empty cache. @param {import('playwright-core').Browser} browser @param {string} url */
async function visit(browser, url) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    page.on('pageerror', error => console.error(error));
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', CONNECTION);
    await page.addInitScript(sendAtOnce);
    await page.goto(url);
    await page.waitForFunction(() => globalThis.times.answer);
    return await page.evaluate(([answer]) => {
      if (document.querySelector('p').textContent !== answer) throw new Error(`another answer: ${document.body.textContent}`);
      const { startTime: paint } = performance.getEntriesByName('first-contentful-paint')[0];
      return { usable: Math.max(paint, globalThis.times.usable), answer: globalThis.times.answer };
    }, [ANSWER]);
  } finally {
    await context.close();
  }
}

const middle = values => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const kB = (files, paths, ending, pack) => paths.filter(path => path.endsWith(ending)).reduce((sum, path) => sum + pack(files[path]).length, 0) / 1000;

const candidates = await Promise.all(CANDIDATES.map(async candidate => {
  const files = await built(candidate);
  return { name: candidate.name, files, server: await serve(files), visits: [] };
}));
const browser = await chromium.launch(CHROMIUM);
try {
  // One after the other in each round, so that a busy machine slows all of them.
  for (let round = 0; round < ROUNDS; round += 1) for (const { server, visits } of candidates) visits.push(await visit(browser, server.url));
} finally {
  await browser.close();
}

const rows = candidates.map(({ name, files, server: { served, close }, visits }) => {
  close();
  const paths = [...served];
  const sizes = pack => ({ js: kB(files, paths, '.js', pack), wasm: kB(files, paths, '.wasm', pack) });
  return {
    name, usable: middle(visits.map(({ usable }) => usable)), answer: middle(visits.map(({ answer }) => answer)),
    gzip: sizes(body => gzipSync(body, { level: 9 })), brotli: sizes(body => brotliCompressSync(body)),
  };
});
const [own] = rows;
const times = (value, base) => `(${(value / base).toFixed(1)})`;
const ms = (value, base) => `${value.toFixed(0)} ms ${times(value, base)}`;
const total = ({ js, wasm }) => js + wasm;
const size = (of, base) => `${of.js.toFixed(1)} + ${of.wasm.toFixed(1)} ${times(total(of), total(base))}`;
const line = ([name, ...columns]) => name.padEnd(14) + columns.map((column, at) => column.padEnd(at < 2 ? 16 : 22)).join('');
console.log(`the smallest chat page with one tool at 10 Mbit/s, 40 ms; middle of ${ROUNDS} visits with an empty cache; in brackets: times that of stepgate\n`);
console.log(line(['', 'takes words', 'first answer', 'kB gzip, js + wasm', 'kB brotli, js + wasm']));
for (const { name, usable, answer, gzip, brotli } of rows) {
  console.log(line([name, ms(usable, own.usable), ms(answer, own.answer), size(gzip, own.gzip), size(brotli, own.brotli)]));
}
