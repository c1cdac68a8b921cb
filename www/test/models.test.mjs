// Models made of models: a second one when the first fails, and calls that are spaced.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { firstOf, memoryStore, ModelError, openAiCompatible, openSession, toolAgent, withLimits } from '../src/index.js';
import { MODEL_ERRORS } from '../src/model/first-of.js';
import { json, modelServer, streamed } from './server.js';

const REQUEST = { messages: [{ role: 'user', content: 'hi' }] };
const says = (text, more = {}) => Object.assign(async (request, { onText } = {}) => {
  onText?.(text);
  return { text, finishReason: 'stop', ...more };
}, { label: text });
/** A model that fails after it has shown some words. */
const fails = (code, label, { words = '', thought = '' } = {}) => Object.assign(async (request, { onText, onReasoning } = {}) => {
  onReasoning?.(thought);
  onText?.(words);
  throw new ModelError(code);
}, { label });

test('the next model is asked after each of the errors that are listed, and after no other', async () => {
  for (const code of ['rate_limited', 'server', 'refused', 'context']) {
    assert.deepEqual(await firstOf([fails(code, 'first'), says('second')])(REQUEST), { model: 'second', text: 'second', finishReason: 'stop', leftOut: ['model:first'] });
  }
  await assert.rejects(firstOf([fails('unauthorized'), says('second')])(REQUEST), { code: 'unauthorized' });
  assert.equal((await firstOf([fails('unauthorized'), says('second')], { on: ['unauthorized'] })(REQUEST)).text, 'second');
  await assert.rejects(firstOf([fails('server'), says('second')], { on: ['unauthorized'] })(REQUEST), { code: 'server' });
  await assert.rejects(firstOf([async () => { throw new Error('a bug'); }, says('second')])(REQUEST), /a bug/);
});

test('the first model that answers is the last that is asked, and the last error is told', async () => {
  assert.deepEqual(await firstOf([says('first'), fails('server')])(REQUEST), { text: 'first', finishReason: 'stop' });
  const all = firstOf([fails('server'), fails('context', 'b'), says('third', { leftOut: ['temperature'] })]);
  assert.deepEqual((await all(REQUEST)).leftOut, ['model:1', 'model:b', 'temperature']);
  await assert.rejects(firstOf([fails('server'), fails('rate_limited')])(REQUEST), { code: 'rate_limited' });
});

test('no other model is asked after words or thoughts were shown', async () => {
  for (const shown of [{ words: 'He' }, { thought: 'Hm' }]) {
    const heard = [];
    const model = firstOf([fails('server', 'first', shown), says('second')]);
    await assert.rejects(model(REQUEST, { onText: piece => heard.push(piece), onReasoning: piece => heard.push(piece) }), { code: 'server' });
    assert.deepEqual(heard.filter(Boolean), Object.values(shown));
  }
});

test('with `afterWords` the next model is asked, and what it says comes whole', async () => {
  const heard = [];
  const model = firstOf([fails('server', 'first', { words: 'He' }), says('second')], { afterWords: true });
  assert.equal((await model(REQUEST, { onText: piece => heard.push(piece) })).text, 'second');
  assert.deepEqual(heard, ['He']);
});

test('a stop asks no other model', async () => {
  const controller = new AbortController();
  const reason = new Error('stopped');
  let asked = 0;
  const first = async () => {
    controller.abort(reason);
    throw new ModelError('server');
  };
  await assert.rejects(firstOf([first, async () => { asked += 1; return { text: '' }; }])(REQUEST, { signal: controller.signal }), reason);
  assert.equal(asked, 0);
});

test('the reply may be as large as the largest of the models takes', () => {
  const [small, large] = [1_000, 2_000].map(maxReplyBytes => Object.assign(says('x'), { maxReplyBytes }));
  assert.equal(firstOf([small, large]).maxReplyBytes, 2_000);
  assert.equal(firstOf([small, says('x')]).maxReplyBytes, 8 * 2 ** 20);
});

test('the codes of `on` are those of the types', () => {
  const types = readFileSync(new URL('../src/index.d.ts', import.meta.url), 'utf8');
  const [, union] = /^export type ModelErrorCode =\n([^;]+);/m.exec(types);
  assert.deepEqual([...union.matchAll(/'(\w+)'/g)].map(([, code]) => code), MODEL_ERRORS);
});

test('two servers: the second answers while the first has no time, and the trace of the session says so', async () => {
  const busy = await modelServer(json(429, { error: { message: 'Slow down' } }), streamed('{"say":"Hello from the first."}'));
  const free = await modelServer(streamed('{"say":"Hello from the second."}'));
  const model = firstOf([openAiCompatible({ baseUrl: busy.baseUrl, model: 'small', retries: 0 }), openAiCompatible({ baseUrl: free.baseUrl, model: 'large' })]);
  const store = memoryStore();
  const session = await openSession({ agent: toolAgent({ name: 'desk', instructions: 'Talk.' }), id: 'a', lang: 'en', store, model });
  await session.say('Hello');
  await session.say('And again');
  assert.deepEqual(session.view.blocks.filter(({ kind }) => kind === 'assistant').map(({ text }) => text), ['Hello from the second.', 'Hello from the first.']);
  const replies = (await store.export('a')).trace.flatMap(record => JSON.parse(record).replied ?? []);
  assert.deepEqual(replies.map(({ left_out }) => left_out), [['model:small'], undefined]);
  await session.close();
  await Promise.all([busy.close(), free.close()]);
});

/** Lets everything go on that needs no timer. */
const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

/** A limited model, the texts it was asked with, and the clock in the test's hand. @param {import('node:test').TestContext} t */
function limited(t, rps) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const asked = [];
  const model = withLimits(async ({ messages }) => {
    asked.push(messages[0].content);
    return { text: 'x' };
  }, { rps });
  const ask = (content, signal) => model({ messages: [{ role: 'user', content }] }, { signal });
  const pass = async ms => {
    t.mock.timers.tick(ms);
    await settled();
  };
  return { ask, asked, pass };
}

test('calls begin no denser than the limit, in their order', async t => {
  const { ask, asked, pass } = limited(t, 4);
  for (const content of ['a', 'b', 'c']) ask(content);
  await settled();
  assert.deepEqual(asked, ['a']);
  await pass(249);
  assert.deepEqual(asked, ['a']);
  await pass(1);
  assert.deepEqual(asked, ['a', 'b']);
  await pass(250);
  assert.deepEqual(asked, ['a', 'b', 'c']);
  await pass(1_000);
  ask('d');
  ask('e');
  await settled();
  assert.deepEqual(asked, ['a', 'b', 'c', 'd'], 'a pause does not save up calls');
});

test('a call that is stopped while it waits is never made, and the next one has its turn', async t => {
  const { ask, asked, pass } = limited(t, 4);
  const controller = new AbortController();
  const reason = new Error('stopped');
  ask('first');
  const second = assert.rejects(ask('second', controller.signal), reason);
  const third = assert.rejects(ask('third', controller.signal), reason);
  ask('fourth');
  await settled();
  controller.abort(reason);
  await Promise.all([second, third]);
  await pass(250);
  assert.deepEqual(asked, ['first', 'fourth']);
});

test('a limited model keeps the label and the largest reply of the model', () => {
  const { label, maxReplyBytes } = withLimits(Object.assign(says('own'), { maxReplyBytes: 9 }), { rps: 1 });
  assert.deepEqual([label, maxReplyBytes], ['own', 9]);
});

test('wrong arguments are told', () => {
  for (const wrong of [undefined, [], [1], says('x')]) assert.throws(() => firstOf(wrong), { name: 'TypeError', message: 'firstOf(models): must be a list of models, the first choice first' });
  assert.throws(() => firstOf([says('x')], { on: ['rate_limit'] }), { name: 'TypeError', message: /^firstOf\(models, \{ on \}\): must be a list of codes of errors: .*rate_limited/ });
  assert.throws(() => firstOf([says('x')], { afterWords: 1 }), { name: 'TypeError', message: /afterWords/ });
  for (const rps of [0, -1, Infinity, '2', undefined]) assert.throws(() => withLimits(says('x'), { rps }), { name: 'TypeError', message: 'withLimits(model, { rps }): must be a number of calls in a second, above 0' });
  assert.throws(() => withLimits('x', { rps: 1 }), { name: 'TypeError', message: 'withLimits(model): must be a model' });
});
