// Agents that a page defines: `tool`, `toolAgent`, `defineAgent`.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { toJsonSchema } from '@valibot/to-json-schema';
import { transformSync } from 'esbuild';
import * as v from 'valibot';
import { defineAgent, memoryStore, NotDone, openSession, tool, toolAgent } from 'stepgate';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { engine } from '../src/own/engine.js';
import { resultsIn } from './told.js';

/** A model that says one line after the other, and keeps what it was asked. */
function script(...lines) {
  const asked = [];
  const model = async request => {
    asked.push(request);
    const line = lines.shift();
    assert.ok(line !== undefined, 'the model was asked once more');
    return { text: typeof line === 'string' ? line : JSON.stringify(line) };
  };
  return Object.assign(model, { asked });
}

const options = more => ({ id: 'a', lang: 'en', store: memoryStore(), lock: false, ...more });
const said = view => view.blocks.filter(({ kind }) => kind === 'assistant').map(({ text }) => text);

/** A block of the guide to agents of one's own, as a function of the names that it leaves to the reader. */
const guide = await readFile(new URL('../../docs/own-agents.md', import.meta.url), 'utf8');
function block(begin, names, result) {
  const [, lang, typed] = [...guide.matchAll(/^```(js|ts)\n(.*?)^```/gms)].find(([, , code]) => code.includes(begin));
  const { code } = transformSync(typed, { loader: lang });
  const body = code.replaceAll(/^import .*$/gm, '').replaceAll('export const', 'const');
  return given => new Function(...names, `${body}\nreturn ${result}`)(...names.map(name => given[name]));
}

const travel = ({ booked = [] } = {}) => block('toolAgent({', ['tool', 'toolAgent', 'z', 'search', 'book'], 'planner')({
  tool, toolAgent, z,
  search: ({ from, to, day }) => [{ flight: 'TP1', from, to, day, euros: 120 }],
  book: (args, key) => { booked.push([args, key]); return { booked: args.flight }; },
});

test('ten lines: a tool that reads runs, a tool that writes asks, and runs once', async () => {
  const booked = [];
  const model = script(
    { say: 'I look.', tool: { name: 'flights', args: { from: 'Berlin', to: 'Lisbon', day: '2026-05-12' } } },
    { say: '', tool: { name: 'book', args: { flight: 'TP1' } } },
    { say: 'Booked.', tool: null },
  );
  const store = memoryStore();
  const agent = await openSession(options({ agent: travel({ booked }), store, model }));
  const view = await agent.say('Lisbon, second week of May');
  assert.deepEqual([view.waiting, view.card.kind, view.card.calls[0].args], ['approval', 'approval', { flight: 'TP1' }]);
  assert.deepEqual(booked, []);
  await agent.close();

  const again = await openSession(options({ agent: travel({ booked }), store, model }));
  const done = await again.answer(again.view.card.id, { accept: true });
  assert.deepEqual([done.waiting, said(done), booked.map(([args]) => args)], ['user', ['I look.', 'Booked.'], [{ flight: 'TP1' }]]);
  assert.match(model.asked[0].messages[0].content, /- book: Books a flight \(asks the user first\) \{/);
  assert.match(model.asked[1].messages.at(-1).content, /"euros":120/);
  await again.close();
});

test('arguments and tools that are not there are complained about, and nothing runs', async () => {
  const model = script(
    { say: '', tool: { name: 'fly', args: {} } },
    { say: '', tool: { name: 'flights', args: { from: 'Berlin', to: 'Lisbon', day: 'tomorrow' } } },
    { say: 'I cannot.', tool: null },
  );
  const agent = await openSession(options({ agent: travel(), model }));
  const view = await agent.say('Fly me');
  assert.deepEqual(said(view), ['I cannot.']);
  const complaints = view.blocks.filter(({ kind }) => kind === 'correction').map(({ complaint }) => complaint);
  assert.equal(complaints.length, 2);
  assert.match(complaints[1], /day/);
  await agent.close();
});

const interview = more => block('defineAgent({', ['defineAgent', 'z', 'questions', 'writing'], 'interview')({
  defineAgent: definition => defineAgent({ ...definition, ...more }), z,
  questions: (topic, lang) => `Ask about ${topic} in ${lang}.`,
  writing: memory => `Write with: ${memory.facts.join(', ')}`,
});

test('full control: stages, drafts, a card, an outcome', async () => {
  const model = script(
    { say: 'What did you build?', fact: null, enough: false },
    { say: 'Thanks.', fact: 'a login', enough: true },
    { text: 'I built things.' },
    { text: 'I built a login.' },
  );
  const agent = await openSession(options({ agent: interview(), input: { topic: 'work' }, model }));
  const first = await agent.say('Hello');
  assert.deepEqual([said(first), first.data, first.stage], [['What did you build?'], { facts: [] }, 'ask']);
  const view = await agent.say('A login');
  assert.deepEqual([view.card.title, view.card.preview, view.data], ['Use this text?', 'I built a login.', { facts: ['a login'] }]);
  assert.deepEqual(view.blocks.filter(({ kind }) => kind === 'correction').map(({ complaint }) => complaint), ['Use every fact of the list.']);
  assert.equal(agent.read({ text: true }), 'I built a login.');
  const done = await agent.answer(view.card.id, { accept: true });
  assert.deepEqual(done.output, { text: 'I built a login.' });
  assert.match(model.asked[0].messages[0].content, /Ask about work in en/);
  assert.equal(model.asked[3].messages[0].content, 'Write with: a login');
  assert.equal(model.asked[0].contract.name, 'interview');
  await agent.close();
});

test('a complaint undoes the draft; edits, refusals and queries', async () => {
  const model = script({ say: '', fact: 'x', enough: true }, ...Array(3).fill({ text: 'nothing' }));
  const agent = await openSession(options({ agent: interview(), input: { topic: 'work' }, model }));
  const view = await agent.say('Hello');
  assert.equal(view.error.code, 'llm_bad_output');
  assert.equal(view.input, 'Hello');
  assert.deepEqual([view.data, agent.read({ text: true })], [{ facts: [] }, null]);
  await agent.edit({ topic: 'school' });
  await assert.rejects(agent.edit({ topic: '' }), { name: 'Refusal', code: 'no_topic' });
  await assert.rejects(agent.edit({ other: 1 }), { name: 'Refusal', code: 'unknown_edit' });
  assert.throws(() => agent.read({}), { name: 'Refusal', code: 'unknown_query' });
  await agent.close();
});

test('refinements of the library become complaints with their path', async () => {
  const stages = more => ({ ask: { prompt: () => 'Ask.', decide: ({ reply, say, to }) => { say(JSON.stringify(reply)); return to.listen(); }, ...more } });
  const miniature = mini.object({ say: mini.string(), day: mini.string().check(mini.refine(day => day.startsWith('2026'), 'must be in 2026')) });
  const schemas = [
    { schema: miniature, json: mini.toJSONSchema(miniature) },
    z.object({ say: z.string(), day: z.string().refine(day => day.startsWith('2026'), 'must be in 2026') }),
    (schema => ({ schema, json: toJsonSchema(schema, { errorMode: 'ignore' }) }))(v.object({ say: v.string(), day: v.pipe(v.string(), v.check(day => day.startsWith('2026'), 'must be in 2026')) })),
  ];
  for (const reply of schemas) {
    const model = script({ say: 'a', day: '2025-01-01' }, { say: 'a', day: '2026-01-01' });
    const agent = await openSession(options({ agent: defineAgent({ name: 'days', stages: stages({ reply }) }), model }));
    const view = await agent.say('Hello');
    assert.deepEqual(said(view), ['{"say":"a","day":"2026-01-01"}']);
    assert.deepEqual(view.blocks.filter(({ kind }) => kind === 'correction').map(({ complaint }) => complaint), ['/day: must be in 2026']);
    await agent.close();
  }
});

test('the model reads nothing that a library adds to a schema and checks by itself', async () => {
  const book = tool({ description: 'Books', inputSchema: z.object({ day: z.iso.date(), guests: z.int().min(1) }), execute: args => args });
  const model = script({ say: 'When?', tool: null });
  const agent = await openSession(options({ agent: toolAgent({ name: 'plain', instructions: 'Book.', tools: { book } }), model }));
  await agent.say('A room');
  assert.match(model.asked[0].messages[0].content, /"day":\{"type":"string","format":"date"\},"guests":\{"type":"integer","minimum":1\}/);
  await agent.close();
});

test('what is impure is found in development, with the function and the place', async () => {
  let calls = 0;
  const decide = ({ memory, to }) => { memory.facts = [1, { at: calls += 1 }]; return to.listen(); };
  const agent = await openSession(options({
    agent: defineAgent({ name: 'impure', memory: () => ({ facts: [] }), stages: { ask: { prompt: () => 'Ask.', reply: { type: 'object', properties: {} }, decide } } }),
    model: script({}),
  }));
  const view = await agent.say('Hello');
  assert.deepEqual([view.error.code, view.input], ['agent_fault', 'Hello']);
  assert.match(view.error.text, /impure: stages\.ask\.decide, memory\.facts\[1\]\.at/);
  await agent.close();
});

test('a function that throws fails the turn, and names itself', async () => {
  const stage = { prompt: () => 'Ask.', reply: { type: 'object', properties: {} }, decide: () => { throw new TypeError('x is undefined'); } };
  const agent = await openSession(options({ agent: defineAgent({ name: 'broken', stages: { ask: stage } }), model: script({}) }));
  const view = await agent.say('Hello');
  assert.equal(view.error.code, 'agent_fault');
  assert.match(view.error.text, /stages\.ask\.decide: x is undefined/);
  await agent.close();
});

test('a memory of an older version is migrated; of a newer one refused, and kept', async () => {
  const store = memoryStore();
  const old = await openSession(options({ agent: interview(), store, input: { topic: 'work' }, model: script() }));
  await old.close();
  const newer = interview({ version: 2, migrate: { 1: memory => ({ ...memory, topic: memory.topic.toUpperCase() }) }, view: ({ memory }) => memory.topic });
  const agent = await openSession(options({ agent: newer, store, model: script({ say: 'Hi', fact: null, enough: false }) }));
  assert.equal(agent.view.data, 'WORK');
  await agent.say('Hello');
  await agent.close();
  await assert.rejects(openSession(options({ agent: interview(), store, model: script() })), { name: 'StepgateError', code: 'version' });
  const kept = await openSession(options({ agent: newer, store, model: script() }));
  assert.equal(kept.view.data, 'WORK');
  await kept.close();
});

test('a schema that says nothing of what fits is refused with an example', () => {
  for (const inputSchema of [{ title: 'string' }, { city: 'string', nights: 'number' }]) {
    const [name] = Object.keys(inputSchema);
    const message = `tool: inputSchema: must be JSON Schema that says what fits, such as { type: 'object', properties: { ${name}: { type: 'string' } } }; found only ${Object.keys(inputSchema).join(', ')}`;
    assert.throws(() => tool({ description: 'x', inputSchema, execute() {} }), { name: 'TypeError', message });
  }
  for (const inputSchema of [{}, { $ref: '#/$defs/a', $defs: { a: { type: 'object' } } }, { title: 'Booking', type: 'object' }]) tool({ description: 'x', inputSchema, execute() {} });
});

test('a misspelt keyword of a schema is refused with the one that was meant', () => {
  const euros = { euros: { type: 'number' } };
  const defined = inputSchema => tool({ description: 'x', inputSchema, execute() {} });
  for (const [schema, words] of [
    [{ type: 'object', propertys: euros }, '/propertys: must be left out; did you mean properties?'],
    [{ type: 'object', properties: euros, additionalproperties: false }, '/additionalproperties: must be left out; did you mean additionalProperties?'],
    [{ type: 'object', properties: { euros: { type: 'number', maximun: 5 } } }, '/properties/euros/maximun: must be left out; did you mean maximum?'],
    [{ type: 'object', properties: { 'a/b': { items: { anyOf: [{}, { min_length: 1 }] } } } }, '/properties/a~1b/items/anyOf/1/min_length: must be left out; did you mean minLength?'],
    [{ type: 'object', $defs: { a: { enums: [1] } } }, '/$defs/a/enums: must be left out; did you mean enum?'],
  ]) assert.throws(() => defined(schema), { name: 'TypeError', message: `tool: inputSchema${words}` });
  const stages = { a: { prompt: () => '', reply: { type: 'object', requird: ['say'] }, decide: ({ to }) => to.listen() } };
  assert.throws(() => defineAgent({ name: 'a', stages }), /stages\.a\.reply\/requird: must be left out; did you mean required\?/);
});

test('other words in a schema are the author\'s own, and so are names of members', () => {
  const own = { example: 1, 'x-order': 2, unit: 'EUR', note: 'n', comment: 'c', id: 'i', nullable: true, errorMessage: 'no', enumNames: ['a'], propertyOrdering: ['a'], deprecated: false };
  const names = { propertys: { type: 'string' }, maximun: true, requird: { const: { propertys: 1 } } };
  tool({ description: 'x', inputSchema: { type: 'object', ...own, properties: names, required: ['requird'], default: { propertys: 1 } }, execute() {} });
  tool({ description: 'x', inputSchema: z.object({ euros: z.number() }).meta({ exemple: 1 }), execute() {} });
});

test('the arguments of a tool are an object', () => {
  for (const inputSchema of [null, { type: 'string' }, { type: ['array', 'null'] }, z.string()]) assert.throws(() => tool({ description: 'x', inputSchema, execute() {} }), { name: 'TypeError', message: /^tool: inputSchema: must be / });
  for (const inputSchema of [undefined, {}, { type: 'object' }, { type: ['object', 'null'] }, { anyOf: [{ type: 'object' }] }]) tool({ description: 'x', inputSchema, execute() {} });
});

test('limits of toolAgent and texts of a tool are checked when they are given', () => {
  for (const [limits, words] of [
    [null, 'limits: must be an object'], [5, 'limits: must be an object'], [[], 'limits: must be an object'],
    [{ maxSteps: '3' }, 'limits.maxSteps: must be a whole number above 0'], [{ maxSteps: 0 }, 'limits.maxSteps: must be a whole number above 0'],
    [{ corrections: -1 }, 'limits.corrections: must be a whole number from 0'], [{ corrections: NaN }, 'limits.corrections: must be a whole number from 0'],
    [{ turns: 1 }, 'limits.turns: must be left out; there is corrections, maxSteps; did you mean maxSteps?'],
  ]) assert.throws(() => toolAgent({ name: 'n', instructions: 'x', limits }), { name: 'TypeError', message: `toolAgent("n"): ${words}` });
  toolAgent({ name: 'n', instructions: 'x', limits: { corrections: 0, maxSteps: 1 } });
  for (const description of [undefined, null, 5, [], {}, { zh: '付款' }, { en: 5, zh: '付款' }, { en: 'x', zh: null }]) {
    assert.throws(() => tool({ description, execute() {} }), { name: 'TypeError', message: /^tool: description(: must be a text, or texts by language, with en among them: \{ en, fr, … \}|\.(en|zh): must be a text)$/ });
  }
});

test('a tool without words of the session\'s language is described in English', async () => {
  for (const lang of ['en', 'zh']) {
    const model = script(JSON.stringify({ say: 'x' }));
    const agent = await openSession(options({ lang, model, agent: toolAgent({ name: 'n', instructions: 'x', tools: { pay: tool({ description: { en: 'Pays the bill' }, execute() {} }) } }) }));
    await agent.say('hi');
    assert.match(JSON.stringify(model.asked[0]), /Pays the bill/);
    await agent.close();
  }
});

test('a wrong definition is refused by its place', async () => {
  const stage = { prompt: () => '', reply: { type: 'object' }, decide: ({ to }) => to.listen() };
  for (const [wrong, words] of [
    [{ name: '', stages: { a: stage } }, /name: must be a text that is not empty/],
    [{ name: 'a', stages: {} }, /stages: must be at least one stage/],
    [{ name: 'a', stages: { a: { ...stage, decide: undefined } } }, /stages\.a\.decide: must be a function/],
    [{ name: 'a', stages: { a: { ...stage, reply: 'text' } } }, /stages\.a\.reply: must be JSON Schema/],
    [{ name: 'a', stages: { a: stage }, on: { click() {} } }, /on\.click: must be left out; there is said/],
    [{ name: 'a', stages: { a: stage }, tools: { b: { execute() {} } } }, /tools\.b: must be made by tool/],
    [{ name: 'a', stages: { a: stage }, stage: 1 }, /stage: must be left out/],
    [{ name: 'a', stages: { a: { ...stage, reply: v.object({}) } } }, /this schema of valibot gives none by itself/],
    [{ name: 'a', stages: { a: { ...stage, reply: mini.object({}) } } }, /this schema of zod gives none by itself/],
  ]) assert.throws(() => defineAgent(wrong), { name: 'TypeError', message: words });
  const agent = defineAgent({ name: 'a', stages: { a: { ...stage, reply: { type: 'txet' } } } });
  await assert.rejects(openSession(options({ agent, model: script() })), { name: 'StepgateError', place: '/definition/stages/0/reply/type' });
  assert.throws(() => tool({ description: 'x', inputSchema: {}, execute: 1 }), /tool: execute: must be a function/);
});

test('a wrong input is refused by its place', async () => {
  const agent = interview({ memory: (input, { refuse }) => (typeof input?.topic === 'string' ? { topic: input.topic } : refuse('/topic', 'must be a text')) });
  await assert.rejects(openSession(options({ agent, input: {}, model: script() })), { name: 'StepgateError', place: '/input/topic' });
});

test('two definitions of one name: the one that is opened counts', async () => {
  const named = words => defineAgent({ name: 'same', stages: { a: { prompt: () => words, reply: { type: 'object', properties: {} }, decide: ({ to }) => to.listen() } } });
  const [one, two] = [named('one'), named('two')];
  for (const [agent, words] of [[one, 'one'], [two, 'two'], [one, 'one']]) {
    const model = script({});
    const session = await openSession(options({ agent, model }));
    await session.say('Hello');
    assert.equal(model.asked[0].messages[0].content, words);
    await session.close();
  }
});

test('an instance of the engine that is replaced is told of the agent again', async () => {
  const agent = travel();
  const store = memoryStore();
  const first = await openSession(options({ agent, store, model: script({ say: 'Where to?' }) }));
  await first.say('Hello');
  await first.close();
  engine.core().renew();
  const again = await openSession(options({ agent, store, model: script({ say: 'Lisbon it is.' }) }));
  assert.deepEqual(said(await again.say('Lisbon')), ['Where to?', 'Lisbon it is.']);
  await again.close();
});

const text = { type: 'string' };
const shape = properties => ({ type: 'object', properties, required: Object.keys(properties), additionalProperties: false });
const looker = (more = {}, run = () => 'here') => toolAgent({
  name: 'looker', instructions: 'Look.',
  tools: { look: tool({ description: 'Looks', inputSchema: shape({ at: text }), execute: run, ...more }), write: tool({ description: 'Writes', inputSchema: shape({ to: text }), access: 'write', execute: () => ({}) }) },
});
const corrections = view => view.blocks.filter(({ kind }) => kind === 'correction').map(({ complaint }) => complaint);

test('calls in the form of a server, and the trace of how they were read', async () => {
  const native = { content: 'I look.', tool_calls: [{ name: 'Look', arguments: '{"at":"home"}' }] };
  const model = script(native, { name: 'look', parameters: { at: 'work' } }, { say: 'Done.' });
  const looked = [];
  const agent = await openSession(options({ agent: looker({}, ({ at }) => { looked.push(at); return at; }), model }));
  const view = await agent.say('Look');
  assert.deepEqual([looked, said(view)], [['home', 'work'], ['I look.', 'Done.']]);
  const coercions = view.blocks.flatMap(({ coercions: all = [] }) => all).filter(({ kind }) => kind === 'call');
  assert.deepEqual(coercions[0], { kind: 'call', path: '', from: native, to: { content: 'I look.', tool: { name: 'look', args: { at: 'home' } } } });
  await agent.close();
});

test('no form of a call writes without a card, and calls in doubt run nothing', async () => {
  const forms = [
    { tool_calls: [{ name: 'write', arguments: '{"to":"x"}' }] },
    { write: { to: 'x' } },
    { function: { name: 'Write', arguments: '{"to":"x"}' } },
    { say: '', tool: 'write', args: { to: 'x' } },
  ];
  for (const form of forms) {
    const agent = await openSession(options({ agent: looker(), model: script(form) }));
    const view = await agent.say('Write');
    assert.deepEqual([view.waiting, view.card.calls[0].name, view.card.calls[0].args], ['approval', 'write', { to: 'x' }], JSON.stringify(form));
    await agent.close();
  }
  const doubtful = [
    { tool_calls: [{ name: 'look', arguments: '{"at":"a"}' }, { name: 'write' }] },
    { say: '', tool: { name: 'look', tool: 'write', args: { to: 'x' } } },
    { say: null, tool: null },
    {},
  ];
  const agent = await openSession(options({ agent: looker(), model: script(...doubtful.slice(0, 2), { say: 'No.' }, ...doubtful.slice(2), { say: 'No.' }) }));
  assert.equal(corrections(await agent.say('Write')).length, 2);
  const view = await agent.say('Write');
  assert.equal(corrections(view).length, 4);
  assert.match(corrections(view)[3], /"say" is empty: put your words to the user there/);
  assert.ok(!view.blocks.some(({ kind }) => kind === 'tool'));
  await agent.close();
});

test('a write that failed is asked for again by an edit, under its key', async () => {
  const keys = [];
  const book = tool({
    description: 'Books', access: 'write', inputSchema: z.object({ flight: z.string() }),
    execute(_, { idempotencyKey: key }) {
      keys.push(key);
      if (keys.length < 2) throw new NotDone('the airline is closed');
      return { booked: true };
    },
  });
  const call = { say: '', tool: { name: 'book', args: { flight: 'TP1' } } };
  const model = script(call, { say: 'It did not work.', tool: null }, { say: 'Booked.', tool: null });
  const agent = await openSession(options({ agent: toolAgent({ name: 'travel', instructions: 'Book.', tools: { book } }), model }));
  const retry = () => agent.edit({ retry: true });
  await assert.rejects(retry(), { name: 'Refusal', code: 'nothing_to_retry' });
  await agent.say('Lisbon');
  await assert.rejects(retry(), { code: 'nothing_to_retry' }, 'its card is open');
  const failed = await agent.answer(agent.view.card.id, { accept: true });
  assert.deepEqual([failed.data.can.retry, keys.length, said(failed)], [true, 1, ['It did not work.']]);
  const { card, data } = await retry();
  assert.deepEqual([card.kind, card.calls[0].args, data.can.retry, keys.length], ['approval', { flight: 'TP1' }, false, 1]);
  await agent.answer(card.id, { accept: true });
  assert.deepEqual([said(agent.view).at(-1), keys.length, new Set(keys).size], ['Booked.', 2, 1]);
  await assert.rejects(retry(), { code: 'nothing_to_retry' });
  await agent.close();
});

test('a failed write is not offered again once the user has spoken, nor a failed read', async () => {
  const fails = () => { throw new NotDone('down'); };
  const tools = { look: tool({ description: 'Looks', execute: fails }), book: tool({ description: 'Books', access: 'write', execute: fails }) };
  const model = script({ say: '', tool: { name: 'book', args: {} } }, { say: 'No.' }, { say: '', tool: { name: 'look', args: {} } }, { say: 'No.' });
  const agent = await openSession(options({ agent: toolAgent({ name: 'travel', instructions: 'Book.', tools }), model }));
  const { card } = await agent.say('Book');
  assert.equal((await agent.answer(card.id, { accept: true })).data.can.retry, true);
  assert.equal((await agent.say('Look')).data.can.retry, false);
  await agent.close();
});

test('a session in a stage that was removed is refused with its name, and stays as it was saved', async () => {
  const stage = then => ({ prompt: () => 'Ask.', reply: { type: 'object', properties: {} }, decide: ({ to }) => to.listen(then) });
  const [before, after] = [{ ask: stage('check'), check: stage('check') }, { ask: stage('ask') }].map(stages => defineAgent({ name: 'shrunk', stages }));
  const store = memoryStore();
  const agent = await openSession(options({ agent: before, model: script({}), store, id: 'old' }));
  await agent.say('Hello');
  await agent.close();
  const saved = await store.load('old');
  const error = await openSession(options({ agent: after, model: script(), store, id: 'old' })).catch(refused => refused);
  assert.deepEqual([error.name, error.code, error.place], ['StoreError', 'damaged', '/head/stage']);
  assert.match(error.message, /stage that its agent no longer has.*must be one of the stages ask, not "check"/);
  assert.match(error.text.en, /what is saved stays as it is/);
  assert.match(error.text.zh, /已经没有的阶段.*保持原样/);
  assert.deepEqual(await store.load('old'), saved);
  const again = await openSession(options({ agent: before, model: script(), store, id: 'old' }));
  assert.equal(again.view.stage, 'check');
  await again.close();
});

test('a stage of one\u2019s own reads calls in every form, if it says where they are', async () => {
  const call = { type: 'object', properties: { name: { enum: ['look'] }, args: { type: 'object' } }, required: ['name', 'args'] };
  const ask = { prompt: () => 'Ask.', reply: { type: 'object', properties: { next: call }, required: ['next'] }, calls: 'next', decide: ({ reply, say, to }) => { say(JSON.stringify(reply.next)); return to.listen(); } };
  const agent = await openSession(options({ agent: defineAgent({ name: 'own', stages: { ask } }), model: script({ function: 'look', input: { at: 1 } }) }));
  assert.deepEqual(said(await agent.say('Look')), ['{"name":"look","args":{"at":1}}']);
  await agent.close();
  const nowhere = defineAgent({ name: 'own', stages: { ask: { ...ask, calls: 'other' } } });
  await assert.rejects(openSession(options({ agent: nowhere, model: script() })), /stages\/0\/reply\/x-calls.*must name a property/);
});

test('a result over the limit is cut for the model and whole for the page', async () => {
  for (const [more, limit] of [[{}, 8_000], [{ limit: 20 }, 20]]) {
    const model = script({ say: '', tool: { name: 'look', args: { at: 'a' } } }, { say: 'Done.' });
    const agent = await openSession(options({ agent: looker(more, () => 'x'.repeat(9_000)), model }));
    const view = await agent.say('Look');
    const [told] = resultsIn(model.asked[1].messages.at(-1));
    assert.deepEqual([told.result.length, told.cut], [limit, `the first ${limit} of 9000 characters; ask for less to see the rest`]);
    assert.equal(view.blocks.find(({ kind }) => kind === 'tool').result.ok.length, 9_000);
    await agent.close();
  }
  assert.throws(() => looker({ limit: 0 }), /tool: limit/);
});

test('a long conversation is shortened by a rule: first words, a line, and the last messages', async () => {
  const looks = Array.from({ length: 12 }, (_, at) => ({ say: '', tool: { name: 'look', args: { at: `page ${at}` } } }));
  const model = script(...looks, { say: 'Done.' });
  const agent = await openSession(options({ agent: looker({}, ({ at }) => `${at}\n${'word '.repeat(800)}`), model }));
  await agent.say('Find the way to Lisbon.');
  const { messages } = model.asked.at(-1);
  const results = messages.flatMap(resultsIn);
  assert.equal(results.length, 12, 'they shrink before anything is left out');
  assert.deepEqual(results.map(({ cut }) => Boolean(cut)), Array.from({ length: 12 }, (_, at) => at < 8));
  assert.equal(results[0].result, 'page 0');
  await agent.close();

  const small = toolAgent({ name: 'small', instructions: 'Look.', windowCharacters: 300, tools: { look: tool({ description: 'Looks', inputSchema: shape({ at: text }), execute: () => 'here' }) } });
  const again = script(...looks, { say: 'Done.' });
  const other = await openSession(options({ agent: small, lang: 'zh', model: again }));
  await other.say('Find the way to Lisbon.');
  assert.match(again.asked.at(-1).messages[1].content, /^Find the way to Lisbon\.\n\n（此处省略了之前的 \d+ 条消息。）$/);
  await other.close();
});

test('functions see how often the model was asked, and the transcript if they read it', async () => {
  const seen = [];
  const stages = {
    ask: {
      prompt: ({ steps }) => `Round ${steps}.`, reply: shape({ say: text }),
      decide({ reply, say, to, steps, transcript, memory }) {
        memory.count = transcript.length;
        say(`${reply.say} ${steps} ${transcript.map(({ kind }) => kind)}`);
        return reply.say === 'more' ? to.think() : to.listen();
      },
    },
  };
  const agent = await openSession(options({
    agent: defineAgent({
      name: 'own', memory: () => ({ count: 0 }), stages,
      on: { said: state => { seen.push(Object.keys(state)); return undefined; } },
      view: ({ memory }) => memory.count, read: ({ transcript, query }) => transcript.filter(({ kind }) => kind === query.kind).length,
    }),
    model: script({ say: 'more' }, { say: 'end' }, { say: 'end' }),
  }));
  const view = await agent.say('Hello');
  assert.deepEqual([said(view), view.data], [['more 1 user', 'end 2 user,assistant'], 2]);
  assert.equal(agent.read({ kind: 'assistant' }), 2);
  assert.deepEqual(said(await agent.say('Again')).at(-1), 'end 1 user,assistant,assistant,user');
  assert.ok(!seen.flat().includes('transcript'), 'it does not cross to a function that does not read it');
  await agent.close();

  const frozen = defineAgent({ name: 'own', stages: { ask: { ...stages.ask, decide: ({ transcript, to }) => { transcript.length = 0; return to.listen(); } } } });
  const other = await openSession(options({ agent: frozen, model: script({ say: 'x' }) }));
  assert.equal((await other.say('Hello')).error.code, 'agent_fault');
  await other.close();
});
