// A check that the user is there, between the yes to a card and the write: nothing but a press of a person and the check itself lets it run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineAgent, memoryStore, openSession as openHere, tool, toolAgent } from 'stepgate';
import { openSession as openInWorker, serve } from 'stepgate/worker';
import { memoryWorkspace, workspaceTools } from 'stepgate/workspace';
import { stepper } from 'stepgate/stepper';
import { story } from 'stepgate/test';
import { until } from './until.js';

const PRESS = { isTrusted: true, type: 'click' };
const PAID = { type: 'object', properties: { to: { type: 'string' }, euros: { type: 'number' } }, required: ['to', 'euros'] };
const pay = (to, euros) => ({ name: 'pay', args: { to, euros } });
const note = text => ({ name: 'note', args: { text } });

/** A check that says what it is told to, and what it was asked. */
function checker(...answers) {
  const asked = [];
  const check = async (calls, context) => {
    asked.push({ calls, ...context });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return typeof answer === 'function' ? answer(context) : answer;
  };
  return { check, asked, calls: () => asked.map(({ calls }) => calls.map(({ args }) => args.to ?? args.text)) };
}

/** An agent that pays and notes, and what was done. `replies`: those of the model, in order. */
function payer({ replies, presence, notePresence, access = 'write' }) {
  const done = [];
  const writes = (name, inputSchema, more) => tool({ description: name, inputSchema, access, execute: args => { done.push(Object.values(args).join(' ')); return 'ok'; }, ...more });
  const agent = toolAgent({
    name: 'payer', instructions: 'Pays.',
    tools: {
      pay: writes('Pays', PAID, presence && { presence }),
      note: writes('Notes', { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }, notePresence && { presence: notePresence }),
    },
  });
  const left = [...replies];
  const model = async () => ({ text: JSON.stringify(left.shift() ?? { say: 'Done.', tool: null }) });
  return { agent, model, done };
}

const places = {
  page: (t, { agent, model, store = memoryStore(), ...more }) => openHere({ agent, id: 'a', lang: 'en', model, store, lock: false, ...more }),
  worker(t, { agent, model, store = memoryStore(), ...more }) {
    const { port1, port2 } = new MessageChannel();
    t.after(() => { port1.close(); port2.close(); });
    serve({ payer: agent }, { model, store }, port2);
    return openInWorker({ worker: port1, agent: 'payer', id: 'a', lang: 'en', lock: false, ...more });
  },
};

/** A session at the card of some calls. */
async function atCard(t, calls, { place = 'page', store, session: options, ...more } = {}) {
  const { agent, model, done } = payer({ replies: [{ say: 'I do it.', tool: calls }], ...more });
  const session = await places[place](t, { agent, model, store, ...options });
  t.after(() => session.close().catch(() => {}));
  await session.say('do it');
  const yes = (answer = {}) => session.answer(session.view.card.id, { accept: true, event: PRESS, ...answer });
  return { session, done, yes, refused: (promise, code) => assert.rejects(promise, { name: 'Refusal', code }) };
}

for (const place of ['page', 'worker']) {
  const inPlace = (t, calls, presence, more) => atCard(t, calls, { place, session: { presence }, ...more });

  test(`the write runs once the check has passed, which sees the call, the card and the press (${place})`, async t => {
    const { check, asked } = checker(true);
    const { done, yes } = await inPlace(t, pay('Ann', 5), check);
    await yes({ args: { to: 'Ann', euros: 4 } });
    assert.deepEqual(done, ['Ann 4']);
    assert.deepEqual(asked.map(({ calls, card, event, lang }) => [calls, card.kind, event, lang]), [[[pay('Ann', 4)], 'approval', PRESS, 'en']]);
  });

  test(`a check that says no, or throws, leaves the card open, and the next yes is checked anew (${place})`, async t => {
    const { check, asked } = checker(false, () => { throw new Error('no passkey'); }, true);
    const { session, done, yes, refused } = await inPlace(t, pay('Ann', 5), check);
    const { card } = session.view;
    await refused(yes(), 'not_present');
    await refused(yes(), 'not_present');
    assert.deepEqual([session.view.card, done], [card, []]);
    await yes();
    assert.deepEqual([done, asked.length], [['Ann 5'], 3]);
  });

  test(`a yes without a press, by a press of a program, or in words is refused and asks for no check (${place})`, async t => {
    const { check, asked } = checker(true);
    const { session, done, yes, refused } = await inPlace(t, pay('Ann', 5), check);
    const { revision } = session.view;
    await refused(yes({ event: undefined }), 'press_needed');
    await refused(yes({ event: new Event('click') }), 'press_needed');
    await refused(yes({ event: { isTrusted: true, type: 'submit' } }), 'press_needed');
    await refused(session.say('yes'), 'press_needed');
    await refused(session.answer(session.view.card.id, { button: 0 }), 'press_needed');
    assert.deepEqual([session.view.revision, session.view.card.kind, done, asked], [revision, 'approval', [], []]);
    await yes();
    assert.deepEqual(done, ['Ann 5']);
  });
}

test('a no needs neither a press nor a check', async t => {
  const { check, asked } = checker(true);
  const { session, done } = await atCard(t, pay('Ann', 5), { presence: check });
  await session.answer(session.view.card.id, { accept: false });
  assert.deepEqual([session.view.card, done, asked], [undefined, [], []]);
});

test('other words at the card go to the model, and the card is still checked', async t => {
  const { check } = checker(true);
  const { session, done, yes } = await atCard(t, pay('Ann', 5), { presence: check, replies: [{ say: 'I do it.', tool: pay('Ann', 5) }] });
  await session.say('What is this for?');
  assert.deepEqual([done, session.view.card.calls[0].args.to], [[], 'Ann']);
  await yes();
  assert.deepEqual(done, ['Ann 5']);
});

test('several calls: one check for those of a tool with one, and those declined are not asked about', async t => {
  const { check, calls } = checker(true);
  const { done, yes } = await atCard(t, [pay('Ann', 1), note('x'), pay('Bob', 2), pay('Cid', 3)], { presence: check });
  await yes({ accept: [0, 1, 2] });
  assert.deepEqual([calls(), done], [[['Ann', 'Bob']], ['Ann 1', 'x', 'Bob 2']]);
});

test('several calls: each check is asked once, and one that says no keeps all calls back', async t => {
  const pays = checker(true);
  const notes = checker(false, true);
  const { done, yes, refused, session } = await atCard(t, [note('x'), pay('Ann', 1)], { presence: pays.check, notePresence: notes.check });
  await refused(yes(), 'not_present');
  await refused(session.say('ok'), 'press_needed');
  assert.deepEqual(done, []);
  await yes();
  assert.deepEqual([done, pays.calls(), notes.calls()], [['x', 'Ann 1'], [['Ann']], [['x'], ['x']]]);
});

test('the check of the session takes the place of the tools\' own, and is about every write', async t => {
  const own = checker(true);
  const all = checker(true);
  const { done, yes } = await atCard(t, [note('x'), pay('Ann', 1)], { presence: own.check, session: { presence: all.check } });
  await yes();
  assert.deepEqual([done, all.calls(), own.asked], [['x', 'Ann 1'], [['x', 'Ann']], []]);
});

test('a call without a check is approved as ever', async t => {
  const { check, asked } = checker(true);
  const { done, session } = await atCard(t, note('x'), { presence: check });
  await session.say('ok');
  assert.deepEqual([done, asked], [['x'], []]);
});

test('"do not ask again" is refused, and leave of before ends when the session has a check', async t => {
  const store = memoryStore();
  const before = await atCard(t, pay('Ann', 1), { store });
  await before.yes({ always: 'session' });
  assert.equal(before.session.view.grants.length, 1);
  await before.session.close();
  const { check } = checker(true);
  const { session, done, yes, refused } = await atCard(t, pay('Bob', 2), { store, session: { presence: check } });
  assert.deepEqual([session.view.grants, session.view.card.calls.map(({ args }) => args.to), done], [undefined, ['Bob'], []]);
  await refused(yes({ always: 'session' }), 'no_grant_here');
  await yes();
  assert.deepEqual([done, session.view.grants], [['Bob 2'], undefined]);
});

test('leave for a tool ends when the tool gets a check', async t => {
  const store = memoryStore();
  const before = await atCard(t, pay('Ann', 1), { store });
  await before.yes({ always: 'session' });
  await before.session.close();
  const { done, session } = await atCard(t, pay('Bob', 2), { store, presence: checker(true).check });
  assert.deepEqual([done, session.view.card.calls[0].args.to], [[], 'Bob']);
});

test('what the rule of the tool lets run has no yes and no check', async t => {
  const { check, asked } = checker(true);
  const { done } = await atCard(t, pay('Ann', 1), { presence: check, access: () => 'run' });
  assert.deepEqual([done, asked], [['Ann 1'], []]);
});

test('a card that ends while the check runs: the check is called off, and the yes changes nothing', async t => {
  let end;
  const { check, asked } = checker(({ signal }) => new Promise(resolve => { end = resolve; signal.addEventListener('abort', () => resolve(true)); }));
  const { session, done, yes, refused } = await atCard(t, pay('Ann', 1), { presence: check });
  const { id } = session.view.card;
  const first = yes();
  await until(() => assert.equal(asked.length, 1));
  await refused(yes(), 'checking');
  await session.answer(id, { accept: false });
  await first;
  end(true);
  assert.deepEqual([asked[0].signal.aborted, done, session.view.card], [true, [], undefined]);
});

test('a card that another tab has answered while the check ran: this one gives way, and nothing runs twice', async t => {
  const store = memoryStore();
  let pass;
  const { check, asked } = checker(() => new Promise(resolve => { pass = resolve; }));
  const { done, yes, session } = await atCard(t, pay('Ann', 1), { store, presence: check });
  const first = yes();
  await until(() => assert.equal(asked.length, 1));
  const other = payer({ replies: [], presence: checker(true).check });
  const there = await openHere({ agent: other.agent, model: other.model, id: 'a', lang: 'en', lock: false, store: { name: 'another tab', load: id => store.load(id), save: (id, step) => store.save(id, step), start: (...given) => store.start(...given) } });
  t.after(() => there.close());
  await there.answer(there.view.card.id, { accept: true, event: PRESS });
  pass(true);
  await assert.rejects(first, { name: 'StoreError', code: 'conflict' });
  assert.deepEqual([other.done, done, session.role], [['Ann 1'], [], 'watches']);
});

test('a session that is closed while the check runs: nothing runs, and the card is there when it is opened again', async t => {
  const store = memoryStore();
  const { check, asked } = checker(() => new Promise(() => {}), true);
  const { session, done, yes } = await atCard(t, pay('Ann', 1), { store, session: { presence: check } });
  const first = yes();
  await until(() => assert.equal(asked.length, 1));
  await session.close();
  await assert.rejects(first, { name: 'SessionError', code: 'closed' });
  const { agent, model } = payer({ replies: [], presence: undefined });
  const again = await openHere({ agent, model, id: 'a', store, lock: false, presence: check });
  t.after(() => again.close());
  assert.deepEqual([again.view.card.calls[0].args.to, done], ['Ann', []]);
});

test('a yes that passed is saved with its step: after a page that died, the write goes on without another check', async () => {
  const { check, asked } = checker(true);
  const runs = [];
  const pays = tool({ description: 'Pays', inputSchema: PAID, access: 'write', idempotent: true, presence: check, execute: ({ to }) => { runs.push(to); return 'ok'; } });
  const s = await story(toolAgent({ name: 'payer', instructions: 'Pays.', tools: { pay: pays } }));
  await s.say('pay');
  await s.reply({ say: 'x', tool: pay('Ann', 1) });
  await s.crash({ accept: true, event: PRESS });
  assert.deepEqual([runs, asked.length], [['Ann', 'Ann'], 1]);
  await s.close();
});

test('a yes to running a write in doubt again is checked, too', async t => {
  const { check, calls } = checker(true);
  const runs = [];
  const agent = toolAgent({ name: 'payer', instructions: 'Pays.', tools: { pay: tool({ description: 'Pays', inputSchema: PAID, access: 'write', presence: check, execute: ({ to }) => { runs.push(to); if (runs.length === 1) throw new Error('lost'); return 'ok'; } }) } });
  const replies = [{ say: 'x', tool: pay('Ann', 1) }];
  const session = await openHere({ agent, model: async () => ({ text: JSON.stringify(replies.shift() ?? { say: 'Done.', tool: null }) }), id: 'a', lang: 'en', lock: false });
  t.after(() => session.close());
  await session.say('pay');
  await session.answer(session.view.card.id, { accept: true, event: PRESS });
  assert.equal(session.view.card.code, 'was_it_done');
  await session.answer(session.view.card.id, { accept: false });
  assert.equal(session.view.card.code, 'do_it_again');
  await assert.rejects(session.answer(session.view.card.id, { button: 0 }), { code: 'press_needed' });
  assert.deepEqual(runs, ['Ann']);
  await session.answer(session.view.card.id, { button: 0, event: PRESS });
  assert.deepEqual([runs, calls()], [['Ann', 'Ann'], [['Ann'], ['Ann']]]);
});

/** An agent that asks by itself, and whose yes runs the tool without a card of the engine. */
const asker = (done, presence) => defineAgent({
  name: 'asker',
  tools: { pay: tool({ description: 'Pays', inputSchema: PAID, access: 'write', presence, execute: ({ to }) => { done.push(to); return 'ok'; } }) },
  stages: { ask: { prompt: () => '', reply: { type: 'object', properties: { say: { type: 'string' } } }, decide: ({ to }) => to.confirm({ title: 'Pay Ann?' }, { yes: to.run(pay('Ann', 1)), no: to.listen() }) } },
  on: { returned: ({ to }) => to.listen(), edited: ({ to }) => to.run(pay('Eve', 1)) },
});

test('a write that an agent begins at a yes to its own question, or at an edit, has a card, which is checked', async t => {
  const done = [];
  const { check, calls } = checker(true);
  const session = await openHere({ agent: asker(done, check), model: async () => ({ text: '{"say":"x"}' }), id: 'a', lang: 'en', lock: false });
  t.after(() => session.close());
  await session.say('pay');
  await session.answer(session.view.card.id, { accept: true });
  assert.deepEqual([session.view.card.kind, done], ['approval', []]);
  await session.answer(session.view.card.id, { accept: true, event: PRESS });
  await session.edit({ pay: true });
  assert.deepEqual([session.view.card.calls[0].args.to, done, calls()], ['Eve', ['Ann'], [['Ann']]]);
});

test('the stepper: a yes to writes that it asks about together is checked before the first of them', async t => {
  const { check, asked } = checker(false, true);
  const workspace = memoryWorkspace();
  const write = path => ({ tool_name: 'write_file', description: 'write', params: { path, content: 'new' } });
  const lines = [{ steps: ['A'] }, { thought: 'x', is_complete: false, action: [write('a.md'), write('b.md')] }, { thought: 'x', is_complete: true, action: null }];
  const model = async () => ({ text: JSON.stringify(lines.shift()) });
  const session = await openHere({ agent: stepper, id: 's', lang: 'en', lock: false, input: { config: { cache: false } }, tools: workspaceTools(workspace), model, presence: check });
  t.after(() => session.close());
  await session.say('the task');
  const { id, kind } = session.view.card;
  assert.equal(kind, 'confirm');
  await assert.rejects(session.say('ok'), { code: 'press_needed' });
  await assert.rejects(session.answer(id, { accept: true }), { code: 'press_needed' });
  await assert.rejects(session.answer(id, { accept: true, event: PRESS }), { code: 'not_present' });
  assert.deepEqual([(await workspace.list()).length, session.view.card.id], [0, id]);
  await session.answer(id, { accept: true, event: PRESS });
  assert.deepEqual([[await workspace.read('a.md'), await workspace.read('b.md')], asked[1].calls.map(({ args }) => args.path), asked[1].card.preview.writes.map(({ path }) => path)], [['new', 'new'], ['a.md'], ['a.md', 'b.md']]);
});

test('a check that gives neither true nor false is the page\'s mistake', async t => {
  const { done, yes, session } = await atCard(t, pay('Ann', 1), { presence: async () => {} });
  await assert.rejects(yes(), { name: 'TypeError', message: /presence\(calls, context\): must give true or false, not undefined/ });
  assert.deepEqual([done, session.view.card.kind], [[], 'approval']);
});

test('wrong options name their place', async () => {
  assert.throws(() => tool({ description: 'x', execute() {}, presence: async () => true }), /tool: presence: must be left out: a tool that reads has no card/);
  assert.throws(() => tool({ description: 'x', access: 'write', execute() {}, presence: true }), /tool: presence: must be a function/);
  await assert.rejects(openHere({ agent: toolAgent({ name: 'a', instructions: 'x' }), id: 'a', model: async () => ({ text: '' }), presence: true }), /presence: must be a function/);
});
