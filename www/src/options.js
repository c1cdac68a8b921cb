// @ts-check
/** @import { AgentInfo, OpenOptions, Tool } from './index.js' */
import { AgentError } from './errors.js';
import { faultIn } from './must.js';

/** Words for a valid agent in the errors of `open`. */
export const AN_AGENT = 'an agent, such as `guide` of stepgate/guide or what toolAgent(…) or defineAgent(…) made';

/** @param {unknown} value */
const isFunction = value => typeof value === 'function';

/** @type {import('./must.js').Form} */
const FORM = {
  agent: [value => typeof value === 'string', 'the name of an agent'],
  id: 'name',
  model: [isFunction, 'a function, for example openAiCompatible(…)'],
  'input?': 'any',
  'lang?': 'lang',
  'store?': [value => ['load', 'save', 'start'].every(method => isFunction(value?.[method])), 'a store, for example indexedDbStore(…)'],
  'tools?': [value => typeof value === 'object' && value !== null, 'an object of tools by name'],
  'onChange?': 'function',
  'onStream?': 'function',
  'lock?': 'boolean',
  'autoOpen?': 'boolean',
  'seed?': 'count',
};

/** Throws for the first invalid option. @param {OpenOptions} options */
export function checkOptions(options) {
  if (typeof options !== 'object' || options === null) wrong('open(options)', 'an object');
  const fault = faultIn(options, FORM, true);
  if (fault) wrong(...fault);
}

/**
 * The host's tools in their long form. They must cover the agent's list of host tools. There may be more: an agent also calls tools by
 * itself that its model
 * does not know, and those are not in the list.
 * @param {AgentInfo} agent @param {NonNullable<OpenOptions['tools']>} given @returns {Record<string, Tool>}
 */
export function hostTools(agent, given) {
  const wanted = agent.tools.filter(tool => tool.host).map(tool => tool.name);
  return Object.fromEntries([...new Set([...wanted, ...Object.keys(given)])].map(name => {
    const tool = given[name];
    const long = typeof tool === 'function' ? { run: tool } : tool;
    if (!isFunction(long?.run)) wrong(`tools.${name}`, 'a function or { run, status?, idempotent? }');
    return [name, long];
  }));
}

/** @param {string} place @param {string} allowed @returns {never} */
export function wrong(place, allowed) {
  throw new AgentError('bad_option', { detail: `${place}: must be ${allowed}` });
}
