import { langOf, membersOf } from '../prompt.js';
import { act } from './act.js';
import { judge } from './judge.js';
import { readSituation } from './read.js';
import { stepsFor } from './steps.js';
import { WORDS } from './words.js';

/** @typedef {{ role: string, content: string }[]} Messages */

/** The plan for a task. @param {Messages} messages */
export function plan(messages) {
  const [lang, { request, said }] = [langOf(messages), readSituation(messages)];
  const wishes = said.split('\n').filter(line => line.startsWith('- ')).map(line => line.slice(2));
  const steps = stepsFor(lang, request);
  // A plan that the user did not agree to is not put again as it was: its steps heed what they said.
  return { goal: WORDS[lang].goal[request.kind], steps: steps.map(step => (wishes.length ? { ...step, description: [step.description, ...wishes].filter(Boolean).join(' ') } : step)) };
}

/** Thought, judgement and action, as far as the contract has them. @param {Messages} messages @param {{ schema: any }} contract */
export function decide(messages, contract) {
  const situation = readSituation(messages);
  const judged = judge(situation);
  return membersOf(contract, { thought: judged.reason, ...judged, action: judged.is_complete ? null : act(situation) });
}

/** The next action. @param {Messages} messages */
export const action = messages => act(readSituation(messages));
