// The code blocks of the tutorial and the how-tos do what their pages say.
import 'fake-indexeddb/auto';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { after, before, mock, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { IDBFactory } from 'fake-indexeddb';
import { Window } from 'happy-dom';
import { defineAgent, memoryStore, openSession, openAiCompatible } from 'stepgate';
import { scripted } from 'stepgate/test';
import { serve } from 'stepgate/worker';
import { compile as compileSvelte } from 'svelte/compiler';
import { compileScript, parse as parseVue } from 'vue/compiler-sfc';
import { replay } from '../src/cli/replay.js';
import { examine } from '../src/doctor/index.js';
import { blocksOf, guides } from './doc-blocks.js';
import { clientOf, httpServer, loginServer, roomServer } from './mcp-server.js';
import { anthropicSays, geminiSays, providerServer } from './provider-servers.js';
import { json, modelServer, whole } from './server.js';
import { resultsIn } from './told.js';
import { until } from './until.js';

/** Blocks that are no file of a project, word for word: commands, what a page shows, and a page without a bundler. */
const OTHER = {
  'docs/tutorial.md': [
    'npm create -y vite@latest rooms -- --template vanilla --no-interactive\ncd rooms\nnpm install\nnpm install ../stepgate-0.1.0.tgz\n',
    'npm run dev\n',
    'You: A room for 6 on Friday\nDesk: I will look.\n',
  ],
  'docs/howto/model.md': ['npx stepgate-doctor --base-url http://localhost:11434/v1 --model qwen3\n'],
  'docs/howto/mcp.md': ['npm install @modelcontextprotocol/client\n'],
  'docs/howto/chat-ui.md': ['npm install ai @ai-sdk/react\n', 'npm install @assistant-ui/react @assistant-ui/react-ai-sdk\n'],
  'docs/howto/ag-ui.md': ['npm install @ag-ui/client rxjs\n'],
  'docs/howto/providers.md': ['npm install @ai-sdk/anthropic\n', 'npm install @ai-sdk/google\n'],
  'docs/howto/server.md': ['npx @stepgate/server\n'],
  'docs/howto/restate.md': ['npm install stepgate @stepgate/restate @restatedev/restate-sdk @restatedev/restate-server\n', 'npx restate-server &\nnode server.js\n'],
  'docs/howto/testing.md': ['node --test\n', [
    'npx stepgate replay friday.json',
    'npx stepgate replay friday.json --prompts --agent agent.js',
    'npx stepgate replay friday.json --check --agent agent.js\n',
  ].join('\n')],
  'docs/howto/telemetry.md': [readFileSync(new URL('../../docs/howto/telemetry.md', import.meta.url), 'utf8').match(/```yaml\n(.*?)```/s)[1]],
  'docs/howto/loading.md': ['npx esbuild src/main.js --bundle --splitting --format=esm --loader:.wasm=file --outdir=dist\n'],
};

/** What a page has and Node has not. */
const PAGE = ['document', 'localStorage', 'location', 'Element', 'Node', 'Text', 'Comment', 'DocumentFragment', 'SVGElement', 'HTMLElement', 'HTMLMediaElement', 'ShadowRoot', 'Document'];

/** @type {string} */
let root;
const window = new Window({ url: 'https://desk.example/' });
const own = { fetch: globalThis.fetch };
before(() => {
  root = mkdtempSync(fileURLToPath(new URL('docs-', import.meta.url)));
  globalThis.navigator ??= window.navigator; // Node has one of its own since version 21
  for (const name of PAGE) globalThis[name] = window[name];
  globalThis.window = window;
});
after(() => {
  rmSync(root, { recursive: true });
});

/**
 * The files of a page in a folder of their own, beside those of the tutorial. A file that comes several times is as `nth` says.
 * @param {string} document @param {number} [nth]
 */
function project(document, nth = 0) {
  const folder = mkdtempSync(join(root, 'page-'));
  const put = (from, into, nth) => {
    const files = blocksOf(from).filter(({ name }) => name);
    for (const { name } of files) {
      const path = join(folder, into, name);
      const versions = files.filter(file => file.name === name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, (versions[nth] ?? versions[0]).code);
    }
  };
  put('docs/tutorial.md', '', document === 'docs/tutorial.md' ? nth : 0);
  if (document !== 'docs/tutorial.md') put(document, 'src', nth);
  const run = file => import(pathToFileURL(join(folder, 'src', file)).href);
  return { folder, run };
}

/** Lets the page's own server answer `fetch`. @param {import('node:http').RequestListener} answer @param {() => Promise<void>} act */
async function withServer(answer, act) {
  const server = createServer(answer);
  await new Promise(ready => server.listen(0, '127.0.0.1', () => ready(undefined)));
  const base = `http://127.0.0.1:${server.address().port}`;
  globalThis.fetch = (address, init) => own.fetch(String(address).replace(/^https:\/\/desk\.example|^(?=\/)/, base), init);
  try {
    await act();
  } finally {
    globalThis.fetch = own.fetch;
    server.closeAllConnections();
    server.close();
  }
}

const holds = check => until(() => assert.ok(check()));
const answerJson = (response, value, status = 200) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
const said = view => view.blocks.filter(({ kind }) => kind === 'assistant').map(({ text }) => text);
const texts = selector => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
const drawn = html => { document.body.innerHTML = html; };
const press = label => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label).click();
function send(words) {
  const [form] = document.forms;
  form.querySelector('input').value = words;
  form.dispatchEvent(new window.Event('submit', { bubbles: true, cancelable: true }));
}

/** A login at a server of tools, and the way back. @param {(file: string) => Promise<any>} run */
async function withMcpLogin(run) {
  const server = await loginServer(() => roomServer().server);
  const { location: before, sessionStorage: kept, history: past } = globalThis;
  const place = { href: 'https://desk.example/rooms', origin: 'https://desk.example', pathname: '/rooms' };
  Object.assign(globalThis, { location: place, sessionStorage: window.sessionStorage, history: { replaceState: (state, title, address) => { place.href = address; } } });
  try {
    const { connectedAt } = await run('login.js');
    assert.equal(await connectedAt(server.address), undefined);
    const back = server.allows(new URL(place.href));
    place.href = `https://desk.example/rooms?${new URLSearchParams({ ...Object.fromEntries(back), state: 'of another' })}`;
    await assert.rejects(connectedAt(server.address), /not begun here/);
    place.href = `https://desk.example/rooms?${back}`;
    const client = await connectedAt(server.address);
    assert.deepEqual([(await client.listTools()).tools.length > 0, place.href, server.grants], [true, 'https://desk.example/rooms', ['authorization_code']]);
    await client.close();
  } finally {
    Object.assign(globalThis, { location: before, sessionStorage: kept, history: past });
    await server.close();
  }
}

/** A question of a server of tools. @param {(file: string) => Promise<any>} run */
async function withMcpQuestion(run) {
  const { connectedTo } = await run('asking.js');
  const booked = [];
  const server = await httpServer(() => roomServer(booked).server);
  const answers = [{ day: 'Friday' }, undefined];
  const client = await connectedTo(server.address, async (text, schema) => (/Which day/.test(text) && schema.required[0] === 'day' ? answers.shift() : assert.fail(text)));
  for (let left = answers.length; left; left -= 1) await client.callTool({ name: 'reserve', arguments: { room: 'Birch' } });
  assert.deepEqual(booked, ['Birch Friday']);
  await client.close();
  await server.close();
}

/** A login at OpenRouter, and a call with its key. @param {(file: string) => Promise<any>} run @param {(model: any, answer: any) => Promise<any>} served @param {string[]} reached */
async function withOpenRouter(run, served, reached) {
  const [{ openRouter }, { login, keyOfLogin }] = await Promise.all(['openrouter.js', 'openrouter-login.js'].map(run));
  const { reply, request } = await served(openRouter('of-the-user', 'openai/gpt-5-mini'), whole({ content: 'Hello' }));
  assert.deepEqual([reply.text, request.url, request.headers.authorization, request.headers['x-title']], ['Hello', '/api/v1/chat/completions', 'Bearer of-the-user', 'My page']);
  const place = { href: 'https://desk.example/chat' };
  const { location: before, sessionStorage: kept } = globalThis;
  Object.assign(globalThis, { location: place, sessionStorage: window.sessionStorage });
  try {
    assert.equal(await keyOfLogin(), undefined);
    await login();
    const asked = new URL(place.href);
    assert.deepEqual([asked.origin + asked.pathname, asked.searchParams.get('callback_url')], ['https://openrouter.ai/auth', 'https://desk.example/chat']);
    place.href = 'https://desk.example/chat?code=of-the-way-back';
    const server = await providerServer(json(200, { key: 'of the user' }));
    globalThis.fetch = (address, init) => {
      reached.push(address);
      return own.fetch(server.baseURL, init);
    };
    assert.equal(await keyOfLogin(), 'of the user');
    const { code, code_verifier: verifier } = server.requests[0].body;
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    assert.deepEqual([code, challenge, reached.at(-1)], ['of-the-way-back', asked.searchParams.get('code_challenge'), 'https://openrouter.ai/api/v1/auth/keys']);
    assert.equal(await keyOfLogin(), undefined, 'a code counts once');
    await server.close();
  } finally {
    globalThis.fetch = own.fetch;
    Object.assign(globalThis, { location: before, sessionStorage: kept });
  }
}

/** Servers on the user's machine: one that allows the page, one that does not, and none. @param {(file: string) => Promise<any>} run */
async function withLocalServers(run) {
  const { localModel, localModels, LM_STUDIO, OLLAMA } = await run('local.js');
  assert.deepEqual([new URL(OLLAMA).port, new URL(LM_STUDIO).port], ['11434', '1234']);
  const server = createServer((request, response) => answerJson(response, request.method === 'GET' ? { object: 'list', data: [{ id: 'qwen3' }] } : { choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }] }));
  await new Promise(ready => server.listen(0, '127.0.0.1', () => ready(undefined)));
  const base = `http://127.0.0.1:${server.address().port}/v1`;
  assert.deepEqual(await localModels(base), ['qwen3']);
  assert.equal((await localModel(base, 'qwen3')({ messages: [{ role: 'user', content: 'Hi' }] })).text, 'Hello');
  globalThis.fetch = (address, init) => (init?.mode === 'no-cors' ? own.fetch(address, init) : Promise.reject(new TypeError('Failed to fetch')));
  try {
    await assert.rejects(localModels(base), /does not answer pages of https:\/\/desk\.example/);
    server.closeAllConnections();
    await new Promise(closed => server.close(closed));
    await assert.rejects(localModels(base), /Nothing answers at http:\/\/127\.0\.0\.1/);
  } finally {
    globalThis.fetch = own.fetch;
  }
}

/** Two searches side by side, then a booking: by the stand-in in the page, and by the fake server that it answers. @param {(file: string) => Promise<any>} run */
async function withStandIn(run) {
  const [{ standIn }, { fakeServer }, { desk }] = await Promise.all(['stand-in.js', 'fake-server.js', 'agent.js'].map(run));
  const log = mock.method(console, 'log', () => {});
  const server = fakeServer(standIn);
  await new Promise(ready => server.listen(0, '127.0.0.1', () => ready(undefined)));
  const remote = openAiCompatible({ baseUrl: `http://127.0.0.1:${server.address().port}/v1`, model: 'any', apiKey: 'key' });
  for (const model of [standIn, remote]) {
    const agent = await openSession({ agent: desk, id: 'desk', lang: 'en', model });
    const { card } = await agent.say('Two rooms');
    assert.deepEqual([card.text, card.calls[0].args], ['3 rooms for 4, 1 for 12.', { room: 'Birch', day: 'Friday' }]);
    await agent.answer(card.id, { accept: model === remote });
    assert.equal(said(agent.view).at(-1), model === remote ? 'Birch is booked for Friday.' : 'Then I leave it.');
    await agent.close();
  }
  const { answer, stream: streams } = await examine({ baseUrl: `http://127.0.0.1:${server.address().port}/v1`, model: 'any' });
  assert.deepEqual([answer.works, streams.works], [true, true], 'the doctor says that it works');
  const [url, body] = log.mock.calls[0].arguments;
  log.mock.restore();
  const { model, messages, stream, response_format } = JSON.parse(body);
  assert.deepEqual([url, model, messages.map(({ role }) => role), stream, response_format.type], ['/v1/chat/completions', 'any', ['system', 'user'], true, 'json_schema']);
  server.close();
}

/** Types into a field, whichever framework controls it. @param {HTMLInputElement} input @param {string} text */
function fillIn(input, text) {
  Object.getOwnPropertyDescriptor(window.HTMLInputElement.prototype, 'value').set.call(input, text);
  input.dispatchEvent(new window.Event('input', { bubbles: true }));
}

/** The page as it is in `index.html`, without its script. */
const bodyOf = html => /<body>(.*)<\/body>/s.exec(html)[1].replace(/<script.*<\/script>/s, '');
const indexHtml = () => bodyOf(blocksOf('docs/tutorial.md').find(({ name }) => name === 'index.html').code);

function testFile(folder, file) {
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  const { status, stdout } = spawnSync(process.execPath, ['--test', join(folder, file)], { env, encoding: 'utf8' });
  assert.equal(status, 0, stdout);
  assert.match(stdout, /fail 0/);
}

/** Bundles a file with the components that it imports, and imports it. @param {string} folder @param {string} code imports what the page has */
async function bundled(folder, code) {
  const [entry, outfile] = ['entry.js', 'out.mjs'].map(name => join(folder, 'src', name));
  writeFileSync(entry, code);
  await build({ entryPoints: [entry], outfile, bundle: true, format: 'esm', jsx: 'automatic', conditions: ['browser'], external: ['stepgate', 'stepgate/*', 'ai', '@ai-sdk/react', '@assistant-ui/*', 'react', 'react-dom', 'react/*', 'vue'], plugins: [components], logLevel: 'warning' });
  const { mount } = await import(`${pathToFileURL(outfile).href}?${code.length}`);
  return mount;
}

/** The compilers of Svelte and Vue, for esbuild. */
const components = {
  name: 'components',
  setup({ onLoad }) {
    onLoad({ filter: /\.svelte$/ }, ({ path }) => ({ contents: compileSvelte(readFileSync(path, 'utf8'), { filename: path, generate: 'client' }).js.code }));
    onLoad({ filter: /\.vue$/ }, ({ path }) => {
      const { descriptor, errors } = parseVue(readFileSync(path, 'utf8'), { filename: path });
      assert.deepEqual(errors, []);
      return { contents: compileScript(descriptor, { id: 'desk', inlineTemplate: true }).content };
    });
  },
};

const MOUNTS = {
  react: `import { createElement } from 'react'; import { createRoot } from 'react-dom/client'; import { Desk } from './Desk.jsx';
    export const mount = at => { const root = createRoot(at); root.render(createElement(Desk, { id: 'react' })); return () => root.unmount(); }`,
  svelte: `import { mount as start, unmount } from 'svelte'; import Desk from './Desk.svelte';
    export const mount = at => { const desk = start(Desk, { target: at }); return () => unmount(desk); }`,
  vue: `import { createApp } from 'vue'; import Desk from './Desk.vue';
    export const mount = at => { const app = createApp(Desk); app.mount(at); return () => app.unmount(); }`,
};

/** The chat of a how-to, as a page under development mounts it. */
const CHAT = `import { createElement, StrictMode } from 'react'; import { createRoot } from 'react-dom/client'; import { Desk } from './Chat.jsx';
  export const mount = at => { const root = createRoot(at); root.render(createElement(StrictMode, null, createElement(Desk))); return () => root.unmount(); }`;
const OTHER_CARD = `import { createElement } from 'react'; import { createRoot } from 'react-dom/client'; import { OtherCard } from './OtherCard.jsx';
  globalThis.answered = [];
  const card = { id: 3, kind: 'choice', title: 'Which?', buttons: [{ role: 'decline', label: 'No' }], candidates: [{ id: 'oak', label: 'Oak' }] };
  export const mount = at => { const root = createRoot(at); root.render(createElement(OtherCard, { card, sendMessage: (_, options) => answered.push(options) })); return () => root.unmount(); }`;
const ASSISTANT = `import { createElement } from 'react'; import { createRoot } from 'react-dom/client'; import { MessagePrimitive, ThreadPrimitive } from '@assistant-ui/react';
  import { indexedDbStore, openSession } from 'stepgate'; import { desk } from './agent.js'; import { model } from './model.js'; import { Assistant } from './Assistant.jsx';
  const opening = openSession({ agent: desk, id: 'desk-1', model, store: indexedDbStore('rooms') });
  const Text = ({ text }) => createElement('p', null, text);
  const Message = () => createElement(MessagePrimitive.Root, null, createElement(MessagePrimitive.Parts, { components: { Text } }));
  export const mount = async at => {
    const session = await opening;
    const root = createRoot(at);
    root.render(createElement(Assistant, { session }, createElement(ThreadPrimitive.Root, null, createElement(ThreadPrimitive.Messages, { components: { Message } }))));
    return async () => { root.unmount(); await session.close(); };
  };`;

/** A page that says something in a session, and shows whose turn it is above the words that come in. */
const LIVE = `import { createElement } from 'react'; import { createRoot } from 'react-dom/client'; import { memoryStore } from 'stepgate'; import { useSession } from 'stepgate/react';
  import { desk } from './agent.js'; import { Live } from './Live.jsx'; import { typing } from './typing.js';
  const options = { agent: desk, id: 'live', model: typing, store: memoryStore() };
  function Page() {
    const { session, view } = useSession(options);
    if (session && view.blocks.length === 0 && view.waiting === 'user') session.say('A room for 6');
    return createElement('div', null, createElement('h1', null, view?.card && view.waiting), createElement(Live, { options }));
  }
  export const mount = at => { const root = createRoot(at); root.render(createElement(Page)); return () => root.unmount(); }`;

const booking = { say: '', tool: { name: 'book_room', args: { room: 'Cedar', day: 'Friday' } } };

/** The store of a how-to, where each kind of request loses its first answer. */
async function withLostAnswers(httpStore, desk) {
  const through = globalThis.fetch;
  for (const lost of ['PUT', 'POST', 'GET']) {
    let left = 1;
    globalThis.fetch = async (address, init) => {
      const answer = await through(address, init);
      if (init?.method === lost && left > 0) {
        left -= 1;
        throw new TypeError('fetch failed');
      }
      return answer;
    };
    const booked = [];
    const options = () => ({ agent: desk, id: `lost ${lost}`, lang: 'en', lock: false, store: httpStore('/sessions'), model: scripted(booking, { say: 'Booked.' }), tools: { book_room: args => { booked.push(args); return 'Booked.'; } } });
    const agent = await openSession(options());
    await agent.say('A room for 6');
    left = 1;
    await agent.answer(agent.view.card.id, { accept: true });
    assert.deepEqual([agent.role, agent.warning, booked.length, said(agent.view).at(-1)], ['drives', undefined, 1, 'Booked.'], lost);
    await agent.close();
    const again = await openSession(options());
    assert.equal(said(again.view).at(-1), 'Booked.');
    await again.close();
  }
  globalThis.fetch = through;
}

/** Two devices with the store of a how-to: the second one opens the session while the first one writes. */
async function onTwoDevices(httpStore, desk) {
  const booked = [];
  let finish = () => {};
  const ends = new Promise(resolve => { finish = () => resolve('Booked.'); });
  const book = { book_room: args => { booked.push(args); return ends; } };
  const device = (name, tools) => openSession({ agent: desk, id: 'two', lang: 'en', lock: false, store: fromDevice(httpStore('/sessions'), name), model: scripted(booking, { say: 'Booked.' }, { say: 'Booked.' }), tools });
  const first = await device('a', book);
  await first.say('A room for 6');
  const answered = first.answer(first.view.card.id, { accept: true });
  await holds(() => booked.length === 1);
  const second = await device('b', { book_room: args => { booked.push(args); return 'again'; } });
  await holds(() => second.warning?.code === 'running_elsewhere');
  assert.equal(second.view.card, undefined, 'nobody is asked about a write that still runs');
  finish();
  await answered.catch(() => {}); // the other device may be the faster one to ask the model
  await holds(() => said(second.view).at(-1) === 'Booked.');
  assert.deepEqual([booked.length, second.view.blocks.find(({ kind }) => kind === 'tool').result], [1, { ok: 'Booked.' }]);
  await Promise.all([first.close(), second.close()]);
}

/** A store as another device sees it: what it has written bears another name. */
const fromDevice = (store, name) => ({
  ...store,
  name: `${store.name} ${name}`,
  async load(id) {
    const there = await store.load(id);
    return there && { ...there, ticket: there.ticket.startsWith(name) ? there.ticket.slice(1) : `z${there.ticket}` };
  },
  save: (id, step) => store.save(id, { ...step, ticket: `${name}${step.ticket}` }),
  start: (id, revision, call, ticket) => store.start(id, revision, call, `${name}${ticket}`),
});

const SCENES = {
  // First, because the engine is loaded once.
  async 'docs/howto/loading.md'() {
    const { run, folder } = project('docs/howto/loading.md');
    const { preload } = await run('loading.js');
    await withServer((request, response) => response.writeHead(404).end(), async () => {
      assert.match(await preload('/none.wasm'), /answered with status 404/);
    });
    assert.equal(await preload(), undefined);
    const [, ...given] = OTHER['docs/howto/loading.md'][0].replace('src/main.js', 'src/engine.js').trim().split(' ');
    const made = spawnSync(fileURLToPath(new URL('../node_modules/.bin/esbuild', import.meta.url)), given.slice(1), { cwd: folder, encoding: 'utf8' });
    assert.equal(made.status, 0, made.stderr);
    const [engine, ...others] = readdirSync(join(folder, 'dist')).filter(file => file.endsWith('.wasm'));
    assert.deepEqual(others, []);
    assert.ok(readFileSync(join(folder, 'dist/engine.js'), 'utf8').includes(engine), 'the page has the address of the engine');
    const { default: { plugins: [{ transformIndexHtml }] } } = await run('vite.config.js');
    const bundle = { 'assets/stepgate_bg-1.wasm': {}, 'assets/stepgate_engine_bg-1.wasm': {}, 'assets/index-1.js': {} };
    assert.deepEqual(transformIndexHtml.handler('', { bundle }).map(({ attrs }) => attrs.href), ['/assets/stepgate_engine_bg-1.wasm']);
    assert.deepEqual(transformIndexHtml.handler('', {}), [], 'the development server has no bundle');
    drawn(bodyOf(blocksOf('docs/howto/loading.md').find(({ lang, name }) => lang === 'html' && !name).code));
    assert.match(blocksOf('docs/howto/loading.md').find(({ lang }) => lang === 'html').code, /script-src 'self' 'wasm-unsafe-eval'/);
  },

  async 'docs/howto/tools.md'() {
    const { run } = project('docs/howto/tools.md');
    await withServer(({ url }, response) => {
      if (url === '/api/orders') return answerJson(response, Array.from({ length: 30 }, (_, number) => ({ number })));
      if (url === '/api/adverts/7') return response.end('We want a gardener.');
      return url === '/api/stock/lamp' ? answerJson(response, { pieces: 2 }) : answerJson(response, {}, 404);
    }, async () => {
      const { results } = await run('shop.js');
      assert.deepEqual(results, [{ ok: { article: 'lamp', pieces: 2 } }, { error: { code: 'not_found', text: 'There is no article "throne".' } }]);
      const { shop } = await run('tools.js');
      const agent = await openSession({ agent: shop, id: 'orders', model: scripted({ say: '', tool: { name: 'orders', args: {} } }, { say: 'Thirty.' }) });
      const { blocks } = await agent.say('Orders?');
      assert.deepEqual([blocks[2].result.ok.newest.length, blocks[2].result.ok.all], [20, 30]);
      await agent.close();
      const { improve, compare } = await run('advert.js');
      const [planner, worker] = [scripted(), scripted()];
      const improved = await improve({ basics: { name: 'Ada', links: [] }, sections: [] }, 7, planner);
      assert.match(JSON.stringify(planner.asked[0].messages), /We want a gardener\./);
      const compared = await compare(worker);
      await compared.say('Compare 7 and 8');
      assert.match(JSON.stringify(worker.asked[0].messages), /read_advert.*Reads a job advertisement/);
      for (const session of [improved, compared]) await session.close();
      const twice = scripted({ say: '', tool: [{ name: 'stock', args: { article: 'lamp' } }, { name: 'stock', args: { article: 'throne' } }] }, { say: 'Two.' });
      const seen = await openSession({ agent: shop, id: 'twice', model: twice });
      await seen.say('Lamps and thrones?');
      const [lamp, throne] = resultsIn(twice.asked[1].messages.at(-1));
      assert.deepEqual(lamp, { tool: 'stock', args: { article: 'lamp' }, result: { article: 'lamp', pieces: 2 } });
      assert.deepEqual([throne.tool, throne.args.article, 'error' in throne, 'result' in throne], ['stock', 'throne', true, false]);
      await seen.close();
    });
    await withServer((request, response) => answerJson(response, [{ note: 'x'.repeat(9_000) }]), async () => {
      const { shop } = await run('tools.js');
      const model = scripted({ say: '', tool: { name: 'orders', args: {} } }, { say: 'One.' });
      const agent = await openSession({ agent: shop, id: 'long', model });
      const { blocks } = await agent.say('Orders?');
      const { length } = model.asked[1].messages.at(-1).content;
      assert.ok(length > 7_000 && length < 8_500, `${length} characters of the result`);
      assert.equal(blocks[2].result.ok.newest[0].note.length, 9_000);
      await agent.close();
    });
    const { openFor } = await run('clerk.js');
    for (const user of [{ id: '1', name: 'Ada', token: 'a' }, { id: '2', name: 'Bo', token: 'b' }]) {
      const model = scripted({ say: '', tool: { name: 'my_orders', args: {} } }, { say: 'One.' });
      await withServer(({ headers }, response) => answerJson(response, [{ of: headers.authorization }]), async () => {
        const agent = await openFor(user, model);
        const { blocks } = await agent.say('My orders?');
        assert.match(model.asked[0].messages[0].content, new RegExp(`^Help ${user.name} with their orders`));
        assert.deepEqual(blocks.find(({ kind }) => kind === 'tool').result, { ok: [{ of: `Bearer ${user.token}` }] });
        assert.equal(blocks.filter(({ kind }) => kind === 'user').length, 1, 'each user has a session of their own');
        await agent.close();
      });
    }
  },

  async 'docs/howto/approvals.md'() {
    const { run } = project('docs/howto/approvals.md');
    const [{ bank }, { approval }, { server, transfers }] = await Promise.all(['bank.js', 'card.js', 'server.js'].map(run));
    const call = { say: '', tool: { name: 'transfer', args: { to: 'Ada', euros: 5 } } };
    await withServer((request, response) => server.emit('request', request, response), async () => {
      const agent = await openSession({ agent: bank, id: 'bank', lang: 'en', model: scripted(call, { say: 'Sent.' }) });
      const { card } = await agent.say('5 euros to Ada');
      assert.deepEqual([card.title, card.calls[0].preview.total], ['Send 5 € to Ada?', 5.5]);
      assert.deepEqual(agent.read({ check: { to: 'Ada', euros: 7 } }), { args: { to: 'Ada', euros: 7 }, preview: { title: 'Send 7 € to Ada?', total: 7.5 } });
      assert.throws(() => agent.read({ check: { to: 'Ada', euros: 900 } }), { name: 'Refusal', code: 'invalid_args' });
      const form = document.body.appendChild(approval(card, agent));
      const accept = euros => {
        form.elements.euros.value = euros;
        form.dispatchEvent(Object.assign(new window.Event('submit', { cancelable: true }), { submitter: form.querySelector('[value=accept]') }));
      };
      accept('900');
      await holds(() => form.querySelector('[role=alert]').textContent);
      assert.deepEqual([agent.view.card.id, transfers.size], [card.id, 0]);
      accept('6');
      await holds(() => said(agent.view).includes('Sent.'));
      assert.deepEqual([...transfers.values()], [{ number: 1, to: 'Ada', euros: 6 }]);
      const [key] = transfers.keys();
      await fetch('/api/transfers', { method: 'POST', headers: { 'idempotency-key': key }, body: '{}' });
      assert.equal(transfers.size, 1);
      await agent.close();
    });
  },

  async 'docs/howto/streaming.md'() {
    const { folder, run } = project('docs/howto/streaming.md');
    drawn('');
    const { session: agent, seen } = await run('streaming.js');
    assert.ok(seen.includes('I wil') && seen.includes('Cedar has 8'), seen.join('|'));
    assert.deepEqual(texts('div p'), ['I will look.']);
    await agent.close();

    drawn('<main></main>');
    const live = new Set();
    new window.MutationObserver(() => texts('main p').forEach(text => live.add(text))).observe(document.querySelector('main'), { childList: true, subtree: true, characterData: true });
    const unmount = (await bundled(folder, LIVE))(document.querySelector('main'));
    await until(() => assert.deepEqual([texts('h1'), texts('main p')], [['approval'], []]));
    assert.ok(live.has('I wil') && live.has('Cedar has 8'), [...live].join('|'));
    await unmount();
  },

  async 'docs/howto/testing.md'() {
    const { folder, run } = project('docs/howto/testing.md');
    testFile(folder, 'src/desk.test.js');
    const { desk } = await run('agent.js');
    const { model } = await run('model.js');
    const store = memoryStore();
    const agent = await openSession({ agent: desk, id: 'friday', lang: 'en', store, model });
    await agent.say('A room for 6 on Friday');
    await agent.answer(agent.view.card.id, { accept: true });
    writeFileSync(join(folder, 'src/friday.json'), JSON.stringify(await store.export('friday')));
    await agent.close();
    testFile(folder, 'src/recorded.test.js');
    const { clean } = await run('clean.js');
    const file = JSON.parse(readFileSync(join(folder, 'src/friday.json'), 'utf8'));
    assert.doesNotMatch(JSON.stringify(await clean(JSON.stringify(file).replaceAll('for 6', 'for a@b.example'))), /a@b/);
    const lines = [];
    const inFolder = name => join(folder, 'src', name);
    assert.equal(await replay([inFolder('friday.json'), '--check', '--agent', inFolder('agent.js')], line => lines.push(line)), 0, lines.join());
    assert.equal(await replay([inFolder('friday.json'), '--prompts', '--agent', inFolder('agent.js')], line => lines.push(line)), 0);
    assert.match(lines.join('\n'), /system:[^]*A room for 6 on Friday/);
  },

  async 'docs/howto/inspect.md'() {
    const { folder, run } = project('docs/howto/inspect.md');
    for (const name of ['customElements', 'CSSStyleSheet', 'requestAnimationFrame', 'CustomEvent']) globalThis[name] ??= window[name];
    const { desk } = await run('agent.js');
    const { model } = await run('model.js');
    const store = memoryStore();
    const session = await openSession({ agent: desk, id: 'friday', lang: 'en', store, model });
    await session.say('A room for 6 on Friday');
    const { opensInspector } = await run('inspector.js');
    const { inspectFile } = await run('elsewhere.js');
    drawn('<button>Inspect</button>');
    opensInspector(session, document.querySelector('button'));
    press('Inspect');
    const shown = () => document.querySelector('stepgate-inspector')?.shadowRoot.textContent ?? '';
    await holds(() => /A room for 6 on Friday/.test(shown()));
    document.querySelector('stepgate-inspector').remove();
    document.body.append(inspectFile(new File([JSON.stringify(await store.export('friday'))], 'friday.json')));
    await holds(() => /A room for 6 on Friday/.test(shown()));
    document.querySelector('stepgate-inspector').remove();
    await session.close();
    assert.ok(folder);
  },

  async 'docs/howto/telemetry.md'() {
    const { run } = project('docs/howto/telemetry.md');
    const { send } = await run('telemetry.js');
    const { desk } = await run('agent.js');
    const { model } = await run('model.js');
    const store = memoryStore();
    const session = await openSession({ agent: desk, id: 'friday', lang: 'en', store, model });
    await session.say('A room for 6 on Friday');
    const got = [];
    await withServer((request, response) => {
      let text = '';
      request.on('data', piece => { text += piece; });
      request.on('end', () => { got.push({ url: request.url, names: JSON.parse(text).resourceSpans[0].scopeSpans[0].spans.map(({ name }) => name) }); answerJson(response, {}); });
    }, async () => {
      const sent = await send(store, 'friday', 0, 'https://desk.example');
      assert.equal(sent, session.view.revision);
    });
    await session.close();
    assert.equal(got[0].url, '/v1/traces');
    assert.ok(got[0].names.includes('chat qwen3') && got[0].names.includes('execute_tool find_rooms'), got[0].names.join());
  },

  async 'docs/howto/stages.md'() {
    testFile(project('docs/howto/stages.md').folder, 'src/stages.test.js');
  },

  async 'docs/howto/worker.md'() {
    const { run } = project('docs/howto/worker.md');
    const { port1, port2 } = new MessageChannel();
    globalThis.Worker = class {
      constructor(address, options) {
        assert.deepEqual([address.pathname.split('/').at(-1), options], ['desk.worker.js', { type: 'module' }]);
        Object.assign(globalThis, { addEventListener: port2.addEventListener.bind(port2), postMessage: port2.postMessage.bind(port2) });
        run('desk.worker.js').then(() => port2.start());
        return port1;
      }
    };
    drawn('');
    await withServer(({ method, url }, response) => answerJson(response, `${method} ${url}`), async () => {
      const { session: agent } = await run('page.js');
      assert.deepEqual(texts('p'), ['I will look.']);
      await agent.answer(agent.view.card.id, { accept: true });
      assert.deepEqual(texts('p'), ['POST /api/bookings']);
      const { openSession } = await import('stepgate/worker');
      await assert.rejects(openSession({ worker: port1, agent: 'dek', id: 'desk-2' }), { name: 'SessionError', message: /agent: must be one of desk, which the worker serves/ });
      await agent.close();
    });
    for (const name of ['Worker', 'addEventListener', 'postMessage']) delete globalThis[name];
    port1.close();
  },

  async 'docs/howto/restate.md'() {
    const { run } = project('docs/howto/restate.md');
    drawn('');
    const [{ desk }, { model }] = await Promise.all([run('agent.js'), run('model.js')]);
    const inside = await openSession({ agent: desk, id: 'desk-1', model, lang: 'en' });
    let [version, streams] = [0, []];
    const show = view => {
      version += 1;
      for (const stream of streams) stream.write(`data: ${JSON.stringify({ version, view, isSettled: !view.busy, isWhole: true, errands: [] })}\n\n`);
    };
    const calls = {
      open: async () => {},
      tell: ({ event }) => (event.type === 'said' ? inside.say(event.text, { card: event.card }) : inside.answer(event.call, { accept: event.accept })),
    };
    await withServer(async (request, response) => {
      assert.equal(request.headers.authorization, 'ada');
      const [, what] = /^\/agents\/(\w+)\?id=desk-1$/.exec(request.url);
      if (what === 'events') {
        streams.push(response.writeHead(200, { 'content-type': 'text/event-stream' }));
        return show(inside.view);
      }
      await calls[what](JSON.parse((await request.toArray()).join('')));
      show(inside.view);
      answerJson(response, { version });
    }, async () => {
      const { session } = await run('page.js');
      try {
        assert.deepEqual(texts('p'), ['I will look.']);
        await session.answer(session.view.card.id, { accept: false });
        assert.deepEqual(texts('p'), ['Then I leave it.']);
      } finally {
        await session.close();
      }
    });
    await inside.close();
  },

  async 'docs/howto/persistence.md'() {
    const { run } = project('docs/howto/persistence.md');
    drawn('');
    const { session: agent, here, notice } = await run('tabs.js');
    const { sessions, fileOf, restore, store } = await run('sessions.js');
    await agent.say('A room for 6');
    assert.deepEqual([here.hidden, notice.textContent], [true, '']);
    assert.deepEqual((await sessions()).filter(({ id }) => id === 'desk-1').map(({ title }) => title).length, 1);
    const file = await fileOf('desk-1');
    const id = await restore(file);
    assert.notEqual(id, 'desk-1');
    await store.rename(id, 'A copy');
    assert.equal((await sessions()).find(session => session.id === id).title, 'A copy');
    await agent.close();
  },

  async 'docs/howto/migration.md'() {
    const { lines } = await project('docs/howto/migration.md').run('migration.js');
    assert.deepEqual(lines, [{ text: 'Buy milk', at: null }]);
    const { notes: old } = await project('docs/howto/migration.md').run('notes-1.js');
    const { notes } = await project('docs/howto/migration.md').run('notes.js');
    const store = memoryStore();
    const agent = await openSession({ agent: notes, id: 'a', store, model: scripted() });
    await agent.close();
    await assert.rejects(openSession({ agent: old, id: 'a', store, model: scripted() }), { name: 'StepgateError', code: 'version' });
    const stage = { prompt: () => '', reply: { type: 'object' }, decide: ({ to }) => to.listen() };
    const renamed = defineAgent({ name: 'notes', version: 2, stages: { note: stage } });
    await assert.rejects(openSession({ agent: renamed, id: 'a', store, model: scripted() }), { name: 'StoreError', code: 'damaged', place: '/head/stage' });
  },

  async 'docs/howto/model.md'() {
    const { run } = project('docs/howto/model.md');
    const { model } = await run('own-model.js');
    const messages = [{ role: 'user', content: 'Hello' }];
    const heard = [];
    await withServer((request, response) => answerJson(response, { text: '{"say": "Hello"}' }), async () => {
      assert.deepEqual(await model({ messages }, { onText: text => heard.push(text) }), { text: '{"say": "Hello"}', finishReason: 'stop' });
    });
    assert.deepEqual(heard, ['{"say": "Hello"}']);
    await withServer((request, response) => answerJson(response, {}, 429), () => assert.rejects(model({ messages }, {}), { name: 'ModelError', code: 'rate_limited' }));

    await withStandIn(run);

    const { proxy } = await run('proxy.js');
    const { model: remote } = await run('page-model.js');
    const upstream = await modelServer(whole({ content: 'Hello' }));
    const passOn = allowed => proxy({ upstream: upstream.baseUrl, key: 'secret', mayUse: () => allowed });
    await withServer((request, response) => passOn(true).emit('request', request, response), async () => {
      assert.equal((await remote({ messages })).text, 'Hello');
      assert.equal((await fetch('/v1/models')).status, 404);
    });
    assert.equal(upstream.requests[0].headers.authorization, 'Bearer secret');
    await withServer((request, response) => passOn(false).emit('request', request, response), () => assert.rejects(remote({ messages }), { code: 'unauthorized' }));
    await upstream.close();

    const { modelOf } = await run('in-page.js');
    assert.equal(await modelOf(model), model);
    globalThis.LanguageModel = { availability: async () => 'available', create: async () => ({ prompt: async () => '{}' }) };
    assert.equal(typeof await modelOf(model), 'function');
    assert.notEqual(await modelOf(model), model);
    delete globalThis.LanguageModel;
  },

  async 'docs/howto/providers.md'() {
    const { run } = project('docs/howto/providers.md');
    const [{ claude }, { thinkingClaude }, { gemini }, { servedClaude }] = await Promise.all(['claude.js', 'thinking-claude.js', 'gemini.js', 'served-claude.js'].map(run));
    const messages = [{ role: 'user', content: 'Hello' }];
    const reached = [];
    const served = async (model, answer) => {
      const server = await providerServer(answer);
      globalThis.fetch = (address, init) => {
        const { host, pathname } = new URL(address, 'https://desk.example/');
        reached.push(host);
        return own.fetch(server.baseURL + pathname, init);
      };
      try {
        return { reply: await model({ messages }), request: server.requests[0] };
      } finally {
        globalThis.fetch = own.fetch;
        await server.close();
      }
    };
    const first = await served(claude('typed'), anthropicSays('Hello'));
    assert.deepEqual([first.reply.text, first.request.headers['x-api-key'], first.request.headers['anthropic-dangerous-direct-browser-access']], ['Hello', 'typed', 'true']);
    const second = await served(thinkingClaude({ apiKey: 'typed' }), anthropicSays('Hello', { thought: 'A greeting.' }));
    assert.deepEqual([second.reply.reasoning, second.request.body.thinking], ['A greeting.', { type: 'enabled', budget_tokens: 2000 }]);
    const third = await served(gemini('typed'), geminiSays('Hello'));
    assert.deepEqual([third.reply.text, third.request.headers['x-goog-api-key']], ['Hello', 'typed']);
    const fourth = await served(servedClaude, anthropicSays('Hello'));
    assert.deepEqual([fourth.reply.text, fourth.request.url], ['Hello', '/api/anthropic/v1/messages']);
    assert.deepEqual(reached.splice(0), ['api.anthropic.com', 'api.anthropic.com', 'generativelanguage.googleapis.com', 'desk.example']);
    await withOpenRouter(run, served, reached);
    await withLocalServers(run);
  },

  async 'docs/howto/fallback.md'() {
    const { run } = project('docs/howto/fallback.md');
    const [{ twoModels }, { passedOver }, { slowModel }] = await Promise.all(['two-models.js', 'passed-over.js', 'slow-model.js'].map(run));
    const busy = await modelServer(json(429, {}));
    const free = await modelServer(whole({ content: '{"say": "Hello"}' }));
    const store = memoryStore();
    const model = twoModels({ baseUrl: busy.baseUrl, model: 'small' }, { baseUrl: free.baseUrl, model: 'large' });
    const { desk } = await run('agent.js');
    const session = await openSession({ agent: desk, id: 'a', lang: 'en', store, model });
    assert.deepEqual([said(await session.say('Hi')), busy.requests.length], [['Hello'], 1]);
    assert.deepEqual(passedOver(await store.export('a')), [['model:small']]);
    await session.close();
    assert.equal((await slowModel({ baseUrl: free.baseUrl, model: 'large' })({ messages: [{ role: 'user', content: 'Hi' }] })).text, '{"say": "Hello"}');
    await Promise.all([busy.close(), free.close()]);
  },

  async 'docs/howto/branches.md'() {
    const { run } = project('docs/howto/branches.md');
    const [{ anotherAnswer, editAndSend, takeBack, versions }, { forkBefore }, { desk }] = await Promise.all(['branches.js', 'fork.js', 'agent.js'].map(run));
    const store = memoryStore();
    const options = { agent: desk, lang: 'en', model: scripted({ say: 'One.' }, { say: 'Two.' }, { say: 'Three.' }, { say: 'Four.' }) };
    const session = await openSession({ ...options, id: 'a', store });
    await session.say('Hi');
    assert.deepEqual(said(await anotherAnswer(session)), ['Two.']);
    const message = () => session.view.blocks.find(({ kind }) => kind === 'user');
    const view = await editAndSend(session, message(), 'Hello');
    assert.deepEqual([message().text, said(view)], ['Hello', ['Three.']]);
    assert.deepEqual(versions(session).map(({ text }) => text), ['Hi', 'Hi']);
    assert.deepEqual(said(await versions(session)[0].show()), ['One.']);
    const fork = await forkBefore(store, session, message(), options);
    assert.deepEqual([fork.id, said(fork.view), fork.view.input], [`a-${message().seq}`, [], 'Hi']);
    assert.equal((await takeBack(session, message())).input, 'Hi');
    await Promise.all([session.close(), fork.close()]);
  },

  async 'docs/howto/costs.md'() {
    const { run } = project('docs/howto/costs.md');
    const [{ openPriced, spent }, { desk }] = await Promise.all(['priced.js', 'agent.js'].map(run));
    const usage = { inputTokens: 1_600_000, outputTokens: 400_000 };
    const model = Object.assign(async () => ({ text: '{"say":"Hello"}', usage }), { label: 'small-model' });
    const session = await openPriced({ agent: desk, id: 'a', lang: 'en', model });
    const view = await session.say('Hi');
    assert.equal(spent(view), '0.4800 $, this turn 0.4800 $');
    const { card } = await session.say('And?');
    assert.equal(card.title, '0.48 of 0.50 $ used: go on to 1.00 $?');
    assert.deepEqual(card.preview, { limit: 'usd', used: 0.48, of: 0.5, next: 1 });
    await session.close();
  },

  async 'docs/howto/presence.md'() {
    const { run } = project('docs/howto/presence.md');
    const [{ bank }, { byPasskey }, { buttons }, { openBank }] = await Promise.all(['bank.js', 'passkey.js', 'buttons.js', 'worker-page.js'].map(run));
    const sent = [];
    let isRight = false;
    const answers = { '/presence/begin': () => ({ challenge: 'c' }), '/presence/end': () => ({ confirmed: isRight }), '/transfers': () => ({ number: 1 }) };
    const navigators = { publicKey: globalThis.PublicKeyCredential, credentials: Object.getOwnPropertyDescriptor(navigator, 'credentials') };
    globalThis.PublicKeyCredential = { parseRequestOptionsFromJSON: options => options };
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get: async ({ publicKey }) => ({ toJSON: () => ({ signed: publicKey.challenge }) }) } });
    const call = { say: '', tool: { name: 'transfer', args: { to: 'Ann', euros: 5 } } };
    try {
      await withServer(async (request, response) => {
        let body = '';
        for await (const piece of request) body += piece;
        sent.push([request.url, JSON.parse(body)]);
        answerJson(response, answers[request.url]());
      }, async () => {
        const session = await openSession({ agent: bank, id: 'a', lang: 'en', model: scripted(call, { say: 'Sent.' }) });
        await session.say('5 to Ann');
        const told = [];
        const [yes, no] = buttons(session.view.card, session, text => told.push(text));
        yes.click(); // by a script
        await until(() => assert.equal(told.length, 1));
        assert.deepEqual([/yourself/.test(told[0]), sent, no.textContent], [true, [], 'Decline']);
        const event = { type: 'click', isTrusted: true };
        await assert.rejects(yes.onclick(event).then(() => { throw told; }), error => /here/.test(error.at?.(-1)));
        isRight = true;
        await yes.onclick(event);
        assert.deepEqual(sent.map(([path]) => path), ['/presence/begin', '/presence/end', '/presence/begin', '/presence/end', '/transfers']);
        assert.deepEqual([sent[0][1].calls, sent[1][1].credential], [[{ name: 'transfer', args: { to: 'Ann', euros: 5 } }], { signed: 'c' }]);
        await session.close();
        assert.equal(await byPasskey([], {}), true);

        const { port1, port2 } = new MessageChannel();
        serve({ bank }, { model: scripted(call, { say: 'Sent.' }) }, port2);
        const inWorker = await openBank(port1, () => {});
        await inWorker.say('5 to Ann');
        await inWorker.answer(inWorker.view.card.id, { accept: true, event });
        assert.equal(sent.at(-1)[0], '/transfers');
        await inWorker.close();
        port1.close();
      });
    } finally {
      globalThis.PublicKeyCredential = navigators.publicKey;
      if (navigators.credentials) Object.defineProperty(navigator, 'credentials', navigators.credentials);
      else delete navigator.credentials;
    }
  },

  async 'docs/howto/webmcp.md'() {
    const { run } = project('docs/howto/webmcp.md');
    const { openToAgents } = await run('page.js');
    const given = new Map();
    document.modelContext = { registerTool: async (tool, { signal }) => { given.set(tool.name, tool); signal.addEventListener('abort', () => given.delete(tool.name)); } };
    const booked = [];
    const shown = [];
    try {
      await withServer(async (request, response) => {
        let body = '';
        for await (const piece of request) body += piece;
        if (body) booked.push(JSON.parse(body));
        answerJson(response, request.url === '/rooms' ? ['Birch'] : { number: 1 });
      }, async () => {
        const gate = await openToAgents((card, session) => shown.push([card, session]));
        assert.deepEqual([...given.values()].filter(({ annotations }) => annotations.untrustedContentHint).map(({ name }) => name), ['read_guestbook']);
        assert.deepEqual((await given.get('find_rooms').execute({})).structuredContent, { result: ['Birch'] });
        const call = given.get('book_room').execute({ room: 'Birch', day: 'Friday' });
        await holds(() => shown.at(-1)?.[0]?.title === 'Book Birch for Friday?');
        const [card, session] = shown.at(-1);
        await session.answer(card.id, { accept: true });
        assert.deepEqual([(await call).structuredContent, booked], [{ result: { number: 1 } }, [{ room: 'Birch', day: 'Friday' }]]);
        await gate.close();
        assert.equal(given.size, 0);
      });
    } finally {
      delete document.modelContext;
    }
  },

  async 'docs/howto/mcp.md'() {
    const { run } = project('docs/howto/mcp.md');
    const [{ helperAt }, { carefulTools }, { keepOpen }] = await Promise.all(['helper.js', 'careful.js', 'changing.js'].map(run));
    const booked = [];
    const server = await httpServer(() => roomServer(booked).server, () => ({ 'access-control-allow-origin': '*' }));
    const call = { say: '', tool: { name: 'book', args: { room: 'Birch', day: 'Friday' } } };
    const session = await openSession({ agent: await helperAt(server.address), id: 'a', lang: 'en', model: scripted(call, { say: 'Booked.' }) });
    const { card } = await session.say('Birch, on Friday');
    await session.answer(card.id, { accept: true });
    assert.deepEqual(booked, ['Birch Friday']);
    await session.close();
    await server.close();

    const rooms = roomServer();
    const client = await clientOf(rooms.server);
    assert.ok('shop_list_rooms' in await carefulTools(client));
    const shown = [];
    await keepOpen(client, { id: 'a', lang: 'en', store: memoryStore(), model: scripted(call) }, session => shown.push(session));
    await shown[0].say('Birch, on Friday');
    rooms.book.update({ description: 'Books a room and pays for it' });
    await holds(() => shown.length === 2);
    assert.deepEqual([shown[1].view.card.kind, shown[1].view.card.calls[0].args.room], ['approval', 'Birch']);
    await shown[1].close();
    await client.close();
    await withMcpLogin(run);
    await withMcpQuestion(run);
  },

  async 'docs/howto/ag-ui.md'() {
    const { run } = project('docs/howto/ag-ui.md');
    const [{ openDesk, say, answer }, { approve, ask }, { bookings }] = await Promise.all(['desk-chat.js', 'answers.js', 'agent.js'].map(run));
    localStorage.removeItem('bookings');
    const agent = await openDesk('ag-ui');
    await say(agent, 'A room for 6');
    const [{ toolCallId }] = agent.pendingInterrupts;
    assert.equal(agent.messages.find(({ id }) => id === toolCallId).toolCalls[0].function.arguments, '{"room":"Cedar","day":"Friday"}');
    await agent.session.close();

    const again = await openDesk('ag-ui');
    assert.deepEqual([again.pendingInterrupts.length, again.messages.length, bookings()], [1, agent.messages.length, []]);
    await answer(again, { approved: true });
    assert.deepEqual(bookings(), [{ room: 'Cedar', day: 'Friday' }]);
    await say(again, 'A room for 12');
    await approve(again, []);
    await say(again, 'A room for 12');
    await ask(again, 'Is there another one?');
    assert.equal(bookings().length, 1);
    await again.session.close();
  },

  async 'docs/howto/images.md'() {
    const { run } = project('docs/howto/images.md');
    const [{ open }, { counting }] = [await run('receipts.js'), await run('own-model.js')];
    const page = document.createElement('main');
    const session = await open(counting, page);
    const [input, button, list, alert] = page.children;
    const send = async (...files) => {
      Object.defineProperty(input, 'files', { configurable: true, value: files });
      await button.onclick();
    };
    await send(new File([new Uint8Array(20 * 2 ** 20)], 'large.jpg', { type: 'image/jpeg' }));
    assert.match(alert.textContent, /10 MB.*large\.jpg/);
    await send(new File(['receipt'], 'receipt.jpg', { type: 'image/jpeg' }), new File(['%PDF-1.7'], 'bill.pdf', { type: 'application/pdf' }));
    assert.match(list.textContent, /What did this cost\?bill\.pdf[^]*2 files, 15 bytes/);
    await until(() => assert.match(list.querySelector('img').src, /^blob:/));
    await session.close();
  },

  async 'docs/howto/server.md'() {
    const { folder, run } = project('docs/howto/server.md');
    const server = pathToFileURL(fileURLToPath(new URL('../../packages/server/src/index.js', import.meta.url))).href;
    const put = (file, ...changes) => {
      const path = join(folder, 'src', file);
      writeFileSync(path, changes.reduce((code, [from, to]) => code.replaceAll(from, to), readFileSync(path, 'utf8')));
    };
    writeFileSync(join(folder, 'src/postgres.js'), `export { memoryDatabase as postgresDatabase } from '${server}'`); // the tests of the server have a real one
    put('server.js', ["'@stepgate/server/postgres'", "'./postgres.js'"], ["'@stepgate/server'", `'${server}'`], ["console.log(await server.listen(8790, '0.0.0.0'))", 'export const base = await server.listen(0); export { server }']);
    put('server.test.js', ["'@stepgate/server'", `'${server}'`]);
    testFile(folder, 'src/server.test.js');
    const before = process.listeners('SIGTERM');
    const [{ base, server: running }, { storeOf }, { desk }, { model }] = await Promise.all(['server.js', 'store.js', 'agent.js', 'model.js'].map(run));
    let online = true;
    globalThis.fetch = async (address, init) => {
      if (address === 'https://login.example.com/me') return Response.json({ id: init.headers.authorization.replace('Bearer token of ', '') });
      if (!online) throw new TypeError('no network');
      return own.fetch(String(address).replace('http://127.0.0.1:8790/v1', base), init);
    };
    const states = [];
    const store = storeOf('ann', () => 'token of ann', state => states.push(state));
    const opened = store => openSession({ agent: desk, id: 'desk-1', lang: 'en', model, lock: false, store, tools: { book_room: () => 'Booked.' } });
    const session = await opened(store);
    online = false;
    await session.say('A room for 6');
    assert.ok(states.at(-1).waiting > 0 && !states.at(-1).online);
    online = true;
    await store.sync();
    await session.close();
    assert.deepEqual(states.at(-1), { online: true, waiting: 0, copies: [] });
    globalThis.indexedDB = new IDBFactory(); // another device
    const elsewhere = { ...storeOf('ann', () => 'token of ann'), name: 'elsewhere' };
    const other = await opened(elsewhere);
    assert.equal(other.view.card.calls[0].args.room, 'Cedar');
    await other.close();
    assert.deepEqual(await storeOf('bob', () => 'token of bob').list(), []);
    store.close();
    elsewhere.close();
    process.listeners('SIGTERM').filter(listener => !before.includes(listener)).forEach(listener => process.off('SIGTERM', listener));
    await running.close();
    globalThis.fetch = own.fetch;
  },

  async 'docs/howto/store.md'() {
    const { folder, run } = project('docs/howto/store.md');
    testFile(folder, 'src/http-store.test.js');
    const [{ httpStore }, { saved, sessionServer }, { desk }, { model }] = await Promise.all(['http-store.js', 'session-server.js', 'agent.js', 'model.js'].map(run));
    const server = sessionServer(({ headers }) => headers['x-user'] ?? 'ada');
    let down = false;
    const booked = [];
    const opened = () => openSession({ agent: desk, id: 'a b', lang: 'en', model, lock: false, store: { ...httpStore('/sessions') }, tools: { book_room: args => { booked.push(args); return 'Booked.'; } } });
    await withServer((request, response) => (down ? response.writeHead(503).end() : server.emit('request', request, response)), async () => {
      const agent = await opened();
      await agent.say('A room for 6');
      await agent.close();
      const again = await opened();
      assert.equal(again.view.card.calls[0].args.room, 'Cedar');
      await again.answer(again.view.card.id, { accept: true });
      assert.deepEqual([booked.length, said(again.view).at(-1)], [1, 'Booked.']);
      down = true;
      await again.say('And for 2');
      assert.equal(again.warning.code, 'lost');
      down = false;
      await again.close();
      assert.deepEqual([...saved.keys()], ['ada/a%20b']);
      await withLostAnswers(httpStore, desk);
      await onTwoDevices(httpStore, desk);
      [...saved.keys()].filter(name => name !== 'ada/a%20b').forEach(name => saved.delete(name));

      const { load, save, start } = httpStore('/sessions');
      const { snapshot } = await load('a b');
      await assert.rejects(save('a b', { base: null, changes: { first: 0, entries: [], parts: {}, ...snapshot }, at_ms: 0, trace: [] }), { code: 'conflict' });
      await start('a b', snapshot.revision, 9);
      await assert.rejects(start('a b', snapshot.revision, 9), { code: 'conflict' });
      assert.equal((await load('a b')).started, 9);
      assert.equal(await load('other'), undefined);
    });
  },

  async 'docs/howto/chat-ui.md'() {
    const { folder, run } = project('docs/howto/chat-ui.md');
    const { desk } = await run('agent.js');
    await desk.load();
    globalThis.indexedDB = new IDBFactory();
    localStorage.clear();
    const mounted = async code => {
      drawn('<main></main>');
      return (await bundled(folder, code))(document.querySelector('main'));
    };
    const leave = await mounted(CHAT);
    await holds(() => document.querySelector('form'));
    fillIn(document.querySelector('form input'), 'A room for 6');
    document.querySelector('form').dispatchEvent(new window.Event('submit', { bubbles: true, cancelable: true }));
    await holds(() => texts('button').includes('Approve'));
    await leave();

    const leaveAgain = await mounted(`${CHAT} // loaded again`);
    await holds(() => texts('button').includes('Approve'));
    assert.match(texts('pre').at(-1), /Cedar/);
    press('Approve');
    await holds(() => texts('p').includes('Cedar is booked for Friday.'));
    await holds(() => texts('form button')[0] === 'Send');
    assert.equal(JSON.parse(localStorage.getItem('bookings')).length, 1);
    await leaveAgain();

    const leaveOther = await mounted(OTHER_CARD);
    await holds(() => texts('button').includes('Oak'));
    press('Oak');
    press('No');
    assert.deepEqual(globalThis.answered, [{ body: { stepgate: { card: 3, answer: { choice: 'oak' } } } }, { body: { stepgate: { card: 3, answer: { button: 0 } } } }]);
    await leaveOther();

    const leaveAssistant = await mounted(ASSISTANT);
    await holds(() => texts('p').includes('Cedar is booked for Friday.'));
    await leaveAssistant();
  },

  async 'docs/howto/frameworks.md'() {
    const { folder, run } = project('docs/howto/frameworks.md');
    const { desk } = await run('agent.js');
    await desk.load();
    const type = async words => {
      const input = document.querySelector('form input');
      fillIn(input, words);
      await holds(() => !input.form.querySelector('button').disabled);
      input.form.dispatchEvent(new window.Event('submit', { bubbles: true, cancelable: true }));
    };
    for (const code of Object.values(MOUNTS)) {
      globalThis.indexedDB = new IDBFactory();
      localStorage.clear();
      drawn('<main></main>');
      const unmount = (await bundled(folder, code))(document.querySelector('main'));
      await holds(() => document.querySelector('form'));
      await type('A room for 6');
      await holds(() => texts('h2').includes('Books a room for a day'));
      assert.match(texts('pre')[0] ?? document.querySelector('section input').value, /Cedar/);
      press('Approve');
      await holds(() => texts('p').includes('Cedar is booked for Friday.'));
      await unmount();
    }

    const mounted = async code => {
      globalThis.indexedDB = new IDBFactory();
      drawn('<main></main>');
      const unmount = (await bundled(folder, code))(document.querySelector('main'));
      await holds(() => document.querySelector('form'));
      return unmount;
    };
    const unmount = await mounted(`${MOUNTS.react} // edits`);
    await type('A room for 6');
    await holds(() => document.querySelector('section input'));
    fillIn(document.querySelector('section [name=room]'), 'Attic');
    press('Approve');
    await holds(() => texts('section [role=alert]').length === 1);
    fillIn(document.querySelector('section [name=room]'), 'Oak');
    press('Approve');
    await holds(() => texts('p').includes('Oak is booked for Friday.'));
    await unmount();

    writeFileSync(join(folder, 'src/model.js'), "export const model = () => new Promise((_, fail) => { setTimeout(fail, 100, new Error('down')) })");
    for (const code of Object.values(MOUNTS)) {
      const left = await mounted(`${code} // no model`);
      await type('');
      await holds(() => texts('[role=alert]').join() === 'Please type something first.');
      for (const _ of ['once', 'twice']) {
        await type('A room for 6');
        await holds(() => document.querySelector('form input').value === '');
        await holds(() => /did not answer/.test(texts('[role=alert]').join()) && document.querySelector('form input').value === 'A room for 6');
      }
      await left();
    }
  },

  // Last, because its page stays open.
  async 'docs/tutorial.md'() {
    const { folder, run } = project('docs/tutorial.md');
    drawn(indexHtml());
    await run('main.js');
    send('A room for 6 on Friday');
    await holds(() => document.querySelector('#card button'));
    assert.equal(texts('#talk p').map(text => `${text}\n`).join(''), OTHER['docs/tutorial.md'][2]);
    assert.deepEqual([texts('#card h2'), JSON.parse(texts('#card pre')[0]), texts('#booked li')], [['Books a room for a day'], { room: 'Cedar', day: 'Friday' }, []]);
    press('Approve');
    await holds(() => texts('#talk p').at(-1) === 'Desk: Cedar is booked for Friday.');
    assert.deepEqual(texts('#booked li'), ['Cedar, Friday']);
    send('2 seats');
    await holds(() => document.querySelector('#card button'));
    press('Decline');
    await holds(() => texts('#talk p').at(-1) === 'Desk: Then I leave it.');
    assert.deepEqual(texts('#booked li'), ['Cedar, Friday']);
    send('Fifty: 50 seats');
    await holds(() => texts('#talk p').at(-1) === 'Desk: No room is that large.');
    testFile(folder, 'test/desk.test.js');

    const { model } = await project('docs/tutorial.md', 1).run('model.js');
    const server = await modelServer(whole({ content: '{"say": "Hello"}' }));
    globalThis.fetch = (address, init) => own.fetch(String(address).replace('http://localhost:11434/v1', server.baseUrl), init);
    assert.equal((await model({ messages: [{ role: 'user', content: 'Hello' }] })).text, '{"say": "Hello"}');
    globalThis.fetch = own.fetch;
    await server.close();
  },
};

test('every guide has a scene, and every block of it is a file, a command or a text that the scene knows', () => {
  assert.deepEqual(Object.keys(SCENES).sort(), guides('en').sort());
  for (const document of guides('en')) {
    const others = blocksOf(document).filter(({ lang, name }) => !name && lang !== 'html').map(({ code }) => code);
    assert.deepEqual(others, OTHER[document] ?? [], document);
  }
});

for (const [document, scene] of Object.entries(SCENES)) {
  test(`the code of ${document} runs`, () => {
    globalThis.indexedDB = new IDBFactory();
    localStorage.clear();
    return scene();
  });
}
