// @ts-check
/** @import { SavedStep } from '../index.js' */
import { assertKnown, assertOption, faultIn, must } from '../checks/assert-option.js';
import { cachedSessions } from './cached.js';
import { clientOf } from './client.js';
import { remoteEvents } from './events.js';
import { oneByOne } from './one-by-one.js';
import { remoteSessions } from './sessions.js';
import { pauseOf, remoteStates } from './state.js';

export { openRemoteSession } from './session.js';

const CACHE = ['load', 'save', 'start', 'getBlob', 'list', 'rename', 'delete', 'export', 'import'];

/** @type {import('../checks/assert-option.js').Form} */
const OPTIONS = {
  'cache?': [cache => CACHE.every(method => typeof cache?.[method] === 'function'), 'a store of the package, such as indexedDbStore(…)'],
  'headers?': 'function', 'fetch?': 'function', 'onState?': 'function',
  'writes?': [value => ['server', 'cache'].includes(value), "'server' or 'cache'"],
  'timeoutMs?': [value => Number.isSafeInteger(value) && value > 0, 'a whole number of milliseconds above 0'],
};

/** @type {typeof import('./index.d.ts').remoteStore} */
export function remoteStore(base, options = {}) {
  must(isAddress(base), 'remoteStore(base)', 'an address such as https://sessions.example.com/v1');
  assertKnown(options, Object.keys(OPTIONS).map(name => name.replace('?', '')), 'remoteStore(base, options): ');
  const [member, allowed] = faultIn(options, OPTIONS) ?? [];
  must(member === undefined, `remoteStore(base, options): ${member}`, allowed ?? '');
  const { cache, writes = 'server', onState } = options;
  must(cache || options.writes !== 'cache', 'remoteStore(base, options): writes', "left out or 'server': there is no cache");

  const address = base.replace(/\/+$/, '');
  const ask = clientOf(address, options);
  const remote = remoteSessions(ask);
  const name = cache ? `${address} ${cache.name}` : address;
  const states = remoteStates(onState, () => sync());
  const alone = oneByOne(`stepgate:${name}`);
  const cached = cache && cachedSessions(remote, cache, { alone, needsServer: writes === 'server', states, lookAgain: id => events.tell(id) });
  const sessions = cached ?? remote;
  const sync = async () => { await cached?.sync(); };

  /** Looks at the sessions that are watched, after a time without events. @param {string[]} ids */
  const lookAt = ids => Promise.all(ids.map(async id => {
    const found = await remote.read(id, { since: cached?.ticketOf(id) });
    events.tell(id, found === 'deleted' ? undefined : found?.revision);
  })).catch(() => {});

  const events = remoteEvents(ask, {
    connected: ids => {
      states.answered();
      sync().then(() => lookAt(ids), () => {});
    },
    moved: id => { if (states.waitingIds().includes(id)) cached?.syncOne(id).catch(() => {}); },
    pause: pauseOf,
  });

  /** @template {unknown[]} A @template T @param {(id: string, ...given: A) => Promise<T>} work @returns {(id: string, ...given: A) => Promise<T>} */
  const on = work => async (id, ...given) => {
    assertOption(id, 'id', 'name');
    return work(id, ...given);
  };

  return {
    name,
    load: on(sessions.load), save: on(/** @type {(id: string, step: SavedStep) => Promise<void>} */ (sessions.save)), start: on(async (id, revision, call, ticket) => void await sessions.start(id, revision, call, ticket)),
    getBlob: on(sessions.getBlob), list: sessions.list,
    rename: on(async (id, name) => {
      assertOption(name, 'name', 'text');
      return sessions.rename(id, name);
    }),
    delete: on(sessions.delete), export: on(sessions.export), import: sessions.import,
    records: on(async id => (await sessions.export(id)).trace),
    watch(id, listener) {
      assertOption(id, 'id', 'name');
      assertOption(listener, 'listener', 'function');
      return events.watch(id, listener);
    },
    sync,
    get state() { return states.state(); },
    close() {
      events.close();
      states.close();
    },
  };
}

/** @param {unknown} base */
function isAddress(base) {
  try {
    const { protocol, search, hash } = new URL(/** @type {string} */ (base), globalThis.location?.href);
    return typeof base === 'string' && ['http:', 'https:'].includes(protocol) && !search && !hash;
  } catch {
    return false;
  }
}
