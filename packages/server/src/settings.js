// @ts-check
import { hasToken } from './bearer.js';

const MB = 2 ** 20;

/** The limits where the options name none. */
const LIMITS = { stepBytes: 8 * MB, blobBytes: 16 * MB, userBytes: 1024 * MB, sessions: 10_000, streams: 20, inFlight: 64, connections: 10_000 };

/** @typedef {ReturnType<typeof settingsOf>} Settings */

/** The options with their defaults. Throws a `TypeError` that names the first wrong one. @param {any} options */
export function settingsOf(options) {
  const { database, user, base = '/v1', origins = [], limits = {}, metricsToken, log = (/** @type {unknown} */ error) => console.error(error), arrivesMs, ...others } = options ?? {};
  const [stranger] = Object.keys(others);
  must(stranger === undefined, `${stranger}`, 'left out; there is database, user, base, origins, limits, metricsToken, log, arrivesMs');
  must(typeof database?.step === 'function', 'database', 'a database: await sqliteDatabase(file), postgresDatabase(options), or memoryDatabase()');
  must(typeof user === 'function', 'user', 'a function that gives the user of a request');
  must(typeof base === 'string' && /^\/[\w./-]*[\w-]$/.test(base), 'base', 'a path such as /v1');
  must(Array.isArray(origins) && origins.every(one => typeof one === 'string'), 'origins', 'a list of origins, such as https://app.example.com');
  must(metricsToken === undefined || (typeof metricsToken === 'string' && metricsToken.length >= 16), 'metricsToken', 'a text of at least 16 characters');
  must(typeof log === 'function', 'log', 'a function');
  must(arrivesMs === undefined || Number.isSafeInteger(arrivesMs) && arrivesMs > 0, 'arrivesMs', 'a whole number of milliseconds above 0');
  for (const [name, value] of Object.entries(limits)) {
    must(Object.hasOwn(LIMITS, name), `limits.${name}`, `left out; there is ${Object.keys(LIMITS).join(', ')}`);
    must(Number.isSafeInteger(value) && /** @type {number} */ (value) > 0, `limits.${name}`, 'a whole number above 0');
  }
  return {
    /** @type {import('./database.js').Database} */
    database,
    /** @type {(request: import('node:http').IncomingMessage) => unknown} */
    user,
    /** @type {string} */
    base,
    /** @type {typeof LIMITS} */
    limits: { ...LIMITS, ...limits },
    /** @type {string | undefined} */
    metricsToken,
    /** @type {(error: unknown) => void} */
    log,
    /** @type {number | undefined} */
    arrivesMs,
    /** Whether pages of an origin may call. @param {string} origin */
    allows: origin => origins.includes(origin) || (origins.includes('loopback') && isLoopback(origin)),
    /** @param {string | undefined} header */
    isMetricsToken: header => hasToken(header, metricsToken),
  };
}

/** @param {string} origin */
const isLoopback = origin => /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(origin);

/** @param {unknown} holds @param {string} place @param {string} allowed @returns {asserts holds} */
function must(holds, place, allowed) {
  if (!holds) throw new TypeError(`sessionServer(options): ${place}: must be ${allowed}`);
}
