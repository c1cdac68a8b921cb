// @ts-check
import { isObject } from '../checks/kinds.js';
import { ModelError } from '../errors.js';
import { namesPart } from './offer.js';

/** Longest excerpt of a server's words in a message. */
const DETAIL_CHARS = 300;

/** Longest beginning of a page that is looked through. */
const PAGE_CHARS = 8_000;

/** Longest text of a server that is looked through. */
const SAID_CHARS = 4_000;

/** @param {string} text @returns {any} undefined for a text that is not JSON */
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A text as plain words in one line, not too long, without letters that no one sees. @param {string} text */
export function excerpt(text) {
  const words = /^\s*</.test(text) ? wordsOfPage(text.slice(0, PAGE_CHARS)) : text;
  return words.replace(/\p{Cf}/gu, '').replace(/[\s\p{Cc}]+/gu, ' ').trim().slice(0, DETAIL_CHARS);
}

/** The title of a page, or its text. @param {string} page HTML or XML */
function wordsOfPage(page) {
  const title = /<title[^>]*>([^<]*)/i.exec(page)?.[1].trim();
  return title || page.replace(/<(script|style)\b[^>]*>[^]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ');
}

/** Whether a text is a web page, be it behind comments. @param {string} text */
export const isPage = text => /^<(!doctype html|html)\b/i.test(text.slice(0, PAGE_CHARS).replace(/<!--[^]*?-->|<\?[^]*?\?>/g, '').trim());

// ---- the forms of an error ----

/** Members in which servers put the words of an error, and their code. */
const WORDS = ['message', 'msg', 'detail', 'error', 'errors', 'error_msg', 'error_message', 'status_msg', 'reason', 'title', 'description'];
const CODES = ['code', 'type', 'status', 'error_code', 'error_type', 'status_code', 'name'];

/** How deep the words of an error are looked for. */
const DEPTH = 6;

/** The words of an error in any form: a text, JSON in a text, a list, or an object with one of the members. @param {any} value @param {number} [depth] @returns {string} */
function wordsOf(value, depth = DEPTH) {
  if (depth === 0 || value == null) return '';
  if (typeof value === 'string') return isObject(parsed(value)) ? wordsOf(parsed(value), depth - 1) : value;
  if (Array.isArray(value)) return value.slice(0, 20).map(item => wordsOf(item, depth - 1)).filter(Boolean).join('; ');
  if (!isObject(value)) return '';
  const words = (isObject(value.error) && wordsOf(value.error, depth - 1)) || (WORDS.map(name => wordsOf(value[name], depth - 1)).find(Boolean) ?? '');
  const place = Array.isArray(value.loc) ? `${value.loc.join('.')}: ` : typeof value.param === 'string' && !words.includes(value.param) ? `${value.param}: ` : '';
  const raw = wordsOf(value.metadata?.raw ?? value.innererror, depth - 1);
  return [words && place + words, raw].filter(Boolean).join(': ').slice(0, SAID_CHARS);
}

/** Codes of an error, its own and those around it. @param {any} value @param {number} [depth] @returns {string[]} */
function codesOf(value, depth = DEPTH) {
  if (Array.isArray(value)) return codesOf(value[0], depth);
  if (depth === 0 || !isObject(value)) return [];
  const own = CODES.map(name => value[name]).filter(code => typeof code === 'string' || typeof code === 'number').map(String);
  return [...own, ...codesOf(value.error ?? value.errors ?? value.innererror ?? value.message, depth - 1)];
}

/** Whether something says that there is an error: `null`, `""` and `{}` do not. @param {any} value */
const isError = value => (isObject(value) ? wordsOf(value) !== '' || codesOf(value).some(code => !/^(0|ok|success)$/i.test(code)) : typeof value === 'string' ? value.trim() !== '' : value === true);

/**
 * The error that an answer or a piece of a stream is or has, in any of the forms that servers use; undefined where it is none.
 * @param {any} body @returns {any}
 */
export function errorIn(body) {
  if (Array.isArray(body)) return body.map(errorIn).find(error => error !== undefined);
  if (!isObject(body)) return undefined;
  const choice = Array.isArray(body.choices) ? body.choices[0] : undefined;
  const own = [body.error, body.errors, choice?.error, choice?.delta?.error, choice?.message?.error].some(isError);
  const named = body.object === 'error' || body.type === 'error';
  if (body.base_resp?.status_code) return body.base_resp;
  if (choice && [choice.error, choice.delta?.error, choice.message?.error].some(isError)) return choice.error ?? choice.delta?.error ?? choice.message.error;
  return own || named || statusIn(codesOf(body)) !== undefined ? body : undefined;
}

/** Whether an answer or a piece of a stream is nothing but words: an error, or news of a reply that is still to come. @param {any} body @returns {boolean} */
export function hasOnlyWords(body) {
  if (Array.isArray(body)) return body.some(hasOnlyWords);
  if (!isObject(body) || Array.isArray(body.choices)) return false;
  return wordsOf(isObject(body.message) ? { ...body, message: null } : body) !== '';
}

/** The HTTP status that is among the codes of an error. @param {string[]} codes */
const statusIn = codes => codes.map(Number).find(code => code >= 400 && code < 600);

// ---- what kind of error ----

/**
 * Codes of `ModelError` with the HTTP status, the codes and the words by which servers mean them, in the order of asking. Words only choose
 * the sentence for the user: an error that none of them fits is shown in the server's own words just the same.
 * @type {{ code: string, status?: number[], is?: RegExp, says?: RegExp }[]}
 */
const KINDS = [
  {
    code: 'no_credit', status: [402],
    is: /^(insufficient_quota|insufficient_(user_)?(quota|balance|credits?|funds)|billing\w*|payment_required|arrearage|quota_exhausted)$/i,
    says: /insufficient[\w ]* (quota|balance|credits?|funds)|(out of|not enough|no more|add) credits?|balance is (too low|insufficient)|余额不足|欠费|额度(已用尽|不足)/i,
  },
  {
    code: 'region', status: [451], is: /unsupported_(country|region)|region_not|location_not/i,
    says: /(country|region|territory|location) is(n't| not) (supported|available|allowed)|not (supported|available|allowed) in your (country|region|location)|不支持.{0,8}地区|地区.{0,8}(不支持|限制)/i,
  },
  {
    code: 'content_filter', is: /content_?(filter|policy)|moderation|responsibleai|data_?inspection|prohibited_content|sensitive/i,
    says: /requires moderation|(was|were|been) flagged|content (management|filter(ing)?|safety) |content[ _]policy|inappropriate content|敏感|违规/i,
  },
  {
    code: 'context', status: [413], is: /context_length|exceed_context|context_window|context_size|prompt_too_long|request_too_large/i,
    says: /context (length|size|window)|(prompt|input|request|conversation) (is|was)? ?too (long|large)|too many (input )?tokens|(exceeds?|over) the (maximum|limit)[\w ]* tokens|max(imum)? (input|prompt) (length|tokens)|上下文长度|输入(内容)?(过|太)长/i,
  },
  {
    code: 'no_model', is: /model_?not_?(found|available)|unknown_model|invalid_model|no_such_model|deploymentnotfound|model_not_exist/i,
    says: /\bmodels?\b:?(\s+\S+){0,3}?\s+(not found|(does|do) not exist|doesn't exist|not exist|no longer available|has been (deprecated|decommissioned|retired))|(no such|unknown|invalid|unrecognized) model( name| id)?\s*[:'"`]|no endpoints found for|(not|no) access to (the )?model|deployment[^.]{0,60}does not exist|try pulling|模型不存在/i,
  },
  {
    code: 'wrong_url', status: [405], is: /unknown_url|method_not_allowed|route_not_found/i,
    says: /unexpected endpoint|invalid url|(unknown|unsupported|invalid) (request )?(url|endpoint)|cannot (post|get) \//i,
  },
  { code: 'rate_limited', status: [429], is: /rate_?limit|resource_exhausted|throttl|too_many_requests|^1302$/i },
  {
    code: 'unauthorized', status: [401, 403], is: /invalid_api_key|invalid_key|authenticat|permission_(denied|error)|unauthori[sz]ed|forbidden/i,
    says: /(invalid|incorrect|missing|wrong|no|provide (an?|your)|expired) api[ _-]?key|api[ _-]?key (not valid|is (invalid|missing|not valid|expired))/i,
  },
  { code: 'timeout', status: [408], is: /^(request_)?timeout(_error)?$/i },
];

/** Kinds that a status leaves open: of the others the status says enough. @type {Record<number, string[]>} */
const ONLY = { 401: ['unauthorized'], 402: ['no_credit'], 429: ['no_credit', 'rate_limited'] };

/** Names of a contract in a request: a refusal that has one is about the contract, whatever else its words remind of. */
const OF_CONTRACT = /response_format|json_?schema|json_object|grammar/i;

/** Codes for a request that is wrong in itself. */
const WRONG_REQUEST = /invalid_request|bad_?request|invalid_?argument|invalid_?parameter|validation|unsupported|unprocessable/i;

/** Statuses and codes of a server that is too busy or too slow, not of a request that is wrong. */
const BUSY = [408, 409, 425, 429, 503, 504, 522, 524, 529];
const IS_BUSY = /overload|unavailable|server_?busy/i;

/**
 * The error of a refused call. `answer` is kept where a request with less may be accepted: at once for a refusal of the request (`transient` is
 * false), as a last resort for a fault of the server that does not pass.
 * @param {{ status?: number, headers?: Headers, body: unknown, begun?: boolean }} refused `begun`: after a part of the reply
 */
export function refusalOf({ status: http, headers, body, begun = false }) {
  const value = typeof body === 'string' ? parsed(body) ?? body : body;
  const words = wordsOf(value);
  const codes = codesOf(value);
  const status = http ?? statusIn(codes);
  const seconds = pauseIn(value, words);
  const { code, byWords } = kindOf(status, codes, words, seconds !== undefined, typeof body === 'string' && !isObject(value) && !Array.isArray(value));
  const isBusy = BUSY.includes(Number(status)) || codes.some(one => IS_BUSY.test(one));
  const isNamed = ['refused', 'server'].includes(code) && (OF_CONTRACT.test(words) || namesPart(words));
  const passes = ['rate_limited', 'timeout'].includes(code) || (code === 'server' && status !== 501) || status === 409 || status === 425;
  const transient = !begun && !isNamed && passes;
  const isGuess = byWords === true && [400, 422].includes(Number(http));
  const mayBeAParts = !begun && (isGuess || (['refused', 'server'].includes(code) && (isNamed || !isBusy)));
  return new ModelError(code, {
    ...(http === undefined ? {} : { status: http }),
    detail: excerpt(words || (typeof body === 'string' ? body : JSON.stringify(body) ?? '')) || undefined,
    transient,
    retryAfterMs: retryAfter(headers) ?? (transient ? seconds : undefined),
    ...(mayBeAParts ? { answer: words, isGuess } : {}),
  });
}

/**
 * The code for an error. `byWords`: nothing but the words told it, which may be about the schema.
 * @param {number | undefined} status @param {string[]} codes @param {string} words @param {boolean} passes whether the server says when to try again
 * @param {boolean} isPage whether the answer is no JSON
 * @returns {{ code: string, byWords?: boolean }}
 */
function kindOf(status, codes, words, passes, isPage) {
  const contract = OF_CONTRACT.test(words) && !(Number(status) in ONLY);
  const open = KINDS.filter(({ code }) => ONLY[Number(status)]?.includes(code) ?? true);
  const told = open.find(({ is }) => codes.some(code => is?.test(code)));
  const said = told || contract ? undefined : open.find(({ says }) => says?.test(words));
  const kind = told ?? said ?? (contract ? undefined : open.find(one => one.status?.includes(Number(status))));
  if (kind?.code === 'no_credit' && passes) return { code: 'rate_limited' };
  if (kind) return { code: kind.code, byWords: kind === said };
  if (status === 404 && !contract && /\bmodel\b/i.test(words) && codes.some(code => /not_?found/i.test(code))) return { code: 'no_model' };
  if (status === 404 && !contract && (isPage || !words || /^not found\b|^(file|page|resource) not found|\b(path|route|endpoint|url)\b/i.test(words))) return { code: 'wrong_url' };
  if (status === undefined) return { code: codes.some(code => WRONG_REQUEST.test(code)) ? 'refused' : 'server' };
  return { code: status >= 500 ? 'server' : 'refused' };
}

// ---- when to try again ----

/** Units of a duration in milliseconds, longer names first. @type {[RegExp, number][]} */
const UNITS = [[/^(ms|milli|毫秒)/i, 1], [/^(s|秒)/i, 1_000], [/^(m|分)/i, 60_000], [/^(h|小时)/i, 3_600_000]];

/** A duration such as `3s`, `7m12s`, `2 minutes`, `300ms` or `3 秒` at the beginning of a text, in milliseconds. @param {string} text */
function durationIn(text) {
  const [all] = /^(\s*\d+(\.\d+)?\s*(毫秒|秒|分钟?|小时|[a-z]+))+/i.exec(text) ?? [''];
  const parts = [...all.matchAll(/([\d.]+)\s*([^\s\d]+)/g)].map(([, count, name]) => Number(count) * (UNITS.find(([unit]) => unit.test(name))?.[1] ?? NaN));
  const ms = parts.reduce((sum, part) => sum + part, 0);
  return parts.length && Number.isFinite(ms) ? ms : undefined;
}

/** The pause that the headers ask for in milliseconds: a number, a duration or a date. @param {Headers} [headers] */
function retryAfter(headers) {
  const exact = headers?.get('retry-after-ms');
  if (exact && /^\d+(\.\d+)?$/.test(exact)) return Number(exact);
  const value = headers?.get('retry-after');
  if (!value) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : durationIn(value) ?? Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** The pause in milliseconds that the body of an error asks for. @param {any} value @param {string} words */
function pauseIn(value, words) {
  const details = (Array.isArray(value) ? value[0] : value)?.error?.details;
  const delay = Array.isArray(details) ? details.find(item => typeof item?.retryDelay === 'string')?.retryDelay : undefined;
  const said = /(?:retry|try again) (?:in|after) (.{1,40})/i.exec(words)?.[1] ?? /(\d[\d.]*\s*(?:毫秒|秒|分钟|小时))(?=[之以]?后)/.exec(words)?.[1];
  return durationIn(delay ?? '') ?? durationIn(said ?? '');
}
