// @ts-check
import { McpError } from './error.js';

/** Longest time of a look at what a server allows, in milliseconds. */
const LOOK_MS = 5_000;

/** Headers with which the client's package asks, beyond those that every page may send. */
const ASKED = 'authorization, content-type, last-event-id, mcp-method, mcp-name, mcp-protocol-version, mcp-session-id';

/**
 * The same error, or where the server is there and lacks a header of CORS, one that names the header. A browser tells a page nothing of that, so the server
 * is asked twice more in ways that need fewer headers.
 * @param {McpError} error @param {URL} url @param {typeof fetch} fetch
 */
export async function explained(error, url, fetch) {
  const page = globalThis.location?.origin;
  if (page === undefined || url.origin === page) return error;
  if (error.status === 400) return new McpError('http', { status: error.status, cause: error.cause, notDone: true, header: 'Access-Control-Expose-Headers', detail: `${error.detail}; if the server keeps sessions, have it send "Access-Control-Expose-Headers: mcp-session-id", or the page cannot read which one is its own` });
  if (error.code !== 'network') return error;
  const answers = (/** @type {RequestInit} */ how) => fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(LOOK_MS), ...how }).then(() => true, () => false);
  if (!await answers({ mode: 'no-cors' })) return error;
  const [header, value] = await answers({}) ? ['Access-Control-Allow-Headers', ASKED] : ['Access-Control-Allow-Origin', page];
  return new McpError('cors', { header, cause: error.cause, detail: `have ${url.origin} send "${header}: ${value}", also in its answers to OPTIONS` });
}
