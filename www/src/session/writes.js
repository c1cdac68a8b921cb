// @ts-check
/** @import { Effect } from '../index.js' */

/** Whether an effect runs tools that write. @param {Effect | undefined} effect @returns {effect is Effect & { type: 'call_tool' }} */
export const hasWrites = effect => effect?.type === 'call_tool' && effect.tools.some(({ access }) => access === 'write');
