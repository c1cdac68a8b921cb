// No object that a caller gives is taken with a member that it does not have: a misspelt `access` would run a write without a card.
import 'fake-indexeddb/auto';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineAgent, firstOf, memoryStore, openSession, openAiCompatible, tool, toolAgent, toolStage, withLimits, withParts } from 'stepgate';
import { arrange, arrangeTools, bound, relax } from 'stepgate/arrange';
import { calendarStore, calendarTools, checkEdit, checkSetting, memoryCalendar } from 'stepgate/calendar';
import { openAiChunks, split } from 'stepgate/chunks';
import { perform, toolsOf } from 'stepgate/host';
import { fromIcs, toIcs } from 'stepgate/ics';
import { fromLanguageModel } from 'stepgate/ai-sdk';
import { inPage } from 'stepgate/in-page';
import { inspect } from 'stepgate/inspect';
import { toOtlp } from 'stepgate/telemetry';
import { StepgateAgent } from 'stepgate/ag-ui';
import { connectMcp, mcpTools } from 'stepgate/mcp';
import { registerTools } from 'stepgate/webmcp';
import { compileSchema, init, readReply, repairJson } from 'stepgate/json';
import { openRemoteSession, remoteStore } from 'stepgate/remote';
import { researchTools } from 'stepgate/research';
import { resumeText } from 'stepgate/resume-text';
import { explore, story } from 'stepgate/test';
import { openSession as openInWorker, serve } from 'stepgate/worker';
import { memoryWorkspace, openWorkspace, workspaceTools } from 'stepgate/workspace';
import { useSession } from 'stepgate/react';
import * as react from 'react';
import { renderToString } from 'react-dom/server';
import { membersOf, parameters } from './option-types.js';

await init();

const model = async () => ({ text: '{"say":"x"}' });
const shape = { type: 'object', properties: {} };
const stage = { prompt: () => '', reply: shape, decide: ({ to }) => to.listen() };
const instructed = { name: 'own', instructions: 'x' };
/** An agent with a tool, in whose place a page may give its own. */
const paying = () => toolAgent({ ...instructed, tools: { pay: tool({ description: 'Pays', execute() {} }) } });
const sessionOf = (more = {}) => ({ agent: toolAgent(instructed), id: 'a', model, lang: 'en', store: memoryStore(), lock: false, ...more });
const clock = [{ start: '08:00', end: '08:45' }, { start: '09:00', end: '09:45' }];
const term = { termStart: '2026-09-07', clock };
const calendar = { events: [], event_sections: [], task_classes: [], task_items: [] };
const ics = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n';
const time = { day_of_week: 1, section_from: 1, section_to: 1, weeks: [1] };
const place = { week: 1, day_of_week: 1, section_from: 1 };
const draft = { days: 1, periods: 2, first_weekday: 1, day_cap: 2, now: { day: 0, start: 0 }, classes: [], items: [], move_base: 0 };

/** Error of a turn whose stage decides or asks so. */
async function inTurn(more) {
  const agent = await openSession(sessionOf({ agent: defineAgent({ name: 'own', tools: { look: tool({ description: 'x', execute() {} }) }, stages: { ask: { ...stage, ...more } } }) }));
  try {
    const { error } = await agent.say('Hello');
    assert.equal(error?.code, 'agent_fault');
    throw new Error(error.text);
  } finally {
    await agent.close();
  }
}
const decides = decide => inTurn({ decide });

async function inSession(work) {
  const agent = await openSession(sessionOf());
  try {
    return await work(agent);
  } finally {
    await agent.close();
  }
}
/** Carries out a read on another host. @param {object} added */
const performs = async added => {
  const agent = paying();
  await agent.load();
  const effect = { type: 'call_tool', call: 1, tools: [{ name: 'pay', args: {}, key: 'k', access: 'read' }] };
  return perform(effect, { agent, model, tools: toolsOf(agent), ...added }, AbortSignal.timeout(1000));
};
const edits = (name, more) => added => checkEdit(calendar, { [name]: { ...more, ...added } }, term);

/** What takes each of those objects: a call with a member more than there is. @type {Record<string, (added: object) => unknown>} */
const TAKES = {
  '/ openSession(options)': added => openSession({ ...sessionOf(), ...added }),
  '/ openAiCompatible(options)': added => openAiCompatible({ baseUrl: 'http://a.example/v1', model: 'm', ...added }),
  '/ defineAgent(definition)': added => defineAgent({ name: 'own', stages: { ask: stage }, ...added }),
  '/ tool(definition)': added => tool({ description: 'x', execute() {}, ...added }),
  '/ toolAgent(definition)': added => toolAgent({ ...instructed, ...added }),
  '/ toolStage(definition)': added => toolStage({ instructions: 'Talk.', ...added }),
  '/ Session.say(options)': added => inSession(agent => agent.say('Hello', undefined, { ...added })),
  '/ Session.answer(answer)': added => inSession(agent => agent.answer(1, { accept: true, ...added })),
  '/ Session.rewind(to)': added => inSession(agent => agent.rewind({ branch: 1, ...added })),
  '/ Session.again(options)': added => inSession(agent => agent.again({ ...added })),
  '/ Store.fork(to)': added => memoryStore().fork('a', { before: 1, ...added }, 'b'),
  '/ To.run(calls)': added => decides(({ to }) => to.run({ name: 'look', ...added })),
  '/ To.confirm(card)': added => decides(({ to }) => to.confirm({ title: 'x', ...added }, { yes: to.listen(), no: to.listen() })),
  '/ To.confirm(answers)': added => decides(({ to }) => to.confirm({ title: 'x' }, { yes: to.listen(), no: to.listen(), ...added })),
  '/ To.choose(options)': added => decides(({ to }) => to.choose([{ id: 'a', label: 'A' }], { by: 'user', title: 'x', ...added })),
  '/chunks openAiChunks(options)': added => openAiChunks({ ...added }),
  '/chunks split(options)': added => split('text', { ...added }),
  '/calendar calendarStore(options)': added => calendarStore('closed', { ...added }),
  '/calendar calendarTools(options)': added => calendarTools(memoryCalendar(), { ...term, ...added }),
  '/calendar checkSetting(setting)': added => checkSetting({ ...term, ...added }),
  '/calendar checkEdit(edit)': added => checkEdit(calendar, { ...added }, term),
  '/calendar checkEdit(setting)': added => checkEdit(calendar, { save_event: { name: 'x', times: [time] } }, { ...term, ...added }),
  '/calendar CalendarStore.upsertTaskClass(input)': added => memoryCalendar().upsertTaskClass('k', { task_class: { name: 'x' }, ...added }),
  '/calendar CalendarStore.edit(edit)': added => memoryCalendar().edit({ ...added }, term),
  '/calendar CalendarStore.edit(setting)': added => memoryCalendar().edit({ save_event: { name: 'x', times: [time] } }, { ...term, ...added }),
  '/ics toIcs(options)': added => toIcs(calendar, { ...term, ...added }),
  '/ics fromIcs(options)': added => fromIcs(ics, { ...term, ...added }),
  '/workspace openWorkspace(options)': added => openWorkspace('closed', { ...added }),
  '/workspace memoryWorkspace(options)': added => memoryWorkspace({}, { ...added }),
  '/workspace workspaceTools(options)': added => workspaceTools(memoryWorkspace(), { ...added }),
  '/workspace Workspace.write(options)': added => memoryWorkspace().write('a', 'b', { ...added }),
  '/workspace Workspace.importFiles(options)': added => memoryWorkspace().importFiles([], { ...added }),
  '/workspace Workspace.importZip(options)': async added => memoryWorkspace().importZip(await memoryWorkspace({ a: 'b' }).exportZip(), { ...added }),
  '/remote remoteStore(options)': added => remoteStore('http://a.example/v1', { ...added }),
  '/remote openRemoteSession(options)': added => openRemoteSession({ base: 'http://a.example', agent: 'desk', id: 'a', ...added }),
  '/host perform(carrying)': added => performs({ ...added }),
  '/research researchTools(options)': added => researchTools({ ...added }),
  '/resume-text resumeText(options)': added => resumeText(new Blob(['text']), { ...added }),
  '/ withParts(options)': added => withParts(1, [], { ...added }),
  '/ firstOf(options)': added => firstOf([model], { ...added }),
  '/ withLimits(limits)': added => withLimits(model, { rps: 1, ...added }),
  '/ai-sdk fromLanguageModel(options)': added => fromLanguageModel({ specificationVersion: 'v4', doStream() {} }, { ...added }),
  '/ag-ui StepgateAgent(options)': added => new StepgateAgent({ ...added }),
  '/mcp connectMcp(options)': added => connectMcp('http://a.example/', { ...added }),
  '/mcp mcpTools(options)': added => mcpTools({ listTools: async () => ({ tools: [] }), callTool() {} }, { ...added }),
  '/webmcp registerTools(options)': added => registerTools({ pay: tool({ description: 'Pays', execute() {} }) }, { ...added }),
  '/in-page inPage(options)': added => inPage(() => ({}), { ...added }),
  '/arrange arrange(draft)': added => arrange({ ...draft, ...added }, { iterations: 1 }),
  '/arrange arrange(options)': added => arrange(draft, { iterations: 1, ...added }),
  '/arrange arrangeTools(options)': added => arrangeTools({ ...added }),
  '/arrange relax(draft)': added => relax({ ...draft, ...added }, [], [], { iterations: 1 }),
  '/arrange relax(options)': added => relax(draft, [], [], { iterations: 1, ...added }),
  '/arrange bound(draft)': added => bound({ ...draft, ...added }),
  '/arrange bound(options)': added => bound(draft, { ...added }),
  '/react useSession(extra)': added => renderToString(react.createElement(() => { useSession(undefined, { ...added }); return null; })),
  '/worker openSession(options)': added => openInWorker({ worker: { postMessage() {}, addEventListener() {}, removeEventListener() {} }, agent: 'x', id: 'a', timeoutMs: 1, ...added }),
  '/worker serve(options)': added => serve({ own: toolAgent(instructed) }, { model, ...added }, { addEventListener() {}, postMessage() {} }),
  '/test story(options)': added => story(toolAgent(instructed), { ...added }),
  '/test explore(options)': added => explore(toolAgent(instructed), { events: 1, allow: ['never'], ...added }),
  '/test Story.answer(answer)': added => inSession(agent => agent.answer(1, { accept: true, ...added })),
  '/inspect inspect(options)': added => inspect('{}', { ...added }),
  '/telemetry toOtlp(options)': added => toOtlp({ stepgate: 1, trace: [], snapshot: { entries: [] } }, { ...added }),
  '/json repairJson(options)': added => repairJson('{}', { ...added }),
  '/json compileSchema(options)': added => compileSchema({}, { ...added }),
  '/json readReply(options)': added => readReply('{}', {}, { ...added }),
};

/** Objects that pass through, that Stepgate makes, or that have members of others: agents, stores, states, records and what a function is called with. */
const PASS = [
  /\((?:state|context|session|request|piece|view|event|store|step|agent|workspace|engine|model|client|part|effect|languageModel|calendar|times|file|schema|source)\)$/,
  /say\(extra\)$|edit\(change\)$/, // read by the agent
  /inLang\(values\)$/, // by tags of languages
  /useSession\(options\)$|answerTo\(answer\)$|(?:Worker|Remote)Session\.|Story\.crash|json\/full|CalendarStore\.change/, // handed on to one of those above
];

/** Parts of those objects, with their members. @type {[name: string, members: string[], takes: (added: object) => unknown][]} */
const PARTS = [
  ['a stage', membersOf('.', 'Stage'), added => defineAgent({ name: 'own', stages: { ask: { ...stage, ...added } } })],
  ['live', membersOf('.', 'Stage', 'live'), added => defineAgent({ name: 'own', stages: { ask: { ...stage, live: added } } })],
  ['on', membersOf('.', 'On'), added => defineAgent({ name: 'own', stages: { ask: stage }, on: added })],
  ['limits', ['corrections', 'maxSteps'], added => toolAgent({ ...instructed, limits: added })],
  ['a schema of a library', ['schema', 'json'], added => tool({ description: 'x', execute() {}, inputSchema: { schema: { '~standard': { version: 1, vendor: 'x', validate: value => ({ value }) } }, json: shape, ...added } })],
  ['a prompt', membersOf('.', 'OwnPrompt'), added => inTurn({ prompt: () => ({ system: '', ...added }) })],
  ['limits of a prompt', ['corrections', 'maxSteps'], added => inTurn({ prompt: () => ({ system: '', limits: added }) })],
  ['a tool of the host', membersOf('.', 'Tool'), added => openSession(sessionOf({ agent: paying(), tools: { pay: { execute() {}, ...added } } }))],
  ['limits of a session', membersOf('.', 'Limits'), added => openSession(sessionOf({ limits: added }))],
  ['a price', ['input', 'output', 'cached', 'date'], added => openSession(sessionOf({ prices: { m: { input: 1, output: 1, ...added } } }))],
  ['a search endpoint', membersOf('./research', 'SearchEndpoint'), added => researchTools({ search: { url: 'https://a.example/', ...added } })],
  ['a reader endpoint', membersOf('./research', 'ReaderEndpoint'), added => researchTools({ reader: { url: 'https://a.example/', ...added } })],
  ['save_event', ['id', 'name', 'location', 'can_be_embedded', 'locked', 'times'], edits('save_event', { name: 'x', times: [time] })],
  ['a time', Object.keys(time), added => checkEdit(calendar, { save_event: { name: 'x', times: [{ ...time, ...added }] } }, term)],
  ['save_class', membersOf('./calendar', 'TaskClass'), edits('save_class', { name: 'x' })],
  ['place', membersOf('./calendar', 'PlaceOfTask'), added => checkEdit({ ...calendar, task_classes: [{ id: 1 }] }, { save_item: { content: 'x', class_id: 1, place: { ...place, ...added } } }, term)],
  ['lock', ['event', 'item', 'locked'], edits('lock', { locked: true })],
];

/** How people misspell a name: a letter left out, doubled, swapped with the next, or another way to join words. @param {string} name */
function misspelt(name) {
  const middle = Math.max(1, Math.floor(name.length / 2));
  const [a, b] = [name.slice(0, middle), name.slice(middle)];
  return [...new Set([
    a + b.slice(1), `${a}${b[0] ?? 's'}${b}`, a.slice(0, -1) + (b[0] ?? '') + a.at(-1) + b.slice(1),
    name.includes('_') ? name.replaceAll(/_(.)/g, (_, letter) => letter.toUpperCase()) : name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
  ])].filter(wrong => wrong !== name && wrong !== '');
}

async function errorOf(work) {
  try {
    await work();
  } catch (error) {
    return error;
  }
  return undefined;
}

test('every object of the types is known here', () => {
  const unknown = [...parameters().keys()].filter(name => !TAKES[name] && !PASS.some(pattern => pattern.test(name)));
  assert.deepEqual(unknown, []);
});

test('a misspelt member is refused, with its name and the one that was meant', async () => {
  const all = [...[...parameters()].filter(([name]) => TAKES[name]).map(([name, members]) => [name, members, TAKES[name]]), ...PARTS];
  let [refused, guessed] = [0, 0];
  const accepted = [];
  for (const [name, members, takes] of all) {
    assert.ok(members.length > 0, name);
    for (const member of members) {
      for (const wrong of misspelt(member).filter(word => !members.includes(word))) {
        const error = await errorOf(() => takes({ [wrong]: true }));
        if (!error) accepted.push(`${name}: ${wrong}`);
        else if (!`${error.message} ${error.place ?? ''}`.includes(wrong)) accepted.push(`${name}: ${wrong}: ${error}`);
        else refused += 1;
        if (error?.message.includes(`did you mean ${member}?`)) guessed += 1;
      }
    }
  }
  assert.deepEqual(accepted, []);
  assert.ok(refused >= 150, `${refused}`);
  assert.ok(guessed >= 0.75 * refused, `${guessed} of ${refused} were guessed`);
});

test('words of other libraries are told in ours', () => {
  const say = added => assert.throws.bind(undefined, () => tool({ description: 'Pays', execute() {}, ...added }));
  for (const [wrong, right] of [['needsApproval', 'access'], ['acess', 'access'], ['run', 'execute'], ['parameters', 'inputSchema'], ['args', 'inputSchema'], ['about', 'description'], ['readOnlyHint', 'access']]) {
    say({ [wrong]: true })({ name: 'TypeError', message: new RegExp(`tool: ${wrong}: must be left out; .*did you mean ${right}\\?`) });
  }
});

test('the members of a tool that the page gives are of their kinds', async () => {
  const lost = () => { throw new TypeError('Failed to fetch'); };
  for (const [more, place, allowed] of [
    [{ idempotent: 'false' }, 'idempotent', 'true or false'], [{ idempotent: 0 }, 'idempotent', 'true or false'], [{ idempotent: null }, 'idempotent', 'true or false'],
    [{ status: 1 }, 'status', 'a function'], [{ beforeCard: 'x' }, 'beforeCard', 'a function'],
  ]) {
    const given = openSession(sessionOf({ agent: paying(), tools: { pay: { execute: lost, ...more } } }));
    await assert.rejects(given, error => error.code === 'bad_option' && error.detail === `tools.pay.${place}: must be ${allowed}`, JSON.stringify(more));
  }
  for (const tools of [null, 5, 'pay']) await assert.rejects(openSession(sessionOf({ tools })), { code: 'bad_option', detail: 'tools: must be an object of tools by name' });
});

test('a function in the place of a tool that an agent defines leaves what the agent says about it', async () => {
  const asked = [];
  const own = { description: 'Pays', access: 'write', execute: () => 'own', status: () => { asked.push('status'); return { done: true, result: 'paid' }; }, beforeCard: () => { asked.push('beforeCard'); } };
  const agent = toolAgent({ ...instructed, name: 'kept', tools: { pay: tool(own) } });
  const lines = [{ say: '', tool: { name: 'pay', args: {} } }, { say: 'end' }];
  const session = await openSession(sessionOf({ agent, id: 'kept', tools: { pay() { throw new Error('lost'); } }, model: async () => ({ text: JSON.stringify(lines.shift()) }) }));
  const { card } = await session.say('go');
  const { blocks } = await session.answer(card.id, { accept: true });
  assert.deepEqual([blocks.find(({ kind }) => kind === 'tool').result, asked], [{ ok: 'paid' }, ['beforeCard', 'status']]);
});
