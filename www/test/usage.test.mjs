// Tokens, time and money: of servers that count and of those that do not, in sum and for the turn, and the card at a limit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstOf, memoryStore, openAiCompatible, openSession, toolAgent } from 'stepgate';
import { delta, events, json, modelServer, whole } from './server.js';
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

test('a tokenizer of the page counts where the server does not', async () => {
  const asked = [];
  const model = async ({ messages }) => (asked.push(messages.map(({ content }) => content).join('\n')), { text: '{"say":"Hello","tool":null}', finishReason: 'stop' });
  const counting = await open(model, { countTokens: text => text.length / 2 });
  await counting.say('Hi');
  assert.deepEqual(without(counting.view.usage), { inputTokens: Math.ceil(asked[0].length / 2), outputTokens: 14, estimated: 1, calls: 1, corrections: 0 });
  await counting.close();
  for (const count of ['7', NaN, -1, undefined]) {
    const wrong = await open(model, { countTokens: () => count });
    const { error } = await wrong.say('Hi');
    assert.match(`${error.text} ${error.detail}`, /countTokens/, String(count));
    await wrong.close();
  }
});

test('prices and limits are checked', async () => {
  for (const more of [{ prices: { m: 5 } }, { prices: { m: { input: 1 } } }, { prices: { m: { input: 1, output: -1 } } }, { prices: { m: { input: 1, output: 1, in: 2 } } }, { limits: { usd: '1' } }, { limits: { tokens: 1.5 } }, { limits: { dollars: 1 } }, { limits: { usd: 1 } }]) {
    await assert.rejects(open(async () => ({ text: '' }), more), { name: 'SessionError', code: 'bad_option' }, JSON.stringify(more));
  }
});

/** Reproducible random numbers. @param {number} seed */
function chance(seed) {
  let state = seed + 1;
  const next = () => (state = (state * 48271) % 2147483647) / 2147483647;
  for (let n = 0; n < 5; n += 1) next();
  return sides => Math.floor(next() * sides);
}

/** The ways in which servers send the same counts. */
const SERVERS = {
  'OpenAI, whole': (text, count) => whole({ content: text }, { usage: openAiCounts(count) }),
  'OpenAI, streamed': (text, count) => events([delta({ content: text }), delta({}, 'stop'), { choices: [], usage: openAiCounts(count) }]),
  'counts in the last choice': (text, count) => events([delta({ content: text }), { choices: [{ ...delta({}, 'stop').choices[0], usage: openAiCounts(count) }] }]),
  'Groq': (text, count) => events([delta({ content: text }), { ...delta({}, 'stop'), x_groq: { usage: openAiCounts(count) } }]),
  'input and output tokens': (text, { input, cached, output, reasoning }) => whole({ content: text }, { usage: { input_tokens: input, output_tokens: output, input_tokens_details: { cached_tokens: cached }, output_tokens_details: { reasoning_tokens: reasoning } } }),
  'DeepSeek': (text, { input, cached, output, reasoning }) => whole({ content: text }, { usage: { prompt_tokens: input, prompt_cache_hit_tokens: cached, prompt_cache_miss_tokens: input - cached, completion_tokens: output, completion_tokens_details: { reasoning_tokens: reasoning } } }),
};
const openAiCounts = ({ input, cached, output, reasoning }) => ({ prompt_tokens: input, completion_tokens: output, total_tokens: input + output, prompt_tokens_details: { cached_tokens: cached }, completion_tokens_details: { reasoning_tokens: reasoning } });

test('sums are right to the token and to the billionth of a dollar: every kind of server, corrections, branches, reloads', async () => {
  const kinds = Object.values(SERVERS);
  const roll = chance(7);
  const sum = { input: 0, cached: 0, output: 0, reasoning: 0, nano: 0, calls: 0, corrections: 0 };
  const server = await modelServer((response, body) => {
    const input = roll(100_000);
    const output = roll(5_000);
    const count = { input, cached: roll(input + 1), output, reasoning: roll(output + 1) };
    const isBad = roll(4) === 0 && !/must be|Correct|instead/.test(JSON.stringify(body.messages.at(-1)));
    for (const [name, n] of Object.entries(count)) sum[name] += n;
    sum.calls += 1;
    sum.corrections += Number(isBad);
    sum.nano += Math.round(((count.input - count.cached) * 1.25 + count.cached * 0.125 + count.output * 10) * 1000);
    kinds[roll(kinds.length)](isBad ? '{"tool": 5}' : '{"say": "Hello", "tool": null}', count)(response, body);
  });
  const [store, agent] = [memoryStore(), talker()];
  const tab = () => open(openAiCompatible({ baseUrl: server.baseUrl, model: 'm' }), { store, agent, prices: { m: { input: 1.25, cached: 0.125, output: 10, date: '2026-11-01' } } });
  let session = await tab();
  for (let turn = 0; turn < 60; turn += 1) {
    const act = roll(6);
    if (act === 0) {
      await session.close();
      session = await tab();
    } else if (act === 1 && turn > 3) await session.again().catch(() => {});
    else await session.say(`words ${turn}`).catch(() => {});
    const { inputTokens, cachedTokens, outputTokens, reasoningTokens, usd, calls } = session.view.usage;
    assert.deepEqual({ inputTokens, cachedTokens, outputTokens, reasoningTokens, usd, calls }, { inputTokens: sum.input, cachedTokens: sum.cached, outputTokens: sum.output, reasoningTokens: sum.reasoning, usd: sum.nano / 1e9, calls: sum.calls }, `turn ${turn}`);
  }
  assert.ok(sum.corrections > 3 && session.view.branches.length > 1, JSON.stringify(sum));
  assert.ok(server.requests.length === sum.calls);
  await session.close();
  await server.close();
});

test('a thought that no server counts is estimated with the reply', async () => {
  const server = await modelServer(json(200, { choices: [{ index: 0, message: { role: 'assistant', reasoning_content: 'x'.repeat(400), content: '{"say":"Hello","tool":null}' }, finish_reason: 'stop' }] }));
  const session = await open(openAiCompatible({ baseUrl: server.baseUrl, model: 'm' }), { prices });
  await session.say('Hi');
  const { outputTokens, estimated, usd, inputTokens } = session.view.usage;
  assert.deepEqual([outputTokens, estimated], [107, 1]);
  assert.equal(usd, (inputTokens + 1070) / 1e6);
  await session.close();
  await server.close();
});

const CARDS = { usd: [{ usd: 0.5 }, 0.48, 0.5, 1], tokens: [{ tokens: 500_000 }, 480_000, 500_000, 1_000_000], calls: [{ calls: 2 }, 2, 2, 4] };
for (const [limit, [limits, used, of, next]] of Object.entries(CARDS)) {
  test(`the card at a limit of ${limit}: a reload keeps it, two tabs that both say yes raise it once, and a no ends the turn`, async () => {
    const [store, agent] = [memoryStore(), talker()];
    let calls = 0;
    const model = Object.assign(async () => {
      calls += 1;
      return { text: '{"say":"Hello","tool":null}', usage: { inputTokens: 240_000, outputTokens: 0 } };
    }, { label: 'm' });
    const tab = () => open(model, { agent, store, prices, limits });
    let first = await tab();
    for (const text of ['one', 'two', 'three']) await first.say(text);
    assert.deepEqual([first.view.card.code, first.view.card.preview, calls], ['limit', { limit, used, of, next }, 2]);
    const { id } = first.view.card;
    await first.close();
    first = await tab();
    const second = await tab();
    assert.deepEqual([first.view.card.id, second.view.card.id, calls], [id, id, 2], 'nobody was asked by the reload');
    await Promise.allSettled([first, second].map(one => one.answer(id, { accept: true })));
    await until(() => assert.deepEqual([first, second].map(({ view }) => [view.waiting, view.card, view.limits]), Array(2).fill(['user', undefined, { [limit]: next }])));
    assert.equal(calls, 3);
    for (let turn = 0; !first.view.card; turn += 1) await first.say(`more ${turn}`);
    const asked = calls;
    const view = await first.answer(first.view.card.id, { accept: false });
    assert.deepEqual([calls, view.waiting, view.card, view.limits], [asked, 'user', undefined, { [limit]: next }]);
    const { card } = await first.say('after a no');
    assert.deepEqual([card.code, calls], ['limit', asked], 'the limit stands');
    await Promise.all([first.close(), second.close()]);
  });
}
