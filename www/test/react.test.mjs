// `stepgate/react` in a page with React's own StrictMode.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { Window } from 'happy-dom';
import { memoryStore } from 'stepgate';
import { guide } from 'stepgate/guide';

const window = new Window();
Object.assign(globalThis, { window, document: window.document, IS_REACT_ACT_ENVIRONMENT: true });
globalThis.navigator ??= window.navigator; // Node has one of its own since version 21
const { act, createElement, StrictMode } = await import('react');
const { createRoot } = await import('react-dom/client');
const { renderToString } = await import('react-dom/server');
const { useSession } = await import('stepgate/react');
await guide.load();

const RESUME = { basics: { name: 'Ada', links: [] }, sections: [{ id: 's', type: 'text', title: 'About', content: 'Old' }] };
const PLAN = { tasks: [{ id: 1, section: 's', original_text: 'Old', diagnosis: 'old', goal: 'new' }] };
const REPLY = JSON.stringify({ thought: '', intent: 'CONTINUE', next_action: 'CONTINUE_ASKING', reply_to_user: 'What did you build?', draft_content: null });
const silent = () => new Promise(() => {});
const options = (more = {}) => ({
  agent: guide, id: 'a', lang: 'en', input: { resume: RESUME, plan: PLAN }, autoOpen: false, model: silent, store: memoryStore(), ...more,
});
const soon = () => new Promise(resolve => setTimeout(resolve, 30));

const roots = [];
afterEach(async () => { await act(async () => roots.splice(0).forEach(root => root.unmount())); });

/** Draws components that use the hook, and keeps what each render saw. */
function page() {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  roots.push(root);
  const seen = [];
  const Part = ({ at, given, extra }) => {
    (seen[at] ??= []).push(useSession(given, extra));
    return null;
  };
  const draw = async (...parts) => {
    await act(async () => {
      root.render(createElement(StrictMode, null, parts.map(({ extra, ...given }, at) => createElement(Part, { key: at, at, given: given.agent && given, extra }))));
      await soon();
    });
    return seen.map(renders => renders.at(-1));
  };
  return { draw, seen };
}

test('a component shows its session, also after the second mount of StrictMode', async () => {
  const { draw, seen } = page();
  const [shown] = await draw(options());
  assert.deepEqual(seen[0][0], {});
  assert.deepEqual([shown.role, shown.view.agent, shown.error], ['drives', 'guide', undefined]);
  await act(async () => shown.session.edit({ lang: 'zh' }));
  assert.equal(seen[0].at(-1).view.lang, 'zh');
});

test('a session without a store is one session, too', async () => {
  let calls = 0;
  const model = () => { calls += 1; return silent(); };
  const { store, ...given } = options({ model, autoOpen: true });
  const [shown] = await page().draw(given);
  assert.deepEqual([shown.role, shown.view.waiting, calls], ['drives', 'model', 1]);
});

test('two components share a session; one that is unmounted takes nothing from the other', async () => {
  const given = options();
  const { draw, seen } = page();
  const [one, two] = await draw(given, { ...given });
  assert.notEqual(one.session, two.session);
  await act(async () => one.session.edit({ lang: 'zh' }));
  assert.equal(seen[1].at(-1).view.lang, 'zh');
  await draw(given);
  await act(async () => one.session.edit({ lang: 'en' }));
  assert.equal(seen[0].at(-1).view.lang, 'en');
  await assert.rejects(two.session.edit({ lang: 'zh' }), { code: 'closed' });
});

test('another id closes the session and opens the other; nothing is shown in between', async () => {
  const given = options();
  const { draw, seen } = page();
  const [first] = await draw(given);
  const renders = seen[0].length;
  const [second] = await draw({ ...given, id: 'b' });
  assert.notEqual(second.session, first.session);
  assert.equal(second.session.id, 'b');
  assert.deepEqual(seen[0].slice(renders).filter(({ view }) => view === first.view), []);
  await assert.rejects(first.session.edit({ lang: 'zh' }), { code: 'closed' });
});

test('nothing is opened without options, nor while a server renders', async () => {
  const { draw } = page();
  assert.deepEqual(await draw({}), [{}]);
  const [shown] = await draw(options());
  assert.equal(shown.role, 'drives');
  const Page = () => String(useSession(options({ model: assert.fail, autoOpen: true })).view);
  assert.equal(renderToString(createElement(Page)), 'undefined');
});

test('an error of open is shown', async () => {
  const [shown] = await page().draw(options({ input: { resume: 7 } }));
  assert.deepEqual([shown.view, shown.error.name, shown.error.place], [undefined, 'StepgateError', '/input/resume']);
});

test('the model is asked as the latest render gave it', async () => {
  const given = options({ model: () => assert.fail('the model of the first render') });
  const { draw, seen } = page();
  await draw(given);
  const [{ session }] = await draw({ ...given, model: async () => ({ text: REPLY }) });
  await act(async () => session.edit({ open: true }));
  assert.equal(seen[0].at(-1).view.blocks.findLast(({ kind }) => kind === 'assistant')?.text, 'What did you build?');
});

test('no render for a piece of a reply, unless asked for', async () => {
  const pieces = Array.from(REPLY);
  const model = async (_, { onText }) => {
    for (const piece of pieces) {
      onText(piece);
      await new Promise(resolve => setTimeout(resolve, 1));
    }
    return { text: REPLY };
  };
  const given = options({ model });
  const { draw, seen } = page();
  const [, streamed] = await draw(given, { ...given, extra: { stream: true } });
  const before = seen.map(renders => renders.length);
  await act(async () => streamed.session.edit({ open: true }));
  const [plain, live] = seen.map((renders, at) => renders.slice(before[at]));
  assert.ok(plain.length <= 6, `${plain.length} renders`);
  assert.ok(live.some(({ piece }) => piece?.say === 'What did'), 'the words so far');
  assert.equal(live.at(-1).piece, undefined);
});

test('a store that each render makes anew is an error with the remedy, and nothing opens for ever', async () => {
  let opened = 0;
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  roots.push(root);
  const seen = [];
  const Inline = () => {
    const store = memoryStore();
    seen.push(useSession(options({ store: { ...store, load: id => { opened += 1; return store.load(id); } } })));
    return null;
  };
  await act(async () => root.render(createElement(StrictMode, null, createElement(Inline))));
  for (let wait = 0; wait < 30 && !seen.at(-1).error; wait += 1) await act(soon);
  assert.match(seen.at(-1).error?.message, /useSession\(\{ store \}\): must be the same store at each render/);
  const before = opened;
  await act(soon);
  await act(soon);
  assert.equal(opened, before);
});

test('another store now and then is another session', async () => {
  const { draw } = page();
  for (let n = 0; n < 10; n += 1) {
    const given = options();
    await draw(given);
    const [shown] = await draw(given);
    assert.deepEqual([shown.view?.agent, shown.error], ['guide', undefined]);
  }
});
