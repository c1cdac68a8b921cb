// Tokens, time and money: of servers that count and of those that do not, in sum and for the turn, and the card at a limit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstOf, memoryStore, openAiCompatible, openSession, toolAgent } from 'stepgate';
import { modelServer, whole } from './server.js';
import { until } from './until.js';

let agents = 0;
const talker = () => toolAgent({ name: `usage-${agents += 1}`, instructions: 'Talk.' });
const prices = { m: { input: 1, cached: 0.1, output: 10, date: '2026-11-01' } };
const open = (model, more = {}) => openSession({ agent: talker(), id: '1', lang: 'en', lock: false, store: memoryStore(), model, ...more });
const without = ({ ms, ...rest }) => (assert.ok(ms === undefined || ms >= 0), rest);

/** Counts as servers send them, and what they are. */
const COUNTS = {
  'OpenAI: cached and reasoning tokens': [
    { prompt_tokens: 1000, completion_tokens: 300, prompt_tokens_details: { cached_tokens: 600 }, completion_tokens_details: { reasoning_tokens: 200 } },
    { inputTokens: 1000, cachedTokens: 600, outputTokens: 300, reasoningTokens: 200, usd: 0.00346 },
  ],
  'DeepSeek: hits of the cache': [{ prompt_tokens: 500, completion_tokens: 20, prompt_cache_hit_tokens: 500 }, { inputTokens: 500, cachedTokens: 500, outputTokens: 20, usd: 0.00025 }],
  'plain counts': [{ prompt_tokens: 12, completion_tokens: 3 }, { inputTokens: 12, outputTokens: 3, usd: 0.000042 }],
  'other names': [{ input_tokens: 12, output_tokens: 3 }, { inputTokens: 12, outputTokens: 3, usd: 0.000042 }],
  'nonsense': [{ prompt_tokens: -4, completion_tokens: 'many', prompt_tokens_details: { cached_tokens: 1.5 } }, { inputTokens: 0, outputTokens: 0 }],
};

for (const [name, [usage, used]] of Object.entries(COUNTS)) {
  test(`a server that counts: ${name}`, async () => {
    const server = await modelServer(whole({ content: '{"say":"Hello","tool":null}' }, { usage }));
    const session = await open(openAiCompatible({ baseUrl: server.baseUrl, model: 'm' }), { prices });
    await session.say('Hi');
    assert.deepEqual(without(session.view.usage), { ...used, calls: 1, corrections: 0 });
    await session.say('Again');
    const twice = Object.fromEntries(Object.entries(used).map(([key, count]) => [key, key === 'usd' ? Math.round(count * 2e9) / 1e9 : count * 2]));
    assert.deepEqual(without(session.view.usage), { ...twice, calls: 2, corrections: 0 });
    assert.deepEqual(without(session.view.turn.usage), { ...used, calls: 1 });
    await session.close();
    await server.close();
  });
}

test('a server that does not count is estimated where somebody counts, and marked so', async () => {
  const model = async () => ({ text: '{"say":"Hello","tool":null}' });
  const plain = await open(model);
  await plain.say('Hi');
  assert.deepEqual(plain.view.usage, { inputTokens: 0, outputTokens: 0, calls: 1, corrections: 0 });
  const counted = await open(model, { limits: { tokens: 100_000 } });
  await counted.say('Hi');
  const { inputTokens, outputTokens, estimated } = counted.view.usage;
  assert.ok(inputTokens > 10 && outputTokens === 7 && estimated === 1, JSON.stringify(counted.view.usage));
});

test('prices go by the model that answered; all others may have one', async () => {
  const usage = { inputTokens: 1_000_000, outputTokens: 0 };
  const named = (label, fails) => Object.assign(async () => {
    if (fails) throw Object.assign(new Error('busy'), { code: 'server', name: 'ModelError' });
    return { text: '{"say":"Hello","tool":null}', usage };
  }, { label });
  const table = { a: { input: 1, output: 1 }, b: { input: 2, output: 1 }, '*': { input: 5, output: 1 } };
  for (const [model, usd] of [[named('a'), 1], [named('c'), 5], [firstOf([named('a', true), named('b')]), 2]]) {
    const session = await open(model, { prices: table });
    await session.say('Hi');
    assert.equal(session.view.usage.usd, usd);
  }
});

test('the card at a limit comes before the call, stays across reloads and tabs, and a yes is kept', async () => {
  const [store, agent] = [memoryStore(), talker()];
  let calls = 0;
  const model = Object.assign(async () => {
    calls += 1;
    return { text: '{"say":"Hello","tool":null}', usage: { inputTokens: 240_000, outputTokens: 0 } };
  }, { label: 'm' });
  const tab = () => open(model, { agent, store, prices, limits: { usd: 0.5 } });
  const first = await tab();
  await first.say('one');
  await first.say('two');
  const { card } = await first.say('three');
  assert.deepEqual([card.code, card.title, calls], ['limit', '0.48 of 0.50 $ used: go on to 1.00 $?', 2]);
  const second = await tab();
  assert.equal(second.view.card.title, card.title);
  await assert.rejects(second.say('what is this?'), { name: 'Refusal', code: 'answer_first' });
  const view = await second.answer(second.view.card.id, { accept: true });
  assert.deepEqual([calls, view.limits, view.waiting], [3, { usd: 1 }, 'user']);
  await until(() => assert.equal(first.view.card, undefined));
  const third = await tab();
  await third.say('four');
  assert.deepEqual([calls, third.view.limits], [4, { usd: 1 }], 'what the user has raised holds after a reload');
});

test('prices and limits are checked', async () => {
  for (const more of [{ prices: { m: 5 } }, { prices: { m: { input: 1 } } }, { prices: { m: { input: 1, output: -1 } } }, { prices: { m: { input: 1, output: 1, in: 2 } } }, { limits: { usd: '1' } }, { limits: { tokens: 1.5 } }, { limits: { dollars: 1 } }, { limits: { usd: 1 } }]) {
    await assert.rejects(open(async () => ({ text: '' }), more), { name: 'SessionError', code: 'bad_option' }, JSON.stringify(more));
  }
});
