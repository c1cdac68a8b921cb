import { generate as generateFor } from './generate.js';
import { question as questionFor, report as reportFor } from './intent.js';
import { proposals as proposalsFor } from './proposals.js';
import { readTurn } from './read.js';
import { look as lookFor, queries as queriesFor, study } from './research.js';
import { chat as talk, route as routeOf } from './route.js';
import { consumer as consumerFor, opinion, service as serviceFor, suggestions as suggestionsFor } from './trials.js';
import { update as updateFor } from './update.js';

/** @typedef {{ role: string, content: string }[]} Messages */
/** @typedef {{ name: string, schema: any }} Contract */

/**
 * Wraps an answer that only depends on the messages and the contract.
 * @param {(turn: import('./read.js').Turn, contract: Contract) => object} answer
 */
const to = answer => (/** @type {Messages} */ messages, /** @type {Contract} */ contract) => answer(readTurn(messages), contract);

export const route = to(routeOf);
export const question = to(questionFor);
export const report = to(reportFor);
export const queries = to(queriesFor);
export const synthesize = to(study);
export const quickResearch = to(study);
export const generate = to(generateFor);
export const update = to(updateFor);
export const chat = to(talk);
export const look = to(lookFor);
export const proposals = to(proposalsFor);
export const consumer = to(consumerFor);
export const service = to(serviceFor);
export const feedback = to(opinion);
export const grade = to(opinion);
export const suggestions = to(suggestionsFor);
