// @ts-check
/** @import { ReaderEndpoint, ResearchOptions, SearchEndpoint } from './index.js' */
import { areHeaders } from '../checks/kinds.js';
import { assertOption, unknownIn } from '../checks/assert-option.js';
import { A_TAG, spelled } from '../checks/lang.js';

/**
 * Complete settings of an endpoint for the WebAssembly.
 * @typedef {{ url: string, headers: { [name: string]: string }, items: string, title: string, link: string, snippet: string }} Endpoint
 */

const HIT = { items: 'results', title: 'title', link: 'url', snippet: 'content' };

/** @param {ResearchOptions} options */
export function checked(options) {
  assertOption(options, 'researchTools(options)', 'object');
  known(options, ['search', 'reader', 'timeoutMs', 'maxBytes', 'concurrency', 'allowPrivate', 'lang'], '');
  const { search, reader, timeoutMs = 30_000, maxBytes = 1_000_000, concurrency = 4, allowPrivate = false, lang = 'en' } = options;
  for (const [name, value] of Object.entries({ timeoutMs, maxBytes, concurrency })) {
    must(Number.isSafeInteger(value) && value > 0 && value < 2 ** 31, name, 'a whole number above 0');
  }
  must(typeof allowPrivate === 'boolean', 'allowPrivate', 'true or false');
  must(spelled(lang) !== undefined, 'lang', A_TAG);
  return { search: endpoint('search', search), reader: endpoint('reader', reader), timeoutMs, maxBytes, concurrency, allowPrivate, lang };
}

/** @param {'search' | 'reader'} place @param {(SearchEndpoint & ReaderEndpoint) | SearchEndpoint | ReaderEndpoint | undefined} given @returns {Endpoint | undefined} */
function endpoint(place, given) {
  if (given === undefined) return undefined;
  must(typeof given === 'object' && given !== null, place, 'an object with url');
  const { url, headers = {}, ...names } = given;
  must(isAddress(url), `${place}.url`, 'an http(s) address without user name and password; what is put in comes behind the host');
  must(areHeaders(headers), `${place}.headers`, 'an object of texts');
  known(given, ['url', 'headers', ...(place === 'search' ? Object.keys(HIT) : [])], `${place}.`);
  for (const [name, value] of Object.entries(names)) {
    must(typeof value === 'string', `${place}.${name}`, 'a text');
  }
  return { url, headers: { ...headers }, ...HIT, ...names };
}

/** @param {object} given @param {string[]} names @param {string} before */
function known(given, names, before) {
  const [unknown, allowed] = unknownIn(given, names) ?? [];
  must(unknown === undefined, `${before}${unknown}`, allowed ?? '');
}

/** @param {unknown} url */
function isAddress(url) {
  if (typeof url !== 'string' || !/^https?:\/\/[^/{]+\//i.test(url)) return false;
  const { username, password } = new URL(url);
  return !username && !password;
}

/** @param {boolean} holds @param {string} place @param {string} allowed @returns {asserts holds} */
function must(holds, place, allowed) {
  if (!holds) throw new TypeError(`researchTools({ ${place} }): must be ${allowed}`);
}
