// The stepper's cards over a workspace: what they say of a file is right when the user sees them first.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore, openSession } from 'stepgate';
import { stepper } from 'stepgate/stepper';
import { memoryWorkspace, workspaceTools } from 'stepgate/workspace';
import { isRunning, isUnderWay } from '../demo/stepper/running.js';

const decision = (action, is_complete = false) => JSON.stringify({ thought: is_complete ? 'done' : 'going on', is_complete, action });
const one = (tool_name, params) => ({ tool_name, description: tool_name, params });
const write = (path, content = 'new') => one('write_file', { path, content });
const read = path => one('read_file', { path });

/** A task with a scripted model; `cards` has each card that was shown, in words. */
async function play(workspace, replies, act = () => {}) {
  const cards = [];
  const lines = [JSON.stringify({ steps: ['A'] }), ...replies];
  const model = async () => {
    const line = lines.shift() ?? assert.fail('no further call was expected');
    await act(lines.length);
    return { text: typeof line === 'string' ? line : decision(line) };
  };
  const onChange = ({ card }) => {
    const words = card && (card.preview?.writes ?? [card.calls[0].preview]).map(({ path, replaces, before }) => `${replaces ? 'replaces' : 'new'} ${path} ${before}`).join(', ');
    if (words && words !== cards.at(-1)) cards.push(words);
  };
  const session = await openSession({ agent: stepper, id: 's', lang: 'en', lock: false, store: memoryStore(), input: { config: { cache: false } }, tools: workspaceTools(workspace), model, onChange });
  let view = await session.say('the task');
  while (view.card) view = await session.answer(view.card.id, { accept: true });
  return { cards, view, errors: view.data.task.steps[0].actions.map(({ error }) => error) };
}

describe('a write to a file that nobody has seen', () => {
  it('asks once, as a replacement of the text that was read', async () => {
    const workspace = memoryWorkspace({ 'a.md': 'old' });
    const { cards, errors } = await play(workspace, [write('a.md'), read('a.md'), write('a.md'), decision(null, true)]);
    assert.deepEqual([cards, errors], [['replaces a.md old'], ['unread', null, null]]);
    assert.equal(await workspace.read('a.md'), 'new');
  });

  it('asks at once where there is none', async () => {
    const { cards, errors } = await play(memoryWorkspace(), [write('a.md'), decision(null, true)]);
    assert.deepEqual([cards, errors], [['new a.md null'], [null]]);
  });
});

describe('a file that was changed by hand while the task ran', () => {
  const several = [write('a.md'), write('b.md')];
  for (const [name, writes, asked] of [['one write', write('a.md'), []], ['several writes', several, ['new b.md null']]]) {
    it(`is read again before the card of ${name}`, async () => {
      const workspace = memoryWorkspace({ 'a.md': 'old' });
      const replies = [read('a.md'), writes, read('a.md'), write('a.md'), decision(null, true)];
      const { cards, errors } = await play(workspace, replies, left => (left === 3 ? workspace.write('a.md', 'by hand') : undefined));
      assert.deepEqual(cards, [...asked, 'replaces a.md by hand']);
      assert.equal(errors[1], 'unread');
      assert.equal(await workspace.read('a.md'), 'new');
    });
  }
});

it('a look that fails or is refused leaves the card as it is', async () => {
  for (const beforeCard of [() => { throw new Error('no'); }, () => ({ found: ['../a'] }), () => ({ nothing: 1 })]) {
    const tools = workspaceTools(memoryWorkspace());
    const lines = [JSON.stringify({ steps: ['A'] }), decision(write('a.md'))];
    const session = await openSession({ agent: stepper, id: 's', lang: 'en', lock: false, store: memoryStore(), tools: { ...tools, write_file: { ...tools.write_file, beforeCard } }, model: async () => ({ text: lines.shift() }) });
    assert.equal((await session.say('the task')).card.calls[0].preview.path, 'a.md');
    await session.close();
  }
});

it('a step that has ended shows nothing of what it was doing', () => {
  const note = (seq, code, data) => ({ seq, kind: 'note', code, data });
  const verdict = note(2, 'verdict', { verdict: 'continue', reason: 'Reading data.csv' });
  const running = [note(1, 'step', { status: 'in_progress' }), verdict, { seq: 3, kind: 'tool' }];
  assert.equal(isRunning(verdict, running), true);
  assert.equal(isRunning(verdict, [...running, note(4, 'task', { status: 'paused' })]), true);
  for (const end of [note(4, 'step', { status: 'completed' }), note(4, 'step', { status: 'failed' }), note(4, 'task', { status: 'cancelled' })]) {
    assert.equal(isRunning(verdict, [...running, end]), false);
  }
  const open = { result: null, error: null };
  assert.deepEqual(['in_progress', 'completed'].map(status => isUnderWay({ status }, open)), [true, false]);
});
