// Every public member has a hover text. The files with some left are listed with their number, which may only shrink.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { uncommented } from './uncommented.js';

const LEFT = { 'src/schedule/index.d.ts': 82 };
const files = readdirSync(fileURLToPath(new URL('../src', import.meta.url)), { recursive: true }).filter(file => file.endsWith('/index.d.ts') || ['index.d.ts', 'json/full.d.ts'].includes(file));

test('every public member has a hover text', () => {
  for (const file of [...files.map(file => `src/${file}`), 'wasm/types.d.ts']) {
    const bare = uncommented(file);
    assert.equal(bare.length, LEFT[file] ?? 0, `${file}: ${bare.join(', ')}`);
  }
});
