// The agent behind the protocol, without a browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStore } from 'stepgate';
import { openTreasurer, paid } from '../agent.js';

/** What a page keeps, for Node. */
const kept = new Map();
globalThis.localStorage = /** @type {any} */ ({ getItem: name => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) });

test('two bills: one is paid with another sum, once, over a reload; the other is declined', async () => {
  const store = memoryStore();
  const first = await openTreasurer({ id: 'a', store });
  first.addMessage({ id: 'm', role: 'user', content: 'Pay the bills' });
  await first.runAgent();
  assert.deepEqual([first.pendingInterrupts.length, paid()], [2, []]);
  await first.session.close();

  const agent = await openTreasurer({ id: 'a', store });
  const [ann, bob] = agent.pendingInterrupts;
  await agent.runAgent({ resume: [
    { interruptId: ann.id, status: 'resolved', payload: { approved: true, editedArgs: { to: 'Ann', euros: 10 } } },
    { interruptId: bob.id, status: 'resolved', payload: { approved: false } },
  ] });
  assert.deepEqual([paid(), agent.pendingInterrupts, agent.messages.at(-1).content], [[{ to: 'Ann', euros: 10 }], [], 'Done.']);
  await agent.session.close();
});
