// Random conversations behind the AG-UI protocol: whatever a model says and a client answers, the events are in order (the client checks them), the client has what the session has, and
// nothing is paid without a spelled-out yes.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { memoryStore, ModelError, openSession, tool, toolAgent } from '../src/index.js';
import { StepgateAgent } from '../src/ag-ui/index.js';
import { messagesOf, Names } from '../src/ag-ui/messages.js';
import { stateOf } from '../src/ag-ui/state.js';
import { object, text } from './ag-ui-session.js';

const SESSIONS = Number(process.env.SESSIONS ?? 40);
const ACTS = 14;

/** Numbers from 0 to below `most`, the same for the same seed. */
function random(seed) {
  let state = seed + 1;
  return most => {
    state = (state * 48271) % 2147483647;
    return state % most;
  };
}

/** An agent that pays, may pay by a rule, and looks up; what it paid, with the sums. */
function cashier(pick) {
  const paid = [];
  const args = object({ to: text, euros: { type: 'number' } });
  const pay = ({ to, euros }) => {
    if (pick(9) === 0) throw new Error('lost');
    paid.push(`${to} ${euros}`);
    return { receipt: paid.length };
  };
  const agent = toolAgent({
    name: 'cashier',
    instructions: 'Pay.',
    tools: {
      look: tool({ description: 'Looks', access: 'read', inputSchema: object({ q: text }), execute: ({ q }) => (pick(5) ? { q } : Promise.reject(new Error('no such bill'))) }),
      pay: tool({ description: 'Pays', access: 'write', inputSchema: args, execute: pay }),
    },
  });
  return { agent, paid };
}

/** Any reply: words, thoughts, reads, one write or several, nonsense, words about an open card, a fault. */
function speaker(pick) {
  let said = 0;
  return async (_, { onText, onReasoning, signal }) => {
    said += 1;
    const pays = Array.from({ length: 1 + pick(3) }, (_, at) => ({ name: 'pay', args: { to: ['Ann', 'Bob'][pick(2)], euros: said * 10 + at } }));
    const reply = [
      { say: `Words ${said}.` }, { say: `Looking ${said}.`, tool: { name: 'look', args: { q: 'x' } } }, { say: '', tools: [{ name: 'look', args: { q: 'x' } }, { name: 'look', args: { q: 'x' } }] },
      { say: 'I pay.', tools: pays }, { say: '', tools: pays }, { say: 'Beside it.', about_card: 'keep' }, { say: 'Other.', about_card: 'replace', tools: pays }, { say: 'None.', about_card: 'drop' }, { say: 'Odd', tool: { name: 'odd', args: {} } },
    ][pick(9)];
    const whole = pick(12) ? JSON.stringify(reply) : 'no JSON {';
    const thought = pick(2) ? `Thought ${said}. It is so.` : '';
    if (thought && pick(2)) onReasoning(thought.slice(0, 5));
    for (let at = 0; at < whole.length; at += 9) {
      onText(whole.slice(at, at + 9));
      await new Promise(setImmediate);
      signal.throwIfAborted();
      if (pick(60) === 0) throw new ModelError('server');
    }
    return { text: whole, finishReason: 'stop', ...(thought && { reasoning: thought }) };
  };
}

/** Any answers to the open interrupts, good or bad. */
function answers(pick, interrupts) {
  const payloads = [{ approved: true }, { approved: true, editedArgs: { to: 'Cid', euros: 1 } }, { approved: false }, { approved: false, reason: 'no' }, { accept: true }, null, { button: pick(2) }, { approved: 'yes' }];
  return interrupts.map(({ id: interruptId }) => (pick(6) ? { interruptId, status: 'resolved', payload: payloads[pick(payloads.length)] } : { interruptId, status: 'cancelled' }));
}

/** Messages without their ids, and without thoughts, which a client keeps after they were withdrawn. */
const plain = messages => messages.filter(({ role }) => role !== 'reasoning').map(({ role, content, toolCalls }) => [role, typeof content === 'string' || toolCalls ? content ?? toolCalls[0].function : content[0].text]);

async function converse(seed) {
  const pick = random(seed);
  const { agent, paid } = cashier(pick);
  const store = memoryStore();
  const open = async () => new StepgateAgent({ session: await openSession({ agent, id: 'a', lang: 'en', model: speaker(pick), store, lock: false, seed }) });
  let client = await open();
  let yeses = 0;
  const faults = [];
  const events = [];
  const subscriber = { onEvent({ event }) { events.push(event); }, onRunFailed({ error }) { faults.push(error.message); return { stopPropagation: true }; } };
  for (let act = 0; act < ACTS; act += 1) {
    const kind = pick(12);
    const resume = answers(pick, client.pendingInterrupts);
    if (kind === 0) {
      await client.session.close();
      client = await open();
    } else if (kind === 1) {
      client = client.clone();
      if (pick(2)) client.setMessages([]);
    } else if (kind === 2) {
      await client.connectAgent({}, subscriber);
      assert.deepEqual(plain(client.messages), plain(messagesOf(client.session.view, new Names())));
    } else {
      if (kind > 5) client.addMessage({ id: `m${act}`, role: 'user', content: pick(4) ? ['ok', 'Pay them', 'Why?'][pick(3)] : [{ type: 'text', text: 'In parts' }] });
      yeses += resume.filter(({ payload }) => payload?.approved === true || payload?.button === 0).length;
      const running = client.runAgent({ resume }, subscriber).catch(error => faults.push(error.message));
      if (pick(9) === 0) {
        await new Promise(setImmediate);
        client.abortRun();
      }
      await running;
      const { view } = client.session;
      assert.deepEqual(plain(client.messages), plain(messagesOf(view, new Names())), `seed ${seed}, act ${act}`);
      assert.deepEqual({ ...client.state, input: 0 }, { ...stateOf(view), input: 0 });
      assert.equal(client.pendingInterrupts.length, view.card ? view.card.kind === 'approval' ? view.card.calls.length : 1 : 0);
    }
  }
  await client.session.close();
  return { faults, paid, yeses, events };
}

test(`${SESSIONS} random conversations: events in order, one conversation, no payment without a yes`, async () => {
  const warned = mock.method(console, 'warn', () => {});
  const kinds = new Set();
  let paidInAll = 0;
  for (let seed = 1; seed <= SESSIONS; seed += 1) {
    const { faults, events, paid, yeses } = await converse(seed);
    assert.deepEqual(faults, [], `seed ${seed}`);
    assert.ok(paid.length <= yeses, `seed ${seed}: ${paid.length} paid, ${yeses} times yes`);
    paidInAll += paid.length;
    for (const { type, outcome } of events) kinds.add(outcome?.type ?? type);
  }
  assert.deepEqual(warned.mock.calls.map(({ arguments: [words] }) => words), []);
  assert.ok(paidInAll > SESSIONS / 3, `${paidInAll} paid`);
  for (const kind of ['interrupt', 'success', 'cancelled', 'RUN_ERROR', 'STATE_DELTA', 'TOOL_CALL_RESULT', 'REASONING_END', 'MESSAGES_SNAPSHOT']) assert.ok(kinds.has(kind), kind);
});
