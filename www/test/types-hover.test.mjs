// Every public member has a hover text.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { uncommented } from './uncommented.js';

const files = readdirSync(fileURLToPath(new URL('../src', import.meta.url)), { recursive: true }).filter(file => file.endsWith('/index.d.ts') || ['index.d.ts', 'json/full.d.ts'].includes(file));

test('every public member has a hover text', () => {
  for (const file of [...files.map(file => `src/${file}`), 'wasm-engine/types.d.ts']) {
    const bare = uncommented(file);
    assert.deepEqual(bare, [], file);
  }
});
