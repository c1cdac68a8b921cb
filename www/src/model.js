// @ts-check
/** @import { ModelContext, ModelOptions, ModelReply, ModelRequest } from './index.js' */
import { ModelError } from './errors.js';
import { REPLY_BYTES } from './limits.js';
import { faultIn, must, mustBe } from './must.js';
import { readReply } from './reply.js';
import { afterWork } from './worktime.js';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;

/**
 * Parts of a request that some servers reject, in the order of giving them up. `speaksOf` matches a refusal that names the part. A server
 * that
 * refuses a part is asked without it from then on.
 * @typedef {{ format: 'json_schema' | 'json_object' | 'none', usage: boolean, temperature: boolean, limit: 'max_tokens' |
 * 'max_completion_tokens' }} Dialect
 * @type {{ speaksOf: RegExp, give: (dialect: Dialect) => Partial<Dialect> | undefined }[]}
 */
const CONCESSIONS = [
  { speaksOf: /stream_options|include_usage/i, give: ({ usage }) => (usage ? { usage: false } : undefined) },
  { speaksOf: /temperature/i, give: ({ temperature }) => (temperature ? { temperature: false } : undefined) },
  { speaksOf: /max_tokens/i, give: ({ limit }) => (limit === 'max_tokens' ? { limit: 'max_completion_tokens' } : undefined) },
  { speaksOf: /response_format|json_schema|json_object|unsupported|not support/i, give: lowerFormat },
];

/** @param {Dialect} dialect @returns {Partial<Dialect> | undefined} */
function lowerFormat({ format }) {
  if (format === 'json_schema') return { format: 'json_object' };
  return format === 'json_object' ? { format: 'none' } : undefined;
}

/** @param {ModelOptions} options */
export function openAiCompatible(options) {
  const settings = checked(options);
  /** @type {Dialect} */
  let dialect = { format: 'json_schema', usage: true, temperature: true, limit: 'max_tokens' };

  /** @param {ModelRequest} request @param {ModelContext} [context] @returns {Promise<ModelReply>} */
  async function complete(request, context = {}) {
    must(Array.isArray(request?.messages), 'model({ messages })', 'a list of messages');
    for (let failures = 0; ;) {
      const asked = dialect;
      try {
        return await callOnce(settings, dialect, request, context);
      } catch (error) {
        if (!(error instanceof ModelError)) throw error;
        const given = concession(error, asked);
        if (given) {
          dialect = { ...asked, ...given };
          continue;
        }
        const pause = pauseBefore(failures, error, settings);
        if (pause === undefined) throw error;
        failures += 1;
        await sleep(pause, context.signal);
      }
    }
  }
  return Object.assign(complete, { maxReplyBytes: settings.maxReplyBytes });
}

/** The change of dialect to try after a refusal; undefined where no change may help. @param {ModelError} error @param {Dialect} dialect */
function concession({ status, message }, dialect) {
  if (status !== 400 && status !== 404 && status !== 422) return undefined;
  for (const { speaksOf, give } of CONCESSIONS) {
    const given = speaksOf.test(message) ? give(dialect) : undefined;
    if (given) return given;
  }
  return undefined;
}

/**
 * Milliseconds until the next attempt; undefined if there is none.
 * @param {number} failures @param {ModelError} error @param {Settings} settings
 */
function pauseBefore(failures, error, { retries, timeoutMs }) {
  if (!error.transient || failures >= retries) return undefined;
  const pause = error.retryAfterMs ?? Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
  return pause <= timeoutMs ? pause : undefined;
}

/**
 * Sends one request. It is aborted by the caller, or when the server is silent for too long.
 * @param {Settings} settings @param {Dialect} dialect @param {ModelRequest} request @param {ModelContext} context
 */
async function callOnce(settings, dialect, request, context) {
  const { signal } = context;
  if (signal?.aborted) throw new ModelError('aborted');
  const silence = silenceTimer(request.sampling?.timeout_ms ?? settings.timeoutMs);
  const abort = () => silence.abort();
  signal?.addEventListener('abort', abort);
  try {
    const response = await post(settings, bodyOf(settings, dialect, request), silence.signal);
    return await readReply(response, settings.stream, { ...context, onData: silence.restart, most: settings.maxReplyBytes });
  } catch (error) {
    silence.abort(); // part of the answer may be unread
    if (signal?.aborted) throw new ModelError('aborted', { cause: error });
    if (silence.over) throw new ModelError('timeout', { cause: error });
    throw error;
  } finally {
    silence.stop();
    signal?.removeEventListener('abort', abort);
  }
}

/** @param {number} ms */
function silenceTimer(ms) {
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

/** @param {Settings} settings @param {object} request @param {AbortSignal} signal */
async function post({ url, apiKey, headers, fetch }, request, signal) {
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

/** @param {Settings} settings @param {Dialect} dialect @param {ModelRequest} request */
function bodyOf({ model, stream, thinking: told }, dialect, { messages, contract, sampling = {} }) {
  const { temperature, max_tokens, thinking } = sampling;
  return {
    model,
    messages,
    ...(stream ? { stream } : {}),
    ...(stream && dialect.usage ? { stream_options: { include_usage: true } } : {}),
    ...(temperature !== undefined && dialect.temperature ? { temperature } : {}),
    ...(max_tokens !== undefined ? { [dialect.limit]: max_tokens } : {}),
    ...(thinking !== undefined && told ? told(thinking) : {}),
    ...(contract ? responseFormat(dialect, contract) : {}),
  };
}

/** @param {Dialect} dialect @param {NonNullable<ModelRequest['contract']>} contract */
function responseFormat({ format }, { name, schema }) {
  if (format === 'none') return {};
  const json_schema = { name, strict: true, schema };
  return { response_format: format === 'json_schema' ? { type: format, json_schema } : { type: format } };
}

/** @param {number} ms @param {AbortSignal} [signal] @returns {Promise<void>} */
function sleep(ms, signal) {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(new ModelError('aborted'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/**
 * @typedef {object} Settings
 * @property {string} url @property {string} apiKey @property {string} model @property {Record<string, string>} headers
 * @property {((on: boolean) => object) | undefined} thinking @property {boolean} stream @property {number} timeoutMs @property {number} retries @property {number} maxReplyBytes @property {typeof fetch} fetch
 */

/** @type {import('./must.js').Form} */
const FORM = {
  baseUrl: [endpoint, 'an http(s) address without user name and password'],
  'apiKey?': 'text',
  model: 'name',
  'headers?': [areHeaders, 'an object of texts'],
  'thinking?': 'function',
  'stream?': 'boolean',
  'timeoutMs?': [value => value > 0 && Number.isFinite(value), 'a number of milliseconds above 0'],
  'retries?': 'count',
  'maxReplyBytes?': [value => Number.isSafeInteger(value) && value > 0, 'a whole number of bytes above 0'],
  'fetch?': 'function',
};

/** @param {ModelOptions} options @returns {Settings} */
function checked(options) {
  mustBe(options, 'openAiCompatible(options)', 'object');
  const fault = faultIn(options, FORM, true);
  if (fault) must(false, `openAiCompatible({ ${fault[0]} })`, fault[1]);
  const { baseUrl, apiKey = '', model, headers = {}, thinking, stream = true, timeoutMs = 60_000, retries = 3, maxReplyBytes = REPLY_BYTES } = options;
  const fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  return { url: /** @type {string} */ (endpoint(baseUrl)), apiKey: apiKey.trim(), model, headers, thinking, stream, timeoutMs, retries, maxReplyBytes, fetch };
}

/** Whether the headers are a plain object of strings: `fetch` would send nothing of a `Headers` or a `Map`. @param {any} headers */
function areHeaders(headers) {
  try {
    return new Headers(headers) && !(Symbol.iterator in headers) && Object.values(headers).every(value => typeof value === 'string');
  } catch {
    return false;
  }
}

/** @param {unknown} baseUrl */
function endpoint(baseUrl) {
  try {
    const url = new URL(String(baseUrl), globalThis.location?.href);
    if (!/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`;
    return url.href;
  } catch {
    return undefined;
  }
}
