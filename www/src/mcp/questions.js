// @ts-check
/** @import { McpAnswer, McpQuestion } from './index.js' */
import { isObject } from '../checks/kinds.js';

/** Abilities of the client, as it names them where its page answers questions: forms. An address that a server wants opened is declined by the client's package. */
export const ASKABLE = { elicitation: { form: {} } };

/**
 * Hears the questions of a server while one of its tools runs, and answers them as the page does.
 * @param {{ setRequestHandler(method: any, handler: any): void }} client @param {(question: McpQuestion) => Promise<McpAnswer> | McpAnswer} onQuestion
 */
export function hearQuestions(client, onQuestion) {
  client.setRequestHandler('elicitation/create', async (/** @type {any} */ { params }, /** @type {any} */ context) => {
    const signal = context?.mcpReq?.signal ?? new AbortController().signal;
    try {
      return answerOf(await onQuestion({ text: String(params.message), schema: params.requestedSchema ?? { type: 'object', properties: {} }, signal }));
    } catch {
      return { action: 'cancel' }; // the user was not asked, which is no no
    }
  });
}

/** @param {any} answer */
function answerOf(answer) {
  if (answer?.accept === true && (answer.args === undefined || isObject(answer.args))) return { action: 'accept', content: answer.args ?? {} };
  return { action: answer?.accept === false ? 'decline' : 'cancel' };
}
