// Signals that a caller aborts, objects that end with their block, and the base of all errors.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { memoryStore, ModelError, NotDone, openAiCompatible, openSession, Refusal, SessionError, StepgateError, StoreError, tool, toolAgent } from 'stepgate';
import { EditError } from 'stepgate/calendar';
import { IcsError } from 'stepgate/ics';
import { JsonError } from 'stepgate/json';
import { ResearchError } from 'stepgate/research';
import { ResumeTextError } from 'stepgate/resume-text';
import { explore, ExploreError } from 'stepgate/test';
import { openSession as openInWorker, serve } from 'stepgate/worker';
import { WorkspaceError } from 'stepgate/workspace';

const reason = new Error('the page is gone');
const desk = toolAgent({ name: 'desk', instructions: 'Help.', tools: { look: tool({ description: 'Looks.', execute: () => 1 }) } });
const never = () => new Promise(() => {});
const options = more => ({ agent: desk, id: 'a', lang: 'en', lock: false, store: memoryStore(), model: async () => ({ text: '{"say":"Hi."}' }), ...more });

test('a session that is no longer wanted is not opened, and what was opened is closed', async () => {
  await assert.rejects(openSession(options({ signal: AbortSignal.abort(reason) })), reason);
  const stop = new AbortController();
  const slow = memoryStore();
  const store = { ...slow, name: slow.name, load: async id => { stop.abort(reason); return slow.load(id); } };
  await assert.rejects(openSession(options({ store, signal: stop.signal })), reason);
  const session = await openSession(options({ store: slow }));
  assert.equal(session.role, 'drives');
  await session.close();
});

test('what is no signal is refused, with its place', async () => {
  await assert.rejects(openSession(options({ signal: 7 })), { code: 'bad_option', detail: 'signal: must be an AbortSignal' });
  const session = await openSession(options());
  await assert.rejects(session.say('Hello', undefined, { signal: null }), new TypeError('say(text, extra, options): signal: must be an AbortSignal'));
  await assert.rejects(session.say('Hello', undefined, { sigal: AbortSignal.abort() }), /say\(text, extra, options\): sigal: must be left out; there is signal, when, parts; did you mean signal\?/);
  await assert.rejects(openInWorker({ worker: new MessageChannel().port1, agent: 'desk', id: 'a', signal: 7 }), new TypeError('openSession(options): signal: must be an AbortSignal'));
});

test('words that are given up end the turn', async () => {
  const session = await openSession(options({ model: never }));
  await assert.rejects(session.say('Hello', undefined, { signal: AbortSignal.abort(reason) }), reason);
  assert.equal(session.view.blocks.length, 0, 'nothing was said');
  const stop = new AbortController();
  const said = session.say('Hello', undefined, { signal: stop.signal });
  await new Promise(resume => { setTimeout(resume, 20); });
  assert.equal(session.view.waiting, 'model');
  stop.abort(reason);
  await assert.rejects(said, reason);
  await new Promise(resume => { setTimeout(resume, 20); });
  assert.equal(session.view.waiting, 'user');
  await session.close();
});

test('a session ends with the block that uses it', { skip: !Symbol.asyncDispose }, async () => {
  const session = await openSession(options());
  await session[Symbol.asyncDispose]();
  await assert.rejects(session.say('Hello'), { code: 'closed' });
});

test('a model call and an exploration reject with the reason of their signal', async () => {
  const model = openAiCompatible({ baseUrl: 'http://model.test/v1', model: 'm', fetch: never });
  await assert.rejects(model({ messages: [] }, { signal: AbortSignal.abort(reason) }), reason);
  await assert.rejects(explore(desk, { signal: AbortSignal.abort(reason) }), reason);
  const stop = new AbortController();
  setTimeout(() => stop.abort(reason), 20);
  await assert.rejects(explore(desk, { events: 10_000_000, signal: stop.signal }), reason);
});

test('a session in a worker takes the same signals, and its errors are of the same classes', async () => {
  const { port1, port2 } = new MessageChannel();
  serve({ desk }, { model: never, store: memoryStore() }, port2);
  const open = more => openInWorker({ worker: port1, agent: 'desk', id: 'w', lang: 'en', lock: false, ...more });
  await assert.rejects(open({ signal: AbortSignal.abort(reason) }), reason);
  const session = await open();
  const stop = new AbortController();
  const said = session.say('Hello', undefined, { signal: stop.signal });
  await new Promise(resume => { setTimeout(resume, 30); });
  stop.abort(reason);
  await assert.rejects(said, reason);
  await assert.rejects(session.say(''), error => error instanceof Refusal && error instanceof StepgateError && error.code === 'empty_input');
  await session.close();
  await assert.rejects(session.say('Hello'), error => error instanceof SessionError && error instanceof StepgateError);
  port1.close();
});

test('every error is a StepgateError with a code, and of no other class than its own', () => {
  const errors = [
    new ModelError('timeout'), new StoreError('damaged', { place: '/head' }), new SessionError('closed'), new Refusal('busy', 'Busy.'), new NotDone('No.'),
    new JsonError('empty'), new IcsError('too_large', 'Too large.'), new ResumeTextError('format', 'No.'), new WorkspaceError('not_found'), new ResearchError('timeout'),
    new EditError('invalid', 'day', 9, { kind: 'number', least: 1, most: 7 }), new ExploreError({ failures: [] }), new StepgateError('malformed', '/input: must be an object', { place: '/input' }),
  ];
  for (const error of errors) {
    assert.ok(error instanceof StepgateError && error instanceof Error && typeof error.code === 'string', error.name);
    assert.equal(error.constructor.name, error.name);
    for (const other of errors) if (other !== error && other.constructor !== StepgateError) assert.ok(!(error instanceof other.constructor), `${error.name} is no ${other.name}`);
  }
  const plain = Object.assign(new Error('x'), { name: 'Refusal' });
  assert.deepEqual([plain instanceof Refusal, plain instanceof StepgateError, plain instanceof ModelError, new Error('x') instanceof StepgateError], [true, true, false, false]);
});
