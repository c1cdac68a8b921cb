/** Decision to call a read tool, or to search for a plan. @param {string} name @param {object} args @param {string} reason */
export const look = (name, args, reason) => decision({ action: 'continue', reason, tool_call: { name, arguments: args } });

/** Decision to propose a write. @param {string} name @param {object} args @param {string} speak */
export const propose = (name, args, speak) => decision({ action: 'confirm', speak, tool_call: { name, arguments: args } });

/** Decision to ask the user. @param {string} speak */
export const ask = speak => decision({ action: 'ask_user', speak });

/**
 * Decision that the request, or the present step of a plan, is done.
 * @param {string} speak @param {boolean} [more] whether steps of a plan are left
 */
export const done = (speak, more = false) => decision({ action: more ? 'next_plan' : 'done', speak, goal_check: speak });

const decision = parts => ({ speak: '', action: 'continue', reason: '', goal_check: '', tool_call: null, abort: null, ...parts });

/**
 * Decision that opens the needed packs of tools, if they are not open.
 * @param {import('./read.js').Turn} turn @param {string[]} packs @param {string} [domain]
 */
export function opening({ open }, packs, domain = 'schedule') {
  const isOpen = [open.domain, open.also].includes(domain) && packs.every(pack => open.packs?.includes(pack));
  return isOpen ? undefined : look('context_tools_add', { domain, ...(packs.length ? { packs } : {}) }, packs.join(', ') || domain);
}
