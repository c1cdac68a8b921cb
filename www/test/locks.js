/** `navigator.locks` of one browser. `tab()` gives a tab's view of it; closing the tab frees its locks. */
export function browserLocks() {
  const held = new Map(); // name -> { lose, done }
  const lines = new Map(); // name -> waiting requests

  const next = name => {
    held.delete(name);
    const waiting = lines.get(name)?.shift();
    waiting?.();
  };

  const grant = (name, callback) => new Promise((resolve, reject) => {
    const holder = { lose: () => reject(new DOMException('stolen', 'AbortError')) };
    held.set(name, holder);
    Promise.resolve(callback({ name })).then(async value => {
      for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate); // it also frees a lock later
      if (held.get(name) !== holder) return;
      next(name);
      resolve(value);
    });
  });

  return {
    /** The browser drops a lock that nobody has asked for, as when a part of it ends. @param {string} name */
    drop(name) {
      held.get(name)?.lose();
      next(name);
    },
    async request(name, { ifAvailable, steal, signal } = {}, callback) {
      await new Promise(setImmediate); // the browser answers later
      signal?.throwIfAborted();
      if (!held.has(name)) return grant(name, callback);
      if (ifAvailable) return callback(null);
      if (steal) {
        const { lose } = held.get(name);
        const mine = grant(name, callback);
        lose();
        return mine;
      }
      return new Promise((resolve, reject) => {
        const wait = () => resolve(grant(name, callback));
        lines.set(name, [...(lines.get(name) ?? []), wait]);
        signal?.addEventListener('abort', () => {
          lines.set(name, lines.get(name).filter(other => other !== wait));
          reject(signal.reason);
        });
      });
    },
  };
}
