import { execute } from './execute.js';
import { readTurn } from './read.js';
import { WORDS } from './words.js';

export { plan, route } from './plan.js';

/** @typedef {{ role: string, content: string }[]} Messages */

/** Reply with the next round of the execution. @param {Messages} messages */
export const decide = messages => execute(readTurn(messages));

/**
 * Reply in plain words: an answer to the user's question, the closing words after the agent's, or a summary of the earlier conversation,
 * which comes without speakers.
 * @param {Messages} messages
 */
export function talk(messages) {
  const { dialogue, lang } = readTurn(messages);
  if (dialogue.length === 0) return messages.at(-1).content.slice(-2_000);
  return dialogue.at(-1).who === 'agent' ? WORDS[lang].closing : WORDS[lang].answer;
}
