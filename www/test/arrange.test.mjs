import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { arrange, arrangeTools, bound, relax } from 'stepgate/arrange';

const fixture = async name => JSON.parse(await readFile(new URL(`../../crates/optimise/tests/instances/${name}.json`, import.meta.url), 'utf8'));

const everyDay = { first_day: 0, last_day: 4, subject: 1, most_a_day: 2 };
/** A week of five days with eight periods, and items of two classes. */
const week = (more = {}) => ({
  days: 5, periods: 8, first_weekday: 1, day_cap: 6, now: { day: 0, start: 1 }, move_base: 0,
  classes: [{ ...everyDay, steady: true }, { ...everyDay, subject: 2, heavy: true }],
  items: Array.from({ length: 10 }, (_, index) => ({ class: index % 2, length: 2, priority: 1, earliest: 0, deadline: 4 })),
  ...more,
});

test('the WebAssembly places what the crate places, without a clock', async t => {
  const now = t.mock.method(performance, 'now', () => assert.fail('a clock was read'));
  const [draft, { seed, iterations, cost, placement }] = [await fixture('draft'), await fixture('placement')];
  for (let run = 0; run < 2; run += 1) {
    const reports = [];
    const arranged = await arrange(draft, { seed, iterations, onProgress: report => reports.push(report) });
    assert.deepEqual(arranged, { placement, cost, unplaced: 0, iterations, stopped: false });
    assert.ok(reports.length > 1 && reports.every(({ share }, index) => share <= 1 && share > (reports[index - 1]?.share ?? 0)));
    assert.ok(reports.every((report, index) => report.cost <= (reports[index - 1]?.cost ?? Infinity)));
  }
  assert.equal(now.mock.callCount(), 0);
});

test('timers run during a search, and one of them stops it', async () => {
  const stop = new AbortController();
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
    if (ticks === 3) stop.abort();
  }, 5);
  const { placement, unplaced, iterations, stopped } = await arrange(week(), { iterations: 2 ** 40, stopAt: stop.signal });
  clearInterval(timer);
  assert.ok(stopped && ticks === 3 && iterations < 2 ** 40);
  assert.equal(unplaced, placement.filter(place => !place).length);
});

test('a search that is stopped before it starts answers with its start', async () => {
  const { placement, iterations, stopped } = await arrange(week(), { timeoutMs: 1000, stopAt: AbortSignal.abort() });
  assert.ok(stopped && iterations === 0 && placement.every(Boolean));
});

test('a search that is given up rejects with the reason, before it starts and while it runs', async () => {
  const reason = new Error('the page is gone');
  await assert.rejects(arrange(week(), { timeoutMs: 1000, signal: AbortSignal.abort(reason) }), reason);
  const during = new AbortController();
  await assert.rejects(arrange(week(), { timeoutMs: 600_000, signal: during.signal, onProgress: () => during.abort(reason) }), reason);
  const draft = await fixture('draft');
  await assert.rejects(bound(draft, { signal: AbortSignal.abort(reason) }), reason);
});

test('a search by time ends with its time', async () => {
  let time = 0;
  const reports = [];
  const clock = () => { time += 1; return time; };
  const { iterations, stopped } = await arrange(week(), { timeoutMs: 2000, clock, onProgress: report => reports.push(report) });
  assert.ok(time >= 2000 && time < 2010 && !stopped && iterations > 0);
  assert.ok(reports.length > 10 && reports.length <= 20, `${reports.length} reports in 2 s`);
});

test('what a draft has wrong is told with its place', async () => {
  const refused = (draft, place, message) => assert.rejects(arrange(draft, { iterations: 1 }), { name: 'StepgateError', place, message });
  await refused(week({ days: 0 }), '/draft/days', '/draft/days: found 0; allowed: 1 to 1000');
  await refused(week({ more: 1 }), '/draft/more', /found 1; allowed: left out/);
  await refused({}, '/draft/days', '/draft/days: found nothing; allowed: a value');
  await assert.rejects(arrange('{}', { iterations: 1 }), { message: 'arrange(draft): must be an object' });
  await assert.rejects(arrange(week(), {}), { message: 'arrange(draft, { timeoutMs }): must be a whole number from 1, where iterations are left out' });
  await assert.rejects(arrange(week(), { iterations: 1, seed: -1 }), /options\)\.seed: must be a whole number from 0 to 4294967295/);
  await assert.rejects(arrange(week(), { iterations: 1, sed: 1 }), /options\)\.sed: must be left out/);
});

test('no placement costs less than the bound', async () => {
  const draft = await fixture('draft');
  const { unplaced, cost, stopped } = await bound(draft);
  assert.deepEqual([unplaced, stopped], [0, false]);
  assert.ok(cost > 3200 && cost <= 3496, `${cost}; the least cost is 3496`);
  assert.equal((await bound(draft, { stopAt: AbortSignal.abort() })).stopped, true);
});

test('the limits that make room are found, and a stop gives those found so far', async () => {
  const whole = day => ({ day, from: 1, to: 8 });
  const draft = week({ closed: [0, 1, 2].map(day => ({ wish: 4, ...whole(day) })), caps: [{ wish: 5, day: 3, periods: 1 }] });
  const { placement, unplaced } = await arrange(draft, { iterations: 5_000 });
  assert.equal(unplaced, 7);
  const limits = [{ wish: 5 }, { wish: 4 }, 'day_cap', { most_a_day: 0 }];
  const { found, stopped } = await relax(draft, placement, limits, { iterations: 5_000 });
  assert.equal(stopped, false);
  assert.deepEqual(found[0].limits, [{ wish: 4 }]);
  assert.equal(found[0].gain.unplaced, 1_400_000);
  assert.ok(found[0].placed.length === 7 && found[0].placement.every(Boolean));
  assert.deepEqual(await relax(draft, placement, limits, { iterations: 5_000, stopAt: AbortSignal.abort() }), { found: [], stopped: true });
  await assert.rejects(relax(draft, [null], limits, { iterations: 1 }), { place: '/placement', message: /found broken rules/ });
  await assert.rejects(relax(draft, placement, ['x'], { iterations: 1 }), { place: '/limits/0' });
});

/** A call of the host tool as the driver makes it. */
const find = (tools, args, signal = new AbortController().signal) => tools.find_placement.execute({ draft: week(), seed: 1, ...args }, { signal, key: 'k' });

test('the host tool answers with a placement, and tells of its progress', async () => {
  const reports = [];
  let ended = 0;
  const tools = arrangeTools({ onProgress: report => reports.push(report), onEnd: () => { ended += 1; } });
  const { placement, ...rest } = await find(tools, { milliseconds: 350 });
  assert.ok(placement.length === 10 && placement.every(({ day, start }) => day < 5 && start <= 7));
  assert.deepEqual([rest, ended], [{}, 1], 'the session scores the placement itself');
  assert.ok(reports.length > 0 && reports.every(({ share, unplaced }) => share > 0 && share <= 1 && unplaced === 0));
});

test('stop ends the search of the host tool with the best plan so far, and the next search is whole', async () => {
  let stops = true, ended = 0;
  const tools = arrangeTools({ onProgress: ({ stop }) => stops && stop(), onEnd: () => { ended += 1; } });
  const { placement } = await find(tools, { milliseconds: 600_000 });
  assert.ok(placement.length === 10 && placement.every(Boolean));
  stops = false;
  assert.equal((await find(tools, { milliseconds: 5 })).placement.length, 10);
  assert.equal(ended, 2);
});

test('a call of the host tool that is aborted ends soon, before or during the search', async () => {
  let ended = 0;
  const during = new AbortController();
  const tools = arrangeTools({ onProgress: () => during.abort(), onEnd: () => { ended += 1; } });
  for (const signal of [AbortSignal.abort(), during.signal]) {
    const { placement } = await find(tools, { milliseconds: 600_000 }, signal);
    assert.equal(placement.length, 10);
  }
  assert.equal(ended, 2);
});

test('a draft that is refused is an error of the call, and the search has ended', async () => {
  let ended = 0;
  const tools = arrangeTools({ onEnd: () => { ended += 1; } });
  await assert.rejects(find(tools, { draft: week({ day_cap: 'six' }), milliseconds: 5 }), { place: '/draft/day_cap' });
  assert.equal(ended, 1);
  assert.throws(() => arrangeTools(null), /arrangeTools\(options\)/);
});
