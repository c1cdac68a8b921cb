// @ts-check
/** @import { ModelReply } from '../index.js' */
import { ModelError } from '../errors.js';
import { REPLY_BYTES } from '../checks/limits.js';
import { readReply } from '../model/answer.js';

/**
 * A server under examination.
 * @typedef {{ baseUrl: string, model: string, apiKey?: string, timeoutMs?: number, fetch?: typeof fetch }} Patient
 *
 * Outcome of a question: a reply with the pieces in which it came, or an error.
 * @typedef {{ reply?: ModelReply, pieces: number, type: string, error?: ModelError }} Outcome
 */

/** A request without anything optional. */
export const HELLO = [{ role: 'user', content: 'Answer with the one word: hello' }];

/** @param {Patient} patient */
export function serverOf({ baseUrl, model, apiKey, timeoutMs = 60_000, fetch = globalThis.fetch }) {
  const base = baseUrl.replace(/\/+$/, '');
  const key = apiKey ? { authorization: `Bearer ${apiKey}` } : undefined;
  /** @param {string} path @param {RequestInit} init */
  const send = (path, init) => fetch(base + path, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs), ...init });
  return {
    model,
    /** Headers of a call from a page. */
    headers: ['content-type', ...(key ? ['authorization'] : [])],
    send,
    /** @param {string} path */
    get: path => send(path, { headers: { ...key } }),
    /** Asks for a reply, once. @param {object} [more] members of the body @returns {Promise<Outcome>} */
    async ask(more = {}) {
      const outcome = { pieces: 0, type: '' };
      try {
        const response = await send('/chat/completions', {
          method: 'POST', headers: { 'content-type': 'application/json', ...key }, body: JSON.stringify({ model, messages: HELLO, ...more }),
        });
        outcome.type = response.headers.get('content-type') ?? '';
        const reading = { onData() {}, most: REPLY_BYTES, onText: () => { outcome.pieces += 1; } };
        return { ...outcome, reply: await readReply(response, reading), pieces: outcome.pieces };
      } catch (cause) {
        const error = cause instanceof ModelError ? cause : new ModelError('cors_or_network', { cause, detail: reasonOf(cause) });
        return { ...outcome, error };
      }
    },
  };
}

/** The innermost message of an error of `fetch`. @param {any} error @returns {string} */
export const reasonOf = error => error?.cause?.code ?? error?.cause?.message ?? error?.message ?? String(error);
