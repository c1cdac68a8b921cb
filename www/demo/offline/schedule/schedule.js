import { execute } from './execute.js';
import { before } from './plan.js';
import { readTurn } from './read.js';

/** @typedef {{ role: string, content: string }[]} Messages */

/** Reply of a round. @param {Messages} messages */
export function decide(messages) {
  const turn = readTurn(messages);
  return before(turn) ?? execute(turn);
}

/** Summary of the earlier conversation, which comes without speakers. @param {Messages} messages */
export const summary = messages => messages.at(-1).content.slice(-2_000);
