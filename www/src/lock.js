// @ts-check

/**
 * Which tab drives the session `name`. Without `locks` (older Node and browsers, `lock: false`) every tab does, and the store decides.
 * `granted` is called when a lock that was waited for comes free, `lost` when another tab has taken it.
 * @param {string} name @param {{ granted: () => void, lost: () => void }} on @param {LockManager | undefined} locks
 */
export function tabLock(name, on, locks) {
  if (!locks) return { acquire: async () => true, steal: async () => {}, release() {} };

  /** @type {(() => void) | undefined} */
  let free;
  /** @type {AbortController | undefined} */
  let waiting;

  /** Holds the lock until `free` is called. @param {LockOptions} options @returns {Promise<boolean>} whether it was given */
  const hold = options => new Promise((resolve, reject) => {
    /** @type {(() => void) | undefined} */
    let mine;
    locks.request(name, options, lock => {
      if (!lock) return resolve(false);
      return new Promise(ended => {
        mine = free = () => ended(undefined);
        resolve(true);
      });
    }).catch(error => {
      if (!mine) return reject(error);
      if (free === mine) free = undefined;
      on.lost();
    });
  });

  const wait = () => {
    waiting = new AbortController();
    hold({ signal: waiting.signal }).then(on.granted, () => {});
  };
  const release = () => {
    waiting?.abort();
    free?.();
    free = undefined;
  };
  return {
    /** Takes the lock if it is free, else stands in line for it. Where the page has no right to locks (a sandboxed frame), the store decides. */
    async acquire() {
      const held = await hold({ ifAvailable: true }).catch(() => true);
      if (!held) wait();
      return held;
    },
    async steal() {
      release();
      await hold({ steal: true });
    },
    /** Gives it back, or leaves the line. */
    release,
  };
}

/**
 * Messages between the tabs that have the session `name` open. Without `BroadcastChannel`: silence.
 * @param {string} name @param {(message: any) => void} hear
 */
export function tabChannel(name, hear) {
  if (typeof BroadcastChannel === 'undefined') return { tell() {}, close() {} };
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }) => hear(data);
  /** @type {any} */ (channel).unref?.(); // Node only: does not keep the process alive
  return {
    /** @param {unknown} message */
    tell: message => channel.postMessage(message),
    close: () => channel.close(),
  };
}
