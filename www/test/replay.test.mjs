// A session as a file: it plays again to the same bytes, a copy of it too; the command line prints and checks it; texts in it can be replaced.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { memoryStore, openSession, tool, toolAgent } from 'stepgate';
import { recorded, redacted, scripted } from 'stepgate/test';
import { agentOf } from '../src/load/wasm-agent.js';
import { checked } from '../src/trace/checked.js';
import { stepsOf } from '../src/trace/steps.js';

const schema = (...names) => ({ type: 'object', properties: Object.fromEntries(names.map(name => [name, { type: 'string' }])), required: names });
const shop = instructions => toolAgent({
  name: 'shop', instructions, tools: {
    look: tool({ description: 'Looks an order up', inputSchema: schema('id'), execute: ({ id }) => ({ id, mail: 'ann@example.org', total: 12 }) }),
    refund: tool({ description: 'Refunds an order', inputSchema: schema('id'), access: 'write', execute: () => ({ done: true }) }),
  },
});
const agent = shop('Help with orders.');

/** A session with a correction, a lookup, an approval over a reload, and an import of it that goes on. */
async function exported() {
  const store = memoryStore();
  const model = scripted(
    { say: '', tool: { name: 'lok', args: { id: 'A7' } } },
    '{"say": "", "tool": {"name": "look", "args": {"id": "A7",}}}',
    { say: 'I refund it to ann@example.org.', tool: { name: 'refund', args: { id: 'A7' } } },
    { say: 'Refunded.' },
  );
  const options = { agent, id: 'a', lang: 'en', lock: false, store, model, seed: 7 };
  const first = await openSession(options);
  await first.say('Refund order A7 of ann@example.org');
  await first.close();
  const second = await openSession(options);
  await second.answer(second.view.card.id, { accept: true });
  await second.close();
  const copy = await store.import(await store.export('a'), 'copy');
  const third = await openSession({ ...options, id: copy, model: scripted({ say: 'You are welcome.' }) });
  await third.say('Thank you');
  await third.close();
  return { file: await store.export('a'), copy: await store.export('copy') };
}

let file, copy, own;
before(async () => {
  ({ file, copy } = await exported());
  own = (await agentOf(agent)).core;
});

describe('a session as a file', () => {
  it('plays again to the same bytes, and so does a copy that went on', async () => {
    assert.deepEqual(checked(own, 'shop', file), { events: 9 });
    assert.deepEqual(checked(own, 'shop', copy), { events: 12 });
    await recorded(agent, copy);
  });

  it('names the step where it differs', () => {
    const entries = file.snapshot.entries.map(text => text.replace('Refunded.', 'Done.'));
    assert.throws(() => checked(own, 'shop', { ...file, snapshot: { ...file.snapshot, entries } }), { message: /^event 8 \(replied .*\): entry 8\/decision/ });
    const { difference } = checked(own, 'shop', { ...file, snapshot: { ...file.snapshot, parts: { ...file.snapshot.parts, memory: '{"x":1}' } } });
    assert.match(difference, /^at the end: memory/);
  });

  it('has its steps in order, with what they did', () => {
    const steps = stepsOf(file);
    assert.deepEqual(steps.map(({ type }) => type), ['opened', 'said', 'replied', 'replied', 'returned', 'replied', 'answered', 'returned', 'replied']);
    const marks = Object.fromEntries(steps.filter(({ marks }) => marks.length).map(({ at, marks }) => [at, marks]));
    assert.deepEqual(marks, { 2: ['correction'], 3: ['repair'], 5: ['card'], 7: ['write'] });
    assert.equal(steps.reduce((sum, { bytes }) => sum + bytes, 0), file.snapshot.entries.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
    assert.deepEqual(stepsOf({ ...file, trace: [] }).flatMap(({ entries }) => entries.map(({ seq }) => seq)), file.snapshot.entries.map((_, seq) => seq));
  });
});

describe('redacted', () => {
  const hide = text => text.replaceAll(/[\w.]+@[\w.]+\w/g, '…');

  it('replaces texts everywhere, and the copy plays', async () => {
    assert.match(JSON.stringify(file), /ann@example/);
    const places = new Set();
    const hidden = await redacted(agent, JSON.stringify(file), (text, place) => {
      places.add(place);
      return hide(text);
    });
    assert.doesNotMatch(JSON.stringify(hidden), /ann@example/);
    assert.deepEqual([...places].sort(), ['model', 'tool', 'user']);
    await recorded(agent, hidden);
    assert.deepEqual(checked(own, 'shop', hidden), { events: file.trace.length });
  });

  it('refuses a text with which the session goes another way, and what is no text', async () => {
    await assert.rejects(redacted(agent, file, (text, place) => (place === 'model' ? '{}' : text)), /^Error: redacted: event 3 \(replied .*\): .* another way: expected decision, found correction$/);
    await assert.rejects(redacted(agent, file, () => undefined), { name: 'TypeError', message: /must return a text, found undefined/ });
  });
});

describe('npx stepgate replay', () => {
  const run = promisify(execFile);
  const command = fileURLToPath(new URL('../src/cli/run.js', import.meta.url));
  let folder;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stepgate-replay-'));
    await writeFile(join(folder, 'a.json'), JSON.stringify(file));
    const root = new URL('../src/index.js', import.meta.url).href;
    const module = instructions => `import { tool, toolAgent } from ${JSON.stringify(root)};\nconst schema = ${schema};\nexport const desk = (${shop})(${JSON.stringify(instructions)});\n`;
    await writeFile(join(folder, 'agent.mjs'), module('Help with orders.'));
    await writeFile(join(folder, 'other.mjs'), module('Help with orders.').replace('look: tool(', 'find: tool('));
  });
  after(() => rm(folder, { recursive: true }));
  const stepgate = (...args) => run(process.execPath, [command, ...args], { cwd: folder }).then(({ stdout }) => ({ code: 0, stdout }), ({ code, stdout, stderr }) => ({ code, stdout, stderr }));

  it('prints the steps, and the prompts', async () => {
    const { stdout } = await stepgate('replay', 'a.json');
    assert.equal(stdout.trim().split('\n').length, 9);
    assert.match(stdout, /^ {3}1 .* said .* Refund order A7 of ann@example\.org$/m);
    const { stdout: prompts } = await stepgate('replay', 'a.json', '--prompts', '--agent', 'agent.mjs');
    assert.match(prompts, /system:\n +.*\n?[^]*Help with orders\./);
  });

  it('checks', async () => {
    assert.deepEqual(await stepgate('replay', 'a.json', '--check', '--agent', 'agent.mjs'), { code: 0, stdout: '9 steps, the same to the byte\n' });
    const { code, stdout } = await stepgate('replay', 'a.json', '--check', '--agent', 'other.mjs');
    assert.equal(code, 1);
    assert.match(stdout, /^event 2 \(replied .*\): entry 1\/correction\/complaint/);
  });

  it('says what it cannot read', async () => {
    const said = async (...args) => (await stepgate(...args)).stderr;
    await writeFile(join(folder, 'no.json'), '{}');
    assert.match(await said('replay', 'no.json'), /^no\.json: is no exported session/);
    assert.match(await said('replay', 'agent.mjs'), /^agent\.mjs: is no JSON/);
    assert.match(await said('replay', 'a.json', '--check'), /^the session is one of the agent "shop": name the module that exports it with --agent$/m);
    assert.match(await said('replay', 'a.json', 'b.json'), /^replay: must have one FILE/);
    assert.match(await said('play'), /^play: must be replay/);
  });
});
