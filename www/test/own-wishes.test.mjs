/** Several wishes in one message, in stories of toolAgent, toolStage and defineAgent: what is put off is kept, gone on with and ticked off. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineAgent, tool, toolAgent, toolStage } from '../src/index.js';
import { story } from '../src/test/index.js';

const inputSchema = { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] };
const tools = {
  look: tool({ description: 'Looks', inputSchema, execute: ({ to }) => `seen ${to}` }),
  send: tool({ description: 'Sends', inputSchema, access: 'write', execute: ({ to }) => `sent to ${to}` }),
};
const text = { type: 'string' };

/** @type {Record<string, () => any>} */
const AGENTS = {
  toolAgent: () => toolAgent({ name: 'desk', instructions: 'Help.', tools }),
  toolStage: () => defineAgent({ name: 'desk', stages: { talk: toolStage({ instructions: 'Help.', tools }) } }),
  defineAgent: () => defineAgent({
    name: 'desk',
    tools,
    stages: {
      talk: {
        prompt: () => ({ system: 'Help.', window: { replies: 9_000 }, wishes: true }),
        reply: { type: 'object', properties: { say: text, tool: { anyOf: [{ type: 'object', properties: { name: { enum: ['look', 'send'] }, args: { type: 'object' } }, required: ['name', 'args'] }, { type: 'null' }] } } },
        calls: 'tool',
        decide({ reply, say, to }) {
          if (reply.say) say(reply.say);
          return reply.tool ? to.run(reply.tool) : to.listen();
        },
      },
    },
  }),
};

const all = s => s.request.messages.map(({ content }) => content).join('\n');
const wishes = s => (s.view.wishes ?? []).map(wish => wish.text);

for (const [name, make] of Object.entries(AGENTS)) {
  for (const lang of ['en', 'zh']) {
    test(`${name}: the rest of a message is kept, and follows after the card (${lang})`, async () => {
      const s = await story(make(), { lang });
      await s.say('Write to Ann, then look up the talk and the p99');
      assert.match(all(s), /later/);
      await s.reply({ say: 'I write to Ann.', tool: { name: 'send', args: { to: 'Ann' } }, later: ['look up the talk', 'look up the p99'] });
      assert.deepEqual(wishes(s), ['look up the talk', 'look up the p99']);
      await s.reload();
      await s.answer({ accept: true });
      await s.reply({ say: 'Sent.', tool: null });
      assert.equal(s.view.waiting, 'model', 'it goes on by itself');
      assert.match(all(s), /1\. look up the talk\n2\. look up the p99/);
      await s.reply({ tool: { name: 'look', args: { to: 'talk' } } });
      await s.reply({ say: 'The talk is at noon.', tool: null, finished: [1] });
      assert.deepEqual([wishes(s), s.view.waiting], [['look up the p99'], 'model']);
      await s.reply({ say: 'Which p99: of today?', tool: null, asks: true });
      assert.deepEqual([wishes(s), s.view.waiting], [['look up the p99'], 'user']);
      await s.edit({ unwish: s.view.wishes[0].id });
      assert.deepEqual(wishes(s), []);
    });
  }

  test(`${name}: after a stop or a no nothing goes on without the user's word`, async () => {
    const begin = async () => {
      const s = await story(make());
      await s.say('Write to Ann, then look up the talk and the p99');
      await s.reply({ say: 'I write to Ann.', tool: { name: 'send', args: { to: 'Ann' } }, later: ['look up the talk', 'look up the p99'] });
      return s;
    };
    const both = ['look up the talk', 'look up the p99'];
    const declined = await begin();
    await declined.answer({ accept: false });
    await declined.reload();
    assert.match(all(declined), /The user has just stopped or declined something/);
    await declined.reply({ say: 'Not sent.', tool: null });
    assert.deepEqual([declined.view.waiting, wishes(declined)], ['user', both]);
    await declined.say('sorry, go on with everything');
    assert.doesNotMatch(all(declined), /The user has just stopped or declined something/);
    await declined.reply({ tool: { name: 'look', args: { to: 'talk' } } });
    await declined.reply({ say: 'At noon.', tool: null, finished: [1] });
    assert.deepEqual([declined.view.waiting, wishes(declined)], ['model', ['look up the p99']], 'the rest follows');
    await declined.stop();
    assert.deepEqual([declined.view.waiting, wishes(declined)], ['user', ['look up the p99']]);
  });

  test(`${name}: a wish is taken off the list while the model works, and no number that is not there`, async () => {
    const s = await story(make());
    await s.say('The talk, the p99');
    await s.reply({ say: 'One after the other.', tool: null, later: ['look up the talk', 'look up the p99'] });
    assert.match(all(s), /\(Go on with what is still open\./);
    await s.edit({ unwish: 1 });
    assert.deepEqual([wishes(s), s.view.waiting], [['look up the p99'], 'model']);
    assert.deepEqual(s.view.wishes, [{ id: 2, text: 'look up the p99' }]);
    await assert.rejects(s.edit({ unwish: 1 }), { code: 'unknown_edit' });
    await s.reply({ say: 'Both are done.', tool: null, finished: [1, 2] });
    assert.deepEqual([wishes(s), s.view.waiting], [[], 'user']);
  });

  test(`${name}: a model that does nothing is told once, and the list stays`, async () => {
    const s = await story(make());
    await s.say('The talk, the p99');
    await s.reply({ say: 'One after the other.', tool: null, later: ['look up the talk', 'look up the p99'] });
    await s.reply({ say: 'Well.', tool: null });
    assert.deepEqual([s.view.waiting, wishes(s)], ['user', ['look up the talk', 'look up the p99']]);
  });

  test(`${name}: a wish beside a card is kept by somebody`, async () => {
    const s = await story(make());
    await s.say('Write to Ann');
    await s.reply({ say: 'I write.', tool: { name: 'send', args: { to: 'Ann' } } });
    await s.say('and look at the p99');
    await s.reply({ say: 'After this one.', about_card: 'keep', later: ['look at the p99'] });
    assert.deepEqual([wishes(s), s.view.waiting], [['look at the p99'], 'approval']);
    await s.answer({ accept: true });
    await s.reply({ say: 'Sent. Now the p99.', tool: { name: 'look', args: { to: 'p99' } } });
    await s.reply({ say: 'It is 9 ms.', tool: null, finished: [1] });
    assert.deepEqual([wishes(s), s.view.waiting], [[], 'user']);
  });
}

test('it can be switched off, and a sub-agent never puts anything off', async () => {
  const s = await story(toolAgent({ name: 'desk', instructions: 'Help.', tools, wishes: false }));
  await s.say('hi');
  assert.doesNotMatch(all(s), /later/);
  const boss = defineAgent({
    name: 'boss',
    stages: {
      boss: { prompt: () => 'Boss.', reply: { type: 'object', properties: { job: text } }, decide: ({ reply, to }) => (reply.job ? to.ask('desk', reply.job) : to.listen()) },
      desk: toolStage({ instructions: 'Help.', tools }),
    },
  });
  const b = await story(boss);
  await b.say('hi');
  await b.reply({ job: 'look' });
  assert.doesNotMatch(all(b), /later/);
  assert.throws(() => toolAgent({ name: 'desk', instructions: 'Help.', tools, wishes: /** @type {any} */ ('no') }), /wishes.*true or false/);
});

test('receipts stay with their turn when another one begins', async () => {
  const s = await story(toolAgent({ name: 'desk', instructions: 'Help.', tools }));
  await s.say('Write to Ann');
  await s.reply({ say: 'I write.', tool: [{ name: 'send', args: { to: 'Ann' } }, { name: 'look', args: { to: 'Ann' } }] });
  await s.answer({ accept: true });
  await s.reply({ say: 'Sent.', tool: null });
  await s.say('thanks');
  assert.deepEqual(s.view.turn.writes, []);
  const ran = s.view.blocks.filter(({ kind }) => kind === 'tool').map(block => [block.name, block.wrote ?? false]);
  assert.deepEqual(ran, [['look', false], ['send', true]]);
});
