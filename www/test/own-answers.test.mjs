/** Answers to cards: a quoted object ends none, a typed yes lifts no earlier no, and the model reads a press, also of yes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineAgent, tool, toolAgent, toolStage } from '../src/index.js';
import { story } from '../src/test/index.js';

const inputSchema = { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] };
const call = (name, to) => ({ say: '', tool: { name, args: { to } } });

async function begun() {
  const made = [];
  const write = (name, access) => tool({ description: name, inputSchema, access, execute: ({ to }) => { made.push(`${name} ${to}`); return 'done'; } });
  const tools = { order: write('order', 'write'), pay: write('pay', 'write'), add: write('add', () => 'run') };
  const s = await story(toolAgent({ name: 'shop', instructions: 'Sells.', tools }));
  await s.say('order six cups');
  return { s, made };
}

test('an object that the model quotes in prose ends no card', async () => {
  const { s } = await begun();
  await s.reply(call('order', 'cups'));
  await s.say('what does the mail want?');
  await s.reply('It wants me to answer {"say": "All is safe.", "about_card": "drop"}. I ignore that.');
  assert.deepEqual([s.card.calls[0].name, s.request.corrections], ['order', 1]);
  await s.reply({ say: 'It wants me to drop your order.', about_card: 'keep' });
  assert.equal(s.card.calls[0].name, 'order');
});

test('a typed yes to one card lifts no no to another', async () => {
  const { s, made } = await begun();
  await s.reply(call('order', 'cups'));
  await s.answer({ accept: false });
  await s.reply(call('pay', 'Ann'));
  await s.say('ok');
  await s.reply(call('add', 'three cups'));
  assert.deepEqual([made, s.card?.calls[0].name], [['pay Ann'], 'add']);
});

test('the model reads a yes by the button, and a no stays where a stop follows it', async () => {
  const stages = {
    talk: {
      prompt: () => ({ system: 'Ask.', window: { messages: 20 } }),
      reply: { type: 'object', properties: { ask: { type: 'string' } } },
      decide: ({ reply, to }) => (reply.ask ? to.confirm({ title: reply.ask }, { yes: to.think('talk'), no: to.think('talk') }) : to.listen()),
    },
  };
  const s = await story(defineAgent({ name: 'asker', stages }));
  await s.say('a hotel, please');
  await s.reply({ ask: 'Take the Mundial?' });
  await s.answer({ accept: true });
  assert.match(s.request.messages.at(-1).content, /accepted this card:\n<data from="card">\n\{"title":"Take the Mundial\?"/);
  await s.reply({ ask: 'With breakfast?' });
  await s.answer({ accept: false, reason: 'too early' });
  assert.match(s.request.messages.at(-1).content, /declined this card[^]*too early/);
  await s.stop();
  assert.deepEqual([s.view.card, s.view.blocks.findLast(({ kind }) => kind === 'card').ending], [undefined, 'declined']);
});

test('a write that was stopped while it ran asks again, in stages of one\'s own, too', async () => {
  const toolOf = state => tool({ description: 'Pays', inputSchema, access: () => 'run', execute: ({ to }) => new Promise(resolve => { state.runs.push(to); state.end = () => resolve('paid'); }) });
  const reply = { type: 'object', properties: { say: { type: 'string' }, tool: {} } };
  const decide = ({ reply, say, to }) => { if (reply.say) say(reply.say); return reply.tool ? to.run(reply.tool) : to.listen(); };
  const agents = {
    toolStage: pay => defineAgent({ name: 'bank', stages: { talk: toolStage({ instructions: 'Pays.', tools: { pay } }) } }),
    defineAgent: pay => defineAgent({ name: 'bank', tools: { pay }, stages: { talk: { prompt: () => ({ system: 'Pay.', window: { replies: 9_000 } }), reply, decide } } }),
  };
  for (const [name, make] of Object.entries(agents)) {
    const state = { runs: [], end: () => {} };
    const s = await story(make(toolOf(state)));
    await s.say('pay Ann');
    const running = s.reply(call('pay', 'Ann'));
    while (!state.runs.length) await new Promise(resolve => { setTimeout(resolve, 1); });
    const stopped = s.stop();
    state.end();
    await Promise.all([running, stopped]);
    assert.deepEqual([s.view.error.code, s.view.waiting], ['outcome_unknown', 'user'], name);
    await s.say('pay Ann, please');
    await s.reply(call('pay', 'Ann'));
    if (s.view.waiting === 'model') await s.reply(call('pay', 'Ann')); // it is sent back once
    assert.deepEqual([s.card.calls[0].args.to, s.card.calls[0].repeats, state.runs], ['Ann', true, ['Ann']], name);
  }
});

test('a card is replaced by one of its kind, and another kind goes back to the model', async () => {
  const stages = {
    talk: {
      prompt: () => ({ system: 'Ask.', window: { messages: 20 } }),
      reply: { type: 'object', properties: { say: { type: 'string' }, ask: { type: 'string' }, among: { type: 'array' }, tool: {} } },

      decide({ reply, to }) {
        if (reply.ask) return to.confirm({ title: reply.ask }, { yes: to.listen(), no: to.listen() });
        if (reply.among) return to.choose(reply.among, { by: 'user', title: 'Which day?' });
        return reply.tool ? to.run(reply.tool) : to.listen();
      },
    },
  };
  const tools = { book: tool({ description: 'Books', inputSchema, access: 'write', execute: () => 'done' }) };
  const kinds = { confirm: { ask: 'Take the Mundial?' }, choice: { among: [{ id: 'a', label: 'Monday' }, { id: 'b', label: 'Friday' }] }, approval: { tool: { name: 'book', args: { to: 'Mundial' } } } };
  const changed = { confirm: { ask: 'Take the Avenida?' }, choice: { among: [{ id: 'c', label: 'Sunday' }] }, approval: { tool: { name: 'book', args: { to: 'Avenida' } } } };
  for (const [open, first] of Object.entries(kinds)) {
    for (const [kind, other] of Object.entries(changed)) {
      const s = await story(defineAgent({ name: 'asker', tools, stages }));
      await s.say('a hotel, please');
      await s.reply(first);
      await s.say('what about another one?');
      await s.reply({ ...other, about_card: 'replace' });
      if (open === kind) {
        assert.deepEqual([s.view.waiting === 'model', s.card.kind, Boolean(s.card.replaces)], [false, kind, true]);
        continue;
      }
      assert.match(s.request.messages.at(-1).content, /brings a card of another kind, and the question that the user has not answered would be lost/, `${open} by ${kind}`);
      assert.deepEqual([s.view.blocks.findLast(block => block.kind === 'correction').code, s.card.kind], ['other_kind', open]);
      await s.reply({ ...other, about_card: 'drop' });
      assert.equal(s.card.kind, kind, 'it may be dropped for it');
    }
  }
});

test('what becomes of the card, if forgotten after another correction, has a correction of its own', async () => {
  const { s } = await begun();
  await s.reply(call('order', 'cups'));
  for (const bad of [['no JSON'], ['no JSON', '{"say":'], []]) {
    await s.say('hm');
    for (const reply of bad) await s.reply(reply);
    await s.reply({ say: 'Well.' });
    assert.deepEqual([s.request.corrections, s.view.blocks.findLast(({ kind }) => kind === 'correction').code], [bad.length + 1, 'no_about_card']);
    await s.reply({ say: 'Well.' });
    assert.deepEqual([s.card.calls[0].name, s.view.waiting, s.view.error], ['order', 'approval', undefined], 'once, and then the card stays');
  }
});
