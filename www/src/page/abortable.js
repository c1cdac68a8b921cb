// @ts-check
import { faultIn } from '../checks/assert-option.js';

/**
 * The option `signal` of a call; `refuse` throws for what is none. `alone`: there is no other option.
 * @param {any} options @param {(place: string, allowed: string) => never} refuse @param {boolean} [alone] @returns {AbortSignal | undefined}
 */
export function signalIn(options, refuse, alone = false) {
  const fault = faultIn(options, { 'signal?': 'signal' }, alone);
  return fault ? refuse(...fault) : options?.signal;
}

/**
 * Does something that the caller may give up: then `undo` is called, and the promise rejects with the reason of the signal.
 * @template T @param {AbortSignal | undefined} signal @param {() => Promise<T>} work @param {() => unknown} undo @returns {Promise<T>}
 */
export async function abortable(signal, work, undo) {
  if (!signal) return work();
  signal.throwIfAborted();
  let giveUp = () => {};
  const givenUp = new Promise((_, reject) => {
    giveUp = () => {
      reject(signal.reason);
      undo();
    };
    signal.addEventListener('abort', giveUp, { once: true });
  });
  try {
    return await /** @type {Promise<T>} */ (Promise.race([work(), givenUp]));
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
