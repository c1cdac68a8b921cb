/** A few rounds of `npm run kills`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killCards, killPayers } from '../kill/ledger.js';
import { killWriters } from '../kill/storage.js';
import { SCENE } from './stage.mjs';

/** Most times that the kills are repeated on a machine too slow to do much between two of them. */
const REPEATS = 8;

test('a killed browser has all that was written', SCENE, async t => {
  let sessions = 0;
  for (let repeat = 0; sessions <= 20 && repeat < REPEATS; repeat += 1) {
    const { lost, failures, silent, written } = await killWriters({ rounds: 10 });
    t.diagnostic(JSON.stringify({ written, lost: lost.length }));
    const ours = lost.filter(({ discarded, control }) => !discarded && !control.length); // Chromium itself loses everything in one of a thousand kills
    assert.deepEqual({ ours, failures, silent }, { ours: [], failures: [], silent: 0 });
    sessions += written.sessions;
  }
  assert.ok(sessions > 20);
});

for (const [what, kill, most] of [['one write a card', killPayers, 10], ['several writes a card', killCards, 8]]) {
  test(`killed while transfers are approved and made, ${what}: each is made once, or not if it was declined`, SCENE, async t => {
    let made = 0;
    for (let repeat = 0; made <= 10 && repeat < REPEATS; repeat += 1) {
      const { lost, ...sum } = await kill({ rounds: most });
      t.diagnostic(JSON.stringify(sum));
      assert.deepEqual({ lost, twice: sum.twice, declinedMade: sum.declinedMade }, { lost: [], twice: 0, declinedMade: 0 });
      made += sum.once;
    }
    assert.ok(made > 10);
  });
}
