// @ts-check

/** Longest pause of a timer that is no sleep: browsers wake a hidden tab once a minute. */
const LONGEST_PAUSE_MS = 90_000;
const STEP_MS = 1_000;

/**
 * Calls `end` after `ms` of time in which the machine was awake: a pause that no timer makes (sleep, a clock that was set) does not count.
 * Gives the function that calls it off.
 * @param {number} ms @param {() => void} end
 */
export function afterWork(ms, end) {
  let left = ms;
  let last = performance.now();
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  const wait = () => { timer = setTimeout(step, Math.min(left, STEP_MS)); };
  const step = () => {
    const now = performance.now();
    const passed = now - last;
    last = now;
    if (passed <= LONGEST_PAUSE_MS) left -= passed;
    if (left <= 0) end();
    else wait();
  };
  wait();
  return () => clearTimeout(timer);
}
