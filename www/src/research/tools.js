// @ts-check
/** @import { Lang, ToolContext } from '../index.js' */
/** @import { ReadPage, ResearchErrorCode, SearchHit } from './index.js' */
import { inLang } from '../checks/text.js';
import { loadedWith } from '../load/wasm-agent.js';
import { afterWork } from '../session/worktime.js';
import { ResearchError } from './error.js';
import { checked } from './options.js';
import { hostOf, isPrivate } from './private.js';
import { atMost } from './turns.js';

/** @type {typeof import('./index.js').researchTools} */
export function researchTools(options) {
  const { search, reader, timeoutMs, maxBytes, concurrency, allowPrivate, lang } = checked(options);
  /** @param {object} question @param {AbortSignal} signal */
  const research = (question, signal) => loadedWith('research')(question, signal);
  const inTurn = atMost(concurrency);

  /** @template T @param {(args: any, signal: AbortSignal) => Promise<T>} ask */
  const tool = ask => (/** @type {any} */ args, /** @type {Pick<ToolContext, 'signal'>} */ { signal }) => inTurn(async () => {
    const call = startCall(signal, timeoutMs);
    try {
      return await ask(args, call.signal);
    } catch (reason) {
      throw signal.aborted && !call.late ? signal.reason : failure(reason, call, lang);
    } finally {
      call.end();
    }
  });

  return {
    web_search: {
      execute: tool(async ({ query, limit = 5, domain_allow }, signal) => {
        if (!isText(query) || !(Number.isInteger(limit) && limit >= 1 && limit <= 20)) throw 'invalid_params';
        if (!search) throw 'not_configured';
        return onlyFrom(domain_allow, await research({ search: { query: whole(query), limit, endpoint: search, most: maxBytes } }, signal));
      }),
    },
    read_page: {
      execute: tool(async ({ url, max_chars }, signal) => {
        if (!isText(url)) throw 'invalid_params';
        if (!reader) throw 'not_configured';
        if (!allowPrivate && isPrivate(url)) throw 'private_address';
        return cut(await research({ page: { url: whole(url), endpoint: reader, most: maxBytes } }, signal), max_chars);
      }),
    },
  };
}

/** @param {unknown} value */
const isText = value => typeof value === 'string' && value.trim() !== '';

/** Replaces lone surrogates with U+FFFD: no address can hold them. @param {string} text */
const whole = text => text.replace(/\p{Cs}/gu, '\ufffd');

/** The hits of the given domains, or all hits if no domain is given. @param {unknown} domains @param {SearchHit[]} hits */
function onlyFrom(domains, hits) {
  if (!Array.isArray(domains) || !domains.length) return hits;
  return hits.filter(({ url }) => domains.some(domain => `.${hostOf(url)}`.endsWith(`.${domain}`)));
}

/** The first `most` characters of a page. No character is cut in two. @param {ReadPage} page @param {unknown} most @returns {ReadPage} */
function cut({ url, text }, most) {
  if (typeof most !== 'number' || text.length <= most) return { url, text };
  return { url, text: text.slice(0, most).replace(/\p{Cs}$/u, ''), truncated: true };
}

/**
 * A call that ends when the session no longer wants it or when it takes too long; the end closes its connection. It has a signal of its own
 * because a page may abort its signal with any reason, and the WebAssembly only knows the browser's.
 * @param {AbortSignal} wanted @param {number} ms
 */
function startCall(wanted, ms) {
  const abort = new AbortController();
  const stop = () => abort.abort();
  const callOff = afterWork(ms, () => {
    call.late = true;
    stop();
  });
  const call = {
    signal: abort.signal,
    late: false,
    end() {
      callOff();
      wanted.removeEventListener('abort', stop);
      stop();
    },
  };
  wanted.addEventListener('abort', stop);
  if (wanted.aborted) stop();
  return call;
}

/**
 * Error for the code of a failed call.
 * @param {unknown} code @param {{ signal: AbortSignal, late: boolean }} call @param {Lang} lang
 */
function failure(code, { signal, late }, lang) {
  if (typeof code !== 'string') return code;
  const error = new ResearchError(/** @type {ResearchErrorCode} */ (code === 'unreachable' ? reasonOf(signal, late) : code));
  error.message = inLang(error.text, lang);
  return error;
}

/** Code of a call that got no answer. @param {AbortSignal} signal @param {boolean} late @returns {ResearchErrorCode} */
function reasonOf({ aborted }, late) {
  if (aborted && late) return 'timeout';
  return globalThis.navigator?.onLine === false ? 'offline' : 'unreachable';
}
