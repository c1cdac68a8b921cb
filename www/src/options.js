// @ts-check
/** @import { AgentInfo, SessionOptions, Tool } from './index.js' */
import { SessionError } from './errors.js';
import { faultIn } from './checks/assert-option.js';
import { isObject } from './checks/kinds.js';

/** Words for a valid agent in the errors of `openSession`. */
export const AN_AGENT = 'an agent, such as `guide` of stepgate/guide or what toolAgent(…) or defineAgent(…) made';

/** @param {unknown} value */
const isFunction = value => typeof value === 'function';

/** @type {import('./checks/assert-option.js').Kind} */
const AMOUNT = [value => typeof value === 'number' && Number.isFinite(value) && value >= 0, 'a number from 0'];

/** @type {import('./checks/assert-option.js').Form} */
const PRICE = { input: AMOUNT, output: AMOUNT, 'cached?': AMOUNT, 'date?': 'text' };
/** @type {import('./checks/assert-option.js').Form} */
const LIMITS = { 'usd?': AMOUNT, 'tokens?': 'count', 'calls?': 'count' };

/** @type {import('./checks/assert-option.js').Form} */
const FORM = {
  agent: [value => typeof value === 'string', 'the name of an agent'],
  id: 'name',
  model: [isFunction, 'a function, for example openAiCompatible(…)'],
  'input?': 'any',
  'lang?': 'lang',
  'store?': [value => typeof value === 'object' && value !== null, 'a store, for example indexedDbStore(…)'],
  'tools?': [value => typeof value === 'object' && value !== null, 'an object of tools by name'],
  'onChange?': 'function',
  'onStream?': 'function',
  'lock?': 'boolean',
  'autoOpen?': 'boolean',
  'presence?': 'function',
  'prices?': 'object',
  'limits?': 'object',
  'countTokens?': 'function',
  'seed?': 'count',
  'signal?': 'signal',
};

/** Members that each store has. @type {import('./checks/assert-option.js').Form} */
const STORE = { name: 'name', load: 'function', save: 'function', start: 'function' };

/** Throws for the first invalid option. @param {SessionOptions} options */
export function checkOptions(options) {
  if (typeof options !== 'object' || options === null) wrong('openSession(options)', 'an object');
  const fault = faultIn(options, FORM, true);
  if (fault) wrong(...fault);
  for (const [model, price] of Object.entries(options.prices ?? {})) checkMembers(`prices.${model}`, price, PRICE);
  if (options.limits) checkMembers('limits', options.limits, LIMITS);
  if (options.limits?.usd !== undefined && !options.prices) wrong('prices', 'given where `limits.usd` is: without them no dollars are counted');
  const [member, allowed] = (options.store && faultIn(options.store, STORE)) ?? [];
  if (member) wrong(`store.${member}`, `${allowed}: a store has ${Object.keys(STORE).join(', ')}, as indexedDbStore(…) does`);
}

/** @param {string} place @param {unknown} given @param {import('./checks/assert-option.js').Form} form */
function checkMembers(place, given, form) {
  if (!isObject(given)) wrong(place, 'an object');
  const [member, allowed] = faultIn(given, form, true) ?? [];
  if (member !== undefined) wrong(`${place}.${member}`, allowed ?? '');
}

/** Members of a tool of the host. @type {import('./checks/assert-option.js').Form} */
const TOOL = { execute: 'function', 'status?': 'function', 'idempotent?': 'boolean', 'beforeCard?': 'function', 'presence?': 'function' };

/** Members of an agent's tool that a host cannot set. */
const OWN = ['description', 'inputSchema', 'access', 'limit', 'preview', 'shape', 'yes'];

/**
 * The host's tools in their long form. They must cover the agent's list of host tools. There may be more: an agent also calls tools by
 * itself that its model
 * does not know, and those are not in the list.
 * @param {AgentInfo} agent @param {NonNullable<SessionOptions['tools']>} given @returns {Record<string, Tool>}
 */
export function hostTools(agent, given) {
  const wanted = agent.tools.filter(tool => tool.host).map(tool => tool.name);
  return Object.fromEntries([...new Set([...wanted, ...Object.keys(given)])].map(name => {
    const tool = given[name];
    const long = typeof tool === 'function' ? { execute: tool } : tool;
    if (!isFunction(long?.execute)) wrong(`tools.${name}`, 'a function or { execute, status?, idempotent? }');
    const [member, allowed] = faultIn(long, TOOL, true) ?? [];
    if (member) wrong(`tools.${name}.${member}`, `${allowed}${OWN.includes(member) ? '; the agent says it: tool({ access, … })' : ''}`);
    return [name, long];
  }));
}

/**
 * The tools that an agent brings, with those of the page in their place. A mere function runs there, and what the agent says about it stays.
 * @param {Record<string, Tool>} own @param {SessionOptions['tools']} given
 */
export function pageTools(own, given = {}) {
  if (!isObject(given)) return given; // for the check of the options
  const kept = Object.entries(given).map(([name, tool]) => [name, isFunction(tool) && Object.hasOwn(own, name) ? { ...own[name], execute: tool } : tool]);
  return { ...own, ...Object.fromEntries(kept) };
}

/** @param {string} place @param {string} allowed @returns {never} */
export function wrong(place, allowed) {
  throw new SessionError('bad_option', { detail: `${place}: must be ${allowed}` });
}
