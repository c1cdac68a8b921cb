/**
 * OpenAI Agents SDK: its core, `@openai/agents-core`, in the page (guides/troubleshooting: “The core SDK can be bundled for browser use”). Follows, at openai.github.io/openai-agents-js:
 * guides/human-in-the-loop (“Approval flow”; “Example” and “Dealing with longer approval times”: `state.toString()`, `RunState.fromString`, then `approve`) and guides/running-agents
 * (“Conversations / chat threads”: `result.history` is the input of the next turn). Its documentation stores the state while it waits for the answer, not after it. A `Session` of one's own
 * (guides/sessions) would keep no more: “After a non-streaming run one call to `session.addItems()`”.
 */
import { Agent, RunState, Runner, Usage, setTracingDisabled, tool, user } from '@openai/agents-core';
import { get, set } from 'idb-keyval';
import { z } from 'zod';
import { pay } from '../page/bank.js';
import { payCarefully } from '../page/careful.js';
import { parsed, think } from '../page/model.js';
import { paint } from '../page/paint.js';
import { CONVERSATION, INSTRUCTIONS, best } from '../page/trial.js';

setTracingDisabled(true);
const textOf = content => (typeof content === 'string' ? content : content.map(({ text }) => text).join(''));
const model = {
  async getResponse({ input }) {
    const thought = await think(typeof input === 'string' ? [{ role: 'user', text: input }] : input.map(entryOf));
    const id = crypto.randomUUID();
    const output = thought.say
      ? { type: 'message', id, role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: thought.say }] }
      : { type: 'function_call', id, callId: id, name: 'pay', status: 'completed', arguments: JSON.stringify(thought.pay) };
    return { usage: new Usage(), output: [output] };
  },
  async *getStreamedResponse() { throw new Error('not used'); },
};
function entryOf(item) {
  if (item.role === 'user') return { role: 'user', text: textOf(item.content) };
  if (item.type !== 'function_call_result') return { role: 'other' };
  const text = typeof item.output === 'string' ? item.output : item.output.text;
  const value = parsed(text);
  if (value?.receipt) return { role: 'result', ok: value };
  return { role: 'result', error: text, denied: /not approved/.test(text) };
}

// #adapter
const agent = new Agent({
  name: 'payer', instructions: INSTRUCTIONS, model,
  tools: [tool({
    name: 'pay', description: 'Pays', parameters: z.object({ to: z.string(), amount: z.number() }), needsApproval: true,
    execute: (args, context, { toolCall }) => (best ? payCarefully : pay)(args, toolCall.callId),
    ...(best && { errorFunction: (context, error) => String(error) }),                       // +best: otherwise the model reads no reason
  })],
});
const runner = new Runner();
let { history = [], waiting = null, isAnswered = false } = await get(CONVERSATION) ?? {};
let state = waiting && await RunState.fromString(agent, waiting);
let busy = false;
let problem = '';
const save = () => set(CONVERSATION, { history, waiting, isAnswered });

async function go(input) {
  [busy, problem] = [true, ''];
  show();
  try {
    const result = await runner.run(agent, input);
    state = result.interruptions.length ? result.state : null;
    [waiting, isAnswered] = [state?.toString() ?? null, false];
    history = result.history;
    await save();
  } catch (error) {
    problem = String(error);
  }
  busy = false;
  show();
}
async function say(text) {
  history = [...history, user(text)];
  if (best) { [waiting, isAnswered, state] = [null, false, null]; await save(); }            // +best: the words are kept before the run
  await go(history);
}
async function answer(approved) {
  for (const item of state.getInterruptions()) approved ? state.approve(item) : state.reject(item);
  if (best) { [waiting, isAnswered] = [state.toString(), true]; await save(); }              // +best: the answer is kept before the run
  await go(state);
}
if (best && isAnswered) go(state);                                                           // +best: goes on after a reload
else if (best && !state && history.at(-1)?.role === 'user') go(history);                     // +best
// #end

function show() {
  // #adapter
  const cards = busy || !state ? [] : state.getInterruptions().map(item => ({
    id: item.rawItem.callId, kind: 'approval', text: `Pay ${item.rawItem.arguments}?`, buttons: { approve: () => answer(true), deny: () => answer(false) },
  }));
  // #end
  const lines = history.filter(({ role }) => role === 'user' || role === 'assistant').map(({ role, content }) => ({ role, text: textOf(content) }));
  paint({ lines, cards, busy, note: problem }, say);
}
show();
