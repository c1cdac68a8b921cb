// A session behind the AG-UI protocol, with the protocol's own client.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineAgent, memoryStore, tool, toolAgent } from '../src/index.js';
import { StepgateAgent } from '../src/ag-ui/index.js';
import { call, desk, object, opened, text, TO_ANN, TO_BOB } from './ag-ui-session.js';

const typesOf = events => events.map(({ type }) => type);
const outcomeOf = events => events.at(-1).outcome;
const errorIn = events => events.find(({ type }) => type === 'RUN_ERROR');
const linesOf = ({ messages }) => messages.map(({ role, content, toolCalls }) => [role, toolCalls ? `${toolCalls[0].function.name} ${toolCalls[0].function.arguments}` : content]);

test('words, thoughts and a read come as events, in pieces, and the client has what the session has', async t => {
  const { session, made, say } = await opened(t, { lines: [{ ...call('look', { q: 'bill' }, 'I look.'), thought: 'Look it up.' }, { say: 'It is for Ann.' }] });
  const events = await say('Whose bill?');
  const order = typesOf(events).filter((type, at, all) => type !== all[at - 1] && type !== 'STATE_DELTA' && type !== 'STATE_SNAPSHOT');
  assert.deepEqual(order.filter((type, at) => type !== order[at - 1]), [
    'RUN_STARTED', 'REASONING_START', 'REASONING_MESSAGE_START', 'REASONING_MESSAGE_CONTENT', 'TEXT_MESSAGE_START', 'TEXT_MESSAGE_CONTENT', 'REASONING_MESSAGE_END', 'REASONING_END', 'TEXT_MESSAGE_END',
    'TOOL_CALL_START', 'TOOL_CALL_ARGS', 'TOOL_CALL_END', 'TOOL_CALL_RESULT', 'TEXT_MESSAGE_START', 'TEXT_MESSAGE_CONTENT', 'TEXT_MESSAGE_END', 'RUN_FINISHED',
  ]);
  assert.ok(events.filter(({ type }) => type === 'TEXT_MESSAGE_CONTENT').length > 4);
  assert.deepEqual(linesOf(made), [['user', 'Whose bill?'], ['reasoning', 'Look it up.'], ['assistant', 'I look.'], ['assistant', 'look {"q":"bill"}'], ['tool', '{"found":"bill"}'], ['assistant', 'It is for Ann.']]);
  assert.deepEqual(events.at(-1), { type: 'RUN_FINISHED', threadId: 'a', runId: events[0].runId, outcome: { type: 'success' }, usage: [{ inputTokens: 20, outputTokens: 10 }] });
  assert.equal(session.view.blocks.filter(({ kind }) => kind === 'user').length, 1);
  assert.deepEqual([made.state.waiting, made.state.data], ['user', session.view.data]);
});

test('an open card ends the run with an interrupt that has the exact arguments; a yes runs the call once', async t => {
  const { agent, paid } = desk();
  const { made, say, answer } = await opened(t, { agent, lines: [call('pay', TO_ANN, 'I pay.'), { say: 'Paid.' }] });
  const asked = await say('Pay Ann');
  const [interrupt] = made.pendingInterrupts;
  const callId = asked.find(({ type }) => type === 'TOOL_CALL_START').toolCallId;
  assert.deepEqual([outcomeOf(asked).type, interrupt.reason, interrupt.toolCallId, interrupt.metadata.stepgate.card.calls[0].args], ['interrupt', 'tool_call', callId, TO_ANN]);
  assert.deepEqual(JSON.parse(asked.find(({ type }) => type === 'TOOL_CALL_ARGS').delta), TO_ANN);
  assert.deepEqual([typesOf(asked).slice(-3), made.state.card.kind, paid], [['MESSAGES_SNAPSHOT', 'STATE_SNAPSHOT', 'RUN_FINISHED'], 'approval', []]);
  const done = await answer({ approved: true });
  assert.deepEqual([paid, made.pendingInterrupts, outcomeOf(done)], [['Ann 1'], [], { type: 'success' }]);
  assert.deepEqual(done.filter(({ type }) => type.startsWith('TOOL_CALL')).map(({ type, toolCallId }) => [type, toolCallId]), [['TOOL_CALL_RESULT', callId]]);
  assert.deepEqual(linesOf(made), [['user', 'Pay Ann'], ['assistant', 'I pay.'], ['assistant', `pay ${JSON.stringify(TO_ANN)}`], ['tool', 'Paid 1'], ['assistant', 'Paid.']]);
});

test('a subset of a card is approved, with edited arguments: what ran stands in the messages', async t => {
  const { agent, paid } = desk();
  const { made, say, answer } = await opened(t, { agent, lines: [{ say: 'Both.', tools: [{ name: 'pay', args: TO_ANN }, { name: 'pay', args: TO_BOB }] }, { say: 'One paid.' }] });
  await say('Pay both');
  assert.deepEqual(made.pendingInterrupts.map(({ message, toolCallId }) => [message, made.messages.find(({ id }) => id === toolCallId).toolCalls[0].function.arguments]), [['Pays a bill', JSON.stringify(TO_ANN)], ['Pays a bill', JSON.stringify(TO_BOB)]]);
  await answer({ approved: true, editedArgs: { to: 'Ann', euros: 7 } }, { approved: false });
  assert.deepEqual(paid, ['Ann 7']);
  assert.deepEqual(linesOf(made).filter(([role, content]) => role === 'tool' || content.startsWith('pay')), [
    ['assistant', 'pay {"to":"Ann","euros":7}'], ['tool', 'Paid 1'],
    ['assistant', `pay ${JSON.stringify(TO_BOB)}`], ['tool', '{"error":{"code":"rejected","text":"Not run: the user did not approve this call."}}'],
  ]);
});

test('a no with its reason, and an abandoned card, run nothing; the model reads the reason', async t => {
  const { agent, paid } = desk();
  const { made, say, answer } = await opened(t, { agent, lines: [call('pay', TO_ANN), { say: 'I leave it.' }, call('pay', TO_BOB), { say: 'Left.' }] });
  await say('Pay Ann');
  await answer({ approved: false, reason: 'wrong bill' });
  assert.match(linesOf(made).find(([role]) => role === 'tool')[1], /"code":"rejected".*"reason":"wrong bill"/);
  await say('Pay Bob');
  const events = await answer(null);
  assert.deepEqual([outcomeOf(events), made.pendingInterrupts, paid], [{ type: 'success' }, [], []]);
});

test('nothing but `approved: true` is a yes: other payloads leave the card open, and the run says what is allowed', async t => {
  const { agent, paid } = desk();
  const { session, made, say, run, answer } = await opened(t, { agent, lines: [call('pay', TO_ANN), { say: 'Paid.' }] });
  await say('Pay Ann');
  const [{ id: interruptId }] = made.pendingInterrupts;
  for (const payload of [undefined, null, true, 'yes', {}, { approved: 'yes' }, { approved: 1 }, { accept: true }, { approved: true, edited: {} }, { approved: false, editedArgs: TO_BOB }, { approved: true, reason: 'x' }, { button: 0 }]) {
    const events = await run({ resume: [{ interruptId, status: 'resolved', ...(payload !== undefined && { payload }) }] });
    assert.deepEqual([errorIn(events).code, outcomeOf(events).type], ['bad_answer', 'interrupt'], JSON.stringify(payload));
    assert.match(errorIn(events).message, /payload/);
  }
  const twice = [{ interruptId, status: 'resolved', payload: { approved: true } }, { interruptId, status: 'cancelled' }];
  assert.equal(errorIn(await run({ resume: twice })).code, 'bad_answer');
  assert.deepEqual([session.view.card.calls[0].args, paid], [TO_ANN, []]);
  const invalid = await answer({ approved: true, editedArgs: { to: 5 } });
  assert.deepEqual([errorIn(invalid).code, outcomeOf(invalid).type, paid], ['invalid_args', 'interrupt', []]);
  await answer({ approved: true });
  assert.deepEqual(paid, ['Ann 1']);
});

test('an answer that comes again, or to a card that is gone, changes nothing', async t => {
  const { agent, paid } = desk();
  const { made, say, run, answer } = await opened(t, { agent, lines: [call('pay', TO_ANN), { say: 'Paid.' }, call('pay', TO_BOB)] });
  await say('Pay Ann');
  const resume = [{ interruptId: made.pendingInterrupts[0].id, status: 'resolved', payload: { approved: true } }];
  await answer({ approved: true });
  assert.equal(errorIn(await run({ resume })).code, 'card_changed');
  await say('Pay Bob');
  made.pendingInterrupts = []; // a client that lost count
  const late = await run({ resume });
  assert.deepEqual([errorIn(late).code, outcomeOf(late).type, made.pendingInterrupts.length, paid], ['card_changed', 'interrupt', 1, ['Ann 1']]);
});

test('words never approve: without an answer to the card they are not said, and with the card set aside they go to the model', async t => {
  const { agent, paid } = desk();
  const { session, made, say } = await opened(t, { agent, lines: [call('pay', TO_ANN), { say: 'It is a bill.', about_card: 'keep' }, { say: 'Yes?', about_card: 'keep' }] });
  await say('Pay Ann');
  made.pendingInterrupts = []; // a client that shows no card
  const refused = await say('ok');
  assert.deepEqual([errorIn(refused).code, made.state.input, linesOf(made).filter(([, words]) => words === 'ok')], ['answer_first', 'ok', []]);
  const aside = () => ({ resume: made.pendingInterrupts.map(({ id: interruptId }) => ({ interruptId, status: 'cancelled' })) });
  const yes = await say('ok', aside());
  assert.deepEqual([errorIn(yes).code, outcomeOf(yes).type, made.state.input], ['answer_first', 'interrupt', 'ok']);
  const asked = await say('What is it for?', aside());
  assert.deepEqual([outcomeOf(asked).type, made.messages.at(-1).content], ['interrupt', 'It is a bill.']);
  await say('ok', aside());
  assert.deepEqual([session.view.card.calls[0].args, paid], [TO_ANN, []]);
});

/** An agent that asks by cards of its own. */
const asker = () => defineAgent({
  name: 'asker',
  memory: () => ({ sure: 0, day: '' }),
  stages: {
    talk: {
      prompt: () => ({ system: 'You ask.' }),
      reply: object({ say: text }),
      decide({ reply, say, to }) {
        if (reply.say === 'choose') return to.choose([{ id: 'mon', label: 'Monday' }, { id: 'tue', label: 'Tuesday' }], { by: 'user', title: 'When?' });
        if (reply.say === 'confirm') return to.confirm({ title: 'Sure?', text: 'It is far.' }, { yes: to.think(), no: to.think() });
        say(reply.say);
        return to.listen();
      },
    },
  },
  on: {
    answered({ accept, memory, to }) { memory.sure += accept ? 1 : -1; return to.usual(); },
    chosen({ choice, memory }) { memory.day = choice.id; },
  },
  view: ({ memory }) => memory,
});

test('cards that are no approval are interrupts, too: a question, a choice', async t => {
  const { made, say, answer, run } = await opened(t, { agent: asker(), lines: [{ say: 'confirm' }, { say: 'Good.' }, { say: 'choose' }, { say: 'Tuesday.' }, { say: 'choose' }, { say: 'No day.' }] });
  const asked = await say('Go');
  assert.deepEqual(made.pendingInterrupts.map(({ reason, message }) => [reason, message]), [['confirmation', 'Sure?\n\nIt is far.']]);
  assert.equal(outcomeOf(asked).type, 'interrupt');
  await answer({ approved: true });
  assert.deepEqual(made.state.data, { sure: 1, day: '' });
  await say('When');
  assert.deepEqual(made.pendingInterrupts[0].responseSchema.properties.choice, { oneOf: [{ const: 'mon', title: 'Monday' }, { const: 'tue', title: 'Tuesday' }] });
  const [{ id: interruptId }] = made.pendingInterrupts;
  assert.equal(errorIn(await run({ resume: [{ interruptId, status: 'resolved', payload: { approved: true } }] })).code, 'bad_answer');
  assert.equal(errorIn(await run({ resume: [{ interruptId, status: 'resolved', payload: { choice: 'sun' } }] })).code, 'no_such_choice');
  await answer({ choice: 'tue' });
  assert.deepEqual([made.state.data, linesOf(made).filter(([role]) => role === 'user')], [{ sure: 1, day: 'tue' }, [['user', 'Go'], ['user', 'When']]]);
  await say('Again');
  await answer(null);
  assert.deepEqual([made.state.data.day, made.pendingInterrupts], ['tue', []]);
});

test('a doubt is answered by a button alone; one that is abandoned stays', async t => {
  const { made, say, answer, run } = await opened(t, { lines: [call('wire', { to: 'Ann' }), { say: 'Noted.' }] });
  await say('Wire');
  await answer({ approved: true });
  const [{ reason, id: interruptId, toolCallId }] = made.pendingInterrupts;
  assert.deepEqual([reason, toolCallId], ['stepgate:doubt', undefined]);
  assert.equal(errorIn(await run({ resume: [{ interruptId, status: 'resolved', payload: { approved: true } }] })).code, 'bad_answer');
  assert.equal(outcomeOf(await answer(null)).interrupts[0].id, interruptId);
  await answer({ button: 0, result: 'receipt 7' });
  assert.deepEqual([made.pendingInterrupts, linesOf(made).filter(([role]) => role === 'tool')], [[], [['tool', 'receipt 7']]]);
});

test('a grant goes with a yes', async t => {
  const { agent, paid } = desk();
  const { made, say, answer } = await opened(t, { agent, lines: [call('pay', TO_ANN), { say: 'Paid.' }, call('pay', TO_BOB), { say: 'Paid, too.' }] });
  await say('Pay Ann');
  await answer({ approved: true, always: 'session' });
  const events = await say('Pay Bob');
  assert.deepEqual([outcomeOf(events), paid, made.state.grants.length], [{ type: 'success' }, ['Ann 1', 'Bob 2'], 1]);
});

test('a write with a check of presence needs a press: given with the run, and used up by it', async t => {
  const { paid } = desk();
  const pay = tool({ description: 'Pays', access: 'write', inputSchema: object({ to: text }), presence: () => true, execute: ({ to }) => paid.push(to) });
  const agent = toolAgent({ name: 'guarded', instructions: 'x', tools: { pay } });
  const { made, say, answer } = await opened(t, { agent, lines: [call('pay', { to: 'Ann' }), { say: 'Paid.' }, call('pay', { to: 'Bob' })] });
  await say('Pay Ann');
  const bare = await answer({ approved: true });
  assert.deepEqual([errorIn(bare).code, outcomeOf(bare).type, paid], ['press_needed', 'interrupt', []]);
  made.press = { isTrusted: true, type: 'click' };
  await answer({ approved: true });
  assert.deepEqual(paid, ['Ann']);
  await say('Pay Bob');
  assert.equal(errorIn(await answer({ approved: true })).code, 'press_needed');
  assert.deepEqual(paid, ['Ann']);
});

test('a fresh agent over the session that was opened again has the past messages and the open card: one write', async t => {
  const { agent, paid } = desk();
  const store = memoryStore();
  const first = await opened(t, { agent, store, lines: [call('pay', TO_ANN, 'I pay.')] });
  await first.say('Pay Ann');
  const before = linesOf(first.made);
  await first.session.close();
  const again = await opened(t, { agent, store, lines: [{ say: 'Paid.' }] });
  assert.deepEqual([linesOf(again.made), again.made.pendingInterrupts.length, again.made.threadId, again.made.state.card.kind], [before, 1, 'a', 'approval']);
  await again.answer({ approved: true });
  assert.deepEqual([paid, linesOf(again.made).at(-1)], [['Ann 1'], ['assistant', 'Paid.']]);
});

test('a client that has nothing connects, and gets messages, state and the interrupt; words to a client without the past are said once', async t => {
  const { agent, paid } = desk();
  const { made, say, session } = await opened(t, { agent, lines: [call('pay', TO_ANN, 'I pay.'), { say: 'Left.' }, { say: 'Hello again.' }] });
  await say('Pay Ann');
  const before = linesOf(made);
  const other = new StepgateAgent({ session });
  other.setMessages([]);
  await other.connectAgent();
  assert.deepEqual([linesOf(other), other.pendingInterrupts, other.state], [before, made.pendingInterrupts, made.state]);
  await other.runAgent({ resume: other.pendingInterrupts.map(({ id: interruptId }) => ({ interruptId, status: 'cancelled' })) });
  const blank = made.clone();
  blank.pendingInterrupts = [];
  blank.setMessages([{ id: 'mine', role: 'user', content: [{ type: 'text', text: 'Hello?' }] }]);
  await blank.runAgent();
  assert.deepEqual(linesOf(blank), [...before, ...linesOf(other).slice(before.length), ['user', 'Hello?'], ['assistant', 'Hello again.']]);
  assert.deepEqual([session.view.blocks.filter(({ kind }) => kind === 'user').length, paid], [2, []]);
});

test('a turn that fails is an error of the run, and the client gets the words back; so is an image without its bytes', async t => {
  const { made, say, session } = await opened(t, { lines: ['fail', { say: 'Hi.' }] });
  const failed = await say('Hello');
  assert.deepEqual([typesOf(failed).at(-1), errorIn(failed).code, made.state.input, made.messages], ['RUN_ERROR', 'server', 'Hello', []]);
  made.addMessage({ id: 'picture', role: 'user', content: [{ type: 'text', text: 'See' }, { type: 'image', source: { type: 'url', value: 'https://example.com/a.png' } }] });
  await made.runAgent();
  assert.deepEqual([session.view.blocks.filter(({ kind }) => kind === 'user').length, made.state.input, made.state.unsaid.length, made.messages], [0, 'See', 1, []]);
  const fine = await say('Hello');
  assert.deepEqual([outcomeOf(fine), linesOf(made)], [{ type: 'success' }, [['user', 'Hello'], ['assistant', 'Hi.']]]);
});

test('an image goes to the model with its words; the client keeps it, and after a reload its reference', async t => {
  const { agent } = desk();
  const { made, run, session } = await opened(t, { agent, lines: [call('pay', TO_ANN)] });
  const image = { type: 'image', source: { type: 'data', value: btoa('pixels'), mimeType: 'image/png' }, metadata: { filename: 'bill.png' } };
  made.addMessage({ id: 'i', role: 'user', content: [{ type: 'text', text: 'Pay this' }, image] });
  await run();
  const [{ text: words, parts: [part] }] = session.view.blocks;
  assert.deepEqual([words, part.kind, part.name, made.messages[0].content[1], made.pendingInterrupts.length], ['Pay this', 'image', 'bill.png', image, 1]);
  const again = new StepgateAgent({ session });
  assert.deepEqual([again.messages[0].content, again.messages[0].metadata.stepgate.parts], ['Pay this', [part]]);
});

test('words of a reply that is refused are taken from the client again', async t => {
  const { made, say } = await opened(t, { lines: [call('nothing', {}, 'I will do it.'), { say: 'I cannot.' }] });
  const events = await say('Do it');
  assert.ok(events.some(({ type, delta }) => type === 'TEXT_MESSAGE_CONTENT' && 'I will do it.'.startsWith(delta)));
  assert.deepEqual(linesOf(made), [['user', 'Do it'], ['assistant', 'I cannot.']]);
});

test('abort stops the turn: the run is cancelled, and at a card the interrupt stays', async t => {
  const { agent, paid } = desk();
  const { made, run, session } = await opened(t, { agent, lines: ['hang', call('pay', TO_ANN), 'hang'] });
  const started = new Promise(resolve => { session.subscribe(() => {}, resolve); });
  made.addMessage({ id: 'w', role: 'user', content: 'Long' });
  const running = run();
  await started;
  made.abortRun();
  assert.deepEqual(outcomeOf(await running), { type: 'cancelled' });
  made.addMessage({ id: 'x', role: 'user', content: 'Pay' });
  await run();
  const [{ id: interruptId }] = made.pendingInterrupts;
  const aside = new Promise(resolve => { session.subscribe(() => {}, resolve); });
  made.addMessage({ id: 'y', role: 'user', content: 'Why?' });
  const asking = run({ resume: [{ interruptId, status: 'cancelled' }] });
  await aside;
  made.abortRun();
  assert.deepEqual([outcomeOf(await asking).type, session.view.card.kind, paid], ['interrupt', 'approval', []]);
});

test('who stops listening stops nothing: the next run has what happened meanwhile', async t => {
  let go;
  const agent = toolAgent({ name: 'slow', instructions: 'x', tools: { wait: tool({ description: 'Waits', access: 'read', inputSchema: object({}), execute: () => new Promise(done => { go = done; }) }) } });
  const { made, run, session } = await opened(t, { agent, lines: [call('wait', {}), { say: 'There.' }] });
  made.addMessage({ id: 'w', role: 'user', content: 'Go' });
  const begun = new Promise(resolve => { session.subscribe(view => { if (view.running) resolve(); }); });
  const running = made.runAgent();
  await begun;
  await made.detachActiveRun();
  await running.catch(() => {});
  const again = run();
  go('yes');
  const events = await again;
  assert.deepEqual([outcomeOf(events), linesOf(made).at(-1)], [{ type: 'success' }, ['assistant', 'There.']]);
});

test('wrong options are named, and a session that is closed fails the run', async t => {
  const { session, say } = await opened(t);
  assert.throws(() => new StepgateAgent({ session: {} }), /new StepgateAgent\(\{ session \}\): must be an open session/);
  assert.throws(() => new StepgateAgent(), /session/);
  assert.throws(() => new StepgateAgent({ session, sesion: 1 }), /new StepgateAgent: sesion: must be left out; .*did you mean session/);
  await session.close();
  assert.equal(errorIn(await say('Hello')).code, 'closed');
});
