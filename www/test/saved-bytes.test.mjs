import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storeOver } from '../src/store/memory.js';
import { TABLES } from '../src/store/store.js';
import { openLedger, say } from './real.js';

/** Most bytes that a step may hand to the store, where the words of user and model are 200 bytes each. */
const MOST = 520;
const TURNS = 200;

const size = value => Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value));

test('a step hands little more to the store than what is new', async () => {
  const handed = Object.fromEntries(TABLES.map(table => [table, 0]));
  const counted = table => Object.assign(new Map(), {
    set(name, row) {
      handed[table] += size(row.key) + size(row.value);
      return Map.prototype.set.call(this, name, row);
    },
  });
  const store = storeOver(new Map(TABLES.map(table => [table, counted(table)])));
  const agent = await openLedger({ store, id: 'bench', model: async () => ({ text: say('y'.repeat(190)) }) });
  const before = Object.values(handed).reduce((sum, bytes) => sum + bytes);
  const { revision } = agent.view;
  for (let turn = 0; turn < TURNS; turn += 1) await agent.say('x'.repeat(200));
  const steps = agent.view.revision - revision;
  await agent.close();
  assert.equal(steps, 2 * TURNS);
  const each = (Object.values(handed).reduce((sum, bytes) => sum + bytes) - before) / steps;
  assert.ok(each <= MOST, `${each} bytes a step: ${JSON.stringify(handed)}`);
});
