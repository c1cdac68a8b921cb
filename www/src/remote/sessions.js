// @ts-check
/** @import { ExportedSession, SavedSession, SavedStep, SessionInfo, Snapshot } from '../index.js' */
/** @import { Ask } from './client.js' */
import { StoreError } from '../errors.js';
import { base64Of } from '../checks/base64.js';
import { freshId } from '../page/fresh-id.js';
import { memoryStore } from '../store/memory.js';

/**
 * An answer of the server: a session, or what changed in it since a ticket.
 * @typedef {object} Read
 * @property {number} revision
 * @property {string} ticket
 * @property {number} [started]
 * @property {boolean} [copied]
 * @property {number} format
 * @property {string} agent
 * @property {number} version
 * @property {string} head
 * @property {number} first
 * @property {string[]} entries
 * @property {Record<string, string>} parts
 * @property {boolean} whole
 * @property {string[]} [trace]
 * @property {string[]} [blobs]
 * @property {string} [name]
 * @property {number} [createdMs]
 * @property {number} [updatedMs]
 *
 * A step as the server takes it: blobs by their names, whose bytes are uploaded before.
 * @typedef {Omit<SavedStep, 'blobs' | 'strict' | 'ticket'> & { ticket: string, blobs?: string[], copied?: true, name?: string, createdMs?: number }} SentStep
 * @typedef {ReturnType<typeof remoteSessions>} RemoteSessions
 */

/** The sessions of a server, as they are there. @param {Ask} ask */
export function remoteSessions(ask) {
  /** @param {string} id @param {{ since?: string, trace?: boolean }} [more] @returns {Promise<Read | 'deleted' | undefined>} undefined where there is none */
  const read = async (id, { since, trace } = {}) => {
    try {
      return await ask('GET', '/session', { id, since, trace: trace ? 'true' : undefined });
    } catch (error) {
      const { code, answer } = /** @type {any} */ (error);
      if (code !== 'not_found') throw error;
      return answer.code === 'deleted' ? 'deleted' : undefined;
    }
  };

  /** Sends a step, its blobs first. @param {string} id @param {SentStep} step @param {(sha256: string) => Promise<Uint8Array<ArrayBuffer> | undefined>} bytesOf */
  const send = async (id, step, bytesOf) => {
    for (const sha256 of step.blobs ?? []) {
      const bytes = await bytesOf(sha256);
      if (bytes) await ask('PUT', '/blob', { sha256 }, { bytes });
    }
    await ask('POST', '/session/step', { id }, { json: step });
  };

  /** @param {string} id @param {string} sha256 @returns {Promise<Uint8Array<ArrayBuffer> | undefined>} */
  const getBlob = (id, sha256) => ask('GET', '/blob', { id, sha256 }, { as: 'bytes' }).catch(absent);

  /** @param {string} id @param {{ revision: number, call: number, ticket: string }} start */
  const sendStart = (id, start) => ask('POST', '/session/start', { id }, { json: start });

  /** Takes an exported session. Gives its id: `id`, or a free one. @param {unknown} data @param {string} [id] */
  const take = async (data, id) => {
    const { exported, bytesOf } = await checked(data);
    const send_ = (/** @type {string} */ at) => send(at, wholeStep(exported, true), bytesOf);
    const wanted = id ?? exported.id;
    try {
      await send_(wanted);
      return wanted;
    } catch (error) {
      if (/** @type {StoreError} */ (error).code !== 'conflict') throw error;
      if (id !== undefined) throw new StoreError('exists', { detail: id });
    }
    const free = freshId();
    await send_(free);
    return free;
  };

  return {
    read, send, sendStart, getBlob, import: take,

    /** @param {string} id @returns {Promise<SavedSession | undefined>} */
    async load(id) {
      const found = await read(id);
      return found === 'deleted' ? undefined : found && savedOf(found);
    },
    /** @param {string} id @param {SavedStep} step */
    save: (id, step) => send(id, sentStep(step), async sha256 => step.blobs?.[sha256]),
    /** @param {string} id @param {number} revision @param {number} call @param {string} [ticket] */
    start: (id, revision, call, ticket = freshId()) => sendStart(id, { revision, call, ticket }),

    /** @returns {Promise<SessionInfo[]>} */
    async list() {
      /** @type {SessionInfo[]} */
      const all = [];
      /** @type {string | undefined} */
      let after;
      do {
        const { sessions, next } = await ask('GET', '/sessions', { after });
        all.push(...sessions);
        after = next;
      } while (after !== undefined);
      return all;
    },
    /** @param {string} id @param {string} name @returns {Promise<void>} */
    rename: (id, name) => ask('POST', '/session/name', { id }, { json: { name } }),
    /** @param {string} id @returns {Promise<void>} */
    delete: id => ask('DELETE', '/session', { id }),
    /** @param {string} id @returns {Promise<ExportedSession>} */
    async export(id) {
      const found = await read(id, { trace: true });
      if (!found || found === 'deleted') throw new StoreError('not_found', { detail: id });
      const { name, started, createdMs = 0, updatedMs = 0, trace = [], blobs = [] } = found;
      const bytes = await Promise.all(blobs.map(async sha256 => [sha256, await getBlob(id, sha256)]));
      const there = bytes.flatMap(([sha256, one]) => (one ? [[sha256, base64Of(/** @type {Uint8Array<ArrayBuffer>} */ (one))]] : []));
      return {
        stepgate: 1, id, ...(name !== undefined && { name }), ...(started !== undefined && { started }), createdMs, updatedMs, snapshot: snapshotOf(found),
        trace: /** @type {any[]} */ (trace), ...(there.length && { blobs: Object.fromEntries(there) }),
      };
    },
  };
}

/** @param {any} error @returns {undefined} */
const absent = error => { if (error.code !== 'not_found') throw error; };

/** @param {Read} found @returns {Snapshot} */
export const snapshotOf = ({ format, agent, version, revision, head, parts, entries }) => ({ format, agent, version, revision, head, parts, entries });

/** @param {Read} found @returns {SavedSession} */
export const savedOf = found => ({
  snapshot: snapshotOf(found), ticket: found.ticket, ...(found.started !== undefined && { started: found.started }), ...(found.copied && { copied: true }),
});

/** @param {SavedStep} step @returns {SentStep} */
export function sentStep({ blobs, strict, ticket = freshId(), ...step }) {
  const names = Object.keys(blobs ?? {});
  return { ...step, ticket, ...(names.length && { blobs: names }) };
}

/** A session as the one step that brings all of it. @param {ExportedSession} exported @param {boolean} copied whether it is a copy, in which nothing is approved @returns {SentStep} */
export function wholeStep({ snapshot, name, createdMs, updatedMs, started, trace, blobs = {} }, copied) {
  const { agent, format, version, revision, head, entries, parts } = snapshot;
  const names = Object.keys(blobs);
  return {
    ticket: freshId(), base: null, at_ms: updatedMs, changes: { agent, format, version, revision, head, first: 0, entries, parts }, trace, createdMs,
    ...(started !== undefined && { started }), ...(name && { name }), ...(names.length && { blobs: names }), ...(copied && { copied: true }),
  };
}

/** An exported session that is one, and its bytes: the store in memory knows the form. @param {unknown} data */
async function checked(data) {
  const store = memoryStore();
  const id = await store.import(data);
  return { exported: { ...await store.export(id), id: /** @type {any} */ (data).id }, bytesOf: (/** @type {string} */ sha256) => store.getBlob(id, sha256) };
}
