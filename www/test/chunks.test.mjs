import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { openAiChunks, split, sse } from '../src/chunks/index.js';
import { call, openLedger, say, transfer } from './real.js';

const { split_vectors: vectors } = JSON.parse(await readFile(new URL('../../tests/vectors/schedule.json', import.meta.url), 'utf8'));

/** A ledger session whose work goes through chunks, with a model that plays `lines`: a text, or its pieces. */
async function streaming(lines, options = {}) {
  const sent = [];
  const chunks = openAiChunks({ created: 1, delay_ms: 0, ...options });
  const model = async (_, { onReasoning, onText }) => {
    const { thoughts = [], text, reasoning, error } = lines.shift() ?? { text: say('done') };
    if (error) throw Object.assign(new Error(error), { code: error });
    for (const thought of thoughts) onReasoning(thought);
    onText(text);
    return { text, reasoning: reasoning ?? thoughts.join('') };
  };
  const agent = await openLedger({
    model, tools: { balance: () => 100, deposit: () => { throw new Error('no such account'); }, transfer: () => null, tip: () => null },
    onStream: piece => sent.push(...chunks.piece(piece)), onChange: view => sent.push(...chunks.view(view)),
  });
  return { agent, sent, chunks, take: () => sent.splice(0) };
}

/** The parts of a chunk that a page uses. */
const plainly = chunk => {
  if (chunk === '[DONE]') return chunk;
  const [{ delta = {}, finish_reason } = {}] = chunk.choices ?? [];
  return [chunk.ext.kind, chunk.ext.block_id ?? finish_reason, delta.content ?? delta.reasoning_content ?? ''];
};

test('a text is split where the published vectors split it', () => {
  assert.ok(vectors.length >= 6);
  for (const { text, chunks, chunks_parity } of vectors) {
    assert.deepEqual(split(text), chunks, text);
    assert.deepEqual(split(text, { trimmed: true }), chunks_parity, text);
  }
});

test('pieces are of the length asked for and together are the text', () => {
  let seed = 7;
  const roll = sides => (seed = (seed * 48271) % 2147483647) % sides;
  const letters = [...'一二三 a b。，.!\n \t\r𝄞'];
  for (let round = 0; round < 5000; round += 1) {
    const text = Array.from({ length: roll(120) }, () => letters[roll(letters.length)]).join('');
    const [min, max] = [1 + roll(9), 10 + roll(20)];
    const pieces = split(text, { min, max });
    const whole = text.replace(/^[ \t\r\n]+/, '').replace(/[ \t\r]+$/, '');
    assert.equal(pieces.join(''), whole);
    assert.ok(pieces.every((piece, index) => [...piece].length <= max && (index === pieces.length - 1 || [...piece].length >= min)), JSON.stringify(pieces));
  }
});

test('what the agent thinks comes as it comes, what it says in pieces, and the end once', async () => {
  const text = 'The first part of an answer, then a second part of it.';
  const { agent, sent, take } = await streaming([{ thoughts: ['Let me ', 'see.'], text: say(text) }]);
  assert.deepEqual(sent, []);
  await agent.say('hi');
  const first = take();
  assert.deepEqual(first.slice(0, 2).map(plainly), [
    ['reasoning_text', 'chat.reasoning.1', 'Let me '], ['reasoning_text', 'chat.reasoning.1', 'see.'],
  ]);
  const spoken = first.filter(chunk => chunk.ext?.kind === 'assistant_text');
  assert.ok(spoken.length > 1);
  assert.equal(spoken.map(chunk => chunk.choices[0].delta.content).join(''), text);
  assert.deepEqual(spoken.map(chunk => chunk.choices[0].delta.role), ['assistant', ...spoken.slice(1).map(() => undefined)]);
  assert.deepEqual(first.slice(2 + spoken.length).map(plainly), [['finish', 'stop', ''], '[DONE]']);
  assert.deepEqual(first[0], {
    id: 'stepgate', object: 'chat.completion.chunk', created: 1, model: 'stepgate',
    choices: [{ index: 0, delta: { role: 'assistant', reasoning_content: 'Let me ' }, finish_reason: null }],
    ext: { kind: 'reasoning_text', block_id: 'chat.reasoning.1', stage: 'chat', display_mode: 'append' },
  });
  await agent.say('and?');
  assert.deepEqual(take().map(plainly), [['assistant_text', 'chat.speak', 'done'], ['finish', 'stop', ''], '[DONE]']);
});

test('thoughts that did not come in pieces, and those of a reply that was refused', async () => {
  const { agent, take } = await streaming([{ text: 'no json', reasoning: 'One.' }, { thoughts: ['Two.'], text: say('hello') }]);
  await agent.say('hi');
  assert.deepEqual(take().slice(0, 3).map(plainly), [
    ['reasoning_text', 'chat.reasoning.1', 'One.'], ['reasoning_text', 'chat.reasoning.2', 'Two.'], ['assistant_text', 'chat.speak', 'hello'],
  ]);
});

test('tools begin and return, with the same id', async () => {
  const { agent, take } = await streaming([{ text: call('balance', { account: 'a' }) }, { text: call('recall', {}) }]);
  await agent.say('how much?');
  const tools = take().filter(chunk => chunk.ext?.tool).map(({ ext }) => [ext.kind, ext.tool, ext.meta.tool_call_id]);
  const balance = { name: 'balance', arguments_preview: 'account=a' };
  const recall = { name: 'recall', arguments_preview: '' };
  assert.deepEqual(tools.map(([kind, tool]) => [kind, tool]), [
    ['tool_call', { ...balance, status: 'start', summary: '' }], ['tool_result', { ...balance, status: 'done', summary: '100' }],
    ['tool_call', { ...recall, status: 'start', summary: '' }], ['tool_result', { ...recall, status: 'done', summary: '' }],
  ]);
  const ids = tools.map(([, , id]) => id);
  assert.ok(ids[0] === ids[1] && ids[2] === ids[3] && ids[0] !== ids[2], `${ids}`);
});

test('a question is asked, answered by its number, and says how it ended', async () => {
  for (const [answer, code, status] of [[{ accept: true }, 'confirmed', 'done'], [{ accept: false, reason: 'no' }, 'rejected', 'blocked']]) {
    const { agent, take } = await streaming([{ text: transfer }], { extra: true });
    await agent.say('pay');
    const asked = take().filter(chunk => chunk.ext?.kind === 'confirm_request');
    assert.deepEqual(asked[0].ext.confirm, { interaction_id: String(agent.view.call), title: 'Transfer an amount', summary: '' });
    assert.deepEqual(asked[0].extra, asked[0].ext);
    assert.ok(asked.slice(1).every(({ ext }) => !('confirm' in ext)), 'the whole of it stands on the first chunk');
    await agent.answer(Number(asked[0].ext.confirm.interaction_id), answer);
    const after = take();
    assert.deepEqual(after.find(chunk => chunk.ext?.status).ext.status, { code, summary: 'Transfer an amount' });
    assert.equal(after.find(chunk => chunk.ext?.kind === 'tool_result').ext.tool.status, status);
    assert.equal(after.filter(chunk => chunk === '[DONE]').length, 1);
  }
});

test('a question whose answer was taken back is asked again, under its new number', async () => {
  const { agent, take } = await streaming([{ text: JSON.stringify({ ask: 'May I?' }) }, { error: 'offline' }]);
  await agent.say('may you?');
  const [asked] = take().filter(chunk => chunk.ext?.confirm);
  await agent.answer(agent.view.call, { accept: true });
  const after = take();
  const [again] = after.filter(chunk => chunk.ext?.confirm);
  assert.notEqual(again.ext.confirm.interaction_id, asked.ext.confirm.interaction_id);
  assert.equal(again.ext.confirm.interaction_id, String(agent.view.call));
  assert.ok(after.some(chunk => chunk.ext?.status?.code === 'llm_failed'), 'and the reason is told');
});

test('a page that has the conversation is sent what comes after it, the end of an open question too', async () => {
  const { agent } = await streaming([{ text: transfer }]);
  const { revision } = await agent.say('pay');
  const later = openAiChunks({ after: revision });
  assert.deepEqual(later.view(agent.view), []);
  const view = await agent.answer(agent.view.call, { accept: false });
  assert.deepEqual(later.view(view)[0].ext.status.code, 'rejected');

  const all = openAiChunks({ created: 1, delay_ms: 0 });
  assert.deepEqual(all.view(view).map(chunk => chunk.ext?.kind ?? chunk), [
    'status', 'tool_call', 'tool_result', 'assistant_text', 'finish', '[DONE]',
  ]);
});

test('a delay is named for every piece but the first, and only then', () => {
  const blocks = [{ seq: 0, revision: 1, thread: 0, atMs: 0, kind: 'assistant', text: 'x'.repeat(50) }];
  const view = { revision: 1, stage: { act: 1 }, waiting: 'user', blocks };
  const delays = options => openAiChunks(options).view(view).slice(0, 3).map(({ ext }) => ext.meta?.delay_ms);
  assert.deepEqual(delays({}), [undefined, 40, 40]);
  assert.deepEqual(delays({ delay_ms: 0 }), [undefined, undefined, undefined]);
  assert.equal(openAiChunks().view(view)[0].ext.block_id, 'act.speak', 'a stage that is an object goes by its first key');
});

test('notes are states, thoughts, words, or cards of their own', () => {
  const note = (seq, code, data) => ({ seq, revision: 1, thread: 0, atMs: 0, kind: 'note', code, data });
  const blocks = [
    note(0, 'think', { text: 'Hm.' }), note(1, 'answer', { text: 'Yes.' }), note(2, 'status', { code: 'executing', text: 'At work' }),
    note(3, 'task_started', { id: 2 }), { ...note(4), kind: 'assistant', text: 'When?', revision: 2 },
    { ...note(5, 'status', { code: 'ask_user', stage: 'plan' }), revision: 2 }, note(6, 'tool_result', {}), note(7, 'saved', null),
    note(8, 'schedule_completed', { applied: 3 }),
  ];
  const chunks = openAiChunks().view({ revision: 2, stage: 'execute', waiting: 'user', blocks });
  assert.deepEqual(chunks.slice(0, -2).map(plainly), [
    ['reasoning_text', 'execute.reasoning.1', 'Hm.'], ['assistant_text', 'execute.speak', 'Yes.'], ['status', 'execute.status', 'At work'],
    ['status', 'execute.status', 'task_started'], ['interrupt', 'interrupt.speak', 'When?'],
    ['status', 'plan.status', 'ask_user'], ['status', 'execute.status', 'saved'], ['schedule_completed', 'deliver.status', ''],
  ]);
  assert.deepEqual(chunks[2].ext.status, { code: 'executing', summary: 'At work' });
  assert.deepEqual(chunks[4].ext.interrupt, { interaction_id: '4', type: 'ask_user', summary: 'When?' });
  assert.equal('choices' in chunks[7], false, 'a chunk that says nothing has no choices');
  assert.deepEqual(chunks[7].ext.meta, { outcome: { applied: 3 } });
});

test('server-sent events', () => {
  const [chunk] = openAiChunks({ id: 'a', created: 1 }).piece({ call: 1, text: '', reasoning: 'x\n\ny', patches: [] });
  assert.equal(sse([chunk, '[DONE]']), `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
});
