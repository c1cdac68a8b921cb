// Runs own-agents.ts, whose types `npm run types` checks.
import 'fake-indexeddb/auto';
import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import ts from 'typescript';
import { blocksOf } from './doc-blocks.js';

const source = await readFile(new URL('own-agents.ts', import.meta.url), 'utf8');
test('the agents and tests are those of the page, word for word', () => {
  const onPage = blocksOf('docs/own-agents.md').map(({ code }) => code.replace(/^(import .*\n)+\n?/, '')).filter(code => !code.includes('recorded('));
  assert.equal(onPage.length, 5);
  assert.deepEqual(onPage.filter(code => !source.includes(code)), []);
});

const compiled = new URL(`own-agents-${process.pid}.mjs`, import.meta.url);
await writeFile(compiled, ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 } }).outputText);
try {
  await import(compiled.href);
} finally {
  await rm(compiled);
}
