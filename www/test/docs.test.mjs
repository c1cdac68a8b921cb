// TypeScript accepts the snippets of the documents, apart from names that the reader has to replace.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

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

test('the snippets of the documents can be run as they stand', () => {
  const host = ts.createCompilerHost(OPTIONS);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = file => snippets.has(file) || fileExists(file);
  host.readFile = file => snippets.get(file)?.code ?? readFile(file);
  host.getSourceFile = (file, target) => (snippets.has(file) ? ts.createSourceFile(file, snippets.get(file).code, target) : getSourceFile.call(host, file, target));
  const program = ts.createProgram([...snippets.keys()], OPTIONS, host);
  assert.ok(snippets.size > 10);
  const wrong = ts.getPreEmitDiagnostics(program).filter(({ code }) => !UNKNOWN_NAMES.includes(code));
  assert.deepEqual(wrong.map(told), []);
});

test('a document has the same snippets in both languages, but for the comments', () => {
  const code = file => [...readFileSync(new URL(file, ROOT), 'utf8').matchAll(/^```js\n(.*?)^```/gms)].map(([, text]) => text.replaceAll(/ *\/\/.*$/gm, ''));
  assert.deepEqual(code('docs/own-agents.zh.md'), code('docs/own-agents.md'));
});

/** @param {ts.Diagnostic} wrong */
function told({ file, start, messageText }) {
  const { document, code } = snippets.get(file?.fileName) ?? { document: file?.fileName, code: '' };
  return `${document}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}: ${code.slice(start).split('\n', 1)[0]}`;
}
