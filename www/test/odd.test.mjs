// Wrong arguments of a page: each is reported with its place, and changes nothing.
import 'fake-indexeddb/auto';
import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { indexedDbStore, memoryStore, openSession, openAiCompatible } from 'stepgate';
import { calendarStore, calendarTools, memoryCalendar } from 'stepgate/calendar';
import { guide } from 'stepgate/guide';
import { researchTools } from 'stepgate/research';
import { memoryWorkspace, openWorkspace, workspaceTools } from 'stepgate/workspace';

const loop = {};
loop.self = loop;
const deep = (levels, inner = 1) => (levels === 0 ? inner : [deep(levels - 1, inner)]);
const resume = { basics: { name: 'Ada', links: [] }, sections: [{ id: 's', type: 'text', title: 'About', content: 'Old' }] };
const tasks = [{ id: 1, section: 's', original_text: 'Old', diagnosis: 'old', goal: 'new' }];
const silent = async () => ({ text: '' });
const open = (options = {}) => openSession({ agent: guide, id: 'odd', lang: 'en', input: { resume, plan: { tasks } }, model: silent, autoOpen: false, ...options });
const malformed = (place, words) => error => {
  assert.deepEqual([error.name, error.code, error.place], ['StepgateError', 'malformed', place]);
  return words.test(error.message);
};
const wrong = words => error => error instanceof TypeError && words.test(error.message);

describe('odd input', () => {
  it('of a session that begins is told with its place', async () => {
    for (const [input, place, words] of [
      [{ resume: { basics: { name: 5n } } }, '/start/open/input/resume/basics/name', /BigInt/],
      [{ resume: loop }, '/start/open/input/resume/self', /circular/],
      [{ resume: { ['a/'.repeat(120)]: 5n } }, `/start/open/input/resume/${'a~1'.repeat(120)}`, /BigInt/],
      [{ resume: deep(200) }, `/start/open/input/resume${'/0'.repeat(96)}`, /more than 100 levels/],
    ]) await assert.rejects(open({ input }), malformed(place, words));
    await assert.rejects(open({ input: { get resume() { throw new RangeError('mine'); } } }), /mine/);
  });

  it('of an open session is told with its place, and changes nothing', async () => {
    const agent = await open();
    const before = JSON.stringify((await agent.export()).snapshot);
    for (const [give, place, words] of [
      [() => agent.say(undefined), '/event/text', /missing/],
      [() => agent.say(7n), '/event/text', /BigInt/],
      [() => agent.say('x', { a: [1, { b: 1n }] }), '/event/with/a/1/b', /BigInt/],
      [() => agent.say('x', loop), '/event/with/self', /circular/],
      [() => agent.answer(1, { accept: 'yes' }), '/event/accept', /true or false/],
      [() => agent.edit(loop), '/event/change/self', /circular/],
      [async () => agent.read(), '/query', /undefined/],
      [async () => agent.read(loop), '/query/self', /circular/],
    ]) await assert.rejects(give(), malformed(place, words));
    assert.equal(JSON.stringify((await agent.export()).snapshot), before);
    await agent.close();
  });

  it('that is frozen is read and left as it is', async () => {
    const frozen = Object.freeze({ resume: Object.freeze(structuredClone(resume)), plan: Object.freeze({ tasks: Object.freeze(tasks) }) });
    const agent = await open({ input: frozen });
    assert.deepEqual(agent.read(Object.freeze({ resume: true })).basics.name, 'Ada');
  });

  it('half of a character is the sign for one that was lost, in words, edits, replies and results', async () => {
    const cut = '\u{1F600}'.slice(0, 1);
    const reply = { thought: '', next_action: 'CONTINUE_ASKING', reply_to_user: `Hello ${cut}` };
    const agent = await open({ model: async () => ({ text: JSON.stringify(reply).replace('\\ud83d', cut), reasoning: cut }) });
    await agent.edit({ resume: { ...resume, basics: { ...resume.basics, name: `Ada ${cut}` } } });
    assert.equal(agent.read({ resume: true }).basics.name, 'Ada \uFFFD');
    const view = await agent.say(`a ${cut} b`);
    assert.ok(view.blocks.some(block => block.kind === 'user' && block.text === 'a \uFFFD b') || view.input === 'a \uFFFD b');
    assert.notEqual(view.error?.code, 'llm_failed', view.error?.text);
  });

  it('from a model function ends the turn with words for it, and the session goes on', async () => {
    const throwing = thrown => () => { throw thrown; };
    for (const [model, words] of [
      [(_, { onText }) => { onText(5); return { text: '' }; }, /onText/],
      [(_, { onReasoning }) => { onReasoning({}); return { text: '' }; }, /onReasoning/],
      [() => undefined, /\{ text: string \}/],
      [() => ({ text: '', usage: { inputTokens: -1, outputTokens: 0 } }), /usage\/input/],
      [throwing(undefined), /undefined/],
      [throwing(Object.create(null)), /failed/],
      [throwing('out of order'), /out of order/],
    ]) {
      const agent = await open({ model });
      const view = await agent.say('hello');
      assert.equal(view.error.code, 'llm_failed');
      assert.match(view.error.text, words);
      assert.equal(view.input, 'hello');
      assert.deepEqual([view.waiting, agent.warning], ['user', undefined]);
    }
  });

  it('a page that is not served over https, or has no storage, has sessions in memory', async () => {
    const { randomUUID } = crypto;
    const found = globalThis.indexedDB;
    crypto.randomUUID = undefined;
    globalThis.indexedDB = undefined;
    try {
      assert.equal((await open()).warning, undefined);
      const agent = await open({ store: indexedDbStore('none') });
      assert.equal(agent.warning.code, 'unavailable');
      assert.equal((await agent.edit({ lang: 'zh' })).lang, 'zh');
      assert.equal(await memoryStore().import(await agent.export()), 'odd');
      await memoryWorkspace().write('a.md', 'a');
      await memoryCalendar().load();
    } finally {
      crypto.randomUUID = randomUUID;
      globalThis.indexedDB = found;
    }
  });

  it('a store without what the driver needs is refused at once', async () => {
    await assert.rejects(open({ store: { save() {} } }), { code: 'bad_option', message: /store\.name: must be a text that is not empty: a store has name, load, save, start/ });
    await assert.rejects(open({ store: { name: 'a', load() {}, save() {} } }), { code: 'bad_option', message: /store\.start: must be a function/ });
    await assert.rejects(open({ store: 'a' }), { code: 'bad_option', message: /store: must be a store/ });
  });

  it('names and ids are texts that are not empty', async () => {
    for (const name of [undefined, null, 5, '', {}]) {
      for (const make of [indexedDbStore, calendarStore, openWorkspace]) assert.throws(() => make(name), wrong(/\(name\): must be a text/));
      for (const store of [memoryStore(), indexedDbStore('odd')]) {
        for (const method of ['load', 'rename', 'delete', 'export']) await assert.rejects(store[method](name, 'n'), wrong(/^id: must be a text/));
      }
    }
  });

  it('of the model client is told with its place, and not taken for a network that is down', async () => {
    const options = { baseUrl: 'http://127.0.0.1:9/v1', model: 'm', retries: 0 };
    for (const [more, words] of [
      [{ apikey: 'k' }, /\(\{ apikey \}\): must be left out; there is .*apiKey/],
      [{ headers: { 'ä b': 'c' } }, /headers/],
      [{ headers: new Headers({ 'x-team': 'a' }) }, /headers/],
      [{ headers: new Map([['x-team', 'a']]) }, /headers/],
      [{ fetch: 5 }, /fetch/],
    ]) assert.throws(() => openAiCompatible({ ...options, ...more }), wrong(words));
    assert.throws(() => openAiCompatible(), wrong(/options/));
    const model = openAiCompatible(options);
    await assert.rejects(model(), wrong(/messages/));
    await assert.rejects(model({ messages: [loop] }), TypeError);
    await assert.rejects(model({ messages: [] }, { signal: AbortSignal.abort() }), { name: 'AbortError' });
  });

  it('what is no calendar does not take the place of one', async () => {
    const calendar = { events: [], event_sections: [], task_classes: [], task_items: [{ id: 1, class_id: 1, order: 1, content: 'Read' }] };
    const store = memoryCalendar(calendar);
    for (const [given, words] of [
      [undefined, /calendar: must be an object/], [[], /calendar: must be an object/], [{}, /calendar\.events: must be a list/],
      [{ ...calendar, events: [{}] }, /calendar\.events\[0\]\.id: must be a whole number/],
    ]) await assert.rejects(store.replace(given), wrong(words));
    const { revision, next_ids, ...kept } = await store.load();
    assert.deepEqual(kept, { ...calendar, rules: [] });
    assert.throws(() => memoryCalendar({ events: 5 }), wrong(/calendar\.events/));
    assert.throws(() => calendarTools(store), wrong(/termStart/));
    assert.throws(() => calendarTools(undefined, {}), wrong(/store/));
  });

  it('of a workspace is told with its place', async () => {
    const workspace = memoryWorkspace({ 'a.md': 'a' });
    for (const [give, words] of [
      [() => workspace.importFiles({ 'b.md': 'b' }), /importFiles\(files\): must be a list/],
      [() => workspace.importFiles(), /importFiles/],
      [() => workspace.importZip(), /importZip\(zip\): must be a Blob or bytes/],
      [async () => workspace.subscribe(), /listener: must be a function/],
      [async () => workspaceTools(), /workspaceTools/],
      [async () => memoryWorkspace('a.md'), /files/],
      [async () => researchTools(), /researchTools\(options\)/],
    ]) await assert.rejects(give(), wrong(words));
    await assert.rejects(workspace.list(5), { code: 'invalid_params' });
    assert.deepEqual(await workspace.list(), ['a.md']);
  });

  it('a listener that throws is told as the page\'s own error; the write is done, and others hear of it', async () => {
    const thrown = [];
    mock.method(globalThis, 'queueMicrotask', rethrow => { try { rethrow(); } catch (error) { thrown.push(error.message); } });
    const workspace = memoryWorkspace();
    const heard = [];
    workspace.subscribe(() => { throw new Error('of the page'); });
    workspace.subscribe(({ paths }) => heard.push(...paths));
    assert.equal((await workspace.write('a.md', 'a')).created, true);
    assert.deepEqual(heard, ['a.md']);
    assert.deepEqual(thrown, ['of the page']);
    mock.restoreAll();
  });
});
