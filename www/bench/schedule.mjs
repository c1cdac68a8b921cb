// Costs of the schedule's tools in Chromium, beside the program they replace (Go 1.19, native, CPU nanoseconds per call). The calls build
// the
// text for the model without handing it over; a separate column has the time for that.
import { readFile } from 'node:fs/promises';
import { inBrowser } from './browser.mjs';

const SIZES = ['a 7d 30t', 'b 35d 200t', 'c 140d 1500t'];

/** Goals: factor to be faster than the reference at each size; milliseconds of a diagnosis. */
const FASTER = [20, 20, 100];
const DIAGNOSIS_MS = [2, 20, 400];

/** Reference figures from the table in the native benchmark. */
async function references() {
  const source = await readFile(new URL('../../benches/schedule/main.rs', import.meta.url), 'utf8');
  const rows = source.matchAll(/\("([^"]+)", \[([^\]]+)\]\)/g);
  const numbers = list => list.split(',').map(number => Number(number.trim().replaceAll('_', '')));
  return new Map(Array.from(rows, ([, name, list]) => [name, numbers(list)]));
}

const pad = (value, width) => String(value).padStart(width);

/** Goal of a row; undefined if it has none. */
function goal(name, size, ns, reference) {
  if (name.startsWith('health')) return { met: ns <= DIAGNOSIS_MS[size] * 1e6, text: `${DIAGNOSIS_MS[size]} ms` };
  if (reference > 0) return { met: reference / ns >= FASTER[size], text: `${FASTER[size]}x` };
  return { met: true, text: '' };
}

function print(size, { name, ns, length, crossing }, reference, judged) {
  const { met, text } = judged ? goal(name, size, ns, reference) : { met: true, text: '' };
  const ratio = reference > 0 ? `${Math.round(reference / ns)}x` : '';
  const line = [name.padEnd(18), SIZES[size].padEnd(14), pad(Math.round(ns), 10), pad(reference > 0 ? reference : '', 14), pad(ratio, 9), pad(text, 7),
    met ? '     ' : ' MISS', length ? `${pad(length, 9)} ${pad(Math.round(crossing), 9)}` : ''];
  console.log(line.join(' ').trimEnd());
  if (!met) process.exitCode = 1;
}

const known = await references();
await inBrowser('schedule.js', 'wasm/stepgate_bg.wasm', async page => {
  for (const core of [false, true]) {
    console.log(core ? '\nthe core, without texts' : 'tools of the schedule, with their texts');
    console.log(`${'operation'.padEnd(18)} ${'size'.padEnd(14)} ${pad('ns/call', 10)} ${pad('reference', 14)} ${pad('faster', 9)} ${pad('goal', 7)}      ${core ? '' : `${pad('text', 10)} ${pad('crossing', 9)}`}`);
    for (const size of SIZES.keys()) {
      const rows = await page.evaluate(([at, bare]) => globalThis.bench.measure(at, bare), [size, core]);
      rows.forEach(row => print(size, row, known.get(row.name)?.[size], !core));
    }
  }
});
