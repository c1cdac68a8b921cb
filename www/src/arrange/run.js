// @ts-check
/** The work of a worker, or of a page or process without one: in slices, so that messages and timers come through between them. */
import { Relax, Search } from '../../wasm-arrange/stepgate_arrange.js';

/** Iterations of a slice: some milliseconds. */
const SLICE = 1024;
/** Share of the time in which the speed is measured, and most milliseconds of it. */
const TRIAL = 1 / 20;
const TRIAL_MS = 250;
/** Planned iterations of the trial: it stays hot. */
const TRIAL_PLAN = 2 ** 20;
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
export const TASKS = { arrange, relax };

/** @param {{ draft: string, seed: number, milliseconds?: number, iterations?: number }} request @param {Host} host */
async function arrange({ draft, seed, milliseconds, iterations }, host) {
  const search = new Search(draft, seed, iterations ?? TRIAL_PLAN);
  try {
    const done = iterations === undefined
      ? await searchFor(search, seed, milliseconds ?? 0, host)
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

/** Measures the speed, plans the iterations by it, and searches until the time is over. @param {Search} search @param {number} seed @param {number} milliseconds @param {Host} host */
async function searchFor(search, seed, milliseconds, host) {
  const { report, isStopped, now } = host;
  const begin = now();
  const tried = await searchUntil(search, begin + Math.min(milliseconds * TRIAL, TRIAL_MS), host);
  if (isStopped()) return tried;
  const spent = Math.max(now() - begin, 0.001);
  search.replan(seed, Math.max(Math.round(tried * (milliseconds - spent) / spent), SLICE));
  let reported = begin;
  return searchUntil(search, begin + milliseconds, host, done => {
    const time = now();
    if (time - reported < REPORT_MS) return;
    reported = time;
    report({ ...state(search, done), share: Math.min((time - begin) / milliseconds, 1) });
  });
}

/** @param {Search} search @param {number} end @param {Host} host @param {(done: number) => void} [after] called after each slice */
async function searchUntil(search, end, { isStopped, now }, after) {
  let done = 0;
  while (now() < end && !isStopped()) {
    search.step(SLICE);
    done += SLICE;
    after?.(done);
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
