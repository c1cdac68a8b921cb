// @ts-check
import { createParser } from 'eventsource-parser';
import { ModelError, NotDone, Refusal, SessionError, StepgateError, StoreError } from '../errors.js';

/** Classes of errors that a server answers with, by name. @type {Record<string, { prototype: Error }>} */
const ERRORS = { ModelError, NotDone, Refusal, SessionError, StepgateError, StoreError };

/** Pauses before a request is sent again whose answer was lost, in milliseconds; the last one repeats. */
const AGAIN_MS = [100, 250, 500, 1000, 2000];

/** Longest time for which a request is sent again, in milliseconds. The server knows a ticket for a day. */
const MOST_MS = 12 * 3_600_000;

/** Longest silence of a stream, in milliseconds: the server says something four times as often. */
const SILENCE_MS = 60_000;

/** Codes of a request that the server did not take, by its status. @type {Record<number, string>} */
const REFUSED = { 400: 'server_refused', 401: 'signed_out', 403: 'signed_out', 404: 'server_refused', 405: 'server_refused', 413: 'step_too_large', 415: 'server_refused' };

/** Status of an answer of the session itself: a refusal, or an error of the call. */
const OF_THE_SESSION = 422;

/** The error that the server has sent as data. @param {{ name?: string, message?: string }} data */
export const errorOf = data => Object.assign(Object.setPrototypeOf(new Error(data.message), (ERRORS[data.name ?? ''] ?? Error).prototype), data);

/**
 * The server's side of one session.
 * @param {{ base: string, id: string, headers: () => object | Promise<object>, credentials: RequestCredentials, ended: AbortSignal, lost(error: Error | undefined): void }} given
 */
export function sessionServer({ base, id, headers, credentials, ended, lost }) {
  /** @param {string} what @param {RequestInit} request */
  const ask = async (what, request) => fetch(`${base}/${what}?id=${encodeURIComponent(id)}`, { credentials, ...request, headers: { .../** @type {any} */ (request.headers), ...await headers() } });

  /** Sends a request once; undefined where its answer was lost. @param {string} what @param {string} body @returns {Promise<any>} */
  const sent = async (what, body) => {
    const response = await ask(what, { method: 'POST', body, signal: ended, headers: { 'content-type': 'application/json' } }).catch(() => undefined);
    const error = response && await refusalOf(response);
    if (error) throw error;
    return response?.ok ? response.json().catch(() => undefined) : undefined;
  };

  return {
    /** Asks for something once; undefined where the answer is lost. @param {string} what @param {object} given @returns {Promise<any>} */
    once: (what, given) => sent(what, JSON.stringify(given)),

    /**
     * Asks for something, again and again until the answer comes. With a `ticket` the server does it once.
     * @param {string} what @param {object} given @param {string} [ticket] @returns {Promise<any>}
     */
    async call(what, given, ticket) {
      const body = JSON.stringify({ ...given, ...(ticket && { ticket }) });
      const until = Date.now() + MOST_MS;
      for (let tries = 0; !ended.aborted && Date.now() < until; tries += 1) {
        const answer = await sent(what, body);
        if (answer) {
          lost(undefined);
          return answer;
        }
        lost(new StoreError('lost'));
        await pause(AGAIN_MS[Math.min(tries, AGAIN_MS.length - 1)], ended);
      }
      throw ended.aborted ? new SessionError('closed') : new StoreError('lost');
    },

    /** Hears what the server tells of the session, until this page closes it. A stream that ends or falls silent is opened again. @param {(data: any) => void} hear */
    async listen(hear) {
      for (let tries = 0; !ended.aborted; tries += 1) {
        const error = await heard(signal => ask('events', { headers: { accept: 'text/event-stream' }, signal }), ended, data => {
          tries = 0;
          lost(undefined);
          hear(data);
        });
        if (ended.aborted) return;
        lost(error);
        await pause(AGAIN_MS[Math.min(tries, AGAIN_MS.length - 1)], ended);
      }
    },
  };
}

/**
 * Hears one stream to its end, and gives why it ended.
 * @param {(signal: AbortSignal) => Promise<Response>} open @param {AbortSignal} ended @param {(data: any) => void} hear @returns {Promise<Error>}
 */
async function heard(open, ended, hear) {
  const silent = new AbortController();
  const stop = () => silent.abort();
  ended.addEventListener('abort', stop);
  let late = setTimeout(stop, SILENCE_MS);
  try {
    const response = await open(silent.signal);
    if (!response.ok || !response.body) return await refusalOf(response) ?? new StoreError('lost', { detail: `status ${response.status}` });
    const parser = createParser({ onEvent: ({ data }) => hear(JSON.parse(data)) });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      clearTimeout(late);
      late = setTimeout(stop, SILENCE_MS);
      parser.feed(piece.value);
    }
  } catch (cause) {
    return new StoreError('lost', { cause });
  } finally {
    clearTimeout(late);
    ended.removeEventListener('abort', stop);
  }
  return new StoreError('lost');
}

/** Why a request was not taken; undefined where it was, or where nobody knows. @param {Response} response @returns {Promise<Error | undefined>} */
async function refusalOf(response) {
  const code = REFUSED[response.status];
  if (!code && response.status !== OF_THE_SESSION) return undefined;
  const answer = await response.json().catch(() => undefined);
  return code ? new StoreError(code, { detail: answer?.message ?? `status ${response.status}` }) : answer && errorOf(answer);
}

/** @param {number} ms @param {AbortSignal} signal @returns {Promise<void>} */
export const pause = (ms, signal) => new Promise(resolve => {
  const end = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    resolve();
  };
  const timer = setTimeout(end, ms);
  signal.addEventListener('abort', end);
});
