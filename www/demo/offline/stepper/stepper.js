import { act } from './act.js';
import { judge } from './judge.js';
import { readSituation, readTask } from './read.js';
import { planFor } from './steps.js';
import { think as thought } from './think.js';

/** @typedef {{ role: string, content: string }[]} Messages */

/** Reply with the plan for a task. @param {Messages} messages */
export const plan = messages => planFor(readTask(messages));

/** Reply with a thought about the step. @param {Messages} messages */
export const think = messages => thought(readSituation(messages));

/** Reply that judges the step and changes the plan. @param {Messages} messages @param {{ schema: any }} contract */
export function step(messages, { schema }) {
  const situation = readSituation(messages);
  const inline = 'thought' in (schema.properties ?? {});
  return { ...(inline ? { thought: thought(situation) } : {}), ...judge(situation) };
}

/** Reply with the next action. @param {Messages} messages */
export const action = messages => act(readSituation(messages));
