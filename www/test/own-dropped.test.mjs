/** A card that a reply has dropped: the user brings it back, its calls are rehearsed, and it opens again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineAgent, tool, toolAgent, toolStage } from '../src/index.js';
import { story } from '../src/test/index.js';

const inputSchema = { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] };
const order = to => ({ name: 'order', args: { to } });

const AGENTS = {
  toolAgent: tools => toolAgent({ name: 'shop', instructions: 'Sells.', tools }),
  toolStage: tools => defineAgent({ name: 'shop', stages: { talk: toolStage({ instructions: 'Sells.', tools }) } }),
  defineAgent: tools => defineAgent({
    name: 'shop',
    tools,
    stages: {
      talk: {
        prompt: () => ({ system: 'Sell.', window: { replies: 9_000 } }),
        reply: { type: 'object', properties: { say: { type: 'string' }, tool: {} } },
        decide: ({ reply, say, to }) => { if (reply.say) say(reply.say); return reply.tool ? to.run(reply.tool) : to.listen(); },
      },
    },
  }),
};

/** A story in which the model has taken words at a card for a no. */
async function dropped(make, calls = order('cups'), members = {}) {
  const made = [];
  const tools = {
    order: tool({ description: 'Orders', inputSchema, access: 'write', preview: ({ args }) => ({ title: `Order ${args.to}` }), execute: ({ to }) => { made.push(to); return 'done'; }, ...members }),
    add: tool({ description: 'Adds', inputSchema, access: () => 'run', execute: ({ to }) => { made.push(`add ${to}`); return 'done'; } }),
  };
  const s = await story(make(tools));
  await s.say('cups, please');
  await s.reply({ say: '', tool: calls });
  await s.say('hm, no sugar in it though');
  await s.reply({ say: 'Then I order nothing.', about_card: 'drop' });
  return { s, made };
}
const cards = s => s.view.blocks.filter(({ kind }) => kind === 'card').map(({ ending, reason }) => [ending, reason]);

for (const [name, make] of Object.entries(AGENTS)) {
  test(`${name}: it opens again, and runs after a yes`, async () => {
    const { s, made } = await dropped(make);
    assert.deepEqual(cards(s), [['declined', 'hm, no sugar in it though']]);
    const block = s.view.blocks.find(({ kind }) => kind === 'card').seq;
    assert.deepEqual(s.view.dropped, { block, title: 'Order cups' });
    await s.reload();
    assert.deepEqual(s.view.dropped, { block, title: 'Order cups' });
    await s.edit({ reopen: block });
    await s.reload();
    assert.deepEqual([s.view.waiting, s.card.calls[0].args, s.card.calls[0].repeats, s.view.dropped], ['approval', { to: 'cups' }, undefined, undefined]);
    assert.deepEqual(made, [], 'it asks');
    await s.answer({ accept: true });
    assert.deepEqual(made, ['cups']);
    assert.match(s.request.messages.map(({ content }) => content).join('\n'), /This card had been closed without a yes\. The user has brought it back/);
    await assert.rejects(s.session.edit({ reopen: block }), { code: 'busy' });
    await s.reply({ say: 'Ordered.' });
    await assert.rejects(s.edit({ reopen: block }), { code: 'nothing_to_reopen' });
  });
}

test('all its calls are there again, and what waited behind it asks', async () => {
  const { s, made } = await dropped(AGENTS.toolAgent, [order('cups'), order('plates'), { name: 'add', args: { to: 'forks' } }]);
  await s.say('why not?');
  await s.reply({ say: 'I took it for a no.', tool: null });
  await s.edit({ reopen: s.view.dropped.block });
  assert.deepEqual(s.card.calls.map(({ name, args }) => `${name} ${args.to}`), ['order cups', 'order plates', 'add forks']);
  await s.answer({ accept: [0, 2] });
  assert.deepEqual(made, ['cups', 'add forks']);
});

test('a call that can no longer run is refused with its reason, and nothing has happened', async () => {
  const verdicts = ['ask', { deny: 'Sold out.' }];
  const { s, made } = await dropped(AGENTS.toolAgent, order('cups'), { access: (_, { memory: _memory }) => (s0.late ? verdicts[1] : verdicts[0]) });
  s0.late = true;
  const before = s.view;
  await assert.rejects(s.edit({ reopen: s.view.dropped.block }), { code: 'denied', message: 'Sold out.' });
  s0.late = false;
  assert.deepEqual([s.view.revision, s.view.dropped, made], [before.revision, before.dropped, []]);
});
const s0 = { late: false };

test('only a card that a reply has dropped can be brought back, and none after another card', async () => {
  const { s } = await dropped(AGENTS.toolAgent);
  const { block } = s.view.dropped;
  await assert.rejects(s.edit({ reopen: block + 1 }), { code: 'nothing_to_reopen' });
  await s.say('plates then');
  await s.reply({ say: '', tool: order('plates') });
  assert.equal(s.view.dropped, undefined);
  await assert.rejects(s.edit({ reopen: block }), { code: 'nothing_to_reopen' });
  await s.answer({ accept: false });
  await s.reply({ say: 'Not ordered.', tool: null });
  assert.equal(s.view.dropped, undefined, 'the user has declined that one');
});

test('a turn that is taken back takes the offer back with it', async () => {
  const { s } = await dropped(AGENTS.toolAgent);
  const { block } = s.view.dropped;
  await s.say('hello?');
  await s.fail('server');
  assert.equal(s.view.dropped.block, block, 'that turn has dropped nothing');
});

test('a no to a later card of a list: the words about all of it stay on the first card', async () => {
  const made = [];
  const write = access => tool({ description: 'Writes', inputSchema, access, execute: ({ to }) => { made.push(to); return 'done'; } });
  const s = await story(toolAgent({ name: 'shop', instructions: 'Sells.', tools: { order: write('write'), add: write(() => 'run') } }));
  await s.say('cups, plates and forks');
  await s.reply({ say: 'I order all three.', tool: [order('cups'), order('plates'), { name: 'add', args: { to: 'forks' } }] });
  assert.deepEqual([s.card.text, s.card.then.map(({ args }) => args.to)], ['I order all three.', ['forks']]);
  await s.answer({ accept: [0] });
  assert.deepEqual([s.card.calls.map(({ args }) => args.to), s.card.text], [['forks'], undefined], 'the rest asks, and the words are about something else now');
  await s.answer({ accept: false });
  const shown = s.view.blocks.filter(({ kind }) => ['card', 'assistant'].includes(kind)).map(({ kind, card, ending, text }) => [kind, card?.text ?? text, ending]);
  assert.deepEqual(shown, [['card', 'I order all three.', 'accepted'], ['card', undefined, 'declined']]);
  assert.deepEqual([s.view.card, made, s.view.waiting], [undefined, ['cups'], 'model']);
});
