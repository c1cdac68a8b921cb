// Measurements in the browser: the operations of benches/schedule, with the browser's clock.
import init, { Bench } from './wasm/stepgate.js';

/** Shortest batch, and time for each operation, in milliseconds. */
const BATCH = 2;
const ENOUGH = 300;

await init({ module_or_path: new URL('stepgate_bg.wasm', location.href) });

function elapsed(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** Nanoseconds of one call, the best of many batches. `batch(times)` makes that many calls. */
function best(batch) {
  let times = 1;
  // A batch counts as long enough only if it is so twice: one may have been interrupted.
  while (Math.min(elapsed(() => batch(times)), elapsed(() => batch(times))) < BATCH) times *= 2;
  let least = Infinity;
  const start = performance.now();
  for (let round = 0; round < 5 || performance.now() - start < ENOUGH; round += 1) least = Math.min(least, elapsed(() => batch(times)));
  return least / times * 1e6;
}

/** Times of each operation on a timetable of a size: nanoseconds of a call, and of handing its text to JavaScript. */
function measure(size, core) {
  const bench = new Bench(size, core);
  const rows = bench.names().map(name => {
    const ns = best(times => bench.run(name, times));
    const { length } = bench.text();
    const crossing = best(times => { for (let n = 0; n < times; n += 1) bench.text(); });
    return { name, ns, length, crossing };
  });
  bench.free();
  return rows;
}

globalThis.bench = { measure };
