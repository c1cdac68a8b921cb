import { compileSchema, readReply } from 'stepgate/json';

/** Contracts whose replies are decisions, by agent. */
export const DECISIONS = { guide: ['decision'], stepper: ['decide'] };

/** @typedef {{ agent: string, replies: number, decisions: number, legal: number }} Tally  `legal`: decisions that fit their contract */

/** @param {string} agent @returns {Tally} */
export const newTally = agent => ({ agent, replies: 0, decisions: 0, legal: 0 });

/** A model whose decisions are counted. What fits its contract is legal: the laws show that no agent refuses such a move. @param {(request: any, context: any) => Promise<any>} model @param {Tally} tally */
export const counted = (model, tally) => async (request, context) => {
  const reply = await model(request, context);
  tally.replies += 1;
  const { name, schema } = request.contract;
  if (!DECISIONS[tally.agent].includes(name)) return reply;
  tally.decisions += 1;
  tally.legal += readReply(reply.text, compileSchema(schema), { finished: reply.finishReason === 'stop' }).usable ? 1 : 0;
  return reply;
};
