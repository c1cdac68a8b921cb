/** A transfer at the bank behind HTTP, which may be refused and whose answer may be lost. */
import { NotDone } from '../../src/index.js';
import { tell } from './tell.js';

/**
 * Members of a tool that transfers, with its kind's recovery after a start without a known end.
 * @param {string} kind @param {(call: { args: any }) => number} wishOf the wish that a call is for
 */
export const transferOf = (kind, wishOf) => ({
  async execute(args, { idempotencyKey: key, signal }) {
    const body = JSON.stringify({ ...args, wish: wishOf({ args }), key, kind });
    const answer = await (await fetch('/transfer', { method: 'POST', body, signal })).json();
    if (answer.fault === 'refused') throw new NotDone('The bank refuses.');
    if (answer.fault) throw new Error('no answer came');
    return answer;
  },
  idempotent: kind === 'idempotent',
  ...((kind === 'status' || kind === 'naive') && { status: args => tell('status', { wish: wishOf({ args }), kind }) }),
});
