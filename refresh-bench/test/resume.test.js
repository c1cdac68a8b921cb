import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { watchSleep } from '../harness/awake.js';
import { runCell } from '../harness/cell.js';
import { cellsOf } from '../harness/cells.js';
import { hasResult, readResults, writeResult } from '../harness/results.js';

let folder;
before(async () => { folder = await mkdtemp(join(tmpdir(), 'refresh-bench-test-')); });
after(() => rm(folder, { recursive: true, force: true }));

const head = (kind, more = {}) => ({ cell: { browser: 'chrome', library: 'stepgate', profile: 'docs', bank: 'plain', kind }, fingerprint: 'f', trials: 2, versions: {}, ...more });

test('a cell runs until so many trials count', async () => {
  const seeds = [];
  const rows = await runCell(async n => {
    seeds.push(n);
    return { n, counted: n % 3 !== 0 };
  }, { trials: 10, width: 3 });
  assert.equal(rows.filter(({ counted }) => counted).length, 10);
  assert.deepEqual(rows.map(({ n }) => n), [...seeds].sort((one, other) => one - other));
});

test('a cell in which nothing counts ends after twice as many seeds', async () => {
  const rows = await runCell(async n => ({ n, counted: false }), { trials: 4, width: 3 });
  assert.equal(rows.length, 8);
});

test('a trial that fails is played once more, and told if it fails again', async () => {
  let failures = 0;
  const rows = await runCell(async n => {
    if (n === 1 && failures < 1) { failures += 1; throw new Error('once'); }
    if (n === 2) throw new Error('always');
    return { n, counted: true };
  }, { trials: 4, width: 1 });
  assert.deepEqual(rows.filter(({ trouble }) => trouble), [{ n: 2, counted: false, trouble: 'always' }]);
  assert.equal(rows.filter(({ counted }) => counted).length, 4);
});

test('a cell that was broken off leaves no result, and is wanted again; a complete one is not', async () => {
  const cells = ['reload', 'kill'];
  const run = async (kind, play) => writeResult(folder, head(kind), await runCell(play, { trials: 2, width: 1 }));
  await run('reload', async n => ({ n, counted: true }));
  await Promise.race([run('kill', n => (n === 1 ? new Promise(() => {}) : { n, counted: true })), new Promise(done => setImmediate(done))]);
  const results = await readResults(folder);
  assert.deepEqual(cells.map(kind => hasResult(results, head(kind))), [true, false]);
  assert.deepEqual(await readdir(folder), ['chrome-docs-plain-reload-stepgate.jsonl']);
});

test('a result of other code, other versions or fewer trials does not stand', async () => {
  const results = await readResults(folder);
  assert.equal(hasResult(results, head('reload', { fingerprint: 'other' })), false);
  assert.equal(hasResult(results, head('reload', { trials: 3 })), false);
  assert.equal(hasResult(results, head('reload', { trials: 1 })), true);
});

test('a name that is not known is refused with what is known', () => {
  const all = { browser: 'chrome', setup: 'docs/plain', kind: 'all', library: 'all' };
  assert.throws(() => cellsOf({ ...all, kind: 'relaod' }), /--kind: `relaod` is not known; there are reload, kill/);
  assert.equal(cellsOf({ ...all, kind: 'reload,kill' }).length, 10);
});

test('a pause of the whole program is noticed, a busy moment is not', () => {
  let now = 0;
  const sleep = watchSleep(() => now);
  now += 5000;
  assert.equal(sleep.slept(), false);
  now += 60_000; // no beat between
  assert.equal(sleep.slept(), true);
  sleep.end();
});
