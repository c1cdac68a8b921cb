// @ts-check
/** @import { ConnectOptions } from './index.js' */
import { areHeaders } from '../checks/kinds.js';
import { faultIn, must } from '../checks/assert-option.js';
import { explained } from './cors.js';
import { McpError, mcpErrorOf } from './error.js';
import { ASKABLE, hearQuestions } from './questions.js';

/** @type {import('../checks/assert-option.js').Form} */
const FORM = {
  'name?': 'name', 'version?': 'name', 'authProvider?': 'object', 'timeoutMs?': [value => value > 0 && Number.isFinite(value), 'a number of milliseconds above 0'],
  'login?': [value => value instanceof URLSearchParams, 'a URLSearchParams, such as new URL(location.href).searchParams'], 'onQuestion?': 'function',
  'headers?': [areHeaders, 'an object of texts'], 'fetch?': 'function', 'signal?': 'signal',
};

/** @param {string | URL} address @param {ConnectOptions} [options] */
export async function connectMcp(address, options = {}) {
  const url = addressOf(address);
  const fault = faultIn(options, FORM, true);
  must(!fault, `connectMcp(address, { ${fault?.[0]} })`, fault?.[1] ?? '');
  const { name = 'stepgate', version = '1.0.0', headers, authProvider, login, onQuestion, timeoutMs = 60_000, signal } = options;
  must(!login || authProvider, 'connectMcp(address, { login })', 'given together with authProvider, which began the login');
  const fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const { Client, StreamableHTTPClientTransport } = await theirs();
  const client = new Client({ name, version }, { versionNegotiation: { mode: 'auto' }, ...(onQuestion && { capabilities: ASKABLE }), listChanged: { tools: { autoRefresh: false, onChanged() {} } } });
  const transport = new StreamableHTTPClientTransport(url, { fetch, ...(authProvider && { authProvider }), ...(headers && { requestInit: { headers } }) });
  if (onQuestion) hearQuestions(client, onQuestion);
  try {
    if (login?.has('code') || login?.has('error')) await transport.finishAuth(login);
    await client.connect(transport, { timeout: timeoutMs, ...(signal && { signal }) });
    return client;
  } catch (error) {
    client.close().catch(() => {});
    signal?.throwIfAborted();
    throw await explained(mcpErrorOf(error), url, fetch);
  }
}

/** @param {string | URL} address */
function addressOf(address) {
  const isAddress = typeof address === 'string' || address instanceof URL;
  const url = isAddress && URL.canParse(String(address), globalThis.location?.href) ? new URL(String(address), globalThis.location?.href) : undefined;
  must(url && /^https?:$/.test(url.protocol), 'connectMcp(address)', 'an http(s) address');
  return url;
}

/** The client's package, which is loaded here and not before. @returns {Promise<typeof import('@modelcontextprotocol/client')>} */
const theirs = () => import('@modelcontextprotocol/client').catch(cause => { throw new McpError('no_client', { cause }); });
