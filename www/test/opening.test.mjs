// An agent that speaks first opens its session by itself, once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAlone } from '../src/session/driver.js';
import { memoryStore } from '../src/store/memory.js';
import { pageLang } from '../src/page/page-lang.js';
import { fakeCore } from './fake.js';
import { browserLocks } from './locks.js';

/** Two tabs of one browser. Node has locks since version 24. */
const inOneBrowser = t => {
  const had = globalThis.navigator;
  Object.defineProperty(globalThis, 'navigator', { value: { locks: browserLocks() }, configurable: true });
  t.after(() => Object.defineProperty(globalThis, 'navigator', { value: had, configurable: true }));
};

/** A model that answers on request, and counts its calls. */
function slowModel() {
  const calls = [];
  const model = () => new Promise((resolve, reject) => calls.push({ answer: () => resolve({ text: '{"say":"hello"}' }), fail: reject }));
  return { model, calls };
}

const open = (options, core = fakeCore()) => openAlone(core, { agent: 'opener', id: 's', ...options });

const said = view => view.blocks.filter(block => block.kind === 'assistant').length;

test('a session opens itself, before the page sees it wait for the user', async () => {
  const { model, calls } = slowModel();
  const waits = [];
  const session = await open({ model, onChange: view => waits.push(view.waiting) });
  assert.deepEqual([waits, calls.length], [['model'], 1]);
  calls[0].answer();
  assert.equal(said(await session.edit({ open: true })), 1);
  assert.equal(calls.length, 1);
  const { revision } = session.view;
  assert.equal((await session.edit({ open: true })).revision, revision, 'asked for again, nothing happens');
  assert.deepEqual([calls.length, waits], [1, ['model', 'user']]);
});

test('the edit joins the opening that is under way', async () => {
  const { model, calls } = slowModel();
  const session = await open({ model });
  const asked = [session.edit({ open: true }), session.edit({ open: true })];
  await assert.rejects(session.edit({ unknown: true }), { code: 'unknown_edit' });
  calls[0].answer();
  assert.deepEqual((await Promise.all(asked)).map(said), [1, 1]);
});

test('an opening that fails is not tried again: not by an effect on every change, and not after a reload', async () => {
  const store = memoryStore();
  let calls = 0;
  const model = async () => { calls += 1; throw Object.assign(new Error('wrong key'), { code: 'unauthorized' }); };
  const onChange = (view, agent) => { if (view.opening) agent.edit(view.opening).catch(() => {}); };
  for (let reload = 0; reload < 3; reload += 1) {
    const session = await open({ store, model, onChange });
    const view = await session.edit({ open: true });
    assert.deepEqual([calls, view.error.code], [1, 'unauthorized']);
    await session.close();
  }
});

test('a reload in the middle of the opening goes on with it', async () => {
  const store = memoryStore();
  const first = slowModel();
  const gone = await open({ store, model: first.model });
  const asked = gone.edit({ open: true });
  await Promise.all([assert.rejects(asked, { code: 'closed' }), gone.close()]);
  const second = slowModel();
  const session = await open({ store, model: second.model });
  const joined = session.edit({ open: true });
  second.calls[0].answer();
  assert.equal(said(await joined), 1);
  assert.deepEqual([first.calls.length, second.calls.length], [1, 1]);
});

test('in a tab that watches the edit waits for the opening of the other one, and is never refused', async t => {
  inOneBrowser(t);
  const store = memoryStore();
  const { model, calls } = slowModel();
  const [one, two] = [await open({ store, model }), await open({ store, model })];
  assert.deepEqual([one.role, two.role], ['drives', 'watches']);
  const watched = two.edit({ open: true });
  calls[0].answer();
  assert.equal(said(await watched), 1);
  assert.equal(calls.length, 1);
  await one.close();
  await two.close();
});

test('a tab that loses the session while it waits for the opening watches it to its end', async t => {
  inOneBrowser(t);
  const store = memoryStore();
  const [first, second] = [slowModel(), slowModel()];
  const one = await open({ store, model: first.model });
  const asked = one.edit({ open: true });
  const two = await open({ store, model: second.model });
  await two.takeOver();
  second.calls[0].answer();
  assert.equal(said(await asked), 1);
  assert.equal(one.role, 'watches');
  await one.close();
  await two.close();
});

test('without autoOpen the page opens it', async () => {
  const { model, calls } = slowModel();
  const session = await open({ model, autoOpen: false });
  assert.deepEqual([calls.length, session.view.opening], [0, { open: true }]);
  const asked = session.edit({ open: true });
  while (calls.length === 0) await new Promise(resolve => { setTimeout(resolve); });
  calls[0].answer();
  assert.equal(said(await asked), 1);
});

test('a new session speaks the language of the page', () => {
  const speaks = (lang, language) => {
    globalThis.document = { documentElement: { lang } };
    const { navigator } = globalThis;
    Object.defineProperty(globalThis, 'navigator', { value: { language }, configurable: true });
    try {
      return pageLang();
    } finally {
      delete globalThis.document;
      Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true });
    }
  };
  assert.deepEqual(
    [['zh-CN', 'en'], ['en', 'zh-TW'], ['', 'zh-TW'], ['', 'de-DE'], ['fr', 'zh'], ['zh_CN', 'zh'], ['', undefined]].map(given => speaks(...given)),
    ['zh-CN', 'en', 'zh-TW', 'de-DE', 'fr', 'zh', 'en'],
  );
});
