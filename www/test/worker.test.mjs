// A session in a worker, over a channel: what a page sees is what it would see of a session of its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { SessionError, defineAgent, memoryStore, openSession as openHere, Refusal, tool, toolAgent } from 'stepgate';
import { openSession, serve } from 'stepgate/worker';
import { model, play, PLAYED, travelAgent } from './fixtures/shared/story.js';
import { until } from './until.js';

/** A page's port to a worker that serves `agents`. */
function worker(t, agents, options) {
  const { port1, port2 } = new MessageChannel();
  t.after(() => { port1.close(); port2.close(); });
  serve(agents, options, port2);
  return port1;
}

/** An agent that lists what it is told, retracts "back", refuses an edit, and answers a query. */
const lister = defineAgent({
  name: 'lister',
  memory: () => ({ lines: [] }),
  stages: {
    talk: {
      prompt: () => 'List.', reply: { type: 'object', properties: { say: { type: 'string' } }, required: ['say'] }, live: { say: '/say' },
      decide({ memory, reply, say, to }) {
        if (reply.say === 'back') return to.retract('not_now');
        memory.lines.push(reply.say);
        say(reply.say);
        return to.listen();
      },
    },
  },
  on: { edited: ({ refuse }) => refuse('closed_list', 'The list is closed.') },
  view: ({ memory }) => ({ lines: memory.lines }),
  read: ({ memory, query, refuse }) => (query.line in memory.lines ? memory.lines[query.line] : refuse('no_line', 'There is no such line.')),
});
const saying = text => async (request, { onText }) => {
  const reply = JSON.stringify({ say: text() });
  [...reply.match(/.{1,3}/gs)].forEach(piece => onText(piece));
  return { text: reply };
};

test('the story of the fixtures: the write waits for the user, outlives a reload and runs once', async t => {
  const booked = [];
  const store = memoryStore();
  const planner = travelAgent({ tool, toolAgent }, args => booked.push(args));
  const first = await openSession({ worker: worker(t, { planner }, { model, store }), agent: 'planner', id: 'trip', lang: 'en' });
  const view = await first.say('Lisbon');
  assert.equal(view, first.view);
  assert.deepEqual(view.card.calls[0].args, PLAYED.asked);
  await first.close();
  await assert.rejects(first.say('x'), { name: 'SessionError', code: 'closed' });
  await first.close();

  const again = await openSession({ worker: worker(t, { planner }, { model, store }), agent: 'planner', id: 'trip' });
  assert.equal(again.role, 'drives');
  await again.answer(again.view.card.id, { accept: true });
  assert.deepEqual(booked, PLAYED.booked);
  assert.equal(again.view.blocks.at(-1).text, PLAYED.last);
  assert.equal((await again.export()).snapshot.agent, 'travel');
  await again.close();
  assert.deepEqual(await play({ memoryStore, openSession: openHere, tool, toolAgent }), PLAYED);
});

test('a view, the live words and the answer of a query are those of a session in the page', async t => {
  const lines = ['Tea', 'Milk'];
  let number = 0;
  const options = { model: saying(() => lines[number++ % 2]), store: memoryStore() };
  const told = async opened => {
    const shown = [];
    const words = [];
    const agent = await opened({ onChange: view => shown.push(view), onStream: ({ say }) => words.push(say) });
    await agent.say('tea');
    const before = agent.view.blocks;
    await agent.say('milk');
    assert.ok(before.every((block, at) => agent.view.blocks[at] === block), 'the blocks that did not change are the same objects');
    assert.notEqual(before, agent.view.blocks);
    const line = await agent.read({ line: 1 });
    const { view } = agent;
    await agent.close();
    return JSON.parse(JSON.stringify({ shown, words, line, view }, (name, value) => (name === 'atMs' ? 0 : value)));
  };
  const port = worker(t, { lister }, options);
  const far = await told(listeners => openSession({ worker: port, agent: 'lister', id: 'far', lang: 'en', seed: 1, ...listeners }));
  const near = await told(listeners => openHere({ ...options, agent: lister, id: 'near', lang: 'en', seed: 1, ...listeners }));
  assert.deepEqual(far, near);
  assert.deepEqual(far.view.data, { lines: ['Tea', 'Milk'] });
  assert.ok(far.words.includes('T') && far.words.includes('Milk'), String(far.words));
});

test('refusals, retracted words and mistakes cross with their names, codes and places', async t => {
  const port = worker(t, { lister }, { model: saying(() => 'back'), store: memoryStore() });
  const agent = await openSession({ worker: port, agent: 'lister', id: 'a', lang: 'en' });
  await assert.rejects(agent.edit({ x: 1 }), { name: 'Refusal', code: 'closed_list', message: /The list is closed/ });
  await assert.rejects(agent.read({ line: 7 }), { name: 'Refusal', code: 'no_line' });
  await assert.rejects(agent.read({ line: 7 }), Refusal);
  const { input, blocks } = await agent.say('tea');
  assert.deepEqual([input, blocks.map(({ kind }) => kind)], ['tea', ['note']], 'the words are handed back');
  await assert.rejects(agent.say(7), { name: 'StepgateError', code: 'malformed', place: '/event/text' });
  assert.throws(() => agent.subscribe(7), TypeError);
  await agent.close();

  const error = await openSession({ worker: port, agent: 'listr', id: 'a' }).catch(error => error);
  assert.deepEqual([error.name, error.code, error.text], ['SessionError', 'bad_option', new SessionError('bad_option').text]);
  assert.match(error.message, /agent: must be one of lister, which the worker serves/);
  await assert.rejects(openSession({ worker: port, agent: 'lister', id: 'a', model }), { name: 'TypeError', message: /model: must be left out: serve/ });
  await assert.rejects(openSession({ agent: 'lister', id: 'a' }), /worker: must be a Worker or a MessagePort/);
  assert.throws(() => serve({}, { model }), /agents: must be an object of agents by name/);
});

test('a model that fails ends the turn, and listeners come and go', async t => {
  const port = worker(t, { lister }, { model: async () => { throw Object.assign(new Error('down'), { code: 'server' }); }, store: memoryStore() });
  const agent = await openSession({ worker: port, agent: 'lister', id: 'a', lang: 'zh' });
  const seen = [];
  const leave = agent.subscribe((view, same) => seen.push([view, same]));
  assert.equal(seen[0][1], agent);
  const { error } = await agent.say('你好');
  assert.equal(error.cause, 'server');
  const heard = seen.length;
  assert.ok(heard > 1);
  leave();
  await agent.edit({ lang: 'en' });
  assert.equal(agent.view.lang, 'en');
  assert.equal(seen.length, heard);
  const joined = await openSession({ worker: port, agent: 'lister', id: 'a' });
  assert.deepEqual(joined.view.blocks, agent.view.blocks);
  await agent.close();
  assert.equal((await joined.edit({ lang: 'zh' })).lang, 'zh');
  await joined.close();
});

test('a worker whose script fails says so', async () => {
  const broken = Object.assign(new EventTarget(), { postMessage() { queueMicrotask(() => broken.dispatchEvent(Object.assign(new Event('error'), { message: 'SyntaxError: x' }))); } });
  await assert.rejects(openSession({ worker: broken, agent: 'planner', id: 'a' }), /the worker of this session has failed: SyntaxError: x/);
});

/** A store that takes this long to load a session. */
function slowStore(milliseconds) {
  const store = memoryStore();
  const load = async (...given) => {
    await new Promise(resolve => setTimeout(resolve, milliseconds));
    return store.load(...given);
  };
  return { ...store, load };
}

test('a worker that does not serve is given up with what it must do, and what it opens late is closed', async t => {
  const { port1, port2 } = new MessageChannel();
  t.after(() => { port1.close(); port2.close(); });
  const options = { worker: port1, agent: 'lister', id: 'a' };
  await assert.rejects(openSession({ ...options, timeoutMs: 0 }), { name: 'TypeError', message: /timeoutMs: must be a whole number of milliseconds above 0/ });
  await assert.rejects(openSession({ ...options, timeoutMs: 20 }), /the worker of this session has not answered for 0.02 s: its script must call serve\(…\) of 'stepgate\/worker'/);

  const heard = [];
  port1.addEventListener('message', ({ data }) => heard.push(data));
  port1.start();
  serve({ lister }, { model: saying(() => 'Tea'), store: slowStore(30) }, port2);
  await until(() => assert.equal(heard.filter(({ request }) => request).length, 2, 'both the late open and its close are answered'));
  port1.postMessage({ stepgate: heard[0].stepgate, request: -1, call: 'say', given: ['tea'] });
  await until(() => assert.equal(heard.find(({ request }) => request === -1)?.error?.code, 'closed'));
});

test('a worker that takes long to open is waited for once it has heard of the session', async t => {
  const agent = await openSession({ worker: worker(t, { lister }, { model: saying(() => 'Tea'), store: slowStore(1200) }), agent: 'lister', id: 'slow', timeoutMs: 500 });
  assert.deepEqual((await agent.say('tea')).data, { lines: ['Tea'] });
  await agent.close();
});

test('what waits for a worker that was terminated rejects, later calls too; a long call of a live one goes on', async t => {
  const port = worker(t, { lister }, { store: memoryStore(), model: async () => { await pause(900); return { text: JSON.stringify({ say: 'Tea' }) }; } });
  const agent = await openSession({ worker: port, agent: 'lister', id: 'gone', timeoutMs: 400 });
  assert.deepEqual((await agent.say('tea')).data, { lines: ['Tea'] });
  const { postMessage } = port;
  port.postMessage = () => {}; // as to a worker that has ended
  for (const call of [() => agent.say('milk'), () => agent.read({ line: 0 }), () => agent.close()]) {
    await assert.rejects(call(), /the worker of this session has ended: it was silent for 0.8 s/);
  }
  port.postMessage = postMessage;
});

test('an answer that nobody waits for is left alone', async t => {
  const { port1, port2 } = new MessageChannel();
  t.after(() => { port1.close(); port2.close(); });
  serve({ lister }, { model: saying(() => 'Tea'), store: memoryStore() }, port2);
  let session;
  port2.addEventListener('message', ({ data }) => { session = data.stepgate; });
  const agent = await openSession({ worker: port1, agent: 'lister', id: 'odd' });
  for (const message of [{ request: 99_999, answer: 1 }, { request: 'x', error: { message: 'no' } }, {}, { of: 'a newer version' }]) port2.postMessage({ stepgate: session, ...message });
  assert.deepEqual((await agent.say('tea')).data, { lines: ['Tea'] });
  await agent.close();
});
