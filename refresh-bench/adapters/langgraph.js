/**
 * LangGraph.js in the page. Follows langchain-ai.github.io/langgraphjs/how-tos/use-in-web-environments (`@langchain/langgraph/web`) and …/how-tos/breakpoints (“Agent”, “Resume”:
 * `interruptBefore`, resumed with `null`), docs.langchain.com/oss/javascript/langgraph/persistence (a checkpointer and a `thread_id`) and …/langgraph/durable-execution (after a failure, the
 * same `thread_id` with `null`; “Use idempotency keys”). …/langgraph/interrupts says that breakpoints are “not recommended for human-in-the-loop workflows”, and recommends `interrupt()`;
 * the other pages wrap side effects in `task()`. Both need AsyncLocalStorage, which browsers do not have, and throw there (github.com/langchain-ai/langgraphjs/issues/879, open). A node with
 * either begins again after a failure, too. No checkpointer for browsers is published: `Saver` keeps what MemorySaver holds in IndexedDB.
 */
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { END, MemorySaver, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph/web';
import { get, set } from 'idb-keyval';
import { pay } from '../page/bank.js';
import { payCarefully } from '../page/careful.js';
import { parsed, think } from '../page/model.js';
import { paint } from '../page/paint.js';
import { CONVERSATION, best } from '../page/trial.js';

async function model(messages) {
  const thought = await think(messages.map(entryOf));
  return thought.say ? new AIMessage(thought.say) : new AIMessage({ content: '', tool_calls: [{ id: crypto.randomUUID(), name: 'pay', args: thought.pay, type: 'tool_call' }] });
}
function entryOf(message) {
  if (message.getType() === 'human') return { role: 'user', text: message.content };
  if (message.getType() !== 'tool') return { role: 'other' };
  const { receipt, error, denied } = parsed(message.content);
  return { role: 'result', ok: receipt && { receipt }, error, denied };
}

// #adapter
class Saver extends MemorySaver {
  async load() { Object.assign(this, await get('checkpoints')); }
  async keep() { await set('checkpoints', { storage: this.storage, writes: this.writes }); }
  async getTuple(config) { await this.load(); return super.getTuple(config); }
  async put(...all) { const saved = await super.put(...all); await this.keep(); return saved; }
  async putWrites(...all) { await super.putWrites(...all); await this.keep(); }
}
const resultOf = (call, value) => ({ messages: [new ToolMessage({ tool_call_id: call.id, name: 'pay', content: JSON.stringify(value) })] });
const graph = new StateGraph(MessagesAnnotation)
  .addNode('agent', async ({ messages }) => ({ messages: [await model(messages)] }))
  .addNode('pay', async ({ messages }) => {
    const [call] = messages.at(-1).tool_calls;
    try {
      return resultOf(call, await (best ? payCarefully : pay)(call.args, call.id));
    } catch (error) {
      return resultOf(call, { error: error.message });
    }
  })
  .addEdge(START, 'agent')
  .addConditionalEdges('agent', ({ messages }) => (messages.at(-1).tool_calls?.length ? 'pay' : END))
  .addEdge('pay', 'agent')
  .compile({ checkpointer: new Saver(), interruptBefore: ['pay'] });
const config = { configurable: { thread_id: CONVERSATION } };
let snapshot = await graph.getState(config);
let busy = false;
let problem = '';

async function go(input) {
  [busy, problem] = [true, ''];
  show();
  try {
    for await (const values of await graph.stream(input, { ...config, streamMode: 'values' })) {
      snapshot = { values, next: [] };
      show();
    }
  } catch (error) {
    problem = String(error);
  }
  snapshot = await graph.getState(config);
  busy = false;
  show();
}
async function answer(call, approved) {
  if (best && approved) await set(`approved ${call.id}`, true);                              // +best: the answer is kept before the run
  if (!approved) await graph.updateState(config, resultOf(call, { denied: true }), 'pay');
  await go(null);
}
const asked = () => (snapshot.next[0] === 'pay' ? snapshot.values.messages.at(-1).tool_calls[0] : undefined);
if (snapshot.next.length && !asked()) go(null);                                              // a run that was broken off goes on from its checkpoint
else if (best && asked() && await get(`approved ${asked().id}`)) go(null);                   // +best
// #end

function show() {
  // #adapter
  const call = !busy && asked();
  const cards = call ? [{ id: call.id, kind: 'approval', text: `Pay ${call.args.amount} to ${call.args.to}?`, buttons: { approve: () => answer(call, true), deny: () => answer(call, false) } }] : [];
  // #end
  const messages = (snapshot.values?.messages ?? []).filter(message => message.getType() !== 'tool');
  const lines = messages.map(message => ({ role: message.getType() === 'human' ? 'user' : 'assistant', text: message.content })).filter(({ text }) => text);
  paint({ lines, cards, busy, note: problem }, text => go({ messages: [new HumanMessage(text)] }));
}
show();
