import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { build } from 'esbuild';

const WASM = new URL('../wasm-guide/stepgate_guide_bg.wasm', import.meta.url);
const bytes = await readFile(WASM);

let copies = 0;
/** The `load` of an agent that is not loaded yet. */
const fresh = async () => (await import(`../src/guide/index.js?${copies += 1}`)).guide.load;

test('the names of the package', async () => {
  const names = Object.keys(await import('stepgate')).sort();
  assert.deepEqual(names, [
    'FILE_LIMITS', 'LoadError', 'ModelError', 'NotDone', 'Refusal', 'SessionError', 'StepgateError', 'StoreError', 'applyPatches', 'defineAgent', 'firstOf', 'inLang', 'indexedDbStore', 'memoryStore', 'openAiCompatible', 'openSession', 'tool', 'toolAgent', 'toolStage',
    'wasmAgent', 'withLimits', 'withParts',
  ]);
});

test('the names of its entries', async () => {
  const names = async entry => Object.keys(await import(entry)).sort();
  assert.deepEqual(await names('stepgate/workspace'), ['LIMITS', 'WorkspaceError', 'memoryWorkspace', 'openWorkspace', 'workspaceTools']);
  assert.deepEqual(await names('stepgate/host'), ['core', 'hasWrites', 'perform', 'toolsOf']);
  for (const agent of ['guide', 'content', 'stepper', 'schedule']) assert.deepEqual(await names(`stepgate/${agent}`), [agent]);
  assert.deepEqual(await names('stepgate/react'), ['useSession']);
  assert.deepEqual(await names('stepgate/worker'), ['openSession', 'serve']);
  assert.deepEqual(await names('stepgate/test'), ['ExploreError', 'StoreLawsError', 'diagram', 'explore', 'failingStore', 'recorded', 'redacted', 'scripted', 'storeLaws', 'story']);
  assert.deepEqual(await names('stepgate/inspect'), ['StepgateInspector', 'inspect']);
  assert.deepEqual(await names('stepgate/telemetry'), ['toOtlp']);
  assert.deepEqual(await names('stepgate/resume-text'), ['ResumeTextError', 'resumeText']);
  assert.deepEqual(await names('stepgate/ai-sdk'), ['answerTo', 'fromLanguageModel', 'messagesOf', 'stepgateTransport']);
  assert.deepEqual(await names('stepgate/ag-ui'), ['StepgateAgent']);
  assert.deepEqual(await names('stepgate/mcp'), ['McpError', 'connectMcp', 'mcpTools']);
  assert.deepEqual(await names('stepgate/webmcp'), ['WebMcpError', 'registerTools']);
  assert.deepEqual(await names('stepgate/in-page'), ['builtInAvailability', 'inPage']);
  assert.deepEqual(await names('stepgate/research'), ['ResearchError', 'researchTools']);
});

test('every entry has its words in the README, and every module that a page without a bundler must name', async () => {
  const { exports, dependencies } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const files = ['engine', 'guide', 'content', 'stepper', 'schedule', 'arrange', 'json'].map(name => `./${name}/wasm`); // those of the pattern
  for (const entry of [...Object.keys(exports), ...files].filter(entry => !['./package.json', './*/wasm'].includes(entry))) assert.ok(readme.includes(`stepgate${entry.slice(1)}`), entry);
  const { imports } = JSON.parse(/<script type="importmap">(.*?)<\/script>/s.exec(readme)[1]);
  const folder = new URL('../', import.meta.url);
  for (const [name, path] of Object.entries(imports)) {
    const file = name.startsWith('stepgate') ? path.replace('/node_modules/stepgate/', '') : path.slice(1);
    await readFile(new URL(file, folder));
  }
  assert.deepEqual(Object.keys(dependencies).filter(name => !imports[name]), []);
});

test('a tool whose agent is not loaded says so', async () => {
  const { researchTools } = await import('stepgate/research');
  const { web_search } = researchTools({ search: { url: 'https://search.test/?q=' } });
  await assert.rejects(web_search.execute({ query: 'x' }, { signal: new AbortController().signal }), { code: 'not_loaded' });
});

test('a source that fails is an error, and the next call may try again', async () => {
  const load = await fresh();
  await assert.rejects(load(new Uint8Array([1, 2, 3])));
  await assert.rejects(load(new URL('./no-such-file.wasm', import.meta.url)));
  await load();
});

test('load() is idempotent and loads once', async () => {
  const { guide } = await import('stepgate/guide');
  const { core } = await import('stepgate/host');
  const loading = guide.load();
  assert.equal(guide.load(), loading);
  await loading;
  assert.equal(guide.load(new Uint8Array([1])), loading);
  const [{ name, version, tools }] = core(guide).agents();
  assert.deepEqual([name, Number.isInteger(version), Array.isArray(tools)], ['guide', true, true]);
});

test('every form of source, each in a process of its own', async () => {
  const forms = {
    nothing: '',
    bytes: 'bytes',
    'a buffer': 'bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)',
    'a module': 'await WebAssembly.compile(bytes)',
    'a response': 'new Response(bytes, { headers: { "content-type": "application/wasm" } })',
    'a promise of a response': 'Promise.resolve(new Response(bytes, { headers: { "content-type": "application/wasm" } }))',
    'a URL': `new URL(${JSON.stringify(WASM.href)})`,
    'an address': '`data:application/wasm;base64,${bytes.toString("base64")}`',
  };
  for (const [form, source] of Object.entries(forms)) {
    const script = `
      import { readFileSync } from 'node:fs';
      import { guide } from 'stepgate/guide';
      import { core } from 'stepgate/host';
      const bytes = readFileSync(new URL(${JSON.stringify(WASM.href)}));
      await guide.load(${source});
      console.log(core(guide).agents()[0].name);`;
    const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: new URL('..', import.meta.url), encoding: 'utf8' });
    assert.equal(out.trim(), 'guide', form);
  }
});

test('where the file cannot be fetched, the embedded copy is loaded', async () => {
  const script = `
    const { promises } = process.getBuiltinModule('node:fs');
    const { readFile } = promises;
    promises.readFile = async (path, ...rest) => {
      if (String(path).endsWith('.wasm')) throw new Error('404');
      return readFile(path, ...rest);
    };
    const { guide } = await import('stepgate/guide');
    const json = await import('stepgate/json');
    await json.init();
    await guide.load();
    console.log(json.repairJson('{a: 1,}').value.a, guide.name);`;
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: new URL('..', import.meta.url), encoding: 'utf8' });
  assert.equal(out.trim(), '1 guide');
});

test('a bundler for the browser takes it as it is, the embedded copy in a file of its own', async () => {
  const { outputFiles, warnings } = await build({
    entryPoints: [new URL('../src/index.js', import.meta.url).pathname],
    bundle: true, format: 'esm', platform: 'browser', splitting: true, outdir: 'out', write: false, logLevel: 'silent',
  });
  assert.deepEqual(warnings, []);
  const entry = outputFiles.find(({ path }) => path.endsWith('/index.js')).text;
  assert.doesNotMatch(entry, /H4sI[\w+/]{1000}/, 'the embedded bytes are loaded only when they are needed');
  assert.ok(outputFiles.some(({ text }) => /H4sI[\w+/]{1000}/.test(text)));
  assert.doesNotMatch(entry, /\beval\(|new Function\(|from "node:/);
});

test('a page refers to the files of the agents that it imports, and to no other', async () => {
  const files = async contents => {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: new URL('..', import.meta.url).pathname }, bundle: true, format: 'esm', splitting: true, outdir: 'out', write: false, logLevel: 'silent',
    });
    return outputFiles.find(({ path }) => path.endsWith('stdin.js')).text.match(/stepgate\w*_bg\.wasm/g);
  };
  assert.deepEqual(await files("import { openSession, toolAgent } from './src/index.js'; console.log(openSession, toolAgent)"), ['stepgate_engine_bg.wasm']);
  assert.deepEqual(await files("import { openSession } from './src/index.js'; import { guide } from './src/guide/index.js'; console.log(openSession, guide)"), ['stepgate_guide_bg.wasm']);
});

test('the one file for a CDN holds all it needs but the wasm', async () => {
  const code = await readFile(new URL('../cdn/stepgate.js', import.meta.url), 'utf8');
  assert.doesNotMatch(code, /\bimport\s*["'{*]|(?<!["'])\bfrom\s*["']/);
  assert.deepEqual(code.match(/\.\.\/wasm[\w/-]*\.wasm/g), ['engine', 'guide', 'content', 'stepper', 'schedule'].map(name => `../wasm-${name}/stepgate_${name}_bg.wasm`));
  const { guide, memoryWorkspace, openSession } = await import('stepgate/cdn');
  const session = await openSession({ agent: guide, id: 'a', model() {}, input: { resume_text: 'Ada', user_intent: 'developer' }, autoOpen: false });
  assert.equal(session.view.agent, 'guide');
  assert.ok(memoryWorkspace);
  await session.close();
});

test('no module asks for its own address when it is imported', async () => {
  for (const entry of ['index.js', 'json/index.js', 'json/full.js', 'guide/index.js', 'arrange/index.js']) {
    for (const url of ['undefined', '""', '"worker.js"', '"about:blank"']) {
      const { outputFiles } = await build({
        entryPoints: [new URL(`../src/${entry}`, import.meta.url).pathname],
        bundle: true, format: 'esm', platform: 'browser', write: false, logLevel: 'silent', define: { 'import.meta.url': url },
      });
      const module = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
      const load = module.init ?? (module.guide ?? module.toolAgent({ name: 'desk', instructions: 'Help.' })).load;
      await load(); // the embedded copy
    }
  }
});

test('what is served in place of the WebAssembly is told with what to set', async t => {
  const answers = {
    '/gone.wasm': [404, 'text/plain', 'gone'],
    '/page.wasm': [200, 'text/html', '<!doctype html>'],
    '/plain.wasm': [200, 'application/octet-stream', bytes],
  };
  const server = createServer(({ url }, response) => {
    const [status, type, body] = answers[url];
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  await new Promise(ready => { server.listen(0, '127.0.0.1', ready); });
  t.after(() => server.close());
  const address = path => `http://127.0.0.1:${server.address().port}${path}`;
  const load = await fresh();
  await assert.rejects(load(address('/gone.wasm')), { name: 'LoadError', code: 'not_found', message: /gone\.wasm answered with status 404.*esbuild and Rollup.*load\(\).*Vite before version 8 needs optimizeDeps/ });
  await assert.rejects(load(fetch(address('/page.wasm'))), { code: 'not_wasm', message: /page\.wasm is not WebAssembly, but was sent as "text\/html": an HTML page/ });
  await assert.rejects(load('http://127.0.0.1:1/x.wasm'), { code: 'unreachable', message: /Access-Control-Allow-Origin.*connect-src/ });
  const warned = t.mock.method(console, 'warn', () => {});
  await load(address('/plain.wasm'));
  assert.match(warned.mock.calls[0].arguments[0], /"Content-Type: application\/wasm"/);
});

test('the file of another agent, or of another build, is told as such', async () => {
  const { toolAgent } = await import('stepgate');
  const planner = toolAgent({ name: 'other-build', instructions: 'Help.' });
  await assert.rejects(planner.load(new URL('../wasm-guide/stepgate_guide_bg.wasm', import.meta.url)), { name: 'LoadError', code: 'other_version', message: /from the same version of the package/ });
});

test('an agent of another copy of the package is told as such, and so is something that is no agent', async () => {
  const { openSession, toolAgent } = await import('stepgate');
  const file = await readFile(new URL('../cdn/stepgate.js', import.meta.url));
  const copy = await import(`data:text/javascript;base64,${file.toString('base64')}`);
  for (const [ours, theirs] of [[openSession, copy.toolAgent], [copy.openSession, toolAgent]]) {
    const agent = theirs({ name: 'travel', instructions: 'Help.' });
    await assert.rejects(ours({ agent, id: 'a', model() {} }), { name: 'SessionError', code: 'bad_option', message: /agent: must be made by the same copy of stepgate.*npm ls stepgate/ });
  }
  for (const agent of [undefined, null, {}, 7]) await assert.rejects(openSession({ agent, id: 'a', model() {} }), { code: 'bad_option', message: /agent: must be an agent, such as/ });
});

test('a store of the browser on a server says what to use, and the session goes on in memory', async t => {
  const { indexedDbStore, openSession, toolAgent } = await import('stepgate');
  const warned = t.mock.method(console, 'warn', () => {});
  const store = indexedDbStore('server');
  await assert.rejects(store.list(), { name: 'StoreError', code: 'unavailable', message: /no indexedDB here; on a server use memoryStore\(\)/ });
  const session = await openSession({ agent: toolAgent({ name: 'served', instructions: 'Help.' }), id: 'a', store, model: async () => ({ text: '{"say": "Hello"}' }) });
  assert.equal(session.warning.code, 'unavailable');
  assert.match(warned.mock.calls[0].arguments[0], /on a server use memoryStore/);
  assert.equal((await session.say('hi')).blocks.at(-1).text, 'Hello');
  await session.close();
});

test('where nothing may be compiled, nothing is fetched', async t => {
  const load = await fresh();
  const compiled = await WebAssembly.compile(bytes);
  const fetched = t.mock.method(globalThis, 'fetch', () => { throw new Error('fetched'); });
  const { Module } = WebAssembly;
  function Refusing() { throw new WebAssembly.CompileError('unsafe-eval is not allowed'); }
  Refusing.prototype = Module.prototype;
  WebAssembly.Module = Refusing;
  t.after(() => { WebAssembly.Module = Module; });
  await assert.rejects(load('http://127.0.0.1/x.wasm'), { name: 'LoadError', code: 'not_allowed', message: /'wasm-unsafe-eval' in script-src/ });
  await assert.rejects(load(), { code: 'not_allowed' });
  assert.equal(fetched.mock.callCount(), 0);
  await load(compiled);
});

test('the tarball holds the sources, the WebAssembly and the types, and nothing else', () => {
  const out = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: new URL('..', import.meta.url), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const paths = JSON.parse(out)[0].files.map(file => file.path);
  const needed = [
    'src/index.js', 'src/index.d.ts', 'wasm-engine/types.d.ts', 'package.json',
    'src/json/index.js', 'src/json/index.d.ts', 'wasm-json/stepgate_json.js', 'wasm-json/stepgate_json_bg.wasm', 'wasm-json/bytes.js',
    'src/workspace/index.js', 'src/workspace/index.d.ts', 'src/research/index.js', 'src/research/index.d.ts', 'src/tables/types.d.ts',
    'src/host/index.js', 'src/host/index.d.ts', 'cdn/stepgate.js', 'src/cdn.d.ts', 'LICENSE-MIT', 'LICENSE-APACHE',
    'src/json/full.js', 'src/json/full.d.ts', 'wasm-json-full/stepgate_json_full.js', 'wasm-json-full/stepgate_json_full_bg.wasm', 'wasm-json-full/bytes.js',
    'src/arrange/index.js', 'src/arrange/index.d.ts', 'src/arrange/arrange-worker.js', 'wasm-arrange/stepgate_arrange.js', 'wasm-arrange/stepgate_arrange_bg.wasm', 'wasm-arrange/bytes.js',
    'src/own/index.d.ts', 'src/worker/index.js', 'src/worker/index.d.ts', 'src/workerd/index.js', 'src/wasm-file.d.ts', 'src/react/index.js', 'src/react/index.d.ts', 'src/test/index.js', 'src/test/index.d.ts', 'wasm-engine/stepgate_engine.js', 'wasm-engine/stepgate_engine_bg.wasm',
    'wasm-engine/bytes.js',
    ...['guide', 'content', 'stepper', 'schedule'].flatMap(name => [
      `src/${name}/index.js`, `src/${name}/index.d.ts`, `wasm-${name}/stepgate_${name}.js`, `wasm-${name}/stepgate_${name}_bg.wasm`, `wasm-${name}/bytes.js`,
    ]),
  ];
  for (const path of needed) {
    assert.ok(paths.includes(path), path);
  }
  assert.deepEqual(paths.filter(path => !/^(src|cdn|wasm-(guide|content|stepper|schedule|json|json-full|arrange|engine))\/|^(package\.json|README\.md|LICENSE-(MIT|APACHE))$/.test(path)), []);
});

