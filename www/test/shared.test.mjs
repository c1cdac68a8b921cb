// One session, many listeners: what `open` shares in one page, and `subscribe`.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { memoryStore, open } from 'stepgate';
import { content } from 'stepgate/content';
import { guide } from 'stepgate/guide';
import { get } from 'svelte/store';
import { effectScope, nextTick, onScopeDispose, shallowRef, watchEffect } from 'vue';

const RESUME = { basics: { name: 'Ada', links: [] }, sections: [{ id: 's', type: 'text', title: 'About', content: 'Old' }] };
const PLAN = { tasks: [{ id: 1, section: 's', original_text: 'Old', diagnosis: 'old', goal: 'new' }] };
const silent = () => new Promise(() => {});
const options = (more = {}) => ({
  agent: guide, id: 'a', lang: 'en', input: { resume: RESUME, plan: PLAN }, autoOpen: false, model: silent, store: memoryStore(), ...more,
});
/** A change of the session that needs no model. @param {any} agent @param {string} lang */
const speak = (agent, lang) => agent.edit({ lang });

test('calls of open with one store and id share a session: both drive, and both see each change', async () => {
  const shared = options();
  const heard = [[], []];
  const [one, two] = await Promise.all(heard.map(views => open({ ...shared, onChange: view => views.push(view) })));
  assert.notEqual(one, two);
  assert.deepEqual([one.role, two.role], ['drives', 'drives']);
  await speak(one, 'zh');
  assert.equal(two.view, one.view);
  assert.equal(two.view.lang, 'zh');
  assert.deepEqual(heard.map(views => views.at(-1)), [one.view, two.view]);
  await Promise.all([one.close(), two.close()]);
});

test('stores of one name are one store; another id or store is another session', async () => {
  const shared = options();
  const [one, same, other, elsewhere] = await Promise.all([
    open(shared), open({ ...shared, store: Object.create(shared.store) }), open({ ...shared, id: 'b' }), open(options()),
  ]);
  await speak(one, 'zh');
  assert.deepEqual([same, other, elsewhere].map(agent => agent.view.lang), ['zh', 'en', 'en']);
  await Promise.all([one, same, other, elsewhere].map(agent => agent.close()));
});

test('the session goes on until the last one closes it; what is closed takes no more words', async () => {
  const shared = options();
  const views = [];
  const one = await open({ ...shared, onChange: view => views.push(view) });
  const two = await open(shared);
  await one.close();
  const seen = views.length;
  await speak(two, 'zh');
  assert.equal(views.length, seen);
  for (const late of [() => one.say('Hello'), () => speak(one, 'en'), () => one.stop(), () => one.takeOver(), async () => one.subscribe(() => {})]) {
    await assert.rejects(late, { name: 'AgentError', code: 'closed' });
  }
  await one.close();
  await speak(two, 'en');
  await two.close();
  await assert.rejects(two.say('Hello'), { code: 'closed' });
});

test('mounted twice at once, as StrictMode does: one session, which drives', async () => {
  const shared = options();
  const first = open(shared);
  const closed = first.then(agent => agent.close());
  const second = await open(shared);
  await closed;
  assert.equal(second.role, 'drives');
  await speak(second, 'zh');
  await second.close();
});

test('a session that is being closed is waited for, and goes on from what was saved', async () => {
  const shared = options();
  const first = await open(shared);
  await speak(first, 'zh');
  const closed = first.close();
  const second = await open(shared);
  assert.deepEqual([second.role, second.view.lang], ['drives', 'zh']);
  await closed;
  await second.close();
});

test('an open that fails leaves nothing behind; another agent is refused by its place', async () => {
  const shared = options();
  await assert.rejects(open({ ...shared, input: { resume: 7 } }), { name: 'StepgateError' });
  const agent = await open(shared);
  await assert.rejects(open({ ...shared, agent: content, tools: { search: () => null } }), { code: 'bad_option', message: /agent: must be "guide"/ });
  await assert.rejects(open({ ...shared, model: undefined }), { code: 'bad_option', message: /model/ });
  await agent.close();
});

test('subscribe shows the present view at once, then each change, until it is ended', async () => {
  const agent = await open(options());
  const views = [];
  const end = agent.subscribe((view, from) => { assert.equal(from, agent); views.push(view.lang); });
  assert.deepEqual(views, ['en']);
  await speak(agent, 'zh');
  end();
  end();
  await speak(agent, 'en');
  assert.deepEqual(views, ['en', 'zh']);
  assert.throws(() => agent.subscribe('show'), { name: 'TypeError', message: /subscribe\(onChange\): must be a function/ });
  assert.throws(() => agent.subscribe(() => {}, 1), { name: 'TypeError', message: /subscribe\(onChange, onStream\)/ });
  await agent.close();
});

test('a listener that throws keeps nothing from the others', async t => {
  const agent = await open(options());
  const caught = [];
  t.mock.method(globalThis, 'queueMicrotask', report => { try { report(); } catch (error) { caught.push(error.message); } });
  let broken = false;
  agent.subscribe(() => { if (broken) { broken = false; throw new Error('a bug of the page'); } });
  const views = [];
  agent.subscribe(view => views.push(view.lang));
  broken = true;
  await speak(agent, 'zh');
  assert.deepEqual([views, caught], [['en', 'zh'], ['a bug of the page']]);
  await agent.close();
});

test('each listener of the stream gets the pieces of a reply', async () => {
  const model = async (_, { onText }) => {
    onText('{"say": "What did');
    onText(' you build?"}');
    return silent();
  };
  const agent = await open(options({ model }));
  const heard = [[], []];
  heard.forEach(pieces => agent.subscribe(() => {}, ({ text }) => pieces.push(text)));
  agent.edit({ open: true }).catch(() => {});
  while (heard[1].join('').length < 30) await new Promise(resolve => setTimeout(resolve, 5));
  assert.deepEqual(heard[0], heard[1]);
  assert.equal(heard[0].join(''), '{"say": "What did you build?"}');
  await agent.close();
});

test('an agent is a store of Svelte', async () => {
  const agent = await open(options());
  assert.equal(get(agent), agent.view);
  await agent.close();
});

test('the recipe for Vue', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const [recipe] = /^export (function useAgent.*?^})/ms.exec(readme).slice(1);
  const useAgent = new Function('open', 'shallowRef', 'onScopeDispose', `return ${recipe}`)(open, shallowRef, onScopeDispose);
  const scope = effectScope();
  const { view, opened } = scope.run(() => useAgent(options()));
  const drawn = [];
  scope.run(() => watchEffect(() => drawn.push(view.value?.lang)));
  const agent = await opened;
  await nextTick();
  await speak(agent, 'zh');
  await nextTick();
  assert.deepEqual(drawn, [undefined, 'en', 'zh']);
  scope.stop();
  await new Promise(resolve => setTimeout(resolve, 20));
  await assert.rejects(agent.say('Hello'), { code: 'closed' });
});
