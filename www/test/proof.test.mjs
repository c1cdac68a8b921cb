// The travel agent of the start page: however its model errs, the write is held, and runs once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStore, openSession } from 'stepgate';
import { DAMAGE, damaged } from '../demo/proof/damage.js';
import { scriptedModel } from '../demo/proof/script.js';

globalThis.addEventListener ??= () => {};
const { record, keep } = await import('../demo/proof/record.js');
const { travel } = await import('../demo/proof/travel.js');
globalThis.navigator ??= /** @type {any} */ ({ language: 'en' }); // Node 20 has none
const { has } = await import('../demo/words/i18n.js');
const { done } = await import('../demo/proof/log.js');

/** All subsets of a list. @template T @param {T[]} list @returns {T[][]} */
const subsets = list => list.reduce((sets, one) => [...sets, ...sets.map(set => [...set, one])], /** @type {T[][]} */ ([[]]));

async function play(lang, broken) {
  keep({ runs: [] });
  const model = scriptedModel({ lang: () => lang, broken: () => broken, delayMs: 0 });
  const session = await openSession({ agent: travel, id: 'trip', lang, model, store: memoryStore(), lock: false });
  const held = await session.say('Lisbon');
  return { agent: session, held };
}

for (const lang of /** @type {const} */ (['en', 'zh'])) {
  test(`every damage ends at the card, and the write runs once when it is approved (${lang})`, async () => {
    for (const damage of subsets(DAMAGE)) {
      for (const [twice, skips] of [[false, false], [true, false], [false, true], [true, true]]) {
        const { agent, held } = await play(lang, { damage, twice, skips });
        const place = JSON.stringify({ damage, twice, skips });
        assert.deepEqual([held.waiting, held.card?.calls?.[0]?.args, record.value.runs.length], ['approval', { flight: 'TP531' }, 0], place);
        const marks = held.blocks.flatMap(({ repairs = [], coercions = [] }) => [...repairs.map(({ kind }) => `repair.${kind}`), ...coercions.map(({ kind }) => `coercion.${kind}`)]);
        assert.deepEqual(marks.filter(mark => !has(mark)), [], 'each repair and conversion has words');
        const after = await agent.answer(held.card.id, { accept: true });
        assert.deepEqual([after.waiting, after.error, record.value.runs.length], ['user', undefined, 1], place);
        await agent.close();
      }
    }
  });
}

test('what was refused is shown in the words that the model read', async () => {
  const { agent, held } = await play('en', { damage: [], twice: false, skips: false });
  const told = done(held.blocks).filter(({ kind }) => kind === 'refused').map(({ text }) => text);
  assert.equal(told.length, 1);
  assert.match(told[0], /^Your reply .*\n- \/tool\/name: .*\n.*JSON object/s);
  await agent.close();
});

test('the write does not run when it is declined', async () => {
  const { agent, held } = await play('en', { damage: [], twice: false, skips: true });
  const after = await agent.answer(held.card.id, { accept: false });
  assert.deepEqual([after.waiting, record.value.runs], ['user', []]);
  await agent.close();
});

test('every damage changes the reply', () => {
  const reply = { say: 'Hello', tool: { name: 'flights', args: { euros: 300 } } };
  const texts = [[], ...DAMAGE.map(kind => [kind])].map(kinds => damaged(reply, kinds, 'en'));
  assert.equal(new Set(texts).size, texts.length);
});
