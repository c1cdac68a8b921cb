// @ts-check

/** Runs at most `most` tasks at the same time; the others wait, first come, first served. @param {number} most */
export function atMost(most) {
  /** @type {(() => void)[]} */
  const waiting = [];
  let running = 0;
  /** @template T @param {() => Promise<T>} task @returns {Promise<T>} */
  return async task => {
    if (running >= most) await new Promise(resolve => waiting.push(() => resolve(undefined)));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
