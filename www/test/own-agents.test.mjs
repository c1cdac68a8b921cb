// Runs own-agents.ts, whose types `npm run types` checks.
import 'fake-indexeddb/auto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import ts from 'typescript';

const source = await readFile(new URL('own-agents.ts', import.meta.url), 'utf8');
const compiled = new URL(`own-agents-${process.pid}.mjs`, import.meta.url);
await writeFile(compiled, ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 } }).outputText);
try {
  await import(compiled.href);
} finally {
  await rm(compiled);
}
