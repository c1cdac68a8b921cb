// @ts-check
/** @import { SavedStep } from '../index.js' */
/** @import { Transaction } from './store.js' */
import { StoreError } from '../errors.js';
import { bytesOfBase64, base64Of } from '../checks/base64.js';
import { sha256Of } from '../checks/sha256.js';

/** Saves the blobs of a step: each once in the store, and with the session that it uses them. @param {Transaction} tx @param {string} id @param {SavedStep['blobs']} [blobs] */
export async function keepBlobs(tx, id, blobs = {}) {
  await Promise.all(Object.entries(blobs).map(async ([sha256, bytes]) => {
    const isThere = await tx.last('blobs', sha256) !== undefined;
    await Promise.all([tx.put('uses', [id, sha256], true), ...(isThere ? [] : [tx.put('blobs', [sha256], bytes)])]);
  }));
}

/** The bytes of a blob that the session uses. @param {Transaction} tx @param {string} id @param {string} sha256 @returns {Promise<Uint8Array<ArrayBuffer> | undefined>} */
export const readBlob = async (tx, id, sha256) => (await tx.get('uses', [id, sha256]) ? tx.get('blobs', [sha256]) : undefined);

/** Removes the blobs that no other session uses. @param {Transaction} tx @param {string} id */
export async function dropBlobs(tx, id) {
  const own = await usedBy(tx, id);
  if (own.length === 0) return;
  const others = new Set((await tx.keys('uses')).filter(([user]) => user !== id).map(([, sha256]) => sha256));
  await Promise.all(own.filter(sha256 => !others.has(sha256)).map(sha256 => tx.clear('blobs', sha256)));
}

/** The blobs of a session as an exported one has them; undefined where it has none. @param {Transaction} tx @param {string} id */
export async function exportedBlobs(tx, id) {
  const own = await usedBy(tx, id);
  if (own.length === 0) return undefined;
  const all = await Promise.all(own.map(async sha256 => ({ sha256, bytes: await tx.get('blobs', [sha256]) })));
  return Object.fromEntries(all.filter(({ bytes }) => bytes !== undefined).map(({ sha256, bytes }) => [sha256, base64Of(bytes)]));
}

/**
 * The blobs of an exported session. One whose bytes are not those of its name is refused.
 * @param {Record<string, string>} [exported] @returns {Promise<SavedStep['blobs']>}
 */
export async function takenBlobs(exported = {}) {
  const all = await Promise.all(Object.entries(exported).map(async ([sha256, text]) => {
    const bytes = bytesOfBase64(text);
    if (!bytes || await sha256Of(bytes) !== sha256) throw new StoreError('malformed', { detail: `blobs.${sha256.slice(0, 64)}: must be base64 of the bytes whose SHA-256 is its name` });
    return [sha256, bytes];
  }));
  return Object.fromEntries(all);
}

/** @param {Transaction} tx @param {string} id @returns {Promise<string[]>} */
const usedBy = async (tx, id) => (await tx.keys('uses', id)).map(([, sha256]) => String(sha256));
