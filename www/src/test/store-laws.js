// @ts-check
/** @import { SavedStep, SessionStore, Snapshot, Store } from '../index.js' */
import { must } from '../checks/assert-option.js';
import { isObject } from '../checks/kinds.js';
import { StepgateError } from '../errors.js';
import { freshId } from '../page/fresh-id.js';

/** A law: its name, the methods beyond the three that it is about, and its check, which throws where it does not hold. @typedef {{ name: string, needs?: string[], check: (store: any, id: string) => Promise<void> }} Law */

/** The laws that a store breaks. */
export class StoreLawsError extends StepgateError {
  /** @param {import('./index.js').BrokenLaw[]} failures */
  constructor(failures) {
    super('failures', failures.map(({ law, detail }) => `${law}: ${detail}`).join('\n'));
    this.name = 'StoreLawsError';
    this.failures = failures;
  }
}

/** @type {typeof import('./index.js').storeLaws} */
export async function storeLaws(makeStore) {
  must(typeof makeStore === 'function', 'storeLaws(makeStore)', 'a function that gives a store');
  /** @type {import('./index.js').BrokenLaw[]} */
  const failures = [];
  for (const { name, needs = [], check } of LAWS) {
    const store = /** @type {any} */ (await makeStore());
    for (const method of ['load', 'save', 'start']) must(typeof store?.[method] === 'function', `storeLaws(makeStore): ${method} of the store`, 'a function');
    if (!needs.every(method => typeof store[method] === 'function')) continue;
    await check(store, `law ${freshId()}`).catch(error => failures.push({ law: name, detail: error?.message ?? String(error) }));
  }
  if (failures.length) throw new StoreLawsError(failures);
}

// ---- steps to save ----

/** The step that saves `revision`: one more entry, and a part that changes every second time. @param {number} revision @param {Partial<SavedStep>} [more] @returns {SavedStep} */
const stepTo = (revision, more) => ({
  base: revision === 1 ? null : revision - 1,
  at_ms: 1_000 + revision,
  changes: {
    format: 1, agent: 'laws', version: 1, revision, head: `{"revision":${revision}}`,
    first: revision - 1, entries: [`{"entry":${revision}}`], parts: revision % 2 ? { memory: `{"at":${revision}}` } : {},
  },
  trace: [`{"event":${revision}}`],
  ticket: freshId(),
  ...more,
});

/** The session after the steps up to `revision`. @param {number} revision @returns {Snapshot} */
const sessionAt = revision => ({
  format: 1, agent: 'laws', version: 1, revision, head: `{"revision":${revision}}`,
  entries: Array.from({ length: revision }, (_, at) => `{"entry":${at + 1}}`), parts: { memory: `{"at":${revision % 2 ? revision : revision - 1}}` },
});

/** @param {SessionStore} store @param {string} id @param {number} last @param {number} [first] */
async function saveUpTo(store, id, last, first = 1) {
  for (let revision = first; revision <= last; revision += 1) await store.save(id, stepTo(revision));
}

/** A blob: its SHA-256, and its bytes. @type {[string, Uint8Array<ArrayBuffer>]} */
const A_BLOB = ['ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', new TextEncoder().encode('abc')];

/** The bytes as a list, to be compared. @param {Uint8Array | undefined} bytes */
const listed = bytes => bytes && [...bytes];

// ---- what must hold ----

/** Text of a JSON value, the same for the same value. @param {unknown} value */
const textOf = value => JSON.stringify(value, (_, item) => (isObject(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))) : item)) ?? 'undefined';

/** @param {string} what @param {unknown} found @param {unknown} wanted */
function same(what, found, wanted) {
  if (textOf(found) !== textOf(wanted)) throw new Error(`${what} must be ${textOf(wanted)}, found ${textOf(found)}`);
}

/** Checks that a session is saved as after its step `revision`. @param {SessionStore} store @param {string} id @param {number} revision */
async function holds(store, id, revision) {
  same(`after ${revision} steps, the snapshot of load(id)`, (await store.load(id))?.snapshot, sessionAt(revision));
}

/** Checks that a promise rejects with this code of `StoreError`. @param {string} what @param {Promise<unknown>} promise @param {string} code */
async function rejects(what, promise, code) {
  const error = await promise.then(() => undefined, caught => caught ?? new Error('nothing'));
  if (!error) throw new Error(`${what} must reject with a StoreError of code ${code}, but resolved`);
  if (error.name !== 'StoreError' || error.code !== code) throw new Error(`${what} must reject with a StoreError of code ${code}, found ${error.name} ${error.code ?? ''}: ${error.message}`);
}

/** Checks that of two promises at the same time one resolves, and the other rejects with `conflict`. @param {string} what @param {Promise<unknown>[]} promises */
async function oneOf(what, promises) {
  const lost = (await Promise.allSettled(promises)).filter(({ status }) => status === 'rejected');
  if (lost.length !== promises.length - 1) throw new Error(`${what} at the same time: exactly one must resolve, found ${promises.length - lost.length}`);
  for (const one of lost) await rejects(what, Promise.reject(/** @type {PromiseRejectedResult} */ (one).reason), 'conflict');
}

// ---- the laws ----

/** @type {Law[]} */
const LAWS = [
  {
    name: 'a session that was not saved is not there',
    async check(store, id) {
      same('load of an unknown id', await store.load(id), undefined);
    },
  },
  {
    name: 'steps add up',
    async check(store, id) {
      await saveUpTo(store, id, 4);
      await holds(store, id, 4);
      const { changes, ...step } = stepTo(5);
      await store.save(id, { ...step, changes: { ...changes, first: 3, entries: ['{"entry":"new"}', '{"entry":5}'], parts: { other: '{}' } } });
      const { entries, parts } = (await store.load(id)).snapshot;
      same('entries saved at number 3', entries.slice(2), ['{"entry":3}', '{"entry":"new"}', '{"entry":5}']);
      same('the parts, each saved by its name', parts, { memory: '{"at":3}', other: '{}' });
    },
  },
  {
    name: 'sessions are kept apart',
    async check(store, id) {
      const ids = [id, `${id} 2`, `${id}/2`, `${id}会话`, `${id}%20?#`];
      for (const [at, one] of ids.entries()) await saveUpTo(store, one, at + 1);
      for (const [at, one] of ids.entries()) await holds(store, one, at + 1);
    },
  },
  {
    name: 'a step on another revision is a conflict and changes nothing',
    async check(store, id) {
      await rejects('save with base 1 of a session that is not there', store.save(id, stepTo(2)), 'conflict');
      same('load after it', await store.load(id), undefined);
      await saveUpTo(store, id, 3);
      for (const base of [null, 1, 2, 4]) await rejects(`save with base ${base}, where revision 3 is saved,`, store.save(id, stepTo(4, { base })), 'conflict');
      await holds(store, id, 3);
    },
  },
  {
    name: 'of two steps at the same time one is saved',
    async check(store, id) {
      await oneOf('two first steps', [store.save(id, stepTo(1)), store.save(id, stepTo(1))]);
      await oneOf('two steps on one revision', [store.save(id, stepTo(2)), store.save(id, stepTo(2))]);
      await holds(store, id, 2);
    },
  },
  {
    name: 'a step that is sent again under its ticket is done already',
    async check(store, id) {
      const first = stepTo(1);
      const second = stepTo(2, { started: 7 });
      for (const step of [first, first, second, second]) await store.save(id, step);
      await holds(store, id, 2);
      same('`started` of a step that was sent twice', (await store.load(id))?.started, 7);
      await rejects('a step whose ticket is not that of the last write', store.save(id, first), 'conflict');
    },
  },
  {
    name: '`load` gives the ticket of the last write, unless the store is `local`',
    async check(store, id) {
      if (store.local) return;
      const step = stepTo(1);
      await store.save(id, step);
      same('`ticket` after a step', (await store.load(id))?.ticket, step.ticket);
      const ticket = freshId();
      await store.start(id, 1, 3, ticket);
      same('`ticket` after a start', (await store.load(id))?.ticket, ticket);
    },
  },
  {
    name: 'a start is recorded once, at the saved revision',
    async check(store, id) {
      await rejects('start of a session that is not there', store.start(id, 1, 7, freshId()), 'conflict');
      await saveUpTo(store, id, 2);
      await rejects('start at an earlier revision', store.start(id, 1, 7, freshId()), 'conflict');
      await rejects('start at a later revision', store.start(id, 3, 7, freshId()), 'conflict');
      same('`started` after refused starts', (await store.load(id))?.started, undefined);
      const ticket = freshId();
      await store.start(id, 2, 7, ticket);
      await store.start(id, 2, 7, ticket); // sent again: the answer was lost
      same('`started` after a start', (await store.load(id))?.started, 7);
      await rejects('the same start under another ticket', store.start(id, 2, 7, freshId()), 'conflict');
      await holds(store, id, 2);
    },
  },
  {
    name: 'of two starts at the same time one is recorded',
    async check(store, id) {
      await saveUpTo(store, id, 1);
      await oneOf('two starts', [store.start(id, 1, 7, freshId()), store.start(id, 1, 7, freshId())]);
    },
  },
  {
    name: '`started` stands until the next step, which sets or clears it',
    async check(store, id) {
      await saveUpTo(store, id, 1);
      await store.start(id, 1, 7, freshId());
      await store.save(id, stepTo(2));
      same('`started` after a step without it', (await store.load(id))?.started, undefined);
      await store.save(id, stepTo(3, { started: 8 }));
      same('`started` after a step with it', (await store.load(id))?.started, 8);
      await rejects('start of a call that a step has started', store.start(id, 3, 8, freshId()), 'conflict');
      await store.save(id, stepTo(4));
      same('`started` after the next step', (await store.load(id))?.started, undefined);
    },
  },
  {
    name: 'the store keeps copies',
    async check(store, id) {
      const step = stepTo(1);
      await store.save(id, step);
      step.changes.entries.push('changed');
      step.changes.parts.memory = 'changed';
      await holds(store, id, 1);
      const { snapshot } = await store.load(id);
      snapshot.entries.push('changed');
      snapshot.parts.memory = 'changed';
      snapshot.head = 'changed';
      await holds(store, id, 1);
    },
  },
  {
    name: 'a step brings its blobs, and a refused one brings none',
    needs: ['getBlob'],
    async check(store, id) {
      const [sha256, bytes] = A_BLOB;
      same('getBlob of a session that is not there', await store.getBlob(id, sha256), undefined);
      await rejects('a step with a blob on another revision', store.save(id, stepTo(2, { blobs: { [sha256]: bytes } })), 'conflict');
      same('getBlob after a refused step', await store.getBlob(id, sha256), undefined);
      await store.save(id, stepTo(1, { blobs: { [sha256]: bytes } }));
      await store.save(id, stepTo(2));
      same('getBlob after a step that brought it', listed(await store.getBlob(id, sha256)), listed(bytes));
      same('getBlob of another session', await store.getBlob(`${id} 2`, sha256), undefined);
      same('getBlob by another SHA-256', await store.getBlob(id, '0'.repeat(64)), undefined);
    },
  },
  {
    name: 'a blob goes with the last session that uses it',
    needs: ['getBlob', 'delete'],
    async check(store, id) {
      const [sha256, bytes] = A_BLOB;
      const other = `${id} 2`;
      for (const one of [id, other]) await store.save(one, stepTo(1, { blobs: { [sha256]: bytes } }));
      await store.delete(id);
      same('getBlob of a deleted session', await store.getBlob(id, sha256), undefined);
      same('getBlob of a session whose blob another one had, too', listed(await store.getBlob(other, sha256)), listed(bytes));
    },
  },
  {
    name: 'a deleted session is gone, and its id is free',
    needs: ['delete'],
    async check(store, id) {
      await store.delete(id); // nothing is there, and nothing happens
      await saveUpTo(store, id, 2);
      await store.delete(id);
      same('load of a deleted session', await store.load(id), undefined);
      await saveUpTo(store, id, 1);
      await holds(store, id, 1);
    },
  },
  {
    name: 'the list has each session, with the name that it was given',
    needs: ['list', 'rename'],
    async check(store, id) {
      await rejects('rename of a session that is not there', store.rename(id, 'A name'), 'not_found');
      await store.save(id, stepTo(1, { preview: 'The first words' }));
      await store.rename(id, 'A name');
      await saveUpTo(store, id, 2, 2);
      const row = (/** @type {any[]} */ (await store.list())).find(one => one.id === id);
      same('the row of the list', row && { agent: row.agent, name: row.name, preview: row.preview }, { agent: 'laws', name: 'A name', preview: 'The first words' });
    },
  },
  {
    name: 'an exported session is imported as a copy',
    needs: ['export', 'import'],
    async check(store, id) {
      await rejects('export of a session that is not there', store.export(id), 'not_found');
      await saveUpTo(store, id, 3);
      const file = JSON.parse(JSON.stringify(await store.export(id)));
      same('the exported snapshot', file.snapshot, sessionAt(3));
      same('the exported trace', file.trace, [1, 2, 3].map(event => `{"event":${event}}`));
      await rejects('import under an id that is taken', store.import(file, id), 'exists');
      await rejects('import of what is no session', store.import({}), 'malformed');
      const copy = await store.import(file);
      if (copy === id) throw new Error('import of a session whose id is taken must give a new id');
      await holds(store, copy, 3);
      same('`copied` of an imported session', (await store.load(copy))?.copied, true);
      same('the id of an import under a given one', await store.import(file, `${id} copy`), `${id} copy`);
      await holds(store, id, 3);
    },
  },
];
