// @ts-check

/**
 * Runs works on one session one after the other: in this page, and by a lock of the browser in its other tabs. Where a page may not use locks, the
 * tickets of the works keep them apart.
 * @param {string} name
 */
export function oneByOne(name) {
  /** The last work on a session. @type {Map<string, Promise<unknown>>} */
  const last = new Map();
  const locks = globalThis.navigator?.locks;

  /** @template T @param {string} id @param {() => Promise<T>} work @returns {Promise<T>} */
  const locked = async (id, work) => {
    if (!locks) return work();
    let isBegun = false;
    try {
      return await /** @type {Promise<T>} */ (locks.request(`${name}:${id}`, () => {
        isBegun = true;
        return work();
      }));
    } catch (error) {
      if (isBegun) throw error;
      return work();
    }
  };

  /** @template T @param {string} id @param {() => Promise<T>} work @returns {Promise<T>} */
  return async (id, work) => {
    const done = (last.get(id) ?? Promise.resolve()).then(() => locked(id, work));
    const ended = done.then(() => {}, () => {});
    last.set(id, ended);
    await ended;
    if (last.get(id) === ended) last.delete(id);
    return done;
  };
}
