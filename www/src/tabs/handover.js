// @ts-check
/** @import { ToolResult } from '../index.js' */

/** Longest wait for write tools that another tab still runs, in milliseconds (docs/decisions/018-writes-are-handed-over.md). */
export const WAIT_MS = 30_000;
/** Time in which another tab must answer on the channel, in milliseconds. */
const ANSWER_MS = 300;

/**
 * Leave to run the write tools of one call. `results`: another tab has already run them. `begun`: they were started before, and may
 * have taken effect. `alone`: certainly no other tab of this browser still runs them. `free` must be called once they have settled.
 * @typedef {{ results?: ToolResult[], begun: boolean, alone: boolean, free: () => void }} Leave
 *
 * A message about a run: a tab asks who runs it, still runs it, or has its results.
 * @typedef {{ run: string, asks?: boolean, results?: ToolResult[] }} News
 */

/**
 * Hands running write tools over between tabs. The tab that runs them holds a lock named after the run, even when another tab drives the
 * session,
 * and then tells that tab the results. A tab that finds tools started before waits for the lock or the results.
 * @param {string} name name of the session @param {(news: News) => void} tell sends a message to the other tabs
 * @param {LockManager | undefined} locks @param {number} [waitMs]
 */
export function handover(name, tell, locks, waitMs = WAIT_MS) {
  /** The unsettled run of this tab. @type {string | undefined} */
  let running;
  /** The last results told or received. @type {News | undefined} */
  let last;
  /** Called with each message; `undefined` means that the session has moved on. @type {Set<(news: News | undefined) => void>} */
  const listeners = new Set();

  /** @param {string} run */
  const resultsOf = run => (last?.run === run ? last.results : undefined);

  /** Whether another tab answers in time that it runs `run` or has its results. @param {string} run @returns {Promise<boolean>} */
  const isElsewhere = run => new Promise(resolve => {
    /** @param {boolean} answer */
    const end = answer => {
      clearTimeout(timer);
      listeners.delete(listen);
      resolve(answer);
    };
    /** @param {News | undefined} news */
    const listen = news => { if (news?.run === run) end(true); };
    const timer = setTimeout(end, ANSWER_MS, false);
    listeners.add(listen);
    tell({ run, asks: true });
  });

  /**
   * Waits until another tab tells the results of `run`, the session moves on, the run's lock comes free, or the time is over. Gives the
   * lock if it came.
   * @param {string} run @param {AbortSignal} signal @returns {Promise<Free | undefined>}
   */
  const wait = (run, signal) => new Promise(resolve => {
    const over = new AbortController();
    /** @type {Free | undefined} */
    let lock;
    const end = () => {
      over.abort();
      clearTimeout(timer);
      listeners.delete(listen);
      resolve(lock);
    };
    /** @param {News | undefined} news */
    const listen = news => { if (!news || resultsOf(run)) end(); };
    let timer = setTimeout(end, waitMs);
    listeners.add(listen);
    signal.addEventListener('abort', end, { signal: over.signal });
    if (signal.aborted) return end();
    take(locks, name + run, { signal: over.signal }).then(free => {
      if (!free) return;
      if (over.signal.aborted) return free();
      lock = free;
      clearTimeout(timer);
      timer = setTimeout(end, ANSWER_MS); // the results may arrive after the lock
    });
  });

  return {
    /**
     * Gives leave to run `run`; `begun`: it was started before. If another tab runs it, calls `waits` and waits for its end.
     * @param {string} run @param {boolean} begun @param {AbortSignal} signal @param {() => void} waits @returns {Promise<Leave>}
     */
    async leave(run, begun, signal, waits) {
      let free = await take(locks, name + run, { ifAvailable: true });
      if (free === false || (free === undefined && begun && !resultsOf(run) && await isElsewhere(run))) {
        begun = true;
        if (!resultsOf(run)) {
          waits();
          free = await wait(run, signal);
        }
      }
      const results = begun ? resultsOf(run) : undefined;
      if (!results && !signal.aborted) {
        running = run;
        tell({ run });
      }
      return {
        results, begun, alone: Boolean(free),
        free() {
          if (running === run) running = undefined;
          if (free) free();
        },
      };
    },
    /** Keeps and tells the results of tools that ended after this tab stopped driving. @param {string} run @param {ToolResult[]} results */
    settled(run, results) {
      last = { run, results };
      tell(last);
    },
    /** @param {News} news */
    hear(news) {
      if (news.asks) return void (news.run === running ? tell({ run: running }) : resultsOf(news.run) && tell(/** @type {News} */ (last)));
      if (Array.isArray(news.results)) last = news;
      listeners.forEach(listen => listen(news));
    },
    /** Reports that another tab has saved a step of the session. */
    moved: () => listeners.forEach(listen => listen(undefined)),
  };
}

/** Releases a lock. @typedef {() => void} Free */

/**
 * Requests a lock. Gives the function that releases it; `false` if another tab has it or the wait was ended; `undefined` without locks.
 * @param {LockManager | undefined} locks @param {string} name @param {LockOptions} options @returns {Promise<Free | false | undefined>}
 */
const take = (locks, name, options) => new Promise(resolve => {
  locks?.request(name, options, lock => lock !== null && new Promise(free => resolve(() => free(undefined))))
    .then(() => resolve(false), error => resolve(error.name === 'AbortError' ? false : undefined));
  if (!locks) resolve(undefined);
});
