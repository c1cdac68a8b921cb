import { chat as talk } from './talk.js';
import { consumer as consumerFor, feedback as feedbackFor, service as serviceFor } from './consumer.js';
import { generate as generateFor } from './generate.js';
import { question as questionFor, report as reportFor } from './intent.js';
import { grade as gradeFor, suggestions as suggestionsFor } from './judge.js';
import { proposals as proposalsFor } from './proposals.js';
import { readTurn } from './read.js';
import { look as lookFor, queries as queriesFor, quickResearch as quickResearchFor, synthesize as synthesizeFor } from './research.js';
import { route as routeOf } from './route.js';
import { update as updateFor } from './update.js';

/** @typedef {{ role: string, content: string }[]} Messages */
/** @typedef {{ name: string, schema: any }} Contract */

/**
 * Wraps an answer that only depends on the messages.
 * @param {(turn: import('./read.js').Turn, contract: Contract) => object | string} answer
 */
const to = answer => (/** @type {Messages} */ messages, /** @type {Contract} */ contract) => answer(readTurn(messages), contract);

export const route = to(routeOf);
export const question = to(questionFor);
export const report = to(reportFor);
export const queries = to(queriesFor);
export const synthesize = to(synthesizeFor);
export const quickResearch = to(quickResearchFor);
export const generate = to(generateFor);
export const update = to(updateFor);
export const chat = to(talk);
export const look = to(turn => ({ reply: lookFor(turn) }));
export const proposals = to(proposalsFor);
export const consumer = to(consumerFor);
export const service = to(serviceFor);
export const feedback = to(feedbackFor);
export const grade = to(gradeFor);
export const suggestions = to(suggestionsFor);
