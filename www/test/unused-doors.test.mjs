/** Bundles of pages: what an entry of the package costs where it is not used. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const www = fileURLToPath(new URL('..', import.meta.url));
const { exports, dependencies = {}, peerDependencies = {} } = JSON.parse(await readFile(`${www}package.json`, 'utf8'));

/** A page with an agent of its own, and nothing else. */
const PAGE = "import { indexedDbStore, openAiCompatible, openSession, tool, toolAgent } from './src/index.js'; console.log(indexedDbStore, openAiCompatible, openSession, tool, toolAgent)";

/** Bytes that each file of the package has in a bundle, in all of its chunks. @param {string} contents */
async function bytesIn(contents) {
  const external = Object.keys({ ...dependencies, ...peerDependencies }).flatMap(name => [name, `${name}/*`]);
  const { metafile } = await build({ stdin: { contents, resolveDir: www }, bundle: true, minify: true, splitting: true, format: 'esm', target: 'es2022', metafile: true, write: false, outdir: `${www}out`, external, logLevel: 'error' });
  const bytes = new Map();
  for (const { inputs } of Object.values(metafile.outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const file = relative(www, resolve(process.cwd(), path));
      bytes.set(file, (bytes.get(file) ?? 0) + bytesInOutput);
    }
  }
  return bytes;
}

/** The module of each entry beside the main one, by its name. */
const doors = Object.entries(exports).flatMap(([name, to]) => {
  const file = typeof to === 'string' ? to : [to?.default, to?.import].find(path => typeof path === 'string');
  return name !== '.' && file?.startsWith('./src/') && file.endsWith('.js') && !file.includes('*') ? [[name, file.slice(2)]] : [];
});

/** Folders whose files only an entry beside the main one uses. */
const folderOf = file => `${dirname(file)}/`;

/** Folders of entries that the main entry is made of, too. */
const SHARED = ['src/', 'src/own/', 'src/json/'];

test('a page that uses the main entry alone has no byte of another entry', async () => {
  const page = await bytesIn(PAGE);
  assert.ok(page.get('src/session/driver.js') > 0, 'the measure works');
  assert.ok(doors.length >= 15, `${doors.length} entries`);
  const apart = doors.filter(([, file]) => !SHARED.includes(folderOf(file)));
  for (const [name, file] of apart) {
    const found = [...page].filter(([path, bytes]) => path.startsWith(folderOf(file)) && bytes > 0);
    assert.deepEqual(found, [], `stepgate${name.slice(1)} costs nothing where it is not imported`);
  }
  for (const door of ['./ai-sdk', './mcp', './webmcp', './ag-ui']) assert.ok(apart.some(([name]) => name === door), `${door} is among them`);
});

test('what the main entry exports and a page does not use is not in its bundle', async () => {
  const page = await bytesIn(PAGE);
  const uses = { firstOf: 'src/model/first-of.js', withLimits: 'src/model/with-limits.js' };
  for (const [name, file] of Object.entries(uses)) {
    assert.equal(page.get(file) ?? 0, 0, name);
    const using = await bytesIn(`import { ${name} } from './src/index.js'; console.log(${name})`);
    assert.ok(using.get(file) > 0, `${name} is where it is used: the measure would see it`);
  }
});

test('each door is in a bundle that uses it', async () => {
  for (const name of ['./ai-sdk', './mcp', './webmcp', './ag-ui']) {
    const [, file] = doors.find(([door]) => door === name);
    const using = await bytesIn(`import * as door from './${file}'; console.log(door)`);
    assert.ok([...using].some(([path, bytes]) => path.startsWith(folderOf(file)) && bytes > 500), name);
  }
});
