// The short form of `npm run kills`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approveUnderKills } from './approvals.js';

test('approved writes are made once while both processes are killed and pages come back', async t => {
  const found = await approveUnderKills({ writes: 40, kills: 5, sessions: 8, seed: 7, tell: line => t.diagnostic(line) });
  assert.deepEqual({ twice: found.twice, lost: found.lost, asked: found.asked }, { twice: [], lost: [], asked: 0 });
  assert.ok(found.kills.restate + found.kills.sessions >= 5 && found.reopened > 0);
});
