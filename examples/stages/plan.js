// @ts-check
import { defineAgent, inLang, tool, toolStage } from 'stepgate';
import { PLAN } from './prompts.js';

/** @typedef {{ steps: { step: string, result?: string }[] }} Memory */

/** The task for the worker: a step, and what came of the ones before. @param {Memory} memory @param {string} step */
const task = ({ steps }, step) => ({ step, so_far: steps.filter(({ result }) => result !== undefined) });

/**
 * Plans first, asks the user, then does one step after the other: `worker` does each as a sub-agent with the tools, and `plan` reads what came of it.
 * @param {{ search: (text: string) => unknown, write: (name: string, text: string, key: string) => unknown }} world
 */
export function planner({ search, write }) {
  const text = { type: 'string' };
  const tools = {
    search: tool({ description: PLAN.search, inputSchema: { type: 'object', properties: { text }, required: ['text'] }, execute: ({ text }) => search(text) }),
    write: tool({ description: PLAN.write, access: 'write', inputSchema: { type: 'object', properties: { name: text, text }, required: ['name', 'text'] }, execute: ({ name, text }, { idempotencyKey }) => write(name, text, idempotencyKey), idempotent: true }),
  };

  return defineAgent({
    name: 'planner',
    memory: () => /** @type {Memory} */ ({ steps: [] }),
    stages: {
      plan: {
        prompt: ({ lang }) => ({ system: inLang(PLAN.plan, lang), window: { replies: 24_000 } }),
        reply: { type: 'object', properties: { say: text, steps: { type: 'array', items: text, maxItems: 8 } } },
        live: { say: '/say' },
        decide({ reply: { say: words, steps = [] }, memory, say, complain, to }) {
          if (!steps.length && !words) return complain(PLAN.nothing);
          if (!steps.length) return say(words ?? ''), to.listen();
          memory.steps = [...memory.steps.filter(({ result }) => result !== undefined), ...steps.map(step => ({ step }))];
          return to.confirm({ title: PLAN.title, ...(words && { text: words }), preview: steps }, { yes: to.ask('worker', task(memory, steps[0])), no: to.think() });
        },
      },
      worker: toolStage({ instructions: PLAN.worker, tools, limits: { maxSteps: 8 } }),
    },
    on: {
      returned({ results: [{ name, result }], memory, to }) {
        const [done, next] = memory.steps.filter(({ result }) => result === undefined);
        if (name !== 'worker' || !done) return undefined;
        done.result = 'ok' in result ? result.ok : `failed: ${result.error.text}`;
        return next && 'ok' in result ? to.ask('worker', task(memory, next.step)) : to.think();
      },
    },
    view: ({ memory }) => ({ steps: memory.steps }),
  });
}
