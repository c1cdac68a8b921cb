import assert from 'node:assert/strict';
import { test } from 'node:test';
import { handover } from '../src/tabs/handover.js';
import { browserLocks } from './locks.js';
import { until } from './until.js';

const RUN = ':7:key';
const RESULTS = [{ ok: 'done' }];
const live = () => new AbortController().signal;
const silent = () => {};
const turns = () => new Promise(resolve => setTimeout(resolve, 10));

/** Tabs that hear each other, unless they are `deaf`. */
function browser({ waitMs = 5000, ...more } = {}) {
  const locks = 'locks' in more ? more.locks : browserLocks();
  const tabs = [];
  return {
    tab({ deaf = false } = {}) {
      const tab = handover('s', news => setImmediate(() => tabs.forEach(other => { if (other !== tab && !deaf) other.hear(structuredClone(news)); })), locks, waitMs);
      if (!deaf) tabs.push(tab);
      return tab;
    },
  };
}

/** Asks for leave, and counts the notices to the user that the tab waits. */
function asks(tab, begun = true, signal = live()) {
  const asked = { waits: 0, leave: tab.leave(RUN, begun, signal, () => { asked.waits += 1; }) };
  return asked;
}

const without = { locks: undefined };

test('a run that nobody has started before begins at once, alone', async () => {
  const { begun, alone, results } = await browser().tab().leave(RUN, false, live(), silent);
  assert.deepEqual([begun, alone, results], [false, true, undefined]);
});

test('a run whose tab is gone is in doubt at once, and certainly runs nowhere else', async () => {
  const { begun, alone, results } = await browser().tab().leave(RUN, true, live(), silent);
  assert.deepEqual([begun, alone, results], [true, true, undefined]);
});

for (const [how, options] of [['with locks', {}], ['without locks', { locks: undefined }]]) {
  test(`${how}: a live tab is waited for, and its results are taken`, async () => {
    const { tab } = browser(options);
    const first = tab();
    const held = await first.leave(RUN, false, live(), silent);
    const second = asks(tab());
    await turns();
    assert.equal(second.waits, 1);
    first.settled(RUN, RESULTS);
    held.free();
    const { results, begun } = await second.leave;
    assert.deepEqual([results, begun], [RESULTS, true]);
  });

  test(`${how}: the wait has an end, after which nothing is certain`, async () => {
    const { tab } = browser({ ...options, waitMs: 30 });
    await tab().leave(RUN, false, live(), silent);
    const second = asks(tab());
    const { results, alone } = await second.leave;
    assert.deepEqual([second.waits, results, alone], [1, undefined, false]);
  });

  test(`${how}: a session that moves on ends the wait`, async () => {
    const { tab } = browser(options);
    const first = tab();
    await first.leave(RUN, false, live(), silent);
    const other = tab();
    const second = asks(other);
    await turns();
    other.moved();
    assert.equal((await second.leave).results, undefined);
  });

  test(`${how}: a turn that is stopped waits no longer`, async () => {
    const { tab } = browser(options);
    await tab().leave(RUN, false, live(), silent);
    const abort = new AbortController();
    const second = asks(tab(), true, abort.signal);
    await turns();
    abort.abort();
    assert.equal((await second.leave).alone, false);
  });
}

test('a lock that comes free without results: they are lost, and nobody runs it', async () => {
  const { tab } = browser();
  const held = await tab().leave(RUN, false, live(), silent);
  const second = asks(tab());
  await turns();
  held.free();
  const { results, alone } = await second.leave;
  assert.deepEqual([results, alone], [undefined, true]);
});

test('without a channel the lock alone is waited for', async () => {
  const { tab } = browser();
  const held = await tab({ deaf: true }).leave(RUN, false, live(), silent);
  const second = asks(tab({ deaf: true }));
  await until(() => assert.equal(second.waits, 1));
  held.free();
  assert.equal((await second.leave).alone, true);
});

test('without locks, silence proves nothing', async () => {
  const { begun, alone } = await browser(without).tab().leave(RUN, true, live(), silent);
  assert.deepEqual([begun, alone], [true, false]);
});

test('a first start that finds the run taken is in doubt', async () => {
  const { tab } = browser();
  const held = await tab().leave(RUN, true, live(), silent);
  const second = asks(tab(), false);
  await turns();
  held.free();
  assert.equal((await second.leave).begun, true);
});

test('a lock that is given after the wait is given back', async () => {
  const { tab } = browser();
  const first = tab();
  const held = await first.leave(RUN, false, live(), silent);
  const second = asks(tab());
  await turns();
  first.settled(RUN, RESULTS);
  (await second.leave).free();
  held.free();
  assert.equal((await tab().leave(RUN, true, live(), silent)).alone, true);
});

test('results are told again to a tab that comes later; those of another run are not taken for these', async () => {
  const { tab } = browser(without);
  const first = tab();
  (await first.leave(RUN, false, live(), silent)).free();
  first.settled(RUN, RESULTS);
  assert.deepEqual((await tab().leave(RUN, true, live(), silent)).results, RESULTS);
  assert.equal((await tab().leave(':8:key', true, live(), silent)).results, undefined);
});

test('a page that may not use locks is one without', async () => {
  const locks = { request: () => Promise.reject(new DOMException('no', 'SecurityError')) };
  const { begun, alone } = await browser({ locks }).tab().leave(RUN, false, live(), silent);
  assert.deepEqual([begun, alone], [false, false]);
});
