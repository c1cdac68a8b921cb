// @ts-check

/** Longest pause of a timer that does not count as sleep: browsers wake a hidden tab once a minute. */
const LONGEST_PAUSE_MS = 90_000;
const STEP_MS = 1_000;

/**
 * Calls `end` after `ms` of time in which the machine was awake. A pause that no timer causes (sleep, a changed clock) does not count.
 * Gives a function that cancels the call.
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
