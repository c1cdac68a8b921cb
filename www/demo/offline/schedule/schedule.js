import { execute } from './execute.js';
import { plan as planFor } from './plan.js';
import { readTurn } from './read.js';
import { route as routeOf } from './route.js';
import { WORDS } from './words.js';

/** @typedef {{ role: string, content: string }[]} Messages */

/** Reply with the route of a request. @param {Messages} messages */
export const route = messages => routeOf(readTurn(messages));

/** Reply with the plan for a request. @param {Messages} messages */
export const plan = messages => planFor(readTurn(messages));

/** Reply with the next round of the execution. @param {Messages} messages */
export const decide = messages => execute(readTurn(messages));

const CLOSES = /^# (?:当前任务：收尾|Task now: close)$/m;
const SUMMARISES = /^# (?:当前任务：压缩记录|Task now: summarise)$/m;

/** Reply in plain words: an ending, an answer to a question, or a summary of the earlier conversation. @param {Messages} messages */
export function talk(messages) {
  const [{ content: system }] = messages;
  if (SUMMARISES.test(system)) return messages.at(-1).content.slice(-2_000);
  const words = WORDS[readTurn(messages).lang];
  return CLOSES.test(system) ? words.closing : words.answer;
}
