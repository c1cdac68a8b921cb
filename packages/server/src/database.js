// @ts-check
import { Refused } from './refused.js';

/**
 * A step as it is sent.
 * @typedef {object} Step
 * @property {string} ticket
 * @property {number | null} base
 * @property {number} at_ms
 * @property {{ format: number, agent: string, version: number, revision: number, head: string, first: number, entries: string[], parts: Record<string, string> }} changes
 * @property {string[]} trace
 * @property {number} [started]
 * @property {string[]} [blobs]
 * @property {{ done: number, total: number, skipped?: number }} [progress]
 * @property {string} [preview]
 * @property {true} [copied]
 * @property {string} [name]
 * @property {number} [createdMs]
 *
 * Most that a user may have.
 * @typedef {{ userBytes: number, sessions: number }} Quota
 *
 * The saved state of a session by which a write is judged.
 * @typedef {{ revision: number, ticket: string, started: number | null, count: number }} Saved
 *
 * A session as it is read; those from `trace` on only where the trace was asked for.
 * @typedef {object} Read
 * @property {number} revision
 * @property {string} ticket
 * @property {number} [started]
 * @property {true} [copied]
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
 * @typedef {{ id: string, agent: string, name?: string, createdMs: number, updatedMs: number, progress?: Step['progress'], preview?: string }} Row
 *
 * Something that moved, as the events tell it.
 * @typedef {{ user: string, id: string, revision?: number, ticket?: string }} Moved
 *
 * A home of sessions. Each method is one transaction, and resolves once its work would outlive the end of the machine. What is not carried out
 * rejects with `Refused`.
 * @typedef {object} Database
 * @property {string} name
 * @property {() => Promise<void>} open makes the tables, or brings them up to date
 * @property {(user: string, id: string, step: Step, quota: Quota) => Promise<boolean>} step false where it was saved before
 * @property {(user: string, id: string, start: { revision: number, call: number, ticket: string }) => Promise<boolean>} start false where it was recorded before
 * @property {(user: string, id: string, since?: string, trace?: boolean) => Promise<Read | 'deleted' | undefined>} read
 * @property {(user: string, after: [number, string] | undefined, most: number) => Promise<Row[]>} list
 * @property {(user: string, id: string, name: string) => Promise<boolean>} rename
 * @property {(user: string, id: string) => Promise<boolean>} remove
 * @property {(user: string, sha256: string, bytes: Uint8Array, quota: Quota) => Promise<void>} putBlob
 * @property {(user: string, id: string, sha256: string) => Promise<Uint8Array | undefined>} getBlob
 * @property {(olderThanMs: number) => Promise<void>} sweep removes blobs that no step has named since then
 * @property {(moved: Moved) => void} tell tells other processes over the same database
 * @property {(hear: (moved: Moved) => void) => void} hear
 * @property {() => Promise<void>} check rejects where the database does not answer
 * @property {() => Promise<void>} close
 */

/**
 * Judges a step by what is saved: true where it is to be written, false where it was saved already.
 * @param {Saved | undefined} saved @param {Step} step @param {() => boolean} isKnown whether its ticket is among the session's writes
 */
export function judgeStep(saved, { ticket, base, changes: { first } }, isKnown) {
  if (saved?.ticket === ticket) return false;
  if ((saved?.revision ?? null) !== base) throw conflict(saved, isKnown());
  if (first > (saved?.count ?? 0)) throw new Refused('malformed', `/changes/first: must be ${saved?.count ?? 0} at most, the number of entries`, { place: '/changes/first' });
  return true;
}

/** The same for the start of a write. @param {Saved | undefined} saved @param {{ revision: number, call: number, ticket: string }} start @param {() => boolean} isKnown */
export function judgeStart(saved, { revision, call, ticket }, isKnown) {
  if (saved?.ticket === ticket) return false;
  if (!saved || saved.revision !== revision || saved.started === call) throw conflict(saved, isKnown());
  return true;
}

/** @param {Saved | undefined} saved @param {boolean} known */
export const conflict = (saved, known) => new Refused('conflict', saved ? `revision ${saved.revision} is saved` : 'no such session is saved', {
  revision: saved?.revision ?? null, ticket: saved?.ticket ?? null, saved: known,
});

/** @param {'bytes' | 'sessions'} what @param {Quota} quota */
export const overQuota = (what, { userBytes, sessions }) => new Refused('quota', what === 'bytes' ? `this user has used ${userBytes} bytes` : `this user has ${sessions} sessions`);

/** @param {string} sha256 */
export const missingBlob = sha256 => new Refused('missing_blob', `the blob ${sha256} was not uploaded`, { place: '/blobs', sha256 });

/** Bytes that a text takes. @param {string} text */
export const bytesOf = text => Buffer.byteLength(text);

/** @param {Iterable<string>} texts */
export const bytesIn = texts => { let sum = 0; for (const text of texts) sum += bytesOf(text); return sum; };

/** Copy of an object without its members that are undefined or null. @template {object} T @param {T} fields @returns {any} */
export const given = fields => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
