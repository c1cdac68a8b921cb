// @ts-check
import { isObject } from '../checks/kinds.js';
import { meant } from '../checks/meant.js';
import { wrong } from '../options.js';

/** Names of the tools that a page may give to the agents of the package. @type {Record<string, string[]>} */
export const PAGE_TOOLS = {
  guide: [],
  content: ['web_search', 'read_page'],
  stepper: ['read_file', 'write_file', 'list_files'],
  schedule: ['load_schedule', 'persist_changes', 'upsert_task_class', 'find_placement', 'web_search', 'read_page'],
};

/**
 * Names of the tools that a session's agent takes; the stepper's with those that `input.tools` names. Undefined where nobody knows: of a
 * stepper that goes on from what was saved, and of an agent in a WebAssembly file of the page.
 * @param {string[] | undefined} names @param {any} input
 */
export function taken(names, input) {
  if (names !== PAGE_TOOLS.stepper) return names;
  if (input == null || input.state !== undefined) return undefined;
  return [...names, ...(Array.isArray(input?.tools) ? input.tools.map((/** @type {any} */ tool) => String(tool?.name)) : [])];
}

/** Refuses a tool of the page that the agent would never call. @param {string} agent @param {string[] | undefined} names @param {{ input?: unknown, tools?: unknown }} options */
export function assertTaken(agent, names, { input, tools }) {
  const known = taken(names, input);
  const strange = known && isObject(tools) && Object.keys(tools).find(name => !known.includes(name));
  if (!known || !strange) return;
  const near = meant(strange, known);
  const own = names === PAGE_TOOLS.stepper ? ', and those that input.tools names' : '';
  wrong(`tools.${strange}`, `left out; ${agent} takes ${known.length ? known.join(', ') + own : 'no tools of the page'}${near ? `; did you mean ${near}?` : ''}`);
}
