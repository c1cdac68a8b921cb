import 'fake-indexeddb/auto';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { openDB } from 'idb';
import { indexedDbStore } from '../src/store/indexeddb.js';
import { memoryStore, storeOver } from '../src/store/memory.js';
import { TABLES } from '../src/store/store.js';
import { seeded } from './seeded.js';

const sha256 = bytes => createHash('sha256').update(bytes).digest('hex');

/** Contents of blobs, from none to some thousand bytes, by their SHA-256. */
const CONTENTS = new Map(Array.from({ length: 40 }, (_, at) => {
  const bytes = Uint8Array.from({ length: at * at * 3 }, (_, place) => (place * 31 + at) % 256);
  return [sha256(bytes), bytes];
}));

/** The step after `revision` that brings these blobs. */
const stepAfter = (revision, names) => ({
  base: revision || null, at_ms: 1000 + revision,
  changes: {
    format: 1, agent: 'ledger', version: 2, revision: revision + 1, head: `{"revision":${revision + 1}}`,
    first: revision, entries: [JSON.stringify(names)], parts: {},
  },
  trace: [],
  ...(names.length && { blobs: Object.fromEntries(names.map(name => [name, CONTENTS.get(name)])) }),
});

/** Each kind of store, with the names of the blobs that its tables hold. */
const KINDS = {
  memory() {
    const tables = new Map(TABLES.map(table => [table, new Map()]));
    return { store: storeOver(tables), held: async () => [...tables.get('blobs').values()].map(({ key }) => key[0]) };
  },
  IndexedDB() {
    const name = `blobs-${Math.random()}`;
    const held = async () => {
      const db = await openDB(`stepgate:${name}`);
      const keys = await db.getAllKeys('blobs');
      db.close();
      return keys.map(([key]) => key);
    };
    return { store: indexedDbStore(name), held };
  },
};

/** Random moves on a store, beside what must be there after them: the revision of each session, and the blobs that it uses. */
function play({ store, held }, random) {
  const sessions = new Map();
  const files = [];
  const names = [...CONTENTS.keys()];
  const pick = list => list[Math.floor(random() * list.length)];
  const some = () => Array.from({ length: Math.floor(random() * 4) }, () => pick(names));
  const ids = () => [...sessions.keys()];
  const said = (id, brought) => {
    const { revision = 0, uses = new Set() } = sessions.get(id) ?? {};
    sessions.set(id, { revision: revision + 1, uses: new Set([...uses, ...brought]) });
  };
  const moves = {
    async say() {
      const id = random() < 0.3 || !sessions.size ? `s${Math.floor(random() * 12)}` : pick(ids());
      const brought = some();
      await store.save(id, stepAfter(sessions.get(id)?.revision ?? 0, brought));
      said(id, brought);
    },
    async twoTabs() {
      const id = pick(ids());
      if (id === undefined) return;
      const tabs = [some(), some()];
      const { revision } = sessions.get(id);
      const ended = await Promise.allSettled(tabs.map(brought => store.save(id, stepAfter(revision, brought))));
      assert.deepEqual(ended.map(({ status, reason }) => reason?.code ?? status).sort(), ['conflict', 'fulfilled']);
      said(id, tabs[ended.findIndex(({ status }) => status === 'fulfilled')]);
    },
    async sendAgain() {
      const id = pick(ids());
      if (id === undefined) return;
      const brought = some();
      const step = { ...stepAfter(sessions.get(id).revision, brought), ticket: String(random()) };
      for (const one of [step, step]) await store.save(id, one);
      said(id, brought);
    },
    async late() {
      const id = pick(ids());
      if (id === undefined) return;
      await assert.rejects(store.save(id, stepAfter(sessions.get(id).revision + 1, some())), { code: 'conflict' });
    },
    async export() {
      const id = pick(ids());
      if (id === undefined) return;
      files.push({ file: JSON.parse(JSON.stringify(await store.export(id))), ...sessions.get(id) });
      if (files.length > 20) files.shift();
    },
    async import() {
      const found = pick(files);
      if (!found) return;
      const id = await store.import(found.file);
      assert.ok(!sessions.has(id));
      sessions.set(id, { revision: found.revision, uses: new Set(found.uses) });
    },
    async forged() {
      const { file } = pick(files) ?? {};
      const [name] = Object.keys(file?.blobs ?? {});
      if (name === undefined) return;
      await assert.rejects(store.import({ ...file, blobs: { ...file.blobs, [name]: btoa(`not ${name}`) } }), { code: 'malformed', message: new RegExp(`blobs.${name}`) });
    },
    async delete() {
      const id = pick(ids());
      if (id === undefined) return;
      await store.delete(id);
      sessions.delete(id);
    },
  };
  const kinds = Object.keys(moves);
  return {
    sessions,
    move: () => moves[sessions.size > 25 ? 'delete' : pick(kinds)](),
    async check() {
      const used = new Set([...sessions.values()].flatMap(({ uses }) => [...uses]));
      assert.deepEqual((await held()).sort(), [...used].sort(), 'none is left over, and none is missing');
      for (const [id, { uses }] of sessions) {
        for (const [name, bytes] of CONTENTS) {
          const found = await store.getBlob(id, name);
          assert.deepEqual(found && [...found], uses.has(name) ? [...bytes] : undefined, `${id}: ${name}`);
        }
      }
    },
  };
}

const ROUNDS = { memory: 10_000, IndexedDB: 10_000 };

for (const [kind, make] of Object.entries(KINDS)) {
  test(`${kind}: after ${ROUNDS[kind]} random steps, exports, imports and deletions of two tabs no blob is lost, and none is left over`, async () => {
    const made = make();
    const game = play(made, seeded(7));
    for (let round = 1; round <= ROUNDS[kind]; round += 1) {
      await game.move();
      if (round % 500 === 0) await game.check();
    }
    for (const id of game.sessions.keys()) await made.store.delete(id);
    assert.deepEqual(await made.held(), []);
  });
}

test('a session without blobs is exported as before', async () => {
  const store = memoryStore();
  await store.save('a', stepAfter(0, []));
  assert.ok(!('blobs' in await store.export('a')));
});
