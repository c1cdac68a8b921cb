// @ts-check
/** @import { IncomingMessage, ServerResponse } from 'node:http' */
import { bad, count, known, text } from './options.js';
import { Unreachable, ingressOf } from './ingress.js';

/** Longest time of one call, in milliseconds. A page asks again with the same ticket. */
const CALL_MS = 25_000;

/** Pause between two signs of life of a stream, in milliseconds: shorter than what proxies allow. */
const ALIVE_MS = 15_000;

/** Pauses before a stream asks Restate again, in milliseconds. */
const AGAIN_MS = [50, 200, 500, 1000];

/** Bytes that a slow page may have waiting before words of a reply are left out. */
const MOST_WAITING = 262_144;

/** Calls of a page, by the last part of their path: the handler, and the members that it may have. @type {Record<string, { handler: string, members: string[] }>} */
const CALLS = {
  open: { handler: 'open', members: ['agent', 'input', 'lang', 'seed', 'autoOpen'] },
  tell: { handler: 'tell', members: ['event', 'atWork'] },
  claim: { handler: 'claim', members: ['key', 'page'] },
  beat: { handler: 'beat', members: ['key', 'page'] },
  settle: { handler: 'settle', members: ['key', 'page', 'outcome'] },
  read: { handler: 'read', members: ['query'] },
  export: { handler: 'exported', members: [] },
  remove: { handler: 'remove', members: [] },
};

const OPTIONS = ['ingress', 'userOf', 'base', 'maxBytes'];

/** @type {typeof import('./index.d.ts').gateway} */
export function gateway(sessions, options) {
  known(options, OPTIONS, 'gateway(sessions, options)');
  const { ingress, userOf, base = '/agents', maxBytes = 1_000_000 } = options;
  text(ingress, 'gateway(sessions, { ingress })');
  if (typeof userOf !== 'function') bad('gateway(sessions, { userOf })', 'a function that gives the user of a request', userOf);
  count(maxBytes, 'gateway(sessions, { maxBytes })');
  const call = ingressOf(ingress, sessions.name);

  /** @param {IncomingMessage} request @param {ServerResponse} response */
  return async (request, response) => {
    try {
      const { id, what } = addressed(request, base);
      const user = await userOf(request);
      if (typeof user !== 'string' || user === '') throw new Refused(401, 'unauthorized', 'nobody is logged in');
      const key = `${encodeURIComponent(user)}/${encodeURIComponent(id)}`;
      if (what === 'events') return await stream(key, request, response);
      if (request.method !== 'POST') throw new Refused(405, 'not_allowed', 'method: must be POST');
      if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) throw new Refused(415, 'malformed', 'content-type: must be application/json');
      const { ticket, ...given } = bodyOf(await bytesOf(request, maxBytes), ['ticket', ...CALLS[what].members]);
      if (ticket !== undefined && !/^[\w-]{8,64}$/.test(ticket)) throw new Refused(400, 'malformed', 'ticket: must be 8 to 64 letters, digits, _ and -');
      const { error, ...told } = await call(key, CALLS[what].handler, given, { ticket, signal: AbortSignal.timeout(CALL_MS) });
      answer(response, error ? 422 : 200, error ?? told);
    } catch (error) {
      refuse(response, error);
    }
  };

  /** Shows a session to a page as it changes, until the page leaves. @param {string} key @param {IncomingMessage} request @param {ServerResponse} response */
  async function stream(key, request, response) {
    const left = new AbortController();
    response.on('close', () => left.abort());
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    response.flushHeaders();
    const tell = (/** @type {object} */ data) => response.write(`data: ${JSON.stringify(data)}\n\n`);
    const alive = setInterval(() => response.write(':\n\n'), ALIVE_MS);
    const unheard = sessions.pieces?.listen(key, wordsTo(response, tell));
    try {
      for await (const shown of changes(key, left.signal)) {
        if (!tell(shown)) await drained(response, left.signal);
        if (shown.error) break;
      }
    } finally {
      clearInterval(alive);
      unheard?.();
      response.end();
    }
  }

  /** The session as a page sees it, anew after each change. Restate is asked again until it answers. @param {string} key @param {AbortSignal} signal */
  async function* changes(key, signal) {
    let [version, revision, failures] = [0, 0, 0];
    while (!signal.aborted) {
      try {
        const shown = await call(key, 'next', { version, revision }, { signal });
        failures = 0;
        if (shown.again) continue;
        yield version === 0 ? { ...shown, isWhole: true } : shown;
        if (!shown.error) [version, revision] = [shown.version, shown.view.revision];
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        await pause(AGAIN_MS[Math.min(failures, AGAIN_MS.length - 1)], signal);
        failures += 1;
      }
    }
  }
}

/** A request that is answered with an error. */
class Refused extends Error {
  /** @param {number} status @param {string} code @param {string} message */
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The session and the call that an address names: BASE/CALL?id=ID. In a path, an id such as `..` would be lost. @param {IncomingMessage} request @param {string} base */
function addressed({ url = '', method }, base) {
  const [path, query] = url.split('?');
  const what = path.startsWith(`${base}/`) ? path.slice(base.length + 1) : '';
  if (what === 'events' ? method !== 'GET' : !Object.hasOwn(CALLS, what)) throw new Refused(405, 'not_allowed', `path: must be ${base}/ and one of events, ${Object.keys(CALLS).join(', ')}`);
  const id = new URLSearchParams(query).get('id') ?? '';
  if (id.length < 1 || id.length > 200) throw new Refused(400, 'malformed', 'id: must be 1 to 200 characters');
  return { id, what };
}

/** @param {IncomingMessage} request @param {number} most */
async function bytesOf(request, most) {
  const pieces = [];
  let length = 0;
  for await (const piece of request) {
    length += piece.length;
    if (length > most) throw new Refused(413, 'too_large', `body: must be at most ${most} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** @param {string} told @param {string[]} members */
function bodyOf(told, members) {
  /** @type {any} */
  let body;
  try {
    body = JSON.parse(told || '{}');
  } catch {
    throw new Refused(400, 'malformed', 'body: must be JSON');
  }
  if (body === null || typeof body !== 'object' || Array.isArray(body)) throw new Refused(400, 'malformed', 'body: must be an object');
  const strange = Object.keys(body).find(name => !members.includes(name));
  if (strange !== undefined) throw new Refused(400, 'malformed', `body: ${strange.slice(0, 80)}: must be one of ${members.join(', ')}`);
  return body;
}

/** @param {ServerResponse} response @param {number} status @param {object} data */
function answer(response, status, data) {
  if (response.headersSent) return void response.end();
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(data));
}

/** @param {ServerResponse} response @param {any} error */
function refuse(response, error) {
  if (error instanceof Refused) return answer(response, error.status, { code: error.code, message: error.message });
  if (!(error instanceof Unreachable)) console.error(error);
  answer(response, 503, { code: 'busy', message: error instanceof Unreachable ? error.message : 'the server has failed' });
}

/** Words of replies for a page, in the order in which they come. A slow page loses the rest of a reply's words, and sees them when the reply is whole. @param {ServerResponse} response @param {(data: object) => void} tell */
function wordsTo(response, tell) {
  /** The call whose words are left out. @type {number | undefined} */
  let leftOut;
  return (/** @type {import('stepgate').StreamPiece} */ piece) => {
    if (response.writableLength > MOST_WAITING) leftOut = piece.call;
    if (piece.call !== leftOut) tell({ piece });
  };
}

/** @param {ServerResponse} response @param {AbortSignal} signal @returns {Promise<void>} */
const drained = (response, signal) => new Promise(resolve => {
  response.once('drain', () => resolve());
  signal.addEventListener('abort', () => resolve(), { once: true });
});

/** @param {number} ms @param {AbortSignal} signal @returns {Promise<void>} */
const pause = (ms, signal) => new Promise(resolve => {
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    resolve();
  }, { once: true });
});
