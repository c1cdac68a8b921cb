import 'fake-indexeddb/auto';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { indexedDbStore, memoryStore, StepgateError, StoreError } from 'stepgate';
import { StoreLawsError, storeLaws } from 'stepgate/test';
import { blocksOf } from './doc-blocks.js';

test('the laws hold of the store in memory', () => storeLaws(memoryStore));

test('the laws hold of the store in IndexedDB, over one database and over many', async () => {
  await storeLaws(() => indexedDbStore('laws'));
  let count = 0;
  await storeLaws(async () => indexedDbStore(`laws-${count += 1}`));
});

test('the laws hold of the store over HTTP that the how-to shows, with its server', async t => {
  const folder = mkdtempSync(fileURLToPath(new URL('laws-', import.meta.url)));
  t.after(() => rmSync(folder, { recursive: true }));
  const files = blocksOf('docs/howto/store.md').filter(({ name }) => name?.endsWith('.js'));
  for (const { name, code } of files) writeFileSync(join(folder, name), code);
  const [{ httpStore }, { sessionServer }] = await Promise.all(['http-store.js', 'session-server.js'].map(name => import(pathToFileURL(join(folder, name)).href)));
  const server = sessionServer(() => 'ada');
  await new Promise(ready => server.listen(0, '127.0.0.1', () => ready(undefined)));
  t.after(() => { server.closeAllConnections(); server.close(); });
  await storeLaws(() => httpStore(`http://127.0.0.1:${server.address().port}/sessions`));
});

/** A store that keeps the laws with three functions, but for what `faults` does otherwise. */
function handMade(faults = {}) {
  const records = new Map();
  const copy = faults.copy ?? structuredClone;
  const conflict = faults.conflict ?? (() => new StoreError('conflict'));
  return {
    name: 'hand-made',
    load: async id => copy(records.get(id)),
    async save(id, { base, ticket, started, changes: { first, entries, parts, ...head } }) {
      const old = records.get(id);
      if (!faults.forgetsTickets && ticket && old?.ticket === ticket) return;
      if (faults.pause) await faults.pause();
      if ((old?.snapshot.revision ?? null) !== base && !faults.overwrites) throw conflict();
      const before = old?.snapshot.entries ?? [];
      const snapshot = copy({ ...head, entries: faults.keepsLast ? entries : [...before.slice(0, first), ...entries], parts: faults.losesParts ? parts : { ...old?.snapshot.parts, ...parts } });
      records.set(id, { snapshot, started: faults.keepsStarted ? started ?? old?.started : started, ticket: faults.hidesTickets ? undefined : ticket });
    },
    async start(id, revision, call, ticket) {
      const old = records.get(id);
      if (ticket && old?.ticket === ticket) return;
      if (!old || !faults.startsAnywhere && old.snapshot.revision !== revision || !faults.startsTwice && old.started === call) throw conflict();
      records.set(id, { ...old, started: call, ticket });
    },
    ...faults.more,
  };
}

test('the laws hold of a store of three functions', () => storeLaws(() => handMade()));

const FAULTS = {
  overwrites: [{ overwrites: true }, /^a step on another revision is a conflict and changes nothing: save with base 1 of a session that is not there must reject with a StoreError of code conflict, but resolved$/m],
  'keeps only the last entries': [{ keepsLast: true }, /^steps add up: after 4 steps, the snapshot of load\(id\) must be \{.*, found \{/m],
  'loses parts': [{ losesParts: true }, /^steps add up: /m],
  'rejects with an error of its own': [{ conflict: () => new Error('taken') }, /must reject with a StoreError of code conflict, found Error : taken/],
  'forgets tickets': [{ forgetsTickets: true }, /^a step that is sent again under its ticket is done already: /m],
  'hides tickets': [{ hidesTickets: true }, /^`load` gives the ticket of the last write/m],
  'keeps `started`': [{ keepsStarted: true }, /^`started` stands until the next step, which sets or clears it: `started` after a step without it must be undefined, found 7$/m],
  'starts twice': [{ startsTwice: true }, /^a start is recorded once, at the saved revision: the same start under another ticket must reject/m],
  'starts anywhere': [{ startsAnywhere: true }, /^a start is recorded once, at the saved revision: start at an earlier revision must reject/m],
  'keeps the objects themselves': [{ copy: value => value }, /^the store keeps copies: /m],
  'pauses between comparing and writing': [{ pause: () => new Promise(setImmediate) }, /^of two steps at the same time one is saved: two first steps at the same time: exactly one must resolve, found 2$/m],
  'keeps what is deleted': [{ more: { delete: async () => {} } }, /^a deleted session is gone, and its id is free: /m],
};

for (const [name, [faults, words]] of Object.entries(FAULTS)) {
  test(`a store that ${name} breaks a law`, async () => {
    await assert.rejects(storeLaws(() => handMade(faults)), error => {
      assert.ok(error instanceof StoreLawsError && error instanceof StepgateError);
      assert.match(error.message, words);
      assert.ok(error.failures.every(({ law, detail }) => law && detail));
      return true;
    });
  });
}

test('a store without a function that it needs, and no store at all, are refused by name', async () => {
  await assert.rejects(storeLaws(memoryStore()), { name: 'TypeError', message: /storeLaws\(makeStore\): must be a function/ });
  const { start, ...two } = handMade();
  await assert.rejects(storeLaws(() => two), { name: 'TypeError', message: /start of the store: must be a function/ });
});
