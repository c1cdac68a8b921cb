/** A stop at a card about a write in doubt: the question stays, and nothing of what stands behind it runs. The card names what that is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineAgent, tool, toolAgent, toolStage } from '../src/index.js';
import { story } from '../src/test/index.js';

const inputSchema = { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] };
const pay = to => ({ name: 'pay', args: { to } });

const AGENTS = {
  toolAgent: tools => toolAgent({ name: 'bank', instructions: 'Pays.', tools }),
  toolStage: tools => defineAgent({ name: 'bank', stages: { talk: toolStage({ instructions: 'Pays.', tools }) } }),
};

/** A story at the card that asks whether the first of three payments was made. */
async function inDoubt(make) {
  const made = [];
  const execute = ({ to }) => {
    made.push(to);
    if (to === 'Ann') throw new Error('the line broke');
    return 'paid';
  };
  const tools = { pay: tool({ description: 'Pays', inputSchema, access: 'write', preview: ({ args }) => ({ title: `Pay ${args.to}` }), execute }) };
  const s = await story(make(tools));
  await s.say('pay Ann, Bob and Cy');
  await s.reply({ say: 'I pay them.', tool: [pay('Ann'), pay('Bob'), pay('Cy')] });
  await s.answer({ accept: true });
  return { s, made };
}
const then = s => (s.view.card.then ?? []).map(({ title }) => title);
const results = s => s.view.blocks.filter(({ kind }) => kind === 'tool').map(({ args, result }) => [args.to, result.error?.code ?? 'ok']);

for (const [name, make] of Object.entries(AGENTS)) {
  test(`${name}: the card names what follows, and without a stop that runs`, async () => {
    const { s, made } = await inDoubt(make);
    assert.deepEqual([s.view.card.code, then(s)], ['was_it_done', ['Pay Bob', 'Pay Cy']]);
    await s.reload();
    assert.deepEqual(then(s), ['Pay Bob', 'Pay Cy']);
    await s.answer({ accept: true });
    assert.deepEqual(made, ['Ann', 'Bob', 'Cy']);
  });

  test(`${name}: a stop ends what follows, and the question stays`, async () => {
    for (const accept of [true, false]) {
      const { s, made } = await inDoubt(make);
      const { id } = s.view.card;
      await s.stop();
      await s.reload();
      assert.deepEqual([s.view.card.id, s.view.card.code, then(s)], [id, 'was_it_done', []]);
      await s.answer({ accept });
      if (!accept) await s.answer({ accept: false });
      assert.deepEqual(made, ['Ann']);
      assert.deepEqual(results(s), [['Ann', accept ? 'ok' : 'interrupted'], ['Bob', 'not_run'], ['Cy', 'not_run']]);
      await s.reply({ say: '', tool: pay('Dan') });
      assert.deepEqual([made, s.card.calls[0].args.to], [['Ann'], 'Dan'], 'what the model does next asks');
    }
  });
}

test('after a stop at the only write, rules and grants wait for the user, too', async () => {
  const made = [];
  const execute = ({ to }) => { made.push(to); if (to === 'Ann') throw new Error('the line broke'); return 'paid'; };
  const tools = { pay: tool({ description: 'Pays', inputSchema, access: ({ to }) => (to === 'Ann' ? 'ask' : 'run'), execute }) };
  const s = await story(toolAgent({ name: 'bank', instructions: 'Pays.', tools }));
  await s.say('pay Ann');
  await s.reply({ say: '', tool: pay('Ann') });
  await s.answer({ accept: true });
  await s.stop();
  await s.answer({ accept: true });
  await s.reply({ say: '', tool: pay('Bob') });
  assert.deepEqual([made, s.card.calls[0].args.to], [['Ann'], 'Bob']);
});
