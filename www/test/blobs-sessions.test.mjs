/** Images and files of whole sessions: what is said, given by tools, taken back, exported, imported and deleted at random, in two tabs. */
import 'fake-indexeddb/auto';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDB } from 'idb';
import { ModelError, openSession, tool, toolAgent, withParts } from '../src/index.js';
import { indexedDbStore } from '../src/store/indexeddb.js';
import { storeOver } from '../src/store/memory.js';
import { TABLES } from '../src/store/store.js';
import { seeded } from './seeded.js';

/** Steps of each kind of store; `ROUNDS=10000` for a long run. */
const ROUNDS = Number(process.env.ROUNDS ?? 200);

const FILES = Array.from({ length: 12 }, (_, at) => new File([Uint8Array.from({ length: at * 7 }, (_, place) => (place + at) % 256)], `${at}.png`, { type: 'image/png' }));

/** Each kind of store, with the names of the blobs that its tables hold. */
const KINDS = {
  memory() {
    const tables = new Map(TABLES.map(table => [table, new Map()]));
    return { store: storeOver(tables), held: async () => [...tables.get('blobs').values()].map(({ key }) => key[0]) };
  },
  IndexedDB() {
    const name = `blobs-sessions-${Math.random()}`;
    return {
      store: indexedDbStore(name),
      async held() {
        const db = await openDB(`stepgate:${name}`);
        const keys = await db.getAllKeys('blobs');
        db.close();
        return keys.map(([key]) => key);
      },
    };
  },
};

/** Names of all files that the saved form of a session has. */
const namesIn = ({ snapshot }) => new Set([...`${snapshot.head}${snapshot.entries.join('')}${Object.values(snapshot.parts).join('')}`.matchAll(/"sha256":"([0-9a-f]{64})"/g)].map(([, name]) => name));

/** Random moves on sessions of a store. */
function play({ store, held }, random) {
  const pick = list => list[Math.floor(random() * list.length)];
  const some = most => Array.from({ length: Math.floor(random() * (most + 1)) }, () => pick(FILES));
  const agent = toolAgent({
    name: 'looker', instructions: 'Look.',
    tools: { draw: tool({ description: 'Draws', execute: () => withParts({ drawn: true }, some(2)) }) },
  });
  /** A model that answers, draws first, fails, or writes nonsense. */
  const model = async ({ messages }) => {
    const roll = random();
    if (roll < 0.15) throw new ModelError('refused');
    if (roll < 0.2) return { text: 'no JSON' };
    const isDrawn = JSON.stringify(messages.at(-1).content).includes('"drawn');
    return { text: JSON.stringify(roll < 0.5 && !isDrawn ? { say: '', tool: { name: 'draw', args: {} } } : { say: 'Seen.' }) };
  };
  const opened = id => openSession({ agent, id, model, store, lock: false, lang: 'en' });
  const ids = new Set();
  const files = [];
  const say = async session => {
    const { inputParts = [] } = session.view;
    const parts = random() < 0.5 && inputParts.length ? inputParts : some(3);
    await session.say(parts.length ? '' : 'Look', undefined, { parts });
  };
  const moves = {
    async say() {
      const id = ids.size && random() < 0.7 ? pick([...ids]) : `s${Math.floor(random() * 8)}`;
      ids.add(id);
      const session = await opened(id);
      await say(session);
      await session.close();
    },
    async twoTabs() {
      const id = pick([...ids]);
      if (id === undefined) return;
      const sessions = [await opened(id), await opened(id)];
      await Promise.allSettled(sessions.map(say)); // one of them finds that the other one has saved
      await Promise.all(sessions.map(session => session.close()));
    },
    async export() {
      const id = pick([...ids]);
      if (id !== undefined) files.push(JSON.parse(JSON.stringify(await store.export(id))));
      if (files.length > 6) files.shift();
    },
    async import() {
      const file = pick(files);
      if (file) ids.add(await store.import(file));
    },
    async delete() {
      const id = pick([...ids]);
      if (id === undefined) return;
      await store.delete(id);
      ids.delete(id);
    },
  };
  return {
    move: () => moves[ids.size > 12 ? 'delete' : pick(['say', 'say', 'say', 'twoTabs', 'export', 'import', 'delete'])](),
    /** Whether each file of each session has its bytes, and no session's file is left. */
    async check() {
      const used = new Set();
      for (const id of ids) {
        const exported = await store.export(id);
        const names = namesIn(exported);
        names.forEach(name => used.add(name));
        assert.deepEqual([...names].filter(name => !(name in (exported.blobs ?? {}))), [], `${id}: lost`);
        const session = await opened(id);
        for (const part of session.view.blocks.flatMap(({ parts = [] }) => parts)) assert.equal((await session.blob(part)).size, part.bytes);
        await session.close();
      }
      assert.deepEqual((await held()).filter(name => !used.has(name)), [], 'left over');
    },
    async end() {
      for (const id of ids) await store.delete(id);
      assert.deepEqual(await held(), []);
    },
  };
}

for (const [kind, make] of Object.entries(KINDS)) {
  test(`${kind}: after ${ROUNDS} random moves of sessions and their tools no file is lost, and none is left over`, async () => {
    const game = play(make(), seeded(11));
    for (let round = 1; round <= ROUNDS; round += 1) {
      await game.move();
      if (round % 40 === 0) await game.check();
    }
    await game.check();
    await game.end();
  });
}
