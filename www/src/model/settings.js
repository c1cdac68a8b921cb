// @ts-check
/** @import { ModelOptions } from '../index.js' */
/** @import { Asking } from './offer.js' */
import { areHeaders } from '../checks/kinds.js';
import { REPLY_BYTES } from '../checks/limits.js';
import { faultIn, must, assertOption } from '../checks/assert-option.js';
import { PROFILES, profileOf } from './profiles.js';

/**
 * @typedef {Asking & Sending} Settings
 * @typedef {object} Sending
 * @property {string} url @property {string} apiKey @property {Record<string, string>} headers
 * @property {number} timeoutMs @property {number} retries @property {number} maxReplyBytes @property {typeof fetch} fetch
 */

/** @type {import('../checks/assert-option.js').Form} */
const FORM = {
  baseUrl: [endpoint, 'an http(s) address without user name and password, up to and without /chat/completions'],
  'apiKey?': 'text',
  model: 'name',
  'profile?': [value => PROFILES.some(({ name }) => name === value), `one of ${PROFILES.map(({ name }) => name).join(', ')}`],
  'headers?': [areHeaders, 'an object of texts'],
  'thinking?': 'function',
  'roles?': [value => ['alternate', 'as_is'].includes(value), '"alternate" or "as_is"'],
  'stream?': 'boolean',
  'timeoutMs?': [value => value > 0 && Number.isFinite(value), 'a number of milliseconds above 0'],
  'retries?': 'count',
  'maxReplyBytes?': [value => Number.isSafeInteger(value) && value > 0, 'a whole number of bytes above 0'],
  'fetch?': 'function',
};

/** @param {ModelOptions} options @returns {Settings} */
export function checked(options) {
  assertOption(options, 'openAiCompatible(options)', 'object');
  const fault = faultIn(options, FORM, true);
  if (fault) must(false, `openAiCompatible({ ${fault[0]} })`, fault[1]);
  const { baseUrl, apiKey = '', model, headers = {}, thinking, roles = 'alternate', stream = true, timeoutMs = 60_000, retries = 3, maxReplyBytes = REPLY_BYTES } = options;
  const fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const url = /** @type {string} */ (endpoint(baseUrl));
  const profile = profileOf(url, options.profile);
  return { url, apiKey: apiKey.trim(), model, profile, headers, thinking, roles, stream, timeoutMs, retries, maxReplyBytes, fetch };
}

/** @param {unknown} baseUrl */
function endpoint(baseUrl) {
  try {
    const url = new URL(String(baseUrl), globalThis.location?.href);
    const path = url.pathname.replace(/\/+$/, '');
    if (!/^https?:$/.test(url.protocol) || url.username || url.password || path.endsWith('/chat/completions')) return undefined;
    url.pathname = `${path}/chat/completions`;
    return url.href;
  } catch {
    return undefined;
  }
}
