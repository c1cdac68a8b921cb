/** Decision to call a read tool, or to search for a plan. @param {string} name @param {object} args */
export const look = (name, args) => ({ calls: [{ name, arguments: args }] });

/** Decision to propose a write. @param {string} name @param {object} args @param {string} say */
export const propose = (name, args, say) => ({ say, calls: [{ name, arguments: args }] });

/** Decision to ask the user. @param {string} say */
export const ask = say => ({ say, action: 'ask_user' });

/**
 * Decision that the request, or the present step of a plan, is done.
 * @param {string} say @param {boolean} [more] whether steps of a plan are left
 */
export const done = (say, more = false) => ({ say, action: more ? 'next_plan' : 'done', goal_check: say });

/** Decision that only answers. @param {string} say */
export const answer = say => ({ say });
