// One session, many listeners: what `openSession` shares in one page, and `subscribe`.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { memoryStore, openSession } from 'stepgate';
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
  const [one, two] = await Promise.all(heard.map(views => openSession({ ...shared, onChange: view => views.push(view) })));
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
    openSession(shared), openSession({ ...shared, store: Object.create(shared.store) }), openSession({ ...shared, id: 'b' }), openSession(options()),
  ]);
  await speak(one, 'zh');
  assert.deepEqual([same, other, elsewhere].map(agent => agent.view.lang), ['zh', 'en', 'en']);
  await Promise.all([one, same, other, elsewhere].map(agent => agent.close()));
});

test('the session goes on until the last one closes it; what is closed takes no more words', async () => {
  const shared = options();
  const views = [];
  const one = await openSession({ ...shared, onChange: view => views.push(view) });
  const two = await openSession(shared);
  await one.close();
  const seen = views.length;
  await speak(two, 'zh');
  assert.equal(views.length, seen);
  for (const late of [() => one.say('Hello'), () => speak(one, 'en'), () => one.stop(), () => one.takeOver(), async () => one.subscribe(() => {})]) {
    await assert.rejects(late, { name: 'SessionError', code: 'closed' });
  }
  await one.close();
  await speak(two, 'en');
  await two.close();
  await assert.rejects(two.say('Hello'), { code: 'closed' });
});

test('mounted twice at once, as StrictMode does: one session, which drives', async () => {
  const shared = options();
  const first = openSession(shared);
  const closed = first.then(agent => agent.close());
  const second = await openSession(shared);
  await closed;
  assert.equal(second.role, 'drives');
  await speak(second, 'zh');
  await second.close();
});

test('a session that is being closed is waited for, and goes on from what was saved', async () => {
  const shared = options();
  const first = await openSession(shared);
  await speak(first, 'zh');
  const closed = first.close();
  const second = await openSession(shared);
  assert.deepEqual([second.role, second.view.lang], ['drives', 'zh']);
  await closed;
  await second.close();
});

test('an open that fails leaves nothing behind; another agent is refused by its place', async () => {
  const shared = options();
  await assert.rejects(openSession({ ...shared, input: { resume: 7 } }), { name: 'StepgateError' });
  const session = await openSession(shared);
  await assert.rejects(openSession({ ...shared, agent: content, tools: { web_search: () => null } }), { code: 'bad_option', message: /agent: must be "guide"/ });
  await assert.rejects(openSession({ ...shared, model: undefined }), { code: 'bad_option', message: /model/ });
  await session.close();
});

test('subscribe shows the present view at once, then each change, until it is ended', async () => {
  const session = await openSession(options());
  const views = [];
  const end = session.subscribe((view, from) => { assert.equal(from, session); views.push(view.lang); });
  assert.deepEqual(views, ['en']);
  await speak(session, 'zh');
  end();
  end();
  await speak(session, 'en');
  assert.deepEqual(views, ['en', 'zh']);
  assert.throws(() => session.subscribe('show'), { name: 'TypeError', message: /subscribe\(onChange\): must be a function/ });
  assert.throws(() => session.subscribe(() => {}, 1), { name: 'TypeError', message: /subscribe\(onChange, onStream\)/ });
  await session.close();
});

test('a listener that throws keeps nothing from the others', async t => {
  const session = await openSession(options());
  const caught = [];
  t.mock.method(globalThis, 'queueMicrotask', report => { try { report(); } catch (error) { caught.push(error.message); } });
  let broken = false;
  session.subscribe(() => { if (broken) { broken = false; throw new Error('a bug of the page'); } });
  const views = [];
  session.subscribe(view => views.push(view.lang));
  broken = true;
  await speak(session, 'zh');
  assert.deepEqual([views, caught], [['en', 'zh'], ['a bug of the page']]);
  await session.close();
});

test('each listener of the stream gets the pieces of a reply', async () => {
  const model = async (_, { onText }) => {
    onText('{"say": "What did');
    onText(' you build?"}');
    return silent();
  };
  const session = await openSession(options({ model }));
  const heard = [[], []];
  heard.forEach(pieces => session.subscribe(() => {}, ({ text }) => pieces.push(text)));
  session.edit({ open: true }).catch(() => {});
  while (heard[1].join('').length < 30) await new Promise(resolve => setTimeout(resolve, 5));
  assert.deepEqual(heard[0], heard[1]);
  assert.equal(heard[0].join(''), '{"say": "What did you build?"}');
  await session.close();
});

test('an agent is a store of Svelte', async () => {
  const session = await openSession(options());
  assert.equal(get(session), session.view);
  await session.close();
});

test('the recipe for Vue', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const [recipe] = /^export (function useSession.*?^})/ms.exec(readme).slice(1);
  const useSession = new Function('openSession', 'shallowRef', 'onScopeDispose', `return ${recipe}`)(openSession, shallowRef, onScopeDispose);
  const scope = effectScope();
  const { view, opened } = scope.run(() => useSession(options()));
  const drawn = [];
  scope.run(() => watchEffect(() => drawn.push(view.value?.lang)));
  const session = await opened;
  await nextTick();
  await speak(session, 'zh');
  await nextTick();
  assert.deepEqual(drawn, [undefined, 'en', 'zh']);
  scope.stop();
  await new Promise(resolve => setTimeout(resolve, 20));
  await assert.rejects(session.say('Hello'), { code: 'closed' });
});
