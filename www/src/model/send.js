// @ts-check
/** @import { Settings } from './settings.js' */
import { ModelError } from '../errors.js';
import { afterWork } from '../session/worktime.js';

/** @param {Settings} settings @param {object} request @param {AbortSignal} signal */
export async function post({ url, apiKey, headers, fetch }, request, signal) {
  const body = JSON.stringify(request);
  if (/[^\x21-\x7e]/.test(apiKey)) throw new ModelError('unauthorized', { detail: 'the key holds characters that no key has' });
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}), ...headers },
      body,
      signal,
      credentials: 'omit',
      redirect: 'manual', // never sends the conversation and the headers to another server
      referrerPolicy: 'no-referrer',
    });
  } catch (error) {
    throw new ModelError('cors_or_network', { cause: error, transient: true });
  }
}

/** A signal that is aborted after `ms` of silence. @param {number} ms */
export function silenceTimer(ms) {
  const controller = new AbortController();
  let callOff = () => {};
  const timed = {
    over: false,
    signal: controller.signal,
    abort: () => controller.abort(),
    restart() {
      callOff();
      callOff = afterWork(ms, () => {
        timed.over = true;
        controller.abort();
      });
    },
    stop: () => callOff(),
  };
  timed.restart();
  return timed;
}

/** @param {number} ms @param {AbortSignal} [signal] @returns {Promise<void>} */
export function sleep(ms, signal) {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(/** @type {AbortSignal} */ (signal).reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
