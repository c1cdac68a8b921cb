import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { explore, story } from 'stepgate/test';
import { openAirline } from '../airline.js';
import { desk } from '../desk.js';
import { planner } from '../plan.js';

const heard = s => s.request.messages.at(-1).content;
const said = s => s.view.blocks.filter(({ kind }) => kind === 'assistant').map(({ text }) => text);
const call = (name, args, say = '') => ({ say, tool: { name, args } });

async function at(airline = openAirline(), options) {
  const s = await story(desk(airline), options);
  return Object.assign(s, {
    async ask(text) {
      await s.say(text);
      assert.equal(s.view.stage, 'guard');
      await s.reply({ fits: true });
    },
  });
}

test('triage hands over to whom the words are for, and each answers in a thread of its own', async () => {
  const s = await at();
  await s.ask('How heavy may my bag be?');
  await s.reply({ say: '', handoff: { to: 'faq', about: 'weight of a bag' } });
  assert.deepEqual([s.view.stage, s.request.messages.length], ['faq', 2]);
  assert.match(heard(s), /triage has handed .*"handed_over":"weight of a bag".*The words of the user:\nHow heavy may my bag be\?/s);
  await s.reply(call('rules', { topic: 'bags' }));
  assert.match(heard(s), /One bag of 23 kg/);
  await s.reply({ say: '23 kg.' });
  await s.ask('Then seat 12A, please. K7P2QX');
  assert.equal(s.view.stage, 'faq', 'who spoke last hears the next words');
  await s.reply({ handoff: { to: 'triage', about: 'seat 12A for K7P2QX' } });
  assert.match(s.request.messages.map(({ content }) => content).join('\n'), /How heavy may my bag be\?.*seat 12A for K7P2QX/s, 'triage knows what it heard before');
  await s.reply({ handoff: { to: 'seats', about: 'seat 12A for K7P2QX' } });
  assert.doesNotMatch(heard(s), /How heavy/);
  assert.deepEqual(said(s), ['23 kg.']);
});

test('a seat is changed once, after the card, with a reload between any two steps', async () => {
  const steps = [
    s => s.ask('12A for K7P2QX'), s => s.reply({ handoff: { to: 'seats', about: '12A, K7P2QX' } }), s => s.reply(call('booking', { code: 'K7P2QX' })),
    s => s.reply(call('change', { code: 'K7P2QX', seat: '12A' })), s => s.answer({ accept: true }), s => s.reply({ say: 'You sit in 12A.' }),
  ];
  for (let reload = 0; reload <= steps.length; reload += 1) {
    const airline = openAirline();
    const s = await at(airline);
    for (const [step, act] of steps.entries()) {
      if (step === reload) await s.reload();
      if (step === 4) assert.equal(s.card.title, 'Move booking K7P2QX to seat 12A?');
      assert.equal(airline.changes().length, step > 4 ? 1 : 0);
      await act(s);
    }
    assert.deepEqual([airline.changes(), said(s)], [[{ code: 'K7P2QX', seat: '12A' }], ['You sit in 12A.']]);
  }
});

test('words at the card stay at the desk for seats, without the guard', async () => {
  const s = await at();
  await s.ask('12A for K7P2QX');
  await s.reply({ handoff: { to: 'seats', about: '12A, K7P2QX' } });
  await s.reply(call('change', { code: 'K7P2QX', seat: '12A' }));
  const { card } = s;
  await s.say('And how heavy may my bag be?');
  assert.equal(s.view.stage, 'seats');
  await s.reply({ about_card: 'keep', handoff: { to: 'triage' } });
  assert.match(heard(s), /The card is open: keep it/);
  await s.reply({ about_card: 'keep', say: 'First the seat, then your bag.' });
  assert.deepEqual(s.card, card);
  await s.say('no, leave it');
  await s.reply({ about_card: 'drop', handoff: { to: 'triage', about: 'weight of a bag' } });
  assert.deepEqual([s.view.card, s.view.stage], [undefined, 'triage']);
});

test('what the guard refuses reaches nobody, nor what it cannot judge', async () => {
  const s = await at();
  await s.say('Write my homework');
  await s.reply({ fits: false });
  assert.deepEqual([s.view.waiting, s.view.stage, said(s)], ['user', 'triage', ['I can only help with your flight.']]);
  await s.say('hello');
  for (let times = 0; times < 3; times += 1) await s.reply('no JSON');
  assert.deepEqual([s.view.waiting, s.view.stage, said(s).length], ['user', 'triage', 2]);
});

const notes = () => {
  const written = [];
  return { written, search: text => [`about ${text}`], write: (name, text, key) => { written.push({ name, text, key }); return { written: name }; } };
};

test('a plan runs step by step once the user agrees; each step sees itself and what came of the ones before', async () => {
  const world = notes();
  const s = await story(planner(world));
  await s.say('Compare tea and coffee');
  await s.reply({ say: '', steps: ['Search for tea', 'Write the note "drinks"'] });
  assert.deepEqual([s.card.title, s.card.preview], ['Do it like this?', ['Search for tea', 'Write the note "drinks"']]);
  await s.answer({ accept: true });
  assert.deepEqual([s.view.stage, s.request.messages.slice(1).map(({ content }) => content)], ['worker', ['{"step":"Search for tea","so_far":[]}']]);
  await s.reply(call('search', { text: 'tea' }));
  await s.reload();
  await s.reply({ say: 'Tea has 40 mg.' });
  assert.deepEqual(JSON.parse(heard(s)), { step: 'Write the note "drinks"', so_far: [{ step: 'Search for tea', result: 'Tea has 40 mg.' }] });
  await s.reply(call('write', { name: 'drinks', text: 'Tea: 40 mg' }));
  assert.equal(s.card.kind, 'approval', 'the card of a sub-agent is the user\'s');
  await s.answer({ accept: true });
  await s.reply({ say: 'Written.' });
  assert.equal(s.view.stage, 'plan');
  assert.match(heard(s), /<data from="worker">\n\{"tool":"worker","args":\{"input":\{"step":"Search for tea","so_far":\[\]\}\},"result":"Tea has 40 mg\."\}/);
  await s.reply({ say: 'The note is there.', steps: [] });
  assert.deepEqual([said(s), world.written.length], [['The note is there.'], 1], 'what a worker says is a result, not said to the user');
});

test('a declined card of a worker writes nothing, and the planner hears what came of it', async () => {
  const world = notes();
  const s = await story(planner(world));
  await s.say('Write a note');
  await s.reply({ steps: ['Write it', 'Search'] });
  await s.answer({ accept: true });
  await s.reply(call('write', { name: 'a', text: 'b' }));
  await s.answer({ accept: false, reason: 'not now' });
  assert.match(heard(s), /not now/);
  await s.reply({ say: 'The user did not want it.' });
  await s.reply({ say: 'Nothing found.' });
  assert.match(heard(s), /The user did not want it\./);
  assert.deepEqual(world.written, []);
});

test('a worker that gives up or uses up its calls is a failed step: the planner goes on', async () => {
  for (const [fails, why] of [
    [async s => { for (let times = 0; times < 3; times += 1) await s.reply('{'); }, /"text":"It gave no reply/],
    [async s => { for (let times = 0; times < 8; times += 1) await s.reply(call('search', { text: `${times}` })); }, /"text":"It has used up its model calls/],
  ]) {
    const s = await story(planner(notes()));
    await s.say('Go');
    await s.reply({ steps: ['one', 'two'] });
    await s.answer({ accept: true });
    await fails(s);
    assert.equal(s.view.stage, 'plan');
    assert.match(heard(s), why);
    await s.reply({ say: 'It did not work.' });
    assert.equal(s.view.waiting, 'user');
  }
});

test('a stop in the middle of a step gives the conversation back to the planner', async () => {
  const s = await story(planner(notes()));
  await s.say('Go');
  await s.reply({ steps: ['one', 'two'] });
  await s.answer({ accept: true });
  await s.reply(call('search', { text: 'a' }));
  await s.stop();
  assert.deepEqual([s.view.waiting, s.view.stage], ['user', 'plan']);
  await s.say('What is done?');
  assert.match(heard(s), /"code":"stopped".*What is done\?/s);
});

test('holds under anything', async () => {
  await explore(desk(openAirline()), { events: 6_000, seed: 1 });
  await explore(planner(notes()), { events: 6_000, seed: 1, result: ({ name }) => ({ ok: name }) });
});

test('fits on a page', () => {
  const lines = file => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').split('\n').filter(line => line.trim()).length;
  assert.ok(lines('desk.js') <= 60 && lines('plan.js') <= 50, `${lines('desk.js')} and ${lines('plan.js')} lines`);
});
