import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterWork } from '../src/session/worktime.js';

/** A clock and timers that advance together; while the machine sleeps, only the clock does. */
function machine(t) {
  let now = 0;
  t.mock.timers.enable({ apis: ['setTimeout'] });
  t.mock.method(performance, 'now', () => now);
  return {
    work(ms) {
      for (let left = ms; left > 0; left -= 100) {
        now += Math.min(left, 100);
        t.mock.timers.tick(Math.min(left, 100));
      }
    },
    sleep(ms) { now += ms; },
  };
}

test('time the machine slept, or by which its clock was set, does not count', t => {
  const { work, sleep } = machine(t);
  let ends = 0;
  afterWork(60_000, () => { ends += 1; });
  work(30_000);
  sleep(8 * 3_600_000);
  work(29_900);
  assert.equal(ends, 0);
  work(1_200); // the second of falling asleep does not count either
  assert.equal(ends, 1);
  work(100_000);
  assert.equal(ends, 1, 'once');
});

test('a hidden tab, whose timers come once a minute, counts its time', t => {
  const { work, sleep } = machine(t);
  let ended = false;
  afterWork(300_000, () => { ended = true; });
  for (let minute = 0; minute < 5; minute++) {
    assert.equal(ended, false);
    sleep(59_000);
    work(1_000);
  }
  work(1_000);
  assert.equal(ended, true);
});

test('what is called off never comes', t => {
  const { work } = machine(t);
  const callOff = afterWork(5_000, () => assert.fail());
  work(4_900);
  callOff();
  work(9_000);
});
