/** The page of `storage.js`: reports its sessions and control rows, then writes new ones until it is killed. */
import { openDB } from 'idb';
import { indexedDbStore } from '../../src/store/indexeddb.js';
import { watchDiscarded } from './discarded.js';

const SESSIONS = 5;
const STEPS = 60;
const WORDS = 'the model proposes, the page disposes '.repeat(12);

const tell = async (name, body) => (await fetch(`/${name}`, { method: 'POST', body: JSON.stringify(body) })).json();

/** Reports of discarded databases, which arrive before the page looks at them. @type {Promise<unknown>[]} */
const discarded = [];
watchDiscarded(what => discarded.push(tell('discarded', what)));

const store = indexedDbStore('kills');
const control = openDB('control', 1, { upgrade: db => { db.createObjectStore('rows'); } });

const failed = (what, error) => tell('failed', { what, error: `${error?.name}: ${error?.message}`, at: Math.round(performance.now()) }).catch(() => {});

const step = revision => ({
  base: revision === 1 ? null : revision - 1,
  at_ms: Date.now(),
  strict: isStrict(revision),
  changes: {
    format: 5, agent: 'ledger', version: 2, revision, head: JSON.stringify({ revision, words: WORDS }),
    first: revision - 1, entries: [JSON.stringify({ n: revision, words: WORDS })], parts: { memory: JSON.stringify({ revision, words: WORDS }) },
  },
  trace: [],
});

/** Whether a write waits for the disk: the first one and every third after it. */
const isStrict = revision => revision % 3 === 1;

async function saveControl(id, revision) {
  const tx = (await control).transaction('rows', 'readwrite', { durability: isStrict(revision) ? 'strict' : 'relaxed' });
  tx.store.put(WORDS, [id, revision]);
  await tx.done;
}

/** Writes, and reports each write as soon as the browser confirms it. */
async function write(kind, save, id, revision) {
  try {
    await save();
    tell('wrote', { kind, id, revision }).catch(() => {});
  } catch (error) {
    await failed(`${kind} ${id} ${revision}`, error);
  }
}

async function writeSession(id) {
  for (let revision = 1; revision <= STEPS; revision += 1) {
    await Promise.all([
      write('sessions', () => store.save(id, step(revision)), id, revision),
      write('control', () => saveControl(id, revision), id, revision),
    ]);
  }
}

/** Revisions of the sessions whose entries are all there. */
async function lookAtSessions(ids) {
  const listed = (await store.list()).map(info => info.id);
  const found = {};
  for (const id of new Set([...ids, ...listed])) {
    const saved = await store.load(id);
    const { revision = 0, entries = [] } = saved?.snapshot ?? {};
    found[id] = entries.every((entry, index) => JSON.parse(entry).n === index + 1) && entries.length === revision ? revision : -1;
  }
  return found;
}

/** Number of rows by id. */
async function lookAtControl() {
  const found = {};
  for (const [id] of await (await control).getAllKeys('rows')) found[id] = (found[id] ?? 0) + 1;
  return found;
}

const look = (what, looked) => looked.catch(error => failed(what, error).then(() => null));

const { ids, round } = await tell('hello', {});
const [sessions, rows] = await Promise.all([look('sessions', lookAtSessions(ids)), look('control', lookAtControl())]);
await Promise.all(discarded);
await tell('found', { sessions, control: rows });
await Promise.all(Array.from({ length: SESSIONS }, (_, n) => writeSession(`${round}-${n}`)));
