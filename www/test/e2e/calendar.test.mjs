/** The calendar in the browser's own IndexedDB: random changes have the requested effect, once. */
import assert from 'node:assert/strict';
import { probe } from './probe.mjs';
import { scene } from './stage.mjs';

scene('random changes of a calendar are read again as they were written, once', async ({ context, open }) => {
  await context.route('**/calendar-probe.js', await probe('calendar-probe.js'));
  const page = await open();
  const result = await page.evaluate(async () => {
    const { run } = await import(new URL('calendar-probe.js', document.baseURI).href);
    return run({ seed: 20, steps: 120, wasm: new URL('stepgate_schedule_bg.wasm', document.baseURI) });
  });
  assert.equal(result.wrong, undefined, JSON.stringify(result));
  assert.deepEqual(Object.keys(result.played).sort(), ['move', 'move in a course', 'place', 'place in a course', 'swap', 'unplace']);
}, { langs: ['en'] });
