import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Account } from '../harness/account.js';

const account = (bank, lose = 0) => new Account({ bank, delay: 20, lose });

test('a plain bank pays each request, with a key or without', async () => {
  const plain = account('plain');
  await Promise.all([plain.pay('a'), plain.pay('a'), plain.pay(undefined)]);
  assert.equal(plain.made.length, 3);
});

test('a keyed bank pays a key once, also when the requests come at the same time, and gives the same receipt', async () => {
  const keyed = account('keyed');
  const receipts = await Promise.all([keyed.pay('a'), keyed.pay('a'), keyed.pay('b')]);
  receipts.push(await keyed.pay('a'));
  assert.equal(keyed.made.length, 2);
  assert.deepEqual(receipts[0], receipts[1]);
  assert.deepEqual(receipts[0], receipts[3]);
  assert.notDeepEqual(receipts[0], receipts[2]);
});

test('a bank with status tells what became of a key; the others do not', async () => {
  const status = account('status');
  assert.deepEqual(await status.statusOf('a'), { done: false });
  const paying = status.pay('a');
  assert.deepEqual(await status.statusOf('a'), { done: 'pending' });
  const answer = await paying;
  assert.deepEqual(await status.statusOf('a'), { done: true, result: answer });
  assert.equal(await account('keyed').statusOf('a'), undefined);
});

test('a lost answer has been paid', async () => {
  const losing = account('plain', 1);
  assert.equal(await losing.pay('a'), undefined);
  assert.deepEqual(await losing.pay('a'), { receipt: 2 });
});

test('the phase at a moment follows the first request', async () => {
  const plain = account('plain');
  const before = Date.now() - 1;
  await plain.pay('a');
  assert.equal(plain.phaseAt(before), 'not sent');
  assert.equal(plain.phaseAt(plain.made[0].at - 1), 'sent');
  assert.equal(plain.phaseAt(plain.answers[0] - 1), 'paid');
  assert.equal(plain.phaseAt(plain.answers[0]), 'answered');
  await plain.settled();
});
