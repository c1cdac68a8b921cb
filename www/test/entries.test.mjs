// The list of the package's entries in the docs: each is there in both languages, what it costs is what it weighs, and what is called experimental is so in
// the types. `UPDATE_SIZES=1` writes the figures.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { loadedFirst } from './loaded-first.js';

const www = new URL('../', import.meta.url);
const { exports, peerDependencies } = JSON.parse(readFileSync(new URL('package.json', www), 'utf8'));
const pages = ['entries.md', 'entries.zh.md'].map(name => new URL(`../../docs/${name}`, import.meta.url));
const EXPERIMENTAL = /experimental|实验性/;

const kB = bytes => Math.round(gzipSync(bytes, { level: 9 }).length / 1000);
/** Entries with JavaScript, with the file of each. */
const scripts = Object.entries(exports).filter(([, { default: file }]) => file?.endsWith('.js')).map(([entry, { default: file, types }]) => ({ name: `stepgate${entry.slice(1)}`, file, types }));
/** Addresses of WebAssembly files, those of the pattern included. */
const folders = readdirSync(www).filter(name => name.startsWith('wasm-') && existsSync(new URL(`${name}/stepgate_${name.slice(5).replace('-', '_')}_bg.wasm`, www)));
const addresses = folders.map(name => `stepgate/${name.slice(5).replace('-', '/')}/wasm`);

const wasmSize = address => kB(readFileSync(fileURLToPath(import.meta.resolve(address))));

/** Rows of a page's list by entry: its purpose, and the figures. @param {URL} page */
const rowsOf = page => new Map([...readFileSync(page, 'utf8').matchAll(/^\| `(stepgate[\w/-]*)` \| (.*?) \| (\d+) \| (.*?) \|$/gm)].map(([, name, purpose, script, wasm]) => {
  return [name, { purpose, script: Number(script), wasm: new Map([...wasm.matchAll(/`(\S+)` (\d+)/g)].map(([, address, size]) => [address, Number(size)])) }];
}));

const sizes = new Map(await Promise.all(scripts.map(async ({ name, file }) => [name, kB(await loadedFirst(file, Object.keys(peerDependencies)))])));
for (const address of addresses) sizes.set(address, wasmSize(address));

/** Writes the sizes into a page. @param {URL} page */
function write(page) {
  const lines = readFileSync(page, 'utf8').replaceAll(/^\| `(stepgate[\w/-]*)` \|.*\|$/gm, (row, name) => row
    .replace(/\| \d+ \|/, `| ${sizes.get(name)} |`).replaceAll(/`(\S+\/wasm)` \d+/g, (_, address) => `\`${address}\` ${sizes.get(address)}`));
  writeFileSync(page, lines);
}
if (process.env.UPDATE_SIZES) pages.forEach(write);

for (const page of pages) {
  const rows = rowsOf(page);
  const name = page.pathname.split('/').at(-1);

  test(`${name} lists each entry and each WebAssembly file once`, () => {
    assert.deepEqual([...rows.keys()].sort(), scripts.map(({ name }) => name).sort());
    assert.deepEqual([...rows.values()].flatMap(({ wasm }) => [...wasm.keys()]).sort(), [...addresses].sort());
  });

  test(`${name} says what each of them weighs`, () => {
    const said = [...rows].flatMap(([entry, { script, wasm }]) => [[entry, script], ...wasm]);
    const wrong = said.filter(([what, size]) => Math.abs(size - sizes.get(what)) > Math.max(1, sizes.get(what) / 10));
    assert.deepEqual(wrong.map(([what, size]) => `${what}: ${size}, not ${sizes.get(what)}`), [], 'UPDATE_SIZES=1 writes the sizes');
  });

  test(`${name} calls experimental what the types call so`, () => {
    const marked = scripts.filter(({ types }) => /@experimental/.test(readFileSync(new URL(types, www), 'utf8'))).map(({ name }) => name);
    assert.deepEqual([...rows].filter(([, { purpose }]) => EXPERIMENTAL.test(purpose)).map(([entry]) => entry).sort(), marked.sort());
  });
}
