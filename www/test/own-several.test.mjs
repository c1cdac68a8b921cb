/** Several writes of one reply, in the stories of toolAgent and defineAgent: one card, an answer for all or for some. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineAgent, NotDone, tool, toolAgent } from '../src/index.js';
import { story } from '../src/test/index.js';

const pay = (made, members = {}) => tool({
  description: { en: 'Pays', zh: '付款' },
  inputSchema: { type: 'object', properties: { to: { type: 'string' }, euros: { type: 'number' } }, required: ['to', 'euros'] },
  access: 'write',
  preview: ({ args }) => ({ title: { en: `Pay ${args.euros} € to ${args.to}`, zh: `付给 ${args.to} ${args.euros} 欧元` } }),
  execute: ({ to, euros }, { idempotencyKey }) => {
    made.push([to, euros, idempotencyKey]);
    if (to === 'Nobody') throw new NotDone('there is no such account');
    return `${euros} paid to ${to}`;
  },
  ...members,
});

const look = tool({ description: 'Looks', inputSchema: { type: 'object', properties: { at: { type: 'string' } } }, execute: ({ at }) => `seen ${at}` });

const call = (to, euros) => ({ name: 'pay', args: { to, euros } });

async function at(calls, { members = {}, ...options } = {}) {
  const made = [];
  const agent = toolAgent({ name: 'payer', instructions: 'Pays.', tools: { pay: pay(made, members), look } });
  const s = await story(agent, options);
  await s.say('pay them');
  await s.reply({ say: 'I pay them.', tool: calls });
  return { s, made, paid: () => made.map(([to, euros]) => `${to} ${euros}`) };
}

const read = request => [...request.messages.at(-1).content.matchAll(/<data from="\w+">\n(.*)\n<\/data>/g)].map(([, text]) => JSON.parse(text));
const outcome = ({ args, result, error }) => `${args.to ?? args.at}: ${result ?? error.code}`;

for (const [lang, title, first] of [['en', 'Do these 2 things?', 'Pay 3 € to Ann'], ['zh', '要执行这 2 项操作吗？', '付给 Ann 3 欧元']]) {
  test(`two writes are one card, and each is made once under its own key (${lang})`, async () => {
    const { s, made, paid } = await at([call('Ann', 3), call('Bob', 4)], { lang });
    assert.deepEqual([s.card.title, s.card.text, s.card.calls.map(one => one.title)[0]], [title, 'I pay them.', first]);
    await s.reload();
    assert.equal(s.card.calls.length, 2);
    await s.answer({ accept: true });
    assert.deepEqual([paid(), new Set(made.map(([, , key]) => key)).size], [['Ann 3', 'Bob 4'], 2]);
    assert.deepEqual(read(s.request).map(outcome), ['Ann: 3 paid to Ann', 'Bob: 4 paid to Bob']);
  });
}

test('some are approved, one of them changed; the model reads of each what became of it', async () => {
  const { s, paid } = await at([call('Ann', 3), call('Bob', 4), call('Cid', 5)]);
  await s.answer({ accept: [0, 2], args: [null, null, { to: 'Cid', euros: 6 }] });
  assert.deepEqual(paid(), ['Ann 3', 'Cid 6']);
  assert.deepEqual(read(s.request).map(outcome), ['Ann: 3 paid to Ann', 'Bob: rejected', 'Cid: 6 paid to Cid']);
});

test('reads beside writes run first, and a plain yes approves all', async () => {
  const { s, paid } = await at([call('Ann', 3), { name: 'look', args: { at: 'the list' } }]);
  assert.deepEqual(s.card.calls.map(({ name }) => name), ['pay']);
  await s.say('ok');
  assert.deepEqual([paid(), read(s.request).map(outcome)], [['Ann 3'], ['the list: seen the list', 'Ann: 3 paid to Ann']]);
});

test('behind a failure the others do not begin, and both are asked about again by a press', async () => {
  const { s, paid } = await at([call('Ann', 3), call('Nobody', 4), call('Bob', 5)], { members: { idempotent: true } });
  await s.answer({ accept: true });
  assert.deepEqual(new Set(paid()), new Set(['Ann 3', 'Nobody 4']));
  assert.deepEqual(read(s.request).map(outcome).at(-1), 'Bob: not_run');
  await s.reply({ say: 'Nobody could not be paid.', tool: null });
  await s.edit({ retry: true });
  assert.deepEqual(s.card.calls.map(({ args }) => args.to), ['Nobody', 'Bob']);
});

test('a retry closes no card of another write', async () => {
  const send = tool({ description: 'Sends', inputSchema: { type: 'object', properties: { to: { type: 'string' } } }, access: 'write', execute: () => 'sent' });
  const s = await story(toolAgent({ name: 'payer', instructions: 'Pays.', tools: { pay: pay([]), send } }));
  await s.say('pay Nobody, and tell Bob');
  await s.reply({ say: '', tool: call('Nobody', 4) });
  await s.answer({ accept: true });
  await s.reply({ say: '', tool: { name: 'send', args: { to: 'Bob' } } });
  assert.equal(s.session.view.data.can.retry, false);
  await assert.rejects(s.edit({ retry: true }), { code: 'answer_first' });
  await s.answer({ accept: true });
  await s.reply({ say: 'Bob knows.', tool: null });
  assert.equal(s.session.view.data.can.retry, true);
});

test('with go_on the others run', async () => {
  const { s, paid } = await at([call('Nobody', 4), call('Bob', 5)], { members: { idempotent: true } });
  await s.answer({ accept: true, afterFailure: 'go_on' });
  assert.equal(paid().at(-1), 'Bob 5');
});

test('a wrong choice is refused, and nothing runs', async () => {
  const { s, made } = await at([call('Ann', 3), call('Bob', 4)]);
  await assert.rejects(s.answer({ accept: [2] }), { code: 'no_such_call' });
  await assert.rejects(s.answer({ accept: [0], args: { to: 'Eve', euros: 1 } }), { code: 'invalid_args' });
  await assert.rejects(s.answer({ accept: [0, 1], args: [{ to: 'Eve' }] }), { code: 'invalid_args' });
  assert.deepEqual([made, s.card.calls.length], [[], 2]);
});

test('killed between two of them: what ran is not run again, and the rest goes on', async () => {
  const { s, made, paid } = await at([call('Ann', 3), call('Bob', 4)], { members: { idempotent: true } });
  await s.crash({ accept: true });
  assert.deepEqual([[...new Set(paid())], new Set(made.map(([, , key]) => key)).size], [['Ann 3', 'Bob 4'], 2]);
});

test('an agent of one’s own may run several writes at once', async () => {
  const made = [];
  const agent = defineAgent({
    name: 'bulk',
    tools: { pay: pay(made) },
    stages: { go: { reply: { type: 'object', properties: { to: { type: 'array', items: { type: 'string' } } }, required: ['to'] }, prompt: () => 'Pays.', decide: ({ reply, to }) => to.run(reply.to.map(one => ({ name: 'pay', args: { to: one, euros: 1 } })), 'go') } },
    on: { returned: ({ results, to }) => to.finish(results.map(({ args, result }) => [args.to, 'ok' in result])) },
  });
  const s = await story(agent);
  await s.say('pay');
  await s.reply({ to: ['Ann', 'Bob'] });
  await s.answer({ accept: [1] });
  assert.deepEqual([s.session.view.output, made.length], [[['Ann', false], ['Bob', true]], 1]);
});

test('the same write twice in one list goes back to the model once; if it insists, the card asks', async () => {
  const { s, paid } = await at([call('Ann', 3), call('Ann', 3)]);
  assert.match(s.request.messages.at(-1).content, /pay stands twice in your list/);
  await s.reply({ say: 'Twice, as you said.', tool: [call('Ann', 3), call('Ann', 3)] });
  assert.equal(s.card.calls.length, 2);
  await s.answer({ accept: true });
  assert.deepEqual(paid(), ['Ann 3', 'Ann 3']);
});

test('a card that replaces another one says what changed, and a reply that forgets a call is told which', async () => {
  const { s, paid } = await at([call('Ann', 3), call('Bob', 4)]);
  const { card } = s;
  await s.say('make the second one 5');
  await s.reply({ say: 'Five for Bob.', tool: call('Bob', 5), about_card: 'replace' });
  assert.match(s.request.messages.at(-1).content, /not among them:\n- pay \{"to":"Ann","euros":3\}\n/);
  assert.deepEqual(s.card, card);
  await s.reply({ say: 'Five for Bob.', tool: [call('Ann', 3), call('Bob', 5)], about_card: 'replace' });
  assert.deepEqual(s.card.calls.map(one => one.changed ?? []), [[], [{ path: '/euros', before: 4 }]]);
  const before = s.view.blocks.find(({ kind, ending }) => kind === 'card' && ending === 'replaced');
  assert.deepEqual(s.card.replaces, { block: before.seq });
  await s.say('leave Ann out');
  for (let times = 0; times < 2; times += 1) await s.reply({ say: 'Only Bob.', tool: call('Bob', 5), about_card: 'replace' });
  assert.deepEqual(s.card.replaces.left_out, [{ name: 'pay', title: 'Pay 3 € to Ann', args: { to: 'Ann', euros: 3 } }]);
  await s.answer({ accept: true });
  assert.deepEqual(paid(), ['Bob 5']);
});

test('the card names what waits behind it, and the model reads what became of that', async () => {
  const rule = ({ euros }) => (euros <= 5 ? 'run' : 'ask');
  const begin = () => at([call('Ann', 20), call('Bob', 4)], { members: { access: rule } });
  const declined = await begin();
  assert.deepEqual([declined.s.card.calls.length, declined.s.card.then], [1, [{ name: 'pay', title: 'Pay 4 € to Bob', args: { to: 'Bob', euros: 4 } }]]);
  await declined.s.reload();
  assert.equal(declined.s.card.then.length, 1);
  await declined.s.answer({ accept: false });
  assert.match(declined.s.request.messages.at(-1).content, /it waited behind a card that the user did not approve/);
  const { s, paid } = await begin();
  await s.say('30 for Ann');
  for (let times = 0; times < 2; times += 1) await s.reply({ say: '30.', tool: call('Ann', 30), about_card: 'replace' });
  assert.deepEqual([s.card.then, s.card.replaces.left_out.map(({ args }) => args.to)], [undefined, ['Bob']]);
  await s.answer({ accept: true });
  assert.deepEqual(paid(), ['Ann 30']);
});

test('a difference from null, and one from nothing, look the same after a reload', async () => {
  const note = { type: ['string', 'null'] };
  const inputSchema = { type: 'object', properties: { to: { type: 'string' }, note, until: note }, required: ['to', 'note'] };
  const mail = tool({ description: 'Mails', inputSchema, access: 'write', execute: () => 'sent' });
  const s = await story(toolAgent({ name: 'mailer', instructions: 'Mails.', tools: { mail } }));
  await s.say('mail Ann');
  await s.reply({ say: 'I mail her.', tool: { name: 'mail', args: { to: 'Ann', note: null } } });
  await s.say('say hello, until Friday');
  await s.reply({ say: 'With a note.', tool: { name: 'mail', args: { to: 'Ann', note: 'Hello', until: null } }, about_card: 'replace' });
  assert.deepEqual(s.card.calls[0].changed, [{ path: '/note', before: null }, { path: '/until' }]);
  const { card } = s;
  await s.reload();
  assert.deepEqual(s.card, card);
});

test('the faults of all calls of a list are told at once, each at its place', async () => {
  const coded = tool({ description: 'Pays', inputSchema: { type: 'object', properties: { code: { type: 'string', pattern: '^A' } }, required: ['code'] }, access: 'write', execute: () => 1 });
  const agent = toolAgent({ name: 'payer', instructions: 'Pays.', tools: { coded, look } });
  const s = await story(agent);
  await s.say('pay them');
  const of = code => ({ name: 'coded', args: { code } });
  await s.reply({ say: '', tool: [of('B1'), of('A2'), of('C3')] });
  const told = s.request.messages.at(-1).content;
  assert.match(told, /\n- \/tool\/0\/args\/code: found string "B1", must be string \/\^A\/\n- \/tool\/2\/args\/code: found string "C3"/);
  await s.reply({ say: '', tool: [of('A1'), { name: 'payy', args: {} }, { name: 'lok', args: {} }] });
  assert.match(s.request.messages.at(-1).content, /\n- \/tool\/1\/name: .*\n- \/tool\/2\/name: /);
});

test('a choice of calls that is no list of numbers is refused with an example', async () => {
  const { s } = await at([call('Ann', 3), call('Bob', 4)]);
  for (const accept of [['pay'], [-1], [0.5]]) {
    await assert.rejects(async () => s.answer({ accept }), /answer\(id, answer\): accept: must be a list of the numbers of the calls, such as \[1\]/);
  }
});

/** A page of bookings. Those in `full` are certainly not made. */
async function booking(options) {
  const [made, full] = [[], new Set(['blue'])];
  const inputSchema = { type: 'object', properties: { room: { type: 'string' } }, required: ['room'] };
  const write = description => tool({
    description, access: 'write', inputSchema,
    execute: ({ room }) => { if (full.has(room)) throw new NotDone('full'); made.push(room); return 'done'; },
  });
  const s = await story(toolAgent({ name: 'booking', instructions: 'Book.', tools: { book: write('Books'), clean: write('Cleans') } }), options);
  await s.say('please');
  const retry = async () => { full.clear(); await s.edit({ retry: true }); };
  return { s, made, retry };
}
const book = room => ({ name: 'book', args: { room } });
const clean = room => ({ name: 'clean', args: { room } });

test('the card of a retry has the words of the first try only if it has the same calls', async () => {
  for (const [calls, edit, words] of [
    [[book('blue')], undefined, 'I do it.'],
    [[book('red')], { room: 'blue' }, undefined],
    [[clean('red'), book('blue')], undefined, undefined],
  ]) {
    const { s, retry } = await booking();
    await s.reply({ say: 'I do it.', tool: calls });
    await s.answer({ accept: true, ...(edit && { args: edit }) });
    await s.reply({ say: 'It failed.', tool: null });
    await retry();
    assert.deepEqual([s.card.calls.map(({ args }) => args.room), s.card.text], [['blue'], words]);
  }
});

test('what failed can be tried again after something else has been done', async () => {
  const { s, made, retry } = await booking();
  await s.reply({ say: 'All.', tool: [clean('red'), book('blue'), clean('green')] });
  await s.answer({ accept: true });
  await s.reply({ say: 'Now green.', tool: clean('green') });
  await s.answer({ accept: true });
  await s.reply({ say: 'The booking failed.', tool: null });
  assert.equal(s.session.view.data.can.retry, true);
  await retry();
  await s.answer({ accept: true });
  assert.deepEqual(made, ['red', 'green', 'blue']);
});

test('a changed call of the model stands in the place of the one that failed', async () => {
  const { s, made } = await booking();
  await s.reply({ say: 'Blue.', tool: book('blue') });
  await s.answer({ accept: true });
  await s.reply({ say: 'Red then.', tool: book('red') });
  await s.answer({ accept: true });
  await s.reply({ say: 'Done.', tool: null });
  assert.deepEqual([made, s.session.view.data.can.retry], [['red'], false]);
  await assert.rejects(s.edit({ retry: true }), { code: 'nothing_to_retry', message: 'There is nothing to try again now.' });
});

for (const [lang, one, several] of [
  ['en', '“z”: no such argument; there are: room', 'Call 2 (Books): “z”: no such argument; there are: room'],
  ['zh', '“z”：没有这个参数；可用的参数：room', '第 2 项操作（Books）：“z”：没有这个参数；可用的参数：room'],
]) {
  test(`a refusal of edited arguments names them, and their call, in the language of the session (${lang})`, async () => {
    const only = await booking({ lang });
    await only.s.reply({ say: '1', tool: book('red') });
    await assert.rejects(only.s.answer({ accept: true, args: { room: 'red', z: 1 } }), { code: 'invalid_args', message: one });
    const both = await booking({ lang });
    await both.s.reply({ say: '2', tool: [clean('red'), book('red')] });
    await assert.rejects(both.s.answer({ accept: true, args: [null, { room: 'red', z: 1 }] }), { code: 'invalid_args', message: several });
  });
}
