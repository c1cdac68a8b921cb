// What is approved is what runs, and a lost answer is a doubt: tools defined otherwise in the next page, writes that throw, retries.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { defineAgent, memoryStore, NotDone, openSession, tool, toolAgent } from 'stepgate';
import { until } from './until.js';

const TO = { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] };
const never = () => new Promise(() => {});
let agents = 0;

/** A model with these replies, the last one for ever. */
const lines = (...replies) => {
  let at = 0;
  return async () => ({ text: JSON.stringify(replies[Math.min(at++, replies.length - 1)]) });
};
const pay = to => ({ say: '', tool: { name: 'pay', args: { to } } });

/** An agent with these tools, under a name of its own or the given one. */
const agentOf = (tools, name = `approved-${agents += 1}`) => toolAgent({ name, instructions: '', tools });

/** An agent whose one tool pays by `run`. */
const payer = (run, more = {}) => agentOf({ pay: tool({ description: 'Pays', inputSchema: TO, access: 'write', execute: run, ...more }) });

/** A session in which the payment of A is approved, and its view then. */
async function paid(agent, ...replies) {
  const session = await openSession({ agent, id: '1', lang: 'en', store: memoryStore(), model: lines(pay('A'), ...replies, { say: 'end' }) });
  await session.say('go');
  await session.answer(session.view.card.id, { accept: true });
  return session;
}

const results = ({ view }) => view.blocks.flatMap(block => (block.kind === 'tool' ? [block.result] : []));
const lost = () => { throw new TypeError('Failed to fetch'); };

/** A session of `before` that runs, loaded by a page with `after`. */
async function nextPage(before, after, ...replies) {
  const store = memoryStore();
  const first = await openSession({ agent: before, id: '1', lang: 'en', store, lock: false, model: lines(...replies) });
  first.say('go').catch(() => {});
  await until(() => assert.ok(first.view.waiting !== 'user' && first.view.waiting !== 'model'));
  if (first.view.card) first.answer(first.view.card.id, { accept: true, always: 'session' }).catch(() => {});
  await until(() => assert.ok(first.view.running.length > 0));
  const second = await openSession({ agent: after, id: '1', lang: 'en', store: { ...store, name: `next page ${agents += 1}` }, lock: false, model: lines({ say: 'end' }) });
  await until(() => assert.ok(second.view.waiting === 'user' || second.view.card));
  return second;
}

test('a card that is open across a deploy shows what runs then', async () => {
  const ran = [];
  const define = properties => agentOf({ pay: tool({ description: 'Pays', access: 'write', inputSchema: { ...TO, properties }, execute: args => { ran.push(args); } }) }, 'deployed');
  const store = memoryStore();
  const old = await openSession({ agent: define(TO.properties), id: '1', lang: 'en', store, model: lines(pay('A')) });
  await old.say('go');
  await old.close();
  const now = await openSession({ agent: define({ ...TO.properties, amount: { type: 'number', default: 500 } }), id: '1', lang: 'en', store, model: lines({ say: 'done' }) });
  const { args } = now.view.card.calls?.[0];
  assert.deepEqual(args, { to: 'A', amount: 500 });
  assert.equal((await store.load('1')).snapshot.revision, now.view.revision, 'the new card is saved');
  await now.answer(now.view.card.id, { accept: true });
  assert.deepEqual(ran, [args]);
});

test('what was started as a write is in doubt, whatever the tool is now', async () => {
  for (const [access, name] of [['read', 'pay'], ['write', 'transfer']]) {
    const ran = [];
    const define = (access, name, run) => agentOf({ [name]: tool({ description: 'Pays', inputSchema: TO, access, execute: run }) }, `access-${access}-${name}`);
    const hangs = agentOf({ pay: tool({ description: 'Pays', inputSchema: TO, access: 'write', execute: () => { ran.push('first'); return never(); } }) }, `access-${access}-${name}`);
    const session = await nextPage(hangs, define(access, name, () => { ran.push('second'); }), pay('A'));
    assert.deepEqual([ran, session.view.card?.code, session.view.card?.calls[0].args], [['first'], 'was_it_done', { to: 'A' }], `${access} ${name}`);
  }
});

test('a read that writes now goes to a card', async () => {
  const ran = [];
  const define = (access, run) => agentOf({ pay: tool({ description: 'Pays', inputSchema: TO, access, execute: run }) }, 'read-then-write');
  const session = await nextPage(define('read', never), define('write', () => { ran.push(1); }), pay('A'));
  assert.deepEqual([session.view.card.kind, ran], ['approval', []]);
});

test('of several writes, the one that was running is in doubt, and those that ended stay done', async () => {
  const ran = [];
  const define = hang => defineAgent({
    name: 'several', memory: () => ({}),
    stages: { a: { prompt: () => 'p', reply: { type: 'object', properties: { to: { type: 'array' } } }, decide: ({ reply, to }) => (reply.to?.length ? to.run(reply.to.map(to => ({ name: to === 'x' ? 'look' : 'pay', args: { to } }))) : to.listen()) } },
    tools: { look: tool({ description: 'Looks', inputSchema: TO, execute: () => 1 }), pay: tool({ description: 'Pays', inputSchema: TO, access: 'write', execute: ({ to }) => { ran.push(to); return to === hang ? never() : 'paid'; } }) },
  });
  const store = memoryStore();
  const first = await openSession({ agent: define('second'), id: '1', lang: 'en', store, lock: false, model: lines({ to: ['zero'] }, { to: ['x', 'first', 'second', 'third'] }) });
  await first.say('go');
  first.answer(first.view.card.id, { accept: true, always: 'session' }).catch(() => {});
  await until(() => assert.ok(ran.includes('second')));
  const next = await openSession({ agent: define(), id: '1', lang: 'en', store: { ...store, name: 'next page of several' }, lock: false, model: lines({}) });
  await until(() => assert.ok(next.view.card));
  assert.deepEqual(next.view.card.calls?.[0], { ...next.view.card.calls?.[0], name: 'pay', args: { to: 'second' } });
  await next.answer(next.view.card.id, { accept: false });
  await next.answer(next.view.card.id, { accept: true });
  assert.deepEqual(ran, ['zero', 'first', 'second', 'second', 'third']);
});

test('a write that throws is asked about, and its result can be told', async () => {
  const ran = [];
  const session = await paid(payer((_, { idempotencyKey: key }) => { ran.push(key); lost(); }));
  const { card } = session.view;
  assert.deepEqual([card.kind, card.code, card.buttons.map(({ role }) => role)], ['doubt', 'was_it_done', ['accept', 'decline']]);
  assert.match(card.text, /wait a minute, then look.*Failed to fetch$/s);
  await session.answer(card.id, { accept: true, result: { receipt: 17 } });
  assert.deepEqual([results(session), ran.length, session.view.data.can.retry], [[{ ok: { receipt: 17 } }], 1, false]);
});

test('a write that throws NotDone, or an error with notDone, has failed', async () => {
  for (const error of [new NotDone('no such account', { code: 'not_found' }), Object.assign(new Error('no such account'), { code: 'not_found', notDone: true })]) {
    const session = await paid(payer(() => { throw error; }));
    assert.deepEqual([session.view.card, results(session)], [undefined, [{ error: { code: 'not_found', text: 'no such account' } }]]);
  }
});

test('an error that cannot be read is a doubt', async () => {
  const trap = () => { throw new Error('trap'); };
  for (const error of [{ get notDone() { return trap(); } }, { get code() { return trap(); } }, { get message() { return trap(); } }, new Proxy({}, { get: trap })]) {
    const session = await paid(payer(() => { throw error; }));
    assert.equal(session.view.card?.code, 'was_it_done');
  }
});

test('an answer that is no object, and a member that NotDone does not have, are refused', async () => {
  const session = await openSession({ agent: payer(() => 'paid'), id: '1', lang: 'en', store: memoryStore(), model: lines(pay('A'), { say: 'end' }) });
  const { card } = await session.say('go');
  for (const answer of [true, 'yes', null, 1, []]) await assert.rejects(session.answer(card.id, answer), { name: 'TypeError', message: 'answer(id, answer): answer: must be an object, such as { accept: true } or { accept: false, reason }' });
  assert.throws(() => new NotDone('x', { cod: 'gone' }), { name: 'TypeError', message: /^NotDone\(text, more\): cod: must be left out; .* did you mean code\?$/ });
  assert.equal(new NotDone('x', { code: 'gone' }).code, 'gone');
});

test('after a lost answer the status decides', async () => {
  const done = await paid(payer(lost, { status: () => ({ done: true, result: 'paid' }) }));
  assert.deepEqual(results(done), [{ ok: 'paid' }]);
  const failed = await paid(payer(lost, { status: () => ({ done: false }) }));
  assert.deepEqual(results(failed), [{ error: { code: 'failed', text: 'Failed to fetch' } }]);
  const unknown = await paid(payer(lost, { status: () => null }));
  assert.equal(unknown.view.card.code, 'was_it_done');
});

test('a status that says done is believed, also with a result of no use', async () => {
  for (const idempotent of [false, true]) {
    let ran = 0;
    const session = await paid(payer(() => { ran += 1; lost(); }, { idempotent, status: () => ({ done: true, result: { at: new Map() } }) }));
    const [{ error }] = results(session);
    assert.deepEqual([error.code, ran, session.view.card, session.view.data.can.retry], ['bad_result', 1, undefined, false]);
    assert.match(error.text, /it has run, but what it gave is no JSON: \/at is an object of Map/);
  }
  const odd = { get done() { throw new Error('no'); } };
  assert.equal((await paid(payer(lost, { status: () => odd }))).view.card.code, 'was_it_done');
});

test('a status that never answers cannot tell after 30 seconds, and is called off', async t => {
  let [now, asked] = [0, undefined];
  t.mock.timers.enable({ apis: ['setTimeout'] });
  t.mock.method(performance, 'now', () => now);
  const passes = async ms => {
    for (let left = ms; left > 0; left -= 1000) {
      for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
      now += 1000;
      t.mock.timers.tick(1000);
    }
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
  };
  const answers = [{ done: 'pending' }];
  const agent = payer(lost, { status: (_, { signal }) => { asked = signal; return answers.shift() ?? never(); } });
  const session = await openSession({ agent, id: '1', lang: 'en', store: memoryStore(), lock: false, model: lines(pay('A'), { say: 'end' }) });
  await session.say('go');
  const answered = session.answer(session.view.card.id, { accept: true });
  await passes(29_000);
  assert.deepEqual([session.view.card, asked.aborted], [undefined, false]);
  await passes(2_000);
  assert.equal(asked.aborted, true);
  assert.equal((await answered).card.code, 'was_it_done');
});

test('a stop calls off the status of a write that was begun before, and runs nothing', async () => {
  let [asked, ran] = [undefined, 0];
  const store = memoryStore();
  const first = await openSession({ agent: payer(never), id: '1', lang: 'en', store, lock: false, model: lines(pay('A')) });
  await first.say('go');
  first.answer(first.view.card.id, { accept: true }).catch(() => {});
  await until(() => assert.equal(first.view.waiting, 'tool'));
  const agent = agentOf({ pay: tool({ description: 'Pays', inputSchema: TO, access: 'write', execute: () => { ran += 1; }, idempotent: true, status: (_, { signal }) => { asked = signal; return never(); } }) }, `approved-${agents}`);
  const next = await openSession({ agent, id: '1', lang: 'en', store: { ...store, name: 'stopped' }, lock: false, model: lines({ say: 'end' }) });
  await until(() => assert.ok(asked));
  await next.stop();
  await new Promise(resolve => setTimeout(resolve, 10));
  assert.deepEqual([asked.aborted, ran], [true, 0]);
});

test('a stop calls off the status that is being asked', async () => {
  let asked;
  const session = await openSession({ agent: payer(lost, { status: (_, { signal }) => { asked = signal; return never(); }, idempotent: true }), id: '1', lang: 'en', store: memoryStore(), model: lines(pay('A'), { say: 'end' }) });
  await session.say('go');
  session.answer(session.view.card.id, { accept: true }).catch(() => {});
  await until(() => assert.ok(asked));
  await session.stop();
  assert.equal(asked.aborted, true);
});

test('an idempotent write whose answer was lost runs again under its key', async () => {
  const keys = [];
  const session = await paid(payer((_, { idempotencyKey: key }) => { keys.push(key); if (keys.length === 1) lost(); return 'paid'; }, { idempotent: true }));
  assert.deepEqual([results(session), new Set(keys).size, keys.length], [[{ ok: 'paid' }], 1, 2]);
});

test('what a tool does to its arguments changes no other run', async () => {
  const ran = [];
  const once = async more => {
    ran.splice(0);
    await paid(payer(args => { ran.push({ ...args }); args.to = 'B'; if (ran.length < 3) lost(); }, { idempotent: true, ...more }));
    return ran;
  };
  const asApproved = [{ to: 'A' }, { to: 'A' }, { to: 'A' }];
  assert.deepEqual(await once({}), asApproved);
  assert.deepEqual(await once({ status: args => { args.to = 'C'; return null; } }), asApproved);
});

test('that a repetition did nothing says nothing about the first time', async () => {
  let ran = 0;
  const session = await paid(payer(() => { ran += 1; if (ran === 1) lost(); throw new NotDone('refused'); }, { idempotent: true }));
  assert.equal(session.view.card.code, 'was_it_done');
});

test('a retry runs under the key of the call, after its status was asked', async () => {
  const keys = [];
  const asked = [];
  let broken = true;
  const agent = payer((_, { idempotencyKey: key }) => { keys.push(key); if (broken) throw new NotDone('the bank is closed'); return 'paid'; }, { status: (_, { idempotencyKey: key }) => { asked.push(key); return { done: false }; } });
  const session = await paid(agent);
  assert.deepEqual([session.view.data.can.retry, asked], [true, []]);
  broken = false;
  await session.edit({ retry: true });
  await session.answer(session.view.card.id, { accept: true });
  assert.deepEqual([results(session).at(-1), new Set(keys).size, asked], [{ ok: 'paid' }, 1, [keys[0]]]);
});

test('doing it again asks the status first', async () => {
  let known = null;
  const ran = [];
  const session = await paid(payer((_, { idempotencyKey: key }) => { ran.push(key); lost(); }, { status: () => known }));
  await session.answer(session.view.card.id, { accept: false });
  assert.deepEqual([session.view.card.code, session.view.card.buttons.map(({ role }) => role)], ['do_it_again', ['again', 'leave']]);
  known = { done: true, result: 'it arrived after all' };
  await session.answer(session.view.card.id, { accept: true });
  assert.deepEqual([results(session), ran.length], [[{ ok: 'it arrived after all' }], 1]);
});

test('what has run and gave nothing of use is not tried again', async () => {
  const deep = () => { let value = 1; for (let at = 0; at < 200; at += 1) value = { value }; return value; };
  for (const run of [() => 10n, deep, () => ({ toJSON() { throw new Error('no'); } })]) {
    const session = await paid(payer(run));
    const [{ error }] = results(session);
    assert.deepEqual([error.code, session.view.data.can.retry], ['bad_result', false], error.text);
  }
});

test('a yes accepts the card that was shown when it was said', async () => {
  const ran = [];
  const agent = payer(({ to }) => { ran.push(to); });
  const model = lines(pay('A'), pay('EVE'), { say: 'end' });
  const slow = async (...given) => { await new Promise(resolve => setTimeout(resolve, 10)); return model(...given); };
  const session = await openSession({ agent, id: '1', lang: 'en', store: memoryStore(), model: slow });
  await session.say('go');
  const { id: call } = session.view.card;
  await session.say('ok');
  await assert.rejects(session.say('ok'), { name: 'Refusal', code: 'card_changed' }, 'Enter was pressed twice');
  await assert.rejects(session.say('yes', { card: call }), { code: 'card_changed' });
  assert.deepEqual(ran, ['A']);
  await session.say('ok', { card: session.view.card.id });
  assert.deepEqual(ran, ['A', 'EVE']);
});

test('while a look before the card goes on, nobody knows the card, and words are busy', async () => {
  let [look, ran] = [undefined, 0];
  const agent = payer(() => { ran += 1; }, { beforeCard: () => new Promise(resolve => { look = resolve; }) });
  const seen = [];
  const session = await openSession({ agent, id: '1', lang: 'en', store: memoryStore(), model: lines(pay('A'), { say: 'end' }), onChange: view => seen.push(view) });
  const asked = session.say('go');
  await until(() => assert.ok(look));
  assert.deepEqual([session.view, session.view.waiting], [seen.at(-1), 'model']);
  const early = session.say('ok');
  const late = session.subscribe(view => seen.push(view));
  assert.equal(seen.at(-1), session.view, 'who comes now sees what is shown');
  late();
  look();
  await assert.rejects(early, { name: 'Refusal', code: 'busy', message: /Wait, or stop it first/ });
  assert.deepEqual([(await asked).card.calls[0].args, session.view, ran], [{ to: 'A' }, seen.at(-1), 0]);
  await session.say('yes');
  assert.equal(ran, 1);
});

test('a look before the card changes nothing of what the card shows', async () => {
  const ran = [];
  const agent = payer(args => { ran.push(args); }, { beforeCard(card) { card.calls[0].args.to = 'B'; card.title = 'Pay B'; } });
  const session = await openSession({ agent, id: '1', lang: 'en', store: memoryStore(), model: lines(pay('A'), { say: 'end' }) });
  const { card } = await session.say('go');
  assert.deepEqual([card.calls[0].args, /B/.test(card.title)], [{ to: 'A' }, false]);
  await session.answer(card.id, { accept: true });
  assert.deepEqual(ran, [{ to: 'A' }]);
});

test('words name their card by its number, and by nothing else', async () => {
  const ran = [];
  const session = await openSession({ agent: payer(({ to }) => { ran.push(to); }), id: '1', lang: 'en', store: memoryStore(), model: lines(pay('A'), { say: 'end' }) });
  const { card } = await session.say('go');
  for (const odd of [NaN, Infinity, null, -1, 0.5, String(card.id), true]) {
    await assert.rejects(session.say('ok', { card: odd }), { name: 'TypeError', message: 'say(text, { card }): must be a whole number from 0' });
  }
  assert.deepEqual([ran, session.view.card], [[], card]);
  await session.say('ok', { card: undefined });
  assert.deepEqual(ran, ['A']);
});

test('what a page gives is taken at the call: an object that it changes later is its own', async () => {
  const ran = [];
  const heard = [];
  const form = { to: 'B' };
  const base = await paid(payer(({ to }) => { ran.push(to); }), pay('C'));
  const answered = base.answer(base.view.card.id, { accept: true, args: form });
  form.to = 'EVE';
  await answered;
  assert.deepEqual(ran, ['A', 'B']);
  const agent = defineAgent({
    name: 'takes', memory: () => ({}),
    stages: { a: { prompt: () => 'p', reply: { type: 'object' }, decide: ({ to }) => to.listen() } },
    on: { said({ with: data }) { heard.push(data.to); }, edited({ change, to }) { heard.push(change.to); return to.stay(); } },
  });
  const session = await openSession({ agent, id: '1', lang: 'en', store: memoryStore(), model: lines({}) });
  for (const give of [data => session.say('hi', data), data => session.edit(data)]) {
    const data = { to: 'B' };
    const given = give(data);
    data.to = 'EVE';
    await given;
  }
  assert.deepEqual(heard.filter(to => to !== 'B'), []);
});

test('the number of the card is no data for the agent', async () => {
  const heard = [];
  const agent = defineAgent({
    name: 'hears', memory: () => ({}),
    stages: { a: { prompt: () => 'p', reply: { type: 'object' }, decide: ({ to }) => to.listen() } },
    on: { said({ with: data }) { heard.push(data); } },
  });
  const session = await openSession({ agent, id: '1', lang: 'en', store: memoryStore(), model: lines({}) });
  for (const extra of [undefined, { card: 0 }, { card: 0, mood: 'calm' }, 'text', { mood: 'calm' }]) await session.say('hi', extra);
  assert.deepEqual(heard.filter((_, at) => at % 2 === 0), [null, null, { mood: 'calm' }, 'text', { mood: 'calm' }]);
});
