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

const list = s => /still open:\n((?:\d+\. .*\n)+)/.exec(all(s))?.[1];

test('the first reply of a list may ask first, and nothing is gone on with before the answer', async () => {
  for (const [name, make] of Object.entries(AGENTS)) {
    const s = await story(make());
    await s.say('Book the talk and the p99');
    await s.reply({ say: 'Which talk: the first or the second?', tool: null, later: ['look up the talk', 'look up the p99'], asks: true });
    assert.deepEqual([s.view.waiting, wishes(s)], ['user', ['look up the talk', 'look up the p99']], name);
    await s.reload();
    assert.equal(s.view.waiting, 'user', name);
    await s.say('the first');
    await s.reply({ say: 'Noted.', tool: null });
    assert.equal(s.view.waiting, 'model', `${name}: it goes on after the answer`);
  }
});

test('finished beside a card of the agent does not count, and the model reads that', async () => {
  const reply = { type: 'object', properties: { say: text, ask: text, among: { type: 'array' } } };
  const decide = ({ reply, say, to }) => {
    if (reply.say) say(reply.say);
    if (reply.ask) return to.confirm({ title: reply.ask }, { yes: to.think(), no: to.think() });
    return reply.among ? to.choose(reply.among, { by: 'user', title: 'Which one?', no: to.think() }) : to.listen();
  };
  const agent = defineAgent({ name: 'desk', stages: { talk: { prompt: () => ({ system: 'Help.', window: { replies: 9_000 }, wishes: true }), reply, decide } } });
  for (const card of [{ ask: 'The red one?' }, { among: [{ id: 'a', label: 'A' }, { id: 'b', label: 'B' }] }]) {
    const s = await story(agent);
    await s.say('The talk, the p99');
    await s.reply({ say: 'One after the other.', later: ['look up the talk', 'look up the p99'] });
    await s.reply({ ...card, finished: [1] });
    assert.deepEqual(wishes(s), ['look up the talk', 'look up the p99']);
    await s.reload();
    await s.answer(card.ask ? { accept: true } : { choice: 'a' });
    assert.match(list(s), /^1\. look up the talk \(You have named it in "finished", but it was not ticked off[^\n]*\n2\. look up the p99\n$/);
    await s.reply({ say: 'Done.', finished: [1] });
    assert.deepEqual(wishes(s), ['look up the p99']);
    assert.equal(list(s), '1. look up the p99\n'.replace('1', '2'));
  }
});

test('finished beside a call that failed, or was declined, does not count, and the model reads that', async () => {
  const failing = { ...tools, look: tool({ description: 'Looks', inputSchema, execute: () => { throw new Error('no line'); } }) };
  const begin = async call => {
    const s = await story(toolAgent({ name: 'desk', instructions: 'Help.', tools: failing }));
    await s.say('The talk, the p99');
    await s.reply({ say: 'One after the other.', tool: null, later: ['look up the talk', 'look up the p99'] });
    await s.reply({ say: '', tool: call, finished: [2] });
    return s;
  };
  const failed = await begin({ name: 'look', args: { to: 'p99' } });
  await failed.reload();
  assert.match(list(failed), /^1\. look up the talk\n2\. look up the p99 \(You have named it in "finished"/);
  const declined = await begin({ name: 'send', args: { to: 'Ann' } });
  await declined.answer({ accept: false });
  assert.match(list(declined), /2\. look up the p99 \(You have named it/);
  await declined.reply({ say: 'Not sent.', tool: null });
  await declined.say('go on');
  assert.equal(list(declined), '1. look up the talk\n2. look up the p99\n', 'the reply after it has not named it again');
});

test('the model reads what the user has taken off the list, until the user asks for it again', async () => {
  for (const [lang, told] of [['en', /Taken off this list by the user:\n- look up the talk\n/], ['zh', /用户从这个清单上划掉的：\n- look up the talk\n/]]) {
    const s = await story(AGENTS.toolAgent(), { lang });
    await s.say('The talk, the p99');
    await s.reply({ say: 'One after the other.', tool: null, later: ['look up the talk', 'look up the p99'], asks: true });
    await s.edit({ unwish: 1 });
    await s.say('well?');
    await s.reload();
    assert.match(all(s), told);
    assert.doesNotMatch(all(s), /Kept as asked for|记下的用户/, 'the records know that the model named it, not who wanted it');
    await s.reply({ say: 'The p99 it is.', tool: null, finished: [2] });
    await s.say('and the talk after all');
    assert.match(all(s), told, 'also where nothing is open');
    await s.reply({ say: 'Then the talk.', tool: null, later: ['Look up the talk.'], asks: true });
    assert.deepEqual(wishes(s), ['Look up the talk.']);
    await s.say('ok');
    assert.doesNotMatch(all(s), told);
  }
});

test('what names nothing, or was closed since the user spoke, comes on no list', async () => {
  const s = await story(AGENTS.toolAgent());
  await s.say('The talk, the p99');
  await s.reply({ say: 'One after the other.', tool: null, later: ['look up the talk', '…', '-', ' ', 'look up the p99'] });
  assert.deepEqual(wishes(s), ['look up the talk', 'look up the p99']);
  await s.reply({ say: 'At noon.', tool: null, finished: [1] });
  await s.reply({ say: 'Next.', tool: null, later: ['Look up the talk!', 'look up the p99'], finished: [2] });
  assert.deepEqual([wishes(s), s.view.waiting], [[], 'user'], 'it would come back for ever');
  const ignored = s.view.blocks.flatMap(({ coercions = [] }) => coercions.filter(({ path }) => path === '/later').map(({ from }) => from));
  assert.deepEqual(ignored, ['…', '-', '', 'Look up the talk!']);
  await s.say('once more, the talk');
  await s.reply({ say: 'Gladly.', tool: null, later: ['look up the talk'], asks: true });
  assert.deepEqual(wishes(s), ['look up the talk'], 'the user may want it again');
});

test('after a no to a part of a card the list is gone on with, and every write asks', async () => {
  const free = { ...tools, add: tool({ description: 'Adds', inputSchema, access: () => 'run', execute: () => 'added' }) };
  const s = await story(toolAgent({ name: 'desk', instructions: 'Help.', tools: free }));
  await s.say('Write to Ann and Bob, then the talk');
  await s.reply({ say: 'I write.', tool: [{ name: 'send', args: { to: 'Ann' } }, { name: 'send', args: { to: 'Bob' } }], later: ['add the talk'] });
  await s.answer({ accept: [0] });
  await s.reply({ say: 'Sent to Ann.', tool: null });
  assert.deepEqual([s.view.waiting, wishes(s)], ['model', ['add the talk']]);
  await s.reply({ say: '', tool: { name: 'add', args: { to: 'talk' } } });
  assert.equal(s.card.calls[0].name, 'add');
});

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
