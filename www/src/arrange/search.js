// @ts-check
import { faultIn, must, assertOption } from '../checks/assert-option.js';
import { init, module } from './load.js';
import { TASKS } from './run.js';

export { init };

/** Greatest seed. */
const MOST_SEED = 2 ** 32 - 1;

/** @type {import('../checks/assert-option.js').Kind} */
const SEED = [value => Number.isSafeInteger(value) && value >= 0 && value <= MOST_SEED, `a whole number from 0 to ${MOST_SEED}`];
/** @type {import('../checks/assert-option.js').Kind} */
const SOME = [value => Number.isSafeInteger(value) && value > 0, 'a whole number from 1'];

const SHARED = /** @type {const} */ ({ 'seed?': SEED, 'signal?': 'signal', 'stopAt?': 'signal', 'onProgress?': 'function', 'worker?': 'function' });

/** @type {typeof import('./index.js').arrange} */
export async function arrange(draft, options) {
  assertOption(draft, 'arrange(draft)', 'object');
  check('arrange', options, { ...SHARED, 'timeoutMs?': SOME, 'iterations?': SOME, 'clock?': 'function' });
  const { seed = 1, timeoutMs, iterations } = options;
  must(timeoutMs !== undefined || iterations !== undefined, 'arrange(draft, { timeoutMs })', 'a whole number from 1, where iterations are left out');
  const { placement, ...result } = await run('arrange', { draft: JSON.stringify(draft), seed, timeoutMs, iterations }, options);
  return { placement: JSON.parse(placement), ...result };
}

/** @type {typeof import('./index.js').relax} */
export async function relax(draft, placement, limits, options) {
  assertOption(draft, 'relax(draft)', 'object');
  must(Array.isArray(placement) && Array.isArray(limits), 'relax(draft, placement, limits)', 'a placement and a list of limits');
  check('relax', options, { ...SHARED, iterations: SOME });
  const { seed = 1, iterations } = options;
  const texts = { draft: JSON.stringify(draft), placement: JSON.stringify(placement), limits: JSON.stringify(limits) };
  const { found, ...result } = await run('relax', { ...texts, seed, iterations }, options);
  return { found: JSON.parse(found), ...result };
}

/** @type {typeof import('./index.js').bound} */
export async function bound(draft, options = {}) {
  assertOption(draft, 'bound(draft)', 'object');
  check('bound', options, { 'signal?': 'signal', 'stopAt?': 'signal', 'worker?': 'function' });
  const { best, ...result } = await run('bound', { draft: JSON.stringify(draft) }, options);
  return { ...JSON.parse(best), ...result };
}

/** @param {string} name @param {any} options @param {import('../checks/assert-option.js').Form} form */
function check(name, options, form) {
  assertOption(options, `${name}(…, options)`, 'object');
  const fault = faultIn(options, form, true);
  must(!fault, `${name}(…, options).${fault?.[0]}`, fault?.[1] ?? '');
}

/** Does a task in a worker where there are workers, and here where not. @param {string} task @param {object} request @param {any} options @returns {Promise<any>} */
async function run(task, request, options) {
  options.signal?.throwIfAborted();
  await init();
  const makeWorker = options.worker ?? ('window' in globalThis && typeof Worker === 'function' ? ownWorker : undefined);
  const answer = await (makeWorker && !options.clock ? inWorker(makeWorker, task, request, options) : runHere(task, request, options));
  options.signal?.throwIfAborted();
  return answer;
}

/** Written out: this is what bundlers look for. */
const ownWorker = () => new Worker(new URL('./arrange-worker.js', import.meta.url), { type: 'module' });

/** @param {string} task @param {any} request @param {any} options */
function runHere(task, request, { signal, stopAt, onProgress, clock }) {
  const isStopped = () => Boolean(stopAt?.aborted || signal?.aborted);
  return TASKS[task](request, { report: progress => onProgress?.(progress), isStopped, now: clock ?? (() => performance.now()) });
}

/** A new worker; undefined if the page may not have it. @param {() => Worker} makeWorker */
function started(makeWorker) {
  try {
    return makeWorker();
  } catch (error) {
    warn(error);
    return undefined;
  }
}

/** @param {unknown} cause */
const warn = cause => console.warn(`stepgate: the worker of stepgate/arrange cannot be started (${cause}); its work is done in the page. worker-src of the page's Content-Security-Policy must allow it, and a bundler must know its file. With require-trusted-types-for, or where the file lies elsewhere, give the option \`worker\`.`);

/**
 * Does a task in a worker of its own. One that cannot be started, or is stopped before it is ready, is replaced by this thread.
 * @param {() => Worker} makeWorker @param {string} task @param {object} request @param {any} options
 */
async function inWorker(makeWorker, task, request, options) {
  const { signal, stopAt, onProgress } = options;
  const worker = stopAt?.aborted ? undefined : started(makeWorker);
  if (!worker) return runHere(task, request, options);
  const done = new AbortController();
  let ready = false;
  try {
    return await new Promise((resolve, reject) => {
      const here = () => resolve(runHere(task, request, options));
      worker.onmessage = ({ data }) => {
        if (data.ready) ready = true;
        else if (data.progress) onProgress?.(data.progress);
        else if (data.error) reject(Object.assign(new Error(data.error.message), data.error));
        else resolve(data.answer);
      };
      worker.onerror = event => {
        event.preventDefault();
        if (ready) return reject(new Error(`The worker of stepgate/arrange failed: ${event.message}`));
        warn(event.message ?? 'its file cannot be had');
        here();
      };
      stopAt?.addEventListener('abort', () => (ready ? worker.postMessage('stop') : here()), { signal: done.signal });
      signal?.addEventListener('abort', () => reject(signal.reason), { signal: done.signal });
      worker.postMessage({ module: module(), task, request });
    });
  } finally {
    done.abort();
    worker.terminate();
  }
}
