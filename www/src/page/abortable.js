// @ts-check
import { faultIn, must } from '../checks/assert-option.js';

/** The signal among the options of `say`. @param {{ signal?: AbortSignal }} options */
export function signalOf(options) {
  const fault = faultIn(options, { 'signal?': 'signal' }, true);
  must(!fault, `say(text, extra, options): ${fault?.[0]}`, fault?.[1] ?? '');
  return options.signal;
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
