// Agents with a WebAssembly file of their own.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { memoryStore, openSession, wasmAgent } from 'stepgate';
import { content } from 'stepgate/content';
import { guide } from 'stepgate/guide';
import { schedule } from 'stepgate/schedule';
import { stepper } from 'stepgate/stepper';
import { memoryWorkspace, workspaceTools } from 'stepgate/workspace';

const RESUME = { basics: { name: 'Ada' }, work: [{ name: 'Acme', position: 'Developer', highlights: ['Worked on the login'] }] };
const INPUTS = {
  guide: [guide, { resume: RESUME, user_intent: 'developer' }],
  content: [content, {}],
  stepper: [stepper, { task: 'Read the notes.' }],
  schedule: [schedule, {}],
};
const silent = () => new Promise(() => {});

for (const [name, [agent, input]] of Object.entries(INPUTS)) {
  test(`${name}: openSession() loads its file, and the session is opened again by the same agent`, async () => {
    const store = memoryStore();
    const options = { agent, id: 'a', model: silent, store, lock: false, autoOpen: false, tools: hostToolsOf(name) };
    const first = await openSession({ ...options, input });
    assert.equal(first.view.agent, name);
    const shown = first.view.data;
    await first.close();
    const again = await openSession(options);
    assert.deepEqual(again.view.data, shown);
    await again.close();
  });
}

test('no other agent is in the file', () => {
  const script = `
    import { openSession } from 'stepgate';
    import { guide } from 'stepgate/guide';
    import { core } from 'stepgate/host';
    const session = await openSession({ agent: guide, id: 'a', model() {}, input: ${JSON.stringify(INPUTS.guide[1])}, autoOpen: false });
    console.log(session.view.agent, core(guide).agents().map(({ name }) => name));
    process.exit();`;
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: new URL('..', import.meta.url), encoding: 'utf8' });
  assert.equal(out.trim(), "guide [ 'guide' ]");
});

test('a session that another agent saved is refused by its place', async () => {
  const store = memoryStore();
  const options = { id: 'a', model: silent, store, lock: false, autoOpen: false };
  const first = await openSession({ ...options, agent: guide, input: INPUTS.guide[1] });
  await first.close();
  await assert.rejects(openSession({ ...options, agent: content, tools: hostToolsOf('content') }), /"guide"/);
});

test('a file of another version says so', async () => {
  const bytes = await readFile(new URL('../wasm-guide/stepgate_guide_bg.wasm', import.meta.url));
  const glue = await import('../wasm-guide/stepgate_guide.js?other');
  const older = wasmAgent('guide', { ...glue, default: () => glue.default({ module_or_path: bytes }), stepgateVersion: () => [0, '0.0.9'] });
  await assert.rejects(older.load(), { name: 'LoadError', code: 'other_version', message: /stepgate 0\.0\.9 \(interface 0\).*needs interface 2/ });
});

test('two agents of one file share its instance, and both go on in a new one after a trap', async () => {
  const glue = await import('./wasm/stepgate.js?shared');
  let instances = 1;
  const shared = {
    ...glue,
    default: async () => glue.default({ module_or_path: await readFile(new URL('./wasm/stepgate_bg.wasm', import.meta.url)) }),
    Session: class extends glue.Session {
      handle(event) {
        if (event.text === 'unreachable') throw new WebAssembly.RuntimeError('unreachable');
        return super.handle(event);
      }
    },
    __wbg_reset_state() {
      instances += 1;
      glue.__wbg_reset_state();
    },
  };
  const options = { model: async () => ({ text: '{"say": "noted"}' }), lock: false, autoOpen: false };
  const tools = Object.fromEntries(['balance', 'deposit', 'transfer', 'tip', 'persist_line'].map(name => [name, () => null]));
  const ledger = await openSession({ ...options, agent: wasmAgent('ledger', shared), id: 'accounts', lang: 'en', input: {}, tools });
  const project = await openSession({ ...options, agent: wasmAgent('content', shared), id: 'project', lang: 'en', input: {}, tools: hostToolsOf('content') });
  assert.deepEqual([ledger.view.agent, project.view.agent], ['ledger', 'content']);
  await assert.rejects(ledger.say('unreachable'), { code: 'trapped' });
  const after = instances;
  assert.ok(after > 1);
  await project.edit({ lang: 'zh' });
  assert.equal((await ledger.say('hello')).blocks.at(-1).text, 'noted');
  assert.deepEqual([ledger, project].map(({ view }) => [view.agent, view.lang]), [['ledger', 'en'], ['content', 'zh']]);
  assert.equal(instances, after, 'neither replaces the instance of the other');
});

test('what is no module of wasm-bindgen is refused', () => {
  assert.throws(() => wasmAgent('x', {}), /wasm-pack build --target web/);
});

/** The host tools that an agent lists. @param {string} name */
function hostToolsOf(name) {
  if (name === 'stepper') return workspaceTools(memoryWorkspace());
  const names = {
    guide: [], content: ['web_search', 'read_page'], schedule: ['load_schedule', 'persist_changes', 'upsert_task_class', 'find_placement'],
  }[name];
  return Object.fromEntries(names.map(tool => [tool, async () => null]));
}
