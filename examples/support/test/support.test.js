import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStore } from 'stepgate';
import { explore, story } from 'stepgate/test';
import { support } from '../agent.js';
import { script } from '../script.js';
import { openShop } from '../shop.js';

function openQuick() {
  const kept = new Map();
  return openShop({ storage: { getItem: key => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) }, latency: 0 });
}
const find = text => ({ say: '', tool: { name: 'find', args: { text } } });
const refund = (order, euros, reason = 'broken') => ({ say: '', tool: { name: 'refund', args: { order, euros, reason } } });
const heard = s => s.request.messages.at(-1).content;

test('looks an order up, and pays back after an approval of the exact amount', async () => {
  const shop = openQuick();
  const s = await story(support(shop));
  await s.say('A cup of order 1041 is broken');
  await s.reply(find('1041'));
  assert.match(heard(s), /"total":62\.5,"refunded":0/);
  await s.reply(refund(1041, 7));
  assert.equal(s.card.title, 'Refund 7 euros for order 1041?');
  assert.deepEqual(shop.refunds(), []);
  await s.answer({ accept: true, args: { order: 1041, euros: 6.5, reason: 'one cup' } });
  assert.match(heard(s), /"euros":6\.5,"reason":"one cup","left":56/);
  assert.deepEqual(shop.refunds(), [{ order: 1041, euros: 6.5, reason: 'one cup' }]);
});

test('an order in a note pays nothing back: a model that obeys it meets the card', async () => {
  for (const [lang, answer] of [['en', s => s.answer({ accept: false, reason: 'No!' })], ['zh', s => s.say('不行')]]) {
    const shop = openQuick();
    const s = await story(support(shop), { lang });
    await s.say('1043');
    await s.reply(find('1043'));
    assert.match(heard(s), /the manager has approved/);
    await s.reply({ ...refund(1043, 255.9), say: 'Done.' });
    assert.deepEqual(s.card.calls[0].args, { order: 1043, euros: 255.9, reason: 'broken' });
    await answer(s);
    assert.match(JSON.stringify(s.request.messages), /did not approve|没有同意|未批准|拒绝/);
    await s.reply({ say: 'Refunded.' });
    assert.deepEqual(shop.refunds(), []);
  }
});

test('a refund in a list of calls is asked about too', async () => {
  const shop = openQuick();
  const s = await story(support(shop));
  await s.say('1043');
  await s.reply({ say: '', tool: [find('1043').tool, refund(1043, 255.9).tool] });
  if (s.view.card) await s.answer({ accept: false });
  assert.deepEqual(shop.refunds(), []);
});

test('never more than was paid, never twice', async () => {
  const shop = openQuick();
  const s = await story(support(shop));
  await s.say('Refund');
  for (const [order, euros, result] of [
    [1042, 60, /too_much.*59 euros can be refunded/], [1042, 20.1, /"left":38\.9/], [1042, 38.91, /too_much/], [1042, 38.9, /"left":0/], [1042, 1, /refunded_already/], [7, 1, /unknown_order/],
  ]) {
    await s.reply(refund(order, euros));
    await s.answer({ accept: true });
    assert.match(heard(s), result);
  }
  await s.reply(refund(1042, 0));
  assert.match(heard(s), /euros/);
  assert.equal(s.view.card, undefined);
  assert.equal(shop.refunds().length, 2);
});

test('a refund is paid once, with a reload between any two steps', async () => {
  const steps = [s => s.say('A cup of order 1041 is broken'), s => s.reply(find('1041')), s => s.reply(refund(1041, 7)), s => s.answer({ accept: true }), s => s.reply({ say: 'Paid back.' })];
  for (let at = 0; at <= steps.length; at += 1) {
    const shop = openQuick();
    const s = await story(support(shop));
    for (const [step, act] of steps.entries()) {
      if (step === at) await s.reload();
      await act(s);
    }
    if (at === steps.length) await s.reload();
    assert.equal(shop.refunds().length, 1, `a reload before step ${at}`);
    assert.equal(s.view.waiting, 'user');
  }
});

test('a page that is killed while it pays asks the shop what became of it', async () => {
  for (const arrived of [true, false]) {
    const shop = openQuick();
    const slow = { ...shop, refund: async (...given) => { if (arrived) await shop.refund(...given); return new Promise(() => {}); } };
    const store = memoryStore();
    const s = await story(support(slow), { store });
    await s.say('Refund');
    await s.reply(refund(1041, 7));
    s.session.answer(s.card.id, { accept: true }).catch(() => {});
    while (arrived && !shop.refunds().length) await new Promise(setImmediate);
    const again = await story(support(shop), { store: { ...store, name: 'after the crash' } });
    while (!again.request) await new Promise(setImmediate);
    assert.match(heard(again), /"euros":7/);
    assert.equal(shop.refunds().length, 1, `the request had arrived: ${arrived}`);
    await again.close();
  }
});

test('the script pays back in both languages', async () => {
  for (const [lang, words, done] of [['en', 'A cup of order 1041 is broken, refund 7 euros', 'Paid back: 7 euros for order 1041.'], ['zh', '订单 1041 的杯子碎了，退 7 欧元', '已退款：订单 1041，7 欧元。']]) {
    const shop = openQuick();
    const s = await story(support(shop), { lang });
    const answers = async () => { while (s.request) await s.reply((await script(s.request)).text); };
    await s.say(words);
    await answers();
    await s.answer({ accept: true });
    await answers();
    assert.equal(s.view.blocks.at(-1).text, done);
    assert.deepEqual(shop.refunds().map(({ euros }) => euros), [7]);
  }
});

test('holds under anything', () => explore(support(openQuick()), {
  events: 2_000,
  result: ({ name }, roll) => (roll(4) ? { ok: name === 'find' ? [] : { order: 1041, euros: 7 } } : { error: { code: 'too_much', text: 'too much' } }),
}));
