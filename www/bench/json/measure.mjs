// Processor times in milliseconds, which other programs hardly affect, and goals.

/** Processor time so far, in milliseconds. */
const clock = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Longest time for all rounds of one measurement. */
const PATIENCE_MS = 1500;

/** Median time of a call, measured once it is compiled. @param {() => unknown} call @param {number} [patience] */
export function time(call, patience = PATIENCE_MS) {
  // A batch is two milliseconds of compiled calls: the clock's unit is a microsecond, and a first call takes a hundred times longer.
  let batch = 1;
  for (let warm = 0; warm < patience / 3;) {
    const took = once(call, batch);
    warm += took * batch;
    batch = Math.max(batch, Math.round(2 / Math.max(took, 1e-3)));
  }
  const times = [];
  for (const until = clock() + patience; times.length < 5 || (clock() < until && times.length < 101);) {
    times.push(once(call, batch));
    if (times.length >= 3 && clock() > until + patience) break;
  }
  return median(times);
}

function once(call, batch) {
  const begun = clock();
  for (let n = 0; n < batch; n += 1) call();
  return (clock() - begun) / batch;
}

/** Shortest time of several calls: other work of the machine only adds time. @param {() => unknown} call @param {number} [rounds] */
export function least(call, rounds = 7) {
  return Math.min(...Array.from({ length: rounds }, () => once(call, 1)));
}

/** Shortest time of several asynchronous calls. @param {() => Promise<unknown> | unknown} call @param {number} rounds */
export async function leastAwaited(call, rounds) {
  let best = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    const begun = clock();
    await call();
    best = Math.min(best, clock() - begun);
  }
  return best;
}

const median = times => times.sort((a, b) => a - b)[Math.floor(times.length / 2)];

/** Prints a number with its goal. A missed goal makes the program fail. @param {string} what @param {boolean} met @param {string} text */
export function judge(what, met, text) {
  console.log(`${met ? 'ok  ' : 'MISS'}  ${what}: ${text}`);
  if (!met) process.exitCode = 1;
}
