// @ts-check
import { ModelError } from '../errors.js';
import { silenceTimer } from './send.js';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;

/**
 * Makes one attempt, which is aborted by the caller, or when the other side is silent for longer than `timeoutMs`. `act` gets the signal to pass on, and a
 * function to call whenever something arrives.
 * @template T @param {number} timeoutMs @param {AbortSignal | undefined} signal @param {(signal: AbortSignal, onData: () => void) => Promise<T>} act
 */
export async function attempt(timeoutMs, signal, act) {
  signal?.throwIfAborted();
  const silence = silenceTimer(timeoutMs);
  const abort = () => silence.abort();
  signal?.addEventListener('abort', abort);
  try {
    return await act(silence.signal, silence.restart);
  } catch (error) {
    silence.abort(); // part of the answer may be unread
    signal?.throwIfAborted();
    if (silence.over) throw new ModelError('timeout', { cause: error });
    throw error;
  } finally {
    silence.stop();
    signal?.removeEventListener('abort', abort);
  }
}

/**
 * Milliseconds until the next attempt; undefined if there is none.
 * @param {number} faults faults before this one @param {ModelError} error @param {{ retries: number, timeoutMs: number }} settings
 */
export function pauseBefore(faults, error, { retries, timeoutMs }) {
  if (!error.transient || faults >= retries) return undefined;
  const pause = error.retryAfterMs ?? Math.min(FIRST_PAUSE_MS * 2 ** faults, LONGEST_PAUSE_MS);
  return pause <= timeoutMs ? pause : undefined;
}
