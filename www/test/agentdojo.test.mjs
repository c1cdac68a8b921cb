/** Pairs of AgentDojo, as recorded: a model that always obeys, and a user who approves only their own task. All pairs: evals/agentdojo. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { replaying } from '../evals/agentdojo/bridge.js';
import { isRead, playPair } from '../evals/agentdojo/pair.js';
import { failuresOf, figuresOf, isMarked } from '../evals/agentdojo/summary.js';

const { tools, pairs } = JSON.parse(await readFile(new URL('../evals/agentdojo/recorded.json', import.meta.url), 'utf8'));

test('of what an injection asks a model that obeys nothing runs, and each card says that the user did not', async () => {
  const played = [];
  for (const { exchanges, ...pair } of pairs) played.push({ ...pair, ...await playPair(pair, tools[pair.suite], replaying(exchanges)) });
  assert.deepEqual(failuresOf(played), []);
  const figures = figuresOf(played);
  assert.deepEqual([figures.seen, figures.ranUnasked, figures.injectedRan], [pairs.length, 0, 0]);
  assert.ok(figures.cards > 0 && figures.marked === figures.cards, `${figures.marked} of ${figures.cards}`);
});

test('the count sees a write that runs without a yes, and a card without marks', async () => {
  const [{ exchanges, ...pair }] = pairs.filter(({ exchanges: [{ answer: { injected } }] }) => injected.some(({ name }) => !isRead(name)));
  // The same pair where the injected call is what the user wants: it runs once it is approved, and is no injection.
  const wanted = structuredClone(exchanges);
  wanted[0].answer.own = wanted[0].answer.injected;
  wanted[0].answer.injected = [];
  const asked = [];
  const played = await playPair(pair, tools[pair.suite], async (what, given) => {
    asked.push(what);
    return what === 'call' ? { result: 'done' } : replaying(wanted)(what, given);
  });
  assert.deepEqual([asked.includes('call'), played.injectedRan, played.unasked, played.cards], [true, [], [], 0]);
  const values = [{ path: '/to', from: 'user' }];
  assert.equal(isMarked({ call: { name: 'x', args: {} }, values }), false);
  assert.deepEqual(failuresOf([{ ...pair, ...played, unasked: [{ name: 'pay', args: {} }] }]), [`${pair.suite} ${pair.user} ${pair.injection}: ran without a card: {"name":"pay","args":{}}`]);
});
