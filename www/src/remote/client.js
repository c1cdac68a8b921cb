// @ts-check
import { StoreError } from '../errors.js';
import { isObject } from '../checks/kinds.js';

/** Longest wait for the answer to a request, in milliseconds; for bytes, four times as long. */
const ANSWER_MS = 10_000;

/** Codes of the protocol that are others here; those that are in neither list mean that the answer is missing. @type {Record<string, string>} */
const CODES = {
  malformed: 'server_refused', wrong_blob: 'server_refused', not_allowed: 'server_refused', missing_blob: 'missing_blob', unauthorized: 'signed_out', too_large: 'step_too_large',
  conflict: 'conflict', not_found: 'not_found', deleted: 'not_found', quota: 'quota',
};
/** Codes for a status without a body of the protocol, such as a proxy's. @type {Record<number, string>} */
const BY_STATUS = { 400: 'server_refused', 401: 'signed_out', 403: 'signed_out', 404: 'server_refused', 405: 'server_refused', 413: 'step_too_large' };

/** Error of a request; `answer` is what the server said, `retryAfterMs` the pause that it wants. */
export class RemoteError extends StoreError {
  /** @param {string} code @param {{ detail?: string, cause?: unknown, answer?: any, retryAfterMs?: number }} [more] */
  constructor(code, { answer, retryAfterMs, ...more } = {}) {
    super(code, more);
    this.answer = answer;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Whether an error says that the server could not be asked now, so that the same request may be answered later. @param {unknown} error */
export const isAway = error => error instanceof StoreError && ['lost', 'signed_out'].includes(error.code);

/**
 * Requests to a session server (docs/protocol.md).
 * @typedef {{ json?: unknown, bytes?: Uint8Array<ArrayBuffer>, signal?: AbortSignal, as?: 'json' | 'bytes' | 'stream' }} Content
 * @typedef {(method: string, path: string, query?: Record<string, string | undefined>, content?: Content) => Promise<any>} Ask
 */

/**
 * @param {string} base @param {{ headers?: () => HeadersInit | Promise<HeadersInit>, fetch?: typeof fetch, timeoutMs?: number }} options @returns {Ask}
 */
export function clientOf(base, { headers, fetch: own, timeoutMs = ANSWER_MS }) {
  return async (method, path, query = {}, { json, bytes, signal, as = 'json' } = {}) => {
    const address = `${base}${path}${queryText(query)}`;
    const timeout = as === 'stream' ? undefined : AbortSignal.timeout(bytes || as === 'bytes' ? 4 * timeoutMs : timeoutMs);
    const type = json !== undefined ? 'application/json' : bytes ? 'application/octet-stream' : undefined;
    try {
      const sent = new Headers(await headers?.());
      if (type) sent.set('content-type', type);
      const response = await (own ?? fetch)(address, {
        method, headers: sent, body: json !== undefined ? JSON.stringify(json) : bytes, signal: signal ?? timeout, cache: 'no-store', redirect: 'error', referrerPolicy: 'no-referrer',
      });
      if (!response.ok) throw await refusal(response);
      if (as === 'stream') return response.body;
      if (as === 'bytes') return new Uint8Array(await response.arrayBuffer());
      return response.status === 204 ? undefined : await response.json();
    } catch (error) {
      throw error instanceof StoreError ? error : new RemoteError('lost', { detail: messageOf(error), cause: error });
    }
  };
}

/** @param {Record<string, string | undefined>} query */
function queryText(query) {
  const there = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]));
  return there.length ? `?${there.join('&')}` : '';
}

/** @param {Response} response */
async function refusal(response) {
  const body = await response.json().catch(() => undefined);
  const answer = isObject(body) && typeof body.code === 'string' ? body : undefined;
  const code = answer ? CODES[answer.code] : BY_STATUS[response.status];
  const seconds = Number(response.headers.get('retry-after') ?? 0);
  return new RemoteError(code ?? 'lost', {
    answer, retryAfterMs: seconds > 0 ? seconds * 1000 : undefined,
    detail: answer ? `${answer.code}: ${String(answer.message).slice(0, 300)}` : `status ${response.status}`,
  });
}

/** @param {unknown} error */
const messageOf = error => (error instanceof Error ? error.message : String(error));
