/** A machine that sleeps while a session is at work; with the driver and the WebAssembly. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAlone } from '../src/session/driver.js';
import { memoryStore } from '../src/store/memory.js';
import { core } from './real.js';

const HOUR = 3_600_000;

test('eight hours of sleep, and a clock that is set, end no task; work does', async t => {
  let now = 1_800_000_000_000;
  t.mock.method(Date, 'now', () => now);
  t.mock.timers.enable({ apis: ['setInterval'] });
  const agent = await openAlone(core, {
    agent: 'stepper', id: 's', lang: 'en', lock: false, store: memoryStore(), input: { config: { task_timeout: 20_000 } }, model: () => new Promise(() => {}),
    tools: { read_file: () => '', write_file: () => '', list_files: () => '' },
  });
  const settle = async () => { for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate); };
  const work = async seconds => {
    for (let second = 0; second < seconds; second++) {
      now += 1_000;
      t.mock.timers.tick(1_000);
      await settle();
    }
  };
  const done = agent.say('a task');
  await settle();
  await work(8);
  for (const jump of [8 * HOUR, -5 * HOUR]) {
    now += jump;
    await work(5);
    assert.equal(agent.view.waiting, 'model', `${jump} ms`);
  }
  await work(5);
  assert.equal((await done).data.task.error, 'task_timeout');
  await agent.close();
});
