// TypeScript accepts the snippets of the documents, apart from names that the reader has to replace.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { blocksOf, guides, textOf } from './doc-blocks.js';

const DOCUMENTS = ['README.md', 'docs/host.md', 'docs/own-agents.md', 'docs/own-agents.zh.md', 'www/README.md', 'www/src/index.d.ts', 'www/src/json/index.d.ts', 'www/src/workspace/index.d.ts', 'www/src/calendar/index.d.ts',
  'www/src/ics/index.d.ts', 'www/src/research/index.d.ts', 'www/src/chunks/index.d.ts', 'www/src/host/index.d.ts', 'www/src/in-page/index.d.ts', 'www/src/resume-text/index.d.ts'];

/** Codes of "Cannot find name …", also for a shorthand member and for the functions of a test runner. */
const UNKNOWN_NAMES = [2304, 2552, 2593, 18004];

const ROOT = new URL('../../', import.meta.url);
const OPTIONS = {
  module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, target: ts.ScriptTarget.ES2022, lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [], noEmit: true, skipLibCheck: true, strict: true, noImplicitAny: false,
};

/** Snippets of all documents, as files in this folder. @type {Map<string, { document: string, code: string }>} */
const snippets = new Map();
for (const document of DOCUMENTS) {
  // In type declarations the snippets are in comments.
  const text = readFileSync(new URL(document, ROOT), 'utf8').replaceAll(/^ +\* ?/gm, '');
  for (const [, code] of text.matchAll(/^```js\n(.*?)^```/gms)) {
    snippets.set(fileURLToPath(new URL(`snippet-${snippets.size}.ts`, import.meta.url)), { document, code: `${code}\nexport {};\n` });
  }
}

/** Complaints of TypeScript about files that are only in this map. @param {Map<string, { code: string }>} files @param {ts.CompilerOptions} options */
function wrongIn(files, options) {
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile, directoryExists } = host;
  host.fileExists = file => files.has(file) || fileExists(file);
  host.directoryExists = folder => [...files.keys()].some(file => file.startsWith(`${folder}/`)) || directoryExists(folder);
  host.readFile = file => files.get(file)?.code ?? readFile(file);
  host.getSourceFile = (file, target) => (files.has(file) ? ts.createSourceFile(file, files.get(file).code, target) : getSourceFile.call(host, file, target));
  return ts.getPreEmitDiagnostics(ts.createProgram([...files.keys()], options, host));
}

test('the snippets of the documents can be run as they stand', () => {
  assert.ok(snippets.size > 10);
  const wrong = wrongIn(snippets, OPTIONS).filter(({ code }) => !UNKNOWN_NAMES.includes(code));
  assert.deepEqual(wrong.map(fault => told(fault)), []);
});

test('the files of the tutorial and the how-tos have the right types, and every name in them is known', () => {
  const files = new Map();
  for (const document of guides('en')) {
    for (const [from, into] of [['docs/tutorial.md', ''], ...(document === 'docs/tutorial.md' ? [] : [[document, 'src/']])]) {
      for (const [at, { name, code }] of blocksOf(from).filter(({ lang }) => ['js', 'jsx'].includes(lang)).entries()) {
        const path = fileURLToPath(new URL(`guides/${posix.basename(document, '.md')}/${into}${name}`, import.meta.url));
        files.set(files.has(path) && !into ? path.replace('.js', `-${at}.js`) : path, { document, code });
      }
    }
  }
  assert.ok(files.size > 40);
  const wrong = wrongIn(files, { ...OPTIONS, allowJs: true, checkJs: true, strict: false, lib: [...OPTIONS.lib, 'lib.dom.asynciterable.d.ts'], jsx: ts.JsxEmit.ReactJSX, types: ['node'] });
  assert.deepEqual(wrong.map(fault => told(fault, files)), []);
});

/** Code without its comments, which are in the language of the page. @param {string} code */
const bare = code => code.replaceAll(/ *(?<!:)\/\/.*$|\/\*\*.*?\*\//gm, '');

test('a document has the same code in both languages, but for the comments', () => {
  const code = document => blocksOf(document).map(block => ({ ...block, code: bare(block.code) }));
  for (const document of [...guides('en'), 'docs/own-agents.md', 'docs/errors.md', 'docs/README.md']) assert.deepEqual(code(document.replace('.md', '.zh.md')), code(document), document);
});

test('the links of the documents lead to files and headings that are there', () => {
  const documents = readdirSync(new URL('docs/', ROOT), { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.md') && !file.startsWith('site/')).map(file => `docs/${file}`);
  const anchors = document => [...textOf(document).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-'));
  const broken = documents.flatMap(document => [...textOf(document).replaceAll(/^```.*?^```$/gms, '').matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link]) => {
    if (/^https?:/.test(link)) return [];
    const [path, anchor] = link.split('#');
    const target = path ? posix.join(posix.dirname(document), path) : document;
    return existsSync(new URL(target, ROOT)) && (!anchor || anchors(target).includes(anchor)) ? [] : [`${document}: ${link}`];
  }));
  assert.deepEqual(broken, []);
});

/** @param {ts.Diagnostic} wrong @param {Map<string, { document: string, code: string }>} [files] */
function told({ file, start, messageText }, files = snippets) {
  const { document, code } = files.get(file?.fileName) ?? { document: file?.fileName, code: '' };
  return `${document}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}: ${code.slice(start).split('\n', 1)[0]}`;
}
