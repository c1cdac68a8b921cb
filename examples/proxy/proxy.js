// @ts-check
/**
 * Passes model calls of your pages on, with the key that only this server knows. One file for Node (`node proxy.js`) and for runtimes that call `fetch` of a module, such as
 * Cloudflare Workers. It is set by its environment:
 *
 * | name | what |
 * | --- | --- |
 * | `UPSTREAM` | the provider's address, up to and without `/chat/completions` |
 * | `KEY` | its key |
 * | `MODELS` | names of the models that pages may ask, with commas |
 * | `ORIGINS` | origins of the pages that may ask, with commas |
 * | `PER_MINUTE` | calls of one address in a minute; default 20 |
 *
 * An origin is a word of the browser, which another program can write itself. Where calls cost you money, ask for your login at the line that says so.
 */

/** Largest request, in bytes. */
const MOST_BYTES = 2_000_000;

/** @typedef {Record<'UPSTREAM' | 'KEY' | 'MODELS' | 'ORIGINS', string> & { PER_MINUTE?: string }} Environment */

/**
 * The proxy: a function from a request and the address of its sender to an answer.
 * @param {Environment} env @param {() => number} [now]
 */
export function proxyOf(env, now = Date.now) {
  const [models, origins] = [listOf(env, 'MODELS'), listOf(env, 'ORIGINS')];
  const [upstream, key] = [settingOf(env, 'UPSTREAM').replace(/\/$/, ''), settingOf(env, 'KEY')];
  const mayCall = rate(Number(env.PER_MINUTE ?? 20), now);

  /** @param {Request} request @param {string} sender @returns {Promise<Response>} */
  return async (request, sender) => {
    const origin = request.headers.get('origin') ?? '';
    if (!origins.includes(origin)) return refusal(403, 'origin_not_allowed', 'This origin may not use the proxy.');
    const cors = { 'access-control-allow-origin': origin, vary: 'origin', 'access-control-expose-headers': 'retry-after' };
    const refuse = (/** @type {number} */ status, /** @type {string} */ code, /** @type {string} */ message, more = {}) => refusal(status, code, message, { ...cors, ...more });
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { ...cors, 'access-control-allow-methods': 'POST', 'access-control-allow-headers': 'authorization, content-type', 'access-control-max-age': '600' } });
    if (request.method !== 'POST' || new URL(request.url).pathname !== '/v1/chat/completions') return refuse(404, 'not_found', 'There is POST /v1/chat/completions and nothing else.');
    // Here stands your login: if (!await isLoggedIn(request)) return refuse(401, 'not_logged_in', 'Log in first.');
    const waits = mayCall(sender);
    if (waits > 0) return refuse(429, 'rate_limited', `Too many calls; the next one in ${waits} s.`, { 'retry-after': String(waits) });
    const body = await textOf(request);
    if (body === undefined) return refuse(413, 'too_large', `A request has at most ${MOST_BYTES} bytes.`);
    const model = modelIn(body);
    if (model === undefined) return refuse(400, 'malformed', 'The body must be JSON with a model.');
    if (!models.includes(model)) return refuse(404, 'model_not_found', `The model must be one of ${models.join(', ')}.`);
    return passedOn(`${upstream}/chat/completions`, { method: 'POST', headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` }, body, signal: request.signal, redirect: 'manual' }, cors, refuse);
  };
}

/** The provider's answer, piece by piece as it comes. @param {string} address @param {RequestInit} request @param {Record<string, string>} cors @param {(status: number, code: string, message: string) => Response} refuse */
async function passedOn(address, request, cors, refuse) {
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(address, request);
  } catch {
    return refuse(502, 'no_upstream', 'The provider cannot be reached.');
  }
  if ([401, 403].includes(answer.status)) return refuse(502, 'bad_key', 'The provider does not accept the key of this proxy.');
  const kept = ['content-type', 'retry-after'].flatMap(name => (answer.headers.has(name) ? [[name, String(answer.headers.get(name))]] : []));
  return new Response(answer.body, { status: answer.status, headers: { ...cors, ...Object.fromEntries(kept) } });
}

/** A refusal in the form of OpenAI's API. @param {number} status @param {string} code @param {string} message @param {Record<string, string>} [headers] */
const refusal = (status, code, message, headers = {}) => Response.json({ error: { code, message } }, { status, headers });

/**
 * Counts the calls of each sender. Gives the seconds until the next one is allowed, 0 for now. The counts are those of this process: where a runtime starts several, put its own limit before.
 * @param {number} most @param {() => number} now
 */
function rate(most, now) {
  if (!(most > 0)) throw new Error('PER_MINUTE: must be a number above 0');
  let begun = now();
  /** @type {Map<string, number>} */
  const calls = new Map();
  return (/** @type {string} */ sender) => {
    if (now() - begun >= 60_000) {
      calls.clear();
      begun = now();
    }
    const count = (calls.get(sender) ?? 0) + 1;
    calls.set(sender, count);
    return count <= most ? 0 : Math.ceil((begun + 60_000 - now()) / 1000);
  };
}

/** The body of a request; undefined if it is too large. @param {Request} request */
async function textOf(request) {
  let text = '';
  let bytes = 0;
  const decoder = new TextDecoder();
  for await (const piece of /** @type {any} */ (request.body ?? [])) {
    bytes += piece.byteLength;
    if (bytes > MOST_BYTES) return undefined;
    text += decoder.decode(piece, { stream: true });
  }
  return text;
}

/** The model that a body asks. @param {string} body @returns {string | undefined} */
function modelIn(body) {
  try {
    const { model } = JSON.parse(body);
    return typeof model === 'string' ? model : undefined;
  } catch {
    return undefined;
  }
}

/** @param {Environment} env @param {keyof Environment} name */
function settingOf(env, name) {
  const value = env[name];
  if (!value) throw new Error(`${name}: must be set in the environment`);
  return value;
}

/** @param {Environment} env @param {keyof Environment} name */
const listOf = (env, name) => settingOf(env, name).split(',').map(part => part.trim()).filter(Boolean);

/** The proxy of a Workers runtime, made by its first request. @type {ReturnType<typeof proxyOf> | undefined} */
let ofWorker;

export default {
  /** @param {Request} request @param {Environment} env */
  fetch(request, env) {
    ofWorker ??= proxyOf(env);
    return ofWorker(request, request.headers.get('cf-connecting-ip') ?? 'unknown');
  },
};

/** A server of Node with the proxy. @param {ReturnType<typeof proxyOf>} proxy */
export async function nodeServer(proxy) {
  const [{ createServer }, { Readable }] = await Promise.all([import('node:http'), import('node:stream')]);
  return createServer(async (incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.on('close', () => gone.abort());
    const hasBody = !['GET', 'HEAD'].includes(String(incoming.method));
    const request = new Request(new URL(incoming.url ?? '/', 'http://proxy'), /** @type {any} */ ({
      method: incoming.method, headers: headersOf(incoming.headers), signal: gone.signal, ...(hasBody && { body: Readable.toWeb(incoming), duplex: 'half' }),
    }));
    try {
      const answer = await proxy(request, String(incoming.socket.remoteAddress));
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
      for await (const piece of /** @type {any} */ (answer.body ?? [])) outgoing.write(piece);
      outgoing.end();
    } catch {
      outgoing.destroy(); // the page has gone, or the provider broke off: the page must not take it for the end
    }
  });
}

/** @param {import('node:http').IncomingHttpHeaders} headers @returns {[string, string][]} */
const headersOf = headers => Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));

if (globalThis.process?.argv?.[1] && import.meta.url === new URL(`file://${process.argv[1]}`).href) {
  const server = await nodeServer(proxyOf(/** @type {any} */ (process.env)));
  server.listen(Number(process.env.PORT ?? 8787), () => console.log(`http://localhost:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}/v1`));
}
