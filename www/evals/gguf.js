import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { inPage } from 'stepgate/in-page';

const WLLAMA = new URL('../node_modules/@wllama/wllama/esm/', import.meta.url);

/** Longest silence of the model: a call also waits for those before it. */
const PATIENCE_MS = 86_400_000;

/** Tokens of prompt and reply together. */
const CONTEXT = 8192;

/** What the server has by path: the page, the engine and the model file. @param {string} file */
const served = file => ({
  '/': { type: 'text/html', text: '<!doctype html><title>Model</title>' },
  '/wllama.js': { type: 'text/javascript', path: fileURLToPath(new URL('index.js', WLLAMA)) },
  '/wllama.wasm': { type: 'application/wasm', path: fileURLToPath(new URL('wasm/wllama.wasm', WLLAMA)) },
  '/model.gguf': { type: 'application/octet-stream', path: file },
});

/** Serves these files so that the page may use threads. @param {string} file @returns {Promise<import('node:http').Server>} */
async function serve(file) {
  const files = served(file);
  const server = createServer(({ url }, response) => {
    const found = files[url];
    if (!found) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': found.type, 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' });
    if (found.path) createReadStream(found.path).pipe(response);
    else response.end(found.text);
  });
  await new Promise(ready => server.listen(0, '127.0.0.1', ready));
  return server;
}

/** Runs in the page: loads the model, and answers by `piece`. */
async function load(context) {
  const { Wllama } = await import(new URL('wllama.js', location.href).href);
  const wllama = new Wllama({ default: new URL('wllama.wasm', location.href).href }, { suppressNativeLog: true });
  const file = await (await fetch('model.gguf')).blob();
  await wllama.loadModel([file], { n_ctx: context, n_parallel: 1 });
  const stops = new Map();
  globalThis.stop = id => stops.get(id)?.abort();
  globalThis.ask = async (id, body) => {
    stops.set(id, new AbortController());
    for await (const chunk of await wllama.createChatCompletion({ ...body, abortSignal: stops.get(id).signal })) await globalThis.piece(id, chunk);
    stops.delete(id);
  };
}

/**
 * A model file that runs in Chromium by wllama. `grammar: false` keeps the contract from the engine, so that only the prompt holds the model.
 * @param {string} file @param {{ grammar: boolean, seed: number, longestText?: number }} options
 */
export async function ggufModel(file, { grammar, seed, longestText }) {
  statSync(file); // a wrong path fails before a browser is started
  const server = await serve(file);
  const browser = await chromium.launch({ executablePath: process.env.CHROME, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] });
  const page = await browser.newPage();
  const queues = new Map();
  await page.exposeFunction('piece', (id, chunk) => queues.get(id)?.(chunk));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.evaluate(load, CONTEXT);
  let calls = 0;

  async function* create({ response_format, ...body }, { signal }) {
    const id = calls += 1;
    const pieces = [];
    let wake = () => {};
    queues.set(id, chunk => { pieces.push(chunk); wake(); });
    signal.addEventListener('abort', () => page.evaluate(one => globalThis.stop(one), id).catch(() => {}), { once: true });
    let ended = false;
    let failure;
    const asked = { ...body, seed: seed + id, ...(grammar && response_format ? { response_format } : {}) };
    page.evaluate(([one, request]) => globalThis.ask(one, request), [id, asked]).catch(error => { failure = error; }).finally(() => { ended = true; wake(); });
    for (;;) {
      while (pieces.length > 0) yield pieces.shift();
      if (failure) throw failure;
      if (ended) return;
      await new Promise(resolve => { wake = resolve; });
    }
  }

  return {
    model: inPage(create, { longestText, timeoutMs: PATIENCE_MS }),
    async close() {
      await browser.close();
      server.close();
    },
  };
}
