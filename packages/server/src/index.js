// @ts-check
/** @import { IncomingMessage, ServerResponse } from 'node:http' */
import { createServer } from 'node:http';
import { answerOf, readBody, send, sendRefused } from './exchange.js';
import { eventStreams } from './events.js';
import { metricsOf } from './metrics.js';
import { malformed, Refused } from './refused.js';
import { routes } from './routes.js';
import { settingsOf } from './settings.js';

export { memoryDatabase } from './memory.js';
export { bearer } from './bearer.js';
export { Refused };

/** Time that a request may take to arrive, and that its head may take, in milliseconds. */
const [ARRIVES_MS, HEAD_MS] = [30_000, 10_000];
/** Time after which a response whose reader takes nothing is given up, in milliseconds. */
const STALLED_MS = 60_000;
/** Age at which an uploaded blob that no step has named is removed, and how often that is looked for, in milliseconds. */
const [UNNAMED_MS, SWEEP_MS] = [3_600_000, 600_000];

/** @type {typeof import('./index.d.ts').sessionServer} */
export function sessionServer(options) {
  const settings = settingsOf(options);
  const { database, limits, base, user, metricsToken, log } = settings;
  const metrics = metricsOf();
  const streams = eventStreams(limits.streams, metrics);
  database.hear(moved => streams.tell(moved));
  const tell = (/** @type {import('./database.js').Moved} */ moved) => {
    streams.tell(moved);
    database.tell(moved);
  };
  const route = routes(settings, tell);
  /** Requests under way, by user. @type {Map<string, number>} */
  const underWay = new Map();
  let connections = 0;

  const server = createServer({ requestTimeout: settings.arrivesMs ?? ARRIVES_MS, headersTimeout: Math.min(HEAD_MS, settings.arrivesMs ?? HEAD_MS), connectionsCheckingInterval: Math.min(1000, settings.arrivesMs ?? 1000), keepAliveTimeout: 10_000 }, handle);
  server.maxConnections = Math.ceil(limits.connections * 1.25) + 100; // above this, not even an answer
  server.on('connection', socket => {
    connections += 1;
    socket.on('close', () => { connections -= 1; });
  });
  server.on('clientError', (/** @type {any} */ error, socket) => {
    const isSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    metrics.count('connection', isSlow ? 408 : 400);
    if (socket.writable) socket.end(answerOf(isSlow ? new Refused('too_slow', 'the request did not arrive in time') : new Refused('malformed', 'this is not HTTP')));
    else socket.destroy();
  });

  /** @param {IncomingMessage} request @param {ServerResponse} response */
  async function handle(request, response) {
    const began = performance.now();
    response.setTimeout(STALLED_MS, () => response.destroy());
    let name = 'unknown';
    try {
      if (connections > limits.connections) throw new Refused('busy', 'too many connections');
      const url = urlOf(request);
      name = await pass(url, request, response);
    } catch (error) {
      const refused = error instanceof Refused ? error : new Refused('internal', 'a fault of the server');
      if (refused !== error) log(error);
      sendRefused(request, response, refused);
    } finally {
      metrics.count(name, response.statusCode, (performance.now() - began) / 1000);
    }
  }

  /** @param {URL} url @param {IncomingMessage} request @param {ServerResponse} response @returns {Promise<string>} name of the route, for the metrics */
  async function pass(url, request, response) {
    if (url.pathname === '/health') {
      await database.check();
      send(response, 200, { ok: true });
      return 'health';
    }
    if (url.pathname === '/metrics' && metricsToken) return sendMetrics(request, response);
    allowOrigin(request, response);
    if (request.method === 'OPTIONS') {
      send(response, 204);
      return 'preflight';
    }
    if (url.pathname !== base && !url.pathname.startsWith(`${base}/`)) throw new Refused('not_allowed', `the protocol stands below ${base}/`);
    const who = await userOf(request);
    const path = url.pathname.slice(base.length) || '/';
    if (path === '/events' && request.method === 'GET') {
      streams.open(who, response);
      return 'events';
    }
    const { name, body, run } = route(request.method ?? '', path);
    const busy = underWay.get(who) ?? 0;
    if (busy >= limits.inFlight) throw new Refused('rate_limited', `${busy} requests of this user are under way`, { retryAfter: 1 });
    underWay.set(who, busy + 1);
    try {
      const content = body && await readBody(request, body === 'bytes' ? limits.blobBytes : limits.stepBytes);
      const { status, body: answer } = await run(who, url.searchParams, body === 'json' ? jsonOf(content) : content);
      send(response, status, answer);
    } finally {
      const left = (underWay.get(who) ?? 1) - 1;
      if (left) underWay.set(who, left);
      else underWay.delete(who);
    }
    return name;
  }

  /** @param {IncomingMessage} request */
  async function userOf(request) {
    const who = await user(request);
    if (who === undefined || who === null) throw new Refused('unauthorized', 'no user');
    if (typeof who !== 'string' || who === '' || who.length > 200 || /[\0\p{Surrogate}]/u.test(who)) throw new TypeError('user(request): must give a text of 1 to 200 characters, or undefined');
    return who;
  }

  /** @param {IncomingMessage} request @param {ServerResponse} response */
  function sendMetrics(request, response) {
    if (!settings.isMetricsToken(request.headers.authorization)) throw new Refused('unauthorized', 'the metrics have a token of their own');
    send(response, 200, metrics.text({ connections, streams: streams.size }), 'text/plain; version=0.0.4');
    return 'metrics';
  }

  /** @param {IncomingMessage} request @param {ServerResponse} response */
  function allowOrigin({ headers }, response) {
    const { origin } = headers;
    response.setHeader('vary', 'Origin');
    if (origin === undefined || !settings.allows(origin)) return;
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-allow-methods', 'GET, POST, PUT, DELETE');
    response.setHeader('access-control-allow-headers', headers['access-control-request-headers'] ?? 'authorization, content-type');
    response.setHeader('access-control-expose-headers', 'retry-after');
    response.setHeader('access-control-max-age', '600');
  }

  const sweep = () => database.sweep(Date.now() - UNNAMED_MS).catch(log);
  /** @type {ReturnType<typeof setInterval>} */
  let sweeping;
  return {
    async listen(port = 8790, host = '127.0.0.1') {
      await database.open();
      await new Promise((resolve, reject) => { server.once('error', reject).listen(port, host, 4096, () => resolve(undefined)); });
      sweeping = setInterval(sweep, SWEEP_MS);
      sweeping.unref();
      const { port: bound } = /** @type {import('node:net').AddressInfo} */ (server.address());
      return `http://${host.includes(':') ? `[${host}]` : host}:${bound}${base}`;
    },
    async close() {
      clearInterval(sweeping);
      streams.close();
      const ended = new Promise(resolve => { server.close(resolve); });
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), 2000).unref();
      await ended;
      await database.close();
    },
  };
}

/** @param {IncomingMessage} request */
function urlOf({ url }) {
  try {
    return new URL(url ?? '', 'http://localhost');
  } catch {
    return malformed('the address', 'a valid one');
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** @param {Uint8Array | undefined} bytes */
function jsonOf(bytes) {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return malformed('/', 'JSON in UTF-8');
  }
}
