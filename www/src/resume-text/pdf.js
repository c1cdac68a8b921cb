// @ts-check
import { runCallback } from '../page/run-callback.js';
import { ResumeTextError } from './error.js';
import { readPdf } from './pdf-read.js';

/** @import { ResumeNote, ResumeTextOptions } from './index.d.ts' */
/** @import { Limits } from './pdf-read.js' */
/** @typedef {{ text: string, notes: ResumeNote[] }} Read */
/** @typedef {Limits & Pick<ResumeTextOptions, 'onProgress' | 'signal' | 'worker'> & { timeoutMs: number }} Options */

/** A worker of a browser or of Node. @typedef {{ post: (message: any) => void, end: () => void }} Thread */

/** Reads a PDF in a worker, which can be ended, and here where there is none. @param {Uint8Array} bytes @param {Options} options @returns {Promise<Read>} */
export async function pdfText(bytes, options) {
  const { onProgress, signal, maxPages, maxCharacters, cMapUrl } = options;
  const limits = { maxPages, maxCharacters, ...(cMapUrl && { cMapUrl }) };
  const told = (/** @type {{ page: number, pages: number }} */ done) => {
    signal?.throwIfAborted();
    if (onProgress) runCallback(() => onProgress(done));
  };
  return (await inWorker(bytes, limits, told, options)) ?? readPdf(bytes, limits, told);
}

/**
 * Undefined if no worker can be started.
 * @param {Uint8Array} bytes @param {Limits} limits @param {(done: { page: number, pages: number }) => void} told @param {Options} options @returns {Promise<Read | undefined>}
 */
function inWorker(bytes, limits, told, { signal, timeoutMs, worker }) {
  return new Promise((resolve, reject) => {
    let isReady = false;
    const stop = () => end(reject, signal?.reason);
    const timer = setTimeout(() => end(reject, new ResumeTextError('too_slow', `this PDF takes longer than ${timeoutMs} ms to read`)), timeoutMs);
    /** @param {(value: any) => void} settle @param {any} value */
    const end = (settle, value) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      thread?.end();
      settle(value);
    };
    const take = (/** @type {any} */ { ready, progress, read, error }) => {
      if (ready) isReady = true;
      if (progress) attempt(() => told(progress), fault => end(reject, fault));
      if (read) end(resolve, read);
      if (error) end(reject, error.code ? new ResumeTextError(error.code, error.message, error.cause) : Object.assign(new Error(error.message), { name: error.name }));
    };
    const fail = (/** @type {unknown} */ cause) => (isReady ? end(reject, new ResumeTextError('unreadable', 'this PDF cannot be read', cause)) : end(resolve, undefined));
    const thread = started(worker, take, fail);
    if (!thread) return end(resolve, undefined);
    signal?.addEventListener('abort', stop);
    thread.post({ bytes, limits });
  });
}

/** @param {() => void} work @param {(error: unknown) => void} onError */
function attempt(work, onError) {
  try {
    work();
  } catch (error) {
    onError(error);
  }
}

/** A new worker, if there can be one. @param {(() => Worker) | undefined} make @param {(message: any) => void} take @param {(cause: unknown) => void} fail @returns {Thread | undefined} */
function started(make, take, fail) {
  try {
    return make || typeof Worker === 'function' ? inBrowser(make ?? ownWorker, take, fail) : inNode(take, fail);
  } catch {
    return undefined; // forbidden by the page, or not there
  }
}

/** Written out: this is what bundlers look for. */
const ownWorker = () => new Worker(new URL('./pdf-worker.js', import.meta.url), { type: 'module' });

/** @param {() => Worker} make @param {(message: any) => void} take @param {(cause: unknown) => void} fail @returns {Thread} */
function inBrowser(make, take, fail) {
  const worker = make();
  worker.addEventListener('message', ({ data }) => take(data));
  worker.addEventListener('error', event => { event.preventDefault(); fail(event.message); });
  return { post: message => worker.postMessage(message), end: () => worker.terminate() };
}

/** @param {(message: any) => void} take @param {(cause: unknown) => void} fail @returns {Thread | undefined} */
function inNode(take, fail) {
  const threads = /** @type {typeof import('node:worker_threads') | undefined} */ (globalThis.process?.getBuiltinModule?.('node:worker_threads'));
  if (!threads) return undefined;
  const worker = new threads.Worker(new URL('./pdf-worker.js', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: 512 } });
  worker.on('message', take);
  worker.on('error', fail);
  return { post: message => worker.postMessage(message), end: () => { worker.removeAllListeners(); worker.terminate(); } };
}
