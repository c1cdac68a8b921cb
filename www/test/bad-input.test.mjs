// Mistakes of a page or an agent are refused at their place, with what is allowed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineAgent, memoryStore, openAiCompatible, openSession, tool, toolAgent } from 'stepgate';
import { content } from 'stepgate/content';
import { guide } from 'stepgate/guide';
import { schedule } from 'stepgate/schedule';
import { stepper } from 'stepgate/stepper';
import { scripted, story } from 'stepgate/test';
import { serve } from 'stepgate/worker';
import { PAGE_TOOLS } from '../src/load/page-tools.js';

const open = (agent, more) => openSession({ agent, id: 'a', lang: 'en', model: scripted(), store: memoryStore(), lock: false, autoOpen: false, ...more });
const look = tool({ description: 'Looks', execute: () => 1 });
const desk = toolAgent({ name: 'desk', instructions: 'Help.', tools: { look } });

// ---- tools that an agent does not take ----

test('a tool that an agent never calls is refused by its name, with the names that it takes', async () => {
  const refused = (agent, more, message) => assert.rejects(open(agent, more), { name: 'SessionError', code: 'bad_option', message });
  const lookup = { tools: { lookup: () => 1 } };
  await refused(guide, { input: { resume: {} }, ...lookup }, /tools\.lookup: must be left out; guide takes no tools of the page/);
  await refused(content, { input: {}, tools: { web_serach: () => 1 } }, /tools\.web_serach: must be left out; content takes web_search, read_page; did you mean web_search\?/);
  await refused(schedule, { input: {}, ...lookup }, /schedule takes load_schedule, persist_changes, upsert_task_class, find_placement, web_search, read_page/);
  await refused(stepper, { input: {}, ...lookup }, /stepper takes read_file, write_file, list_files, and those that input\.tools names/);
  await refused(desk, { tools: { loook: () => 1 } }, /tools\.loook: must be left out; desk takes look; did you mean look\?/);
  await refused('guide', lookup, /agent: must be an agent, such as `guide` of stepgate\/guide/);
  await assert.rejects(story(desk, { tools: { loook: () => 1 } }), /desk takes look/);
});

test('the tools that an agent takes are taken', async () => {
  for (const [agent, names] of [[content, PAGE_TOOLS.content], [schedule, PAGE_TOOLS.schedule], [desk, ['look']]]) {
    const session = await open(agent, { input: agent === desk ? undefined : {}, tools: Object.fromEntries(names.map(name => [name, () => 1])) });
    await session.close();
  }
  const own = { name: 'mine', about: 'Does', args: { type: 'object' } };
  const session = await open(stepper, { input: { tools: [own] }, tools: Object.fromEntries([...PAGE_TOOLS.stepper, 'mine'].map(name => [name, () => 1])) });
  await session.close();
});

test('a worker gives each agent the tools that it takes, and refuses one that no agent takes', () => {
  const port = { addEventListener() {}, postMessage() {} };
  serve({ guide, desk }, { model: scripted(), tools: { look: () => 1 } }, port);
  assert.throws(() => serve({ guide, desk }, { model: scripted(), tools: { loook: () => 1 } }, port), { name: 'TypeError', message: /tools\.loook: must be left out; there is look; did you mean look\?/ });
});

// ---- the input ----

test('an input that JSON would change is refused at its place', async () => {
  const agent = toolAgent({ name: 'inputs', instructions: 'Help.' });
  const cases = [[{ at: new Date(0) }, '/at', 'an object of Date'], [{ by: { id: new Map([[1, 2]]) } }, '/by/id', 'an object of Map'], [{ list: [1, NaN] }, '/list/1', 'NaN'], [{ all: new Set() }, '/all', 'an object of Set']];
  for (const [input, place, why] of cases) {
    await assert.rejects(open(agent, { input }), { name: 'StepgateError', code: 'malformed', place: `/start/open/input${place}`, message: `/start/open/input${place}: must be JSON, not ${why}` });
  }
  const session = await open(agent, { input: { left: undefined, deep: [{ text: 'é', none: null }], bare: Object.create(null) } });
  await session.close();
});

// ---- an agent's own functions ----

const stage = { prompt: () => 'Ask.', reply: { type: 'object', properties: { say: { type: 'string' } }, required: ['say'] }, decide: ({ to }) => to.listen() };

test('`live` takes JSON pointers', () => {
  assert.throws(() => defineAgent({ name: 'live', stages: { ask: { ...stage, live: { say: 'say' } } } }), { name: 'TypeError', message: /stages\.ask\.live\.say: must be a place in the reply as a JSON pointer, such as '\/say'/ });
  defineAgent({ name: 'live', stages: { ask: { ...stage, live: { say: '/say', draft: '' } } } });
});

/** Plays one reply, and gives what was said about it, and what the console got. */
async function played(t, decide, tools) {
  const log = t.mock.method(console, 'error', () => {});
  const s = await story(defineAgent({ name: 'faulty', ...(tools && { tools }), stages: { ask: { ...stage, decide } } }));
  await s.say('Hello');
  await s.reply({ say: 'Hi' }).catch(() => {});
  const { error } = s.view;
  await s.close();
  return { error: JSON.stringify(error ?? s.view), logged: log.mock.calls.map(({ arguments: [line, thrown] }) => [line, thrown]) };
}

test('a step that waits for nothing is refused after a reply', async t => {
  assert.match((await played(t, ({ to }) => to.stay())).error, /to\.stay\(\) goes on waiting, and nothing is waited for after a reply/);
});

test('a tool that is not there: what there is, in a sentence', async t => {
  assert.match((await played(t, ({ to }) => to.run({ name: 'zz' }))).error, /to\.run: there is no tool \\"zz\\"; the agent has no tools/);
  assert.match((await played(t, ({ to }) => to.run({ name: 'loook' }), { look })).error, /there is no tool \\"loook\\"; there is look; did you mean look\?/);
});

test('what a function of an agent throws is on the console once, with its stack', async t => {
  const { logged } = await played(t, ({ reply }) => reply.missing.length);
  assert.equal(logged.length, 1);
  const [[line, thrown]] = logged;
  assert.match(line, /^faulty: stages?.ask.decide threw: Cannot read|^faulty: decide\.ask threw: Cannot read/);
  assert.ok(thrown instanceof TypeError && /bad-input\.test/.test(thrown.stack));
});

test('the words of a failed model end as a sentence', async () => {
  const said = async (lang, words) => {
    const session = await open(desk, { lang, model: () => Promise.reject(new Error(words)) });
    const { error } = await session.say(lang === 'zh' ? '你好' : 'Hello');
    await session.close();
    return error.text;
  };
  assert.match(await said('en', 'boom'), /boom\. Nothing was changed/);
  assert.match(await said('en', 'Really?'), /Really\? Nothing/);
  assert.match(await said('zh', '坏了'), /坏了。/);
});

// ---- a session's functions ----

test('an answer without the card\'s id says where the id is', async () => {
  const session = await open(desk);
  for (const id of [undefined, null, 'a', 1.5]) await assert.rejects(session.answer(id, { accept: true }), { name: 'TypeError', message: 'answer(id, answer): id: must be the number of the card: `view.card.id`' });
  await session.close();
});

test('an address that ends in /chat/completions is refused with what it must be', () => {
  for (const end of ['', '/', '?key=1']) assert.throws(() => openAiCompatible({ baseUrl: `https://a.example/v1/chat/completions${end}`, model: 'm' }), { name: 'TypeError', message: /baseUrl.*up to and without \/chat\/completions/ });
  openAiCompatible({ baseUrl: 'https://a.example/v1/', model: 'm' });
});

// ---- moves and steps ----

test('a move or a step without what it needs says what that is', async () => {
  const session = await open(desk, {});
  for (const answer of [undefined, true, null]) await assert.rejects(session.answer(1, answer), { name: 'TypeError', message: 'answer(id, answer): answer: must be an object, such as { accept: true } or { accept: false, reason }' });
  await session.close();
  const asks = confirm => defineAgent({ name: 'asks', stages: { one: { prompt: () => 'Ask.', reply: { type: 'object', properties: {} }, decide: ({ to }) => confirm(to) } } });
  const fault = async confirm => {
    const s = await story(asks(confirm));
    await s.say('Hello');
    await s.reply({});
    await s.close();
    return s.view.error?.text;
  };
  assert.equal(await fault(to => to.confirm('Really?')), 'stages.one.decide: to.confirm(card, { yes, no }): card: must be an object: { title, text, preview, … }');
  assert.equal(await fault(to => to.confirm({ title: 'Really?' })), 'stages.one.decide: to.confirm(card, { yes, no }): must be given { yes, no }: the step for each answer');
});

test('a preview that throws is named', async () => {
  const s = await story(toolAgent({ name: 'shows', instructions: 'Help.', tools: { pay: tool({ description: 'Pays', access: 'write', preview: () => { throw new Error('no price'); }, execute: () => 1 }) } }));
  await s.say('Pay');
  await s.reply({ say: '', tool: { name: 'pay', args: {} } });
  assert.equal(s.view.error?.text, 'tools.pay.check: preview: no price');
  await s.close();
});
