// The inspector's account of a session, without a page: the prompts are those that were sent, also far into a session and for steps to come.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { memoryStore, openSession, tool, toolAgent } from 'stepgate';
import { inspect } from 'stepgate/inspect';
import { curlOf, testOf } from '../src/inspect/curl.js';
import { chosenSteps } from '../src/inspect/filters.js';
import { openSource } from '../src/inspect/source.js';

const schema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
const agent = toolAgent({
  name: 'shop', instructions: "Don't guess.", tools: {
    look: tool({ description: 'Looks up', inputSchema: schema, execute: ({ id }) => ({ id }) }),
    refund: tool({ description: 'Refunds', inputSchema: schema, access: 'write', execute: () => ({ done: true }) }),
  },
});

/** Requests of the model, in order. @type {any[]} */
const asked = [];
let turn = 0;
const model = async request => {
  asked.push(structuredClone({ messages: request.messages, contract: request.contract }));
  const last = String(request.messages.at(-1).content);
  const usage = { inputTokens: 100 + turn, outputTokens: 5 };
  if (last.includes('<data from')) return { text: '{"say": "Done."}', finishReason: 'stop', usage };
  return { text: `{"say": "", "tool": {"name": "${turn % 10 === 5 ? 'refund' : 'look'}", "args": {"id": "A${turn}"}},}`, finishReason: 'stop', usage };
};
const store = memoryStore('inspected');
let session;
async function talk(turns) {
  for (const end = turn + turns; turn < end; turn += 1) {
    const { card } = await session.say(`Order A${turn}`);
    if (card) await session.answer(card.id, { accept: true });
  }
}
const repliesIn = steps => steps.filter(({ type }) => type === 'replied');

before(async () => {
  session = await openSession({ agent, id: 'a', lang: 'en', store, model });
  await talk(100);
});

describe('the inspector', () => {
  it('shows each prompt as it was sent, and what is new in it', async () => {
    const source = await openSource(session, {}, () => {});
    const replies = repliesIn(source.line.steps);
    assert.equal(replies.length, asked.length);
    for (const at of [0, 1, 7, 90, 150, replies.length - 1]) {
      const { prompt } = await source.details.of(replies[at]);
      assert.deepEqual({ messages: prompt.messages, contract: prompt.contract }, asked[at], `request ${at}`);
      assert.ok(at === 0 || prompt.fresh < prompt.messages.length, `request ${at}`);
    }
    source.end();
    await session.close();
    session = await openSession({ agent, id: 'a', lang: 'en', store, model });
  });

  it('goes on with the session, in this tab and over the channel', async () => {
    const [news, told] = [[], []];
    const here = await openSource(session, {}, () => news.push(1));
    const there = await openSource({ store, id: 'a' }, { agent }, () => told.push(1));
    await talk(2);
    for (const end = Date.now() + 20_000; there.line.steps.length < here.line.steps.length && Date.now() < end;) await new Promise(done => { setTimeout(done, 5); });
    assert.ok(news.length > 0 && told.length > 0);
    assert.equal(here.line.steps.length, (await store.export('a')).trace.length);
    assert.deepEqual(there.line.steps, here.line.steps);
    for (const source of [here, there]) {
      const replies = repliesIn(source.line.steps);
      const { prompt, saved, effect } = await source.details.of(replies.at(-1));
      assert.deepEqual(prompt.messages, asked.at(-1).messages);
      assert.equal(effect, undefined);
      assert.ok(saved.head > 0);
      source.end();
    }
    await talk(1);
    assert.ok(here.line.steps.length < (await store.export('a')).trace.length);
  });

  it('reads a file without its agent, and one without a trace', async () => {
    const file = await store.export('a');
    const bare = await openSource(JSON.stringify(file), {}, () => {});
    assert.deepEqual([bare.details, bare.hasTrace, bare.line.steps.length], [undefined, true, file.trace.length]);
    const untraced = await openSource({ ...file, trace: [] }, { agent }, () => {});
    assert.deepEqual([untraced.details, untraced.hasTrace], [undefined, false]);
    assert.ok(untraced.line.steps.length > 200);
    await assert.rejects(openSource({ a: 1 }, {}, () => {}), { name: 'TypeError', message: /inspect\(source\): source: must be a session of this page/ });
    await assert.rejects(openSource({ id: 'a', store: { name: 's', load: async () => undefined } }, { agent }, () => {}), { name: 'TypeError', message: /source\.store: must be one that can export/ });
  });

  it('filters and searches', async () => {
    const { line } = await openSource(await store.export('a'), { agent }, () => {});
    const text = step => JSON.stringify(step.entries).toLowerCase();
    const of = (filter, words = '') => chosenSteps(line.steps, filter, words, text);
    assert.equal(of('all').length, line.steps.length);
    assert.equal(of('writes').length, 10);
    assert.deepEqual(of('all', ' ORDER a42 ').map(at => line.steps[at].type), ['said']);
    const tokens = of('costly').map(at => line.steps[at].tokens.input);
    assert.ok(tokens.length >= 20 && Math.min(...tokens) >= 100 + 0.85 * turn, `${tokens}`);
  });

  it('tells tokens and money a step, which add up to those of the session on all its branches', async () => {
    const counts = [
      { inputTokens: 1000, cachedTokens: 600, outputTokens: 300, reasoningTokens: 200 }, undefined, { inputTokens: 7, outputTokens: 3 },
      { inputTokens: 1_000_000, outputTokens: 0 },
    ];
    let calls = 0;
    const counted = async () => ({ text: calls === 2 ? '{"tool": 5}' : '{"say": "Hello"}', finishReason: 'stop', usage: counts[calls++ % counts.length] });
    const prices = { '*': { input: 1, cached: 0.1, output: 10, date: '2026-11-01' } };
    const priced = await openSession({ agent, id: 'priced', lang: 'en', store, model: counted, prices });
    for (const text of ['one', 'two', 'three']) await priced.say(text);
    await priced.again();
    await priced.again({ before: 0, text: 'other' });
    const { steps } = (await openSource(priced, {}, () => {})).line;
    const sum = of => steps.reduce((all, step) => all + (of(step) ?? 0), 0);
    const { inputTokens, cachedTokens, outputTokens, reasoningTokens, estimated, usd } = priced.view.usage;
    assert.deepEqual({
      inputTokens: sum(({ tokens }) => tokens?.input), cachedTokens: sum(({ tokens }) => tokens?.cached), outputTokens: sum(({ tokens }) => tokens?.output),
      reasoningTokens: sum(({ tokens }) => tokens?.reasoning), estimated: sum(({ tokens }) => Number(tokens?.isEstimated ?? 0)), usd: sum(({ nanoUsd }) => nanoUsd) / 1e9,
    }, { inputTokens, cachedTokens, outputTokens, reasoningTokens, estimated, usd });
    assert.ok(calls >= 6 && estimated >= 1, `${calls} calls`);
    assert.equal(priced.view.usage.calls, steps.filter(({ tokens }) => tokens).length);
    const dearest = chosenSteps(steps, 'costly', '', () => '').map(at => steps[at].nanoUsd);
    assert.deepEqual([...new Set(dearest)], [1_000_000_000]);
    await priced.close();
  });

  it('marks a call that the user declined, and no failure', async () => {
    const one = await openSession({ agent, id: 'declined', lang: 'en', store, model: async ({ messages }) => ({ text: JSON.stringify(String(messages.at(-1).content).startsWith('Refund') ? { say: '', tool: { name: 'refund', args: { id: 'A1' } } } : { say: 'No.' }) }) });
    await one.say('Refund A1');
    await one.answer(one.view.card.id, { accept: false });
    const { steps } = (await openSource(one, {}, () => {})).line;
    assert.deepEqual(steps.find(({ type }) => type === 'answered').marks, []);
    await one.close();
  });

  it('gives a request as a command without a key, and a session as a test', () => {
    const curl = curlOf(asked[0]);
    assert.match(curl, /\$BASE_URL[^]*\$API_KEY[^]*Don'\\''t guess/);
    const body = JSON.parse(/--data-binary '(.*)'\n$/s.exec(curl)[1].replaceAll("'\\''", "'").replace(`'"$MODEL"'`, 'm'));
    assert.deepEqual([body.model, body.messages, body.response_format.json_schema.schema], ['m', asked[0].messages, asked[0].contract.schema]);
    assert.match(testOf('my shop', 'a.recorded.json'), /import \{ agent \} from '\.\/agent\.js'[^]*recorded\(agent, /);
  });

  it('refuses wrong options, and a place without a document', () => {
    assert.throws(() => inspect(undefined), { name: 'TypeError', message: /source: must be/ });
    assert.throws(() => inspect('{}', { theme: 'blue' }), { name: 'TypeError', message: /theme: must be "light" or "dark"/ });
    for (const seq of ['last', -1, 1.5]) assert.throws(() => inspect('{}', { seq }), { name: 'TypeError', message: /seq: must be the `seq` of a block/ });
    assert.throws(() => inspect('{}'), { name: 'TypeError', message: /called in a page/ });
  });
});
