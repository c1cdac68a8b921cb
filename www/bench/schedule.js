// What runs in the browser: the operations of benches/schedule, under the browser's clock.
import init, { Bench } from './wasm/stepgate.js';

/** How long a batch takes at least, and how long an operation is measured; ms. */
const BATCH = 2;
const ENOUGH = 300;

await init({ module_or_path: new URL('stepgate_bg.wasm', location.href) });

function elapsed(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** Nanoseconds of one call, the best of many batches: `batch(times)` calls so often. */
function best(batch) {
  let times = 1;
  // Whoever is interrupted once is measured again.
  while (Math.min(elapsed(() => batch(times)), elapsed(() => batch(times))) < BATCH) times *= 2;
  let least = Infinity;
  const start = performance.now();
  for (let round = 0; round < 5 || performance.now() - start < ENOUGH; round += 1) least = Math.min(least, elapsed(() => batch(times)));
  return least / times * 1e6;
}

/** Each operation on the timetable of a size: ns of a call, and what handing its text to JavaScript takes. */
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
