// @ts-check
import { StoreError } from '../errors.js';
import { runCallback } from '../page/run-callback.js';
import { isAway } from './client.js';
import { unref } from './events.js';

/** Pauses between two tries, in milliseconds; the last one holds from then on. Each is shortened by up to a third, so that pages do not come all at once. */
const PAUSES_MS = [1000, 2000, 4000, 8000, 15_000, 30_000, 60_000];

/** The pause after a number of failures. @param {number} failures */
export const pauseOf = failures => PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] * (1 - Math.random() / 3);

/** @typedef {ReturnType<typeof remoteStates>} RemoteStates */

/**
 * Whether the server answers, and what waits for it. Tries to send it by itself, after growing pauses.
 * @param {((state: import('./index.js').RemoteState) => void) | undefined} onState @param {() => Promise<void>} sync
 */
export function remoteStates(onState, sync) {
  /** Writes that wait, by session. @type {Map<string, number>} */
  const waiting = new Map();
  /** @type {import('./index.js').RemoteCopy[]} */
  const copies = [];
  /** @type {import('../index.js').StoreErrorCode | undefined} */
  let problem;
  let failures = 0;
  let isOnline = true;
  let restsUntil = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let told = '';
  let isClosed = false;

  /** @returns {import('./index.js').RemoteState} */
  const state = () => ({ online: isOnline, waiting: [...waiting.values()].reduce((sum, one) => sum + one, 0), ...(problem && { problem }), copies: copies.map(one => ({ ...one })) });
  const tell = () => {
    const now = state();
    const text = JSON.stringify(now);
    if (text === told) return;
    told = text;
    if (onState) runCallback(() => onState(now));
  };
  const plan = () => {
    if (timer !== undefined || isClosed || waiting.size === 0) return;
    timer = setTimeout(() => {
      timer = undefined;
      sync().catch(() => {}).finally(plan);
    }, Math.max(0, restsUntil - Date.now()));
    unref(timer);
  };
  const wake = () => {
    restsUntil = 0;
    clearTimeout(timer);
    timer = undefined;
    plan();
  };
  const target = /** @type {any} */ (globalThis);
  target.addEventListener?.('online', wake);

  return {
    state,
    /** Whether the server did not answer lately, so that asking it again would only cost time. */
    get isResting() { return Date.now() < restsUntil; },
    answered() {
      [failures, restsUntil, problem, isOnline] = [0, 0, undefined, true];
      tell();
    },
    /** @param {unknown} error */
    failed(error) {
      if (!(error instanceof StoreError) || ['conflict', 'not_found', 'exists', 'malformed'].includes(error.code)) return;
      const { code, retryAfterMs = 0 } = /** @type {any} */ (error);
      problem = code;
      restsUntil = Date.now() + Math.max(pauseOf(failures), retryAfterMs);
      failures += 1;
      isOnline = !isAway(error);
      tell();
      plan();
    },
    /** @param {string} id @param {number} count */
    waits(id, count) {
      if (count) waiting.set(id, count);
      else waiting.delete(id);
      tell();
      plan();
    },
    /** @param {string} id @param {string} copy */
    copied(id, copy) {
      copies.push({ id, copy });
      tell();
    },
    waitingIds: () => [...waiting.keys()],
    scanned: plan,
    close() {
      isClosed = true;
      clearTimeout(timer);
      target.removeEventListener?.('online', wake);
    },
  };
}
