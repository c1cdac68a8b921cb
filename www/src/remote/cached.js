// @ts-check
/** @import { ExportedSession, SavedSession, SavedStep, SessionInfo, Store } from '../index.js' */
/** @import { Read, RemoteSessions, SentStep } from './sessions.js' */
/** @import { Local, Mark, Write } from './waiting.js' */
import { StoreError } from '../errors.js';
import { freshId } from '../page/fresh-id.js';
import { isAway } from './client.js';
import { savedOf, sentStep } from './sessions.js';
import { isDamaged, waitingSessions } from './waiting.js';

/**
 * Parts that the sessions here need beside the server's and the cache.
 * @typedef {object} Around
 * @property {<T>(id: string, work: () => Promise<T>) => Promise<T>} alone runs works on one session one after the other, in all tabs
 * @property {boolean} needsServer whether a write runs only when the server has its record
 * @property {import('./state.js').RemoteStates} states
 * @property {(id: string) => void} lookAgain tells the one who has the session open to load it
 */

/**
 * The sessions of a server with a copy in the browser: what the server does not have yet waits there.
 * @param {RemoteSessions} remote @param {Store} cache @param {Around} around
 */
export function cachedSessions(remote, cache, { alone, needsServer, states, lookAgain }) {
  const local = waitingSessions(cache);
  /** Marks of the sessions, as last read or written here. Another tab may have moved them on; its writes have the same tickets. @type {Map<string, Mark>} */
  const marks = new Map();
  /** Tickets of requests whose answer is missing, by session. @type {Map<string, string>} */
  const unanswered = new Map();
  let isScanned = false;

  // ---- what waits ----

  /** @param {string} id @param {Mark} mark */
  const remember = (id, mark) => {
    marks.set(id, mark);
    states.waits(id, mark.to - mark.from);
  };
  /** @param {string} id */
  const forget = id => {
    marks.delete(id);
    states.waits(id, 0);
  };

  /** Keeps what is here as a session of its own, because the server's has gone another way. @param {string} id */
  const setAside = async id => {
    const copy = await local.setAside(id);
    forget(id);
    states.copied(id, copy);
  };

  /** @param {string} id @param {Write} write */
  const sendWrite = (id, write) => ('step' in write ? remote.send(id, write.step, sha256 => cache.getBlob(id, sha256)) : remote.sendStart(id, write.start));

  /** Sends what waits, in order. Gives the session as it is here afterwards; undefined where the server's has gone another way. @param {string} id @param {Local} here @returns {Promise<Local | undefined>} */
  const deliver = async (id, here) => {
    let { ticket, from } = here.mark;
    /** @type {unknown} */
    let failure;
    for (const write of here.waiting) {
      const own = 'step' in write ? write.step.ticket : write.start.ticket;
      try {
        await sendWrite(id, write);
        states.answered();
      } catch (error) {
        const { code, answer } = /** @type {any} */ (error);
        if (code === 'conflict' && !answer?.saved) {
          await setAside(id);
          return undefined;
        }
        if (code !== 'conflict') {
          failure = error;
          break;
        }
      }
      [ticket, from] = [own, from + 1];
    }
    if (failure) states.failed(failure);
    const { to, copied } = here.mark;
    /** @type {Mark} */
    const mark = { ticket, ...(from === to ? { from: 0, to: 0 } : { from, to }), ...(copied && { copied }) };
    if (from !== here.mark.from) await inCache(() => local.note(id, here, mark), id);
    remember(id, mark);
    return { ...here, mark, waiting: here.waiting.slice(from - here.mark.from) };
  };

  // ---- reading ----

  /** @param {string} id @returns {Promise<Local | undefined>} */
  const loadLocal = async id => {
    try {
      const here = await local.load(id);
      if (here) remember(id, here.mark);
      return here;
    } catch (error) {
      if (!isDamaged(error)) {
        if (error instanceof StoreError && ['unavailable', 'blocked', 'lost', 'outdated'].includes(error.code)) return undefined; // the server has it
        throw error;
      }
      await setAside(id);
      return undefined;
    }
  };

  /** Brings the copy here up to what the server has. @param {string} id @param {Read} found @param {Local | undefined} here */
  const mirror = async (id, found, here) => {
    const { format, agent, version, revision, head, first, entries, parts, ticket, started, copied } = found;
    const changes = { format, agent, version, revision, head, first, entries, parts };
    /** @type {SavedStep} */
    const step = { base: here ? here.snapshot.revision : null, at_ms: Date.now(), changes, trace: [], started, ticket: freshId() };
    await inCache(async () => {
      /** @type {Mark} */
      const mark = { ticket, from: 0, to: 0, ...(copied && { copied }) };
      await local.confirmed(id, step, mark);
      remember(id, mark);
    }, id);
  };

  /** Keeps something in the cache, which is a convenience: without it the server still has everything. @param {() => Promise<unknown>} work @param {string} id */
  const inCache = (work, id) => work().catch(error => {
    if (!(error instanceof StoreError)) throw error;
    marks.delete(id);
  });

  /** @param {string} id @returns {Promise<SavedSession | undefined>} */
  const load = id => alone(id, async () => {
    scan();
    const before = await loadLocal(id);
    const here = before?.waiting.length ? await deliver(id, before) : before;
    if (here?.waiting.length) return givenOf(here);
    /** @type {Read | 'deleted' | undefined} */
    let found;
    try {
      found = await remote.read(id, { since: here?.mark.ticket ?? undefined });
      states.answered();
    } catch (error) {
      states.failed(error);
      if (!here || !isAway(error)) throw error;
      return givenOf(here);
    }
    if (!found || found === 'deleted') return here && goneOf(id, found === 'deleted');
    if (here && found.whole) {
      await setAside(id);
      await mirror(id, found, undefined);
      return { ...savedOf(found), setBack: true };
    }
    if (!here && before) await inCache(() => cache.delete(id), id);
    await mirror(id, found, here);
    return { ...savedOf(here ? joined(here, found) : found), ...(here?.setBack && before?.waiting.length && { setBack: true }) };
  });

  /** A session that the server no longer has. One that was lost there stays here as a copy. @param {string} id @param {boolean} isDeleted @returns {Promise<undefined>} */
  const goneOf = async (id, isDeleted) => {
    if (!isDeleted) {
      await setAside(id);
      throw new StoreError('erased', { detail: id });
    }
    await inCache(() => cache.delete(id), id);
    forget(id);
    return undefined;
  };

  // ---- writing ----

  /** The mark of a session, and after a try to send it what waits. @param {string} id @param {boolean} must whether to try also while the server does not answer @returns {Promise<Mark>} */
  const markOf = async (id, must) => {
    const known = marks.get(id);
    if (known && (known.from === known.to || (states.isResting && !must))) return known;
    const here = await loadLocal(id);
    if (!here) return { ticket: null, from: 0, to: 0 };
    if (here.waiting.length === 0) return here.mark;
    const after = await deliver(id, here);
    if (!after) throw new StoreError('conflict');
    return after.mark;
  };

  /** Asks the server for one write; gives false where it did not answer and the write may wait. @param {string} id @param {string} ticket @param {boolean} mayWait @param {() => Promise<unknown>} request */
  const asked = async (id, ticket, mayWait, request) => {
    try {
      await request();
      unanswered.delete(id);
      states.answered();
      return true;
    } catch (error) {
      states.failed(error);
      if (!isAway(error)) throw error;
      if (/** @type {StoreError} */ (error).code === 'lost') unanswered.set(id, ticket);
      if (!mayWait) throw error;
      return false;
    }
  };

  /** Rejects a write whose record the server must have. Of one that was sent, nobody knows. @param {string} id @param {string} ticket @returns {never} */
  const refuse = (id, ticket) => { throw new StoreError(unanswered.get(id) === ticket ? 'lost' : 'offline'); };

  /** @param {string} id @param {SavedStep} step */
  const save = (id, step) => alone(id, async () => {
    scan();
    const sent = sentStep(step);
    const mayWait = !(needsServer && step.started !== undefined);
    const mark = await markOf(id, !mayWait);
    const waits = mark.from < mark.to;
    if (waits && !mayWait) refuse(id, sent.ticket);
    if (!waits && await asked(id, sent.ticket, mayWait, () => remote.send(id, sent, async sha256 => step.blobs?.[sha256]))) {
      await inCache(async () => {
        /** @type {Mark} */
        const after = { ticket: sent.ticket, from: 0, to: 0 };
        await local.confirmed(id, step, after);
        remember(id, after);
      }, id);
      return;
    }
    remember(id, await local.wait(id, step, sent, mark).catch(notHere));
  });

  /** @param {string} id @param {number} revision @param {number} call @param {string} [ticket] */
  const start = (id, revision, call, ticket = freshId()) => alone(id, async () => {
    const mark = await markOf(id, needsServer);
    const waits = mark.from < mark.to;
    if (waits && needsServer) refuse(id, ticket);
    const here = await loadLocal(id);
    if (here && (here.snapshot.revision !== revision || here.started === call) && mark.ticket !== ticket) throw new StoreError('conflict');
    const write = { start: { revision, call, ticket } };
    const isSaved = !waits && await asked(id, ticket, !needsServer && here !== undefined, () => remote.sendStart(id, write.start));
    if (!here) return;
    /** @type {Mark} */
    const after = isSaved ? { ticket, from: 0, to: 0 } : { ...mark, to: mark.to + 1 };
    const noted = () => local.note(id, { ...here, started: call }, after, isSaved ? undefined : write);
    if (isSaved) await inCache(noted, id);
    else await noted();
    remember(id, after);
  });

  // ---- what waits, in the background ----

  /** Looks once for sessions that wait since an earlier visit. */
  function scan() {
    if (isScanned) return;
    isScanned = true;
    void scanned();
  }
  /** @type {Promise<void> | undefined} */
  let scanning;
  const scanned = () => (scanning ??= (async () => {
    isScanned = true;
    for (const { id, erased } of await cache.list().catch(() => [])) {
      if (!erased && !marks.has(id)) await alone(id, () => loadLocal(id)).catch(() => undefined);
    }
    states.scanned();
  })());

  /** @param {string} id */
  const syncOne = id => alone(id, async () => {
    const here = await loadLocal(id);
    if (!here?.waiting.length) return;
    if (!await deliver(id, here)) lookAgain(id);
  });

  /** Sends all that waits. */
  const sync = async () => {
    await scanned();
    for (const id of states.waitingIds()) await syncOne(id);
  };

  return {
    load, save, start, sync, syncOne,
    /** The ticket from which on the server is asked what is new. @param {string} id */
    ticketOf: id => marks.get(id)?.ticket ?? undefined,

    /** @param {string} id @param {string} sha256 */
    async getBlob(id, sha256) {
      const here = await cache.getBlob(id, sha256).catch(() => undefined);
      return here ?? remote.getBlob(id, sha256);
    },

    /** @returns {Promise<SessionInfo[]>} */
    async list() {
      scan();
      const here = (await cache.list().catch(() => [])).filter(({ erased }) => !erased);
      try {
        const there = await remote.list();
        states.answered();
        const known = new Set(there.map(({ id }) => id));
        await scanned();
        const unsent = here.filter(({ id }) => !known.has(id) && marks.get(id)?.ticket === null);
        return [...there, ...unsent].sort((a, b) => b.updatedMs - a.updatedMs || (a.id < b.id ? -1 : 1));
      } catch (error) {
        states.failed(error);
        if (!isAway(error)) throw error;
        return here;
      }
    },

    /** @param {string} id @param {string} name */
    rename: (id, name) => alone(id, async () => {
      await markOf(id, true);
      await remote.rename(id, name);
      await inCache(() => cache.rename(id, name), id);
    }),

    /** @param {string} id */
    delete: id => alone(id, async () => {
      await remote.delete(id);
      forget(id);
      await inCache(() => cache.delete(id), id);
    }),

    /** @param {string} id @returns {Promise<ExportedSession>} */
    export: id => alone(id, async () => {
      const before = await loadLocal(id);
      const here = before?.waiting.length ? await deliver(id, before) : before;
      if (here?.waiting.length) return local.export(id);
      try {
        return await remote.export(id);
      } catch (error) {
        if (!here || !isAway(error)) throw error;
        return local.export(id);
      }
    }),

    /** @param {unknown} data @param {string} [id] */
    async import(data, id) {
      try {
        return await remote.import(data, id);
      } catch (error) {
        states.failed(error);
        if (!isAway(error)) throw error;
        const taken = await cache.import(data, id);
        await alone(taken, () => loadLocal(taken)); // from now on it waits
        return taken;
      }
    },
  };
}

/** A cache that does not take a step which was to wait in it: nobody knows what is in it. @param {unknown} error @returns {never} */
function notHere(error) {
  throw error instanceof StoreError && error.code === 'conflict' ? new StoreError('lost', { detail: 'the copy in the browser has another revision', cause: error }) : error;
}

/** @param {Local} here @returns {SavedSession} */
const givenOf = ({ snapshot, started, setBack, mark }) => ({
  snapshot, ...(started !== undefined && { started }), ...(mark.copied && { copied: true }), ...(setBack && { setBack }), ...(mark.ticket !== null && { ticket: mark.ticket }),
});

/** The session here after what the server has more. @param {Local} here @param {Read} found @returns {Read} */
const joined = ({ snapshot }, found) => ({
  ...found, entries: [...snapshot.entries.slice(0, found.first), ...found.entries], parts: { ...snapshot.parts, ...found.parts },
});
