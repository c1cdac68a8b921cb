// @ts-check
/** The work of a worker, or of a page or process without one: in slices, so that messages and timers come through between them. */
import { Bound, Relax, Search } from '../../wasm-arrange/stepgate_arrange.js';

/** Iterations of a slice: some milliseconds. */
const SLICE = 1024;
/** Milliseconds between two reports. */
const REPORT_MS = 100;
/** Reports of a search with given iterations. */
const REPORTS = 100;

/**
 * @typedef {object} Host what the work knows of its surroundings
 * @property {(progress: object) => void} report
 * @property {() => boolean} isStopped
 * @property {() => number} now milliseconds
 */

/** @type {Record<string, (request: any, host: Host) => Promise<object>>} */
export const TASKS = { arrange, relax, bound };

/** @param {{ draft: string, seed: number, timeoutMs?: number, iterations?: number }} request @param {Host} host */
async function arrange({ draft, seed, timeoutMs, iterations }, host) {
  const search = new Search(draft, seed, iterations ?? SLICE);
  try {
    const done = iterations === undefined
      ? await searchFor(search, timeoutMs ?? 0, host)
      : await searchOver(search, iterations, host);
    return { placement: search.best(), ...state(search, done), stopped: host.isStopped() };
  } finally {
    search.free();
  }
}

/** Makes so many iterations. No clock is read. @param {Search} search @param {number} iterations @param {Host} host */
async function searchOver(search, iterations, { report, isStopped }) {
  let [done, reported] = [0, 0];
  while (done < iterations && !isStopped()) {
    const slice = Math.min(SLICE, iterations - done);
    search.step(slice);
    done += slice;
    if (done - reported >= iterations / REPORTS) {
      reported = done;
      report({ ...state(search, done), share: done / iterations });
    }
    await pause();
  }
  return done;
}

/** Searches until the time is over. The plan follows the speed so far. @param {Search} search @param {number} timeoutMs @param {Host} host */
async function searchFor(search, timeoutMs, { report, isStopped, now }) {
  const begin = now();
  let [done, time, reported] = [0, begin, begin];
  while (time - begin < timeoutMs && !isStopped()) {
    search.step(SLICE);
    done += SLICE;
    time = now();
    search.plan(done * timeoutMs / Math.max(time - begin, 1));
    if (time - reported >= REPORT_MS) {
      reported = time;
      report({ ...state(search, done), share: Math.min((time - begin) / timeoutMs, 1) });
    }
    await pause();
  }
  return done;
}

/** @param {Search} search @param {number} iterations */
const state = (search, iterations) => ({ cost: search.cost(), unplaced: search.unplaced(), iterations });

/** @param {{ draft: string, placement: string, limits: string, seed: number, iterations: number }} request @param {Host} host */
async function relax({ draft, placement, limits, seed, iterations }, { report, isStopped }) {
  const trials = new Relax(draft, placement, limits, seed, iterations);
  try {
    for (let done = 1; !isStopped() && trials.step(); done += 1) {
      report({ trials: done });
      await pause();
    }
    return { found: trials.found(), stopped: isStopped() };
  } finally {
    trials.free();
  }
}

/** @param {{ draft: string }} request @param {Host} host */
async function bound({ draft }, { isStopped }) {
  const rounds = new Bound(draft);
  try {
    while (!isStopped() && rounds.step()) await pause();
    return { best: rounds.best(), stopped: isStopped() };
  } finally {
    rounds.free();
  }
}

/** Lets messages and timers come through. `setTimeout` would wait for 4 ms. */
function pause() {
  if (typeof setImmediate === 'function') return new Promise(resume => { setImmediate(resume); });
  return new Promise(resume => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resume(undefined);
    };
    port2.postMessage(undefined);
  });
}
