// @ts-check
/** @import { ToolContext } from '../index.js' */
/** @import { ReadPage, SearchHit } from './index.js' */
import { core } from '../load.js';
import { ResearchError } from './error.js';
import { checked } from './options.js';
import { atMost } from './turns.js';

/** @type {typeof import('./index.js').researchTools} */
export function researchTools(options) {
  const { concurrency, lang, ...settings } = checked(options);
  const { webSearch, readPage } = core();
  const inTurn = atMost(concurrency);

  /** @template T @param {(args: any, signal: AbortSignal) => Promise<T>} ask */
  const tool = ask => (/** @type {any} */ args, /** @type {Pick<ToolContext, 'signal'>} */ { signal }) => inTurn(async () => {
    const end = following(signal);
    try {
      return await ask(args, end.signal);
    } catch (error) {
      throw failure(error, lang);
    } finally {
      end.forget();
    }
  });

  return {
    web_search: {
      run: tool(async ({ query, limit = 5, domain_allow }, signal) => {
        if (!isText(query) || !(Number.isInteger(limit) && limit >= 1 && limit <= 20)) throw new ResearchError('invalid_params');
        return of(domain_allow, await webSearch(query, limit, settings, signal));
      }),
    },
    read_page: {
      run: tool(async ({ url, max_chars }, signal) => {
        if (!isText(url)) throw new ResearchError('invalid_params');
        return cut(await readPage(url, settings, signal), max_chars);
      }),
    },
  };
}

/** @param {unknown} value */
const isText = value => typeof value === 'string' && value.trim() !== '';

/** Only the hits of these domains, where some are named. @param {unknown} domains @param {SearchHit[]} hits */
function of(domains, hits) {
  if (!Array.isArray(domains) || !domains.length) return hits;
  return hits.filter(({ url }) => domains.some(domain => `.${new URL(url).hostname}`.endsWith(`.${domain}`)));
}

/** @param {ReadPage} page @param {unknown} most @returns {ReadPage} */
function cut({ url, text }, most) {
  return typeof most === 'number' && text.length > most ? { url, text: text.slice(0, most), truncated: true } : { url, text };
}

/** A signal of our own: a page may abort its one for any reason, and the WebAssembly knows only the browser's. @param {AbortSignal} signal */
function following(signal) {
  const own = new AbortController();
  const abort = () => own.abort();
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  return { signal: own.signal, forget: () => signal.removeEventListener('abort', abort) };
}

/** The WebAssembly rejects with a code. @param {any} reason @param {'en' | 'zh'} lang */
function failure(reason, lang) {
  if (typeof reason !== 'string' && !(reason instanceof ResearchError)) return reason;
  const code = typeof reason === 'string' ? reason : reason.code;
  const error = new ResearchError(/** @type {any} */ (code === 'unreachable' && globalThis.navigator?.onLine === false ? 'offline' : code));
  error.message = error.text[lang];
  return error;
}
