// Costs of a session's step in Chromium: numbers with their goals.
import { inBrowser } from './browser.mjs';

const ms = value => `${value.toFixed(value < 0.1 ? 4 : 2)} ms`;
const kB = bytes => `${(bytes / 1000).toFixed(1)} kB`;

/** Prints a number with its goal. */
function judge(what, value, limit, text) {
  console.log(`${value <= limit ? 'ok  ' : 'MISS'}  ${what}: ${text(value)} (goal: at most ${text(limit)})`);
  if (value > limit) process.exitCode = 1;
}

await inBrowser('page.js', '../test/wasm/stepgate_bg.wasm', async page => {
  console.log('handle + effect + changes + view(since), per step; 200-byte messages, 1 kB of memory\n');
  console.log('messages   stepgate      XState 5 + getPersistedSnapshot');
  const rows = [];
  for (const messages of [10, 100, 1000, 10_000]) {
    const row = await page.evaluate(count => globalThis.bench.step(count), messages);
    rows.push(row);
    const { ms: peer, bytes } = row.xstate;
    console.log(`${String(messages).padStart(8)}   ${ms(row.stepgate)}    ${ms(peer)} (${(peer / row.stepgate).toFixed(1)} times), ${kB(bytes)} a save`);
  }
  const thousand = await page.evaluate(() => globalThis.bench.thousandSteps());
  console.log(`\n${thousand.steps} steps through the driver into IndexedDB: ${ms(thousand.ms)} a step, waiting for the disk included\n`);
  judge('a step at its slowest', Math.max(...rows.map(row => row.stepgate)), 0.05, ms);
  judge('growth from 10 to 10,000 messages', rows.at(-1).stepgate / rows[0].stepgate, 2, value => `${value.toFixed(2)} times`);
  judge('handed to IndexedDB in 1,000 steps', thousand.bytes * 1000 / thousand.steps, 500_000, kB);
  judge('transactions a step', thousand.transactions / thousand.steps, 1, value => value.toFixed(3));
  judge('restoring 1,000 steps', thousand.restore, 50, ms);
});
