// Sessions behind the AG-UI protocol, for its tests.
import assert from 'node:assert/strict';
import { memoryStore, ModelError, openSession, tool, toolAgent } from '../src/index.js';
import { StepgateAgent } from '../src/ag-ui/index.js';

export const object = (properties, required = Object.keys(properties)) => ({ type: 'object', properties, required });
export const text = { type: 'string' };
export const call = (name, args, say = '') => ({ say, tool: { name, args } });
export const TO_ANN = { to: 'Ann', euros: 1 };
export const TO_BOB = { to: 'Bob', euros: 2 };

/** A model that says one line after the other, in pieces: a value, `fail`, or `hang` until it is stopped. */
export function talking(...lines) {
  return async (_, { onText, onReasoning, signal }) => {
    const line = lines.shift();
    if (line?.thought) onReasoning(line.thought.slice(0, 3));
    if (line?.thought) onReasoning(line.thought.slice(3));
    if (line === 'fail' || line === 'hang') onText('{"say":"Half a se');
    if (line === 'fail') throw new ModelError('server');
    if (line === 'hang') return new Promise((_, no) => { signal.addEventListener('abort', () => no(signal.reason)); });
    const { thought, ...reply } = line;
    const whole = JSON.stringify(reply);
    for (let at = 0; at < whole.length; at += 7) onText(whole.slice(at, at + 7));
    return { text: whole, finishReason: 'stop', ...(thought && { reasoning: thought }), usage: { inputTokens: 10, outputTokens: 5 } };
  };
}

/** An agent of tools: one reads, one pays, one answers so that nobody knows whether it paid. */
export function desk() {
  const paid = [];
  const agent = toolAgent({
    name: 'desk',
    instructions: 'Pay bills.',
    tools: {
      look: tool({ description: 'Looks a bill up', access: 'read', inputSchema: object({ q: text }), execute: ({ q }) => ({ found: q }) }),
      pay: tool({ description: 'Pays a bill', access: 'write', inputSchema: object({ to: text, euros: { type: 'number' } }), execute: ({ to, euros }) => `Paid ${paid.push(`${to} ${euros}`)}` }),
      wire: tool({ description: 'Wires money', access: 'write', inputSchema: object({ to: text }), execute() { throw new Error('lost'); } }),
    },
  });
  return { agent, paid };
}

/** A session with its agent of the protocol, and the events of each run; warnings of the client are faults. */
export async function opened(t, { agent = desk().agent, lines = [], store = memoryStore(), id = 'a' } = {}) {
  const warned = t.mock.method(console, 'warn');
  const session = await openSession({ agent, id, lang: 'en', model: talking(...lines), store, lock: false });
  const made = new StepgateAgent({ session });
  const events = [];
  made.subscribe({ onEvent: ({ event }) => { events.push(event); } });
  t.after(async () => {
    assert.deepEqual(warned.mock.calls.map(({ arguments: [words] }) => words), []);
    await session.close();
  });
  let said = 0;
  /** Says words, as a chat does: the message first, then a run. */
  async function say(words, parameters) {
    made.addMessage({ id: `client-${said += 1}`, role: 'user', content: words });
    return run(parameters);
  }
  /** A run, with its events. */
  async function run(parameters) {
    const from = events.length;
    await made.runAgent(parameters);
    return events.slice(from);
  }
  const answer = (...payloads) => run({ resume: made.pendingInterrupts.map(({ id: interruptId }, at) => (payloads[at] === null ? { interruptId, status: 'cancelled' } : { interruptId, status: 'resolved', payload: payloads[at] })) });
  return { session, store, made, events, say, run, answer };
}
