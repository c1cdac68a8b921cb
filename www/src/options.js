// @ts-check
/** @import { AgentInfo, OpenOptions, Tool } from './index.js' */
import { AgentError } from './errors.js';

/** @param {unknown} value */
const isFunction = value => typeof value === 'function';

/** @type {Record<keyof OpenOptions, [(value: any) => boolean, string]>} */
const RULES = {
  agent: [value => typeof value === 'string', 'the name of an agent'],
  id: [value => typeof value === 'string' && value !== '', 'a text that is not empty'],
  model: [isFunction, 'a function, for example openAiCompatible(…)'],
  input: [() => true, 'anything the agent reads'],
  lang: [value => value === undefined || value === 'zh' || value === 'en', '"zh" or "en"'],
  store: [value => value === undefined || ['load', 'save', 'start'].every(method => isFunction(value?.[method])), 'a store, for example indexedDbStore(…)'],
  tools: [value => value === undefined || (typeof value === 'object' && value !== null), 'an object of tools by name'],
  onChange: [value => value === undefined || isFunction(value), 'a function'],
  onStream: [value => value === undefined || isFunction(value), 'a function'],
  lock: [value => value === undefined || typeof value === 'boolean', 'true or false'],
  seed: [value => value === undefined || (Number.isSafeInteger(value) && value >= 0), 'a whole number from 0'],
};

/** Throws for the first option that is wrong. @param {OpenOptions} options */
export function checkOptions(options) {
  if (typeof options !== 'object' || options === null) wrong('open(options)', 'an object');
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(RULES, name)) wrong(name, `one of ${Object.keys(RULES).join(', ')}`);
  }
  for (const [name, [holds, allowed]] of Object.entries(RULES)) {
    if (!holds(options[/** @type {keyof OpenOptions} */ (name)])) wrong(name, allowed);
  }
}

/**
 * The host's tools in their long form. The agent's own list of host tools must be covered; there may be more: what an agent keeps
 * outside by itself is no tool of the model, and not in the list.
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
