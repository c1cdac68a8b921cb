/**
 * Builds the demo page: `node build.mjs` makes `dist/`, and `cdn/`, the package in one file; `node build.mjs --test-wasm` makes `test/dist/`, which
 * has the test agent too, from the wasm of `test/wasm/`.
 */
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { words } from './demo/words.js';

const here = dirname(fileURLToPath(import.meta.url));
const demo = join(here, 'demo');
/** The wasm with the test agent. */
const LEDGER_WASM = 'stepgate_bg.wasm';
/** The agents with a wasm of their own. */
const AGENTS = ['guide', 'content', 'stepper', 'schedule'];
/** The wasm of `stepgate/json/full`. */
const JSON_WASM = 'stepgate_json_full_bg.wasm';
/** The wasm of `stepgate/arrange`. */
const ARRANGE_WASM = 'stepgate_arrange_bg.wasm';
/** The wasm of agents that a page defines. */
const ENGINE_WASM = 'stepgate_engine_bg.wasm';

/** Puts the test agent into the page. */
const withLedger = {
  name: 'with-ledger',
  setup({ onResolve }) {
    onResolve({ filter: /\/ledger-agent\.js$/ }, () => ({ path: join(here, 'test/ledger-agent.js') }));
  },
};

const common = { bundle: true, minify: true, format: 'esm', target: 'es2022', legalComments: 'none', logLevel: 'warning' };

async function bundleApp(out, ledger, stepgate) {
  await build({
    ...common,
    entryPoints: {
      app: join(demo, 'app.js'),
      'event-calendar': join(here, 'node_modules/@event-calendar/core/dist/index.css'),
      'arrange-worker': join(here, 'src/arrange/arrange-worker.js'),
      'pdf-worker': join(here, 'src/resume-text/pdf-worker.js'),
    },
    outdir: out,
    splitting: true,
    sourcemap: true,
    chunkNames: '[name]-[hash]',
    alias: { ...Object.fromEntries(AGENTS.map(name => [`stepgate/${name}`, join(here, `src/${name}/index.js`)])), 'stepgate/arrange': join(here, 'src/arrange/index.js'), 'stepgate/calendar': join(here, 'src/calendar/index.js'), 'stepgate/ics': join(here, 'src/ics/index.js'), 'stepgate/workspace': join(here, 'src/workspace/index.js'), 'stepgate/research': join(here, 'src/research/index.js'), 'stepgate/in-page': join(here, 'src/in-page/index.js'), 'stepgate/inspect': join(here, 'src/inspect/index.js'), 'stepgate/resume-text': join(here, 'src/resume-text/index.js'), 'stepgate/json/full': join(here, 'src/json/full.js'), stepgate },
    plugins: ledger ? [withLedger] : [],
  });
  await build({ ...common, entryPoints: { first: join(demo, 'first.js') }, outdir: out, format: 'iife' });
}

/** Size in kB after gzip. @param {Uint8Array[]} files */
const wireSize = files => Math.round(files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0) / 1000);

/** Sizes of the files that a page with an agent of its own loads: the package, as far as it is used, and the engine. */
async function sizes() {
  const contents = "export { indexedDbStore, openSession, openAiCompatible, tool, toolAgent } from './src/index.js'";
  const { outputFiles } = await build({ ...common, stdin: { contents, resolveDir: here }, outdir: join(here, 'sizes'), splitting: true, write: false });
  // Embedded wasm is only for when the file cannot be had.
  const scripts = outputFiles.filter(({ path }) => !/bytes-/.test(path));
  return { js: wireSize(scripts.map(({ contents }) => contents)), wasm: wireSize([await readFile(join(here, 'wasm-engine', ENGINE_WASM))]) };
}

const escaped = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Writes the page's HTML with its first view in both languages, of which the style sheet hides one. @param {string} out */
async function writePage(out) {
  const measured = await sizes();
  const text = (lang, key) => escaped(words[lang][key].replace(/\{(\w+)\}/g, (_, name) => measured[name]));
  const both = key => `<span class="in-en" lang="en">${text('en', key)}</span><span class="in-zh" lang="zh-CN">${text('zh', key)}</span>`;
  const page = (await readFile(join(demo, 'index.html'), 'utf8'))
    .replace(/\{\{(?:(en|zh):)?([\w.]+)\}\}/g, (_, lang, key) => (lang ? text(lang, key) : both(key)));
  await writeFile(join(out, 'index.html'), page);
}

/** The engine for model files: a page of its own, because its worker is made of text, which the Content-Security-Policy of the demo forbids. */
async function bundleEngine(out) {
  await build({ ...common, entryPoints: { engine: join(demo, 'engine/engine.js') }, outdir: out });
  await cp(join(demo, 'engine/engine.html'), join(out, 'engine.html'));
  await cp(join(here, 'node_modules/@wllama/wllama/esm/wasm/wllama.wasm'), join(out, 'wllama.wasm'));
}

/** Tables of Chinese encodings, which PDF.js fetches for files that do not bring their own. */
async function copyCMaps(out) {
  const from = join(here, 'node_modules/pdfjs-dist/cmaps');
  const names = (await readdir(from)).filter(name => name.includes('GB'));
  for (const name of names) await cp(join(from, name), join(out, 'cmaps', name));
}

/** Files that the service worker keeps: all but the maps, the engine for model files, the README, and the embedded wasm, which is only for when the file cannot be had. */
async function precached(out) {
  const entries = await readdir(out, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile()).map(entry => relative(out, join(entry.parentPath, entry.name)));
  return files.filter(file => !file.endsWith('.map') && !/^(bytes-|engine\.|wllama\.|README)/.test(file) && file !== 'sw.js').sort();
}

/** Large files that no page needs at its start: wasm, and the reader of PDF files. @param {string} file */
const isLater = file => /\.(?:wasm|bcmap)$|^pdf[-.]/.test(file);

async function bundleWorker(out) {
  const files = await precached(out);
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(await readFile(join(out, file)));
  await build({
    ...common,
    entryPoints: { sw: join(demo, 'sw.js') },
    outdir: out,
    format: 'iife',
    define: {
      VERSION: JSON.stringify(hash.digest('hex').slice(0, 12)),
      FILES: JSON.stringify(['./', ...files.filter(file => file !== 'index.html' && !isLater(file))]),
      LATER: JSON.stringify(files.filter(isLater)),
    },
  });
}

/**
 * @param {object} options
 * @param {string} options.out        folder that is made anew
 * @param {boolean} [options.ledger]  whether the agent for tests is part of the page
 * @param {string} [options.stepgate] module that `import 'stepgate'` means
 */
export async function buildDemo({ out, ledger = false, stepgate = join(here, 'src/index.js') }) {
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  await bundleApp(out, ledger, stepgate);
  await bundleEngine(out);
  await copyCMaps(out);
  await cp(join(demo, 'static'), out, { recursive: true });
  await writePage(out);
  await writeFile(join(out, 'README.txt'), `\u{feff}${await readFile(join(here, '../README.md'), 'utf8')}`); // the mark tells browsers that it is UTF-8
  if (ledger) await cp(join(here, 'test/wasm', LEDGER_WASM), join(out, LEDGER_WASM));
  for (const name of AGENTS) await cp(join(here, `wasm-${name}/stepgate_${name}_bg.wasm`), join(out, `stepgate_${name}_bg.wasm`));
  await cp(join(here, 'wasm-json-full', JSON_WASM), join(out, JSON_WASM));
  await cp(join(here, 'wasm-arrange', ARRANGE_WASM), join(out, ARRANGE_WASM));
  await cp(join(here, 'wasm-engine', ENGINE_WASM), join(out, ENGINE_WASM));
  await bundleWorker(out);
}

/** In the package's one file the wasm of the agents and of the engine are found from `cdn/`, and no copy is embedded. */
const fromItsFolder = {
  name: 'from-its-folder',
  setup({ onLoad }) {
    onLoad({ filter: /src\/(?:own\/engine|(?:guide|content|stepper|schedule)\/index)\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(/\.\.\/\.\.\/(wasm[\w-]*\/[\w-]+\.wasm)/, '../$1'),
    }));
    onLoad({ filter: /wasm-\w+\/bytes\.js$/ }, () => ({ contents: "throw new Error('this file has no embedded copy')" }));
  },
};

/** The package in one file, for pages without a bundler; its wasm stays in the folders of the package. @param {string} out */
async function buildFile(out) {
  await rm(out, { recursive: true, force: true });
  await build({ ...common, entryPoints: { stepgate: join(here, 'src/cdn.js') }, outdir: out, plugins: [fromItsFolder] });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const test = process.argv.includes('--test-wasm');
  const out = join(here, test ? 'test/dist' : 'dist');
  await buildDemo({ out, ledger: test });
  if (!test) await buildFile(join(here, 'cdn'));
  console.log(`the demo page is in ${relative(process.cwd(), out)}`);
}
